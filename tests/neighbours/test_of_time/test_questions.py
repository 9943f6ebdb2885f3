"""Tests questions of Test of Time: their answers, their units and their files."""

import csv
import math
from pathlib import Path

import datasets
import pytest
from cases import cased, having
from neighbours_support import ARITHMETIC, SEMANTIC, write_test_of_time

from tempanswerqa.metrics import scale
from tempanswerqa.neighbours.test_of_time import questions as public
from tempanswerqa.questions import record, sources


@pytest.fixture(autouse=True)
def unset(monkeypatch):
    """Hide all folders but those that the tests name."""
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
    assert public.form(question) == (key, answer_format)


@cased
def test_the_unit_of_a_label(answer_format, label, wanted):
    text = f'JSON = {{"explanation": <your steps>, "key": {answer_format}}}'
    cells = {"question": text, "label": label, "question_type": ""}
    question = public._question(cells, "tot_arithmetic")
    assert ([question.unit, question.number] if question.unit else None) == wanted


def test_arithmetic_questions(folder):
    loaded = public.load("tot_arithmetic", folder)
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
    loaded = public.load(subset, folder)
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
        public.load("tot_arithmetic", tmp_path)


def test_folders_that_are_named(folder, tmp_path, monkeypatch):
    with pytest.raises(sources.SourceError, match=r"tot_semantic\.json.*data_dir"):
        public.load("tot_semantic", tmp_path)
    monkeypatch.setenv("TEST_OF_TIME_DATA", str(folder))
    assert len(public.load("tot_arithmetic")) == len(ARITHMETIC)


def test_the_hub_is_asked_for_the_public_set(folder, monkeypatch):
    calls = []

    def load_dataset(*arguments, **options):
        calls.append((arguments, options))
        return datasets.Dataset.from_list([{**row, "sorting_type": "any"} for row in ARITHMETIC])

    monkeypatch.setattr(datasets, "load_dataset", load_dataset)
    of_hub, of_folder = public.load("tot_arithmetic"), public.load("tot_arithmetic", folder)
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
    loaded = public.load("tot_arithmetic", released)
    assert len(loaded) == 1_850
    assert {(q.user, q.label): (q.unit, q.answer_format) for q in loaded if q.unit} == wanted
