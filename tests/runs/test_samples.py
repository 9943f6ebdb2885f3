"""Runs with several responses to each question, however they were saved."""

import csv
import itertools
import json
import statistics
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest
from scored import cells, score, write_lines
from support import SAMPLE, evaluate, save, state

from tempanswerqa import cli, metrics, questions
from tempanswerqa.harness.models import RecordedLM
from tempanswerqa.metrics import clustered_stderr, sampling
from tempanswerqa.metrics.scores import listed
from tempanswerqa.questions.record import question_id
from tempanswerqa.runs.scoring import FILTERS

pytestmark = pytest.mark.usefixtures("sampled")
TASK = "tempanswerqa_tot_arith"


@cache
def asked() -> list[questions.Question]:
    """Return the questions of arithmetic."""
    return questions.load("tot_arith", SAMPLE)


SAID = list(itertools.islice(itertools.cycle([(0, 0, 0, 0), (0, 2, 2, None), (1, 0, 4, 9)]), 30))
"""The errors of the four responses to each question, in days for dates; None for no answer."""
STRICT = "strict-match"


def given() -> dict[str, list[str]]:
    """Return the responses to each question."""
    day = {"date": 86_400}
    return {
        q.id: ["?" if n is None else state(q, q.number + n * day.get(q.unit, 1)) for n in own]
        for q, own in zip(asked(), SAID, strict=True)
    }


def rows(order) -> list[dict]:
    return [{"id": name, "response": text} for name, text in order]


def lists(folder: Path) -> list[Path]:
    lines = [{"doc": {"id": i}, "resps": [own], "filter": "f"} for i, own in given().items()]
    return [write_lines(folder / "run.jsonl", lines)]


def question_by_question(folder: Path) -> list[Path]:
    order = [(name, text) for name, own in given().items() for text in own]
    return [write_lines(folder / "run.jsonl", rows(order))]


def epochs(folder: Path) -> list[Path]:
    order = [(name, own[n]) for n in range(4) for name, own in given().items()]
    return [write_lines(folder / "run.jsonl", rows(order))]


def table(folder: Path) -> list[Path]:
    known = [row for row in cells(SAMPLE / "questions/tot.csv") if row["split"] == "arithmetic"]
    with (folder / "run.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, [*known[0], "response"])
        writer.writeheader()
        for row in known:
            writer.writerows(row | {"response": text} for text in given()[question_id(row)])
    return [folder / "run.csv"]


def files(folder: Path) -> list[Path]:
    return [
        write_lines(folder / f"{n}.jsonl", rows((i, own[n]) for i, own in given().items()))
        for n in range(4)
    ]


FORMS = {form.__name__: form for form in (lists, question_by_question, epochs, table, files)}


def summaries(capsys, paths, *options) -> list[dict]:
    joined = ("--join", "run") if len(paths) > 1 else ()
    code, found, told = score(capsys, *paths, *joined, *options)
    assert (code, told) == (0, "")
    return found


@pytest.fixture
def found(capsys, tmp_path) -> dict:
    (strict, _) = summaries(capsys, lists(tmp_path))
    return strict


def test_scores_by_plain_arithmetic(found):
    """A third of the questions has each of the three patterns."""
    by_question = [1, 1 / 4, 1 / 4] * 10
    assert found["exact_match"] == pytest.approx(statistics.mean(by_question))
    error = clustered_stderr(by_question, [question.group for question in asked()])
    assert found["stderr"]["exact_match"] == pytest.approx(error)
    assert found["parsed"] == pytest.approx((1 + 3 / 4 + 1) / 3)
    assert (found["n"], found["repeated"], found["missing"]) == (30, 0, 0)
    own = found["samples"]
    assert own["k"] == 4
    assert own["exact_match_median"] == pytest.approx(1 / 3)  # 0, 2 and, of all different, 1
    assert own["within_one_median"] == pytest.approx(2 / 3)
    assert own["exact_match_best"] == 1
    assert own["disagree"] == pytest.approx(2 / 3)
    within = (20 * statistics.variance([1, 0, 0, 0]) / 4) ** 0.5 / 30
    assert own["stderr_within"]["exact_match"] == pytest.approx(within)
    assert own["stderr_between"]["exact_match"] == pytest.approx((error**2 - within**2) ** 0.5)
    assert own["share_within"]["exact_match"] == pytest.approx((within / error) ** 2)
    apart = {"pair": (0 + 2 + 2) / 3, "other": (1 + 3 + 8 + 4 + 9 + 5) / 6}
    for unit in {question.unit for question in asked()}:
        pairs = zip(asked(), itertools.cycle(["", "pair", "other"]), strict=False)
        expected = [apart[kind] for question, kind in pairs if kind and question.unit == unit]
        assert own[f"spread_{unit}"] == pytest.approx(statistics.median(expected))


@pytest.mark.parametrize("how", [
    "", "median", *(pytest.param(how, marks=pytest.mark.slow) for how in ("first", "mean")),
])  # fmt: skip
def test_all_ways_to_save_them_read_the_same(capsys, tmp_path, how):
    options = ("--samples", how) if how else ()
    told = []
    for name, form in FORMS.items():
        (tmp_path / name).mkdir()
        told.append(summaries(capsys, form(tmp_path / name), *options))
    assert all(one == told[0] for one in told)


def test_what_counts_is_signed_and_not_ranked_with_others(capsys, tmp_path):
    (path,) = lists(tmp_path)
    first, mean, median = (
        summaries(capsys, [path], "--samples", how)[0] for how in ("first", "mean", "median")
    )
    signed = [one["signature"].get("samples") for one in (first, mean, median)]
    assert signed == [None, "mean", "median-of-4"]
    assert (first["exact_match"], "samples" in first) == (pytest.approx(2 / 3), False)
    assert median["exact_match"] == mean["samples"]["exact_match_median"] == pytest.approx(1 / 3)
    for name, metric in metrics.METRICS.items():
        if metric.bounded:
            own = median["samples"]
            assert own[f"{name}_median"] == median[name]
            assert own["intervals"][f"{name}_median"] == median["intervals"][name]
    lone = write_lines(tmp_path / "one/lone.jsonl", rows((i, own[0]) for i, own in given().items()))
    _, _, told = score(capsys, path, lone)
    assert told.count("differ in samples; do not rank them") == 2
    _, _, told = score(capsys, path, lone, "--samples", "first")
    assert "NOT COMPARABLE" not in told


@pytest.mark.slow
def test_the_harness_has_the_same_scores(capsys, tmp_path):
    options = {"metadata": {"repeats": 4}, "gen_kwargs": "do_sample=true,temperature=0.6"}
    results = evaluate(RecordedLM(given()), TASK, **options)
    save(dict(results), tmp_path)
    _, found, _ = score(capsys, tmp_path)
    for record in found:
        own = {key.partition(",")[0]: value for key, value in results["results"][TASK].items()
               if key.endswith(record["filter"])}  # fmt: skip
        told = record["samples"]
        names = {*metrics.METRICS, *sampling.declared({q.unit for q in asked()})}
        assert {*listed()} < own.keys()
        for name in names & own.keys():
            metric = name.removesuffix(sampling.WITHIN)
            rescored = record.get(name, told.get(name, told["stderr_within"].get(metric)))
            assert own[name] == ("N/A" if rescored is None else pytest.approx(rescored)), name
        for name in ("exact_match", "smape"):
            assert own[f"{name}_stderr"] == pytest.approx(record["stderr"][name])
            median = told["stderr"][f"{name}_median"]
            assert own[f"{name}_median_stderr"] == pytest.approx(median)
    assert cli.main(["score", str(tmp_path), "--output_path", str(tmp_path / "again")]) == 0
    capsys.readouterr()
    assert score(capsys, tmp_path / "again")[1] == found
    (path,) = (tmp_path / "again").rglob("results_*")
    own = json.loads(path.read_text())["results"][TASK]
    assert own["exact_match_median,strict-match"] == found[0]["samples"]["exact_match_median"]


@pytest.mark.parametrize("stated", [None, 2])
def test_responses_with_which_processes_fill_up_do_not_count(capsys, tmp_path, stated):
    """The number in the results file decides, else the one that all questions have."""
    name = f"{TASK}_2026-01-01T00-00-00.000001"
    filled = {i: own[:2] for i, own in given().items()} | {asked()[-1].id: given()[asked()[-1].id]}
    lines = [{"doc": {"id": i}, "resps": [own], "filter": "f"} for i, own in filled.items()]
    write_lines(tmp_path / f"samples_{name}.jsonl", lines)
    if stated:
        results = {"model_name": "m", "configs": {TASK: {"repeats": stated}}}
        (tmp_path / f"results_{name.removeprefix(TASK)[1:]}.json").write_text(json.dumps(results))
    _, (found, _), told = score(capsys, tmp_path)
    assert (found["samples"]["k"], told) == (2, "")
    assert found["exact_match"] == pytest.approx((1 + 1 / 2 + 1 / 2) / 3)


def test_an_answer_that_was_saved_twice_is_no_sample_unless_asked_for(capsys, tmp_path):
    answers = [(name, own[0]) for name, own in given().items()]
    path = write_lines(
        tmp_path / "run.jsonl", rows([*answers, (asked()[1].id, given()[asked()[1].id][3])])
    )
    _, (found, _), told = score(capsys, path)
    assert (found["repeated"], found["exact_match"]) == (1, pytest.approx(2 / 3))
    assert "1 repeated (the first answer counts)" in told
    _, (found, _), told = score(capsys, path, "--samples", "mean")
    assert (found["repeated"], found["samples"]["k"], told) == (0, "1-2", "")
    assert found["exact_match"] == pytest.approx((20 - 1 / 2) / 30)
    within = statistics.variance([1, 0])  # of one response, as of all others
    error = (within / 2 + 29 * within) ** 0.5 / 30
    assert found["samples"]["stderr_within"]["exact_match"] == pytest.approx(error)


def test_items_have_their_sample(capsys, tmp_path):
    (path,) = lists(tmp_path)
    lone = write_lines(tmp_path / "lone.jsonl", rows((i, own[0]) for i, own in given().items()))
    score(capsys, path, "--items", tmp_path / "items.csv")
    own = cells(tmp_path / "items.csv")
    assert [item["sample"] for item in own] == ["1", "2", "3", "4"] * 30 * len(FILTERS)
    assert [*own[0]][4:7] == ["id", "sample", "filter"]
    right = [float(item["exact_match"]) for item in own[:120]]
    assert statistics.mean(right) == pytest.approx((1 + 1 / 4 + 1 / 4) / 3)
    score(capsys, lone, path, "--items", tmp_path / "both.csv")
    both = cells(tmp_path / "both.csv")
    assert [item["sample"] for item in both[:60]] == ["1"] * 60
    assert both[60:] == own
    score(capsys, lone, "--items", tmp_path / "lone.csv")
    assert both[:60] == [{**item, "sample": "1"} for item in cells(tmp_path / "lone.csv")]
    score(capsys, path, "--items", tmp_path / "voted.csv", "--samples", "median")
    voted = cells(tmp_path / "voted.csv")[:3]
    assert [item["sample"] for item in voted] == ["1", "2", "1"]


@pytest.mark.parametrize("style", ["table", "markdown", "latex", "csv"])
def test_styles_show_how_samples_differ(capsys, tmp_path, style):
    assert cli.main(["score", str(lists(tmp_path)[0]), "--format", style]) == 0
    shown = capsys.readouterr().out.replace("\\_", "_")
    if style == "csv":
        row = next(csv.DictReader(shown.splitlines()))
        assert (row["samples"], row["exact_match_best"]) == ("4", "1.0")
        assert float(row["exact_match_share_within"]) > 0
    else:
        assert "median" in shown
        assert "sampling" in shown


def test_samples_are_compared_by_question(capsys, tmp_path):
    (path,) = lists(tmp_path)
    lone = write_lines(tmp_path / "lone.jsonl", rows((i, own[0]) for i, own in given().items()))
    assert cli.main(["compare", str(path), str(lone), "--format", "json"]) == 0
    row = next(r for r in json.loads(capsys.readouterr().out) if r["metric"] == "exact_match")
    differences = [0, 1 / 4 - 1, 1 / 4 - 0] * 10
    assert row["n"] == 30
    assert row["difference"] == pytest.approx(statistics.mean(differences))
    error = clustered_stderr(differences, [question.group for question in asked()])
    assert row["difference_stderr"] == pytest.approx(error)


def write_run(folder: Path, n: int, day: int, texts: Mapping[str, str], **settings) -> None:
    """Save samples of the harness, drawn with seed `n`."""
    folder.mkdir(exist_ok=True)
    date = f"2026-01-{day:02}T00-00-00.000001"
    config = {"model": "hf", "model_args": {"pretrained": "m"}, "torch_seed": n}
    generation = {"do_sample": True, "temperature": 0.6, "until": []} | settings
    results = {
        "model_name": "m", "config": config, "n-shot": {TASK: 0},
        "configs": {TASK: {"generation_kwargs": generation, "repeats": 1}},
    }  # fmt: skip
    (folder / f"results_{date}.json").write_text(json.dumps(results))
    lines = [{"doc": {"id": i}, "resps": [[text]], "filter": "f"} for i, text in texts.items()]
    write_lines(folder / f"samples_{TASK}_{date}.jsonl", lines)


def test_files_that_differ_in_their_seeds_alone_are_one_run(capsys, tmp_path, found):
    for n in range(4):
        write_run(tmp_path / "seeds", n, n + 1, {i: own[n] for i, own in given().items()})
    _, (joined, _), told = score(capsys, tmp_path / "seeds")
    assert (joined["model"], told) == ("m", "")
    named = ("model", "prompting")
    assert {k: joined[k] for k in joined if k not in named} == {
        k: found[k] for k in found if k not in named
    }
    board = tmp_path / "board"
    assert cli.main(["leaderboard", str(tmp_path / "seeds"), "--out", str(board)]) == 0
    shown = json.loads((board / "leaderboard.json").read_text())["rows"]
    assert [row["samples"]["k"] for row in shown if row["source"] == "evaluated"] == [4, 4]
    assert "left out" not in capsys.readouterr().err


@pytest.mark.parametrize("settings", [{"temperature": 0.9}, {"do_sample": False, "temperature": 0}])
def test_files_with_other_settings_or_without_sampling_are_runs_of_their_own(
    capsys, tmp_path, settings
):
    first = {i: own[0] for i, own in given().items()}
    greedy = settings if "do_sample" in settings else {}
    write_run(tmp_path / "runs", 1, 1, first, **greedy)
    write_run(tmp_path / "runs", 2, 2, first, **settings)
    _, found, _ = score(capsys, tmp_path / "runs")
    assert len(found) == 4
    assert not any("samples" in one for one in found)


def test_a_bundle_holds_one_response_to_each_question(capsys, tmp_path):
    write_run(tmp_path / "run", 1, 1, {})
    (path,) = (tmp_path / "run").glob("samples_*")
    (results,) = (tmp_path / "run").glob("results_*")
    stated = json.loads(results.read_text())
    stated["configs"][TASK]["repeats"] = 4
    results.write_text(json.dumps(stated))
    lines = [{"doc": {"id": i}, "resps": [own], "filter": "f"} for i, own in given().items()]
    write_lines(path, lines)
    assert cli.main(["pack", str(tmp_path / "run"), "--out", str(tmp_path / "b.json")]) == 1
    assert "has 4 responses to a question, and a bundle holds one" in capsys.readouterr().err
