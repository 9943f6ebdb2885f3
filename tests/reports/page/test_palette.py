"""Tests that colours differ, also for the common kinds of colour-blindness."""

import re
from collections import Counter
from itertools import combinations, pairwise

import numpy as np
import pytest

from tempanswerqa.reports.page import page, palette

STYLE = (page.TEMPLATES / "page.css").read_text(encoding="utf-8")
PAPERS = re.search(r"--paper: light-dark\((#\w{6}), (#\w{6})\)", STYLE).groups()
PAIR = (palette.DARK, palette.LIGHT)
SEEN = {  # linear RGB as it is seen: Viénot, Brettel and Mollon 1999
    "protanopia": [[0.11238, 0.88762, 0.0], [0.11238, 0.88762, 0.0], [0.00401, -0.00401, 1.0]],
    "deuteranopia": [[0.29275, 0.70725, 0.0], [0.29275, 0.70725, 0.0], [-0.02234, 0.02234, 1.0]],
    "full sight": np.eye(3).tolist(),
}


def linear(colour: str) -> np.ndarray:
    values = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def luminance(colour: str) -> float:
    return float(linear(colour) @ [0.2126, 0.7152, 0.0722])


def lab(rgb: np.ndarray) -> np.ndarray:
    to_xyz = np.array(
        [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    )
    x, y, z = np.cbrt(np.clip(to_xyz @ rgb / [0.9505, 1.0, 1.089], 1e-9, None))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("sight", SEEN)
@pytest.mark.parametrize("colours", [palette.CATEGORIES, PAIR])
def test_colours_are_told_apart(sight, colours):
    seen = [lab(np.array(SEEN[sight]) @ linear(colour)) for colour in colours]
    nearest = min(float(np.linalg.norm(one - other)) for one, other in combinations(seen, 2))
    assert nearest > 10  # 2.3 is just noticeable


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("colours", [palette.COLOURS, palette.CATEGORIES, PAIR])
def test_marks_are_seen_on_light_and_dark_pages(colours, paper):
    behind = luminance(paper)
    for colour in colours:
        low, high = sorted((behind, luminance(colour)))
        assert (high + 0.05) / (low + 0.05) >= 3  # WCAG 2.1, 1.4.11


def test_categories_side_by_side_differ_in_lightness():
    light = [lab(linear(colour))[0] for colour in palette.CATEGORIES]
    assert min(abs(one - other) for one, other in pairwise(light)) > 10


def test_the_look_of_a_model_depends_on_its_name_alone():
    names = ["org/Alpha-7B-Instruct", "other/alpha-7b", "Alpha-7B"]
    assert len({palette.look(name) for name in names}) == 1
    looks = Counter(palette.look(f"model {number}") for number in range(500))
    assert max(looks.values()) < 10
    assert {look.colour for look in looks} == set(palette.COLOURS)
    assert {look.dash for look in looks} == set(palette.DASHES)


def test_models_of_a_page_differ_in_colour_or_dash():
    names = [f"model {number}" for number in range(len(palette.COLOURS) * len(palette.DASHES))]
    few, many = palette.looks(names[: len(palette.COLOURS)]), palette.looks(names)
    assert {look.colour for look in few.values()} == set(palette.COLOURS)
    assert len({(look.colour, look.dash) for look in many.values()}) == len(names)
    assert palette.looks(names[:1]) == {names[0]: palette.look(names[0])}
