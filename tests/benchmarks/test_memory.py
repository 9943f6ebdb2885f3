"""Tests the tables of answers to *when* on a made-up file."""

import json
import sys

import pytest

from benchmarks import memory

ROWS = [
    # label, answer, verdict
    ("the weekend before 9 March 2009", "7 March 2009", 0),  # exact, judged wrong
    ("9 March 2009", "March 2009", 1),  # 22 days off, judged right
    ("May 2009 | June 2009", "last year", 0.5),  # unread
    ("two weeks", "a week", 0),
    ("before March 2009", "2009", 1),
    ("9 March", "9 March", 1),
    ("a red kite", "a kite", 1),
]


def test_labels_shares_and_disputes_of_a_file(tmp_path, monkeypatch, capsys):
    path = tmp_path / "answers.jsonl"
    lines = (
        {"question": "?", "answer": label, "responses": {"ours": {"text": text, "judge": judge}}}
        for label, text, judge in ROWS
    )
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["memory.py", str(path), "--show", "1"])
    memory.main()
    labels, shares, disputes = (
        [line.strip("| ").split("|") for line in part.splitlines()[2:]]
        for part in capsys.readouterr().out.split("\n\n")
    )
    counts = {name.strip(): int(number) for name, number in labels}
    assert counts.pop("period") == 2
    assert sum(name.startswith("refused: ") for name in counts) == 3
    assert [*counts.values()] == [1] * 5
    ((_, *figures),) = shares
    expected = [100 / 3] * 3 + [200 / 3] * 3 + [11, 50]  # exact, day, week; month, year, read
    assert [float(figure) for figure in figures] == pytest.approx(expected, abs=0.05)
    assert ["22" in line for (line,) in disputes] == [True, False]
