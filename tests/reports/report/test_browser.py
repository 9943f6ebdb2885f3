"""Tests a report in a browser: its figures, sorted tables and the list of answers."""

import re
from pathlib import Path

import pytest
from browser import choose, find, opened, overflow, resize, show, wait
from reported import HOSTILE, report, write_runs
from support import SAMPLE

from tempanswerqa import questions

pytest.importorskip("matplotlib", reason="reports need the extra `report`")
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("untouched")]

VISIBLE = """
return [...document.querySelectorAll("figure")].map(figure => {
  const box = figure.querySelector("svg").getBoundingClientRect();
  const text = figure.querySelector("svg text").getBoundingClientRect();
  const name = figure.querySelector("[role=img]").getAttribute("aria-label");
  return [figure.id, box.width, box.height, box.left, box.right, text.height, name.length];
});
"""
UNREADABLE = """
const found = [];
for (const svg of document.querySelectorAll("figure svg")) {
  const name = svg.closest("figure").id, whole = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll("text")];
  const boxes = texts.map(text => [text.textContent, text.getBoundingClientRect()]);
  boxes.forEach(([told, box], at) => {
    if (box.left < whole.left - 2 || box.right > whole.right + 2) found.push([name, told, "cut"]);
    for (const [other, its] of boxes.slice(at + 1)) {
      const wide = Math.min(box.right, its.right) - Math.max(box.left, its.left);
      const high = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
      if (wide > 2 && high > 4) found.push([name, told, other]);
    }
  });
}
return found;
"""
SCORES = "scores-tempanswerqa_tot_arith-strict_match"
RANKS = "ranks-tempanswerqa_tot_arith"
CELLS = (
    "return [...document.querySelectorAll('#{} tbody tr')].map(row => row.cells[{}].dataset.order)"
)


TEXTS = "return [...document.querySelectorAll('#answer pre')].map(pre => pre.textContent)"


def lists(driver) -> None:
    """Wait for the list of all answers, as a reader who comes to it does."""
    driver.execute_script("document.getElementById('answers').scrollIntoView()")
    wait(driver, "return document.querySelector('ol.answers li') !== null")


def opens(driver, page: Path, behind: str) -> None:
    """Open the page with this behind `#`, as a link does."""
    show(driver, page, f"#{behind}")
    wait(driver, "return document.querySelector('ol.answers li') !== null")


def status(driver) -> str:
    return find(driver, "#answers output")[0].text


def behind(driver) -> str:
    return driver.execute_script("return decodeURIComponent(location.hash)")


@pytest.fixture(scope="module")
def page(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    report(folder / "out", write_runs(folder / "runs", special=HOSTILE))
    return folder / "out" / "index.html"


@pytest.mark.parametrize("width", [390, 1280])
def test_all_figures_are_to_be_seen(driver, page, width):
    resize(driver, width)
    assert overflow(driver) == 0
    figures = driver.execute_script(VISIBLE)
    assert len(figures) == len(list((page.parent / "figures").glob("*.svg"))) > 0
    for name, wide, high, left, right, text, told in figures:
        assert wide > 300, name
        assert high > 60, name
        assert 0 <= left < right <= width, name
        assert text >= 7, name
        assert told > 20, name


def test_no_text_of_a_figure_is_cut_or_hidden_behind_another(driver):
    assert driver.execute_script(UNREADABLE) == []


def test_dark_pages_have_light_text(page):
    script = """
    const text = document.querySelector("figure svg text");
    return [getComputedStyle(document.body).backgroundColor, getComputedStyle(text).fill];
    """
    with opened(page, dark=True) as driver:
        behind, text = driver.execute_script(script)
    assert sum(map(int, behind[4:-1].split(","))) < 100
    assert sum(map(int, text[4:-1].split(","))) > 600


def test_a_click_sorts_a_table_and_another_turns_it_round(driver):
    def button(column):
        return find(driver, f"#{SCORES} thead button")[column]

    values = {}
    for column, key in ((1, "number"), (0, "text")):
        orders = []
        for _ in range(2):
            button(column).click()
            orders.append(driver.execute_script(CELLS.format(SCORES, column)))
        values[key] = orders
    numbers = [list(map(float, order)) for order in values["number"]]
    assert numbers[0] == sorted(numbers[0], reverse=True)  # the largest first
    assert numbers[1] == sorted(numbers[0])
    assert len(set(numbers[0])) > 3
    assert values["text"][0] == sorted(values["text"][0], key=str.lower)
    assert values["text"][1] == values["text"][0][::-1]
    marked = find(driver, f"#{SCORES} th[aria-sort]")
    assert [heading.get_attribute("aria-sort") for heading in marked] == ["descending"]


def test_the_keyboard_reaches_everything(driver):
    from selenium.webdriver.common.keys import Keys

    active = (
        "const e = document.activeElement; return e.tagName + (e.className && '.' + e.className)"
    )
    driver.switch_to.active_element.send_keys(Keys.TAB)
    assert driver.execute_script(active) == "A.skip"
    reachable = driver.execute_script(
        "return [...document.querySelectorAll('a, button, select, input, summary, .scroll')]"
        ".filter(e => e.tabIndex < 0).length"
    )
    assert reachable == 0
    lists(driver)
    link = find(driver, "ol.answers a")[0]
    link.send_keys(Keys.ENTER)
    wait(driver, "return document.querySelector('.card') !== null")
    assert driver.execute_script("return document.activeElement.id") == "answer"


def test_answers_are_filtered_and_the_address_says_how(driver, page):
    lists(driver)
    total = status(driver).split()[2]
    assert status(driver) == f"{total} of {total} answers"
    choose(driver, "unit", "years")
    choose(driver, "state", "wrong")
    find(driver, "#answers [name=text]")[0].send_keys("ttqa")
    told, address = status(driver), behind(driver)
    assert 0 < int(told.split()[0].replace(",", "")) < int(total.replace(",", ""))
    rows = [row.text for row in find(driver, "ol.answers li")]
    assert [
        row for row in rows if not re.search(r"label \S+ years?, read .*years?.* too", row)
    ] == []
    assert {"unit=years", "state=wrong", "text=ttqa"} == set(address.removeprefix("#").split("&"))
    opens(driver, page, address.removeprefix("#"))
    assert status(driver) == told
    find(driver, "#answers button[type=reset]")[0].click()
    assert status(driver) == f"{total} of {total} answers"
    assert behind(driver) == ""


@pytest.mark.parametrize(
    ("sort", "filters"), [("ase", "strict-match"), ("smape", "flexible-extract")]
)
def test_answers_are_sorted_by_any_error(driver, page, sort, filters):
    opens(driver, page, f"sort={sort}&filter={filters}&state=wrong")
    sizes = [size.text for size in find(driver, "ol.answers .size")]
    numbers = [float(re.sub("[^0-9.]", "", size) or 0) for size in sizes]
    assert numbers == sorted(numbers, reverse=True)
    assert numbers[0] > 0


def test_an_answer_has_a_link_that_shows_it_beside_the_others(driver, page):
    lists(driver)
    link = find(driver, "ol.answers a")[0]
    run = link.find_element("tag name", "bdi").text
    driver.execute_script("arguments[0].click()", link)
    wait(driver, "return document.querySelector('.card') !== null")
    address = behind(driver)
    assert address.startswith("#answer=t")
    cards = find(driver, ".card")
    assert len(cards) == 3 * 2
    current = find(driver, ".card[aria-current]")[0]
    assert current.find_element("tag name", "h4").text == run
    (mark,) = find(current, "mark.strict-match")
    assert mark.text
    find(driver, "#answer .steps a:last-child")[0].click()
    assert behind(driver) == ""
    assert not driver.find_element("id", "answer").is_displayed()
    driver.back()
    wait(driver, "return document.getElementById('answer').offsetHeight > 0")
    opens(driver, page, address.removeprefix("#"))
    wait(driver, "return document.querySelector('.card') !== null")
    current = find(driver, ".card[aria-current] h4")[0]
    assert current.text == run


def test_responses_are_shown_as_text(driver, page):
    found = set()
    asked = [q for q in questions.load("ttqa_head", SAMPLE) if q.number != q.centroid]
    for question in asked[:6]:
        opens(driver, page, f"answer={question.id}~beta-few-shot")
        wait(driver, "return document.querySelector('.card[aria-current] pre') !== null")
        found |= set(driver.execute_script(TEXTS))
        assert find(driver, "#answer img, #answer script") == []
    assert any("<script>document.title = 'taken'</script>" in text for text in found)
    assert any("</body></html>" in text for text in found)
    assert driver.title != "taken"


def test_without_its_data_the_page_says_so(page, tmp_path):
    alone = tmp_path / "index.html"
    alone.write_bytes(page.read_bytes())
    with opened(alone) as driver:
        driver.execute_script("document.getElementById('answers').scrollIntoView()")
        wait(driver, "return document.querySelector('#answers [role=status]') !== null")
        wait(
            driver, "return document.querySelector('#answers [role=status]').textContent[0] == 'T'"
        )
        assert "is missing: copy it, too" in find(driver, "[role=status]")[0].text
        assert len(find(driver, "#furthest details")) >= 40


def test_without_scripts_everything_is_there_and_no_control_is_dead(page):
    with opened(page, scripts=False) as driver:
        assert find(driver, "button, select, input, form:not([hidden])") == []
        details = find(driver, "#furthest details")
        assert len(details) >= 40


def test_what_is_printed_has_all_sections(driver):
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    hidden = driver.execute_script(
        "return [getComputedStyle(document.querySelector('nav')).display,"
        " getComputedStyle(document.querySelector('.scroll')).overflowX,"
        " getComputedStyle(document.body).backgroundColor]"
    )
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert hidden == ["none", "visible", "rgb(255, 255, 255)"]
