"""Questions: the record that everything works on, and the question files it is read from."""

from __future__ import annotations

import csv
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from tempanswerqa import answer_formats, quantities, scale, sources
from tempanswerqa.asked import Asked

TOT_PREFILL = 'JSON = {"explanation":'
TTQA_CUE = "Let’s think step by step. "
TTQA_SYSTEM_PROMPT = "prompts/ttqa_system_prompt_zero_shot.txt"

COLUMNS = {
    "tot": (
        "question",
        "label",
        "question_type",
        "question_wo_instruct",
        "instruction",
        "answer_format",
        "answer_temporal_unit",
        "split",
    ),
    "ttqa": (
        "question",
        "label",
        "category",
        "table_id",
        "answer_format",
        "answer_temporal_unit",
        "split",
        "table_context",
    ),
}
FAMILY_UNITS = {
    "tot": ("seconds", "minutes", "days", "months", "years", "date"),
    "ttqa": ("days", "months", "years", "date", "date_years"),
}


class Subset(NamedTuple):
    """One of the four parts of the benchmark: a split of a question file."""

    family: str
    split: str

    @property
    def file(self) -> str:
        """The question file, below the data folder."""
        return f"questions/{self.family}.csv"


SUBSETS = {
    "tot_arith": Subset("tot", "arithmetic"),
    "tot_semantic": Subset("tot", "semantic"),
    "ttqa_head": Subset("ttqa", "head"),
    "ttqa_tail": Subset("ttqa", "tail"),
}


_SUBSET_OF = {tuple(part): subset for subset, part in SUBSETS.items()}


class QuestionError(ValueError):
    """A question file that cannot be used; says which file, which row and what to do."""


@dataclass(frozen=True)
class Question:
    """A question with all that later steps need; plain types, so that it makes a dataset row."""

    id: str
    """The subset and a digest of the question's content: the same in any order of any file.
    A number follows where a file has rows of equal content."""
    family: str
    split: str
    system: str
    """System text; for TTQA it is replaced by that of the exemplars when there are any."""
    user: str
    cue: str
    """Ends the user text when there are no exemplars."""
    prefill: str
    """Begins the assistant's turn for the model."""
    label: str
    unit: str
    answer_format: str
    kind: str
    """Question type (ToT) or category of the table (TTQA)."""
    group: str
    """Questions of one group share a table or facts, so their errors are not independent."""
    number: float
    """The label in `unit`."""
    centroid: float
    spread: float
    think_end: str = ""
    """As `Asked` has it."""

    @cached_property
    def asked(self) -> Asked:
        """What the reading of a response may know of it."""
        given = self.family, self.unit, self.prefill, self.answer_format, self.user
        return Asked(*given, self.think_end)

    @property
    def subset(self) -> str:
        """The key in `SUBSETS`."""
        return _SUBSET_OF[self.family, self.split]

    def without_prefill(self) -> Question:
        """The same question where the model begins its turn itself, as chat APIs want it."""
        return replace(self, prefill="")

    def with_think_end(self, mark: str) -> Question:
        """The same question to a model whose thinking ends with the mark; empty: none is named."""
        return self if mark == self.think_end else replace(self, think_end=mark)


def load(
    subset: str, data_dir: str | Path | None = None, home: sources.Home = sources.TEMPANSWERQA
) -> list[Question]:
    """The questions of a subset (a key of `SUBSETS`), in the order of their file.

    Files come from where `sources.locate` finds them. Raises QuestionError for a file without
    the subset's rows, a missing column, an unknown unit or answer format or an unreadable
    label, and sources.SourceError where there is no file.
    """
    part = SUBSETS[subset]
    path = sources.locate(part.file, data_dir, home)
    state = path.stat()
    rows = _all_rows(path, part.family, state.st_size, state.st_mtime_ns)
    own = [row for row in rows if row.cells["split"] == part.split]
    if not own:
        splits = ", ".join(sorted({repr(row.cells["split"]) for row in rows})) or "nothing"
        raise QuestionError(
            f"{path} has no rows of split {part.split!r}, only of {splits}; "
            f"name a folder whose {part.file} has them, or leave out the task {subset}"
        )
    system = _ttqa_system(data_dir, home) if part.family == "ttqa" else ""
    scales = _scales(rows, part)
    identities = numbered(question_id(row.cells) for row in own)
    return [
        from_row(row.cells, row.number, identity, system, scales[row.cells["answer_temporal_unit"]])
        for row, identity in zip(own, identities, strict=True)
    ]


def numbered(identities: Iterable[str]) -> Iterator[str]:
    """The ids with `-2`, `-3`, ... behind those that came before: rows of equal content."""
    seen: Counter[str] = Counter()
    for identity in identities:
        seen[identity] += 1
        yield identity if seen[identity] == 1 else f"{identity}-{seen[identity]}"


def question_id(row: Mapping[str, str]) -> str:
    """The id of a row of a question file, or of any file with the same columns.

    Raises KeyError where a column is missing, and what `identify` raises.
    """
    family = "ttqa" if "table_context" in row else "tot"
    table = row.get("table_context", "")
    return identify(family, row["split"], row["question"], table, row["label"])


@lru_cache(maxsize=1 << 13)  # runs answer the same questions
def identify(family: str, split: str, question: str, table: str, label: str) -> str:
    """The id of a question: its subset and a digest of its cells; `table` is empty for ToT.

    Raises QuestionError for a split that no subset has.
    """
    subset = _SUBSET_OF.get((family, split))
    if subset is None:
        raise QuestionError(f"no subset has the split {split!r}")
    content = "\x1f".join((question, table, label))
    if "\r" in content:  # a copy with the line ends of another system is the same
        content = content.replace("\r\n", "\n")
    digest = hashlib.sha1(content.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{subset}-{digest[:12]}"


class _Row(NamedTuple):
    position: int
    """The first row below the header is 1."""
    cells: Mapping[str, str]
    number: float
    """The label, read."""


def from_row(
    cells: Mapping[str, str], number: float, identity: str, system: str, unit_scale: scale.Scale
) -> Question:
    """The question of a row of a question file.

    `number` is its label, `system` the system text of TTQA, `unit_scale` the scale of its unit.
    """
    family = "ttqa" if "table_context" in cells else "tot"
    texts = _tot_texts(cells, identity) if family == "tot" else _ttqa_texts(cells, system)
    return Question(
        id=identity,
        family=family,
        split=cells["split"],
        label=cells["label"],
        unit=cells["answer_temporal_unit"],
        answer_format=cells["answer_format"],
        number=number,
        centroid=unit_scale.centroid(number),
        spread=unit_scale.spread,
        **texts,
    )


def _tot_texts(cells: Mapping[str, str], identity: str) -> dict[str, str]:
    facts = hashlib.sha1(cells["instruction"].encode()).hexdigest()[:12]
    return {
        "system": cells["instruction"],
        "user": cells["question_wo_instruct"],
        "cue": "",
        "prefill": TOT_PREFILL,
        "kind": cells["question_type"],
        "group": facts if cells["split"] == "semantic" else identity,
    }


def _ttqa_texts(cells: Mapping[str, str], system: str) -> dict[str, str]:
    return {
        "system": system,
        "user": f"Table:\n\n{cells['table_context']}\n{cells['question']}\n\n\nA: ",
        "cue": TTQA_CUE,
        "prefill": "",
        "kind": cells["category"],
        "group": cells["table_id"],
    }


@lru_cache(maxsize=4)
def _all_rows(path: Path, family: str, size: int, changed: int) -> tuple[_Row, ...]:
    """The rows of a file in the state it is in: two subsets share a file."""
    return tuple(_rows(path, family))


def _rows(path: Path, family: str) -> Iterator[_Row]:
    with path.open(newline="", encoding="utf-8-sig") as file:
        reader = csv.reader(file)
        try:
            header = next(reader, [])
            missing = [name for name in COLUMNS[family] if name not in header]
            if missing:
                raise QuestionError(
                    f"{path} lacks the column(s) {', '.join(missing)}; it has to have "
                    f"{', '.join(COLUMNS[family])}"
                )
            for position, values in enumerate(filter(None, reader), 1):
                where = f"{path}, row {position}"
                if len(values) != len(header):
                    raise QuestionError(
                        f"{where} has too few or too many cells; quote commas and line ends"
                    )
                cells = dict(zip(header, values, strict=True))
                yield _Row(position, cells, _checked_label(cells, family, where))
        except (csv.Error, UnicodeDecodeError) as error:
            raise QuestionError(
                f"{path}, after line {reader.line_num}: {error}; the file has to be UTF-8 CSV"
            ) from error


def _checked_label(cells: Mapping[str, str], family: str, where: str) -> float:
    """The label's number; QuestionError for any cell that cannot be used."""
    unit, answer_format = cells["answer_temporal_unit"], cells["answer_format"]
    if unit not in FAMILY_UNITS[family]:
        raise QuestionError(
            f"{where}: unknown unit {unit!r}; known are {', '.join(FAMILY_UNITS[family])}"
        )
    known = answer_formats.TTQA if family == "ttqa" else answer_formats.TOT_ARITHMETIC
    if answer_format not in known and cells["split"] != "semantic":
        raise QuestionError(
            f"{where}: unknown answer format {answer_format!r}; known are {', '.join(known)}"
        )
    number = quantities.read_label(cells["label"], family, unit)
    if number is None:
        raise QuestionError(f"{where}: cannot read the label {cells['label']!r} as {unit}")
    return number


def _scales(rows: Sequence[_Row], part: Subset) -> dict[str, scale.Scale]:
    """The scale of each unit: of one split in ToT, of head and tail together in TTQA."""
    labels: dict[str, list[float]] = {}
    for row in rows:
        if part.family == "ttqa" or row.cells["split"] == part.split:
            labels.setdefault(row.cells["answer_temporal_unit"], []).append(row.number)
    cache = centroid_cache()
    return {unit: scale.scale(numbers, cache) for unit, numbers in labels.items()}


def centroid_cache() -> Path | None:
    """The folder that keeps computed centroids; None where there can be none."""
    try:
        return sources.cache_folder(sources.TEMPANSWERQA) / "centroids"
    except OSError:  # a user without a home folder: centroids are computed each time
        return None


def _ttqa_system(data_dir: str | Path | None, home: sources.Home) -> str:
    return sources.locate(TTQA_SYSTEM_PROMPT, data_dir, home).read_text(encoding="utf-8")
