"""What flexible-extract reads other than strict-match is counted and shown."""

import csv
import re
from pathlib import Path

import pytest
from scored import FILTERS, score, write_lines
from support import SAMPLE

from tempanswerqa import cli, questions
from tempanswerqa.runs import scoring

pytestmark = pytest.mark.usefixtures("sampled")

CHANGED = [
    ("13|13", None), ("|13", "recovered"), ("unclear|13", "recovered"), ("3|4", "reread"),
    ("3|5", "reread"), ("3|6", "reread"), ("3|", "dropped"), ("|", None), ("unclear|", None),
]  # fmt: skip
"""What strict-match reads and what flexible-extract does, and as what that counts."""

ASKED = questions.load("tot_semantic", SAMPLE)
GIVEN = [*CHANGED, *[("13|13", None)] * (len(ASKED) - len(CHANGED))]


@pytest.fixture
def changed(monkeypatch, tmp_path) -> Path:
    """Responses that state apart what each filter extracts, to questions in years."""

    def side(number: int):
        def extract(response, _):
            text = response.text.split("|")[number]
            return (text, "side") if text else None

        return extract

    for number, name in enumerate(FILTERS):
        monkeypatch.setitem(scoring.FILTERS, name, side(number))
    pairs = zip(ASKED, GIVEN, strict=True)
    lines = [{"id": question.id, "response": said} for question, (said, _) in pairs]
    return write_lines(tmp_path / "run.jsonl", lines)


def test_what_flexible_extract_reads_otherwise_is_counted(capsys, changed, tmp_path):
    _, (strict, flexible), _ = score(capsys, changed, "--items", tmp_path / "items.csv")
    names = ("recovered", "reread", "dropped")
    assert [strict[name] for name in names] == [None] * 3
    assert [flexible[name] for name in names] == [2, 3, 1]
    with (tmp_path / "items.csv").open(newline="") as file:
        differs = [item["differs"] for item in csv.DictReader(file)]
    assert differs == 2 * ["0" if change is None else "1" for _, change in GIVEN]


@pytest.mark.parametrize("name", FILTERS)
def test_one_filter_alone_differs_from_nothing(capsys, changed, tmp_path, name):
    options = ("--filter", name, "--items", tmp_path / "items.csv")
    _, (record,), _ = score(capsys, changed, *options)
    assert [record[name] for name in ("recovered", "reread", "dropped")] == [None] * 3
    with (tmp_path / "items.csv").open(newline="") as file:
        assert [item["differs"] for item in csv.DictReader(file)] == [""] * len(GIVEN)


@pytest.mark.parametrize("style", ["table", "markdown", "latex"])
def test_drawn_tables_count_changes_where_there_are_two_filters(capsys, changed, style):
    assert cli.main(["score", str(changed), "--format", style]) == 0
    shown = capsys.readouterr().out
    (heading,) = (line for line in shown.splitlines() if "sMAPE" in line)
    assert re.search(r"BSE\W+cut\W+thinking\W+new\W+re-read\W+dropped", heading)
    rows = [re.findall(r"[^\s|&\\]+", line) for line in shown.splitlines() if "semantic" in line]
    assert [row[-3:] for row in rows] == [["-", "-", "-"], ["2", "3", "1"]]
    assert "new = only read here" in shown
    assert cli.main(["score", str(changed), "--format", style, "--filter", FILTERS[1]]) == 0
    shown = capsys.readouterr().out
    assert "re-read" not in shown
    assert "dropped" not in shown


def test_csv_always_has_the_counts_of_changes(capsys, changed):
    for options, counts in (([], ["2", "3", "1"]), (["--filter", FILTERS[1]], ["", "", ""])):
        assert cli.main(["score", str(changed), "--format", "csv", *options]) == 0
        *_, row = csv.DictReader(capsys.readouterr().out.splitlines())
        assert [row[name] for name in ("recovered", "reread", "dropped")] == counts
