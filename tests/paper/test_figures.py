"""Tests the paper's figures for small runs, which are composed but not rendered."""

import json
from collections import Counter

import pytest
from reported import scored, write_runs
from support import SAMPLE

from paper import figures
from tempanswerqa import questions
from tempanswerqa.reports.page.legend import cast
from tempanswerqa.runs.run import RunName

pytest.importorskip("matplotlib", reason="figures need the extra `dev`")


def test_equations_are_counted_by_answer(tmp_path):
    places = write_runs(tmp_path, ["one"], ["ttqa_head"])
    for run in scored(places, texts=True):
        counts = figures.counted(run)
        items = run.items["strict-match"]
        # every response but each eleventh states an equation, and every fifth one is wrong
        stated = [n for n in range(len(items)) if n % 11 != 10]
        assert counts.total() == len(stated)
        assert counts[True, False] + counts[False, False] == sum(n % 5 == 0 for n in stated)
        right = sum(items["exact_match"].iloc[stated] == 1)
        assert counts[True, True] + counts[True, False] == right


def test_equations_of_thinking_do_not_count(tmp_path):
    asked = questions.load("ttqa_head", SAMPLE)
    text = "<think>1 + 1 = 3</think>2 + 2 = 4. Final Answer: "
    lines = [json.dumps({"id": q.id, "response": f"{text}{q.number + 1:.0f}"}) for q in asked]
    (tmp_path / "run.jsonl").write_text("\n".join(lines))
    (run,) = scored(tmp_path, texts=True)
    assert figures.counted(run)[False, True] > len(asked) / 2
    assert {holds for _, holds in figures.counted(run)} == {True}


def test_figure_11_has_a_mark_for_each_run():
    own = Counter({(True, True): 3, (True, False): 1, (False, True): 1})
    assert (figures.share_right(own, True), figures.share_right(own, False)) == (75, 100)
    counts = {RunName("a", "few-shot"): own, RunName("b", "few-shot"): Counter()}
    drawn = figures.reasoning("Data", "Data", counts, cast(counts))
    assert ">a ●<" in drawn.svg or ">a<" in drawn.svg
    assert ">b<" not in drawn.svg
