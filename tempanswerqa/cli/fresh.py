"""Declares the commands on fresh questions: to draw, check and compare them."""

from __future__ import annotations

from tempanswerqa.cli import options
from tempanswerqa.cli.parser import Command
from tempanswerqa.questions.draws import SIZE

FRESH = """\
draw and check questions that no model has seen

examples:
  tempanswerqa fresh draw --subset ttqa_tail --level hard --n 10000 --out tables.csv
  tempanswerqa fresh verify tables.csv
  tempanswerqa fresh shortcuts

The tasks tempanswerqa_fresh_* of lm_eval ask such questions and score the answers:
  lm_eval --tasks tempanswerqa_fresh --metadata '{"n": 500, "seed": 7}' --model ...
"""
DRAW = """\
write generated questions in the released columns

examples:
  tempanswerqa fresh draw --subset tot_arith --out arith.csv
  tempanswerqa fresh draw --subset ttqa_tail --level hard --n 10000 --seed 7 --out tables.jsonl
"""
SHORTCUTS = """\
score guesses that never read the question

examples:
  tempanswerqa fresh shortcuts
  tempanswerqa fresh shortcuts --subset tot_arith --level hard --format markdown
"""
VERIFY = """\
check that the two answers of every question agree

examples:
  tempanswerqa fresh verify arith.csv tables.jsonl
  tempanswerqa fresh verify --level hard --n 1000 --seed 7

The template that writes a question computes its label. A solver reads only the finished text and
computes the answer again. Without files, the command draws questions and verifies them.
"""
CONTAMINATION = """\
compare a run on released questions with a run on fresh questions

examples:
  tempanswerqa contamination 'results/released/*' 'results/fresh/*'
  tempanswerqa contamination released/x fresh/x --reference released/[a-e] fresh/[a-e]

Questions are compared within unit and question type. If a model does better on released questions,
it may have seen them, or they are easier. Models that cannot have seen them show which is true.
"""


DRAW_ARGUMENTS: options.Declared = {
    **options.draw(SIZE),
    "--out FILE": ("a .csv or .jsonl file", options.NEEDED),
}
SHORTCUT_ARGUMENTS: options.Declared = {
    **options.draw(5_000, "all four", needed=False),
    **options.FORMAT,
}
VERIFY_ARGUMENTS: options.Declared = {
    "files FILE*": "files that `fresh draw` wrote",
    **options.draw(SIZE, "all four", needed=False),
}
SIDES: options.Declared = {
    "released": "files of the first run, as for score; quote a pattern",
    "fresh": "files of the run on fresh questions",
    "--reference RESULTS+": (
        "files of both runs of five or more models that cannot have seen the released questions, "
        "joined by the names of the models",
        {"default": []},
    ),
    **options.BOTH_FILTERS,
    **options.FORMAT,
    **options.READING,
}


def add(command: Command) -> None:
    """Add the commands `fresh` and `contamination`."""
    add_fresh = command("fresh", "", FRESH).commands()
    add_fresh("draw", "run_fresh.draw", DRAW, DRAW_ARGUMENTS)
    add_fresh("shortcuts", "run_fresh.shortcuts", SHORTCUTS, SHORTCUT_ARGUMENTS)
    add_fresh("verify", "run_fresh.verify", VERIFY, VERIFY_ARGUMENTS)
    command("contamination", "run_contamination.contamination", CONTAMINATION, SIDES)
