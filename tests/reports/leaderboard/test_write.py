"""Tests pages and documents of any entries."""

import json
import re
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from leaderboard_support import entry, refuse
from reported import Page

from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.reports.leaderboard import write
from tempanswerqa.reports.leaderboard.entries import Board
from tempanswerqa.reports.leaderboard.ranking import ranked
from tempanswerqa.runs.summary import Score

NAMES = st.text(st.characters(exclude_categories=()), max_size=200)


def built(entries, title="Any"):
    """Return the page and the document of entries."""
    with TemporaryDirectory() as name:
        path = write.build(entries, Path(name), title)
        document = path.with_name("leaderboard.json").read_text(encoding="ascii")
        return path.read_text(encoding="utf-8"), json.loads(document, parse_constant=refuse)


@pytest.fixture(scope="module")
def plain() -> Page:
    """Return the page of one entry with a harmless name."""
    return Page(built([entry("plain")])[0])


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(NAMES, NAMES)
def test_any_name_is_one_row_and_no_markup(plain, name, title):
    html, document = built([entry(name)], title)
    assert Page(html).tags == plain.tags
    (row,) = [row for row in document["rows"] if row["source"] == "evaluated"]
    assert row["model"] == json.loads(json.dumps(name))
    assert document["title"] == json.loads(json.dumps(title))


@pytest.mark.parametrize("subsets", [["ttqa_tail"], [*SUBSETS][::-1]])
def test_the_document_has_all_rows_in_the_order_of_ranks(subsets):
    entries = [entry(board=Board(subset)) for subset in subsets]
    _, document = built(entries)
    own = [row["task"] for row in document["rows"] if row["source"] == "evaluated"]
    expected = [row.entry.summary.task for row in ranked(entries)]
    means = own[: len(own) - len(expected)]
    assert own == means + expected
    assert len(means) == (len(subsets) == len(SUBSETS))
    assert len(document["rows"]) == len(own) + 5 * 14


def test_scores_without_a_value_are_dashes_and_null():
    one = entry(exact_match=None)
    one.summary.scores["exact_match"] = Score()
    html, document = built([one])
    (row,) = [row for row in document["rows"] if row["source"] == "evaluated"]
    assert (row["rank"], row["exact_match"], row["complete"]) == (None, None, True)
    assert '<td class="number" data-order="" data-rank="" data-range="">-</td>' in html


def test_ranks_are_shown_as_their_ranges():
    entries = [entry(f"m{n}", em, stderr=0.02) for n, em in enumerate((0.9, 0.5, 0.49))]
    html, document = built(entries)
    own = [row for row in document["rows"] if row["source"] == "evaluated"]
    assert [(row["rank"], row["ranks"]) for row in own] == [(1, [1, 1]), (2, [2, 3]), (3, [2, 3])]
    for rank, shown in ((1, ""), (2, "2–3"), (3, "2–3")):
        assert f'<td class="rank">{rank}<small>{shown}</small></td>' in html
        assert f'data-rank="{rank}" data-range="{shown}">' in html


def test_equal_scores_are_tied():
    """The sums of floating point numbers may differ."""
    html, document = built([entry("a", 0.1 + 0.2), entry("b", 0.3)])
    assert html.count('<td class="rank">1=<small>1–2</small></td>') == 2
    assert [row["rank"] for row in document["rows"] if row["source"] == "evaluated"] == [1, 1]


def test_runs_are_ranked_beside_those_of_the_same_prompting():
    """Few-shot runs are better: a model that has no other would stand above all."""
    runs = [("a", 0.6, "few-shot"), ("a", 0.2, "zero-shot"), ("b", 0.5, "few-shot"),
            ("b", 0.3, "zero-shot"), ("c", 0.55, "few-shot"), ("d", 0.1, "")]  # fmt: skip
    html, document = built([entry(name, em, prompting=p, stderr=0.01) for name, em, p in runs])
    own = [row for row in document["rows"] if row["source"] == "evaluated"]
    ranks = {(row["model"], row["prompting"]): row["rank"] for row in own}
    assert [ranks[name, "few-shot"] for name in "acb"] == [1, 2, 3]
    assert [ranks[name, "zero-shot"] for name in "ba"] == [1, 2]
    assert ranks["d", ""] == 1
    views = re.findall(r'data-prompting="([^"]*)">(.*?)</section>', html, re.DOTALL)
    shown = [(prompting, re.findall(r'data-name="(\w)"', view)) for prompting, view in views]
    assert shown[:2] == [("few-shot", ["a", "c", "b"]), ("zero-shot", ["b", "a"])]
    assert ("prompting not stated", ["d"]) in shown
    assert all("Baseline, mean" in view for _, view in views)


def test_bold_is_a_score_that_is_better_by_a_test_and_never_mase():
    html, _ = built([entry("a", 0.9, stderr=0.02, mase=0.1), entry("b", 0.5, mase=0.9)])
    assert re.findall("<b>(.*?)</b>", html) == ["90.00"]
    assert "<b>" not in built([entry("a", 0.51), entry("b", 0.5)])[0]


def test_curves_of_a_view_begin_at_one_number():
    entries = []
    for name, within in (("a", (0.5, 0.9)), ("b", (0.47, 0.8))):
        one = entry(name, within[0])
        entries.append(one._replace(summary=replace(one.summary, within=within)))
    html = built(entries)[0]
    drawn = re.findall(r'<svg viewBox="([^"]*)".*?points="([^"]*)"', html)
    assert drawn == [("0 0 100 60", "0,50 1,10 "), ("0 0 100 60", "0,53 1,20 ")]


def test_a_long_name_does_not_fill_the_page_with_warnings():
    html, document = built([entry("L" * 10_000, missing=1)])
    assert len(document["warnings"][0]) > 10_000
    assert "L" * 300 not in html
    assert ": 1 missing</li>" in html
