"""Commands on TRAM."""

from __future__ import annotations

from tempanswerqa.cli import options
from tempanswerqa.cli.parser import Command

TRAM = """\
examples:
  tempanswerqa tram compare results/
  tempanswerqa tram shortcuts --tasks arithmetic,duration
  tempanswerqa tram errata --format csv
"""
COMPARE = """\
examples:
  tempanswerqa tram compare                 # the published table
  tempanswerqa tram compare results/        # what lm_eval wrote, below it
"""
SHORTCUTS = """\
example:
  tempanswerqa tram shortcuts --tasks arithmetic,duration --format markdown

Such a rule is, for example, to choose the earliest date. Each is scored on each category.
"""
ERRATA = """\
example:
  tempanswerqa tram errata --format csv > errata.csv
"""


def add(command: Command) -> None:
    """Add the commands."""
    tram = command("tram", "", "show results on TRAM, and what is wrong with its questions", TRAM)
    add_tram = tram.commands()
    compare = add_tram(
        "compare",
        "run_tram.compare",
        "show results beside the published ones and beside what needs no question",
        COMPARE,
    )
    options.add_results(compare, "results_*.json of lm_eval, or folders of them", "*")
    shortcuts = add_tram(
        "shortcuts",
        "run_tram.show_shortcuts",
        "score rules that choose by the options alone",
        SHORTCUTS,
    )
    options.add_tasks(shortcuts, "only these, with or without tram_ (default: all ten)")
    errata = add_tram(
        "errata", "run_tram.show_errata", "list released answers that are wrong or spoiled", ERRATA
    )
    for each in (compare, shortcuts, errata):
        options.add_format(each)
        options.add_data_dir(each, "archives", "TRAM")
