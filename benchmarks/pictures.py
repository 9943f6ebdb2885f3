"""Makes the pictures of the README.

    python benchmarks/pictures.py [RESPONSES]

Two simulated models answer a question of the sample, `tempanswerqa report` writes the page, and
Chromium takes a picture of the question: docs/pictures/answers.png. Chromium, its driver and
selenium must be installed. The curve of a report of the released responses in RESPONSES is saved as
docs/pictures/tolerance.svg, and that of the dark page as tolerance-dark.svg.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.support.ui import WebDriverWait

from tempanswerqa import cli, questions

OUT = Path(__file__).parents[1] / "docs/pictures"
ANSWERS = {
    "model-a": "Both dates are in the table. From the first to the second it is {years} years and "
    "{months} months.\n\nFinal Answer: {years} years and {months} months",
    "model-b": "I count the months between both dates of the table, one by one.\n\n"
    "Final Answer: {short} months",
}
"""The first response is right, but only one filter reads it so; the second is wrong."""


def main() -> None:
    """Write the pictures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("responses", nargs="?", help="folder of released response files")
    responses = parser.parse_args().responses
    sample = questions.load("sample_ttqa_head")
    question = next(q for q in sample if q.unit == "months" and q.number > 24 and q.number % 12 > 1)
    years, months = divmod(int(question.number), 12)
    with tempfile.TemporaryDirectory() as folder:
        for model, text in ANSWERS.items():
            response = text.format(years=years, months=months, short=12 * years + months - 2)
            line = json.dumps({"id": question.id, "response": response})
            Path(folder, f"{model}.jsonl").write_text(line + "\n")
        address = f"{report(folder, f'{folder}/out')}#answer={question.id}~model_a"
        with opened(address, "#answer .card", width=340, scale=2) as page:  # as on a phone
            (OUT / "answers.png").write_bytes(page.find_element("id", "answer").screenshot_as_png)
        if responses:
            address = report(responses, f"{folder}/released")
            for name, scheme in (("tolerance", "light"), ("tolerance-dark", "dark")):
                with opened(address, ".panel", width=430, scheme=scheme) as page:
                    script = "return alone([...picture.querySelectorAll('.panel')], document.title)"
                    (OUT / f"{name}.svg").write_text(page.execute_script(script), encoding="utf-8")


def report(responses: str, folder: str) -> str:
    """Write the report of saved responses into a folder, and return the address of its page."""
    if cli.main(["report", responses, "--out", folder]):
        raise SystemExit(f"{responses}: no report")
    return Path(folder, "index.html").as_uri()


@contextmanager
def opened(
    address: str, ready: str, width: int, scale: int = 1, scheme: str = "light"
) -> Iterator[webdriver.Chrome]:
    """Yield Chromium with a page, once it has an element for the selector `ready`."""
    options = webdriver.ChromeOptions()
    for flag in ("--headless=new", "--no-sandbox", "--hide-scrollbars"):
        options.add_argument(flag)
    service = webdriver.ChromeService(shutil.which("chromedriver"))
    driver = webdriver.Chrome(options=options, service=service)
    try:
        size = {"width": width, "height": 1_500, "deviceScaleFactor": scale, "mobile": False}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        feature = {"name": "prefers-color-scheme", "value": scheme}
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
        driver.get(address)
        WebDriverWait(driver, 30).until(lambda page: page.find_elements("css selector", ready))
        yield driver
    finally:
        driver.quit()


if __name__ == "__main__":
    main()
