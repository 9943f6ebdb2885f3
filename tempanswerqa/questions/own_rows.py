"""Makes questions of the rows of a user's table: reads labels, and finds all errors."""

from __future__ import annotations

import csv
import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa import paper_scoring, units
from tempanswerqa.answers import flexible, formats, read_alternatives, strict
from tempanswerqa.answers.parsing import quantities as stated
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.reading import read_periods
from tempanswerqa.answers.result import Period
from tempanswerqa.files import written_whole
from tempanswerqa.questions.own import FAMILIES, SKIPPED, OwnError
from tempanswerqa.questions.own_table import NEEDED, Cells
from tempanswerqa.questions.prompts import Exemplar
from tempanswerqa.questions.record import FORM, TOT_PREFILL, numbered
from tempanswerqa.text import csv_cell, suggestion, told
from tempanswerqa.units import UNITS

_SHORT = ("id", "group", "category", "unit", "answer_format", "asked_on")
FEW = 4
"""The smallest number of labels for centroids; with fewer, each label is its own centroid."""
SYSTEMS = {
    "line": "Answer the question. Think step by step, and end with a line that begins with "
    '"Final Answer:" and has the answer alone.',
    "json": "Answer the question with one JSON object. Think step by step in its explanation.",
}
"""The system text by style, of rows without their own."""

_NUMERIC_DATE = re.compile(r"([0-9]{1,2})([/.-])([0-9]{1,2})\2([0-9]{4})(?![0-9])")
_AMOUNTS = ("amount", "number")
_POINTS = ("moment", "date", "month", "date_years", "clock")
"""The units of points in time, those of the most exact first."""
_HIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffd\ud800-\udfff]")

Problems = defaultdict[int, list[str]]
"""The problems of each wrong row, by its number."""


class Made(NamedTuple):
    """A question made of a row, with its place in the table."""

    position: int
    """The number of the row (see `own_table.table`)."""
    fields: dict[str, Any]
    can_be_right: bool
    """True if both filters read the label in a response of the asked form."""

    @property
    def asked(self) -> tuple[str, ...]:
        """Return what equal questions share."""
        return tuple(self.fields[name] for name in ("user", "unit", "asked_on"))


@dataclass(frozen=True)
class Maker:
    """Makes questions and exemplars of rows."""

    name: str
    style: str = "line"
    """A key of `own.FAMILIES`."""
    date_order: str = ""
    """`day` or `month`, the first part of dates such as 03/04/2001; empty to refuse these."""

    @property
    def family(self) -> str:
        """Return the family that has responses of the style."""
        return FAMILIES[self.style]

    def questions(
        self, origin: str, rows: Mapping[int, Cells], skip: bool = False
    ) -> tuple[list[Made], Problems]:
        """Return the questions of rows by their numbers, and the problems of rows that are left out
        with `skip`.

        Raises OwnError with all wrong rows of the file `origin`, or with `skip` if no row is left.
        """
        wrong: Problems = defaultdict(list)
        questions = list(self._each(rows, wrong))
        counts = Counter(cells["id"] for cells in rows.values() if cells.get("id"))
        for position, cells in rows.items():
            if counts[identity := cells.get("id", "")] > 1:
                wrong[position].append(f"the id {told(identity)!r} is used more than once")
            elif counts and not identity:
                wrong[position].append("no id, though other rows have one")
        questions = [question for question in questions if question.position not in wrong]
        if not (skip and questions):
            _refuse(wrong, origin, len(rows))
        texts = ("\x1f".join((*made.asked, made.fields["label"])) for made in questions)
        digests = (hashlib.sha1(text.encode()).hexdigest()[:12] for text in texts)
        for question, digest in zip(questions, numbered(digests), strict=True):
            identity = f"{self.name}-{rows[question.position].get('id') or digest}"
            question.fields["id"] = identity
            question.fields["group"] = question.fields["group"] or identity
        return questions, wrong

    def exemplars(
        self, origin: str, rows: Mapping[int, Cells], questions: Iterable[Made]
    ) -> list[Exemplar]:
        """Return the exemplars of rows; `response` of a row, if it has one, is the worked answer.

        Raises OwnError with all wrong rows, also rows with one of the questions.
        """
        wrong: Problems = defaultdict(list)
        asked = {question.asked for question in questions}
        exemplars = []
        for made in self._each(rows, wrong):
            fields, response = made.fields, rows[made.position].get("response", "")
            if made.asked in asked:
                wrong[made.position].append("the question is also one of the task; take another")
            if not response:
                response = fields["prefill"] + self._written(fields).replace('"as asked"', '""')
            elif not self._is_read(fields, response.removeprefix(fields["prefill"])):
                wrong[made.position].append("the response does not state the answer as asked for")
            exemplars.append(Exemplar("", fields["user"], response))
        _refuse(wrong, origin, len(rows))
        return exemplars

    def _each(self, rows: Mapping[int, Cells], wrong: Problems) -> Iterator[Made]:
        """Yield the questions of rows without problems, and note the problems of the others."""
        for position, cells in rows.items():
            problems = [*_cell_problems(cells)]
            if not problems:
                fields = self._fields(cells)
                problems = self._set_label(fields)
            if problems:
                wrong[position] += problems
                continue
            yield self.made(position, fields)

    def _fields(self, cells: Cells) -> dict[str, Any]:
        unit = units.find(cells["unit"])
        assert unit is not None
        answer_format = cells.get("answer_format") or formats.text_of_unit(unit.name, self.family)
        form = cells.get("answer_format") or unit.asked
        if self.style == "json":
            key = formats.answer_format(answer_format).keys[0]
            form = f'JSON = {{"explanation": <how you get there>, "{key}": {answer_format}}}'
        context = f"{cells['context']}\n\n" if cells.get("context") else ""
        return {
            "id": "",
            "system": cells.get("system") or SYSTEMS[self.style],
            "user": f"{context}{FORM}{form}\n{cells['question']}",
            "prefill": TOT_PREFILL if self.style == "json" else "",
            "label": cells["answer"],
            "alternatives": [],
            "unit": unit.name,
            "answer_format": answer_format,
            "kind": cells.get("category", ""),
            "group": cells.get("group", ""),
            "asked_on": cells.get("asked_on", ""),
        }

    def _set_label(self, fields: dict[str, Any]) -> list[str]:
        """Set the numbers of the label; return what is wrong with a label that cannot be read or is
        ambiguous.
        """
        label, shown = fields["label"], repr(told(fields["label"]))
        unit, hint = UNITS[fields["unit"]], ""
        if any(one.certainty == "open" and one.kind in _AMOUNTS for one in stated(label)):
            return [f"{shown} has three decimals or thousands; write 1.2340 or 1234"]
        if numbers := read_labels(fields, self.family, self.date_order):
            if unit.kind == "count" and min(numbers) < 0:
                return [f"{shown} is negative; a count is 0 or more"]
            fields["number"], *fields["alternatives"] = numbers
            if unit.kind == "period":
                fields["label"] = _ordered(fields, self.date_order)
            return []
        if read_labels(fields, self.family, "month"):
            return [f"{shown} may be day or month first; write 2001-03-31, or name --date_order"]
        asked = ((name, fields | {"unit": name}) for name in _POINTS)
        points = [name for name, other in asked if read_labels(other, "ttqa", "month")]
        if unit.name == "date_years" and label.isdecimal() and len(label) < 4:
            hint = f"; write {label} AD or {label} BC"
        elif points and unit.kind != "period":
            hint = f"; did you mean the unit {UNITS[points[0]].title}?"
        return [f"cannot read {shown} as {unit.title}{hint}"]

    def made(self, position: int, fields: dict[str, Any]) -> Made:
        """Return the question of a row, with whether an answer in the asked form can be read."""
        return Made(position, fields, self._is_read(fields, self._written(fields)))

    def _written(self, fields: Mapping[str, Any]) -> str:
        number = (*_periods(fields), fields["number"])[0]
        return formats.write_response(number, self.family, fields["unit"], fields["answer_format"])

    def _is_read(self, fields: Mapping[str, Any], response: str) -> bool:
        """Return whether both filters read the label's number in a response."""
        names = ("unit", "prefill", "answer_format", "user", "asked_on")
        texts = {name: fields[name] for name in names}
        view = QuestionView(self.family, **texts, own=True)
        least = 1e-9 * max(1, abs(fields["number"]))
        for find in (strict, flexible):
            number = find(response, view).score_for(_periods(fields))
            if number is None or abs(number - fields["number"]) > least:
                return False
        return True


def _refuse(wrong: Problems, origin: str, rows: int) -> None:
    """Raise OwnError with each kind of problem and its rows, if there are any."""
    if not wrong:
        return
    kinds: dict[str, list[int]] = {}
    for position, problems in sorted(wrong.items()):
        for problem in problems:
            kinds.setdefault(problem, []).append(position)
    first = f"{origin}: {len(wrong)} of {rows} rows cannot be used; correct them and try again"
    listed = (f"{ranges(positions)}: {problem}" for problem, positions in kinds.items())
    raise OwnError("\n".join([first, *listed]))


def write_skipped(folder: Path, rows: Mapping[int, Cells], wrong: Problems) -> Path:
    """Write the wrong rows with their numbers and problems into a folder; return the path."""
    path = folder / SKIPPED
    with written_whole(path, newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["row", "problems", *rows[min(wrong)]])
        for position, problems in sorted(wrong.items()):
            texts = ["; ".join(problems), *rows[position].values()]
            writer.writerow([position, *map(csv_cell, texts)])
    return path


def ranges(rows: Sequence[int]) -> str:
    """Return rows in rising order as text: `rows 2, 5-9`."""
    runs: list[list[int]] = []
    for row in rows:
        if runs and row == runs[-1][1] + 1:
            runs[-1][1] = row
        else:
            runs.append([row, row])
    shown = [str(a) if a == b else f"{a}-{b}" for a, b in runs]
    return f"row{'s' * (len(rows) > 1)} {', '.join(shown)}"


def read_labels(fields: Mapping[str, Any], family: str, date_order: str) -> tuple[float, ...]:
    """Return the numbers of a label, several if it names several right answers; empty if it has no
    number of the unit, or an ambiguous one.

    The label is read like a reference; a dict of Test of Time is read as in its files.
    """
    label, unit = fields["label"], fields["unit"]
    if UNITS[unit].kind == "period":
        return (0.0,) * bool(_periods({**fields, "label": _ordered(fields, date_order)}))
    if label.startswith("{"):
        number = paper_scoring.read_label(label, family, unit) if family == "tot" else None
        return () if number is None else (number,)
    return read_alternatives(_ordered(fields, date_order), unit, fields["user"].rpartition("\n")[2])


def _periods(fields: Mapping[str, Any]) -> tuple[Period, ...]:
    """Return the periods of a label if the question asks when; empty for other units."""
    is_when = UNITS[fields["unit"]].kind == "period"
    return read_periods(fields["label"], fields["asked_on"]) if is_when else ()


def _ordered(fields: Mapping[str, Any], date_order: str) -> str:
    """Return a label with its dates in numbers as 2001-03-31, if their order is known."""
    if formats.answer_format(fields["answer_format"]).date_order == formats.MONTH_FIRST:
        date_order = date_order or "month"
    if date_order:
        day, month = (1, 3) if date_order == "day" else (3, 1)
        return _NUMERIC_DATE.sub(
            lambda date: f"{date[4]}-{int(date[month]):02}-{int(date[day]):02}", fields["label"]
        )
    return str(fields["label"])


def _cell_problems(cells: Cells) -> Iterator[str]:
    for name in NEEDED:
        if not cells.get(name):
            yield f"no {name}"
    for name, text in cells.items():
        if _HIDDEN.search(text) or (name in _SHORT and not text.isprintable()):
            yield f"{name} has characters that are not text; was the file saved as UTF-8?"
    if cells.get("unit") and units.find(cells["unit"]) is None:
        titles = [unit.title for unit in UNITS.values()]
        yield f"unknown unit {told(cells['unit'])!r}; {suggestion(told(cells['unit']), titles)}"
    try:
        date.fromisoformat(cells.get("asked_on") or "2001-03-31")
    except ValueError:
        yield f"asked_on is {told(cells['asked_on'])!r}; write a day such as 2001-03-31"


def notes(questions: Sequence[Made], origin: str) -> Iterator[str]:
    """Yield warnings on usable rows of a file that make scores worse."""
    if len(questions) > 1 and len({question.fields["group"] for question in questions}) == 1:
        yield "all questions are in one group, so scores have no standard errors; leave out `group`"
    same = Counter(one.asked for one in questions)
    rights = {
        (one.asked, _periods(one.fields), one.fields["number"], *one.fields["alternatives"])
        for one in questions
    }
    answers = Counter(asked for asked, *_ in rights)
    if twice := [one.position for one in questions if same[one.asked] > 1 == answers[one.asked]]:
        yield f"{origin}: {ranges(twice)} are duplicate questions; all are scored"
    if unsure := [one.position for one in questions if answers[one.asked] > 1]:
        yield (
            f"{origin}: {ranges(unsure)} have different answers to one question; write all right "
            "answers in one row"
        )
    if never := [one for one in questions if not one.can_be_right]:
        fields = never[0].fields
        yield (
            f"{origin}: {ranges([one.position for one in never])}: no answer in the requested "
            f"form can be exactly right, e.g. {told(fields['label'])!r} as "
            f"{fields['answer_format']}; take another unit or --style"
        )
    scaled = [unit for q in questions if (unit := UNITS[q.fields["unit"]]).kind != "period"]
    counts = Counter(unit.title for unit in scaled)
    if few := [unit for unit, count in counts.items() if count < FEW]:
        yield (
            f"fewer than {FEW} answers in {', '.join(few)}: too few for a scale, so MASE and "
            "capped ASE of these are unreliable"
        )
