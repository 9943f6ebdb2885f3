"""Tests the figures of memory benchmarks on made-up files."""

import json
import sys

import pytest

from benchmarks import memory

ROWS = [
    # question, label, answer, verdict
    ("When did it thaw?", "9 March 2009", "9 March 2009", 0),
    ("When did it thaw?", "9 March 2009", "10 March 2009", 1),
    ("When did it thaw?", "9 March 2009", "June 2009", 1 / 3),
    ("When did it thaw?", "May 2009 | June 2009", "June 2009", 2 / 3),
    ("How long was the frost?", "two weeks", "It was cold.", 0.0),
    ("When did it thaw?", "in spring", "in spring", 1),  # a label without a period
    ("Who thawed?", "the smith", "the smith", 1),
]


@pytest.mark.parametrize("form", ["runs", "single"])
def test_verdicts_are_counted_by_error(tmp_path, monkeypatch, capsys, form):
    lines = [
        {"question": q, "answer": a, "responses": {"ours": {"text": said, "judge": judge}}}
        if form == "runs"
        else {
            "question": q,
            "label": a,
            "run": "ours",
            "response": said,
            "judged_right": judge > 0.5,
        }
        for q, a, said, judge in ROWS
    ]
    (tmp_path / "answers.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["memory.py", str(tmp_path)])
    memory.main()
    cells = [
        cell.strip() for cell in capsys.readouterr().out.splitlines()[-1].strip("| ").split("|")
    ]
    # Exact: no, yes; else: yes, no. Agreement 2 of 4, by chance 1/2.
    assert cells == ["answers", "ours", "5", "80.0", "50.0", "0.00", "1/1", "1/0", "0/1", "0/1"]
