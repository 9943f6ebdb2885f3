"""Declares the commands that make pages and figures of results."""

from __future__ import annotations

from tempanswerqa.cli import options
from tempanswerqa.cli.parser import Command

REPORT = """\
write a page with figures, tables and every answer of saved responses

examples:
  tempanswerqa report results/ --out report
  tempanswerqa report 'runs/*few-shot*' --filter flexible-extract --out report

DIR/index.html shows the figures and tables, and every answer if DIR/answers is beside it.
DIR/figures has each figure as SVG, PDF and PNG, DIR/tables each table as CSV, Markdown and LaTeX.
Files of an older report with the same names are overwritten.
"""
LEADERBOARD = """\
write a page and a JSON file that rank runs and submissions beside the published scores

examples:
  tempanswerqa leaderboard results/ --out leaderboard
  tempanswerqa leaderboard results/ submissions/*.json.gz --out leaderboard
  tempanswerqa leaderboard --site board

DIR/index.html needs nothing beside it; DIR/leaderboard.json has the same rows for programs. The
figures of the paper's Tables 11 and 12 stand among them as marked reference rows. Submissions are
verified first, and left out if they do not hold.

--site makes a folder for GitHub Pages or another static host: the page of the submissions in
DIR/submissions, a workflow that verifies them in pull requests and publishes the page, and a README
that says what to do. Run it again to rebuild the page; all other files stay as they are.
"""
CORRELATE = """\
correlate temporal scores with scores of other tasks of lm_eval, over models

examples:
  tempanswerqa correlate results/ --with gsm8k:exact_match,strict-match
  tempanswerqa correlate results/ --with gsm8k:exact_match,flexible-extract mmlu:acc \\
      --tasks tempanswerqa_tot_arith tempanswerqa_ttqa_head --out correlations.pdf

Scores are those in the results files; nothing is scored again.
"""


FOLDER = "write the page, and the files that belong to it, into this folder"
REPORT_ARGUMENTS: options.Declared = {
    "places RESULTS+": "saved responses, as for score",
    **options.main_filter("the filter that figures show"),
    "--out DIR": (FOLDER, options.NEEDED),
    **options.page("Temporal answers: scores and errors"),
}
PLACES: options.Declared = {
    "places RESULTS*": "saved responses, as for score; submissions of `tempanswerqa pack`; folders "
    "of both, in which submissions are named submission*.json or submission*.json.gz; none with "
    "--site"
}
FOLDERS: options.Declared = {
    "--out DIR": FOLDER,
    "--site DIR": "make or rebuild a site in this folder, of the submissions in DIR/submissions",
}
CORRELATE_ARGUMENTS: options.Declared = {
    "places RESULTS+": "results_*.json of lm_eval for three models or more, or folders of them",
    "--with TASK:METRIC[,FILTER]+": (
        "scores of other tasks, as results files name them",
        {"dest": "others", "required": True},
    ),
    **options.tasks("only these of the temporal tasks (default: all)"),
    **options.main_filter("the filter of the temporal tasks"),
    "--out FILE": "also draw the matrix of all these correlations: .svg, .pdf or .png",
    **options.FORMAT,
}


def add(command: Command) -> None:
    """Add the commands."""
    command("report", "run_report.report", REPORT, REPORT_ARGUMENTS)
    board = command("leaderboard", "run_leaderboard.leaderboard", LEADERBOARD, PLACES)
    options.add(board.add_mutually_exclusive_group(required=True), FOLDERS)
    options.add(board, options.page("Temporal answers: leaderboard"))
    command("correlate", "run_correlate.correlate", CORRELATE, CORRELATE_ARGUMENTS)
