"""Computes what must not change by accident: the strict-reading numbers of the recorded runs.

`python tests/pins.py FOLDER` writes them to pins.json; the folder is that of the released data.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

from pandas import DataFrame

from tempanswerqa.analysis import compare, estimate, rank
from tempanswerqa.items import RUN, join
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.runs import score_files
from tempanswerqa.runs.run import Run
from tempanswerqa.runs.score_files import Options
from tempanswerqa.runs.selection import comparable
from tempanswerqa.scoring import STRICT

FILE = Path(__file__).with_suffix(".json")
RANKED = ("exact_match", "smape")
NUMBERS = ["difference", "stderr", "low", "high", "p"]


def scored(folder: Path) -> list[Run]:
    """Return the recorded runs, sorted by task, prompting and model."""
    options = Options(data_dir=str(folder), jobs=0)
    runs = score_files.score_places([str(folder / "responses")], options, print, print)
    return sorted(runs, key=lambda run: (run.task, run.prompting, run.model))


def pins(runs: Sequence[Run]) -> Iterator[tuple[str, object]]:
    """Yield each pin with its name.

    These are the scores of each run (mean, standard error, interval), the paired differences of
    each cell, and the rank ranges of each selection.
    """
    items = join([run.table for run in runs])
    estimates = estimate(items).set_index([*RUN])
    for run in runs:
        scores = estimates.loc[[(run.model, run.prompting, run.task, STRICT)]]
        numbers = scores[["value", "stderr", "low", "high"]]
        yield f"{run.task} {run.prompting} {run.model} scores", _plain(numbers)
    bounded = [name for name, metric in METRICS.items() if metric.bounded]
    for cell in dict.fromkeys((run.task, run.prompting) for run in runs):
        own = _read_strictly(comparable(runs, *cell, STRICT).runs)
        compared = compare(own, scores=bounded, family=bounded)
        order = compared.sort_values(["first", "second"], kind="stable")
        yield f"{' '.join(cell)} paired", _plain(order[NUMBERS])
    tasks = ["", *dict.fromkeys(run.task for run in runs)]
    promptings = [None, *dict.fromkeys(run.prompting for run in runs)]
    for task, prompting in product(tasks, promptings):
        own = _read_strictly(comparable(runs, task, prompting, STRICT).runs)
        ranks = []
        for name in RANKED:
            ranked = rank(compare(own, scores=[name])).sort_values("model")
            ranks.append(ranked[["rank", "best", "worst"]].to_numpy().tolist())
        yield f"{task or 'all'} {prompting or 'both'} ranks", ranks


def _read_strictly(runs: Sequence[Run]) -> DataFrame:
    """Return the items of runs as strict-match reads them."""
    return join([run.table[run.table["filter"] == STRICT] for run in runs])


def _plain(numbers: DataFrame) -> list[list[float | None]]:
    """Return numbers to compare with others; None if they are undefined."""
    rows = numbers.to_numpy().tolist()
    return [[None if n != n else round(n, 13) for n in row] for row in rows]


def write(found: dict[str, object]) -> None:
    """Write the pins, one per line."""
    lines = (f"{json.dumps(name)}: {json.dumps(pin)}" for name, pin in found.items())
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    write(dict(pins(scored(Path(sys.argv[1])))))
