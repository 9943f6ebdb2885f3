"""Tests that foreign names are no marks of a format in the tables of commands and pages."""

import csv
import io
import json
import re
from collections import Counter
from html.parser import HTMLParser

import pytest
from cases import EXAMPLES, NAMES
from hypothesis import example, given, settings
from scored import run, score, signed, write_lines
from support import SAMPLE

from tempanswerqa import cli, questions
from tempanswerqa.metrics.correlation import Correlation
from tempanswerqa.reports import correlate, score_screen, tables
from tempanswerqa.reports.correlate import Measure
from tempanswerqa.reports.page import page
from tempanswerqa.reports.report.answers import as_json
from tempanswerqa.reports.tables import Column, Table
from tempanswerqa.runs.details import records
from tempanswerqa.text import csv_cell, printable

COMMANDS = {
    *("begin", "end", "toprule", "midrule", "bottomrule", "ensuremath"),
    *("textbackslash", "textasciicircum", "textasciitilde"),
}


def drawn(name):
    """Return a table that has the name everywhere, and correlations, as functions of the style."""
    columns = [Column("model", "m"), Column("n", "n", 1, 0)]
    table = Table("t", name, name, columns, [{"model": name, "n": 4}])
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
    return settings(max_examples=40, deadline=None)(given(NAMES)(test))


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
    """Return the tags of a page that has the name wherever names stand."""
    table = Table("t", name, name, [Column("model", name)], [{"model": name}])
    named = dict.fromkeys(("title", "said", "scope"), name)
    lists = {key: [name] for key in ("warnings", "signatures")}
    html = page.render(
        "report.html.j2",
        **(named | lists | {"rows": [[name] * 7], "block": as_json([name]), "table": table}),
        **{key: {"head": [name], "body": [[name]]} for key in ("shares", "units")},
    )
    return Tags(html).found


@pytest.fixture(scope="module")
def plain() -> Counter[object]:
    return tags("x")


@hostile
def test_a_page(plain, name):
    assert tags(name) == plain


def test_score_and_compare_with_a_hostile_model(tmp_path, capsys):
    asked = questions.load("ttqa_head", SAMPLE)
    name = "=x|<b>\x1b[2J\n\\input{y}"
    for place in ("a", "b"):
        folder = tmp_path / place
        doc = {"doc": {"id": asked[0].id}, "resps": [["Final Answer: 3"]], "filter": "none"}
        write_lines(folder / "samples_tempanswerqa_ttqa_head_2026-01-02T03-04-05.6.jsonl", [doc])
        stated = {"model_name": name, "results": {}}
        (folder / "results_2026-01-02T03-04-05.6.json").write_text(json.dumps(stated))
    data = ("--data_dir", SAMPLE)
    (record, _) = score(capsys, tmp_path / "a", *data)[1]
    assert record["model"] == name
    sides = [f"{tmp_path}/a", f"{tmp_path}/b"]
    for words in (["score", sides[0]], ["compare", *sides]):
        for style in ("table", "markdown", "latex"):
            cli.main([*words, "--format", style, "--data_dir", str(SAMPLE)])
            said = capsys.readouterr()
            lines = (said.out + said.err).split("\n")
            assert all(line.isprintable() for line in lines)
            assert any(printable(name) in line for line in lines) or style != "table"
            assert not any(line.startswith("\\input") for line in lines)
    cli.main(["score", sides[0], "--items", f"{tmp_path}/i.csv", *map(str, data)])
    with (tmp_path / "i.csv").open(newline="", encoding="utf-8") as file:
        assert {row["model"] for row in csv.DictReader(file)} == {csv_cell(name)}
