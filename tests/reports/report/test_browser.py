"""A report in a browser: figures to be seen, tables to be sorted, errors to be filtered."""

from pathlib import Path

import pytest
from browser import choose, opened, overflow, resize
from reported import HOSTILE, write_runs
from support import SAMPLE

from tempanswerqa import cli

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


@pytest.fixture(scope="module")
def page(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    runs = write_runs(folder / "runs", special=HOSTILE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TEMPANSWERQA_DATA", str(SAMPLE))
        assert cli.main(["report", str(runs), "--out", str(folder / "out")]) == 0
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
        return driver.find_elements("css selector", f"#{SCORES} thead button")[column]

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
    marked = driver.find_elements("css selector", f"#{SCORES} th[aria-sort]")
    assert [heading.get_attribute("aria-sort") for heading in marked] == ["descending"]


def test_tables_are_sorted_by_keyboard(driver):
    from selenium.webdriver.common.keys import Keys

    button = driver.find_elements("css selector", f"#{RANKS} thead button")[4]
    driver.execute_script("arguments[0].focus()", button)
    button.send_keys(Keys.ENTER)
    first = driver.execute_script(CELLS.format(RANKS, 4))
    button.send_keys(Keys.SPACE)
    second = driver.execute_script(CELLS.format(RANKS, 4))
    assert list(map(float, first)) == sorted(map(float, first), reverse=True)
    assert list(map(float, second)) == sorted(map(float, first))


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
    summary = driver.find_element("css selector", "#worst summary")
    summary.send_keys(Keys.ENTER)
    assert driver.find_element("css selector", "#worst details").get_attribute("open") is not None


def test_worst_errors_are_filtered(driver):
    def shown():
        return driver.execute_script(
            "return [...document.querySelectorAll('#worst details')]"
            ".filter(one => one.getClientRects().length).map(one => one.dataset.unit)"
        )

    def told():
        return driver.find_element("css selector", "form.filters output").text

    every = shown()
    assert told() == f"{len(every)} of {len(every)} shown"
    choose(driver, "unit", "years")
    years = shown()
    assert 0 < len(years) < len(every)
    assert set(years) == {"years"}
    driver.find_element("name", "text").send_keys("7777777")
    assert 0 < len(shown()) < len(years)
    assert told() == f"{len(shown())} of {len(every)} shown"
    driver.find_element("css selector", "button[type=reset]").click()
    assert told() == f"{len(every)} of {len(every)} shown"


def test_responses_are_shown_as_text(driver):
    texts = driver.execute_script(
        "return [...document.querySelectorAll('#worst pre')].map(pre => pre.textContent)"
    )
    assert any("<script>document.title = 'taken'</script>" in text for text in texts)
    assert any("</body></html>" in text for text in texts)
    assert driver.title != "taken"
    assert driver.execute_script("return document.querySelectorAll('#worst pre *').length") == 0


def test_what_is_printed_has_all_sections(driver):
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    hidden = driver.execute_script(
        "return [getComputedStyle(document.querySelector('nav')).display,"
        " getComputedStyle(document.querySelector('.scroll')).overflowX,"
        " getComputedStyle(document.body).backgroundColor]"
    )
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert hidden == ["none", "visible", "rgb(255, 255, 255)"]
