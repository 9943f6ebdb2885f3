"""Tests the colours and dashes of models."""

import re
from collections import Counter

import numpy as np
import pytest

from tempanswerqa.reports.page import page, palette

STYLE = (page.TEMPLATES / "page.css").read_text(encoding="utf-8")
PAPERS = re.search(r"--paper: light-dark\((#\w{6}), (#\w{6})\)", STYLE).groups()


def linear(colour: str) -> np.ndarray:
    values = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def luminance(colour: str) -> float:
    return float(linear(colour) @ [0.2126, 0.7152, 0.0722])


@pytest.mark.parametrize("paper", PAPERS)
def test_lines_are_seen_on_light_and_dark_pages(paper):
    behind = luminance(paper)
    for colour in palette.COLOURS:
        low, high = sorted((behind, luminance(colour)))
        assert (high + 0.05) / (low + 0.05) >= 3  # WCAG 2.1, 1.4.11


def test_the_look_of_a_model_depends_on_its_name_alone():
    names = ["org/Alpha-7B-Instruct", "other/alpha-7b", "Alpha-7B"]
    assert len({palette.look(name) for name in names}) == 1
    looks = Counter(palette.look(f"model {number}") for number in range(500))
    assert max(looks.values()) < 16
    assert {look.colour for look in looks} == set(palette.COLOURS)
    assert {look.dash for look in looks} == set(palette.DASHES)


def test_models_of_a_page_differ_in_colour_or_dash():
    names = [f"model {number}" for number in range(len(palette.COLOURS) * len(palette.DASHES))]
    few, many = palette.looks(names[: len(palette.COLOURS)]), palette.looks(names)
    assert {look.colour for look in few.values()} == set(palette.COLOURS)
    assert len({(look.colour, look.dash) for look in many.values()}) == len(names)
    assert palette.looks(names[:1]) == {names[0]: palette.look(names[0])}
