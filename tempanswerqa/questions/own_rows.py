"""Makes questions of the rows of a user's table: reads labels, and finds all errors."""

from __future__ import annotations

import csv
import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa import limits, paper_scoring, units
from tempanswerqa.answers import flexible, formats, quantities, read_number, strict
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.files import written_whole
from tempanswerqa.questions.own import FAMILIES, OwnError
from tempanswerqa.questions.own_table import Cells, read
from tempanswerqa.questions.prompts import Exemplar
from tempanswerqa.questions.record import TOT_PREFILL, numbered
from tempanswerqa.text import csv_cell, listed, suggestion, told
from tempanswerqa.units import UNITS

NEEDED = ("question", "answer", "unit")
OPTIONAL = ("context", "group", "id", "system", "answer_format", "category")
_SHORT = ("id", "group", "category", "unit", "answer_format")
KINDS, RANGES = 20, 20
"""The largest numbers of kinds of problems, and of ranges of rows of each, that are listed."""
ORDERS = ("day", "month")
FEW = 4
"""The smallest number of labels for centroids; with fewer, each label is its own centroid."""
SYSTEMS = {
    "line": "Answer the question. Think step by step, and end with a line that begins with "
    '"Final Answer:" and has the answer alone.',
    "json": "Answer the question with one JSON object. Think step by step in its explanation.",
}
"""The system text by style, if neither row nor user gives another."""

_FORMULA = re.compile(r"=\s*[A-Za-z.]{1,40}\(|#(?:REF!|N/A|NAME\?|VALUE!|DIV/0!|NUM!|NULL!)")
_NUMERIC_DATE = re.compile(r"([0-9]{1,2})([/.-])([0-9]{1,2})\2([0-9]{4})(?![0-9])")
_ABOUT = re.compile(
    r"(?i)\s*(?:about|around|approximately|approx\b|circa|ca?\.|roughly|nearly|almost|over\b|under\b"
    r"|up to|(?:more|less|fewer) than|at (?:least|most)|[~≈<>≤≥])"
)
_ERA = re.compile(r"(?i)\b(?:BC|BCE|AD|CE)\b|\bB\.C\.|\bA\.D\.")
_CALENDAR_YEAR = re.compile(r"(?:in )?(?:1[0-9]|20)[0-9]{2}")
_LATE = re.compile(r"(?<![0-9:])(?:2[4-9]|[3-9][0-9]|[0-9]{3,}):")
"""An hour that no day has."""
_HIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffd\ud800-\udfff]")


Problems = defaultdict[str, list[int]]
"""The numbers of the wrong rows, by problem."""


class Made(NamedTuple):
    """Hold a question made of a row, with its place in the table."""

    position: int
    """The number of the row, from 1."""
    fields: dict[str, Any]
    content: str
    """The text by which equal questions are found."""
    can_be_right: bool
    """True if both filters read the label in a response of the asked form."""


@dataclass(frozen=True)
class Maker:
    """Makes questions and exemplars of rows."""

    name: str
    style: str = "line"
    """A key of `own.FAMILIES`."""
    system: str = ""
    """The system text of rows without their own; empty for that of `SYSTEMS`."""
    date_order: str = ""
    """One of `ORDERS`; empty to refuse labels such as 03/04/2001."""

    def questions(self, rows: Sequence[Cells], skip: bool = False) -> tuple[list[Made], Problems]:
        """Return the questions of all rows, and the rows that are left out with `skip`.

        Raises OwnError with all wrong rows, or with `skip` if no row is left.
        """
        wrong: Problems = defaultdict(list)
        made = [question for question in self._each(rows, wrong) if question]
        given = Counter(cells["id"] for cells in rows if cells.get("id"))
        for position, cells in enumerate(rows, 1):
            if (identity := cells.get("id", "")) and given[identity] > 1:
                wrong[f"the id {told(identity)!r} stands in several rows"].append(position)
            elif given and not identity:
                wrong["no id, though other rows have one"].append(position)
        _refuse_mixed_orders(rows, wrong)
        if skip:
            left_out = by_row(wrong)
            made = [question for question in made if question.position not in left_out]
        if not (skip and made):
            _refuse(wrong, len(rows))
        digests = numbered(hashlib.sha1(row.content.encode()).hexdigest()[:12] for row in made)
        for question, digest in zip(made, digests, strict=True):
            identity = f"{self.name}-{rows[question.position - 1].get('id') or digest}"
            question.fields["id"] = identity
            question.fields["group"] = question.fields["group"] or identity
        return made, wrong

    def exemplars(self, rows: Sequence[Cells], asked: Iterable[Made]) -> list[Exemplar]:
        """Return the exemplars of rows; `response` of a row, if it has one, is the worked answer.

        Raises OwnError with all wrong rows, also rows with a question that is asked, too.
        """
        wrong: Problems = defaultdict(list)
        known = {question.content for question in asked}
        exemplars = []
        for made in self._each(rows, wrong):
            if made is None:
                continue
            fields, response = made.fields, rows[made.position - 1].get("response", "")
            if made.content in known:
                wrong["the question is asked as well; take another as exemplar"].append(
                    made.position
                )
            if not response:
                response = fields["prefill"] + self._written(fields).replace('"as asked"', '""')
            elif not self._is_read(fields, response.removeprefix(fields["prefill"])):
                wrong["the response does not state the answer in the asked form"].append(
                    made.position
                )
            exemplars.append(Exemplar("", fields["user"], response))
        _refuse(wrong, len(rows), "exemplars")
        return exemplars

    def _each(self, rows: Sequence[Cells], wrong: Problems) -> Iterator[Made | None]:
        for position, cells in enumerate(rows, 1):
            problems = [*_cell_problems(cells)]
            if not problems:
                fields = self._fields(cells)
                problems = self._set_label(fields, cells)
            for problem in problems:
                wrong[problem].append(position)
            content = (cells.get(name, "") for name in ("question", "context", "answer", "unit"))
            yield None if problems else self.made(position, fields, "\x1f".join(content))

    def _fields(self, cells: Cells) -> dict[str, Any]:
        unit = units.find(cells["unit"])
        assert unit is not None
        own_format = cells.get("answer_format", "")
        answer_format = own_format or formats.text_of_unit(unit.name, FAMILIES[self.style])
        form = own_format or unit.asked
        if self.style == "json":
            key = formats.answer_format(answer_format).keys[0]
            steps = "<your step by step solution>"
            form = f'JSON = {{"explanation": {steps}, "{key}": {answer_format}}}'
        context = f"{cells['context']}\n\n" if cells.get("context") else ""
        return {
            "id": "",
            "system": cells.get("system") or self.system or SYSTEMS[self.style],
            "user": f"{context}Answer format: {form}\n{cells['question']}",
            "prefill": TOT_PREFILL if self.style == "json" else "",
            "label": cells["answer"],
            "unit": unit.name,
            "answer_format": answer_format,
            "kind": cells.get("category", ""),
            "group": cells.get("group", ""),
        }

    def _set_label(self, fields: dict[str, Any], cells: Cells) -> list[str]:
        """Read the label into `fields`; return what is to be asked about a label that cannot be
        read, or that hardly means its number.
        """
        label, unit = told(cells["answer"]), UNITS[fields["unit"]]
        read = partial(read_label, fields, FAMILIES[self.style], label=cells["answer"])
        if not label.startswith(
            "{"
        ):  # as labels of Test of Time, whose years may be calendar years
            if _ABOUT.match(cells["answer"]):
                return [f"{label!r} is no exact answer; write the number, or leave the row out"]
            other = "did you mean the unit calendar year?"
            if not unit.errors and _ERA.search(cells["answer"]):
                return [f"{label!r} is no amount of {unit.name}; {other}"]
            if unit.name == "years" and _CALENDAR_YEAR.fullmatch(cells["answer"]):
                amount = f"Write {cells['answer']} years for an amount"
                return [f"{label!r} may be a calendar year; {other} {amount}"]
        if (number := read(self.date_order)) is not None:
            fields["number"] = number
            return []
        if read("month") is not None:
            return [f"{label!r} may be day or month first; write 2001-03-31, or name --date_order"]
        early = unit.name == "date_years" and label.isdecimal() and len(label) < 4
        hint = f"; write {label} AD or {label} BC" if early else ""
        return [f"cannot read {label!r} as {unit.title}{hint}"]

    def made(self, position: int, fields: dict[str, Any], content: str) -> Made:
        """Return the question of a row, with whether an answer in the asked form can be read."""
        return Made(position, fields, content, self._is_read(fields, self._written(fields)))

    def _written(self, fields: Mapping[str, Any]) -> str:
        return formats.write_response(
            fields["number"], FAMILIES[self.style], fields["unit"], fields["answer_format"]
        )

    def _is_read(self, fields: Mapping[str, Any], response: str) -> bool:
        """Return whether both filters read the label's number in a response."""
        view = QuestionView(
            FAMILIES[self.style],
            *(fields[name] for name in ("unit", "prefill", "answer_format", "user")),
        )
        for find in (strict, flexible):
            answer = find(response, view)
            number = quantities.read(answer.text, view.family, view.unit) if answer else None
            least = 1e-9 * max(1, abs(fields["number"]))
            if number is None or abs(number - fields["number"]) > least:
                return False
        return True


def by_row(wrong: Problems) -> dict[int, list[str]]:
    """Return the problems of each wrong row, by its number."""
    rows: dict[int, list[str]] = {}
    for problem, positions in wrong.items():
        for position in positions:
            rows.setdefault(position, []).append(problem)
    return dict(sorted(rows.items()))


def _refuse(wrong: Problems, rows: int, what: str = "rows") -> None:
    """Raise OwnError with each kind of problem and its rows, if there are any."""
    if not wrong:
        return
    bad = f"{len(by_row(wrong))} of {rows} {what} cannot be used; correct them and try again"
    kinds = sorted(wrong.items(), key=lambda kind: kind[1])
    lines = [bad, *(f"{ranges(positions)}: {problem}" for problem, positions in kinds[:KINDS])]
    if rest := {position for _, positions in kinds[KINDS:] for position in positions}:
        lines.append(f"{ranges(sorted(rest))}: other problems of these kinds")
    raise OwnError("\n".join(lines))


def write_skipped(folder: Path, rows: Sequence[Cells], wrong: Problems) -> Path:
    """Write the wrong rows with their numbers and problems into a folder; return the path."""
    path = folder / "skipped.csv"
    columns = list(dict.fromkeys(column for cells in rows for column in cells))
    with written_whole(path, newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["row", "problems", *columns])
        for position, problems in by_row(wrong).items():
            cells = rows[position - 1]
            texts = ["; ".join(problems), *(cells.get(column, "") for column in columns)]
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
    shown = [str(a) if a == b else f"{a}-{b}" for a, b in runs[:RANGES]]
    more = f", ... ({len(rows)} rows)" if len(runs) > RANGES else ""
    return f"row{'s' * (len(rows) > 1)} {', '.join(shown)}{more}"


def table(
    place: str, columns: Mapping[str, str], unit: str | None, tell: Callable[[str], None]
) -> tuple[str, list[Cells]]:
    """Return the name of a table (see `own_table.read`) and its rows, with our names of columns.

    `columns` has the table's own names of some of our columns. `unit` is the unit of all rows; None
    if the table has a column of units. `tell` gets a note on columns that are not used. Raises
    OwnError if a column is unknown or missing, or if the unit is unknown.
    """
    name, theirs, rows = read(place)
    known = [*NEEDED, *OPTIONAL, "response"]
    if wrong := [column for column in columns if column not in known]:
        raise OwnError(f"--columns {told(wrong[0])}=...: {suggestion(wrong[0], known)}")
    if missing := [column for column in columns.values() if column not in theirs]:
        raise OwnError(f"{told(place)} has no column {listed(missing)}; it has {listed(theirs)}")
    any_case = {name.casefold(): name for name in reversed(theirs)}
    names = {column: columns.get(column) or any_case.get(column, column) for column in known}
    if unit is not None:
        if units.find(unit) is None:
            titles = [each.title for each in UNITS.values()]
            raise OwnError(f"--unit {told(unit)!r}: {suggestion(unit, titles)}")
        rows = [row | {names["unit"]: unit} for row in rows]
        theirs = [*theirs, names["unit"]]
    if missing := [column for column in NEEDED if names[column] not in theirs]:
        raise OwnError(
            f"{told(place)} lacks the column(s) {', '.join(missing)}; it has {listed(theirs)}: "
            "name them with --columns"
            + ", or the unit of all rows with --unit"
            * ("unit" in missing)
        )
    if unused := [column for column in theirs if column not in names.values()]:
        tell(f"note: not used: {listed(unused)}")
    used = {column: name for column, name in names.items() if name in theirs}
    return name, [
        {column: cell(column, row.get(name, "")) for column, name in used.items()} for row in rows
    ]


def cell(column: str, text: str) -> str:
    """Return the text of a cell; without white space at its ends if no model sees the column."""
    return text if column in ("question", "context", "system", "answer_format") else text.strip()


def read_label(fields: Mapping[str, Any], family: str, date_order: str, label: str) -> float | None:
    """Return the number of a label; None if it has no number of the unit, or an ambiguous one.

    The label is read like a response; a dict of Test of Time is read as in its files.
    """
    unit = fields["unit"]
    if label.startswith("{"):
        return paper_scoring.read_label(label, family, unit) if family == "tot" else None
    order = formats.answer_format(fields["answer_format"]).date_order
    if date_order:
        day, month = (1, 3) if date_order == "day" else (3, 1)
        label = _NUMERIC_DATE.sub(
            lambda date: f"{date[4]}-{int(date[month]):02}-{int(date[day]):02}", label
        )
    if unit == "clock" and _LATE.search(label):
        return None
    question = fields["user"].rpartition("\n")[2]
    return read_number(label, unit, question, order == formats.MONTH_FIRST)


def _cell_problems(cells: Cells) -> Iterator[str]:
    for name in NEEDED:
        if not cells.get(name):
            yield f"no {name}"
    for name in (*NEEDED, *OPTIONAL, "response"):
        text = cells.get(name, "")
        if len(text) > (most := limits.NAME if name in _SHORT else limits.CELL):
            yield f"{name} has more than {most:,} characters"
        elif _FORMULA.match(text):
            yield f"{name} is a formula or an error of a spreadsheet, not its value"
        elif _HIDDEN.search(text) or (name in _SHORT and not text.isprintable()):
            yield f"{name} has characters that are no text; was the file saved as UTF-8?"
    if cells.get("unit") and units.find(cells["unit"]) is None:
        known = [unit.title for unit in UNITS.values()]
        hint = suggestion(cells["unit"][: limits.NAME], known)
        yield f"unknown unit {told(cells['unit'])!r}; {hint}"


def _refuse_mixed_orders(rows: Sequence[Cells], wrong: Problems) -> None:
    """Note rows whose dates in numbers have the day first, if others have the month first."""
    day, month = [], []
    for position, cells in enumerate(rows, 1):
        if found := _NUMERIC_DATE.match(cells.get("answer", "")):
            first, second = int(found[1]), int(found[3])
            if first > 12 >= second:
                day.append(position)
            elif second > 12 >= first:
                month.append(position)
    if day and month:
        wrong["some dates have the day first, some the month; write 2001-03-31"] += [*day, *month]


def notes(made: Sequence[Made]) -> Iterator[str]:
    """Yield warnings on usable rows that make scores worse."""
    groups = {question.fields["group"] for question in made}
    if len(made) > 1 and len(groups) == 1:
        yield "all questions are in one group, so scores have no standard errors; leave out `group`"
    same = Counter(question.content for question in made)
    if twice := [question.position for question in made if same[question.content] > 1]:
        yield f"{ranges(twice)} ask the same question; each counts"
    if never := [question.position for question in made if not question.can_be_right]:
        first = next(question for question in made if not question.can_be_right).fields
        yield (
            f"{ranges(never)}: no answer in the form that is asked for is exactly right, such as "
            f"{told(first['label'])!r} as {first['answer_format']}; take another unit or --style"
        )
    long = [
        question.position
        for question in made
        if not UNITS[question.fields["unit"]].errors
        and question.fields["number"] != round(question.fields["number"], 3)
    ]
    if long:
        yield (
            f"{ranges(long)}: answers have many decimals in their unit, which no model gives "
            "exactly; take a smaller unit"
        )
    counts = Counter(UNITS[question.fields["unit"]].title for question in made)
    if few := [unit for unit, count in counts.items() if count < FEW]:
        yield (
            f"fewer than {FEW} answers in {', '.join(few)}: too few for a scale, so MASE and "
            "capped ASE of these mean little"
        )
