"""sMAPE in its parts."""

import math

import pytest

from tempanswerqa.reports.report.smape_parts import smape_parts


def test_parts_add_up_to_the_smape_of_each_run(scored):
    for run, by_filter in scored:
        for items, summary in by_filter.values():
            parts = smape_parts(items)
            assert parts.total == pytest.approx(summary.mean("smape")), run.path
            unread = [item for item in items if item.number is None]
            assert (parts.unread > 0) == any(not math.isnan(i.scores["smape"]) for i in unread)


def test_only_wrong_answers_that_were_read_have_a_mean_of_their_own(scored):
    items, _ = scored[0].by_filter["strict-match"]
    right = [item for item in items if item.number == item.question.number]
    assert math.isnan(smape_parts(right).wrong_mean)
    assert smape_parts(right).total == 0
    assert all(map(math.isnan, smape_parts([])))
