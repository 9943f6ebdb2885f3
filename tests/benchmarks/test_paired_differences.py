"""The variances that the package carries are those of the recorded runs."""

from collections import defaultdict

import pytest

from benchmarks import paired_differences as script
from tempanswerqa.runs import score_files
from tempanswerqa.runs.analysis import power
from tempanswerqa.runs.analysis.power import Spread
from tempanswerqa.runs.scoring import STRICT


def test_variances_are_pooled():
    pairs = [Spread(0.3, 1.0, 1.0, 2.0), Spread(0.4, 2.0, 1.0, 2.0)]
    variance = (0.09 + 0.16) / 2
    effect = (0.09 * 1 + 0.16 * 2) / 2 / variance
    assert script.pooled(pairs) == pytest.approx((variance**0.5, effect, 1.0, 2.0))


@pytest.mark.slow
def test_the_figures_are_those_of_the_script(published):
    options = score_files.Options((STRICT,), str(published))
    places = [str(published / "responses/ttqa_tail*")]
    scored = score_files.score_places(places, options, pytest.fail, lambda _: None)
    known = [(run, by_filter[STRICT][0]) for run, by_filter in scored]
    found = defaultdict(list)
    for _, metric, spread in script.spreads(known):
        found[metric].append(spread)
    assert "exact_match" in found
    for metric, own in found.items():
        assert len(own) == 30
        expected, _ = power.recorded("ttqa_tail", metric)
        assert script.pooled(own) == pytest.approx(expected, abs=0.00006)
