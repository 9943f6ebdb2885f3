"""Measures how far scores of the first questions are from those of all.

    python -m benchmarks.limit RESPONSES

RESPONSES is a folder of released response files, read with strict-match. For the first questions
that lm_eval asks with `--limit`, it prints the least, mean and largest difference of exact match
from that of all questions over the recorded runs, in points.
"""

from __future__ import annotations

from statistics import fmean

from benchmarks.coverage import asked
from tempanswerqa.questions.mixing import mixed

LIMITS = (50, 100, 200, 300)


def main() -> None:
    """Measure and print the differences of each task."""
    differences: dict[tuple[str, int], list[float]] = {}
    for run, items in asked(__doc__)[1]:
        scores = dict(zip(items["id"], items["exact_match"], strict=True))
        order = [q.id for q in mixed(run.part.questions.values()) if q.id in scores]
        for limit in LIMITS:
            first = fmean(scores[name] for name in order[:limit])
            own = differences.setdefault((run.task, limit), [])
            own.append(100 * (first - fmean(scores.values())))
    for (task, limit), own in sorted(differences.items()):
        print(f"{task} {limit:4} {min(own):+6.1f} {fmean(own):+6.1f} {max(own):+6.1f}")


if __name__ == "__main__":
    main()
