"""Makes the pictures of the README.

    python benchmarks/pictures.py [RESPONSES]

Two made-up models answer a question of the sample, `tempanswerqa report` writes the page, and
Chromium shows the question there: docs/pictures/answers.png. Chromium, its driver and selenium have
to be installed. The report of the released responses in RESPONSES saves its curve there, too:
docs/pictures/tolerance.svg; tolerance-dark.svg is that of the dark page.
"""

from __future__ import annotations

import argparse
import base64
import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.support.ui import WebDriverWait

from tempanswerqa import cli, questions
from tempanswerqa.questions.record import Question

OUT = Path(__file__).parents[1] / "docs/pictures/answers.png"
WIDTH = 340
"""The width of the window, so that the picture can be read on a phone."""
ANSWERS = {
    "model-a": "Both dates stand in the table. From the one to the other it is {years} and "
    "{months}.\n\nFinal Answer: {years} and {months}",
    "model-b": "I count the months between both dates of the table, one by one.\n\n"
    "Final Answer: {short}",
}
"""The first response is right, and only one filter reads it so; the second is wrong."""


def main() -> None:
    """Write the pictures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("responses", nargs="?", help="folder of released response files")
    options = parser.parse_args()
    asked = questions.load("sample_ttqa_head")
    question = next(q for q in asked if q.unit == "months" and q.number > 24 and q.number % 12 > 1)
    with tempfile.TemporaryDirectory() as folder:
        page = report(Path(folder), question)
        picture = shown(f"{page.as_uri()}#answer={question.id}~model_a")
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_bytes(picture)
    print(f"{OUT}: {len(picture):,} bytes")
    if options.responses:
        draw_curve(options.responses)


def draw_curve(responses: str) -> None:
    """Save the tolerance curve of saved responses, as the light and the dark page show it."""
    with tempfile.TemporaryDirectory() as folder:
        if cli.main(["report", responses, "--out", folder]):
            raise SystemExit(f"{responses}: no report")
        address = (Path(folder) / "index.html").as_uri()
        for name, scheme in (("tolerance", "light"), ("tolerance-dark", "dark")):
            with browser() as driver:
                size = {"width": 430, "height": 1_500, "deviceScaleFactor": 1, "mobile": True}
                driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
                chosen = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
                driver.execute_cdp_cmd("Emulation.setEmulatedMedia", chosen)
                driver.get(address)
                wait(driver, "return document.querySelector('.panel') !== null")
                drawn = driver.execute_script(
                    "return alone([...picture.querySelectorAll('.panel')])"
                )
            OUT.with_name(f"{name}.svg").write_text(drawn, encoding="utf-8")


def report(folder: Path, question: Question) -> Path:
    """Write the report of both models into a folder, and return the path of its page."""
    whole = int(question.number)
    said = {
        "years": f"{whole // 12} years",
        "months": f"{whole % 12} months",
        "short": f"{whole - 2} months",
    }
    (folder / "runs").mkdir()
    for model, text in ANSWERS.items():
        line = {"id": question.id, "response": text.format(**said)}
        path = folder / "runs" / f"{model}.jsonl"
        path.write_text(json.dumps(line) + "\n")
    cli.main(["report", str(folder / "runs"), "--out", str(folder / "out")])
    return folder / "out" / "index.html"


@contextmanager
def browser() -> Iterator[webdriver.Chrome]:
    """Yield a driver of Chromium without a window."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for flag in ("--headless=new", "--no-sandbox", "--hide-scrollbars"):
        options.add_argument(flag)
    service = webdriver.ChromeService(shutil.which("chromedriver"))
    driver = webdriver.Chrome(options=options, service=service)
    try:
        yield driver
    finally:
        driver.quit()


def wait(driver: webdriver.Chrome, ready: str) -> None:
    """Wait until a script returns true."""
    WebDriverWait(driver, 30).until(lambda page: page.execute_script(ready))


def shown(address: str) -> bytes:
    """Return a PNG, at double size, of the answer at an address as a browser shows it."""
    with browser() as driver:
        size = {"width": WIDTH, "height": 1_500, "deviceScaleFactor": 2, "mobile": False}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        driver.get(address)
        wait(driver, "return document.querySelector('#answer .card') !== null")
        box = driver.find_element("id", "answer").rect
        clip = {key: box[key] for key in ("x", "y", "width", "height")} | {"scale": 1}
        given = {"format": "png", "clip": clip, "captureBeyondViewport": True}
        return base64.b64decode(driver.execute_cdp_cmd("Page.captureScreenshot", given)["data"])


if __name__ == "__main__":
    main()
