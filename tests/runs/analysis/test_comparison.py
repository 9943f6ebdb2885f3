"""Tests paired comparisons of runs."""

import json
import math
import random
import re
from itertools import combinations
from pathlib import Path

import pytest
from scored import write_answers
from support import SAMPLE, UNITS

from tempanswerqa import cli, questions
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.metrics.significance import Difference
from tempanswerqa.runs.analysis import comparison
from tempanswerqa.runs.analysis.comparison import Compared
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.scoring import STRICT, read_runs
from tempanswerqa.runs.summary import RunName

BOUNDED = sum(metric.bounded for metric in METRICS.values())

NAN = math.nan

pytestmark = pytest.mark.usefixtures("sampled")


def run_file(folder: Path, name: str, off: dict[str, float | None], subset="ttqa_head") -> Path:
    """Return a run that is right but for `off`: by how much, by unit; None is for no answer."""
    given = {}
    for question in questions.load(subset, SAMPLE):
        error = off.get(question.unit, 0.0)
        if question.unit == "date":
            answer = f"Final Answer: {question.label}"
        else:
            answer = "?" if error is None else f"Final Answer: {question.number + error:.0f}"
        given[question.id] = answer
    return write_answers(folder / f"{name}.jsonl", given)


def compared(capsys, *arguments: object) -> list[dict]:
    given = map(str, (*arguments, "--filter", "strict-match", "--format", "json"))
    assert cli.main(["compare", *given]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_run_against_itself(capsys, tmp_path):
    run = run_file(tmp_path, "a", {"years": 1.0})
    rows = compared(capsys, run, run)
    assert [row["metric"] for row in rows] == list(METRICS)
    for row in rows:
        tested = METRICS[row["metric"]].bounded
        assert row["difference"] == 0
        for key in ("difference_low", "difference_high", "difference_stderr"):
            assert row[key] == (0 if tested else None)
        assert row["p_value"] == row["p_holm"] == (1 if tested else None)
        assert row["better"] == ""


def test_a_better_run_is_found_better(capsys, tmp_path):
    off = dict.fromkeys(UNITS, 9e6)  # small errors of few questions show nothing
    good, bad = run_file(tmp_path, "good", {}), run_file(tmp_path, "bad", off)
    for pair, best, sign in (((good, bad), "first", 1), ((bad, good), "second", -1)):
        rows = compared(capsys, *pair)
        assert {row["first_model"] for row in rows} == {pair[0].stem}
        assert {row["second_model"] for row in rows} == {pair[1].stem}
        for row in rows:
            if row["metric"] != "parsed":
                higher = METRICS[row["metric"]].higher_is_better
                assert row["difference"] == pytest.approx(row["first"] - row["second"])
                assert sign * row["difference"] * (1 if higher else -1) > 0
                assert row["better"] == (best if METRICS[row["metric"]].bounded else "")


NAMES = [
    (("a", "few-shot"), ("b", "few-shot"), ("a", "b")),
    (("a", "few-shot"), ("a", "zero-shot"), ("a few-shot", "a zero-shot")),
    (("a", ""), ("a", ""), ("a (first)", "a (second)")),
]


@pytest.mark.parametrize(("first", "second", "expected"), NAMES)
def test_names_of_two_sides(first, second, expected):
    row = pair_of(RunName(*first), RunName(*second), 1.0)
    assert comparison.names([row, row]) == expected


def pair_of(first: RunName, second: RunName, p: float, metric="smape", first_is=0.4) -> Compared:
    difference = Difference(first_is - 0.5, 0.1, 0.0, 0.1, p, 0.0, 9, 9)
    return Compared("t", "f", metric, (first, second), first_is, 0.5, difference, p)


def test_metrics_that_rank_differently_are_told_where_both_are_significant():
    models = RunName("A", ""), RunName("B", "")
    rows = [pair_of(*models, 0.01), pair_of(*models, 0.01, "exact_match")]
    (told,) = comparison.disagreements(rows)
    assert told == "t, f: A is ahead by smape, B by exact_match"
    assert comparison.disagreements([rows[0], rows[1]._replace(p_holm=0.06)]) == []
    assert comparison.disagreements([rows[0], rows[1]._replace(p_holm=NAN)]) == []


def test_mase_is_that_of_questions_that_both_answered(capsys, tmp_path):
    """MASE of each run is computed on the questions that both runs answered."""
    silent = run_file(tmp_path, "silent", {"years": None, "days": 2.0})
    wrong = run_file(tmp_path, "wrong", {"years": 1.0, "days": 2.0})
    rows = {row["metric"]: row for row in compared(capsys, silent, wrong)}
    asked = questions.load("ttqa_head", SAMPLE)
    answered = sum(question.unit != "years" for question in asked)
    assert (rows["mase"]["n"], rows["capped_ase"]["n"]) == (answered, len(asked))
    assert rows["mase"]["first"] == rows["mase"]["second"] > 0
    assert rows["mase"]["p_holm"] is None
    assert cli.main(["compare", str(silent), str(wrong), "--filter", "strict-match"]) == 0
    (line,) = re.findall(r"^MASE .*", capsys.readouterr().out, re.MULTILINE)
    assert line.split()[-3:] == ["0.00", "-", "-"]


def test_a_file_of_several_tasks_is_no_file_that_is_named_twice(capsys, tmp_path):
    for name in "ab":
        (tmp_path / name).mkdir()
        parts = [run_file(tmp_path / name, part, {}, part) for part in ("ttqa_head", "ttqa_tail")]
        whole = tmp_path / f"{name}.jsonl"
        whole.write_text("".join(part.read_text() for part in parts))
    first, second = (str(tmp_path / f"{name}.jsonl") for name in "ab")
    for other, warned in ((second, False), (first, True)):
        assert cli.main(["compare", first, other]) == 0
        assert ("both runs are the same file" in capsys.readouterr().err) == warned


def test_few_groups_are_marked(capsys, tmp_path):
    whole = run_file(tmp_path, "whole", {"years": 1.0})
    shown = printed(capsys, whole, whole)
    assert f"corrected (Holm) for the {2 * BOUNDED} p-values of all rows" in shown
    assert "FEW GROUPS" not in shown
    some = tmp_path / "some.jsonl"
    some.write_text("\n".join(whole.read_text().splitlines()[:5]))
    assert len({question.group for question in questions.load("ttqa_head", SAMPLE)[:5]}) == 1
    shown = printed(capsys, some, whole)
    assert "FEW GROUPS: tempanswerqa_ttqa_head has one group of questions;" in shown
    assert "corrected" not in shown
    assert "[-" not in shown


def printed(capsys, *arguments: object) -> str:
    assert cli.main(["compare", *map(str, arguments)]) == 0
    return " ".join(capsys.readouterr().out.split())


def test_pairs_without_a_common_question_stay_in_the_table(capsys, tmp_path):
    lines = run_file(tmp_path, "whole", {"years": 1.0}).read_text().splitlines()
    for name, own in (("first", lines[:9]), ("rest", lines[9:])):
        (tmp_path / f"{name}.jsonl").write_text("\n".join(own))
    rows = compared(capsys, tmp_path, "--all")
    assert len(rows) == 3 * len(METRICS)
    apart = [row for row in rows if (row["first_model"], row["second_model"]) == ("first", "rest")]
    assert {(row["n"], row["difference"], row["p_holm"], row["better"]) for row in apart} == {
        (0, None, None, "")
    }
    assert all(row["n"] for row in rows if row["metric"] == "exact_match" and row not in apart)
    shown = printed(capsys, tmp_path, "--all")
    for pair in (("first", "rest"), ("rest", "first")):
        assert shown.count("{}: no question in common with {} ".format(*pair)) == 1
    assert "in common with whole" not in shown


def test_only_common_questions_count(capsys, tmp_path):
    whole = run_file(tmp_path, "whole", {"years": 1.0})
    part = tmp_path / "part.jsonl"
    part.write_text("\n".join(whole.read_text().splitlines()[3:]))
    rows = compared(capsys, whole, part)
    always = {row["n"] for row in rows if row["metric"] not in ("smape", "mase")}
    assert always == {len(questions.load("ttqa_head", SAMPLE)) - 3}
    assert all(row["difference"] == 0 for row in rows)


def test_all_pairs(capsys, tmp_path):
    """Three models of which two differ in nothing, in files of one folder."""
    for name, off in (("a", {}), ("b", {}), ("c", dict.fromkeys(UNITS, 400.0))):
        run_file(tmp_path, name, off)
    rows = compared(capsys, tmp_path, "--all")
    assert len(rows) == 3 * len(METRICS)
    told = [row for row in rows if row["metric"] == "exact_match"]
    pairs = [(row["first_model"], row["second_model"]) for row in told]
    assert pairs == [("a", "b"), ("a", "c"), ("b", "c")]
    assert [row["better"] for row in told] == ["", "first", "first"]
    letters = [(row["first_letters"], row["second_letters"]) for row in told]
    assert letters == [("a", "a"), ("a", "b"), ("a", "b")]
    tested = [row for row in rows if row["p_value"] is not None]
    least = min(tested, key=lambda row: row["p_value"])
    assert least["p_holm"] == pytest.approx(len(tested) * least["p_value"])
    files = [str(tmp_path / f"{name}.jsonl") for name in "cab"]
    assert cli.main(["compare", *files, "--all", "--filter", "strict-match"]) == 0
    lines = capsys.readouterr().out.splitlines()
    (head,) = (place for place, line in enumerate(lines) if line.startswith("model "))
    found = [line.split() for line in lines[head + 2 : head + 5]]
    assert [(cells[0], cells[2]) for cells in found] == [("a", "a"), ("b", "a"), ("c", "b")]
    assert not any(" MASE " in line for line in lines)
    assert f"for the {len(tested)} p-values of all pairs" in " ".join(lines)


@pytest.mark.parametrize("seed", range(20))
def test_models_share_a_letter_where_they_cannot_be_told_apart(seed):
    draw = random.Random(seed)
    order = [RunName(name, "") for name in "klmnopqr"]
    rows = [pair_of(*pair, draw.choice((0.01, 0.2, NAN))) for pair in combinations(order, 2)]
    found = comparison.letters(rows, order)
    for row in rows:
        first, second = (set(found[model]) for model in row.models)
        assert bool(first & second) == (row.better == 0)
    assert all(found.values())
    assert found[order[0]].startswith("a")


def test_letters_of_a_chain():
    a, b, c = order = [RunName(name, "") for name in "abc"]
    rows = [pair_of(a, b, 0.3), pair_of(b, c, 0.3), pair_of(a, c, 0.01)]
    assert comparison.letters(rows, order) == {a: "a", b: "ab", c: "b"}


@pytest.mark.parametrize(("given", "complaint"), [
    (["a"], "here are 1"), (["a", "b", "c"], "here are 3"), (["a", "--all"], "here are 1"),
])  # fmt: skip
def test_the_number_of_runs(capsys, tmp_path, given, complaint):
    for name in "abc":
        run_file(tmp_path, name, {})
    paths = [
        given if given.startswith("-") else str(tmp_path / f"{given}.jsonl") for given in given
    ]
    assert cli.main(["compare", *paths]) == 1
    assert complaint in capsys.readouterr().err


def test_intervals_of_differences(capsys, tmp_path):
    """Intervals stay in the range of a metric; without variance there is none."""
    right, wrong, none = (
        run_file(tmp_path, name, dict.fromkeys(UNITS, off))
        for name, off in (("right", 0.0), ("wrong", 9.0), ("none", None))
    )
    for path in (right, wrong, none):
        lines = [line for line in path.read_text().splitlines() if "date" not in line]
        path.write_text("\n".join(lines[:12]))
    for row in [*compared(capsys, right, none), *compared(capsys, right, wrong)]:
        if row["difference_stderr"]:
            most = METRICS[row["metric"]].highest
            assert -most <= row["difference_low"] < row["difference_high"] <= most
        elif row["difference"] and row["p_value"]:
            assert row["difference_low"] is row["difference_high"] is None


def test_what_cannot_be_compared(capsys, tmp_path):
    head = run_file(tmp_path, "a", {})
    (tmp_path / "other").mkdir()
    tail = run_file(tmp_path / "other", "b", {}, "ttqa_tail")
    assert cli.main(["compare", str(head), str(tail)]) == 1
    assert "no task in common" in capsys.readouterr().err
    run_file(tmp_path, "c", {})
    assert cli.main(["compare", str(tmp_path / "*.jsonl"), str(head)]) == 1
    assert "several runs of tempanswerqa_ttqa_head (a.jsonl and c.jsonl)" in capsys.readouterr().err
    assert cli.main(["compare", str(tmp_path / "nowhere"), str(head)]) == 1
    (told,) = capsys.readouterr().err.splitlines()
    assert "nowhere: no response file there" in told


def test_compare_needs_common_questions(tmp_path):
    (run,) = read_runs(run_file(tmp_path, "a", {}), Library(SAMPLE))
    items = run.items[STRICT]
    one = comparison.by_task("one", [(run, {"none": items[:3]})])
    other = comparison.by_task("other", [(run, {"none": items[3:]})])
    with pytest.raises(
        comparison.ComparisonError,
        match=f"{run.task}: {run.model} and {run.model} answer no question in common",
    ):
        comparison.compare([(one, other)])
