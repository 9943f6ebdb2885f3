"""Tests tables of wrong answers against new counts."""

from collections import Counter

import pytest

from tempanswerqa.answers import unread as unread_answers
from tempanswerqa.reports.report import error_tables
from tempanswerqa.reports.report.data import Gathered
from tempanswerqa.runs.scoring import STRICT

DAY = 86_400


def items_of(scored, family):
    for one in scored:
        if one.run.subset.startswith(family):
            yield from one.by_filter[STRICT][0]


def errors_of(scored, family):
    for item in items_of(scored, family):
        if item.number is not None and item.number != item.question.number:
            scale = DAY if item.question.unit == "date" else 1
            yield item, (item.number - item.question.number) / scale


def test_frequent_errors(scored, gathered):
    rows = error_tables.absolute_errors(gathered).rows
    for family, dataset in (("tot", "Test of Time"), ("ttqa", "TempTabQA")):
        sizes = Counter(abs(error) for _, error in errors_of(scored, family))
        own = [row for row in rows if row["dataset"] == dataset]
        assert len(own) == min(error_tables.FREQUENT, len(sizes))
        assert [row["count"] for row in own] == sorted(sizes.values(), reverse=True)[: len(own)]
        for row in own:
            assert sizes[float(row["error"])] == row["count"]
            assert row["share"] == pytest.approx(row["count"] / sizes.total())


def test_off_by_one_shares(scored, gathered):
    rows = error_tables.off_by_one(gathered).rows
    for family, dataset, by, key in (
        ("tot", "Test of Time", "question type", "kind"),
        ("tot", "Test of Time", "answer format", "answer_format"),
        ("ttqa", "TempTabQA", "answer format", "answer_format"),
    ):
        asked = Counter(getattr(item.question, key) for item in items_of(scored, family))
        off = Counter(getattr(item.question, key)
                      for item, error in errors_of(scored, family) if abs(error) == 1)  # fmt: skip
        own = [row for row in rows if (row["dataset"], row["by"]) == (dataset, by)]
        assert {row["kind"] for row in own} == set(asked)
        for row in own:
            assert row["asked"] == pytest.approx(asked[row["kind"]] / asked.total())
            assert row["off_by_one"] == pytest.approx(off[row["kind"]] / off.total())
    assert not any(row["by"] == "question type" for row in rows if row["dataset"] == "TempTabQA")


def test_directions(scored, gathered):
    rows = {
        (row["dataset"], row["direction"]): row for row in error_tables.directions(gathered).rows
    }
    for family, dataset in (("tot", "Test of Time"), ("ttqa", "TempTabQA")):
        low = [item for item, error in errors_of(scored, family) if error < 0]
        assert rows[dataset, "negative"]["count"] == len(low)
        capped_ase = [item.scores["capped_ase"] for item in low]
        assert rows[dataset, "negative"]["capped_ase"] == pytest.approx(
            sum(capped_ase) / len(capped_ase)
        )
        assert rows[dataset, "positive"]["count"] == sum(
            e > 0 for _, e in errors_of(scored, family)
        )


def test_errors_by_run_add_up(gathered):
    for row in error_tables.errors_by_run(gathered).rows:
        assert row["wrong"] > 0
        assert row["negative"] + row["positive"] == pytest.approx(1)
        assert 0 <= row["off_by_one"] <= 1


def test_reasons_and_parsed_add_up_to_all(gathered):
    table = error_tables.unread(gathered)
    assert len(table.rows) == len(gathered.summaries)
    for row in table.rows:
        assert row["parsed"] + sum(
            row[reason] for reason in unread_answers.REASONS
        ) == pytest.approx(1)


def test_nothing_gathered_makes_empty_tables():
    empty = Gathered()
    for make in (error_tables.absolute_errors, error_tables.off_by_one, error_tables.directions,
                 error_tables.errors_by_run, error_tables.unread):  # fmt: skip
        assert list(make(empty).rows) == []
    assert empty.answers.furthest() == []
