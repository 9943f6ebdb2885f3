"""Tests a report in a browser: the curve, what it leads to, sorted tables and the answers."""

import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from browser import choose, find, opened, overflow, resize, show, wait
from reported import HOSTILE, report, shown_selection, write_runs
from support import SAMPLE, SUBSETS

from tempanswerqa import questions
from tempanswerqa.reports.report import axes

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("untouched")]

UNREADABLE = """
const found = [];
for (const svg of document.querySelectorAll("svg:has(text)")) {
  const whole = svg.getBoundingClientRect();
  if (!whole.width) continue;
  const texts = [...svg.querySelectorAll("text")];
  const boxes = texts.map(text => [text.textContent, text.getBoundingClientRect()]);
  boxes.forEach(([told, box], at) => {
    if (box.left < whole.left - 2 || box.right > whole.right + 2) found.push([told, "cut"]);
    for (const [other, its] of boxes.slice(at + 1)) {
      const wide = Math.min(box.right, its.right) - Math.max(box.left, its.left);
      const high = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
      if (wide > 2 && high > 4) found.push([told, other]);
    }
  });
}
return found;
"""
TEXTS = "return [...document.querySelectorAll('#answer pre')].map(pre => pre.textContent)"
NUMBERS = (
    "return [...document.querySelectorAll('#models tbody tr')]"
    ".map(row => [...row.cells].map(cell => cell.innerText.trim()))"
)


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


def press(driver, selector: str) -> None:
    driver.execute_script("document.querySelector(arguments[0]).click()", selector)


@pytest.fixture(scope="module")
def page(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    report(folder / "out", write_runs(folder / "runs", special=HOSTILE))
    return folder / "out" / "index.html"


@pytest.mark.parametrize("width", [390, 768, 1440])
def test_nothing_is_cut_or_covered_and_the_picture_is_seen_at_once(driver, page, width):
    resize(driver, width, 844)
    show(driver, page)
    assert overflow(driver) == 0
    assert driver.execute_script(UNREADABLE) == []
    ends = driver.execute_script(
        "return [...document.querySelectorAll('.panel')].map(p => p.getBoundingClientRect().bottom)"
    )
    assert len(ends) == 2
    assert max(ends) < 844
    names = [name.text for name in find(driver, ".panel .name")]
    assert len(names) == 2 * 3


def test_the_page_has_the_scores_of_the_still_one(driver, page):
    live = driver.execute_script(NUMBERS)
    told = [find(driver, f"#{name}")[0].text for name in ("said", "scope")]
    with opened(page, scripts=False) as still:
        shown = still.execute_script(NUMBERS)
        assert shown == [[re.sub(" (± .*|[0-9]+ %)", "", cell) for cell in row] for row in live]
        assert [find(still, f"#{name}")[0].text for name in ("said", "scope")] == told
        assert find(still, "#still tbody tr")[0].is_displayed()
        assert len(find(still, "#breakdown tbody tr")) > 1
        assert find(still, "button, select, input, form:not([hidden])") == []
    assert find(driver, "#still") == []


def select(driver, task: str, prompting: str, rule: str) -> None:
    for name, value in (("task", task), ("prompting", prompting), ("filter", rule)):
        choose(driver, name, value)
    shown_selection(driver, f"{task}|{prompting}|{rule}")


def test_what_the_page_says_holds_for_the_selection(driver, page):
    seen = set()
    for task, prompting, rule in (
        ("", "", "strict-match"),
        ("tempanswerqa_tot_arith", "few-shot", "flexible-extract"),
        ("tempanswerqa_ttqa_tail", "zero-shot", "strict-match"),
    ):
        select(driver, task, prompting, rule)
        assert find(driver, "#said")[0].text == driver.execute_script("return now.said") != ""
        scope = find(driver, "#scope")[0].text
        assert rule in scope
        assert ("Mean of 4 tasks" in scope) == (task == "")
        assert not prompting or prompting in scope
        scores = [float(row[1].split()[0]) for row in driver.execute_script(NUMBERS)]
        assert scores == sorted(scores, reverse=True)
        seen.add((scope, *scores))
    assert len(seen) == 3


def test_a_view_is_in_the_address_and_comes_back(driver, page):
    select(driver, "tempanswerqa_ttqa_head", "few-shot", "flexible-extract")
    choose(driver, "axis", "scaled")
    choose(driver, "a", "beta")
    choose(driver, "b", "gamma")
    numbers, address = driver.execute_script(NUMBERS), behind(driver)
    assert len(find(driver, ".panel")) == 1
    show(driver, page, address)
    shown_selection(driver, "tempanswerqa_ttqa_head|few-shot|flexible-extract")
    assert driver.execute_script(NUMBERS) == numbers
    assert behind(driver) == address
    told = find(driver, ".comparison")[0].text
    assert "Beta right, Gamma not" in told
    assert re.search(r"Beta − Gamma: EM −?\d+\.\d \[−?\d+\.\d, −?\d+\.\d\]", told)


def test_what_one_model_has_and_the_other_has_not_is_listed(driver, page):
    opens(driver, page, "a=alpha_7b&b=gamma&readings=all")
    told = find(driver, ".comparison")[0].text
    asked = sum(len(questions.load(subset, SAMPLE)) for subset in SUBSETS)
    assert f"of {asked:,} questions (" in told
    press(driver, ".comparison button")
    wait(driver, "return document.querySelector('ol.answers li') !== null")
    rows = [row.text for row in find(driver, "ol.answers li a")]
    assert all("Gamma" in row and re.search("; Alpha-7B .* read .*: right$", row) for row in rows)
    press(driver, "ol.answers a")
    wait(driver, "return document.querySelector('.card') !== null")
    sides = [card.text.split(" ")[0] for card in find(driver, ".card h4")[:2]]
    assert sides == ["Gamma", "Alpha-7B"]


FILES = """
const [name, button, done] = arguments, kept = URL.createObjectURL;
URL.createObjectURL = (blob) => { blob.text().then(done); return kept.call(URL, blob); };
[...document.querySelectorAll(`[data-files=${name}] button`)].find((one) =>
  one.textContent === button).click();
"""


def test_the_curve_and_the_parts_are_saved_as_they_are_shown(driver, page):
    show(driver, page, "#a=alpha_7b&b=gamma&prompting=few-shot")
    shown_selection(driver, "|few-shot|strict-match")
    curve = list(csv.DictReader(io.StringIO(driver.execute_async_script(FILES, "curve", "CSV"))))
    assert {row["prompting"] for row in curve} == {"few-shot"}
    assert len(curve) == 2 * 3 * (axes.STEPS + 1)
    ends = [row for row in curve if row["axis"] == "percent" and row["tolerance"] == "0"]
    shares = driver.execute_script("return now.curves.percent.lines.map(([share]) => share[0])")
    assert [float(row["percent within"]) for row in ends] == pytest.approx(shares, abs=0.006)
    parts = list(csv.DictReader(io.StringIO(driver.execute_async_script(FILES, "parts", "CSV"))))
    gaps = [row for row in parts if row["model"] == "Alpha-7B - Gamma"]
    assert gaps[0]["unit"] == "All"
    assert all(float(row["low"]) <= float(row["value"]) <= float(row["high"]) for row in gaps[:1])
    for name in ("curve", "parts"):
        drawn = driver.execute_async_script(FILES, name, "SVG")
        texts = [one.text for one in ET.fromstring(drawn).iter() if one.text]
        assert any("Gamma" in text for text in texts)
        assert "var(" not in drawn
        assert "few-shot, strict-match" in ET.fromstring(drawn)[0].text  # its title
    press(driver, "[data-files=parts] button:nth-of-type(3)")
    cited = find(driver, "[data-files=parts] pre")[0].text
    assert "@inproceedings" in cited
    assert "EM by unit" in cited
    assert "Mean of 4 tasks" in cited
    assert "few-shot" in cited
    names = driver.execute_script("return ['curve', 'parts'].map(fileOf)")
    ends = "few-shot-strict-match-alpha_7b-gamma"
    assert names == [f"curve-smape-{ends}", f"parts-em-unit-{ends}"]


@pytest.mark.parametrize("column", range(7))
def test_a_click_sorts_the_table_and_another_turns_it_round(driver, page, column):
    orders = []
    for _ in range(2):
        find(driver, "#models thead button")[column].click()
        cells = [row[column] for row in driver.execute_script(NUMBERS)]
        orders.append([float(cell.split()[0]) for cell in cells] if column else cells)
    assert sorted(orders) == sorted([sorted(orders[0]), sorted(orders[0], reverse=True)])
    numbers, address = driver.execute_script(NUMBERS), behind(driver)
    show(driver, page, address)
    assert driver.execute_script(NUMBERS) == numbers


def test_the_keyboard_reaches_everything(driver):
    from selenium.webdriver.common.keys import Keys

    active = (
        "const e = document.activeElement; return e.tagName + (e.className && '.' + e.className)"
    )
    driver.switch_to.active_element.send_keys(Keys.TAB)
    assert driver.execute_script(active) == "A.skip"
    stops = []
    for _ in range(10):
        driver.switch_to.active_element.send_keys(Keys.TAB)
        stops.append(driver.execute_script("return document.activeElement.name ?? ''"))
    assert "task" in stops
    reachable = driver.execute_script(
        "return [...document.querySelectorAll('a, button, select, input, summary, .scroll')]"
        ".filter(e => e.tabIndex < 0).length"
    )
    assert reachable == 0
    lists(driver)
    find(driver, "ol.answers a")[0].send_keys(Keys.ENTER)
    wait(driver, "return document.querySelector('.card') !== null")
    assert driver.execute_script("return document.activeElement.id") == "answer"
    first = behind(driver)
    press(driver, "[data-step='1']")
    wait(driver, f"return decodeURIComponent(location.hash) !== {json.dumps(first)}")
    wait(driver, "return document.activeElement.id === 'answer'")
    driver.back()
    wait(driver, f"return decodeURIComponent(location.hash) === {json.dumps(first)}")
    driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    wait(driver, "return document.getElementById('answer').hidden")
    key = "return document.activeElement.dataset.key"
    assert driver.execute_script(key) == first.removeprefix("#answer=")


def test_answers_are_filtered_and_the_address_says_how(driver, page):
    lists(driver)
    total = status(driver).split()[2]
    assert 0 < int(status(driver).split()[0].replace(",", "")) < int(total.replace(",", ""))
    choose(driver, "readings", "all")
    assert status(driver) == f"{total} of {total} answers"
    choose(driver, "unit", "duration in years")
    choose(driver, "state", "wrong")
    find(driver, "#answers [name=text]")[0].send_keys("ttqa")
    told, address = status(driver), behind(driver)
    assert 0 < int(told.split()[0].replace(",", "")) < int(total.replace(",", ""))
    rows = [row.text for row in find(driver, "ol.answers li")]
    assert [
        row for row in rows if not re.search(r"label \S+ years?, read .*years?.* too", row)
    ] == []
    assert {"readings=all", "unit=duration+in+years", "state=wrong", "text=ttqa"} == set(
        address.removeprefix("#").split("&")
    )
    opens(driver, page, address.removeprefix("#"))
    assert status(driver) == told
    find(driver, "#answers button[type=reset]")[0].click()
    assert status(driver) == f"{total} of {total} answers"
    assert behind(driver) == "#readings=all"


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
    assert re.search(r"\([0-9]+%\)", current.text)
    (mark,) = find(current, "mark.strict-match")
    assert mark.text
    find(driver, "#answer .steps button")[0].click()
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
        said = "return document.querySelector('#answers [role=status]')?.textContent ?? ''"
        wait(driver, f"return (() => {{ {said} }})().includes('missing')")
        assert len(find(driver, ".panel")) == 2
