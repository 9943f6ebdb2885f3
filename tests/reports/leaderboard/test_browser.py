"""Tests a leaderboard in a browser: sorted, filtered, and as wide as the window."""

from pathlib import Path

import pytest
from browser import choose, find, overflow, resize
from leaderboard_support import HOSTILE, write
from reported import MODELS, write_runs

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("untouched")]

VIEW = "section.view:not([hidden])"
ROWS = (
    f"return [...document.querySelectorAll('{VIEW} tbody tr')]"
    ".filter(row => row.getClientRects().length)"
)
ORDERS = ROWS + ".map(row => row.cells[arguments[0]].dataset.order)"
RANKS = ROWS + ".map(row => row.cells[0].firstChild.textContent)"
NAMES = ROWS + ".map(row => row.querySelector('bdi').textContent)"
EM, SMAPE, MASE = 2, 3, 4
ALL = 3 + 8
"""Models of ours and of the paper, with its baselines."""


@pytest.fixture(scope="module")
def page(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("board")
    assert write([write_runs(folder / "runs", (*MODELS[:2], HOSTILE[0]))], folder / "out") == 0
    return folder / "out" / "index.html"


def button(driver, column):
    headings = find(driver, f"{VIEW} thead th")
    return headings[column].find_element("tag name", "button")


def told(driver):
    return find(driver, "form.filters output")[0].text


def by(driver):
    return find(driver, f"{VIEW} thead .rank small")[0].text


def numbers(driver, column):
    return [float(order) for order in driver.execute_script(ORDERS, column) if order]


def test_what_is_shown_first(driver):
    assert len(find(driver, VIEW)) == 1
    assert told(driver) == f"{ALL} of {ALL} rows shown"
    scores = numbers(driver, EM)
    assert len(scores) == ALL
    assert scores == sorted(scores, reverse=True)
    assert [rank for rank in driver.execute_script(RANKS) if rank != "–"] == ["1", "2", "3"]
    assert by(driver) == "by EM"
    assert not find(driver, "nav")[0].is_displayed()


def test_a_click_sorts_the_best_first_and_another_turns_it_round(driver):
    for column, first in ((SMAPE, "ascending"), (EM, "descending")):
        found = []
        for _ in range(2):
            button(driver, column).click()
            heading = find(driver, f"{VIEW} th[aria-sort]")[0]
            orders = numbers(driver, column)
            assert orders == sorted(orders, reverse=heading.get_attribute("aria-sort")[0] == "d")
            found.append((heading.get_attribute("aria-sort"), orders))
        assert found[0][0] == first
        assert found[1][1] == found[0][1][::-1]


def test_ranks_follow_the_sorted_column_and_rows_without_a_value_stay_last(driver):
    from selenium.webdriver.common.keys import Keys

    for key, expected in ((Keys.ENTER, ["1", "2", "3"]), (Keys.SPACE, ["3", "2", "1"])):
        button(driver, SMAPE).send_keys(key)
        assert [rank for rank in driver.execute_script(RANKS) if rank != "–"] == expected
        assert by(driver) == "by sMAPE"
    for key in (Keys.ENTER, Keys.SPACE):  # MASE sorts rows, and ranks none
        button(driver, MASE).send_keys(key)
        assert driver.execute_script(RANKS) == ["–"] * ALL
        assert driver.execute_script(ORDERS, MASE)[3:] == [""] * 8


def test_rows_are_filtered(driver):
    choose(driver, "prompting", "few-shot")
    assert driver.execute_script(RANKS).count("–") == ALL - 3
    assert by(driver) == "by EM"
    choose(driver, "task", "TempTabQA, tail")
    driver.find_element("name", "model").send_keys("ALPHA")
    assert told(driver) == f"1 of {ALL} rows shown"
    assert driver.execute_script(NAMES) == ["org/Alpha-7B"]
    choose(driver, "filter", "flexible-extract")
    assert told(driver) == "1 of 3 rows shown"
    assert "TempTabQA, tail flexible-extract, few-shot" in find(driver, VIEW)[0].text


def test_the_address_has_the_view(driver, page):
    from browser import show

    choose(driver, "task", "TempTabQA, tail")
    choose(driver, "filter", "flexible-extract")
    choose(driver, "prompting", "few-shot")
    button(driver, SMAPE).click()
    driver.find_element("name", "model").send_keys("alpha")
    seen = find(driver, VIEW)[0].text, told(driver)
    for fragment in (driver.execute_script("return location.hash"), "#task=none&sort=none"):
        show(driver, page, fragment)
        shown = find(driver, VIEW)[0].text, told(driver)
        assert (shown == seen) == ("few-shot" in fragment)
    assert by(driver) == "by EM"


def test_the_curve_of_a_row_opens_with_its_values(driver):
    curve = find(driver, f"{VIEW} .curve")[0]
    svg = find(curve, "svg")[0]
    width, values = svg.rect["width"], find(curve, "small")[0]
    assert not values.is_displayed()
    find(curve, "summary")[0].click()
    assert svg.rect["width"] > 2 * width
    assert "100 %" in values.text
    assert not find(driver, f"{VIEW} .published .curve")


def test_names_are_text(driver):
    assert HOSTILE[0] in driver.execute_script(NAMES)
    assert driver.title == "A leaderboard"


@pytest.mark.parametrize("width", [390, 1280])
def test_the_page_is_as_wide_as_its_window(driver, width):
    resize(driver, width)
    for task in ("Mean of the four tasks", "Test of Time, arithmetic"):
        choose(driver, "task", task)
        assert overflow(driver) == 0
        held = find(driver, f"{VIEW} .scroll")[0]
        assert held.rect["x"] + held.rect["width"] <= width
        assert held.get_attribute("tabindex") == "0"
        row = find(driver, f"{VIEW} tbody tr")[0]
        scores = find(row, "td")[1:4]  # behind rank and model
        assert all(score.rect["x"] + score.rect["width"] <= width for score in scores)


def test_what_is_printed_fits_the_paper(driver):
    resize(driver, 760)
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    wide, form = overflow(driver), find(driver, "form")[0].is_displayed()
    shown = len(driver.execute_script(ORDERS, EM))
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert (wide, form, shown) == (0, False, ALL)


def test_without_a_script_all_is_there(driver, page):
    from browser import show

    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    show(driver, page)
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert len(find(driver, VIEW)) == 5 * 2 * 2
    assert find(driver, "form, thead button") == []
    assert find(driver, "nav")[0].is_displayed()
