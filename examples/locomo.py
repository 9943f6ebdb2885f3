"""Scores answers to LoCoMo's questions on times and numbers without a judge.

    python -m examples.locomo FIRST.json [SECOND.json]

Answers are as its `task_eval/evaluate_qa.py` writes them: the conversations of `data/locomo10.json`
of github.com/snap-research/locomo, where each question of `qa` has a key `MODEL_prediction`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from examples.memory import report

ADVERSARIAL = 5
"""The category of questions without an answer."""


def main(*answers: str) -> None:
    """Print the report of one or two files of answers."""
    systems: dict[str, dict[str, str]] = {}
    for path in answers:
        talks = json.loads(Path(path).read_text("utf-8"))
        rows = [
            row | {"id": f"{talk['sample_id']}_{at}", "group": talk["sample_id"], "asked_on": None}
            for talk in talks
            for at, row in enumerate(talk["qa"])
            if row["category"] != ADVERSARIAL
        ]
        systems[path] = {
            row["id"]: text
            for row in rows
            for key, text in row.items()
            if key.endswith("_prediction")
        }
    report([row | {"answer": str(row["answer"])} for row in rows], systems)


if __name__ == "__main__":
    main(*sys.argv[1:])
