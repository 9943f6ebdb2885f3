"""Finding the question of a saved response."""

import csv
import shutil
from pathlib import Path

import pytest

from tempanswerqa import questions, sources
from tempanswerqa.catalog import SAMPLE, Catalog
from tempanswerqa.recorded import Saved


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return Catalog(sample=True)


def saved(identity: str = "", *content: str) -> Saved:
    return Saved(0, "a response", identity, content)


@pytest.mark.parametrize("subset", questions.SUBSETS)
def test_by_id_and_by_content(catalog, subset):
    for question in catalog.part(subset).questions.values():
        assert catalog.find(saved(question.id)) == question
        assert catalog.find(saved("", question.user, question.label)) == question
        assert catalog.find(saved(f"{subset}-of-another-time", question.user)) == question


def test_by_the_question_alone(catalog):
    table = next(iter(catalog.part("ttqa_head").questions.values()))
    asked = table.user.split("\n\n\nA: ")[0].split("\n")[-1]
    assert asked.endswith("?")
    assert catalog.find(saved("", asked)) == table
    reckoned = next(iter(catalog.part("tot_arith").questions.values()))
    assert catalog.find(saved("", f"{reckoned.user} {reckoned.system}")) == reckoned


def test_what_is_unknown_or_ambiguous_is_not_found(catalog, tmp_path):
    assert catalog.find(saved("tot_arith-000000000000")) is None
    assert catalog.find(saved("", "What is the time?")) is None
    assert catalog.find(saved()) is None


def test_a_question_asked_twice_is_found_with_its_label_alone(catalog, tmp_path):
    folder = Path(shutil.copytree(SAMPLE, tmp_path / "data"))
    first = next(iter(catalog.part("ttqa_head").questions.values()))
    with (folder / "questions/ttqa.csv").open(newline="", encoding="utf-8") as file:
        header, row, *_ = csv.reader(file)
    row[header.index("label")] = "77"
    with (folder / "questions/ttqa.csv").open("a", newline="", encoding="utf-8") as file:
        csv.writer(file).writerow(row)
    doubled = Catalog(folder)
    assert doubled.find(saved("", first.user)) is None
    assert doubled.find(saved("", first.user, first.label)).id == first.id


def test_a_missing_file_is_looked_for_once(tmp_path, monkeypatch):
    catalog = Catalog(tmp_path)
    with pytest.raises(sources.SourceError):
        catalog.part("tot_arith")
    monkeypatch.setattr(sources, "locate", lambda *_: pytest.fail("asked again"))
    with pytest.raises(sources.SourceError):
        catalog.part("tot_semantic")
    assert Catalog(sample=True).prefix == "tempanswerqa_sample_"


def test_content_is_sought_among_the_files_that_are_there(tmp_path):
    (tmp_path / "questions").mkdir()
    shutil.copy(SAMPLE / "questions/tot.csv", tmp_path / "questions")
    question = questions.load("tot_semantic", tmp_path)[0]
    assert Catalog(tmp_path).find(saved("", question.user, question.label)) == question
