"""Tests the page with its figures and tables."""

import csv
import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from browser import opened, overflow, problems, resize
from correlate_support import (
    BBH,
    GSM8K,
    MMLU,
    MODELS,
    ORDER,
    ORDINARY,
    OURS,
    gsm8k,
    ours,
    write,
    write_all,
    write_ordinary,
)
from reported import Page
from scipy.stats import spearmanr

from tempanswerqa.cli.run_correlate import correlate
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.reports.correlate import figures

pytest.importorskip("matplotlib", reason="pages need the extra `report`")

HOSTILE = "<script>document.title = 'taken'</script>\n\x1b\u202e{{7}}$x^2$\ud800/../"
SVG = "{http://www.w3.org/2000/svg}"


def built(folder: Path, *others: str) -> Path:
    """Return the page made of the results below the folder."""
    out = folder / "out"
    assert correlate([str(folder)], others, None, "strict-match", "json", str(out)) == 0
    return out / "index.html"


def table(page: Path, name: str) -> list[dict[str, str]]:
    with (page.parent / "tables" / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def texts(path: Path) -> str:
    return "\n".join(text.text or "" for text in ET.parse(path).iter(f"{SVG}text"))


@pytest.fixture(scope="module")
def page(tmp_path_factory) -> Path:
    """Return the page of 9 models, one with a hostile name, on one task of ours and two others."""
    folder = write_all(tmp_path_factory.mktemp("across"))
    write(folder, HOSTILE, {OURS: ours(9) | {"mase,strict-match": 0.0}, "gsm8k": gsm8k(0.95)})
    write(folder, "org/lone", {OURS: ours(5)})
    return built(folder, GSM8K, MMLU)


def test_the_page_holds_all_figures_and_tables(page):
    html = page.read_text(encoding="utf-8")
    read = Page(html)
    assert read.tags["figure"] == 2 + 1  # the legend
    assert read.tags["table"] == 3
    read.check(page.parent)
    assert html.count("<script") == 1
    assert "without gsm8k:exact_match,strict-match: org/lone" in html
    files = {path.suffix for path in (page.parent / "figures").iterdir()}
    assert files == {".svg", ".pdf", ".png"}
    assert len(list((page.parent / "tables").iterdir())) == 3 * 3


def test_tables_have_the_scores_as_results_files_do(page):
    rows = {(row["model"], row["other"], row["task"]): row for row in table(page, "scores")}
    assert len(rows) == 8 * 2 + 1
    row = rows[MODELS[3], GSM8K, OURS]
    assert float(row["score"]) == pytest.approx(0.1 + ORDER[3] / 10)
    assert float(row["score_high"]) == pytest.approx(0.1 + ORDER[3] / 10 + 1.959964 * 0.01)
    assert float(row["smape"]) == 21
    assert float(row["smape_low"]) == pytest.approx(21 - 1.959964 * 21 / 20)
    assert (row["mase"], row["mase_low"]) == ("1.0", "")  # of MASE none is known
    assert rows[MODELS[3], MMLU, OURS]["score_low"] == ""  # no standard error is stated
    assert len(table(page, "correlations")) == 2 * len(METRICS)


def test_figures_name_models_and_metrics(page):
    (path,) = (page.parent / "figures").glob(f"with_2_{OURS}_mmlu_*.svg")
    shown = texts(path)
    for text in ("EM % ↑", "sMAPE ↓", "MASE ↓", "capped ASE ↓", "parsed % ↑", "MMLU", "accuracy"):
        assert text in shown
    assert "mathdefault" not in shown
    legend = texts(page.parent / "figures" / "legend.svg")
    for text in ("m0", "m7"):
        assert text in legend
        assert text not in shown
    title = "TempTabQA, head, against GSM8K: exact match (strict-match)"
    assert f"<strong>{title}.</strong>" in page.read_text(encoding="utf-8")


def test_the_matrix_has_every_pair(page):
    rows = {row["score"]: row for row in table(page, "matrix")}
    assert len(rows) == len(METRICS) + 2
    on_gsm8k, on_mmlu, on_own = "with_1", "with_2", "with_3"
    exact = rows["TempTabQA, head: EM"]
    assert float(exact[on_mmlu]) == pytest.approx(1)
    assert (exact[on_mmlu + "_low"], exact[on_own]) == ("", "")
    listed = {(row["metric"], row["other"]): row for row in table(page, "correlations")}
    for metric in METRICS.values():
        row = rows[f"TempTabQA, head: {metric.heading}"]
        for end in ("", "_low", "_high"):
            assert row[on_gsm8k + end] == listed[metric.name, GSM8K]["rho" + end]
    mirrored = rows["GSM8K: exact match (strict-match)"]
    assert float(mirrored[on_own]) == pytest.approx(float(exact[on_gsm8k]))
    html = page.read_text(encoding="utf-8")
    assert html.index('class="matrix"') < html.index("Scatter plots</h2>")


@pytest.mark.slow
def test_the_harness_own_tasks(tmp_path, capsys):
    """Groups beside their subtasks, as lm_eval 0.4.13 writes them."""
    out = tmp_path / "out"
    write_ordinary(tmp_path)
    assert correlate([str(tmp_path)], ORDINARY, None, "strict-match", "json", str(out)) == 0
    said = capsys.readouterr()
    assert "NOT COMPARABLE" not in said.err
    assert "IN PART" not in said.err
    rows = json.loads(said.out)
    assert len(rows) == 2 * 4 * len(METRICS)
    assert {row["models"] for row in rows} == {len(MODELS)}
    assert {row["metric"] for row in rows} == set(METRICS)
    by_name = {(row["task"], row["metric"], row["other"]): row["rho"] for row in rows}
    temporal = [(3 * n + 2) % 8 for n in range(8)]
    date = f"bbh_cot_fewshot_{BBH[0]}:exact_match,get-answer"
    expected = spearmanr(range(8), temporal).statistic
    assert by_name[OURS, "exact_match", date] == pytest.approx(expected)
    assert by_name[OURS, "exact_match", "mmlu:acc,none"] == pytest.approx(1)
    html = (out / "index.html").read_text(encoding="utf-8")
    for name in ("date understanding", "temporal sequences"):
        title = f"BIG-Bench Hard chain of thought few-shot {name}: exact match (get-answer)"
        assert html.count(f'<th scope="row">{title}</th>') == 1


@pytest.mark.slow
def test_more_models_than_looks_have_no_legend(tmp_path):
    for n in range(figures.LOOKS + 1):
        place = 10 * n / figures.LOOKS
        write(tmp_path, f"model-{n}", {OURS: ours(place), "gsm8k": gsm8k(place / 10)})
    page = built(tmp_path, GSM8K)
    (path,) = (page.parent / "figures").glob("*.svg")  # no legend either
    assert "model-" not in texts(path)
    assert "too many models for a legend" in page.read_text(encoding="utf-8")


@pytest.mark.slow
def test_tasks_of_like_names_have_figures_of_their_own(tmp_path):
    names = [f"tempanswerqa_{'x' * 300}{end}" for end in "ab"]
    for n, model in enumerate(MODELS):
        right = {"exact_match,strict-match": n / 10}
        write(tmp_path, model, dict.fromkeys(names, right) | {"gsm8k": gsm8k(n / 10)})
    page = built(tmp_path, GSM8K)
    found = {path.name for path in (page.parent / "figures").glob("with_*.svg")}
    assert len(found) == 2
    assert all(len(name) < 200 for name in found)


@pytest.mark.slow
def test_a_task_with_one_metric_and_one_without_any_error(tmp_path):
    for n, model in enumerate(MODELS):
        right = ours(9) | {"mase,strict-match": 0.0}
        write(tmp_path, model, {OURS: right, "gsm8k": gsm8k(n / 10), "mmlu": {"acc,none": 1.0}})
    out = tmp_path / "out"
    tasks = ["gsm8k", OURS]
    assert correlate([str(tmp_path)], [MMLU], tasks, "strict-match", "json", str(out)) == 0
    one, all_right = (texts(path) for path in sorted((out / "figures").glob("with_*.svg")))
    assert "EM % ↑" in one
    assert "sMAPE" not in one
    assert "MASE ↓   ρ -" in all_right


@pytest.mark.slow
def test_a_pair_without_models_has_no_figure(tmp_path):
    write_all(tmp_path)
    write(tmp_path, "alone", {"rare": {"acc,none": 0.1}})
    page = built(tmp_path, "rare:acc", MMLU)
    assert Page(page.read_text(encoding="utf-8")).tags["figure"] == 1 + 1


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
        assert len(boxes) == 3
        assert all(0 <= left < right <= width for left, right, _ in boxes)
        assert all(high > 200 for *_, high in boxes[1:])
        assert problems(driver) == []
