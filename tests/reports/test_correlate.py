"""Tests correlations over models: how scores are read and combined, what the command shows."""

import csv
import io
import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from cases import cased
from scipy.stats import spearmanr

from tempanswerqa import cli
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.reports import correlate
from tempanswerqa.reports.correlate import CorrelateError, Measure, Results, scores

OURS = "tempanswerqa_ttqa_head"
GSM8K = "gsm8k:exact_match,strict-match"
MMLU = "mmlu:acc,none"
MODELS = [f"org/m{n}" for n in range(8)]
HIGHER = {"acc", *(name for name, metric in METRICS.items() if metric.higher_is_better)}

ORDER = [3, 1, 4, 0, 5, 7, 2, 6]
"""The rank of each model on gsm8k; its number is its rank on mmlu and on ours."""


def ours(place: int, rule: str = "strict-match") -> dict[str, Any]:
    """Return scores that increase with the position, from 0 to 9."""
    scores = {name: (place if name in HIGHER else 9 - place) / 10 for name in METRICS}
    scores["smape"] = 30.0 - 3 * place
    errors = {f"{name}_stderr": value / 20 for name, value in scores.items()}
    nothing = {f"{name}_stderr_stderr": "N/A" for name in scores}
    return {f"{name},{rule}": value for name, value in (scores | errors | nothing).items()}


def gsm8k(share: float) -> dict[str, Any]:
    return {
        "exact_match,strict-match": share,
        "exact_match,flexible-extract": share + 0.01,
        "exact_match_stderr,strict-match": 0.01,
        "exact_match_stderr,flexible-extract": 0.01,
    }


def write(
    folder: Path,
    model: str,
    scores: Mapping[str, Mapping[str, Any]],
    date: float = 1.7e9,
    **fields: Any,
) -> Path:
    """Write a results file with these scores by task; `fields` replace others of its fields."""
    stated = {
        "results": {task: {"alias": task, **row} for task, row in scores.items()},
        "configs": {task: {"task": task, "metadata": {"version": 1.1}} for task in scores},
        "higher_is_better": {
            task: {key.split(",")[0]: key.split(",")[0] in HIGHER for key in row}
            for task, row in scores.items()
        },
        "n-samples": {task: {"original": 200, "effective": 200} for task in scores},
        "config": {"model": "hf", "model_args": {"pretrained": model}, "limit": None},
        "date": date,
        "model_name": model,
    } | fields
    number = len(list(folder.rglob("results_*.json")))
    path = folder / f"model_{number}" / f"results_2026-01-01T00-00-{date:.6f}.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(stated))
    return path


def write_all(folder: Path) -> Path:
    """Write results of our task and others for all `MODELS`, in two files each."""
    for number, (model, rank) in enumerate(zip(MODELS, ORDER, strict=True)):
        write(folder, model, {OURS: ours(number)})
        rows = {"gsm8k": gsm8k(0.1 + rank / 10), "mmlu": {"acc,none": 0.3 + number / 20}}
        write(folder, model, rows, 1.8e9)
    return folder


def collect(*places: Path) -> Results:
    """Return the results at the places, all of whose files must be readable."""
    failures: list[str] = []
    results = correlate.collect([str(place) for place in places], failures.append)
    assert failures == []
    return results


def related(results: Results, *others: str) -> Sequence[Mapping[str, Any]]:
    return correlate.relate(results, "strict-match", others)


SMAPE = Measure(OURS, "smape", "strict-match")


@pytest.fixture(scope="module")
def measures(tmp_path_factory):
    folder = write_all(tmp_path_factory.mktemp("models"))
    flexible = ours(1, "flexible-extract")
    write(folder, MODELS[0], {"tempanswerqa": ours(1), "tempanswerqa_fewshot": flexible})
    write(folder, MODELS[0], {"wikitext": {"word_perplexity,none": 12.0, "acc,none": 0.1}})
    return scores(collect(folder))


@pytest.mark.parametrize("newest", [0, 1, 2])
def test_the_latest_file_counts_for_its_tasks(tmp_path, newest):
    dates = [1.7e9, 1.7e9, 1.7e9]
    dates[newest] = 1.8e9
    for place, date in enumerate(dates):
        others = {} if place else {"mmlu": {"acc,none": 1}}
        write(tmp_path, "a", {OURS: ours(place)} | others, date)
    found = scores(collect(tmp_path))
    assert found[SMAPE] == {"a": 30 - 3 * newest}
    assert found[Measure("mmlu", "acc", "none")] == {"a": 1}


def test_files_that_are_no_results_are_named_and_the_others_read(tmp_path):
    write(tmp_path, "a", {OURS: ours(1)})
    (tmp_path / "results_1.json").write_text("{")
    (tmp_path / "results_2.json").write_text('{"results": {"gsm8k": {"alias": "gsm8k"}}}')
    failures: list[str] = []
    results = correlate.collect([str(tmp_path), str(tmp_path / "missing")], failures.append)
    assert list(results) == [OURS]
    for failure, name in zip(sorted(failures), ("missing", "1.json", "2.json"), strict=True):
        assert name in failure.partition(":")[0]


@cased
def test_other_scores(measures, pattern, found):
    assert [m.name for m in correlate.select(measures, [pattern, pattern])] == found


@cased
def test_other_scores_that_are_not_there(measures, name, said):
    with pytest.raises(CorrelateError, match=said):
        correlate.select(measures, [MMLU, name])


def test_every_score_of_ours_beside_every_other(tmp_path):
    """Positive means better here, better there, also for errors."""
    rows = related(collect(write_all(tmp_path)), GSM8K, MMLU, GSM8K)
    assert [(row["other"], row["metric"]) for row in rows] == [
        (other, metric) for other in (GSM8K, MMLU) for metric in correlate.DEFAULT
    ]
    expected = spearmanr(range(8), ORDER).statistic
    for row in rows:
        assert row["models"] == len(MODELS)
        assert row["rho"] == pytest.approx(expected if row["other"] == GSM8K else 1)


def test_models_that_lack_a_side_are_left_out(tmp_path):
    write_all(tmp_path)
    write(tmp_path, "only ours", {OURS: ours(9)})
    write(tmp_path, "only theirs", {"gsm8k": gsm8k(0.9)})
    undefined = ours(9) | {"smape,strict-match": math.nan}
    write(tmp_path, "no smape", {OURS: undefined, "gsm8k": gsm8k(0.95)})
    counts = {row["metric"]: row["models"] for row in related(collect(tmp_path), GSM8K)}
    assert (counts["smape"], counts["capped_ase"]) == (8, 9)


def test_too_few_models(tmp_path):
    for n in range(2):
        write(tmp_path, f"m{n}", {OURS: ours(n), "gsm8k": gsm8k(n / 10)})
    write(tmp_path, "m2", {OURS: ours(2)})
    with pytest.raises(CorrelateError, match=r"\b3\b.*\b2\b"):
        related(collect(tmp_path), GSM8K)
    write(tmp_path, "m3", {OURS: ours(3), "gsm8k": gsm8k(0.3)})
    assert related(collect(tmp_path), GSM8K)[0]["rho"] == 1


def printed(capsys, *places, others=(GSM8K,), style="json", more=()):
    """Return the exit code, the output and the standard error of the command."""
    asked = *(f"--with={other}" for other in others), "--format", style, *map(str, more)
    code = cli.main(["correlate", *map(str, places), *asked])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_records_hold_correlations(tmp_path, capsys):
    code, out, err = printed(capsys, write_all(tmp_path))
    assert (code, err) == (0, "")
    rows = {row["metric"]: row for row in json.loads(out)}
    assert tuple(rows) == correlate.DEFAULT
    for row in rows.values():
        assert row["rho_low"] < row["rho"] < row["rho_high"]
        assert (row["task"], row["filter"], row["other"]) == (OURS, "strict-match", GSM8K)
        assert (row["models"], row["other_higher_is_better"]) == (8, True)
    lines = csv.DictReader(io.StringIO(printed(capsys, tmp_path, style="csv")[1]))
    assert [float(line["rho"]) for line in lines] == [row["rho"] for row in rows.values()]
