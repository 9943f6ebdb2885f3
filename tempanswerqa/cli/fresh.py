"""Commands on fresh questions."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from tempanswerqa.cli import options
from tempanswerqa.questions.draws import LEVEL, LEVELS, SEED, SIZE

EPILOG = """\
examples:
  tempanswerqa fresh --family tot_arith --out arith.csv
  tempanswerqa fresh --family ttqa_tail --level hard --n 10000 --seed 7 --out tables.jsonl

The tasks tempanswerqa_fresh_* of lm_eval ask such questions, with answers scored as ever:
  lm_eval --tasks tempanswerqa_fresh --metadata '{"n": 500, "seed": 7}' --model ...
"""
FAMILIES = "tot_arith, tot_semantic, ttqa_head or ttqa_tail"


def add(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the commands."""
    fresh = command(
        "fresh",
        _fresh,
        "write generated questions, whose answers were computed twice, in the released columns",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    fresh.add_argument("--family", required=True, help=FAMILIES)
    _add_draw(fresh, SIZE)
    fresh.add_argument("--out", metavar="FILE", required=True, help="a .csv or .jsonl file")
    shortcuts = command(
        "shortcuts",
        _shortcuts,
        "show what guesses that never read the question score on fresh questions",
    )
    shortcuts.add_argument("--family", help=f"{FAMILIES} (default: all)")
    _add_draw(shortcuts, 5_000)
    options.add_format(shortcuts)
    leak = command(
        "leak",
        _leak,
        "compare a run on released questions with one on fresh questions, kind by kind",
    )
    leak.add_argument("released", help="files of the first run, as for score; quote a pattern")
    leak.add_argument("fresh", help="files of the run on fresh questions")
    options.add_scoring_options(leak, bootstrap=2_000)


def _add_draw(command: argparse.ArgumentParser, size: int) -> None:
    levels = ", ".join(LEVELS[:-1]) + f" or {LEVELS[-1]}"
    command.add_argument("--level", default=LEVEL, help=f"{levels} (default: {LEVEL})")
    command.add_argument(
        "--n", type=options.positive, default=size, help=f"so many questions (default: {size})"
    )
    command.add_argument(
        "--seed",
        type=options.natural,
        default=SEED,
        help=f"each has other questions, always the same (default: {SEED})",
    )


def _fresh(given: argparse.Namespace) -> int:
    from pathlib import Path

    from tempanswerqa.cli import terminal
    from tempanswerqa.fresh import writing
    from tempanswerqa.questions.draws import Draw

    draw = Draw(given.family, given.level, given.n, given.seed)
    writing.write(draw, Path(given.out), terminal.counted(given.n, "question"))
    terminal.tell(f"wrote {given.n} questions to {given.out}")
    return 0


def _shortcuts(given: argparse.Namespace) -> int:
    from tempanswerqa.fresh import shortcuts
    from tempanswerqa.questions.draws import Draw
    from tempanswerqa.questions.subsets import SUBSETS
    from tempanswerqa.reports import shortcut_table

    families = [given.family] if given.family else SUBSETS
    draws = [Draw(name, given.level, given.n, given.seed) for name in families]
    print(shortcut_table.render([shortcuts.score(draw) for draw in draws], given.format))
    return 0


def _leak(given: argparse.Namespace) -> int:
    from tempanswerqa.cli import run_compare

    reading = options.options(given)
    return run_compare.leak(given.released, given.fresh, reading, given.format)
