"""Declares the commands on fresh questions: to draw, check and compare them."""

from __future__ import annotations

from tempanswerqa.cli import options
from tempanswerqa.cli.parser import Command
from tempanswerqa.questions.draws import SIZE

FRESH = """\
examples:
  tempanswerqa fresh draw --subset ttqa_tail --level hard --n 10000 --out tables.csv
  tempanswerqa fresh verify tables.csv
  tempanswerqa fresh shortcuts

The tasks tempanswerqa_fresh_* of lm_eval ask such questions and score the answers:
  lm_eval --tasks tempanswerqa_fresh --metadata '{"n": 500, "seed": 7}' --model ...
"""
DRAW = """\
examples:
  tempanswerqa fresh draw --subset tot_arith --out arith.csv
  tempanswerqa fresh draw --subset ttqa_tail --level hard --n 10000 --seed 7 --out tables.jsonl
"""
SHORTCUTS = """\
examples:
  tempanswerqa fresh shortcuts
  tempanswerqa fresh shortcuts --subset tot_arith --level hard --format markdown
"""
VERIFY = """\
examples:
  tempanswerqa fresh verify arith.csv tables.jsonl
  tempanswerqa fresh verify --level hard --n 1000 --seed 7

The template that writes a question computes its label. A solver reads only the finished text and
computes the answer again. Without files, the command draws questions and verifies them.
"""
CONTAMINATION = """\
examples:
  tempanswerqa contamination 'results/released/*' 'results/fresh/*'
  tempanswerqa contamination released/x fresh/x --reference released/[a-e] fresh/[a-e]

Questions are compared within unit and question type. A model that does better on released questions
may have seen them, or they are easier: models that cannot have seen them show which is true.
"""


def add(command: Command) -> None:
    """Add the commands `fresh` and `contamination`."""
    fresh = command("fresh", "", "draw and check questions that no model has seen", FRESH)
    _add_fresh(fresh.commands())
    contamination = command(
        "contamination",
        "run_contamination.contamination",
        "compare a run on released questions with a run on fresh questions",
        CONTAMINATION,
    )
    contamination.add_argument(
        "released", help="files of the first run, as for score; quote a pattern"
    )
    contamination.add_argument("fresh", help="files of the run on fresh questions")
    contamination.add_argument(
        "--reference",
        nargs="+",
        default=[],
        metavar="RESULTS",
        help="files of both runs of five or more models that cannot have seen the released "
        "questions, joined by the names of the models",
    )
    options.add_scoring_options(contamination, bootstrap=None)


def _add_fresh(command: Command) -> None:
    draw = command(
        "draw", "run_fresh.draw", "write generated questions in the released columns", DRAW
    )
    options.add_draw(draw, SIZE)
    options.add_out(draw, "a .csv or .jsonl file", "FILE")
    shortcuts = command(
        "shortcuts", "run_fresh.shortcuts", "score guesses that never read the question", SHORTCUTS
    )
    options.add_draw(shortcuts, 5_000, "all four", needed=False)
    options.add_format(shortcuts)
    verify = command(
        "verify", "run_fresh.verify", "check that the two answers of every question agree", VERIFY
    )
    verify.add_argument("files", nargs="*", metavar="FILE", help="what `fresh draw` wrote")
    options.add_draw(verify, SIZE, "all four", needed=False)
