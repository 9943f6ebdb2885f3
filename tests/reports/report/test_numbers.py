"""Tests the numbers of the page against `analysis`, and which runs it shows together."""

import json
import math
import re

import pytest
import reported
from reported import MODELS, PROMPTINGS, gather, write_runs
from scored import score, write_lines
from support import SAMPLE, SUBSETS, state

from tempanswerqa import analysis, questions
from tempanswerqa.metrics.means import SIGNIFICANT, holm
from tempanswerqa.reports.page.page import TEMPLATES
from tempanswerqa.reports.report import axes, numbers
from tempanswerqa.runs.run import RunName
from tempanswerqa.scoring import FILTERS, FLEXIBLE, STRICT
from tempanswerqa.units import UNITS

pytestmark = pytest.mark.usefixtures("sampled")
KEY = ("tempanswerqa_ttqa_head", "few-shot", FLEXIBLE)


@pytest.fixture(scope="module")
def every(gathered):
    return numbers.numbers(gathered)


@pytest.fixture(scope="module")
def found(every):
    return every[KEY]


@pytest.fixture(scope="module")
def items(gathered):
    task, prompting, rule = KEY
    own = gathered.items
    return own[(own["task"] == task) & (own["prompting"] == prompting) & (own["filter"] == rule)]


def test_every_choice_has_its_numbers(gathered, every):
    keys = numbers.keys(gathered)
    assert len(keys) == len(set(keys)) == 5 * 3 * len(FILTERS)
    assert keys[0] == ("", "", STRICT)
    assert [*every] == keys
    json.dumps([*every.values()], allow_nan=False)


def test_means_and_pairs_are_those_of_analysis(gathered, found, items):
    slugs = gathered.cast.slugs
    means = analysis.estimate(items, ("model",), analysis.CELLS, numbers.SHOWN)
    for row in means.itertuples():
        own = found["means"][slugs[row.model]].get(row.score)
        if own and not math.isnan(row.value):
            assert own[0] == pytest.approx(row.value, rel=1e-8)
            assert own[4:] == [row.n, row.responses]
    compared = analysis.compare(items, scores=numbers.PAIRED)
    for row in compared[compared["score"].isin(numbers.PAIRED)].itertuples():
        own = found["pairs"][f"{slugs[row.first]} {slugs[row.second]}"][row.score]
        assert own[0] == pytest.approx(row.difference, rel=1e-8, abs=1e-12)
        assert own[3:] == [slugs.get(row.better, "")]


def test_each_question_with_a_score_counts_once(every):
    asked = [(subset, one) for subset in SUBSETS for one in questions.load(subset, SAMPLE)]
    rated = [(subset, one) for subset, one in asked if not UNITS[one.unit].point]
    found = every["", "", STRICT]
    counts = {"exact_match": len(asked), "smape": len(rated)}
    for means in found["means"].values():
        for name, count in counts.items():
            assert means[name][4:] == [count, 2 * count]
    for by in ("unit", "kind", "task"):
        parts = found["parts"][by]
        assert [sum(column) for column in zip(*(part[1] for part in parts), strict=True)] == [
            *counts.values()
        ]
        assert all(part[2] == [2 * n for n in part[1]] for part in parts)
    assert [part[1] for part in found["parts"]["prompting"]] == 2 * [[*counts.values()]]
    assert found["curves"]["percent"]["n"] == len(rated)
    assert found["curves"]["time"]["n"] == len(asked) - len(rated)


def test_dots_are_corrected_for_the_parts_that_have_one(gathered, every):
    key = ("", "", STRICT)
    found, (chosen, _) = every[key], numbers.selected(gathered, key)
    items = gathered.items[gathered.items["filter"] == STRICT]
    compared = analysis.compare(items, ("measure",), ("prompting",), analysis.FAMILY)
    large = {part[0][0] for part in found["parts"]["unit"] if not part[3]}
    assert 0 < len(large) < len(found["parts"]["unit"])
    first, second = chosen.models[:2]
    own = compared[
        (compared["first"] == first) & (compared["second"] == second)
        & (compared["score"] == "exact_match") & compared["measure"].isin(large)
    ]  # fmt: skip
    expected = dict(zip(own["measure"], holm(own["p"]) < SIGNIFICANT, strict=True))
    for value, _, _, small, _, gaps in found["parts"]["unit"]:
        if small:
            assert gaps == {}
        else:
            gap = own[own["measure"] == value[0]].iloc[0]
            own_gap = gaps[" ".join(gathered.cast.slugs[one] for one in (first, second))]
            assert own_gap["exact_match"][0] == pytest.approx(gap["difference"], rel=1e-5, abs=1e-9)
            assert own_gap["exact_match"][3] == expected[value[0]]


def test_several_responses_to_a_question_are_one_question(tmp_path):
    """All first responses are right, and all second ones are unread."""
    asked = questions.load("ttqa_head", SAMPLE)
    resps = ({"doc": {"id": q.id}, "resps": [[state(q, q.number), "?"]]} for q in asked)
    found = gather(write_lines(tmp_path / "run.jsonl", (one | {"filter": "f"} for one in resps)))
    first = next(iter(numbers.numbers(found).values()))
    (means,) = first["means"].values()
    value, *_, n, responses = means["exact_match"]
    assert (value, n, responses) == (0.5, len(asked), 2 * len(asked))


def test_curves_begin_with_exact_match_and_end_with_what_was_read(found, items):
    points = items["unit"].map(lambda unit: UNITS[unit].point).astype(bool)
    for axis, own in (("percent", items[~points]), ("time", items[points])):
        for line, model in zip(found["curves"][axis]["lines"], MODELS[::-1], strict=True):
            rows = own[own["model"] == model]
            ends = 100 * rows["exact_match"].mean(), 100 * rows["parsed"].mean()
            assert [line[0][0], line[0][-1]] == pytest.approx(ends, abs=0.006)
            assert len(line[0]) == axes.STEPS + 1
            assert line[0] == sorted(line[0])
            assert all(low <= share <= high for share, low, high in zip(*line, strict=True))


def test_scripts_compute_no_statistics():
    for name in ("picture", "parts", "answers", "report"):
        script = (TEMPLATES / f"{name}.js").read_text(encoding="utf-8")
        assert not re.search(r"Math\.(sqrt|log|exp|pow|tan|cos|hypot)|\*\*", script)


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


def test_incomplete_runs_are_named_and_do_not_compete_with_complete_ones(tmp_path):
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
    first = next(iter(numbers.numbers(found).values()))
    assert len(first["models"]) == 2
    assert [cell[1] for cell in first["cells"]] == ["zero-shot"]
    assert any("missing" in why for why in first["left"])


def test_models_without_all_runs_are_left_out(tmp_path):
    runs = write_runs(tmp_path / "two", MODELS[:2], ["ttqa_head", "ttqa_tail"])
    partly = gather(runs, write_runs(tmp_path / "one", ["Less"], ["ttqa_tail"]))
    assert {*numbers.selected(partly, ("", "", STRICT))[0].models} == {*MODELS[:2]}
    assert len(numbers.selected(partly, ("tempanswerqa_ttqa_tail", "", STRICT))[0].models) == 3
