"""Tests log scales of figures, which have few and round numbers, and the colours of kinds."""

import pytest
from cases import cased, data, results_of

from paper import drawing

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
