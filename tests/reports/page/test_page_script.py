"""Tests the script of every page: copies, anchors and colours."""

import time
from pathlib import Path

import pytest
from browser import choose, find, show

from tempanswerqa.reports.page.page import TEMPLATES

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("untouched")]

HTML = """<!doctype html><html lang="en">
<head><title>A page</title><style>{style}</style></head>
<body><header><h1>A page</h1></header>
<main>
<section id="section-one"><h2 id="title-one">One</h2>
<h3 id="table-scores">Scores</h3>
<div class="scroll">
<table class="sortable" id="scores" data-name="scores">
<thead><tr><th scope="col">model</th><th scope="col" class="number">EM</th></tr></thead>
<tbody>
<tr><th scope="row" data-order="a">a_1 &amp; "b" | \\x</th>
<td class="number" data-order="0.5">50.0 [40.0, 60.0]</td></tr>
<tr><th scope="row" data-order="=1+1">=1+1</th>
<td class="number" data-order="0.25">-25.0</td></tr>
</tbody></table></div>
</section></main><footer></footer><script>{script}</script></body></html>
"""
CSV = 'model,EM\n"a_1 & ""b"" | \\x","50.0 [40.0, 60.0]"\n\'=1+1,-25.0'
MARKDOWN = (
    '| model | EM |\n|:--|--:|\n| a\\_1 & "b" \\| \\\\x | 50.0 \\[40.0, 60.0\\] |\n| =1+1 | -25.0 |'
)
LATEX = r"""\begin{tabular}{lr}
\toprule
model & EM \\
\midrule
a\_1 \& "b" | \textbackslash{}x & 50.0 [40.0, 60.0] \\
=1+1 & -25.0 \\
\bottomrule
\end{tabular}"""


@pytest.fixture(scope="module")
def page(tmp_path_factory) -> Path:
    parts = {
        name: (TEMPLATES / file).read_text(encoding="utf-8")
        for name, file in (("style", "page.css"), ("script", "page.js"))
    }
    path = tmp_path_factory.mktemp("page") / "index.html"
    path.write_text(HTML.format(**parts), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("style", "text"), [("CSV", CSV), ("Markdown", MARKDOWN), ("LaTeX", LATEX)]
)
def test_a_table_is_copied(driver, style, text):
    driver.execute_script(
        "Object.defineProperty(navigator, 'clipboard',"
        " { value: { writeText: async (text) => { window.copied = text; } } })"
    )
    button = find(driver, f".copy button[aria-label='Copy scores as {style}']")[0]
    driver.execute_script("arguments[0].click()", button)
    told = find(driver, ".copy output")[0]
    assert (driver.execute_script("return window.copied"), told.text) == (text, f"{style} copied")


@pytest.mark.parametrize(
    ("theme", "scheme"), [("dark", "dark"), ("light", "light"), ("", "light dark")]
)
def test_the_colours_can_be_chosen_and_stay(driver, page, theme, scheme):
    script = "return getComputedStyle(document.documentElement).colorScheme"
    for _ in range(10):  # A page that is left at once may end before the browser has its storage.
        choose(driver, "theme", theme)
        assert driver.execute_script(script) == scheme
        time.sleep(0.2)
        show(driver, page)
        if driver.execute_script(script) == scheme:
            break
    assert driver.execute_script(script) == scheme
    dark = (
        driver.execute_script("return getComputedStyle(document.body).backgroundColor")
        == "rgb(21, 24, 26)"
    )
    assert dark is (theme == "dark")
