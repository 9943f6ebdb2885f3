"""Tests log scales of figures, which have few and plain numbers, and the colours of kinds."""

from itertools import combinations

import numpy as np
import pytest
from cases import cased, data, results_of

from paper import drawing

SEEN = {  # linear RGB as it is seen: Viénot, Brettel and Mollon 1999
    "protanopia": [[0.11238, 0.88762, 0.0], [0.11238, 0.88762, 0.0], [0.00401, -0.00401, 1.0]],
    "deuteranopia": [[0.29275, 0.70725, 0.0], [0.29275, 0.70725, 0.0], [-0.02234, 0.02234, 1.0]],
    "full sight": np.eye(3).tolist(),
}
figure = pytest.importorskip("matplotlib.figure", reason="figures need the extra `dev`")


def log_labels(low: float, high: float, most: int = 5) -> dict[str, float]:
    """Return the numbers on a log scale between two ends, by their labels."""
    axes = figure.Figure().subplots()
    axes.set_xscale("log")
    axes.set_xlim(low, high)
    drawing.plain_log(axes.xaxis, most)
    return {label.get_text(): label.get_position()[0] for label in axes.get_xticklabels()}


@cased
def test_log_scales_have_plain_numbers(low, high, most, labels):
    assert [*log_labels(low, high, most)] == labels.split()


def test_a_log_scale_ends_below_the_least_score():
    assert drawing.log_floor([3, 0.5, 0]) == 0.05
    assert drawing.log_floor([0, 0]) == drawing.log_floor([]) == 0.1


test_numbers_of_narrow_axes_are_short = results_of(
    drawing.format_tick, data(__file__, "numbers of narrow axes are short")
)


def lab(rgb: np.ndarray) -> np.ndarray:
    to_xyz = np.array(
        [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    )
    x, y, z = np.cbrt(np.clip(to_xyz @ rgb / [0.9505, 1.0, 1.089], 1e-9, None))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("sight", SEEN)
def test_colours_of_kinds_are_told_apart_by_the_colour_blind(sight):
    seen = []
    for colour in (drawing.DARK, drawing.LIGHT, drawing.MIDDLE):
        values = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
        linear = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
        seen.append(lab(np.array(SEEN[sight]) @ linear))
    nearest = min(float(np.linalg.norm(one - other)) for one, other in combinations(seen, 2))
    assert nearest > 10  # 2.3 is just noticeable
