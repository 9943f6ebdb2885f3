"""Prints the paper's tables beside ours, or draws its figures: `python -m paper --help`."""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from paper import figures
from paper.tables import COUNTS, Cell, Runs, outcome
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.runs import score_files
from tempanswerqa.scoring import STRICT

GRIDS = {"table": "simple", "markdown": "github"}
"""The formats for reading, with their names in `tabulate`."""


def main(arguments: Sequence[str]) -> int:
    """Run the command and return its exit code: 1 if a path or file was unusable."""
    draws = arguments[:1] == ["figures"]
    parser = argparse.ArgumentParser(
        prog="python -m paper figures" if draws else "python -m paper",
        description="Draw the paper's figures from recorded responses."
        if draws
        else "Print each cell of the paper's tables beside ours. `python -m paper figures --help` "
        "says how to draw the figures.",
    )
    parser.add_argument(
        "responses",
        nargs="*",
        help="files or folders of recorded responses (default: responses/ in the data folder)",
    )
    data_dir = os.environ.get("TEMPANSWERQA_DATA")
    parser.add_argument(
        "--data_dir", default=data_dir, help="folder of the questions (default: $TEMPANSWERQA_DATA)"
    )
    if draws:
        parser.add_argument("--out", type=Path, required=True, help="folder of the figures")
    else:
        parser.add_argument("--format", choices=(*GRIDS, "csv", "json"), default="table")
    options = parser.parse_args(arguments[draws:])
    if not options.responses and not options.data_dir:
        parser.error("name the responses, or a data folder that contains them")
    places = options.responses or [str(Path(options.data_dir) / "responses")]
    failed: list[str] = []

    def fail(problem: str) -> None:
        failed.append(problem)
        tell(problem)

    reading = score_files.Options(data_dir=options.data_dir, texts=True)
    try:
        if draws:
            scored = score_files.score_places(places, reading, fail, tell)
            for title in figures.draw(scored, options.out, tell):
                print(title)
        else:
            reading = score_files.Options((STRICT,), options.data_dir)
            runs = Runs()
            for run in score_files.score_places(places, reading, fail, tell):
                if reason := runs.add(run, run.items[STRICT]):
                    tell(f"{run.path}: {run.task}: left out, because {reason}")
            print(render(list(runs.cells()), options.format))
    except (TempAnswerError, ImportError, OSError) as error:
        fail(str(error))
    return 1 if failed else 0


def tell(problem: str) -> None:
    """Print a problem on standard error."""
    print(f"paper: {problem}", file=sys.stderr)


def render(cells: Sequence[Cell], style: str) -> str:
    """Return the cells as `json` or `csv`, or as a table with the `outcome` below it."""
    if style == "json":
        return json.dumps([cell._asdict() for cell in cells], indent=1, allow_nan=False)
    if style == "csv":
        file = io.StringIO()
        csv.writer(file, lineterminator="\n").writerows([Cell._fields, *cells])
        return file.getvalue().rstrip("\n")
    from tabulate import tabulate

    shown = []
    for cell in cells:
        digits = 0 if cell.column in COUNTS else 2
        numbers = ("-" if n is None else f"{n:.{digits}f}" for n in cell[3:7])
        row = cell.row.replace("<", "\\<") if style == "markdown" else cell.row
        shown.append([cell.table, row, cell.column, *numbers, cell.status])
    drawn = tabulate(shown, Cell._fields[:-1], tablefmt=GRIDS[style], disable_numparse=True)
    return "\n".join([drawn, "", *outcome(cells)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
