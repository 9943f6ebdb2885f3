"""Tests tables in all styles, and tables of scores: what is not comparable or undefined."""

import csv
import io
import json
import math
import re

import pytest
from scored import signed

from tempanswerqa.metrics.means import FEW_GROUPS
from tempanswerqa.reports import tables
from tempanswerqa.reports.tables import Column, Table, render
from tempanswerqa.runs import selection
from tempanswerqa.text import visible

NAME = "a|b <i>\u202e_$%&"
COLUMNS = (
    Column("name", "name"),
    Column("share", "share %", 100, 1, ("share_low", "share_high")),
    Column("n", "n", digits=0),
)
ROWS = [
    {"name": NAME, "share": 0.12345, "share_low": 0.1, "share_high": 0.2, "n": 3, "more": True},
    {"name": "none", "share": None, "share_low": None, "share_high": None, "n": math.nan},
    {"name": "[1]", "share": 0.5, "share_low": math.nan, "share_high": math.nan, "n": 10**12},
]
TABLE = Table(columns=COLUMNS, rows=ROWS)


def test_csv_has_all_numbers_as_they_are():
    rows = list(csv.DictReader(io.StringIO(render(TABLE, "csv", ["no room"]))))
    assert list(rows[0]) == ["name", "share", "share_low", "share_high", "n", "more"]
    assert [row["share"] for row in rows] == ["0.12345", "", "0.5"]
    assert [row["n"] for row in rows] == ["3", "", "1000000000000"]
    assert [row["more"] for row in rows] == ["True", "", ""]
    assert rows[0]["name"] == visible(NAME)


def test_json_has_null_for_what_is_undefined():
    rows = json.loads(render(TABLE, "json"))
    assert rows[0] == ROWS[0]
    assert rows[1]["share"] is rows[1]["n"] is rows[2]["share_low"] is None


def test_markdown_has_cells_and_notes():
    lines = render(TABLE, "markdown", ["*Read* it."]).splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:5]]
    assert "a\\|b \\<i>?" in cells[0][0]
    assert cells[0][1:] == ["12.3 [10.0, 20.0]", "3"]
    assert cells[1:] == [["none", "-", "-"], ["[1]", "50.0", "1.00e+12"]]
    assert lines[-1] == "\\*Read\\* it."


def test_latex_escapes_cells_and_has_notes_as_comments():
    lines = render(TABLE, "latex", ["Read\nit."]).splitlines()
    assert (lines[0], lines[1]) == (r"\begin{tabular}{lll}", r"\toprule")
    assert r"share \%" in lines[2]
    assert r"\_\$\%\&" in lines[4]
    assert lines[6].startswith("{} [1]")  # no argument of the line end above
    assert lines[-1] == "% Read?it."


@pytest.mark.parametrize("field", selection.COMPARABLE)
def test_different_signatures_are_not_ranked_in_silence(field):
    pair = [signed("one"), signed("two", **{field: 7 if field == "questions" else "3" * 40})]
    (warning,) = tables.not_comparable(pair)
    assert field in warning
    for style in ("wide", "markdown", "latex"):
        assert "NOT COMPARABLE" in tables.scores(pair, style)


def test_few_groups_are_told_of_once_for_each_task():
    rows = [signed(name, task) for task in "tu" for name in ("one", "two")]
    for row, groups in zip(rows, (30, 9, 10, 12), strict=True):
        row["effective_groups"] = groups
    (told,) = tables.not_comparable(rows)
    assert re.findall(r" (?:t|[0-9]+)\b", told) == [" t", " 9", f" {FEW_GROUPS}"]
    assert told in tables.scores(rows, "wide").splitlines()


def test_undefined_scores_are_dashes():
    row = signed()
    row |= {"mase": None, "mase_low": None, "smape_low": None}
    shown = tables.scores([row], "wide").splitlines()[2]
    assert re.search(r" 0\.50 .* - ", shown)
    assert json.loads(tables.scores([row], "json"))[0]["mase"] is None


def test_short_signature():
    more = {"scale_method": "hdbscan-1d.2", "think_end_token": "</x>\n"}
    assert selection.short(signed(limit=2, **more)["signature"]) == (
        "tempanswerqa:1|format:1|lm_eval:0.4.13|data:aaaaaaa"
        "|scale:bbbbbbb:hdbscan-1d.2|strict-match:1|think_end:'</x>\\n'|n:4|limit:2"
    )
    whole = selection.short(signed(scale_method="published")["signature"])
    assert whole.endswith("|data:aaaaaaa|scale:bbbbbbb|strict-match:1|n:4")
