"""Tests what the arithmetic family draws: readable, spread out, harder on a higher level."""

import random
import re
from collections import Counter
from itertools import accumulate

import pytest
from fresh_support import items

from tempanswerqa.fresh.arithmetic import STRATA, chosen, draw
from tempanswerqa.questions.draws import LEVELS


@pytest.fixture(scope="module", params=LEVELS)
def drawn(request):
    return request.param, items("tot_arith", request.param)


def kind(cells):
    return cells["question_type"], cells["answer_temporal_unit"], cells["answer_format"]


def test_strata_keep_their_shares(drawn):
    _, found = drawn
    shares = Counter(kind(item.cells) for item in found)
    total = sum(stratum.weight for stratum in STRATA)
    for stratum in STRATA:
        assert abs(shares[stratum[:3]] - len(found) * stratum.weight / total) <= 1


def picks():
    """Return a number from 0 to 1 for each stratum, with which it is drawn."""
    total = sum(stratum.weight for stratum in STRATA)
    ends = accumulate(stratum.weight for stratum in STRATA)
    return [(end - stratum.weight / 2) / total for stratum, end in zip(STRATA, ends, strict=True)]


def test_every_template_occurs_and_every_stratum_has_several_at_every_level():
    wanted = {(*stratum[:3], one.name) for stratum in STRATA for one in stratum.templates}
    found = set()
    for level in LEVELS:
        drawn = draw(random.Random(level), level, picks() * 40)
        own = {(*kind(item.cells), item.template.rpartition("/")[2]) for item in drawn}
        assert min(Counter(key[:3] for key in own).values()) >= 2
        found |= own
    assert found == wanted


def test_texts_are_well_formed(drawn):
    _, found = drawn
    unit = "(?:day|week|month|year|hour|minute|second)"
    bad = re.compile(
        rf"[{{}}]|  |\b1 {unit}s\b|\b0 {unit}s|\b(?!1\b)\d+ {unit}\b"
        r"|\ba [aeio]|\b[Aa]n [^aeiou]|[.?!][a-z]|\?\?|None"
    )
    for item in found:
        text = item.cells["question_wo_instruct"]
        assert not bad.search(text), text
        assert text[0].isupper() or text[0].isdigit()
        assert text[-1] in ".?)"
        assert item.cells["answer_format"].strip() in item.cells["instruction"]
        assert "explanation" in item.cells["instruction"]


def test_picks_choose_strata_in_their_order():
    total = sum(stratum.weight for stratum in STRATA)
    assert chosen(0) == STRATA[0]
    assert chosen(165.9 / total) == STRATA[0]
    assert chosen(166 / total) == STRATA[1]
    assert chosen(1 - 1e-12) == STRATA[-1]
