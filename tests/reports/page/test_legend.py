"""Tests the models of a page: their order, their names and their looks."""

import re
from itertools import pairwise

import numpy as np
import pytest

from tempanswerqa.reports.page import legend, page
from tempanswerqa.reports.page.legend import cast
from tempanswerqa.reports.words import NAME_LENGTH, short_models
from tempanswerqa.runs.run import RunName

STYLE = (page.TEMPLATES / "page.css").read_text(encoding="utf-8")
PAPERS = re.search(r"--paper: light-dark\((#\w{6}), (#\w{6})\)", STYLE).groups()


def test_models_stand_in_the_given_order_and_others_by_name():
    runs = {RunName(model, "few-shot") for model in "abc"} | {RunName("a", "zero-shot")}
    members = cast(runs, ["c", "x", "b"])
    assert list(members.short) == ["c", "b", "a"]
    assert [run.prompting for run in members.ordered(runs)][-2:] == ["few-shot", "zero-shot"]
    assert members.looks == cast(runs).looks  # a colour does not tell how good a model is


def test_names_are_as_short_as_they_can_be():
    models = ["org/A-7B-Instruct", "org/B", "other/B", "C-instruct", "C"]
    short = short_models(models)
    assert list(short.values()) == ["A-7B", "org/B", "other/B", "C-instruct", "C"]


def test_a_very_long_name_is_cut_unless_it_would_be_that_of_another_model():
    path = "x" * 200
    assert len(short_models([path, "B"])[path]) == NAME_LENGTH
    twins = [f"{path}{end}{path}" for end in "ab"]
    assert list(short_models(twins).values()) == twins


def linear(colour: str) -> np.ndarray:
    values = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def luminance(colour: str) -> float:
    return float(linear(colour) @ [0.2126, 0.7152, 0.0722])


@pytest.mark.parametrize("paper", PAPERS)
def test_lines_are_seen_on_light_and_dark_pages(paper):
    behind = luminance(paper)
    for colour in legend.COLOURS:
        low, high = sorted((behind, luminance(colour)))
        assert (high + 0.05) / (low + 0.05) >= 3  # WCAG 2.1, 1.4.11


def test_models_of_a_page_differ_in_colour_or_dash():
    count = len(legend.COLOURS) * len(legend.DASHES)
    found = [*legend.looks(f"model {number:02}" for number in range(count)).values()]
    assert len({*found}) == count
    assert len({look.dash for look in found[:6]}) == 6  # told apart without colour
    assert {look.colour for look in found[: len(legend.COLOURS)]} == {*legend.COLOURS}
    for one, other in pairwise(found[: len(legend.COLOURS)]):
        assert one.colour != other.colour
        assert one.dash != other.dash


def test_no_two_models_have_one_id():
    """A page that kept both under one id would show the scores of one of them alone."""
    members = cast([RunName(model, "") for model in ("A.1", "A-1", "模型", "型模")])
    assert len(set(members.slugs.values())) == 4
    assert all(slug.isascii() for slug in members.slugs.values())
