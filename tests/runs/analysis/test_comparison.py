"""Paired comparison of two runs, and the errors and baselines that tables are made of."""

import json
import statistics
from pathlib import Path

import pytest
from support import SAMPLE, UNITS

from tempanswerqa import cli, questions
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.runs.analysis import baselines, comparison
from tempanswerqa.runs.analysis.error_statistics import ErrorStatistics, shares
from tempanswerqa.runs.catalog import Catalog
from tempanswerqa.runs.scoring import Item, item_scores

pytestmark = pytest.mark.usefixtures("sampled")


def run_file(folder: Path, name: str, off: dict[str, float | None], subset="ttqa_head") -> Path:
    """A run that is right but for `off`: by how much, by unit; None is for no answer."""
    lines = []
    for question in questions.load(subset, SAMPLE):
        error = off.get(question.unit, 0.0)
        if question.unit == "date":
            answer = f"Final Answer: {question.label}"
        else:
            answer = "?" if error is None else f"Final Answer: {question.number + error:.0f}"
        lines.append(json.dumps({"id": question.id, "response": answer}))
    path = folder / f"{name}.jsonl"
    path.write_text("\n".join(lines))
    return path


def compared(capsys, *arguments: object) -> list[dict]:
    given = map(str, (*arguments, "--filter", "strict-match", "--bootstrap", 500))
    assert cli.main(["compare", *given, "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_run_against_itself(capsys, tmp_path):
    run = run_file(tmp_path, "a", {"years": 1.0})
    rows = compared(capsys, run, run)
    assert [row["metric"] for row in rows] == list(METRICS)
    for row in rows:
        assert [row[f"difference{end}"] for end in ("", "_low", "_high")] == [0, 0, 0]
        assert row["p_value"] == 1
        assert row["better"] == ""


def test_a_better_run_is_found_better(capsys, tmp_path):
    off = dict.fromkeys(UNITS, 9.0)  # but for dates
    good, bad = run_file(tmp_path, "good", {}), run_file(tmp_path, "bad", off)
    for pair, best, sign in (((good, bad), "first", 1), ((bad, good), "second", -1)):
        for row in compared(capsys, *pair):
            if row["metric"] == "parsed":
                continue
            assert row["better"] == best
            assert row["difference"] == pytest.approx(row["first"] - row["second"])
            assert sign * row["difference"] * (1 if row["metric"] == "exact_match" else -1) > 0
            assert row["p_value"] < 0.05


def test_metrics_that_rank_differently_are_told(capsys, tmp_path):
    """A run that does not answer what it does not know has the better MASE and the worse rest."""
    silent = run_file(tmp_path, "silent", {"years": None})
    wrong = run_file(tmp_path, "wrong", {"years": 1.0})
    assert cli.main(["compare", str(silent), str(wrong)]) == 0
    told = [line for line in capsys.readouterr().out.splitlines() if "RANKS DIFFER" in line]
    assert len(told) == 2
    assert "strict-match: the first is ahead by mase, the second by smape, bse, parsed" in told[0]


def test_only_common_questions_count(capsys, tmp_path):
    whole = run_file(tmp_path, "whole", {"years": 1.0})
    part = tmp_path / "part.jsonl"
    part.write_text("\n".join(whole.read_text().splitlines()[3:]))
    rows = compared(capsys, whole, part)
    assert {row["n"] for row in rows} == {len(questions.load("ttqa_head", SAMPLE)) - 3}
    assert all(row["difference"] == 0 for row in rows)


@pytest.mark.parametrize("subset", ["tot_arith"])
def test_what_cannot_be_compared(capsys, tmp_path, subset):
    head = run_file(tmp_path, "a", {})
    (tmp_path / "other").mkdir()
    tail = run_file(tmp_path / "other", "b", {}, "ttqa_tail")
    assert cli.main(["compare", str(head), str(tail)]) == 1
    assert "no task in common" in capsys.readouterr().err
    run_file(tmp_path, "c", {})
    assert cli.main(["compare", str(tmp_path / "*.jsonl"), str(head)]) == 1
    assert "several runs of tempanswerqa_ttqa_head (a.jsonl and c.jsonl)" in capsys.readouterr().err
    assert cli.main(["compare", str(tmp_path / "nowhere"), str(head)]) == 1


def test_baselines_by_plain_arithmetic(capsys):
    assert cli.main(["baselines", "--format", "json"]) == 0
    rows = {(r["task"], r["model"]): r for r in json.loads(capsys.readouterr().out)}
    assert len(rows) == 8
    asked = questions.load("ttqa_tail", SAMPLE)
    for name, average in (("mean", statistics.fmean), ("median", statistics.median)):
        exact = percent = 0.0
        defined = [q for q in asked if q.unit not in ("date", "date_years")]
        for question in asked:
            alike = [
                q.number
                for q in asked
                if (q.unit, q.centroid) == (question.unit, question.centroid)
            ]
            guess = average(alike)
            exact += guess == question.number
            if question in defined and guess != question.number:
                percent += abs(guess - question.number) / (abs(guess) + abs(question.number))
        row = rows["tempanswerqa_ttqa_tail", f"Baseline, {name}"]
        assert row["exact_match"] == pytest.approx(exact / len(asked))
        assert row["smape"] == pytest.approx(100 * percent / len(defined))
        assert (row["parsed"], row["n"]) == (1, len(asked))


def test_baselines_of_the_tasks_that_are_there(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("TEMPANSWERQA_DATA", str(tmp_path))
    assert cli.main(["baselines"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("error: questions/") == 4


def wrong_items(*errors: float | None) -> list[Item]:
    """Answers to questions in years that are off by so much."""
    both = [*questions.load("ttqa_head", SAMPLE), *questions.load("ttqa_tail", SAMPLE)]
    asked = [question for question in both if question.unit == "years"][: len(errors)]
    numbers = [None if e is None else q.number + e for q, e in zip(asked, errors, strict=True)]
    return [
        Item(row, question, "", "a rule", number, item_scores(number, question))
        for row, (question, number) in enumerate(zip(asked, numbers, strict=True))
    ]


def test_error_statistics():
    found = ErrorStatistics()
    found.add(wrong_items(0, 1, -1, -2, None))
    assert found.share_of(1) == pytest.approx(200 / 3)
    assert found.share_of(2) == pytest.approx(100 / 3)
    assert found.share_of(7) == 0
    assert shares(found.off_by_one, 1) == {"<num_years>": 100.0}
    assert shares(found.asked, 1) == {"<num_years>": 100.0}
    assert found.asked.total() == 5
    items = wrong_items(0, 1, -1, -2, None)
    low = [items[2].scores["smape"], items[3].scores["smape"]]
    assert found.spread("negative", "smape") == pytest.approx(
        (statistics.fmean(low), statistics.stdev(low))
    )
    assert all(value != value for value in found.spread("positive", "smape"))  # one value: NaN
    assert ErrorStatistics().share_of(1) != ErrorStatistics().share_of(1)  # none wrong: NaN


def test_errors_of_dates_are_in_days():
    question = next(q for q in questions.load("tot_arith", SAMPLE) if q.unit == "date")
    number = question.number - 86_400
    found = ErrorStatistics()
    found.add([Item(0, question, "", "", number, item_scores(number, question))])
    assert found.share_of(1) == 100


def test_compare_needs_common_questions():
    run, items = baselines.baseline_run(
        "Baseline, mean", "ttqa_head", "a_task", Catalog(SAMPLE).part("ttqa_head")
    )
    one = comparison.by_task("one", [(run, {"none": items[:3]})])
    other = comparison.by_task("other", [(run, {"none": items[3:]})])
    with pytest.raises(comparison.ComparisonError, match="no question in common"):
        comparison.compare(one, other, 10, 0)
