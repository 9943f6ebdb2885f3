"""Computes the scale of other benchmarks' labels, for questions of any record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tempanswerqa.metrics import scale


def scaled(items: Sequence[Any], units: Sequence[str]) -> list[Any]:
    """Return the items with the centroids of the labels of their unit.

    An item is a dataclass whose `number` is its label. An item without a unit is not changed.
    """
    labels: dict[str, list[float]] = {unit: [] for unit in units if unit}
    for item, unit in zip(items, units, strict=True):
        if unit:
            labels[unit].append(item.number)
    scales = {unit: scale.estimated(numbers) for unit, numbers in labels.items()}
    return [
        replace(item, centroid=scales[unit].centroid(item.number)) if unit else item
        for item, unit in zip(items, units, strict=True)
    ]
