"""Rare kinds of tables tell lives and events that could have been."""

import random
import re

import pytest

from tempanswerqa.fresh.tables.dials import DIALS
from tempanswerqa.fresh.tables.facts import DAY
from tempanswerqa.fresh.tables.kinds import kinds
from tempanswerqa.fresh.tables.record import Record

TAIL = kinds("tail")


def told(category: str, seed: int) -> Record:
    made = Record(category, random.Random(seed), DIALS["hard"], rare=True)
    made.vague = 0  # so that days tell the order
    TAIL[category](made)
    return made


def test_storms_epidemics_and_phases_last_as_they_do():
    bounds = {"cyclone": (6, 28), "disease": (28, 264), "orbitor": (25, 644), "ship": (30, 504)}
    for category, (least, most) in bounds.items():
        for seed in range(40):
            r = told(category, seed)
            lengths = [
                (span.end.day - span.start.day).days
                for group in r.groups
                for span in group.spans
                if span.precision == DAY
            ]
            assert lengths
            assert least <= min(lengths)
            assert max(lengths) <= most


@pytest.mark.parametrize("category", ["sumo", "f1", "cricket", "cycling", "hockey", "squash"])
def test_sportspeople_compete_when_young(category):
    for seed in range(60):
        r = told(category, seed)
        ages = [s.end.day.year - r.birth.day.year for s in r.groups[0].spans]
        assert max(ages) <= 44
        won = [year - r.birth.day.year for series in r.series for year in series.years]
        assert all(15 <= age <= 44 for age in won)
        # wins come after the debut, the farewell after the wins, and coaching after the farewell
        debut = r.moments[1 if r.moments[0].words.noun == "death" else 0].day.year
        farewell = r.moments[-2].day.year
        years = [year for series in r.series for year in series.years]
        assert all(debut < year <= farewell for year in years)
        assert r.groups[-2].spans[0].start.day.year >= farewell
        assert farewell - r.birth.day.year <= 46


def test_ships_sail_and_probes_observe_after_their_launch():
    for category in ("ship", "orbitor"):
        for seed in range(60):
            r = told(category, seed)
            (launch,) = [e.day for e in r.moments if e.words.noun == "launch"]
            assert all(
                span.start.day.year >= launch.year for group in r.groups for span in group.spans
            )
            assert all(year > launch.year for series in r.series for year in series.years)


def test_what_belongs_together_happens_together():
    for seed in range(60):
        event, war = told("sports event", seed), told("proxy war", seed)
        opened = {moment.words.noun: moment.day for moment in event.moments}
        for span in event.groups[0].spans:
            assert 0 < (span.start.day - opened["heats"]).days < 240
        *_, fall, ceasefire, treaty = (moment.day for moment in war.moments)
        assert (treaty - fall).days < 1_100
        assert all(span.end.day <= fall < ceasefire for g in war.groups for span in g.spans)


def test_women_compete_where_they_did():
    for category, since in (("sumo", 3000), ("boxing", 1995), ("f1", 1990)):
        for seed in range(80):
            r = told(category, seed)
            assert r.entity.pronoun == "he" or r.begun >= since


def test_ranks_tell_that_they_go_by_time():
    for category in TAIL:
        r = told(category, 3)
        for span in (span for group in r.groups for span in group.spans):
            for words in (span.words, span.end.words):
                text = words.named("its")
                if re.search(r"\b(?:first|second|third|fourth|fifth|last) [a-z]", text):
                    assert re.search(r" to [a-z]+| that (?:she |he |it )?[a-z]+", text), text
