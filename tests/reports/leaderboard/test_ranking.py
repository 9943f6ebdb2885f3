"""Tests of who competes with whom."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from leaderboard_support import entry

from tempanswerqa.reports.leaderboard.entries import AVERAGE, PUBLISHED, Board
from tempanswerqa.reports.leaderboard.ranking import BY, ranked
from tempanswerqa.runs.scoring import FLEXIBLE
from tempanswerqa.runs.signature import COMPARABLE


def rank_of(row):
    return row.places[BY].rank if BY in row.places else None


def ranks(*entries):
    found = [(row.entry.summary.model, rank_of(row)) for row in ranked(entries)]
    return [(model, rank and rank.rank) for model, rank in found]


def ranges(*entries):
    return [str(rank_of(row)) for row in ranked(entries)]


def test_what_is_published_or_incomplete_has_no_rank():
    found = ranks(
        entry("published", 0.9, source=PUBLISHED),
        entry("incomplete", 0.8, missing=1),
        entry("whole", 0.7),
        entry("unknown", None),
    )
    assert found == [("published", None), ("incomplete", None), ("whole", 1), ("unknown", None)]


@pytest.mark.parametrize("field", COMPARABLE)
def test_scores_that_do_not_compare_are_not_ranked_together(field):
    found = ranks(entry("a", 0.9), entry("b", 0.5), entry("c", 0.1, **{field: 3}))
    assert found == [("a", 1), ("b", 2), ("c", 1)]


def test_each_board_and_filter_has_its_own_ranks():
    boards = [
        *(Board(AVERAGE), Board("tot_arith"), Board("ttqa_tail"), Board("tot_arith", chat=True)),
        *(Board("tot_arith", False, "easy", 9, 1), Board("tot_arith", False, "easy", 9, 2)),
    ]
    entries = [entry(board.title, n / 10, board) for n, board in enumerate(boards)]
    entries += [entry("flexible", 0.9, boards[-1], rule=FLEXIBLE)]
    assert ranks(*entries[::-1]) == [*((b.title, 1) for b in boards), ("flexible", 1)]


def test_ranges_are_those_that_unpaired_tests_leave():
    """The difference 0.9 - 0.5 is 5.7 of its standard errors, and 0.5 - 0.45 is 0.7."""
    scores, told = (0.9, 0.5, 0.45), {"stderr": 0.05, "groups": 900}
    assert ranges(*(entry("m", em, **told) for em in scores)) == ["1", "2–3", "2–3"]
    for less in (told | {"stderr": 0.3}, told | {"groups": 2}):
        assert ranges(*(entry("m", em, **less) for em in scores)) == ["1–3"] * 3


def test_ranges_are_corrected_for_all_pairs():
    near = [entry(f"m{n}", em, stderr=0.01, groups=2000) for n, em in enumerate((0.5, 0.535))]
    assert ranges(*near) == ["1", "2"]  # z = 2.5, p = 0.013
    far = [entry(f"far{n}", 0.9, stderr=0.001, groups=2000) for n in range(3)]
    assert ranges(*near, *far) == ["1–3"] * 3 + ["4–5"] * 2  # four p-values are as high


def test_a_run_without_an_error_is_told_from_none():
    assert ranges(entry("a", 0.9, stderr=0.01), entry("b", 0.1, stderr=None)) == ["1–2", "1–2"]


@given(st.lists(st.tuples(st.integers(0, 20), st.booleans()), max_size=8))
def test_ranks_are_one_more_than_the_better_ones(found):
    found = [(twentieths / 20, flawed) for twentieths, flawed in found]
    entries = [entry(f"m{n}", score, missing=flawed) for n, (score, flawed) in enumerate(found)]
    rows = ranked(entries)
    scores = [row.entry.summary.mean("exact_match") for row in rows]
    assert scores == sorted(scores, reverse=True)
    whole = [score for score, flawed in found if not flawed]
    for row in rows:
        better = sum(score > row.entry.summary.mean("exact_match") for score in whole)
        if row.entry.summary.flaws:
            assert rank_of(row) is None
        else:
            assert rank_of(row).rank == better + 1
            assert rank_of(row).best <= rank_of(row).rank <= rank_of(row).worst <= len(whole)
