"""Tests what `compare` shows for unread answers."""

import csv
import io

import pytest
from scored import write_lines
from support import SAMPLE, state

from tempanswerqa import cli, questions

CUT = 6


@pytest.fixture
def places(tmp_path):
    """Write two runs: all is right, but the second one lacks text for the first questions."""
    for name, empty in (("org/full-Instruct", 0), ("org/cut", CUT)):
        lines = [
            {"id": q.id, "response": "" if at < empty else state(q, q.number), "model": name}
            for at, q in enumerate(questions.load("ttqa_head", SAMPLE))
        ]
        short = name.rpartition("/")[2]
        write_lines(tmp_path / f"ttqa_head_{short}_few-shot.jsonl", lines)
    return sorted(map(str, tmp_path.iterdir()))


def compared(places, capsys, *options: str) -> str:
    given = ["--filter", "strict-match", "--data_dir", str(SAMPLE), *options]
    assert cli.main(["compare", *places, *given]) == 0
    return capsys.readouterr().out


def test_reasons_of_unread_answers_are_rows_without_a_test(places, capsys):
    found = list(csv.DictReader(io.StringIO(compared(places, capsys, "--format", "csv"))))
    rows = {row["score"]: row for row in found}
    first, second = (float(rows["empty"][f"{side}_value"]) for side in ("first", "second"))
    assert (first, second) == (pytest.approx(CUT / int(rows["unread"]["n"])), 0)
    assert float(rows["unread"]["first_value"]) == pytest.approx(first)
    assert rows["empty"]["p_holm"] == rows["empty"]["better"] == ""
    assert rows["empty"]["n"] == rows["unread"]["n"] != rows["mase"]["n"]
    assert "cut off" not in rows


def test_people_see_the_share_that_is_unread(places, capsys):
    lines = compared(places, capsys).splitlines()
    (unread,) = (line.split() for line in lines if line.startswith("unread "))
    share = f"{100 * CUT / int(unread[1]):.1f}"
    assert unread[2:5] == [share, "0.0", share]
    assert not any(line.startswith("parsed") for line in lines)
    assert "B: full" in lines
