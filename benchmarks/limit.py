"""Measures how far scores of the first questions are from those of all.

    python benchmarks/limit.py RESPONSES

RESPONSES is a folder of released response files, read with strict-match. For the first questions
that lm_eval asks with `--limit`, it prints the least, mean and largest difference of exact match
from that of all questions over the recorded runs, in points.
"""

from __future__ import annotations

import argparse
from statistics import fmean

from paired_differences import runs

from tempanswerqa.questions.mixing import mixed

LIMITS = (50, 100, 200, 300)


def main() -> None:
    """Measure and print the differences of each task."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("responses")
    differences: dict[tuple[str, int], list[float]] = {}
    for run, items in runs(parser.parse_args().responses):
        scores = dict(zip(items["id"], items["exact_match"], strict=True))
        asked = [q.id for q in mixed(run.part.questions.values()) if q.id in scores]
        for limit in LIMITS:
            first = fmean(scores[name] for name in asked[:limit])
            own = differences.setdefault((run.task, limit), [])
            own.append(100 * (first - fmean(scores.values())))
    for (task, limit), own in sorted(differences.items()):
        print(f"{task} {limit:4} {min(own):+6.1f} {fmean(own):+6.1f} {max(own):+6.1f}")


if __name__ == "__main__":
    main()
