"""Words what pages and tables show: names, numbers, errors, and which models lead."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from tempanswerqa.analysis import DECIMALS
from tempanswerqa.answers.labels import Right
from tempanswerqa.answers.result import Period
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions import subsets
from tempanswerqa.questions.record import CALENDAR_YEAR, DURATION, TIME_OF_DAY, Question
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs.run import Run
from tempanswerqa.text import conjoined, shortened
from tempanswerqa.units import DAY, TIME_UNITS, UNITS

if TYPE_CHECKING:
    from pandas import DataFrame

NAME_LENGTH = 80
"""Maximum length of a model's name in tables and pages."""
NAMED = 3
"""Maximum number of models named in a sentence."""
UNKNOWN = "not known"
"""The label of a question whose answer is unknown."""
SLIPS = {
    "off by a day": (1, 1),
    "off by a month": (28, 31),
    "off by a year": (365, 366),
    "off by twelve hours": (0.5, 0.5),
}
"""Kinds of error, each with its minimum and maximum number of days."""
ANOTHER_DAY = "the right time of another day"
OFF_BY_ONE = "off by one"
FACTOR = "off by a factor of 60"
MUCH, LITTLE = "too much or too late", "too little or too early"
ANOTHER_PERIOD = "another period"


def measure(question: Question) -> str:
    """Return an answer's kind and unit: `duration in hours, minutes, seconds`, or `date`."""
    unit = UNITS[question.unit]
    if unit.kind != "duration":
        return unit.title
    parts = ", " in unit.json and question.answer_format != unit.line
    return f"{question.asks_for} in {unit.json if parts else unit.title}"


def measured(run: Run) -> DataFrame:
    """Return the items of a run with `measure`."""
    import pandas as pd

    ids = run.table["id"].cat
    values = pd.Categorical([measure(run.part.questions[name]) for name in ids.categories])
    return run.table.assign(measure=values.take(ids.codes))


def right(answer: Right, unit: str, asks_for: str = "") -> str:
    """Return a right answer as displayed."""
    if answer is None:
        return UNKNOWN
    return str(answer) if isinstance(answer, Period) else amount(answer, unit, asks_for)


def amount(number: float, unit: str, asks_for: str = "") -> str:
    """Return a number of a unit as displayed; dates as ISO.

    >>> amount(450_000, "seconds", DURATION), amount(-86_400, "date", "date")
    ('450,000 seconds', '1969-12-31')
    """
    kind = UNITS[unit]
    if asks_for == TIME_OF_DAY and kind.kind == "duration" and abs(number) < 1e9:
        days, seconds = divmod(number * TIME_UNITS[kind.singular].size, DAY)
        return UNITS["clock"].write(seconds / 60) + (f" on day {days:+.0f}" if days else "")
    if kind.kind in ("time of day", "weekday"):
        return kind.write(number)
    if kind.kind == "period":
        return f"{_size(number, kind.errors)} off"
    if kind.dated:
        try:
            return UNITS["moment"].write(number)[: {2: 7, 3: 10}.get(kind.parts)]
        except OverflowError:
            return f"day {number / DAY:.2e}"
    if (asks_for == CALENDAR_YEAR or kind.kind == "calendar") and abs(number) < 1e15:
        return UNITS["date_years"].write(number)
    return _size(number, unit)


def off_by(error: float, unit: str, asks_for: str) -> str:
    """Return a signed error, counted in `Unit.errors`, in words.

    >>> off_by(12, "date", "date"), off_by(-90, "minutes", DURATION)
    ('12 days too late', '90 minutes too little')
    """
    size = _size(abs(error), UNITS[unit].errors or unit)
    if UNITS[unit].kind == "period":
        return f"{size} off"
    days = error * UNITS[unit].days
    if asks_for == TIME_OF_DAY and days and math.isclose(days, round(days)):
        return ANOTHER_DAY
    words = ("little", "much") if asks_for == DURATION else ("early", "late")
    return f"{size} too {words[error > 0]}"


def mistake(number: float, label: float, unit: str, asks_for: str) -> str:
    """Return the kind of a wrong answer: the first kind of this module that fits.

    Parameters
    ----------
    number, label
        The answer and the right answer, in the unit.
    unit, asks_for
        Those of the question.
    """
    error = UNITS[unit].error(number, label)
    size, days = abs(error), abs(error) * UNITS[unit].days
    if asks_for == TIME_OF_DAY and days > 0 and math.isclose(days, round(days)):
        return ANOTHER_DAY
    if asks_for == DURATION and UNITS[unit].kind != "period" and number and label:
        ratio = max(abs(number / label), abs(label / number))
        if math.isclose(ratio, 60) or math.isclose(ratio, 3600):
            return FACTOR
    for name, (low, high) in SLIPS.items():
        if low * (1 - 1e-9) <= days <= high * (1 + 1e-9):
            return name
    if size == 1:
        return OFF_BY_ONE
    if UNITS[unit].kind == "period":
        return ANOTHER_PERIOD
    return MUCH if error > 0 else LITTLE


def _size(count: float, unit: str) -> str:
    if abs(count) >= 1e9:
        shown = f"{count:.2e}"
    else:
        shown = f"{count:,.0f}" if float(count).is_integer() else f"{float(f'{count:.6g}'):,}"
    title = UNITS[unit].title
    return f"{shown} {title.removesuffix('s') if count == 1 else title}".replace("-", "−", 1)


def short_model(name: str) -> str:
    """Return the name of a model without a final `-Instruct`, as the paper's tables have it."""
    return name.removesuffix("-Instruct").removesuffix("-instruct")


def without_organization(name: str) -> str:
    """Return the part of a model's name after its last `/`."""
    return name.rstrip("/").rpartition("/")[2] or name


def short_models(models: Iterable[str]) -> dict[str, str]:
    """Return the name of each model in tables and pages.

    It is the part after its last `/`, without a final `-Instruct`, in at most `NAME_LENGTH`
    characters. A part is kept if two models would otherwise have the same name.
    """

    def clipped(name: str) -> str:
        return name if len(name) <= NAME_LENGTH else shortened(name, NAME_LENGTH)

    short = {model: model for model in models}
    for shorter in (without_organization, short_model, clipped):
        cut = {model: shorter(name) for model, name in short.items()}
        shared = Counter(cut.values())
        short = {m: cut[m] if shared[cut[m]] == 1 else name for m, name in short.items()}
    return short


def titled(task: TaskName) -> str:
    """Return the title of a task, such as `TempTabQA, head`."""
    return subsets.find(task.subset).title + (", chat" if task.chat else "")


def slug(title: str) -> str:
    """Return a title as part of a file name: lower-case ASCII letters, digits and `_`."""
    words = "".join(c if c.isascii() and c.isalnum() else " " for c in title.lower()).split()
    return "_".join(words)


def verdict(compared: DataFrame, names: Mapping[str, str]) -> str:
    """Return which models differ significantly; empty without a test.

    `compared` is one family of tests of `analysis.compare`; `names` has the displayed names.
    """
    leads: dict[tuple[tuple[str, ...], bool], list[str]] = {}
    order: list[str] = []  # by the first score, the same for all
    for score, rows in compared[compared["p_holm"].notna()].groupby("score", sort=False):
        values = dict(zip(rows["first"], rows["first_value"], strict=True))
        values |= dict(zip(rows["second"], rows["second_value"], strict=True))
        metric = METRICS.get(str(score))
        sign = 1 if metric and not metric.higher_is_better else -1
        order = order or sorted(values, key=lambda name: sign * round(values[name], DECIMALS))
        won = rows[rows["better"] != ""]
        beaten = {*won["first"].where(won["first"] != won["better"], won["second"])}
        is_clear = len(values) - 1 in Counter(won["better"]).values()
        lead = tuple(names[name] for name in order if name not in beaten), is_clear
        leads.setdefault(lead, []).append(metric.heading if metric else str(score))
    clauses = [_clause(*lead, len(order), metrics) for lead, metrics in leads.items()]
    return f"{'; '.join(clauses)}." if clauses else ""


def _clause(leaders: Sequence[str], is_clear: bool, count: int, metrics: Sequence[str]) -> str:
    """Return which of this many models lead by metrics, and whether one beats all others."""
    who = conjoined(leaders) if len(leaders) <= NAMED else f"{len(leaders)} of {count}"
    if len(leaders) == count:
        return f"{who} cannot be told apart by {' or '.join(metrics)}"
    if len(leaders) > 1:
        return f"{who} lead by {' and '.join(metrics)} and cannot be told apart"
    if not is_clear:
        return f"{who} leads by {' and '.join(metrics)}, but not significantly over all others"
    return f"{who} is {'better' if count == 2 else 'best'} by {' and '.join(metrics)}"
