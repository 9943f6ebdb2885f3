"""Commands that make pages and figures of results."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from tempanswerqa.cli import options

REPORT_EPILOG = """\
examples:
  tempanswerqa report results/ --out report
  tempanswerqa report 'runs/*few-shot*' --filter flexible-extract --out report

DIR/index.html needs nothing beside it; DIR/figures has each figure as SVG and PNG, DIR/tables each
table as CSV, Markdown and LaTeX. Files of an older report with the same names are overwritten.
"""


LEADERBOARD_EPILOG = """\
examples:
  tempanswerqa leaderboard results/ --out leaderboard
  tempanswerqa leaderboard results/ submissions/*.json.gz --out leaderboard

DIR/index.html needs nothing beside it; DIR/leaderboard.json has the same rows for programs. The
figures of the paper's Tables 11 and 12 stand among them as marked reference rows. Submissions are
verified first, and left out where they do not hold.
"""
CORRELATE_EPILOG = """\
examples:
  tempanswerqa correlate results/ --with gsm8k:exact_match,strict-match
  tempanswerqa correlate results/ --with gsm8k:exact_match,flexible-extract mmlu:acc \\
      --tasks tempanswerqa_tot_arith tempanswerqa_ttqa_head --out correlations

Scores are those in the results files; nothing is scored again.
"""


def add(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the commands."""
    _add_report(command)
    _add_leaderboard(command)
    _add_correlate(command)


def _add_report(command: Callable[..., argparse.ArgumentParser]) -> None:
    report = command(
        "report",
        _report,
        "write a page with the paper's figures and tables for saved responses",
        epilog=REPORT_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    report.add_argument(
        "places", nargs="+", metavar="RESULTS", help="saved responses, as for score"
    )
    report.add_argument("--out", required=True, metavar="DIR", help="the folder to write")
    options.add_main_filter(report, "whose readings figures show")
    report.add_argument(
        "--title", default="Temporal answers: scores and errors", help="heading of the page"
    )
    options.add_bootstrap(report)
    options.add_data_dir(report)
    options.add_think_end(report)


def _report(given: argparse.Namespace) -> int:
    from tempanswerqa.cli import run_report

    reading = options.unfiltered(given)
    return run_report.report(given.places, reading, given.filter, given.out, given.title)


def _add_leaderboard(command: Callable[..., argparse.ArgumentParser]) -> None:
    board = command(
        "leaderboard",
        _leaderboard,
        "write a page and a JSON file that rank runs and submissions beside the published scores",
        epilog=LEADERBOARD_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    board.add_argument(
        "places",
        nargs="+",
        metavar="RESULTS",
        help="saved responses, as for score; submissions of `tempanswerqa submit`; folders of "
        "both, in which submissions are named submission*.json or submission*.json.gz",
    )
    board.add_argument("--out", required=True, metavar="DIR", help="the folder to write")
    board.add_argument(
        "--title", default="Temporal answers: leaderboard", help="heading of the page"
    )
    options.add_bootstrap(board)
    options.add_data_dir(board)
    options.add_think_end(board)


def _leaderboard(given: argparse.Namespace) -> int:
    from tempanswerqa.cli import run_leaderboard

    reading = options.unfiltered(given)
    return run_leaderboard.leaderboard(given.places, reading, given.out, given.title)


def _add_correlate(command: Callable[..., argparse.ArgumentParser]) -> None:
    correlate = command(
        "correlate",
        _correlate,
        "show over models how temporal scores go with those of other tasks of lm_eval",
        epilog=CORRELATE_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    correlate.add_argument(
        "places",
        nargs="+",
        metavar="RESULTS",
        help="results_*.json of lm_eval for three models or more, or folders of them",
    )
    correlate.add_argument(
        "--with",
        dest="others",
        nargs="+",
        required=True,
        metavar="TASK:METRIC[,FILTER]",
        help="scores of other tasks, as results files name them",
    )
    correlate.add_argument(
        "--tasks", nargs="+", metavar="TASK", help="of the temporal tasks only these (default: all)"
    )
    options.add_main_filter(correlate, "which scores of the temporal tasks count")
    correlate.add_argument(
        "--out", metavar="DIR", help="write a page with scatter plots and tables there, too"
    )
    options.add_format(correlate)


def _correlate(given: argparse.Namespace) -> int:
    from tempanswerqa.cli import run_correlate

    wanted = (given.others, given.tasks, given.filter, given.format, given.out)
    return run_correlate.correlate(given.places, *wanted)
