"""Declares the commands that draw and check fresh questions."""

from __future__ import annotations

from tempanswerqa.cli import options
from tempanswerqa.cli.parser import Command
from tempanswerqa.questions.draws import SIZE

FRESH = """\
draw and check questions that no model has seen

examples:
  tempanswerqa fresh draw --subset ttqa_tail --level hard --n 10000 --out tables.csv
  tempanswerqa fresh verify

The tasks tempanswerqa_fresh_* of lm_eval ask such questions and score the answers:
  lm_eval --tasks tempanswerqa_fresh --metadata '{"level": "hard", "seed": 7}' --model ...
"""
DRAW = """\
write generated questions in the released columns

examples:
  tempanswerqa fresh draw --subset tot_arith --out arith.csv
  tempanswerqa fresh draw --subset ttqa_tail --level hard --n 10000 --seed 7 --out tables.jsonl
"""
VERIFY = """\
draw questions and check that the two answers of each agree

example:
  tempanswerqa fresh verify --level hard --n 1000 --seed 7

The template that writes a question computes its label. A solver reads only the finished text and
computes the answer again.
"""


def add(command: Command) -> None:
    """Add the command `fresh`."""
    add_fresh = command("fresh", "", FRESH).commands()
    out: options.Declared = {"--out FILE": ("a .csv or .jsonl file", options.NEEDED)}
    add_fresh("draw", "run_fresh.draw", DRAW, {**options.draw(SIZE), **out})
    add_fresh("verify", "run_fresh.verify", VERIFY, options.draw(SIZE, "all four", needed=False))
