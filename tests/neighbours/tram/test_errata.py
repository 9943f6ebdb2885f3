"""Tests the errata of made-up archives: released answers that are wrong or spoiled."""

from tram_support import table, write_archive

from benchmarks.tram_errata.__main__ import write
from tempanswerqa.neighbours.tram import errata

YEAR = "Name the year 27 years before 1731?"
CHOICE = {"Question": YEAR, "Option A": "1704", "Option B": "1705", "Category": "Facts"}
MONTH = {"Question": "When is it 21 years and 11 months after July 1951?", "Category": "Facts"}


def test_listed(archives, tmp_path, monkeypatch):
    for name in ("duration", "frequency"):
        (tmp_path / f"{name}.zip").write_bytes((archives / f"{name}.zip").read_bytes())
    choices = CHOICE | {"Answer": "B"}, CHOICE | {"Option A": "1703", "Answer": "B"}
    members = {
        "arithmetic_mcq.csv": table([*choices, CHOICE | {"Answer": "A", "Option B": "1706"}]),
        "arithmetic_saq.csv": table([MONTH | {"Answer": "Jun-73"}]),
    }
    write_archive(tmp_path, "arithmetic.zip", members)
    monkeypatch.setattr(errata, "FILE", tmp_path / "errata.csv")
    write(errata.FILE, tmp_path)
    wrong, wholly_wrong, spoiled, *others = errata.listed(tmp_path)
    told = ("Facts", "wrong", "(B) 1705", "(A) 1704", YEAR)
    assert wrong[:1] + wrong[2:] == ("arithmetic_mcq", *told)
    assert wholly_wrong.computed == "none of them"
    assert spoiled[:1] + spoiled[3:6] == ("arithmetic_saq", "spoiled", "Jun-73", "June 1973")
    assert [row.table for row in others] == ["duration_saq", "frequency_saq"]
    shipped = errata.FILE.read_text(encoding="utf-8")
    assert not any(text in shipped for text in ("Name the", "1705"))


def test_nothing_is_said_of_questions_that_were_not_checked(archives):
    found = errata.listed(archives)
    assert {row.table for row in found} <= {"arithmetic_saq", "duration_saq", "frequency_saq"}
    assert {row.computed for row in found} <= {""}
