"""Makes questions of the rows of a user's table: reads labels, and finds all errors."""

from __future__ import annotations

import csv
import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa import units
from tempanswerqa.answers import formats
from tempanswerqa.answers.labels import LabelError, Right, read_day, read_labels
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.result import Period
from tempanswerqa.files import written_whole
from tempanswerqa.questions.own import FAMILIES, SKIPPED, OwnError
from tempanswerqa.questions.own_table import NEEDED, Cells
from tempanswerqa.questions.prompts import Exemplar
from tempanswerqa.questions.record import FORM, TOT_PREFILL, numbered
from tempanswerqa.scoring import Asked, score
from tempanswerqa.text import csv_cell, excerpt, suggestion
from tempanswerqa.units import UNITS

_SHORT = ("id", "group", "category", "unit", "answer_format", "asked_on")
FEW = 4
"""Minimum number of labels for centroids; with fewer, each label is its own centroid."""
SYSTEMS = {
    "line": "Answer the question. Think step by step, and end with a line that begins with "
    '"Final Answer:" and has the answer alone.',
    "json": "Answer the question with one JSON object. Think step by step in its explanation.",
}
"""The system text by style, of rows without their own."""

_HIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffd\ud800-\udfff]")

Problems = defaultdict[int, list[str]]
"""The problems of each wrong row, by its number."""


class Made(NamedTuple):
    """A question made of a row, with its place in the table."""

    position: int
    """The number of the row (see `own_table.table`)."""
    fields: dict[str, Any]
    scored_as: Asked
    can_be_right: bool = False
    """True if both filters read the label in a response of the asked form."""

    @property
    def rights(self) -> tuple[Right, ...]:
        """Return the right answers that the label names."""
        return tuple(right for right, _ in self.scored_as.rights)

    def written(self) -> str:
        """Return the response that states the first right answer in the asked form."""
        view = self.scored_as.view
        return formats.write_response(self.rights[0], view.family, view.unit, view.answer_format)

    def is_stated(self, response: str) -> bool:
        """Return whether both filters read the first right answer in a response."""
        first = self.scored_as._replace(rights=self.scored_as.rights[:1])
        return all(scored.scores["exact_match"] == 1 for scored in score(response, first))

    @property
    def content(self) -> tuple[str, ...]:
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
        """Return the questions by the numbers of their rows, and the problems of rows left out.

        Without `skip`, no row is left out.

        Raises OwnError with all wrong rows of the file `origin`, or with `skip` if no row is left.
        """
        wrong: Problems = defaultdict(list)
        questions = list(self._each(rows, wrong))
        counts = Counter(cells["id"] for cells in rows.values() if cells.get("id"))
        for position, cells in rows.items():
            if counts[identity := cells.get("id", "")] > 1:
                wrong[position].append(f"the id {excerpt(identity)!r} is used more than once")
            elif counts and not identity:
                wrong[position].append("no id, though other rows have one")
        questions = [question for question in questions if question.position not in wrong]
        if not (skip and questions):
            _refuse(wrong, origin, len(rows), ", or leave them out with --skip_bad")
        texts = ("\x1f".join((*made.content, made.fields["label"])) for made in questions)
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
        contents = {question.content for question in questions}
        exemplars = []
        for made in self._each(rows, wrong):
            fields, response = made.fields, rows[made.position].get("response", "")
            if made.content in contents:
                wrong[made.position].append("the question is also one of the task; choose another")
            if not response:
                response = fields["prefill"] + made.written().replace('"as asked"', '""')
            elif not made.is_stated(response.removeprefix(fields["prefill"])):
                wrong[made.position].append("the response does not state the answer as asked for")
            exemplars.append(Exemplar("", fields["user"], response))
        _refuse(wrong, origin, len(rows))
        return exemplars

    def _each(self, rows: Mapping[int, Cells], wrong: Problems) -> Iterator[Made]:
        """Yield the questions of rows without problems, and note the problems of the others."""
        for position, cells in rows.items():
            problems = [*_cell_problems(cells, self.date_order)]
            if not problems:
                try:
                    yield self.made(position, self._fields(cells))
                    continue
                except LabelError as error:
                    problems = [_why(cells["answer"], error)]
            wrong[position] += problems

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
            "asked_on": read_day(cells.get("asked_on", ""), self.date_order),
            "date_order": self.date_order,
        }

    def made(self, position: int, fields: dict[str, Any]) -> Made:
        """Return the question of a row, and set the numbers of its label in its fields.

        Raises LabelError for a label that cannot be used.
        """
        names = ("unit", "prefill", "answer_format", "asked_on", "date_order")
        known = {name: fields[name] for name in names}
        view = QuestionView(self.family, **known, user=fields["user"].rpartition("\n")[2], own=True)
        rights = read_labels(fields["label"], view)
        numbers = [0.0 if isinstance(right, Period) else right for right in rights]
        fields["number"], *fields["alternatives"] = numbers
        question = Made(position, fields, Asked(view, tuple((right, nan) for right in rights)))
        return question._replace(can_be_right=question.is_stated(question.written()))


def _refuse(wrong: Problems, origin: str, rows: int, remedy: str = "") -> None:
    """Raise OwnError with each kind of problem and its rows, if there are any."""
    if not wrong:
        return
    kinds: dict[str, list[int]] = {}
    for position, problems in sorted(wrong.items()):
        for problem in problems:
            kinds.setdefault(problem, []).append(position)
    refused = f"{len(wrong)} of {rows} rows cannot be used"
    first = f"{origin}: {refused}; correct them and try again{remedy}"
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


def _why(cell: str, error: LabelError) -> str:
    return f"{excerpt(cell)!r} {str(error).replace('give date_order', 'name --date_order')}"


def _cell_problems(cells: Cells, date_order: str) -> Iterator[str]:
    for name in NEEDED:
        if not cells.get(name):
            yield f"no {name}"
    for name, text in cells.items():
        if _HIDDEN.search(text) or (name in _SHORT and not text.isprintable()):
            yield f"{name} has characters that are not text; was the file saved as UTF-8?"
    if cells.get("unit") and units.find(cells["unit"]) is None:
        name, titles = excerpt(cells["unit"]), [unit.title for unit in UNITS.values()]
        yield f"unknown unit {name!r}; {suggestion(name, titles)}"
    try:
        read_day(cells.get("asked_on", ""), date_order)
    except LabelError as error:
        yield f"asked_on: {_why(cells['asked_on'], error)}"


def _few_labels(questions: Sequence[Made]) -> list[str]:
    """Return the units with too few labels for a scale."""
    scaled = Counter(m.fields["unit"] for m in questions if isinstance(m.rights[0], float))
    return [UNITS[unit].title for unit, count in scaled.items() if count < FEW]


def notes(questions: Sequence[Made], origin: str) -> Iterator[str]:
    """Yield warnings on usable rows of a file that make scores worse."""
    if len(questions) > 1 and len({question.fields["group"] for question in questions}) == 1:
        yield "all questions are in one group, so scores have no standard errors; leave out `group`"
    same = Counter(made.content for made in questions)
    answers = Counter(content for content, *_ in {(m.content, *m.rights) for m in questions})
    if twice := [m.position for m in questions if same[m.content] > 1 == answers[m.content]]:
        yield f"{origin}: {ranges(twice)} are duplicate questions; all are scored"
    if unsure := [made.position for made in questions if answers[made.content] > 1]:
        yield (
            f"{origin}: {ranges(unsure)} have different answers to one question; write all right "
            "answers in one row"
        )
    if never := [made for made in questions if not made.can_be_right]:
        fields = never[0].fields
        yield (
            f"{origin}: {ranges([made.position for made in never])}: not both filters can read "
            f"the right answer in the requested form, e.g. {excerpt(fields['label'])!r} as "
            f"{fields['answer_format']}; choose another unit or --style"
        )
    if few := _few_labels(questions):
        yield (
            f"fewer than {FEW} answers in {', '.join(few)}: too few for a scale, so MASE and "
            "capped ASE of these are unreliable"
        )
