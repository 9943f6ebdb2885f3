"""Tests tables in LaTeX: columns of numbers, bold cells, and names that are no commands."""

import re

import pytest
from scored import signed

from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.reports import latex, tables
from tempanswerqa.reports.page.table import Column, Table
from tempanswerqa.runs.summary import Score

ROWS = [["a & b", "12.3 [10.0, 20.0]", "1,103", "3.69"], ["[c]", "-", "44", "-4"]]


def test_numbers_stand_on_their_decimal_points():
    lines = latex.tabular(["run", "EM %", "n", "mean"], ROWS, {(0, 1)}).splitlines()
    assert lines == [
        r"\begin{tabular}{lr@{ }lrr}",
        r"\toprule",
        r"run & \multicolumn{2}{c}{EM \%} & n & mean \\",
        r"\midrule",
        r"a \& b & \textbf{12.3} & {\scriptsize [10.0, 20.0]} & 1,103 & 3.69 \\",
        r"{}[c] & -- &  & 44 & \ensuremath{-}4\phantom{.00} \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]


@pytest.mark.parametrize(("cells", "form"), [
    (["1", "2–4"], "r"), (["<0.0001", "0.5"], "r"), (["1e+20", "-"], "r"), (["-", ""], "l"),
    (["1", "one"], "l"), (["2001-03-31"], "l"), (["4.0 ± 1.5", "3.0 ± 2.0"], "r@{ }l"), ([], "l"),
])  # fmt: skip
def test_columns_are_set_by_what_they_hold(cells, form):
    assert latex.tabular(["x"], [[cell] for cell in cells]).startswith(
        rf"\begin{{tabular}}{{{form}}}"
    )


def test_all_that_opens_closes():
    names = ["{", "}", "\\end{table*}", "50 % _$^~#", "\x1b[0m"]
    drawn = latex.floating(latex.tabular(names, [names]), names[0], "x")
    assert len(re.findall(r"(?<!\\){", drawn)) == len(re.findall(r"(?<!\\)}", drawn))
    begun, ended = (re.findall(rf"\\{word}{{(.*?)}}", drawn) for word in ("begin", "end"))
    assert begun == ended[::-1] == ["table*", "tabular"]
    assert r"\caption{\{}" in drawn
    assert r"\label{tab:x}" in drawn


def test_the_best_that_may_be_compared_is_bold():
    rows = [signed(name) for name in ("one", "two", "three")]
    for row, right in zip(rows, (0.5, 0.25, 0.75), strict=True):
        row.scores.update(exact_match=Score(right))
    object.__setattr__(rows[2], "missing", 3)  # the highest, but not complete
    drawn = tables.render(rows, "latex")
    assert r"\textbf{50.00}" in drawn
    assert "75.00" in drawn
    assert r"\textbf{75.00}" not in drawn
    different = [signed("one"), signed("two", data="3" * 40)]
    assert r"\textbf" not in tables.render(different, "latex")


def test_scores_as_good_as_the_best_as_shown_are_bold_in_each_group():
    metric = METRICS["smape"]
    values = [4.001, 4.0, 9.0, 5.0, 6.0, None, 1.0]
    groups = ["a", "a", "a", "b", "b", "b", None]
    assert tables.best([(None, values), (metric, values)], groups) == {(0, 1), (1, 1), (3, 1)}
    assert tables.best([(metric, [1.0])], ["a"]) == set()


def test_each_part_of_a_table_of_a_page_is_a_float():
    columns = [Column("model", "model"), Column("task", "task"), Column.of(METRICS["smape"])]
    rows = [
        {"model": model, "task": task, "smape": smape, "is_ranked": True}
        for task in "tu"
        for model, smape in (("a", 4.0), ("b", 3.0))
    ]
    drawn = Table("own", "Own", "Read it.", columns, rows, by=("task",)).render("latex")
    assert re.findall(r"\\label{(.*?)}", drawn) == ["tab:own-t", "tab:own-u"]
    assert r"\caption{Own: u.}" in drawn
    assert drawn.count(r"\textbf{3.00}") == drawn.count(r"& 4.00 ") == 2
