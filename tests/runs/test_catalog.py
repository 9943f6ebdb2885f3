"""Tests the search for the question of a saved response."""

import csv
import pickle
import shutil
from pathlib import Path

import pytest
from own_support import make
from scored import cells, write_table
from support import SAMPLE

from tempanswerqa import limits, questions
from tempanswerqa.fresh import bank
from tempanswerqa.metrics import scale
from tempanswerqa.questions import draws, own, record, sources
from tempanswerqa.questions.draws import LEVELS, Draw
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.saved_responses import RecordedError, Saved
from tempanswerqa.runs.scoring import read_runs


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
    draw = Draw("ttqa_head", "easy", 1, 1)
    assert Library().part("ttqa_head", draw).scale_method == scale.CARRIED


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


def test_a_missing_file_is_looked_for_once(tmp_path, monkeypatch):
    library = Library(tmp_path)
    with pytest.raises(sources.SourceError):
        library.part("tot_arith")
    monkeypatch.setattr(sources, "locate", lambda *_: pytest.fail("asked again"))
    with pytest.raises(sources.SourceError):
        library.part("tot_semantic")


@pytest.mark.parametrize(("level", "n"), [
    ("medium", 12), *(pytest.param(level, 250, marks=pytest.mark.slow) for level in LEVELS)
])  # fmt: skip
@pytest.mark.parametrize("subset", questions.SUBSETS)
def test_fresh_questions_are_found_by_their_id_and_need_no_data(tmp_path, subset, level, n):
    library = Library(tmp_path)
    asked = bank.load(Draw(subset, level, n, 3))
    found = [library.find(saved(question.id)) for question in asked[::-1]]
    assert found[::-1] == asked
    assert Library(tmp_path).find(saved(asked[7].id)) == asked[7]
    assert library.find(saved(f"{asked[0].id[:-12]}{'0' * 12}")) is None  # of another version
    assert library.find(saved("", asked[0].user)) is None


def test_parts_of_fresh_questions_grow(monkeypatch):
    library = Library()
    draw, larger, whole = (Draw("tot_semantic", "easy", n, 4) for n in (3, 5, draws.SIZE))
    few, more = (library.part("tot_semantic", own) for own in (draw, larger))
    assert list(few.questions) == list(more.questions)[:3]
    assert list(more.questions.values()) == bank.load(larger)
    assert (few.draw, more.draw) == (draw, larger)
    assert few.checksum != more.checksum
    assert few.scale == more.scale
    assert library.part("tot_semantic", larger) == more
    monkeypatch.setattr(bank, "drawn", lambda *_: pytest.fail("drawn again"))
    assert len(library.part("tot_semantic", whole).questions) == draws.SIZE
    copy = pickle.loads(pickle.dumps(library))
    with pytest.raises(pytest.fail.Exception):  # it draws in its own process
        copy.part("tot_semantic", draw)


def test_a_library_forgets_draws_when_it_holds_many(monkeypatch):
    monkeypatch.setattr(limits, "KEPT", 6)
    library = Library()
    for seed in range(9):
        part = library.part("ttqa_head", Draw("ttqa_head", "easy", 3, seed))
        assert len(part.questions) == 3
    assert sum(len(known) for known, _ in library._drawn.values()) <= 9


def test_an_id_far_behind_in_its_draw_is_unknown_and_draws_nothing(monkeypatch):
    monkeypatch.setattr(bank, "drawn", None)
    name = f"fresh_ttqa_head.easy.1.{limits.QUESTIONS}-000000000000"
    assert Library().find(saved(name)) is None


@pytest.mark.parametrize("names", [
    ["fresh_tot_semantic.huge.1.9999-000000000000"],
    [f"fresh_tot_arith.easy.{seed}.299-000000000000" for seed in range(9)],
], ids=["far behind", "many draws"])  # fmt: skip
def test_a_small_file_draws_few_questions(tmp_path, monkeypatch, names):
    (question,) = bank.load(Draw("tot_arith", n=1))
    drawn = []

    def count(draw):
        for number in range(draw.n):
            drawn.append(number)
            yield question

    monkeypatch.setattr(bank, "drawn", count)
    path = tmp_path / "model.jsonl"
    path.write_text("".join(f'{{"id": "{name}", "response": "3"}}\n' for name in names))
    with pytest.raises(RecordedError):
        read_runs(path, Library(tmp_path))
    most = limits.DRAWN_ANYWAY + path.stat().st_size // limits.DRAWN_BYTES
    assert len(drawn) <= most


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
@pytest.mark.parametrize(("asked", "key"), [
    ("It began in May.\nWhen did it end?", "It began in May.\nWhen did it end?"),
    ("It began in May.\nWhen did it end?", "It began in May. When did it end?"),
    ("  When did it end? ", "When did it end?"), ("When did it end?", " When  did it end?\n"),
])  # fmt: skip
def test_a_users_question_of_several_lines_or_with_outer_spaces(tmp_path, style, asked, key):
    rows = [{"question": asked, "answer": "3", "unit": "days", "context": "Notes"}]
    table = write_table(tmp_path / "a.csv", rows)
    (part,) = own.include(make(tmp_path / "mine", "mine", "--style", style, table=table))
    (question,) = questions.load(part.name)
    assert Library(SAMPLE).find(saved("", key)) == question
