"""Tests that the last complete one of several equal runs counts."""

import json
from pathlib import Path

import pytest

from tempanswerqa.runs.score_files import latest

TASK = "tempanswerqa_ttqa_head"


def samples(folder: Path, day: int, model: str = "m", task: str = TASK, **stated) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    date = f"2026-01-{day:02}T00-00-00.000001"
    results = {"model_name": model, "n-shot": {task: 0}} | stated
    (folder / f"results_{date}.json").write_text(json.dumps(results))
    path = folder / f"samples_{task}_{date}.jsonl"
    path.write_text("")
    return path


def test_the_last_run_counts(tmp_path):
    first, second, third = (samples(tmp_path / str(n), day) for n, day in enumerate((2, 9, 5)))
    told: list[str] = []
    assert latest([first, second, third], told.append) == [second]
    assert [line.partition(": ")[0] for line in told] == [str(first), str(third)]
    assert all(str(second) in line for line in told)


@pytest.mark.parametrize(
    "part", [{"config": {"limit": 3.0}}, {"n-samples": {TASK: {"original": 9, "effective": 3}}}]
)
def test_a_complete_run_counts_more_than_a_later_part(tmp_path, part):
    whole, later = samples(tmp_path, 1), samples(tmp_path, 2, **part)
    told: list[str] = []
    assert latest([later, whole], told.append) == [whole]
    assert [line.partition(": ")[0] for line in told] == [str(later)]
    assert latest([later], told.append) == [later]


def test_other_runs_and_files_all_stay(tmp_path):
    one, other = ({"configs": {TASK: {"metadata": {"twin_seed": seed}}}} for seed in (1, 2))
    paths = [
        samples(tmp_path / "a", 1),
        samples(tmp_path / "b", 2, "another"),
        samples(tmp_path / "c", 3, task="tempanswerqa_ttqa_tail"),
        samples(tmp_path / "d", 4, **{"n-shot": {TASK: 3}}),
        samples(tmp_path / "e", 5, **one),
        samples(tmp_path / "f", 6, **other),
        tmp_path / "ttqa_head_m_few-shot.csv",
        tmp_path / "x" / "ttqa_head_m_few-shot.csv",
    ]
    assert latest(paths, pytest.fail) == paths
    assert latest([], pytest.fail) == []
