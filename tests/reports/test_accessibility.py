"""axe-core finds nothing in pages, in light and dark, with everything expanded."""

from pathlib import Path

import pytest
from browser import opened, wait
from reported import MODELS, report, write_runs
from support import SAMPLE

from tempanswerqa import cli

axe = pytest.importorskip("axe_core_python", reason="needs axe-core-python")
pytestmark = pytest.mark.slow

AUDIT = """
const done = arguments[0];
for (const details of document.querySelectorAll("details")) details.open = true;
axe.run().then(({ violations }) => done(violations.map(
  ({ id, nodes }) => [id, nodes.map(({ html }) => html).slice(0, 3)])));
"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    runs = write_runs(folder / "runs", MODELS[:2], ("tot_arith", "ttqa_head"))
    report(folder / "report", runs)
    out = ["--out", str(folder / "leaderboard"), "--data_dir", str(SAMPLE)]
    assert cli.main(["leaderboard", str(runs), *out]) == 0
    return {name: folder / name / "index.html" for name in ("report", "leaderboard")}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", ["report", "leaderboard"])
def test_a_page_has_nothing_that_axe_finds(pages, name, dark):
    script = Path(axe.__file__).with_name("axe.min.js").read_text(encoding="utf-8")
    with opened(pages[name], dark=dark) as driver:
        if name == "report":  # with the list of answers, and one of them
            driver.execute_script("document.getElementById('answers').scrollIntoView()")
            wait(driver, "return document.querySelector('ol.answers a') !== null")
            driver.execute_script("document.querySelector('ol.answers a').click()")
            wait(driver, "return document.querySelector('.card') !== null")
        driver.set_script_timeout(300)
        driver.execute_script(script)
        assert driver.execute_async_script(AUDIT) == []
