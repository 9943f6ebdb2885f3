"""Tests the parts of a page's tables, and their files."""

import math

from tempanswerqa.reports.page.page import fill, parts
from tempanswerqa.reports.tables import Column, Table

COLUMNS = (Column("name", "name"), Column("task", "task"), Column("n", "n", digits=0))
ROWS = [
    {"name": "a|b <i>\u202e_$%&", "task": "t", "n": 3, "other": 1},
    {"name": "none", "task": "t", "n": math.nan, "other": 2},
    {"name": "one", "task": "u", "n": 1, "other": 3},
]
TABLE = Table("a_table", "A table", "Read it.", COLUMNS, ROWS, by=("task",))


def test_files_have_the_columns_and_overwrite_each_other(tmp_path):
    for _ in range(2):
        fill(tmp_path, "", [TABLE])
    names = sorted(path.name for path in (tmp_path / "tables").iterdir())
    assert names == ["a_table.csv", "a_table.md", "a_table.tex"]
    texts = [(tmp_path / "tables" / name).read_text("utf-8").splitlines() for name in names]
    assert texts[0][0] == "name,task,n"
    assert [text[-1] for text in texts[1:]] == ["A table. Read it.", "% A table. Read it."]
    fill(tmp_path, "", [TABLE._replace(rows=[ROWS[0] | {"name": "\ud800"}])])
    assert "⟨U+D800⟩" in (tmp_path / "tables" / "a_table.csv").read_text("utf-8")


def test_a_table_is_split_without_columns_that_are_the_same():
    first, last = parts(TABLE._replace(rows=[*ROWS, ROWS[2]]))
    assert (first.name, first.title, first.same) == ("a_table-t", "t", [])
    assert [column.key for column in (*first.head, *first.columns)] == ["name", "n"]
    assert [row["name"] for row in first.rows] == [ROWS[0]["name"], "none"]
    assert (last.name, last.same) == ("a_table-u", ["name one", "n 1"])
    assert [part.rows for part in parts(TABLE._replace(rows=[]))] == [[]]
