"""Tables of scores: what is said of rows that cannot be compared, and of undefined scores."""

import json

import pytest

from tempanswerqa.reports import tables
from tempanswerqa.runs import signature


def summary(model: str = "m", **changes: object) -> dict:
    fields = {
        "package": "1", "format": 1, "lm_eval": "0.4.13", "data": "a" * 40, "scale": "b" * 40,
        "fresh": None,
        "extraction": 1, "think_end_token": None, "filter": "strict-match", "seed": None,
        "limit": None, "questions": 4,
    }  # fmt: skip
    names = (*tables.SCORES, "mase_published")
    return {
        "model": model, "prompting": "", "task": "t", "filter": "strict-match", "n": 4,
        **dict.fromkeys(names, 0.5), "stderr": dict.fromkeys(names, 0.1),
        "intervals": {name: [0.3, 0.7] for name in names},
        **dict.fromkeys((*tables.COUNTED, *tables.CHANGES)),
        "missing": 0, "repeated": 0, "unknown": 0, "signature": fields | changes,
    }  # fmt: skip


@pytest.mark.parametrize("field", signature.COMPARABLE)
def test_different_signatures_are_not_ranked_in_silence(field):
    pair = [summary("one"), summary("two", **{field: "3" * 40})]
    (warning,) = tables.warnings(pair)
    assert f"the rows of t, strict-match differ in {field}" in warning
    for style in ("table", "markdown", "latex"):
        assert "NOT COMPARABLE" in tables.render(pair, style)


def test_what_does_not_matter_is_not_warned_of():
    rows = [summary("one"), summary("two", package="2", lm_eval="0.4.14", seed=3)]
    assert tables.warnings(rows) == []
    other_task = summary("two", data="c" * 40) | {"task": "u"}
    assert tables.warnings([summary("one"), other_task]) == []


def test_undefined_scores_are_dashes():
    row = summary()
    row |= {"mase": None}
    row["intervals"] |= {"mase": [None, None], "smape": [None, None]}
    shown = tables.render([row], "table").splitlines()[2].split()
    assert shown[-7:-5] == ["0.50", "-"]
    assert json.loads(tables.render([row], "json"))[0]["mase"] is None


def test_short_signature():
    line = signature.short(summary(limit=2, seed=7)["signature"])
    assert line == (
        "tempanswerqa:1|format:1|lm_eval:0.4.13|data:aaaaaaa|scale:bbbbbbb|strict-match:1|n:4"
        "|limit:2|seed:7"
    )
    fresh = signature.short(summary(fresh="1.hard.3")["signature"])
    assert "|data:aaaaaaa|fresh:1.hard.3|scale:bbbbbbb|" in fresh
    assert "fresh" not in line
    named = signature.short(summary(think_end_token="</x>\n")["signature"])
    assert "|strict-match:1|think_end:'</x>\\n'|n:4" in named
