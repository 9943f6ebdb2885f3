"""Tests of notes beside correlations: who is missing, what is not comparable, what counts."""

import math

import pytest
from correlate_support import (
    GSM8K,
    MMLU,
    MODELS,
    OURS,
    collect,
    gsm8k,
    on_one_line,
    ours,
    related,
    write,
    write_all,
)

from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.reports.correlate import notes

HOSTILE = "a\n\\input{x}\x1b[2J\u202e\ud800"


def test_a_full_comparison_has_little_to_say(tmp_path):
    models = collect(write_all(tmp_path))
    relations = related(models, GSM8K, MMLU)
    few = "with fewer than 10 models (here 8) intervals are wide: one model more may turn a sign"
    ways = [f"{name}: higher is better" for name in (GSM8K, MMLU)]
    assert notes.notes(models, relations) == [*ways, few]
    assert notes.warnings(models, relations) == []
    assert notes.repeated(models, relations) == []


def test_ten_models_are_not_few(tmp_path):
    for n in range(10):
        write(tmp_path, f"m{n}", {OURS: ours(n), "gsm8k": gsm8k(n / 10)})
    models = collect(tmp_path)
    assert notes.notes(models, related(models, GSM8K)) == [f"{GSM8K}: higher is better"]


def test_models_that_were_joined_are_named(tmp_path):
    for n in range(10):
        write(tmp_path, f"org/m{n}", {OURS: ours(n)})
        write(tmp_path, f"m{n}" if n == 3 else f"org/m{n}", {"gsm8k": gsm8k(n / 10)})
    models = collect(tmp_path)
    (_, told) = notes.notes(models, related(models, GSM8K))
    assert told == "m3 and org/m3 are taken to be one model"


def test_directions_as_files_say(tmp_path):
    row = {"ppl,none": 2.0, "f1,none": 0.5}
    higher = {"higher_is_better": {"t": {"ppl": False}, OURS: {}}}
    for n in range(3):
        write(tmp_path, f"m{n}", {OURS: ours(n), "t": row}, **higher)
    models = collect(tmp_path)
    assert notes.notes(models, related(models, "t:ppl", "t:f1"))[:2] == [
        "t:ppl,none: lower is better",
        "t:f1,none: results files do not say which way is better",
    ]


def test_models_that_lack_a_side_are_named(tmp_path):
    write_all(tmp_path)
    write(tmp_path, "ours", {OURS: ours(9)})
    write(tmp_path, "gsm8k's", {"gsm8k": gsm8k(0.9)})
    write(tmp_path, "both", {OURS: ours(9) | {"mase,strict-match": math.nan}, "gsm8k": gsm8k(1)})
    write(tmp_path, "neither", {"other": {"acc,none": 0.5}})
    models = collect(tmp_path)
    told = [line for line in notes.notes(models, related(models, GSM8K)) if "without" in line]
    bounded = ", ".join(metric.heading for metric in METRICS.values() if metric.bounded)
    assert sorted(told) == [
        f"without {GSM8K}: ours",
        f"without {OURS} {bounded}: gsm8k's",
        f"without {OURS} MASE: both, gsm8k's",
    ]


def test_runs_in_part_and_other_settings_are_warned_of(tmp_path):
    write_all(tmp_path)
    part = {"n-samples": {"gsm8k": {"original": 200, "effective": 5}}, "config": {"limit": 5}}
    write(tmp_path, "in part", {"gsm8k": gsm8k(0.5), OURS: ours(9)}, **part)
    write(tmp_path, "shots", {"gsm8k": gsm8k(0.6), OURS: ours(8)}, **{"n-shot": {"gsm8k": 8}})
    write(tmp_path, "not shown", {"gsm8k": gsm8k(0.6)}, **{"n-shot": {"gsm8k": 9}})
    models = collect(tmp_path)
    many = ", ".join(["in part", *MODELS])
    assert notes.warnings(models, related(models, GSM8K)) == [
        f"IN PART: in part: {OURS}: --limit 5",
        "IN PART: in part: gsm8k: 5 of 200 questions",
        f"NOT COMPARABLE: gsm8k: n-shot is 0 ({many}), 8 (shots)",
    ]


@pytest.mark.parametrize(("setting", "values"), [("seed", "01"), ("level", ("easy", "hard"))])
def test_fresh_questions_of_other_draws_are_other_questions(tmp_path, setting, values):
    """Only tasks state their draw: a group has that of its tasks."""
    for n in range(3):
        draw = {"metadata": {"n": 250, setting: values[n // 2]}}
        rows = {"tempanswerqa_fresh": ours(n), "gsm8k": gsm8k(n / 10)}
        parts = {"group_subtasks": {"tempanswerqa_fresh": ["a_task"]}, "configs": {"a_task": draw}}
        write(tmp_path, f"m{n}", rows, **parts)
    models = collect(tmp_path)
    (told,) = notes.warnings(models, related(models, GSM8K))
    first, last = values
    assert told == (
        f"NOT COMPARABLE: tempanswerqa_fresh: {setting} is {first} (m0, m1), {last} (m2)"
    )


def test_the_file_that_counts_is_named(tmp_path):
    write_all(tmp_path)
    latest = write(tmp_path, MODELS[0], {OURS: ours(1), "gsm8k": gsm8k(0.5)}, 1.9e9)
    write(tmp_path, MODELS[1], {"unused": {"acc,none": 0.5}})
    write(tmp_path, MODELS[1], {"unused": {"acc,none": 0.6}})
    models = collect(tmp_path)
    (told,) = notes.repeated(models, related(models, GSM8K))
    assert told == f"{MODELS[0]}: several files have {OURS}, gsm8k; {latest} counts, as the latest"


@pytest.mark.parametrize("told", [notes.notes, notes.warnings, notes.repeated])
def test_names_are_on_one_line_and_move_no_cursor(tmp_path, told):
    write_all(tmp_path)
    part = {"n-samples": {}, "config": {"limit": 5}, "versions": {"gsm8k": HOSTILE}}
    write(tmp_path, HOSTILE, {OURS: ours(9), "gsm8k": gsm8k(0.5)}, 1.7e9, **part)
    write(tmp_path, HOSTILE, {OURS: ours(9), "gsm8k": gsm8k(0.5)}, 1.8e9, **part)
    write(tmp_path, f"{HOSTILE}2", {OURS: ours(9)} | {HOSTILE: {"acc,none": 0.1}})
    models = collect(tmp_path)
    lines = told(models, related(models, GSM8K))
    assert any("\\input" in line for line in lines)
    assert all(map(on_one_line, lines))
