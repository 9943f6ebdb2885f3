"""Tests tables as files and cells."""

import csv
import io
import math

import pytest

from tempanswerqa.reports.page.table import Column, Table, ordered
from tempanswerqa.text import visible

COLUMNS = (
    Column("name", "name"),
    Column("share", "share %", 100, 1, interval=True),
    Column("n", "n", digits=0),
)
ROWS = [
    {"name": "a|b <i>\u202e_$%&", "share": 0.12345, "share_low": 0.1, "share_high": 0.2, "n": 3},
    {"name": "none", "share": None, "share_low": None, "share_high": None, "n": math.nan},
    {"name": "one", "share": 0.5, "share_low": math.nan, "share_high": math.nan, "n": 1},
]
TABLE = Table("a_table", "A table", "Read it.", COLUMNS, ROWS)


def test_csv_has_the_numbers_as_they_are():
    rows = list(csv.DictReader(io.StringIO(TABLE.render("csv"))))
    assert list(rows[0]) == ["name", "share", "share_low", "share_high", "n"]
    assert [row["share"] for row in rows] == ["0.12345", "", "0.5"]
    assert rows[0]["name"] == visible(ROWS[0]["name"])
    assert rows[1] == {"name": "none", "share": "", "share_low": "", "share_high": "", "n": ""}


def test_markdown_has_cells_and_what_they_mean():
    lines = TABLE.render("markdown").splitlines()
    assert [cell.strip() for cell in lines[0].strip("|").split("|")] == ["name", "share %", "n"]
    assert "a\\|b" in lines[2]
    assert "12.3 [10.0, 20.0]" in lines[2]
    assert [cell.strip() for cell in lines[3].strip("|").split("|")] == ["none", "-", "-"]
    assert "50.0" in lines[4]
    assert "[" not in lines[4]
    assert lines[-1] == "A table. Read it."


def test_latex_escapes_and_comments():
    drawn = TABLE.render("latex")
    assert r"\_\$\%\&" in drawn
    assert r"share \%" in drawn
    assert drawn.splitlines()[-1] == "% A table. Read it."


def test_files_overwrite_each_other(tmp_path):
    for _ in range(2):
        TABLE.write(tmp_path)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["a_table.csv", "a_table.md", "a_table.tex"]
    assert (tmp_path / "a_table.csv").read_text("utf-8").startswith("name,share,")
    TABLE._replace(rows=[ROWS[0] | {"name": "\ud800"}]).write(tmp_path)
    assert "⟨U+D800⟩" in (tmp_path / "a_table.csv").read_text("utf-8")


@pytest.mark.parametrize(
    ("style", "head"),
    [("csv", "name,share,share_low,share_high,n"), ("markdown", "| name "), ("latex", "\\begin")],
)
def test_an_empty_table_has_its_headings(style, head):
    assert TABLE._replace(rows=[]).render(style).startswith(head)


def test_a_page_sorts_by_the_number():
    orders = [[column.order(row) for row in ROWS] for column in COLUMNS]
    assert orders == [["a|b <i>⟨U+202E⟩_$%&", "none", "one"], ["0.12345", "", "0.5"],
                      ["3.0", "", "1.0"]]  # fmt: skip


def test_ordered_from_best_to_worst():
    names = [[row["name"] for row in ordered(ROWS, lambda row: row["n"], h)] for h in (True, False)]
    assert names == [[ROWS[0]["name"], "one", "none"], ["one", ROWS[0]["name"], "none"]]
