"""Computes what must not change by accident: the readings and numbers of the recorded runs.

`python tests/pins.py FOLDER` writes them to pins.json; the folder is that of the released data.
"""

import hashlib
import json
import math
import sys
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from pathlib import Path

from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.runs import score_files
from tempanswerqa.runs.analysis import comparison
from tempanswerqa.runs.run import Run
from tempanswerqa.runs.run_set import RunRow, RunSet
from tempanswerqa.runs.score_files import Options
from tempanswerqa.scoring import FILTERS

FILE = Path(__file__).with_suffix(".json")
RANKED = ("exact_match", "smape")
NUMBERS = ("difference", "difference_stderr", "difference_low", "difference_high", "p_value")


def scored(folder: Path) -> list[Run]:
    """Return the recorded runs, sorted by task, prompting and model."""
    options = Options(data_dir=str(folder), jobs=0)
    runs = score_files.score_places([str(folder / "responses")], options, print, print)
    return sorted(runs, key=lambda run: (run.task, run.prompting, run.model))


def pins(runs: Sequence[Run]) -> Iterator[tuple[str, object]]:
    """Yield each pin with its name: the readings and scores of each run (mean, standard error and
    ends), the paired differences of each cell, and the rank ranges of each selection.
    """
    for run, rule in product(runs, FILTERS):
        items, scores = run.items[rule], run.summaries[rule].scores
        name = f"{run.task} {run.prompting} {run.model} {rule}"
        read = sorted(zip(items["id"], items["prediction"].tolist(), strict=True))
        yield f"{name} readings", hashlib.sha256(repr(read).encode()).hexdigest()[:16]
        yield f"{name} scores", [[*map(_plain, scores[metric][:4])] for metric in METRICS]
    cells = [*dict.fromkeys((run.task, run.prompting) for run in runs)]
    for cell, rule in product(cells, FILTERS):
        own = [run for run in runs if (run.task, run.prompting) == cell]
        yield (
            f"{' '.join(cell)} {rule} paired",
            [
                [_plain(row[name]) for name in NUMBERS]
                for one, other in combinations(own, 2)
                for row in comparison.compare(
                    {one.task: (one, one.items)},
                    {other.task: (other, other.items)},
                    [name for name, metric in METRICS.items() if metric.bounded],
                )
                if row["filter"] == rule
            ],
        )
    tasks, promptings = (["", *dict.fromkeys(names)] for names in zip(*cells, strict=True))
    for task, prompting, rule in product(tasks, promptings, FILTERS):
        chosen = [
            RunRow.of(run, rule)
            for run in runs
            if task in ("", run.task) and prompting in ("", run.prompting)
        ]
        found = RunSet(chosen).comparable()
        ranks = [[[*rank] for rank in found.ranks(metric).values()] for metric in RANKED]
        yield f"{task or 'all'} {prompting or 'both'} {rule} ranks", ranks


def _plain(number: float | None) -> float | None:
    """Return a number to compare with others; None if it is undefined."""
    return None if number is None or math.isnan(number) else round(number, 13)


def write(found: dict[str, object]) -> None:
    """Write the pins, each on a line."""
    lines = (f"{json.dumps(name)}: {json.dumps(pin)}" for name, pin in found.items())
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    write(dict(pins(scored(Path(sys.argv[1])))))
