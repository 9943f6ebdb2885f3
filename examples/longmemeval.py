"""Scores answers to LongMemEval's questions on times and numbers without a judge.

    python -m examples.longmemeval longmemeval_oracle.json FIRST.jsonl [SECOND.jsonl]

The questions are any of the three files of huggingface.co/datasets/xiaowu0162/longmemeval-cleaned.
Answers are those that its `evaluate_qa.py` takes: lines with `question_id` and `hypothesis`. To a
question with `_abs` at the end of its id the right answer is that it is not known.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from examples.memory import report


def main(questions: str, *answers: str) -> None:
    """Print the report of one or two files of answers."""
    rows = [
        {
            "id": row["question_id"],
            "question": row["question"],
            "answer": "none" if row["question_id"].endswith("_abs") else str(row["answer"]),
            "asked_on": row["question_date"],
            "group": row["question_id"],
        }
        for row in json.loads(Path(questions).read_text("utf-8"))
    ]
    systems = {}
    for path in answers:
        lines = map(json.loads, Path(path).read_text("utf-8").splitlines())
        systems[path] = {line["question_id"]: line["hypothesis"] for line in lines}
    report(rows, systems)


if __name__ == "__main__":
    main(*sys.argv[1:])
