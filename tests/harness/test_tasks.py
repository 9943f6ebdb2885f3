"""Tests the whole path through the harness, from documents and prompts to groups and tables."""

import json
import math
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest
from lm_eval.caching import cache
from lm_eval.utils import make_table
from scored import FILTERS, responses
from support import SAMPLE, SUBSETS, TASKS, evaluate, save, state

import tempanswerqa
from tempanswerqa import metrics, questions
from tempanswerqa.answers import markers
from tempanswerqa.harness import tasks
from tempanswerqa.harness.aggregation import UNDEFINED
from tempanswerqa.harness.models import MedianLM, RecordedLM
from tempanswerqa.harness.task_files import TaskError
from tempanswerqa.metrics.means import means
from tempanswerqa.metrics.scores import LISTED
from tempanswerqa.questions.record import mixed
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.run import read_runs
from tempanswerqa.runs.saved_responses import read_saved

RIGHT = {name: int(metrics.METRICS[name].higher_is_better) for name in LISTED}


def scores(results: dict, task: str, rule: str = "strict-match") -> dict[str, float]:
    return {name: results["results"][task][f"{name},{rule}"] for name in LISTED}


def label(question: questions.Question) -> str:
    """Return a response that states the label in the requested format."""
    return state(question, question.number)


def right(asked: Iterable[questions.Question]) -> RecordedLM:
    return RecordedLM({question.id: label(question) for question in asked})


@pytest.fixture(scope="module")
def loaded() -> dict[str, list[questions.Question]]:
    return {subset: mixed(questions.load(subset, SAMPLE)) for subset in SUBSETS}


@pytest.fixture(scope="module")
def mostly_right() -> RecordedLM:
    return RecordedLM(responses())


@pytest.mark.parametrize("suffix", ["", pytest.param("_fewshot", marks=pytest.mark.slow)])
@pytest.mark.parametrize("subset", SUBSETS)
def test_right_and_missing_answers(loaded, subset, suffix):
    task = f"tempanswerqa_{subset}{suffix}"
    results = evaluate(right(loaded[subset]), task)
    for rule in FILTERS:
        assert scores(results, task, rule) == RIGHT
    silent = RecordedLM({question.id: "" for question in loaded[subset]})
    missed = scores(evaluate(silent, task), task)
    assert (missed["exact_match"], missed["smape"], missed["mase"]) == (0, 100, UNDEFINED)
    for name, value in missed.items():
        metric = metrics.METRICS[name]
        worst = 0 if metric.higher_is_better else metric.highest
        assert value == (worst if metric.bounded else UNDEFINED)


def test_groups_are_plain_means_and_every_score_has_its_error(mostly_right):
    results = evaluate(mostly_right, "tempanswerqa")
    for rule in FILTERS:
        group = scores(results, "tempanswerqa", rule)
        for name, value in group.items():
            parts = [scores(results, task, rule)[name] for task in TASKS]
            assert value == pytest.approx(sum(parts) / 4)
            own = {task: row[f"{name}_stderr,{rule}"] for task, row in results["results"].items()}
            if not metrics.METRICS[name].bounded:
                assert {*own.values()} == {"N/A"}
                continue
            stated, errors = own.pop("tempanswerqa"), [own[task] for task in TASKS]
            assert all(error > 0 for error in errors)
            assert stated == pytest.approx(math.sqrt(sum(e**2 for e in errors)) / 4)
    for column in ("results", "groups"):
        table = make_table(results, column)
        assert table.count("±") >= (len(LISTED) - 1) * len(FILTERS)
        unbounded = [name for name in LISTED if not metrics.METRICS[name].bounded]
        assert table.count("N/A") == sum(table.count(f"|{name}") for name in unbounded)


def test_errors_are_clustered_by_table(loaded, mostly_right):
    task = "tempanswerqa_ttqa_tail"
    results = evaluate(mostly_right, task)
    samples = [s for s in results["samples"][task] if s["filter"] == "strict-match"]
    values = {sample["doc"]["id"]: sample["smape"] for sample in samples}
    asked = [question for question in loaded["ttqa_tail"] if values[question.id] is not None]
    wanted = means([values[q.id] for q in asked], [q.group for q in asked]).stderr
    naive = means([values[q.id] for q in asked], [q.id for q in asked]).stderr
    found = results["results"][task]["smape_stderr,strict-match"]
    assert found == pytest.approx(wanted.item())
    assert found != pytest.approx(naive.item())


@pytest.mark.parametrize("subset", SUBSETS)
def test_sample_tasks_ask_their_first_questions_and_need_no_data(subset):
    task, asked = f"tempanswerqa_sample_{subset}", questions.load(f"sample_{subset}")[:9]
    results = evaluate(right(asked), task, data_dir=None, limit=9)
    for rule in FILTERS:
        assert scores(results, task, rule) == RIGHT
        samples = [s["doc"] for s in results["samples"][task] if s["filter"] == rule]
        assert [*map(questions.Question.from_document, samples)] == [*asked]


def test_replies_are_saved_as_they_were_read(tmp_path):
    """Including those that are not text, and lone surrogates, which cannot be saved at all."""
    asked = mixed(questions.load("ttqa_head", SAMPLE))
    parts = [{"type": "text", "text": state(asked[0], asked[0].number)}]
    given = [parts, None, 7, {"a": 1}, [], ["None"], "None", f"{parts[0]['text']} \ud83d"]

    class Replying(RecordedLM):
        def generate_until(self, requests, disable_tqdm=False):
            return given[: len(requests)]

    results = evaluate(Replying({}), "tempanswerqa_ttqa_head", limit=len(given))
    save(dict(results), tmp_path)
    (path,) = tmp_path.rglob("samples_*.jsonl")
    texts = [saved.response for saved in read_saved(path)]
    assert texts == [parts[0]["text"], "", "", "", "", "", "None", f"{parts[0]['text']} \ufffd"]
    (run,) = read_runs(path, Library(SAMPLE))
    for rule, items in run.items.items():
        samples = [s for s in results["samples"]["tempanswerqa_ttqa_head"] if s["filter"] == rule]
        for name in LISTED:
            scores = [math.nan if s[name] is None else s[name] for s in samples]
            assert items[name].tolist() == pytest.approx(scores, nan_ok=True)


def test_results_say_what_made_them():
    task = "tempanswerqa_ttqa_head"
    first, again, other = (
        evaluate(MedianLM(), name, limit=1)["configs"][name]
        for name in (task, task, "tempanswerqa_ttqa_tail")
    )
    assert first == again
    assert " at 0x" not in json.dumps(first)  # a place in memory
    assert first["metadata"]["tempanswerqa"] == tempanswerqa.__version__
    assert first["metadata"]["extraction"] == markers.VERSION
    assert first["metadata"]["questions"] != other["metadata"]["questions"]
    assert first["metadata"]["prompts"] == other["metadata"]["prompts"]


def test_the_seed_of_a_model_makes_no_other_twins():
    """The harness merges the arguments of a model into the metadata of tasks."""
    asked = [
        tasks.dataset("twin_tot_arith", data_dir=str(SAMPLE), **seeds)["test"]["id"]
        for seeds in ({}, {"seed": 7}, {"seed": 7, "twin_seed": 7})
    ]
    assert list(asked[0]) == list(asked[1])
    assert {identity.partition("-")[0] for identity in asked[2]} == {"twin_tot_arith.7"}


def test_a_mistyped_key_of_metadata_is_refused():
    with pytest.raises(TaskError, match=r"'twin_sede'.* twin_seed"):
        tasks.dataset("sample_tot_arith", twin_sede=7)


TASK = "tempanswerqa_ttqa_head"


def test_what_was_asked_before_a_change_is_not_asked_again(tmp_path, monkeypatch):
    """The harness would find them by task, shots and tokenizer."""
    monkeypatch.setattr(cache, "PATH", str(tmp_path / "cache"))
    data = Path(shutil.copytree(SAMPLE, tmp_path / "data"))
    path = data / "questions/ttqa.csv"
    for changed in (False, True):
        found = evaluate(MedianLM(), TASK, data_dir=data, cache_requests=True, limit=3)
        prompts = [sample["arguments"][0][0] for sample in found["samples"][TASK]]
        assert {"in words?" in prompt for prompt in prompts} == {changed}
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("?", " in words?"), encoding="utf-8")
