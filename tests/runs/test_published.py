"""Recorded responses of the paper's models score as they must, by item and in the harness."""

import csv
import gzip
import json
import math
from collections import defaultdict
from functools import cache
from pathlib import Path
from statistics import fmean

import pytest
from readings import number
from scored import cells

from tempanswerqa import answers, cli, metrics, questions
from tempanswerqa.answers import released_code
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.saved_responses import read_saved, response_files

SUBSET = {"tot_arithmetic": "tot_arith", "ttqa_head": "ttqa_head", "ttqa_tail": "ttqa_tail"}


@pytest.fixture(scope="module")
def loaded(published) -> dict[str, questions.Question]:
    return {q.id: q for subset in SUBSET.values() for q in questions.load(subset, published)}


def run_file(published: Path, dataset: str, model: str, prompting: str) -> Path:
    (path,) = response_files(published / f"responses/{dataset}_{model}_{prompting}_*")
    return path


def expected_items(published: Path) -> dict[tuple[str, str, str], list[dict[str, str]]]:
    runs: dict[tuple[str, str, str], list[dict[str, str]]] = {}
    path = published / "expected/items.csv.gz"
    with gzip.open(path, "rt", newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            runs.setdefault((row["dataset"], row["model"], row["prompting"]), []).append(row)
    return runs


def close(found: float | None, expected: str) -> bool:
    """Return whether both are equal within 1e-9, or undefined; `expected` has 12 digits."""
    if found is None or math.isnan(found):
        return expected == ""
    return expected != "" and math.isclose(found, float(expected), rel_tol=1e-9, abs_tol=1e-12)


@pytest.mark.slow
def test_every_recorded_item(published, loaded):
    wrong, expected = [], expected_items(published)
    for run, rows in expected.items():
        responses = list(read_saved(run_file(published, *run)))
        assert len(responses) == len(rows)
        for row in rows:
            saved = responses[int(row["row"])]
            question = loaded[saved.identity]
            found = number(answers.strict, saved.response, question.view)
            scale = {"unit": question.unit, "centroid": question.centroid}
            scores = metrics.item_scores(found, question.number, **scale)
            if not (
                close(found, row["response_digit"])
                and close(question.number, row["label_digit"])
                and close(question.centroid, row["centroid"])
                and scores["exact_match"] == (row["exact_match"] == "True")
                and close(scores["smape"], row["smape"])
                and close(scores["mase"], row["ase"])
            ):
                wrong.append((run, row["row"], found, row["response_digit"]))
    assert expected
    assert not wrong


@pytest.mark.parametrize(
    ("name", "number"), [("*Phi-4-mini*", 6), pytest.param("*", 18, marks=pytest.mark.slow)]
)
def test_every_recorded_run_rescored(published, capsys, monkeypatch, name, number):
    monkeypatch.setenv("TEMPANSWERQA_DATA", str(published))
    responses = str(published / "responses" / name)
    assert cli.main(["score", responses, "--filter", "strict-match", "--format", "json"]) == 0
    found = {
        (record["task"], record["model"], record["prompting"]): record
        for record in json.loads(capsys.readouterr().out)
    }
    expected = {
        (f"tempanswerqa_{SUBSET[row['dataset']]}", row["model"], row["prompting"]): row
        for row in cells(published / "expected/scores.csv")
    }
    assert len(expected.keys() & found.keys()) == number
    for run in expected.keys() & found.keys():
        row, record = expected[run], found[run]
        assert record["n"] == int(row["n"])
        scores = [100 * record["exact_match"], record["smape"], record["mase"]]
        wanted = [float(row[name]) for name in ("em", "smape", "mase")]
        assert scores == pytest.approx(wanted, abs=1e-6, rel=0), row


@pytest.mark.slow
def test_flexible_extraction_reads_what_is_stated(published):
    """Decimals were recorded with two to four digits."""
    library, judged = Library(published), defaultdict(list)
    saved = cache(lambda *run: [*read_saved(run_file(published, *run))])
    for row in cells(published / "stated/stated.csv"):
        if row["stated"] == "ambiguous":
            continue
        response = saved(row["dataset"], row["model"], row["prompting"])[int(row["row"])]
        view, said = library.find(response).view, row["stated"]
        stated = None if said == "none" else released_code.read_plain(said, view.unit)
        filters = (answers.strict, answers.flexible)
        strict, flexible = (number(extract, response.response, view) for extract in filters)
        right = flexible == stated or (
            None not in (flexible, stated) and abs(flexible - stated) <= 0.01
        )
        for name, chosen in {
            "given": flexible is not None,
            "filters differ": flexible not in (None, strict),
            "nothing stated": stated is None,
            f"lost by strict: {view.family}": strict is None and stated is not None,
        }.items():
            judged[name] += [right] * chosen
    least = {"given": 0.98, "filters differ": 0.95, "nothing stated": 0.96}
    least |= {"lost by strict: tot": 0.97, "lost by strict: ttqa": 0.7}
    assert {*judged} == {*least}
    assert [name for name in least if fmean(judged[name]) < least[name]] == []
