"""Tests how numbers and errors are worded, kinds of errors, and which models lead."""

from itertools import combinations, product

import pandas as pd
import pytest
from cases import data, results_of

from tempanswerqa.reports.words import amount, mistake, off_by, verdict

test_numbers_are_told_in_their_unit = results_of(amount, data(__file__, "amounts"))
test_errors_are_told_in_their_unit = results_of(off_by, data(__file__, "errors"))
test_wrong_answers_have_a_kind = results_of(mistake, data(__file__, "mistakes"))


def sentence(models: str, won: dict[str, str]) -> str:
    """Return the sentence on models, best first, whose named pairs differ by each score."""
    rows = [
        {"score": score, "first": a, "second": b, "first_value": -models.index(a),
         "second_value": -models.index(b), "p_holm": 0.5, "better": a if a + b in pairs else ""}
        for score, pairs in {name: own.split() for name, own in won.items()}.items()
        for a, b in combinations(models, 2)
    ]  # fmt: skip
    columns = ["score", "first", "second", "first_value", "second_value", "p_holm", "better"]
    return verdict(pd.DataFrame(rows, columns=columns), {name: f"<{name}>" for name in models})


@pytest.mark.parametrize(("exact", "size"), product(["ab", ""], ["ab", "", None]))
def test_a_sentence_on_two_models_names_the_better_one_of_each_metric(exact, size):
    said = sentence("ab", {"exact_match": exact} | ({} if size is None else {"smape": size}))
    clauses = said.rstrip(".").split("; ")
    assert len(clauses) == 1 + (size not in (None, exact))
    for metric, better in (("EM", exact), ("sMAPE", size)):
        own = [clause for clause in clauses if metric in clause]
        assert len(own) == (better is not None)
        assert all(("apart" in clause) == (better == "") for clause in own)
        assert all(clause.startswith("<a> ") for clause in own)


LEVEL, FIRST, PAIR, LONE = "", "ab ac ad", "ac ad bc bd", "ab ac bd"


@pytest.mark.parametrize(
    ("wins", "named"),
    [([LEVEL], ""), ([FIRST, LEVEL], "a"), ([PAIR, FIRST], "ab"), ([LONE, PAIR], "ab"), ([], "")],
)
def test_more_models_are_named_where_few_are_level(wins, named):
    said = sentence("abcd", dict(zip(("exact_match", "smape"), wins, strict=False)))
    assert [name for name in "abcd" if f"<{name}>" in said] == [*named]
    assert ("4 of 4" in said, bool(said)) == (LEVEL in wins, bool(wins))
    assert ("EM" in said, "sMAPE" in said) == (len(wins) > 0, len(wins) > 1)
