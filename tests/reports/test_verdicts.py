"""Tests the sentences on which models tests tell apart."""

from itertools import product

import pytest

from tempanswerqa.reports.verdicts import Lead, sentence

LEVEL, FIRST, PAIR = Lead((*"abcd",)), Lead(("a",)), Lead(("a", "b"))
LONE = Lead(("a",), is_clear=False)


@pytest.mark.parametrize(("exact", "size"), product(["ab", "a", "b"], ["ab", "a", "b", ""]))
def test_a_sentence_on_two_models_names_the_better_one_of_each_metric(exact, size):
    leads = {"exact_match": Lead((*exact,))} | ({"smape": Lead((*size,))} if size else {})
    said = sentence("ab", leads)
    clauses = said.rstrip(".").split("; ")
    assert len(clauses) == 1 + (size not in ("", exact))
    for metric, better in (("EM", exact), ("sMAPE", size)):
        own = [clause for clause in clauses if metric in clause]
        assert len(own) == bool(better)
        assert all(("apart" in clause) == (better == "ab") for clause in own)
        assert all(clause.startswith(f"{better[0]} ") for clause in own)


@pytest.mark.parametrize(
    ("leads", "named"),
    [([LEVEL], ""), ([FIRST, LEVEL], "a"), ([PAIR, FIRST], "ab"), ([LONE, PAIR], "ab"), ([], "")],
)
def test_more_models_are_named_where_few_are_level(leads, named):
    names = [f"<{name}>" for name in "abcd"]
    shown = [lead._replace(names=tuple(f"<{name}>" for name in lead.names)) for lead in leads]
    said = sentence(names, dict(zip(("exact_match", "smape"), shown, strict=False)))
    assert [name for name in "abcd" if f"<{name}>" in said] == [*named]
    assert ("4 of 4" in said, bool(said)) == (LEVEL in leads, bool(leads))
    assert ("EM" in said, "sMAPE" in said) == (len(leads) > 0, len(leads) > 1)
