"""Each list of a page is as long as the count beside it: several responses, *when*, uneven runs."""

import json
from datetime import date, timedelta
from pathlib import Path

import pytest
from browser import choose, find, show, wait
from own_support import make, stated
from reported import shown_selection

from tempanswerqa import cli, questions
from tempanswerqa.questions import own, subsets

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("untouched")]
TASK, RESPONSES = "lists", 4
PARTS = 40
"""The number of questions of each unit."""


def write_table(path: Path) -> Path:
    rows = ["question,answer,unit,group"]
    for n in range(PARTS):
        day = date(2001, 1, 1) + timedelta(days=3 * n)
        rows += [f"How long is span {n}?,{n + 2},years,s{n}", f"When was day {n}?,{day},date,d{n}"]
        rows.append(f"In which time was fair {n}?,{1950 + n},when,w{n}")
    path.write_text("\n".join(rows) + "\n")
    return path


def write_run(folder: Path, model: str, shots: int, every: int, most: int = 999) -> None:
    """Write a run that is wrong in one of so many, and answers `most` questions."""
    inner = folder / f"{model}{shots}"
    inner.mkdir(parents=True)
    stamp = "2026-01-02T03-04-05.678901"
    task = TASK
    results = {"model_name": model, "n-shot": {task: shots}}
    (inner / f"results_{stamp}.json").write_text(json.dumps(results))
    lines = []
    for n, asked in enumerate(list(questions.load(TASK))[:most]):
        texts = []
        for at in range(RESPONSES):
            off = (n + at) % every == 0
            if asked.unit == "when":
                text = f"Final Answer: {int(asked.label) + 5 * off}"
            else:
                text = stated(asked, off)
            texts.append("I cannot tell." if (n + at) % 11 == 10 else text)
        doc = {name: getattr(asked, name) for name in ("id", "user", "label", "prefill")}
        lines.append(json.dumps({"doc": doc, "resps": [texts], "filter": "f"}))
    (inner / f"samples_{task}_{stamp}.jsonl").write_text("\n".join(lines) + "\n")


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lists")
    make(folder / "task", TASK, table=write_table(folder / "table.csv"))
    own.include(folder / "task")
    for model, every in (("A", 5), ("B", 3)):
        for shots in (0, 3):
            write_run(folder / "runs", model, shots, every)
    write_run(folder / "runs", "C", 0, 2)
    write_run(folder / "runs", "C", 3, 2, most=20)
    words = ["report", folder / "runs", "--out", folder / "out", "--include_path", folder / "task"]
    assert cli.main([*map(str, words)]) == 0
    yield folder / "out" / "index.html"
    subsets._known.pop(TASK, None)


@pytest.fixture(autouse=True)
def loaded(driver, page, untouched):
    driver.execute_script("start()")
    wait(driver, "return document.querySelector('ol.answers li') !== null")


def length(driver) -> int:
    return int(find(driver, "#answers output")[0].text.split()[0].replace(",", ""))


def press(driver, script: str, *given: object) -> int:
    """Press a button that a script returns; return the length of the list that it opens."""
    driver.execute_script(f"{script}.click()", *given)
    wait(driver, "return document.querySelector('#answers output').textContent !== ''")
    return driver.execute_async_script(
        "const done = arguments[0]; setTimeout(() => done(found.length), 100)"
    )


def selections(driver) -> list[str]:
    return driver.execute_script("return data.selections")


def select(driver, key: str) -> None:
    _, prompting, rule = key.split("|")
    for name, value in (("prompting", prompting), ("filter", rule)):
        choose(driver, name, value)
    shown_selection(driver, key)


def test_an_uneven_run_is_left_out_and_its_answers_can_be_had(driver):
    assert driver.execute_script("return now.models.length") == 2
    assert "C (" in find(driver, "#scope")[0].text
    choose(driver, "readings", "all")
    without = length(driver)
    choose(driver, "runs", "all")
    assert length(driver) == without + (3 * PARTS + 20) * RESPONSES


def test_the_list_of_a_model_has_the_answers_that_its_mean_counts(driver):
    for key in selections(driver):
        select(driver, key)
        for slug in driver.execute_script("return now.models"):
            n, responses = driver.execute_script(
                "return now.means[arguments[0]].exact_match.slice(4)", slug
            )
            button = "document.querySelector(`#models [data-focus=model-${arguments[0]}]`)"
            times = RESPONSES if key.split("|")[1] else 2 * RESPONSES
            assert press(driver, button, slug) == responses == n * times
            for name, wanted in (
                ("exact_match", "right"),
                ("silent", "unread"),
                ("differs", "differ"),
            ):
                mean = driver.execute_script("return now.means[arguments[0]][arguments[1]][0]",
                                             slug, name)  # fmt: skip
                counted = driver.execute_script(
                    "return rowsOf({ model: arguments[0] }).filter((one) => ({"
                    "right: readOf(one).state === 'right', unread: readOf(one).state === 'unread',"
                    "differ: !one.agree })[arguments[1]]).length",
                    slug,
                    wanted,
                )
                assert counted == pytest.approx(mean * responses, abs=1e-4 * responses)


@pytest.mark.parametrize("pair", ["", "a=a&b=b&ab=a&"])
def test_each_kind_of_error_leads_to_as_many_answers(driver, page, pair):
    show(
        driver,
        page,
        f"#{pair}prompting=few-shot&readings=all&unit=duration+in+years&text=span&state=right",
    )
    driver.execute_script("start()")
    wait(driver, "return document.querySelector('#answers output')?.textContent")
    driver.execute_script("kinds.open = true; drawMistakes()")
    buttons = "[...document.querySelectorAll('#mistakes td button')]"
    counts = driver.execute_script(f"return {buttons}.map((one) => Number(one.textContent))")
    assert sum(counts) > 0
    for at, count in enumerate(counts):
        assert press(driver, f"{buttons}[arguments[0]]", at) == count
        assert driver.execute_script("return [chosen.text, chosen.ab]") == ["span", pair[11:12]]


@pytest.mark.parametrize(("name", "value"), [("b", ""), ("b", "a"), ("filter", "strict-match")])
def test_no_choice_between_two_models_stays_unseen(driver, page, name, value):
    show(driver, page, "#a=a&b=b&readings=all")
    driver.execute_script("start()")
    wait(driver, "return document.querySelector('ol.answers li') !== null")
    whole = length(driver)
    assert press(driver, "document.querySelector('.comparison button')") < whole
    choose(driver, name, value)
    wait(driver, "return chosen.ab === '' && !location.hash.includes('ab=')")
    if name == "b":
        assert length(driver) == whole
    assert ("Choose another" in find(driver, ".comparison")[0].text) == (value == "a")


def test_an_empty_list_says_what_to_take_back(driver):
    driver.execute_script("listAnswers({ readings: 'all', text: 'fair 1?', unit: 'date' })")
    wait(driver, "return document.querySelector('p.empty button') !== null")
    assert length(driver) == 0
    buttons = {button.text: button for button in find(driver, "p.empty button")}
    assert set(buttons) == {
        f'without "unit": {4 * RESPONSES}',
        f'without "text of questions": {PARTS * 4 * RESPONSES}',
    }
    assert press(driver, "document.querySelector('p.empty button')") == 4 * RESPONSES
    assert find(driver, "p.empty button") == []


@pytest.mark.parametrize("by", ["unit", "kind", "task", "prompting"])
@pytest.mark.parametrize("pair", ["", "#a=a&b=b"])
def test_the_list_of_a_part_has_its_answers(driver, page, by, pair):
    show(driver, page, pair)
    driver.execute_script("start()")
    wait(driver, "return document.querySelector('ol.answers li') !== null")
    choose(driver, "by", by)
    rows = driver.execute_script(
        "return partRows().map(({ name, responses }) => [name, responses])"
    )
    assert len(rows) > 1
    for name, responses in rows:
        button = "document.querySelector(`[data-focus='part-${arguments[0]}']`)"
        assert press(driver, button, name) == responses * (2 if pair else 1) > 0


@pytest.mark.parametrize(("panel", "to"), [("percent", 20), ("time", 17), ("time", 40)])
def test_as_many_answers_are_within_a_tolerance_as_the_curve_has(driver, panel, to):
    wait(driver, "return document.querySelector('ol.answers li') !== null")
    shares, n, within = driver.execute_script(
        "const [panel, at] = arguments; change({ at: `${panel}:${at}` });"
        " const curve = now.curves[panel]; return [curve.lines.map(([own]) => own[at]),"
        " curve.responses, rowsOf().filter((one) => isOf(panel, one) && holds(one)).length]",
        panel, to)  # fmt: skip
    assert within == pytest.approx(sum(share / 100 * n for share in shares), abs=0.2)


def test_a_card_shows_each_response_and_follows_the_filter(driver, page):
    driver.execute_script("document.querySelector('ol.answers a').click()")
    wait(driver, "return document.querySelector('.card') !== null")
    assert len(find(driver, ".card")) in (6 * RESPONSES, 5 * RESPONSES)
    choose(driver, "filter", "strict-match")
    shown_selection(driver, "||strict-match")
    wait(driver, "return document.querySelector('.card') !== null")
    scores = driver.execute_script(
        "return [[...document.querySelectorAll('.card[aria-current] dd')].at(-1).textContent,"
        " scoreLine(answers.find((one) => one.key === viewer.dataset.key))]"
    )
    assert scores[0] == scores[1]
