"""Tests the search for the question of a saved response."""

import csv
import shutil
from pathlib import Path

import pytest
from cases import cased
from own_support import make
from scored import cells, write_table
from support import SAMPLE

from tempanswerqa import questions
from tempanswerqa.metrics import scale
from tempanswerqa.questions import own, record
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.saved_responses import Saved


@pytest.fixture(scope="module")
def library() -> Library:
    return Library(SAMPLE)


def saved(identity: str = "", *content: str) -> Saved:
    return Saved(0, "a response", identity, content)


@pytest.mark.parametrize("subset", questions.SUBSETS)
def test_by_id_and_by_content(library, subset):
    for question in library.part(subset).questions.values():
        assert library.find(saved(question.id)) == question
        assert library.find(saved("", question.user, question.label)) == question
        assert library.find(saved(f"{subset}-of-another-time", question.user)) == question


def test_by_the_question_alone_but_not_if_it_is_unknown(library):
    table = next(iter(library.part("ttqa_head").questions.values()))
    asked = table.user.split("\n\n\nA: ")[0].split("\n")[-1]
    assert asked.endswith("?")
    assert library.find(saved("", asked)) == table
    reckoned = next(iter(library.part("tot_arith").questions.values()))
    assert library.find(saved("", f"{reckoned.user} {reckoned.system}")) == reckoned
    for unknown in (saved("tot_arith-000000000000"), saved("", "What is the time?"), saved()):
        assert library.find(unknown) is None


def test_scales_are_published_only_if_all_of_a_subset_are(library, monkeypatch):
    assert library.part("ttqa_head").scale_method == scale.COMPUTED
    units = {}
    for question in (*questions.load("ttqa_head", SAMPLE), *questions.load("ttqa_tail", SAMPLE)):
        units.setdefault(question.unit, []).append(question.number)
    keys = [scale.digest(sorted(numbers)) for numbers in units.values()]
    assert len(keys) > 1
    for position, key in enumerate(keys, 1):
        monkeypatch.setitem(scale.PUBLISHED, key, [[1e12, 0.0]])
        expected = scale.CARRIED if position == len(keys) else scale.COMPUTED
        assert Library(SAMPLE).part("ttqa_head").scale_method == expected


def test_a_question_asked_twice_is_found_with_its_label_alone(library, tmp_path):
    folder = Path(shutil.copytree(SAMPLE, tmp_path / "data"))
    table = cells(folder / "questions/ttqa.csv")
    row = next(row for row in table if row["answer_temporal_unit"] == "years")
    first = library.part(f"ttqa_{row['split']}").questions[record.question_id(row)]
    with (folder / "questions/ttqa.csv").open("a", newline="", encoding="utf-8") as file:
        csv.writer(file).writerow((row | {"label": "777"}).values())
    doubled = Library(folder)
    assert doubled.find(saved("", first.user)) is None
    assert doubled.find(saved("", first.user, first.label)).id == first.id


@pytest.mark.usefixtures("forgetting")
def test_an_id_of_a_users_table_finds_its_question_unless_two_tables_have_it(tmp_path):
    rows = "id,question,answer,unit\nq1,How long?,3,days\nq2,How long?,3,days\n"
    (tmp_path / "table.csv").write_text(rows)
    for name in ("mine", "other"):
        own.include(make(tmp_path / name, name, table=tmp_path / "table.csv"))
        question = Library(SAMPLE).find(saved("q2"))
        assert (question and question.id) == ("mine-q2" if name == "mine" else None)


@pytest.mark.usefixtures("forgetting")
@pytest.mark.parametrize("style", ["line", "json"])
@cased
def test_a_users_question_of_several_lines_or_with_outer_spaces(tmp_path, style, asked, key):
    rows = [{"question": asked, "answer": "3", "unit": "days", "context": "Notes"}]
    table = write_table(tmp_path / "a.csv", rows)
    (part,) = own.include(make(tmp_path / "mine", "mine", "--style", style, table=table))
    (question,) = questions.load(part.name)
    assert Library(SAMPLE).find(saved("", key)) == question


@pytest.mark.usefixtures("forgetting")
def test_unknown_answers_leave_the_digest_of_the_scales_as_it_is(tmp_path):
    """They have no centroid, and NaN cannot be ordered."""
    scales = set()
    for name, more in (("mine", 0), ("other", 6)):
        table = tmp_path / f"{name}.csv"
        rows = (f"How long {at}?,{at if at < 6 else 'none'},days\n" for at in range(6 + more))
        table.write_text("question,answer,unit\n" + "".join(rows))
        (part,) = own.include(make(tmp_path / name, name, table=table))
        scales.add(Library().part(part.name).scale)
    assert len(scales) == 1
