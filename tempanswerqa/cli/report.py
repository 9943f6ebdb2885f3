"""Commands that make pages and figures of results."""

from __future__ import annotations

from tempanswerqa.cli import options
from tempanswerqa.cli.parser import Command

REPORT = """\
examples:
  tempanswerqa report results/ --out report
  tempanswerqa report 'runs/*few-shot*' --filter flexible-extract --out report

DIR/index.html shows the figures and tables, and with DIR/answers beside it every answer.
DIR/figures has each figure as SVG, PDF and PNG, DIR/tables each table as CSV, Markdown and LaTeX.
Files of an older report with the same names are overwritten.
"""
LEADERBOARD = """\
examples:
  tempanswerqa leaderboard results/ --out leaderboard
  tempanswerqa leaderboard results/ submissions/*.json.gz --out leaderboard
  tempanswerqa leaderboard --site board

DIR/index.html needs nothing beside it; DIR/leaderboard.json has the same rows for programs. The
figures of the paper's Tables 11 and 12 stand among them as marked reference rows. Submissions are
verified first, and left out where they do not hold.

--site makes a folder for GitHub Pages or another static host: the page of the submissions in
DIR/submissions, a workflow that verifies them in pull requests and publishes the page, and a README
that says what to do. Run it again to rebuild the page; all other files stay as they are.
"""
CORRELATE = """\
examples:
  tempanswerqa correlate results/ --with gsm8k:exact_match,strict-match
  tempanswerqa correlate results/ --with gsm8k:exact_match,flexible-extract mmlu:acc \\
      --tasks tempanswerqa_tot_arith tempanswerqa_ttqa_head --out correlations

Scores are those in the results files; nothing is scored again.
"""


def add(command: Command) -> None:
    """Add the commands."""
    report = command(
        "report",
        "run_report.report",
        "write a page with the paper's figures and tables for saved responses",
        REPORT,
    )
    options.add_results(report, "saved responses, as for score")
    options.add_main_filter(report, "the filter that figures show")
    options.add_page(report, "Temporal answers: scores and errors")
    board = command(
        "leaderboard",
        "run_leaderboard.leaderboard",
        "write a page and a JSON file that rank runs and submissions beside the published scores",
        LEADERBOARD,
    )
    options.add_results(
        board,
        "saved responses, as for score; submissions of `tempanswerqa pack`; folders of both, in "
        "which submissions are named submission*.json or submission*.json.gz; none with --site",
        "*",
    )
    site = "make or rebuild a site in this folder, of the submissions in DIR/submissions"
    options.add_page(board, "Temporal answers: leaderboard", site)
    _add_correlate(command)


def _add_correlate(command: Command) -> None:
    correlate = command(
        "correlate",
        "run_correlate.correlate",
        "correlate temporal scores with scores of other tasks of lm_eval, over models",
        CORRELATE,
    )
    options.add_results(
        correlate,
        "results_*.json of lm_eval, or UUID.json of Every Eval Ever, for three models or more; or "
        "folders of them",
    )
    correlate.add_argument(
        "--with",
        dest="others",
        nargs="+",
        required=True,
        metavar="TASK:METRIC[,FILTER]",
        help="scores of other tasks, as results files name them",
    )
    options.add_tasks(correlate, "only these of the temporal tasks (default: all)")
    options.add_main_filter(correlate, "the filter of the temporal tasks")
    options.add_out(correlate, "write a page with scatter plots and tables, too", required=False)
    options.add_format(correlate)
