"""Measures how the centroids of scikit-learn depend on the order of rows.

    python benchmarks/row_orders.py

It clusters the labels in years of released arithmetic questions in 40 orders drawn at random, each
stacked twelve times, and prints how often which centroids come out. Labels are read from
TEMPANSWERQA_DATA, or fetched.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import numpy as np
from sklearn.cluster import HDBSCAN

from tempanswerqa import questions
from tempanswerqa.metrics.scale import MIN_CLUSTER_SHARE, REPEATS

ORDERS = 40


def main() -> None:
    """Count and print the centroids of all orders."""
    asked = questions.load("tot_arith", os.environ.get("TEMPANSWERQA_DATA"))
    labels = [question.number for question in asked if question.unit == "years"]
    counts: Counter[str] = Counter()
    for seed in range(ORDERS):
        shuffled = random.Random(seed).sample(labels, len(labels)) * REPEATS
        smallest = int(MIN_CLUSTER_SHARE * len(shuffled))
        model = HDBSCAN(
            smallest, allow_single_cluster=True, store_centers="centroid", copy=True
        ).fit(np.array(shuffled).reshape(-1, 1))
        counts[", ".join(f"{center:.2f}" for center in sorted(model.centroids_.ravel()))] += 1
    for centers, count in counts.most_common():
        print(f"{count:3} of {ORDERS}: {centers}")


if __name__ == "__main__":
    main()
