"""Defines kinds of tables as data: the events of an entity, their order, and their names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from tempanswerqa.fresh.tables import facts
from tempanswerqa.fresh.tables.facts import DAY, YEAR, Event, Group, Series, Span, Words
from tempanswerqa.fresh.tables.kinds import layouts
from tempanswerqa.fresh.tables.kinds.patterns import maker
from tempanswerqa.fresh.tables.record import Extras, Record
from tempanswerqa.fresh.tables.shapes import LAST_YEAR

Bounds = Sequence[int]
Time = tuple[date, date]
_LASTED = "lasted|last|"
"""The verb of spans that begin and end themselves."""
_AGED = 0.6
"""The share of deaths, and of births of the living, beside which the age stands."""
_RECENT = 2000
"""The year since which the last span of a list may last until the present."""
_HEADINGS = ("Other information", "Statistics", "General information", "History", "")


@dataclass(frozen=True, slots=True)
class Step:
    """A dated row; `{x}` is a new name by `name`, `{their}` the entity's her, his or its."""

    label: str
    verb: str
    gap: Bounds
    """The number of days after the step before."""
    noun: str = ""
    """The noun; empty for the label in small letters."""
    name: str = ""
    extra: str = ""
    precision: str = DAY
    subject: str = ""

    def write(self, r: Record, day: date) -> None:
        x, their = maker(self.name)(r), r.entity.possessive_pronoun
        texts = self.label, self.extra, self.verb, self.noun or self.label.lower(), self.subject
        label, extra, *words = (text.format(x=x, their=their) for text in texts)
        precision = YEAR if r.rng.random() < r.vague else self.precision
        r.moment(label, day, Words(*words), precision, extra)


@dataclass(frozen=True, slots=True)
class Spans:
    """Spans of one sort; `{}` in `verb`, `time` and `subject` stands for the text of `told`."""

    noun: str
    """The noun of a span, which is also in the heading."""
    heading: str
    name: str
    lengths: Bounds
    """The length of a span: years, or days if `precision` is `DAY`."""
    verb: str
    """The verb for the whole time, such as `played|play|with {}`: a span is named by its beginning
    and by its end (*began playing with*), or begins and ends itself if the verb is `lasted`."""
    time: str
    """The noun for the whole time, such as `time with {}`."""
    subject: str = ""
    told: str = "{}"
    """The name of a span in questions, such as `the {} stable`; `{}` is the label in the table."""
    ranked: str = ""
    """The name of a span by its rank, such as `the {} storm to form` or `the {} team that {they}
    joined`: it has to tell the order. Empty if no span is named by its rank."""
    precision: str = YEAR
    since: int | str = 0
    """The position of the step that they come after; `before` for the end of the spans before."""
    delay: Bounds = (0, 2)
    """The years, or days as in `lengths`, from then to the first span."""
    gaps: Bounds = (0, 0)
    """The years or days from one span to the next."""
    overlapping: bool = False
    total: int = 0
    """The years that all spans take on average, if they are many; 0 for no limit. Overlapping spans
    begin within at most so many years, and none of them is longer."""
    least_total: int = 0
    """The least value of `total` for overlapping spans, if it varies."""
    limit: int = 0
    """The largest number of years from the start to the last end; 0 for no limit."""

    def write(self, r: Record, since: date, steps_end: int = 0, lasts: bool = False) -> date:
        """Write the spans after the day, and return the day, or 1 January of the year, of the end.

        If a common table has a limit, the last span does not end before the year `steps_end` of the
        last step. If the entity `lasts`, the last of recent spans has no end yet.
        """
        times = self._times(r, since, steps_end)
        labels = [maker(self.name)(r) for _ in times]
        lasting = lasts and not self.overlapping and times[-1][1].year >= _RECENT
        spans = []
        for position, (label, (first, last)) in enumerate(zip(labels, times, strict=True)):
            told = self.told.format(label)
            opening, name = (told, told) if lasting else self._names(r, position, times, told)
            start, end = (
                Event(day, self.precision, words, f"{self.noun} {label}")
                for day, words in zip((first, last), self._edges(opening, name), strict=True)
            )
            spans.append(Span(start, end, self._words(name)))
        cells: list[tuple] = [(label, *time) for label, time in zip(labels, times, strict=True)]
        if lasting:
            r.moments.append(spans.pop().start)
            cells[-1] = (*cells[-1][:2], None)
        the = f"the {self.noun}"
        edges = None if lasting or self.subject else self._edges(the, the)
        r.groups.append(Group(self.noun, edges, self._held, tuple(spans)))
        layouts.spans(r, self.heading, self.noun.capitalize(), cells, self.precision)
        return max(last for _, last in times)

    def _words(self, name: str) -> Words:
        """Return the words for the whole time of a span with this name."""
        return Words(*(part.format(name) for part in (self.verb, self.time, self.subject)))

    def _edges(self, opening: str, name: str) -> tuple[Words, Words]:
        """Return the words for the begin and the end of a span by its names at either."""
        end = "ended|end" if self.verb == _LASTED else "stopped|stop"
        return self._edge("began|begin", "start", opening), self._edge(end, "end", name)

    def _edge(self, forms: str, noun: str, name: str) -> Words:
        """Return the words for the begin or end of a span: `began|begin|playing with Ardal`."""
        whole = self._words(name)
        if self.verb == _LASTED:
            return Words(f"{forms}|", f"the {noun} of {name}", whole.subject)
        of = whole.noun if whole.noun.startswith("the ") else f"{{}} {whole.noun}"
        return Words(f"{forms}|{whole.gerund}", f"the {noun} of {of}", whole.subject)

    @property
    def _held(self) -> str:
        """Return the verb after *the club that she*."""
        whole = self._words("")
        return f"{self.verb.partition('|')[0]} {whole.object}".strip()

    def _times(self, r: Record, since: date, steps_end: int) -> list[Time]:
        least_spans, most_spans = r.dials.spans
        count = r.rng.randint(least_spans, least_spans if self.precision == DAY else most_spans)
        times = self._some_times(r, since, count)
        least = 0 if r.rare else steps_end
        while self.limit and not least <= times[-1][1].year <= since.year + self.limit:
            count = max(2, count - 1) if r.rare else r.rng.randint(*r.dials.spans)
            times = self._some_times(r, since, count)
        return times

    def _some_times(self, r: Record, since: date, count: int) -> list[Time]:
        if self.precision == DAY:
            return self._some_days(r, since, count)
        year = since.year + r.rng.randint(*self.delay)
        least, most = self.lengths
        if self.overlapping:
            total = r.rng.randint(self.least_total or self.total, self.total)
            begins = sorted((year, *(year + r.rng.randint(0, total) for _ in range(count - 1))))
            most = min(most, total)
            return [_years(begin, begin + r.rng.randint(least, most)) for begin in begins]
        if self.total:
            most = min(most, max(3, 2 * self.total // count - 2))
        times = []
        for _ in range(count):
            last = year + r.rng.randint(least, most)
            times.append(_years(year, last))
            year = last + r.rng.randint(*self.gaps)
        return times

    def _some_days(self, r: Record, since: date, count: int) -> list[Time]:
        shift = timedelta(4 if r.rare else -4)
        day, times = r.later(since, *self.delay, shift=shift), []
        for _ in range(count):
            end = r.later(day, *self.lengths, shift=shift)
            times.append((day, end))
            day = r.later(end, *self.gaps, shift=shift)
        return times

    def _names(
        self, r: Record, position: int, times: Sequence[Time], label: str
    ) -> tuple[str, str]:
        """Return the names of a span, for its start and for the rest: by its label or its rank."""
        if not self.ranked or r.rng.random() >= r.dials.ranks:
            return label, label
        they = r.entity.pronoun
        most = self._most(position, times)
        if most and r.rng.random() < 0.5:
            how = "longest" if most == "longest" else "for the shortest time"
            who = "who" if self.name == "{person}" else "that"
            who = who if self.subject else f"that {they}"
            named = f"the {self.noun} {who} {self._held} {how}"
            return named, named
        last = position == len(times) - 1
        rank = "last" if last and r.rng.random() < 0.5 else facts.spelled_ordinal(position + 1)
        begun = f"{r.entity.possessive_pronoun} {rank} {self.noun}"
        return begun if "{they}" in self.ranked else label, self.ranked.format(rank, they=they)

    def _most(self, position: int, times: Sequence[Time]) -> str:
        size = 1 if self.precision == DAY else 360
        lengths = [(last - first).days // size for first, last in times]
        length = lengths[position]
        if lengths.count(length) > 1:
            return ""
        return {max(lengths): "longest", min(lengths): "shortest"}.get(length, "")


def _years(first: int, last: int) -> Time:
    return date(first, 1, 1), date(last, 1, 1)


@dataclass(frozen=True, slots=True)
class Lists:
    """Lists of years; `{}` stands for the label, a new one for each list."""

    name: str
    heading: str = ""
    verb: str = ""
    noun: str = ""
    within: bool = False
    """True if the years lie within the first spans of the table: nobody wins without a club."""
    medals: Sequence[str] = ()
    """The events of games, whose lists are years of gold medals, and one of silver or bronze. The
    label is then the name of the games, and the other texts are empty."""

    def write(self, r: Record, first: int, last: int) -> None:
        lists = []
        if not r.rare:
            r.head(self.heading)
        for _ in range(r.rng.randint(*r.dials.lists)):
            label, listed = maker(self.name)(r), r.some_years(first, last, self.within)
            r.listed += listed
            if self.medals:
                r.counted = "win medals"
                self._write_medals(r, label, listed)
                continue
            words = Words(self.verb.format(label), self.noun.format(label))
            r.series.append(Series(tuple(listed), words))
            lists.append((label, listed))
        noun = self.heading.lower().removesuffix(" won")
        if self.verb.endswith("|the {}") and noun.endswith("s"):
            r.counted = f"{self.verb.split('|')[1]} {noun}"
        for own in [lists] * bool(lists) if r.rare else [[one] for one in lists]:
            layouts.years(r, self.heading, own)

    def _write_medals(self, r: Record, games: str, listed: list[int]) -> None:
        other, metal = r.rng.choice(listed), r.rng.choice(("Silver", "Bronze"))
        golds = [year for year in listed if year != other]
        won = [(metal if year == other else "Gold", year) for year in listed]
        layouts.medals(r, games, r.rng.choice(self.medals), won)
        gold, second = (
            Words(f"won|win|a {name} medal at the {games}", f"{games} {name} medal")
            for name in ("gold", metal.lower())
        )
        r.fact(date(other, 1, 1), second, YEAR)
        if len(golds) > 1:
            r.series.append(Series(tuple(golds), gold))
        else:
            r.fact(date(golds[0], 1, 1), gold, YEAR)


@dataclass(frozen=True, slots=True)
class Plan:
    """A kind of table: call it to fill a record."""

    era: Bounds
    """The years in which the first step, or the birth of a person, may lie."""
    steps: Sequence[Step]
    spans: Sequence[Spans]
    lists: Sequence[Lists]
    """The lists, of which one is written."""
    extras: Sequence[Extras]
    """The rows without dates: in the section of the steps, and in the last section."""
    name: str = ""
    """The pattern of the entity's name; empty for a person."""
    heading: str = "Career"
    starting_age: Bounds = (17, 27)
    last_steps: Sequence[Step] = ()
    last_heading: str = "Later"
    afterwards: Sequence[Spans] = ()
    """The spans after the first of the last steps; short tables lack them."""
    called: str = ""
    listed_since: int = 0
    """The position of the step after whose year the lists begin."""
    career: bool = True
    """True if a row has the years of a person's career."""
    women_since: int = 0
    private: Extras = ()
    """The rows without dates on a person's private life, in common tables."""

    def __call__(self, r: Record) -> None:
        (first, last), (drawn, longer) = self.era, r.dials.late
        year = max(r.rng.randint(first, last + longer) for _ in range(drawn))
        self._open(r, year)
        first_day = r.day(r.begun)
        days = _write_steps(r, first_day if r.rare else r.later(first_day, 0, 200), self.steps)
        r.fill(self.extras[0], 0.35 if r.rare else 0.4)
        ends = self._write_spans(r, days)
        end, first = max(days[-1], *ends), days[self.listed_since].year + 1
        if r.rare:
            active = max(end.year, first + 9)
            r.rng.choice(self.lists).write(r, first, active)
        else:
            active = max(ends[0].year, days[-1].year, first + r.dials.wins[0] + 1)
        if self.last_steps:
            r.head(self.last_heading)
            close = max(r.day(max(active, end.year)), r.later(end, 1, 60))
            days = _write_steps(r, close, self.last_steps)
        for spans in self.afterwards if r.dials.spans[0] >= 3 else ():
            spans.write(r, days[0])
        if not r.rare:
            r.rng.choice(self.lists).write(r, first, active)
        if not self.name and self.career:
            self._career(r, days[0].year if self.last_steps else 0)
        r.fill(self.extras[1], 0.35, r.rng.choice(_HEADINGS))

    def _open(self, r: Record, year: int) -> None:
        """Write what comes before the steps, in the year of birth or of the first step."""
        if self.name:
            r.begin(year)
            name = maker(self.name)(r)
            r.call(name, title=name.removeprefix("the "))
        else:
            r.begin(year + r.rng.randint(*self.starting_age))
            r.person(women=r.begun >= self.women_since)
        r.called = self.called
        pictured = r.entity.name.removeprefix("the ")
        r.picture([f"{pictured}.jpg", f"{pictured} ({min(year + 30, LAST_YEAR)})"][: 1 + r.rare])
        if not self.name:
            self._private_life(r, year)
        if r.rare or not self.name:
            r.top = r.head(self.heading)

    def _private_life(self, r: Record, year: int) -> None:
        """Write the rows of a life that begins in the year."""
        birth = r.day(year)
        death = r.later(date(year + r.rng.randint(58, 90), 1, 1), 0, 900)
        r.alive = death.year >= LAST_YEAR
        if r.rare or r.rng.random() < 0.4:
            r.head("Personal information")
        age = facts.full_years(birth, date(LAST_YEAR, 12, 31))
        r.born(birth, age if r.alive and r.rng.random() < _AGED else 0)
        if not r.rare:
            spouse = f"{r.names.given(r.entity.pronoun == 'he')} {r.names.surname()}"
            wedding = r.day(year + r.rng.randint(19, 41))
            precision = YEAR if r.rng.random() < r.vague else DAY
            r.row("Spouse(s)", f"{spouse} | ( | married | {r.dated(wedding, precision)})")
            words = Words(f"married|marry|{spouse}", f"marriage to {spouse}")
            r.fact(wedding, words, precision)
        if not r.alive:
            aged = f"(aged {facts.full_years(birth, death)}) | " if r.rng.random() < _AGED else ""
            r.moment("Died", death, Words("died|die|", "death"), extra=aged + r.names.place())
        if not r.rare:
            r.fill(self.private, 0.25)

    def _write_spans(self, r: Record, days: Sequence[date]) -> list[date]:
        """Write the groups, in short tables only one; return the day when each ends."""
        ends: list[date] = []
        for spans in self.spans if r.dials.spans[0] >= 3 else [self._only_spans(r.exact)]:
            after = max(ends) if spans.since == "before" else days[int(spans.since)]
            lasts = spans is self.spans[-1] and r.alive and not self.last_steps
            ends.append(spans.write(r, after, days[-1].year, lasts))
        return ends

    def _only_spans(self, exact: bool) -> Spans:
        """Return the first group; if questions ask for years alone, the first one of years."""
        groups = (group for group in self.spans if exact or group.precision == YEAR)
        return next((group for group in groups if group.since != "before"), self.spans[0])

    def _career(self, r: Record, last: int) -> None:
        """Write the years from the first event to the `last`, if not 0, but marriage and death."""
        years = [event.day.year for event in r.events_so_far()
                 if not event.words.noun.startswith(("death", "marriage"))]  # fmt: skip
        last = last or max(years)
        lasts = r.alive and not self.last_steps and last >= _RECENT
        their = r.entity.possessive_pronoun
        label = "Career" if "career" in self.heading.lower() else "Years active"
        start, end = (
            Event(date(year, 1, 1), YEAR, Words(f"{forms}|{their} career", noun), "career")
            for year, forms, noun in (
                (min(years), "began|begin", "the start of {} career"),
                (last, "ended|end", "the end of {} career"),
            )
        )
        r.top.insert(1, f"{label}\t{start.day.year}-{'present' if lasts else end.day.year}")
        if lasts:
            r.moments.append(start)
        else:
            whole = Words(_LASTED, "career", f"{r.entity.possessive} career")
            span = Span(start, end, whole)
            r.groups.append(Group("career", None, "", (span,)))


def _write_steps(r: Record, day: date, steps: Sequence[Step]) -> list[date]:
    """Write the steps one after the other, from the day on; return their days."""
    days = []
    for step in steps:
        day = r.later(day, *step.gap)
        step.write(r, day)
        days.append(day)
    return days
