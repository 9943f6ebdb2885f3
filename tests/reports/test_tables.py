"""Tests tables of scores: notes on rows that are not comparable, and undefined scores."""

import json
import re

import pytest
from scored import signed

from tempanswerqa.reports import tables
from tempanswerqa.runs import signature
from tempanswerqa.runs.summary import Score


@pytest.mark.parametrize("field", signature.COMPARABLE)
def test_different_signatures_are_not_ranked_in_silence(field):
    pair = [signed("one"), signed("two", **{field: "3" * 40})]
    (warning,) = tables.warnings(pair)
    assert f"the rows of t, strict-match differ in {field}" in warning
    for style in ("table", "markdown", "latex"):
        assert "NOT COMPARABLE" in tables.render(pair, style)


def test_what_does_not_matter_is_not_warned_of():
    rows = [signed("one"), signed("two", package="2", lm_eval="0.4.14")]
    assert tables.warnings(rows) == []
    other_task = signed("two", "u", data="c" * 40)
    assert tables.warnings([signed("one"), other_task]) == []


def test_few_groups_are_told_of_once_for_each_task():
    rows = [signed(name, task) for task in "tu" for name in ("one", "two")]
    for row, groups in zip(rows, (30, 9, 10, 12), strict=True):
        row.scores.update(capped_ase=Score(0.5, 0.1, 0.3, 0.7, groups), smape=Score(groups=0))
    told = "FEW GROUPS: t has 9 groups of questions; its intervals and p-values are rough"
    assert tables.warnings(rows) == [told]
    assert told in tables.render(rows, "table").splitlines()


def test_undefined_scores_are_dashes():
    row = signed()
    row.scores.update(mase=Score(), smape=Score(0.5))
    shown = tables.render([row], "table").splitlines()[2]
    assert re.search(r" 0\.50 +- ", shown)
    assert json.loads(tables.render([row], "json"))[0]["mase"] is None


def test_short_signature():
    line = signature.short(signed(limit=2).signature)
    assert line == (
        "tempanswerqa:1|format:1|lm_eval:0.4.13|data:aaaaaaa|scale:bbbbbbb|strict-match:1|n:4"
        "|limit:2"
    )
    fresh = signature.short(signed(fresh="1.hard.3").signature)
    assert "|data:aaaaaaa|fresh:1.hard.3|scale:bbbbbbb|" in fresh
    assert "fresh" not in line
    for method, shown in (("published", ""), ("hdbscan-1d.1", ":hdbscan-1d.1")):
        scaled = signature.short(signed(scale_method=method).signature)
        assert f"|scale:bbbbbbb{shown}|strict-match" in scaled
    named = signature.short(signed(think_end_token="</x>\n").signature)
    assert "|strict-match:1|think_end:'</x>\\n'|n:4" in named
