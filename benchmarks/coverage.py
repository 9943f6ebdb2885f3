"""Measures how often the intervals of scores hold the true score, and how wide they are.

    python benchmarks/coverage.py RESPONSES [--draws 2000] [--seed 0] [--models NAME ...]

RESPONSES is a folder of released response files. The score on all questions of a run counts as its
true score. Whole groups (tables, or questions of arithmetic) are drawn from these questions with
replacement until there are about n questions. Coverage is the share of draws whose interval holds
the true score. The table has the mean over runs, the lowest coverage of a run, and half the mean
width. It goes to standard output; the figures also go to benchmarks/coverage.json.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from tqdm import tqdm

from tempanswerqa.metrics.intervals import wilson
from tempanswerqa.metrics.scores import METRICS, Estimate
from tempanswerqa.runs import score_files
from tempanswerqa.runs.scoring import STRICT, Item, column, groups

SIZES = (50, 250, 1_000)
MODELS = ("Llama-3.3-70B", "Qwen2.5-14B", "Phi-4-mini")
KINDS = {"tables": "ttqa", "arithmetic": "tot_arith"}
CELL = "{held:.3f}/{least:.3f} ±{width:.3f}"
SUMMARY = Path(__file__).with_suffix(".json")


def main() -> None:
    """Measure, print and save the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("responses", type=Path)
    parser.add_argument("--draws", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--models", nargs="+", default=MODELS, help="parts of model names")
    given = parser.parse_args()
    generator = np.random.default_rng(given.seed)
    found: dict[str, dict[str, list[tuple[float, float]]]] = {}
    for kind, size, items in tqdm(list(_populations(given.responses, given.models))):
        for name, result in _measured(items, size, given.draws, generator):
            found.setdefault(f"{kind}, {size}", {}).setdefault(name, []).append(result)
    figures = {
        where: {name: _over_runs(np.array(results)) for name, results in own.items()}
        for where, own in found.items()
    }
    SUMMARY.write_text(json.dumps({"draws": given.draws, "coverage": figures}, indent=1) + "\n")
    names = [metric.name for metric in METRICS.values() if metric.bounded]
    print("| questions |", " | ".join(METRICS[name].heading for name in names), "|")
    print("|---|" + "---|" * len(names))
    for where, own in figures.items():
        print(f"| {where} |", " | ".join(CELL.format(**own[name]) for name in names), "|")


def _over_runs(results: np.ndarray) -> dict[str, float]:
    """Return the mean coverage, the lowest coverage of a run, and half the mean width."""
    held, width = results.T
    found = {"held": held.mean(), "least": held.min(), "width": width.mean()}
    return {name: round(float(number), 3) for name, number in found.items()}


def _populations(folder: Path, models: list[str]) -> Iterator[tuple[str, int, list[Item]]]:
    """Yield the kind, the number of questions and the answers of each run."""
    places = [str(path) for path in sorted(folder.iterdir()) if any(m in path.name for m in models)]
    options = score_files.Options((STRICT,), data_dir=str(folder.parent))
    scored = score_files.score_places(places, options, print, print)
    runs = [(run.subset, items) for run, by in scored for items, _ in by.values()]
    for kind, start in KINDS.items():
        for size in SIZES:
            yield from ((kind, size, items) for subset, items in runs if subset.startswith(start))


def _measured(
    items: list[Item], size: int, draws: int, generator: np.random.Generator
) -> Iterator[tuple[str, tuple[float, float]]]:
    """Yield each metric, the share of intervals with the true score, and half their mean width."""
    _, own = np.unique(groups(items), return_inverse=True)
    drawn = round(size * (own.max() + 1) / len(items))
    weights = generator.multinomial(drawn, [1 / (own.max() + 1)] * (own.max() + 1), size=draws)
    for name, metric in METRICS.items():
        if metric.bounded:
            values = np.array(column(items, name)) / metric.highest
            defined = ~np.isnan(values)
            sums = np.bincount(own, np.where(defined, values, 0))
            counts = np.bincount(own, defined)
            truth = sums.sum() / counts.sum()
            ends = np.array([_interval(row, sums, counts) for row in weights])
            held = (ends[:, 0] <= truth) & (truth <= ends[:, 1])
            yield name, (held.mean(), (ends[:, 1] - ends[:, 0]).mean() / 2)


def _interval(weights: np.ndarray, sums: np.ndarray, counts: np.ndarray) -> tuple[float, float]:
    """Return the interval of drawn groups; the weight of a group says how often it was drawn."""
    clusters, n = weights[counts > 0].sum(), weights @ counts
    mean = weights @ sums / n
    squares = weights @ (sums - mean * counts) ** 2
    stderr = np.sqrt(clusters / (clusters - 1) * squares) / n
    effective = (weights @ counts**2) ** 2 / (weights @ counts**4)
    return wilson(Estimate(float(mean), float(stderr), int(clusters), float(n), float(effective)))


if __name__ == "__main__":
    main()
