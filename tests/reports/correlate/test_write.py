"""The page with its figures and tables."""

import csv
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from browser import opened, overflow, problems, resize
from correlate_support import GSM8K, MMLU, MODELS, ORDER, OURS, gsm8k, ours, write, write_all
from reported import Page

from tempanswerqa.cli.run_correlate import correlate
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.reports.correlate import figures

pytest.importorskip("matplotlib", reason="pages need the extra `report`")

HOSTILE = "<script>document.title = 'taken'</script>\n\x1b\u202e{{7}}$x^2$\ud800/../"
SVG = "{http://www.w3.org/2000/svg}"


def built(folder: Path, *others: str) -> Path:
    """The page made of the results below the folder."""
    out = folder / "out"
    assert correlate([str(folder)], others, None, "strict-match", "json", str(out)) == 0
    return out / "index.html"


def texts(path: Path) -> str:
    return "\n".join(text.text or "" for text in ET.parse(path).iter(f"{SVG}text"))


@pytest.fixture(scope="module")
def page(tmp_path_factory) -> Path:
    """Of 9 models, one with a name to be afraid of, on one task of ours and two others."""
    folder = write_all(tmp_path_factory.mktemp("across"))
    write(folder, HOSTILE, {OURS: ours(9) | {"mase,strict-match": 0.0}, "gsm8k": gsm8k(0.95)})
    write(folder, "org/lone", {OURS: ours(5)})
    return built(folder, GSM8K, MMLU)


def test_the_page_holds_all_figures_and_tables(page):
    html = page.read_text(encoding="utf-8")
    read = Page(html)
    assert read.tags["figure"] == 2
    assert read.tags["table"] == 2
    assert read.unnamed == []
    assert [name for name, count in read.ids.items() if name and count > 1] == []
    for address in read.addresses:
        if address.startswith("#"):
            assert address[1:] in read.ids
        else:
            assert (page.parent / address).is_file(), address
    assert html.count("<script") == 1
    assert "without gsm8k:exact_match,strict-match: org/lone" in html
    files = {path.suffix for path in (page.parent / "figures").iterdir()}
    assert files == {".svg", ".pdf", ".png"}
    assert len(list((page.parent / "tables").iterdir())) == 2 * 3


def test_tables_have_the_scores_as_results_files_do(page):
    with (page.parent / "tables" / "scores.csv").open(newline="", encoding="utf-8") as file:
        rows = {(row["model"], row["other"], row["task"]): row for row in csv.DictReader(file)}
    assert len(rows) == 8 * 2 + 1
    row = rows[MODELS[3], GSM8K, OURS]
    assert float(row["score"]) == pytest.approx(0.1 + ORDER[3] / 10)
    assert float(row["score_high"]) == pytest.approx(0.1 + ORDER[3] / 10 + 1.959964 * 0.01)
    assert float(row["smape"]) == 21
    assert float(row["smape_low"]) == pytest.approx(21 - 1.959964 * 21 / 20)
    assert (row["mase"], row["mase_low"]) == ("1.0", "")  # of MASE none is known
    assert rows[MODELS[3], MMLU, OURS]["score_low"] == ""  # no standard error is stated
    with (page.parent / "tables" / "correlations.csv").open(encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == 2 * len(METRICS)


def test_figures_name_models_and_metrics(page):
    (path,) = (page.parent / "figures").glob(f"with_2_{OURS}_mmlu_*.svg")
    shown = texts(path)
    for text in ("EM % ↑", "sMAPE ↓", "MASE ↓", "BSE ↓", "parsed % ↑", "mmlu", *["m0", "m7"]):
        assert text in shown
    assert "mathdefault" not in shown
    assert "lone" not in shown
    (path,) = (page.parent / "figures").glob(f"with_1_{OURS}_gsm8k_*.svg")
    assert "m7" in texts(path)


@pytest.mark.slow
def test_more_models_than_looks_have_no_legend(tmp_path):
    for n in range(figures.LOOKS + 1):
        place = 10 * n / figures.LOOKS
        write(tmp_path, f"model-{n}", {OURS: ours(place), "gsm8k": gsm8k(place / 10)})
    page = built(tmp_path, GSM8K)
    (path,) = (page.parent / "figures").glob("*.svg")
    assert "model-" not in texts(path)
    assert "too many models for a legend" in page.read_text(encoding="utf-8")


def test_tasks_of_like_names_have_figures_of_their_own(tmp_path):
    names = [f"tempanswerqa_{'x' * 300}{end}" for end in "ab"]
    for n, model in enumerate(MODELS):
        write(tmp_path, model, dict.fromkeys(names, ours(n)) | {"gsm8k": gsm8k(n / 10)})
    page = built(tmp_path, GSM8K)
    found = {path.name for path in (page.parent / "figures").glob("*.svg")}
    assert len(found) == 2
    assert all(len(name) < 200 for name in found)


def test_a_task_with_one_metric_and_one_without_any_error(tmp_path):
    for n, model in enumerate(MODELS):
        right = ours(9) | {"mase,strict-match": 0.0}
        write(tmp_path, model, {OURS: right, "gsm8k": gsm8k(n / 10), "mmlu": {"acc,none": 1.0}})
    out = tmp_path / "out"
    tasks = ["gsm8k", OURS]
    assert correlate([str(tmp_path)], [MMLU], tasks, "strict-match", "json", str(out)) == 0
    one, all_right = (texts(path) for path in sorted((out / "figures").glob("*.svg")))
    assert "EM % ↑" in one
    assert "sMAPE" not in one
    assert "MASE ↓   ρ -" in all_right


@pytest.mark.slow
def test_a_pair_without_models_has_no_figure(tmp_path):
    write_all(tmp_path)
    write(tmp_path, "alone", {"rare": {"acc,none": 0.1}})
    page = built(tmp_path, "rare:acc", MMLU)
    assert Page(page.read_text(encoding="utf-8")).tags["figure"] == 1


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1280])
def test_in_a_browser(page, width):
    with opened(page) as driver:
        resize(driver, width)
        assert driver.title == "TempAnswerQA beside other tasks"
        assert overflow(driver) == 0
        boxes = driver.execute_script(
            "return [...document.querySelectorAll('figure svg')].map(svg => {"
            "const box = svg.getBoundingClientRect(); return [box.left, box.right, box.height]})"
        )
        assert len(boxes) == 2
        assert all(0 <= left < right <= width and high > 200 for left, right, high in boxes)
        assert problems(driver) == []
