"""Tests Test of Time: its questions and their files, and their scores through the harness."""

import csv
import json
import math
import random
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import datasets
import pytest
from cases import cased, having
from lm_eval.utils import make_table
from neighbours_support import ARITHMETIC, SEMANTIC, write_test_of_time
from support import evaluate

from tempanswerqa import metrics
from tempanswerqa.harness.aggregation import UNDEFINED
from tempanswerqa.harness.models import AnsweringLM
from tempanswerqa.metrics import scale
from tempanswerqa.metrics.means import means
from tempanswerqa.neighbours import test_of_time as tasks
from tempanswerqa.neighbours.test_of_time import answer_object, correct, parse_reference
from tempanswerqa.questions import record, sources
from tempanswerqa.questions.record import Question


@pytest.fixture(autouse=True)
def unset(monkeypatch):
    """Hide all folders except those that the tests name."""
    monkeypatch.delenv("TEST_OF_TIME_DATA", raising=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return write_test_of_time(tmp_path_factory.mktemp("test_of_time"))


@pytest.fixture(scope="module")
def released(published) -> Path:
    place = published.parent / "test_of_time"
    if not (place / "tot_arithmetic.json").is_file():
        pytest.skip(f"{place} has no tot_arithmetic.json")
    return place


@cased
def test_the_form_in_a_question(question, key, answer_format):
    assert tasks.form(question) == (key, answer_format)


@cased
def test_the_unit_of_a_label(answer_format, label, wanted):
    text = f'JSON = {{"explanation": <your steps>, "key": {answer_format}}}'
    cells = {"question": text, "label": label, "question_type": ""}
    question = tasks._question(cells, "tot_arithmetic")
    assert ([question.unit, question.number] if question.unit else None) == wanted


def test_arithmetic_questions(folder):
    loaded = tasks.load("tot_arithmetic", folder)
    assert [question.user for question in loaded] == [row["question"] for row in ARITHMETIC]
    assert [question.kind for question in loaded] == [row["question_type"] for row in ARITHMETIC]
    units = ["days", "days", "date", *["seconds"] * 4, "", "", "", ""]
    assert [question.unit for question in loaded] == units
    assert [question.group for question in loaded] == [question.id for question in loaded]
    assert len({question.id for question in loaded}) == len(loaded)
    assert loaded[-1].id == f"{loaded[-2].id}-2"  # of equal content
    for question in loaded:
        numbers = (question.number, question.centroid)
        assert all(map(math.isfinite if question.unit else math.isnan, numbers))
        assert (question.system, question.cue, question.prefill) == ("", "", "")
    laps = loaded[3:7]
    seconds = scale.scale(question.number for question in laps)
    assert [q.centroid for q in laps] == [seconds.centroid(q.number) for q in laps]


@pytest.mark.parametrize("subset", ["tot_semantic", "tot_semantic_large"])
def test_semantic_questions(folder, subset):
    loaded = tasks.load(subset, folder)
    assert [question.user for question in loaded] == [
        row["prompt"] or row["question"] for row in SEMANTIC
    ]
    assert [question.label for question in loaded] == ["1985", "3", "E2", "[1, 2]", "E1"]
    assert [question.unit for question in loaded] == ["years", "years", "", "", ""]
    first, reordered, same, other, bare = (question.group for question in loaded)
    assert first == reordered == same != other
    assert bare == loaded[-1].id


@cased
def test_files_that_cannot_be_used(tmp_path, content, facts):
    (tmp_path / "tot_arithmetic.json").write_text(content)
    with pytest.raises(record.QuestionError, match=having(facts)):
        tasks.load("tot_arithmetic", tmp_path)


def test_folders_that_are_named(folder, tmp_path, monkeypatch):
    with pytest.raises(sources.SourceError, match=r"tot_semantic\.json.*data_dir"):
        tasks.load("tot_semantic", tmp_path)
    monkeypatch.setenv("TEST_OF_TIME_DATA", str(folder))
    assert len(tasks.load("tot_arithmetic")) == len(ARITHMETIC)


def test_the_hub_is_asked_for_the_public_set(folder, monkeypatch):
    calls = []

    def load_dataset(*arguments, **options):
        calls.append((arguments, options))
        return datasets.Dataset.from_list([{**row, "sorting_type": "any"} for row in ARITHMETIC])

    monkeypatch.setattr(tasks, "load_dataset", load_dataset)
    of_hub, of_folder = tasks.load("tot_arithmetic"), tasks.load("tot_arithmetic", folder)
    assert list(map(repr, of_hub)) == list(map(repr, of_folder))  # NaN is not itself
    assert calls == [(("baharef/ToT", "tot_arithmetic"), {"split": "test"})]


def test_the_rule_finds_the_units_that_tempanswerqa_has(released, published):
    """1,016 of the 1,850 questions are in TempAnswerQA, each with its unit and answer format."""
    path = published / "questions/tot.csv"
    with path.open(newline="", encoding="utf-8-sig") as file:
        rows = [row for row in csv.DictReader(file) if row["split"] == "arithmetic"]
    wanted = {
        (row["question"], row["label"]): (row["answer_temporal_unit"], row["answer_format"])
        for row in rows
    }
    assert len(rows) == len(wanted) == 1_016
    loaded = tasks.load("tot_arithmetic", released)
    assert len(loaded) == 1_850
    assert {(q.user, q.label): (q.unit, q.answer_format) for q in loaded if q.unit} == wanted


TASKS = tuple(tasks.SPLITS)


class Answering(AnsweringLM):
    """Answers each question with the text that a function returns for it."""

    def __init__(self, answer: Callable[[Question], str]) -> None:
        super().__init__()
        self._answer = answer

    def generate_until(self, requests, disable_tqdm=False):
        return [self._answer(Question(**request.doc)) for request in requests]


def reference(question: Question) -> dict:
    if question.split == "semantic":
        return {"answer": question.label}
    return parse_reference(question.label)


def right(question: Question) -> str:
    return "JSON = " + json.dumps({"explanation": "as it is known"} | reference(question))


def as_told(question: Question) -> str:
    """Return an answer in exactly the format: with its keys, and numbers without quotes."""
    answer = reference(question)
    key, answer_format = tasks.form(question.user)
    if len(answer) == 1:
        (value,) = answer.values()
        bare = answer_format.startswith("<") and str(value).isdigit()
        answer = {key: int(value) if bare else value}
    return json.dumps({"explanation": "as told", **answer})


def scores(results: dict, task: str) -> dict[str, float]:
    return {
        key.removesuffix(",none"): value
        for key, value in results["results"][task].items()
        if key.endswith(",none") and "_stderr" not in key
    }


REPLIES = [
    '{"explanation": "e", "age": 40}',  # as asked, and not as the reference has it
    '{"explanation": "e", "answer": "12"}',
    ' "e", "date": "03/15/2020"}',  # no opening brace
    '{"H": 1, "M": 30, "S": 0}',
    '{"H": 2, "M": 40, "S": 0}',  # 9,600 seconds for 6,000
    '{"H": 1, "M": 20.0, "S": 0}',
    '{"day": "+1", "time": "01:00:00"}',
    '{"unordered_list": ["Ada", "Bo"]}',
    '{"answer": "unanswerable"}',
    '{"answer": 4}',
    "I do not know.",
]


def test_scores_by_plain_arithmetic(folder):
    """Seven of 11 replies are right; the others have `age`, a damaged, a wrong and no object."""
    loaded = tasks.load("tot_arithmetic", folder)
    by_id = dict(zip([question.id for question in loaded], REPLIES, strict=True))
    model = Answering(lambda question: by_id[question.id])
    shown = scores(evaluate(model, "tot_arithmetic", data_dir=folder), "tot_arithmetic")
    # Labels in seconds: 4,800, 5,400 and 6,000, of which the second is the centroid, and 90,000.
    by_hand = {
        "acc": 7 / 11,
        "acc_repaired": 8 / 11,
        "acc_add_subtract": 0,
        "acc_compare": 1,
        "acc_duration": 1 / 2,
        "acc_multi_op": 2 / 3,
        "acc_schedule": 1 / 2,
        "acc_timezone": 1,
        "acc_trick": 1,
        "exact_match": 6 / 7,
        "within_one": 6 / 7,
        "smape": 100 * 3_600 / 15_600 / 6,  # not of the date
        "mase": 3_600 / 600 / 7,
        "parsed": 1,
    }
    assert shown | by_hand == pytest.approx(shown)


def test_errors_and_groups(folder):
    chance = random.Random(3)
    model = Answering(lambda question: right(question) if chance.random() < 0.5 else "no")
    results = evaluate(model, "test_of_time", data_dir=folder)
    rows = results["results"]
    shown = scores(results, "test_of_time")
    assert shown.keys() >= {"acc", "acc_repaired", "exact_match", "smape"}
    for name, mean in shown.items():
        parts = [rows[task][f"{name},none"] for task in TASKS]
        if UNDEFINED not in parts:
            assert mean == pytest.approx(sum(parts) / 3)
    items = results["samples"]["tot_semantic"]
    wanted = means([item["acc"] for item in items], [item["doc"]["group"] for item in items])
    error = wanted.stderr.item()
    assert rows["tot_semantic"]["acc_stderr,none"] == pytest.approx(error)
    assert f"±  |{error:.4f}" in make_table(results)


@pytest.mark.slow
def test_right_answers_to_released_questions(released):
    """All 1,850 answers are right; formats followed to the letter score lower."""
    task = "tot_arithmetic"
    shown = scores(evaluate(Answering(right), task, data_dir=released), task)
    assert {shown[name] for name in shown if name.startswith("acc")} == {1}
    assert (shown["parsed"], shown["smape"]) == (1, 0)
    assert shown["exact_match"] == pytest.approx(1_014 / 1_016)  # two labels put the day first
    loaded = tasks.load(task, released)
    scored = [tasks.process_results(asdict(question), [as_told(question)]) for question in loaded]
    # 50 ask for `age`, 100 for a misspelt key, and 105 for a number where the label has text
    assert sum(each["acc"] for each in scored) == 1_850 - 50 - 100 - 105
    assert sum(each["acc_repaired"] for each in scored) == 1_850 - 100 - 105
    assert metrics.mean(each["acc_duration"] for each in scored) == 50 / 200


@pytest.mark.parametrize(("mark", "metadata"), [("</think>", {}), ("@@", {"think_end": "@@"})])
def test_only_what_follows_thinking_counts(folder, mark, metadata):
    """An object in the thinking would come first."""
    draft = '{"answer": "a draft"} '
    for end, expected in ((mark, 1), ("", 0)):
        model = Answering(lambda question, end=end: draft + end + right(question))
        shown = evaluate(model, *TASKS[:2], data_dir=folder, metadata=metadata)
        for task in TASKS[:2]:
            assert scores(shown, task)["acc"] == expected


@cased
def test_the_first_object(text, wanted):
    assert answer_object(text) == wanted
    assert answer_object('{"answer": ' + "9" * 5_000 + "}") is None


def test_the_explanation_is_dropped_and_nothing_else():
    assert answer_object('{"explanation": "e", "H": 1, "M": 2}') == {"H": 1, "M": 2}
    assert answer_object('{"Explanation": "e"}') == {"Explanation": "e"}
    assert answer_object(None) is None is answer_object("no")


@cased
def test_arithmetic_compares_objects(reply, reference, right):
    assert correct(reply, reference, "arithmetic") is right


@cased
def test_semantic_compares_text(reply, reference, right):
    assert correct(reply, reference, "semantic") is right


def test_references_that_are_no_dict_are_refused():
    for reference in ("Monday", "[1]", "", "{'a':", "(" * 100_000, "{[]: 1}"):
        with pytest.raises(ValueError, match="reference"):
            parse_reference(reference)


@pytest.mark.parametrize("piece", ["{", '{"', '{"a":x', "{ ", '{":":"', '{"\\"', '{"a', "}"])
def test_an_object_is_found_behind_broken_ones(piece):
    assert answer_object(piece * 40 + ' {"answer": 3}') == {"answer": 3}
    assert answer_object(piece * (1_000_000 // len(piece))) is None


def test_deep_nesting_is_no_answer():
    for depth in (400, 900, 990, 1_000, 20_000):
        nested = "[" * depth + "]" * depth
        assert not correct(f'{{"answer": {nested}}}', {"answer": 1}, "arithmetic")
    assert answer_object('{"a":' * 20_000 + "1" + "}" * 20_000) is None
