"""Flexible extraction on recorded responses whose statements a reader has noted down."""

import csv
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tempanswerqa.answers import quantities
from tempanswerqa.answers.extraction import flexible
from tempanswerqa.answers.strict import strict
from tempanswerqa.runs.catalog import Catalog
from tempanswerqa.runs.saved_responses import read_saved, response_files

TOLERANCE = 0.01
"""Of decimals, which were noted with two to four digits."""

ABSTAIN, AMBIGUOUS = "none", "ambiguous"


class Reading(NamedTuple):
    family: str
    stated: float | None
    strict: float | None
    flexible: float | None

    @property
    def right(self) -> bool:
        if self.stated is None or self.flexible is None:
            return self.stated is self.flexible
        return abs(self.stated - self.flexible) <= TOLERANCE


@pytest.fixture(scope="module")
def readings(published) -> list[Reading]:
    return list(read_all(published))


def read_all(published: Path) -> Iterator[Reading]:
    catalog = Catalog(published)
    noted = defaultdict(list)
    with (published / "stated/stated.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["stated"] != AMBIGUOUS:
                noted[row["dataset"], row["model"], row["prompting"]].append(row)
    for run, rows in noted.items():
        (path,) = response_files(published / f"responses/{'_'.join(run)}_*")
        saved = {each.row: each for each in read_saved(path)}
        for row in rows:
            response = saved[int(row["row"])]
            question = catalog.find(response)
            yield Reading(
                question.family,
                noted_number(row["stated"], question.family, question.unit),
                *(number(extract, response.response, question) for extract in (strict, flexible)),
            )


def noted_number(stated: str, family: str, unit: str) -> float | None:
    return None if stated == ABSTAIN else quantities.read_plain(stated, unit)


def number(extract, response: str, question) -> float | None:
    found = extract(response, question.view)
    return quantities.read(found.text, question.family, question.unit) if found else None


def share_right(readings: list[Reading]) -> float:
    assert len(readings) >= 10
    return sum(reading.right for reading in readings) / len(readings)


@pytest.mark.parametrize(("family", "least"), [("tot", 0.95), ("ttqa", 0.85)])
def test_statements_that_strict_leaves_unparsed_are_read(readings, family, least):
    lost = [r for r in readings if r.stated is not None and r.strict is None]
    assert share_right([r for r in lost if r.family == family]) >= least


def test_what_is_given_is_stated(readings):
    assert share_right([r for r in readings if r.flexible is not None]) >= 0.97


def test_where_nothing_is_stated_nothing_is_given(readings):
    assert share_right([r for r in readings if r.stated is None]) >= 0.97


def test_where_the_filters_differ_flexible_is_right(readings):
    differing = [r for r in readings if r.flexible is not None and r.flexible != r.strict]
    assert share_right(differing) >= 0.95
