"""Recorded responses of the paper's models score what they must, by item and in the harness."""

import csv
import gzip
import json
import math
from collections import defaultdict
from pathlib import Path

import pytest
from readings import Reading, number, reading
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


TOLERANCE = 0.01
"""The tolerance of decimals, which were noted with two to four digits."""


@pytest.fixture(scope="module")
def readings(published) -> list[Reading]:
    found, library = [], Library(published)
    noted = defaultdict(list)
    for row in cells(published / "stated/stated.csv"):
        if row["stated"] != "ambiguous":
            noted[row["dataset"], row["model"], row["prompting"]].append(row)
    for run, rows in noted.items():
        (path,) = response_files(published / f"responses/{'_'.join(run)}_*")
        saved = [*read_saved(path)]
        for row in rows:
            response = saved[int(row["row"])]
            question = library.find(response)
            said = row["stated"]
            stated = None if said == "none" else released_code.read_plain(said, question.unit)
            texts = question.family, response.response
            found.append(reading(*texts, question.view, stated, TOLERANCE))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("chosen", "least"),
    [
        (lambda r: r.strict is None and r.stated is not None and r.name == "tot", 0.95),
        (lambda r: r.strict is None and r.stated is not None and r.name == "ttqa", 0.65),
        (lambda r: r.flexible is not None, 0.97),
        (lambda r: r.stated is None, 0.93),
        (lambda r: r.flexible is not None and r.flexible != r.strict, 0.95),
    ],
    ids=["lost by strict: tot", "ttqa", "given", "nothing stated", "filters differ"],
)
def test_flexible_extraction_reads_what_is_stated(readings, chosen, least):
    found = [r for r in readings if chosen(r)]
    assert len(found) >= 10
    assert sum(r.right for r in found) / len(found) >= least
