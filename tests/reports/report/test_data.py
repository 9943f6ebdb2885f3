"""Tests the scores of a report, and which runs it shows together."""

import pytest
import reported
from reported import MODELS, PROMPTINGS, gather, write_runs
from scored import score

from tempanswerqa.reports.report import numbers
from tempanswerqa.runs.run import RunName
from tempanswerqa.scoring import STRICT

pytestmark = pytest.mark.usefixtures("sampled")


def test_groups_are_those_of_the_score_command(capsys, runs, gathered):
    _, printed, _ = score(capsys, runs)
    keys = ("model", "prompting", "task", "filter")
    expected = {tuple(row[key] for key in keys): row["effective_groups"] for row in printed}
    found = {tuple(row[key] for key in keys): row["effective_groups"] for row in gathered.records}
    assert found == pytest.approx(expected)


def test_a_second_file_of_the_same_run_is_left_out(gathered, runs):
    before = len(gathered.records), len(gathered.runs)
    for again in reported.scored(runs / "model0" / "few-shot"):
        assert gathered.add(again)
    assert (len(gathered.records), len(gathered.runs)) == before
    assert len({*map(RunName.of, gathered.runs)}) == len(MODELS) * len(PROMPTINGS)
    assert RunName.of(gathered.runs[0]) == RunName(MODELS[2], "few-shot")


def test_incomplete_runs_do_not_compete_with_complete_ones(tmp_path):
    folder = write_runs(tmp_path, MODELS[:2], ["ttqa_head"])
    for path in (folder / "model0" / "few-shot").glob("samples_*"):
        path.write_text("".join(path.read_text().splitlines(keepends=True)[:7]))
    found = gather(folder)
    assert [bool(row["flaws"]) for row in found.records].count(True) == 2
    chosen, _ = numbers.selected(found, ("", "zero-shot", STRICT))
    assert chosen.models == [MODELS[1], MODELS[0]]
    chosen, _ = numbers.selected(found, ("", "", STRICT))
    assert (MODELS[0], "few-shot") not in map(RunName.of, chosen.runs)
    assert len(found.runs) == 4


def test_models_without_all_runs_are_left_out(tmp_path):
    runs = write_runs(tmp_path / "two", MODELS[:2], ["ttqa_head", "ttqa_tail"])
    partly = gather(runs, write_runs(tmp_path / "one", ["Less"], ["ttqa_tail"]))
    assert {*numbers.selected(partly, ("", "", STRICT))[0].models} == {*MODELS[:2]}
    assert len(numbers.selected(partly, ("tempanswerqa_ttqa_tail", "", STRICT))[0].models) == 3
