"""Tests that foreign names are not markup in the tables of commands and pages."""

import csv
import io
import json
import re
from collections import Counter
from html.parser import HTMLParser

import pytest
from cases import EXAMPLES, NAMES
from hypothesis import example, given, settings
from scored import run, signed

from tempanswerqa.metrics.correlation import Correlation
from tempanswerqa.reports import correlate, score_screen, tables
from tempanswerqa.reports.correlate import Measure
from tempanswerqa.reports.page import page
from tempanswerqa.reports.report.answers import as_json
from tempanswerqa.reports.tables import Column, Table
from tempanswerqa.runs.details import records
from tempanswerqa.text import csv_cell

COMMANDS = {
    *("begin", "end", "toprule", "midrule", "bottomrule", "ensuremath"),
    *("textbackslash", "textasciicircum", "textasciitilde"),
}


def drawn(name):
    """Return a table that has the name everywhere, and correlations, as functions of the style."""
    columns = [Column("model", "m"), Column("n", "n", 1, 0)]
    table = Table(columns, [{"model": name, "n": 4}])
    return {
        "score": (lambda style: scores(name, style), "model"),
        "correlate": (lambda style: tables.render(correlated(name), style, [name]), "task"),
        "page": (lambda style: tables.render(table, style, [name]), "model"),
    }


def scores(name: str, style: str) -> str:
    if style == tables.TERMINAL:
        own = run(name, {"exact_match": [1.0, 0.0]})
        return score_screen.screen([own], [records(own)])
    return tables.scores([signed(name)], style)


def correlated(name: str) -> Table:
    found = Correlation(0.5, 0.1, 0.8, 9)
    row = Measure(name, "smape", name)._asdict() | {"other": name, "models": 9}
    return correlate.table([row | found.as_dict()])


def hostile(test):
    for name in EXAMPLES:
        test = example(name)(test)
    return settings(max_examples=15)(given(NAMES)(test))


@pytest.mark.slow
@hostile
def test_terminals(name):
    for render, _ in drawn(name).values():
        assert all(line.isprintable() for line in render("table").split("\n"))


@hostile
def test_markdown(name):
    for render, _ in drawn(name).values():
        table, _, notes = render("markdown").partition("\n\n")
        bare = re.sub(r"\\[\\<|&([]", "", table)
        assert len({line.count("|") for line in bare.split("\n")}) == 1
        assert "<" not in bare + re.sub(r"\\[\\<&([]", "", notes)
        assert not re.search(r"(?<!\\)\]\(", table + notes)


@hostile
def test_latex(name):
    for render, _ in drawn(name).values():
        table, end, notes = render("latex").partition("\n\n%")
        notes = f"%{notes}" * bool(end)
        assert len(re.findall(r"(?<!\\){", table)) == len(re.findall(r"(?<!\\)}", table))
        assert all(line.startswith("% ") for line in notes.split("\n") if line)
        assert (table + notes).replace("\n", "").isprintable()
        assert set(re.findall(r"\\([A-Za-z]+)", table)) <= COMMANDS
        assert not re.search(r"^\s*[\[*]", table, re.MULTILINE)
        assert not re.search(r"(?<!\\)[%$#]", table)


@hostile
def test_csv(name):
    for render, key in drawn(name).values():
        (row,) = csv.DictReader(io.StringIO(render("csv"), newline=""))
        assert row[key] == csv_cell(name)


@hostile
def test_json(name):
    for render, key in drawn(name).values():
        text = render("json")
        assert text.replace("\n", "").isprintable()
        assert json.loads(text)[0][key] == name


class Tags(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: Counter[object] = Counter()
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.found[tag, tuple(key for key, _ in attrs)] += 1


def tags(name: str) -> Counter[object]:
    """Return the tags of a page with the name wherever names appear."""
    named = dict.fromkeys(("title", "said", "scope"), name)
    lists = {key: [name] for key in ("warnings", "signatures")}
    html = page.render(
        "report.html.j2",
        **(named | lists | {"block": as_json([name])}),
        still={key: [name] for key in ("heads", "models")}
        | {key: [[name] * 7] for key in ("scores", "curve", "unit")},
    )
    return Tags(html).found


@pytest.fixture(scope="module")
def plain() -> Counter[object]:
    return tags("x")


@hostile
def test_a_page(plain, name):
    assert tags(name) == plain
