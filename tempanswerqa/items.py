"""The table of items: a row for each response and filter, with its keys, number, error and scores.

| column | type | meaning |
|---|---|---|
| `model`, `prompting`, `task`, `filter` | category | the run, and the filter that read it |
| `id` | category, in the order of the question file | the question |
| `sample`, `row` | int32 | the number of the response to the question, and in its file; from 0 |
| `group` | category | the family and group of the question, by which errors are clustered |
| `unit`, `kind`, `answer_format`, `asks_for` | category | fields of the question |
| `number`, `label` | float64 | what was read (NaN: unread), and the right answer that counts |
| `error` | float64 | their distance, for points in time in days or minutes; NaN: unread |
| the names in `METRICS` | float64 | the scores; NaN for undefined ones |
| `rule`, `unread` | category | rule and notation of a reading, and why there is none |
| `probability` | float32 | the probability that the response states the number; NaN for strict |
| the names in `COUNTED` | bool | whether the response is cut off, or all thinking |
| `question`, `reference` | category, where asked for | the texts of question and label |
| `response`, `answer` | text, where asked for | the response, and the answer in it |
| `span` | object, where these are | the place of the reading in the response |

Numbers are in the unit of the question: dates in seconds since 1970-01-01, `when` in days off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tempanswerqa.answers import markers
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.files import save
from tempanswerqa.metrics.scores import COUNTED, METRICS
from tempanswerqa.paper_scoring import EPOCH
from tempanswerqa.questions.record import Question
from tempanswerqa.scoring import FILTERS, ScoredReading
from tempanswerqa.scoring import score as score_response
from tempanswerqa.text import csv_cell
from tempanswerqa.units import UNITS

if TYPE_CHECKING:
    from pandas import DataFrame

RUN = ("model", "prompting", "task", "filter")
"""The columns that name a run, as a filter reads it."""
OF_QUESTION = ("unit", "kind", "answer_format", "asks_for")
"""The columns that repeat a field of the question."""
TEXTS = ("question", "reference", "response", "answer", "span")
_VERSION = b"tempanswerqa extraction"


class ItemsError(TempAnswerError, ValueError):
    """A file of items that cannot be used; the message says why and what to do."""


class Item(NamedTuple):
    """A response to a question, with what each filter reads in it."""

    question: Question
    sample: int
    row: int
    readings: Sequence[ScoredReading]
    response: str = ""


def table(
    items: Iterable[Item], ids: Iterable[str] = (), texts: bool = False, **keys: str
) -> DataFrame:
    """Return the table of items of one run, all rows of a filter together.

    Parameters
    ----------
    items
        At least one; all have readings of the same filters.
    ids
        The ids of all questions in their order; by default those of the items.
    texts
        True to keep `TEXTS`.
    keys
        The model, prompting and task; a missing one is empty.
    """
    import numpy as np
    import pandas as pd

    asked, samples, rows, readings, responses = zip(*items, strict=True)
    questions = {question.id: question for question in asked}
    order = {name: at for at, name in enumerate(dict.fromkeys([*ids, *questions]))}
    filters, size = [one.filter for one in readings[0]], len(asked)
    own = [one for of_filter in zip(*readings, strict=True) for one in of_filter]
    place = np.array([order[question.id] for question in asked] * len(filters))
    asked_at = {name: at for at, name in enumerate(questions)}
    question_at = np.array([asked_at[question.id] for question in asked] * len(filters))
    columns: dict[str, Any] = {
        name: _category([keys.get(name, "")]).take(np.zeros(len(own), int)) for name in RUN[:-1]
    }
    columns["filter"] = _category(filters).take(np.arange(len(filters)).repeat(size))
    columns["id"] = pd.Categorical.from_codes(place, _category(order).categories)
    columns["sample"] = np.array(samples * len(filters), np.int32)
    columns["row"] = np.array(rows * len(filters), np.int32)
    groups = [f"{question.family}:{question.group}" for question in questions.values()]
    columns["group"] = _category(groups).take(question_at)
    for name in OF_QUESTION:
        values = [getattr(question, name) for question in questions.values()]
        columns[name] = _category(values).take(question_at)
    columns |= _read(own)
    if texts:
        shown = [question.view.text for question in questions.values()]
        columns["question"] = _category(shown).take(question_at)
        labels = [question.label for question in questions.values()]
        columns["reference"] = _category(labels).take(question_at)
        columns["response"] = pd.Series(responses * len(filters), dtype=object)
        columns["answer"] = pd.Series([one.reading.text for one in own], dtype=object)
        columns["span"] = pd.Series([one.reading.span for one in own], dtype=object)
    return pd.DataFrame(columns, copy=False)


def _read(readings: Sequence[ScoredReading]) -> dict[str, Any]:
    """Return the columns of what was read, and its scores."""
    import numpy as np

    columns: dict[str, Any] = {
        name: np.array([getattr(one, name) for one in readings], float)
        for name in ("number", "label", "error")
    }
    columns |= {name: np.array([one.scores[name] for one in readings]) for name in METRICS}
    columns["rule"] = _category([one.reading.name for one in readings])
    columns["probability"] = np.array([one.reading.probability for one in readings], np.float32)
    columns["unread"] = _category([one.reading.unread or "" for one in readings])
    return columns | {name: np.array([getattr(one, name) for one in readings]) for name in COUNTED}


def _category(values: Iterable[str]) -> Any:
    """Return texts as a categorical; the categories are in their order."""
    import pandas as pd

    codes: dict[str, int] = {}
    own = [codes.setdefault(value, len(codes)) for value in values]
    return pd.Categorical.from_codes(own, pd.Index([*codes], dtype=object))


def score(
    responses: Iterable[object],
    questions: Iterable[Question],
    filters: Sequence[str] = tuple(FILTERS),
    **keys: Any,
) -> DataFrame:
    """Return the items of responses to questions, a row for each response and filter.

    Parameters
    ----------
    responses
        As `scoring.score` takes them, at least one.
    questions
        The question of each response; those to one question are its samples.
    filters
        Keys of `scoring.FILTERS`.
    keys
        The model, prompting and task; a missing one is empty.
    """
    samples: Counter[str] = Counter()
    items = []
    for row, (response, question) in enumerate(zip(responses, questions, strict=True)):
        readings = score_response(response, question, filters)
        items.append(Item(question, samples[question.id], row, readings))
        samples[question.id] += 1
    return table(items, **keys)


def named(items: DataFrame, **keys: str) -> DataFrame:
    """Return items with these columns, which have one value each."""
    import numpy as np

    none = np.zeros(len(items), int)
    return items.assign(**{name: _category([key]).take(none) for name, key in keys.items()})


def join(tables: Sequence[DataFrame]) -> DataFrame:
    """Return the items of several runs as one table, whose categories are those of all of them."""
    import numpy as np
    import pandas as pd
    from pandas.api.types import union_categoricals

    if len(tables) == 1:
        return tables[0]
    columns = {}
    for name in tables[0]:
        own = [table[name].array for table in tables]
        if isinstance(own[0], pd.Categorical):
            columns[name] = union_categoricals(own)
        else:
            columns[name] = np.concatenate([values.to_numpy() for values in own])
    return pd.DataFrame(columns, copy=False)


def as_csv(items: DataFrame, header: bool = True) -> str:
    """Return items as lines of CSV, with a first line of names unless it is left out.

    Dates are such as 2001-03-31, units have their titles, and cells of what is undefined are
    empty. With texts, `when` has these in place of numbers.
    """
    import numpy as np

    shown = items.copy(deep=False)
    for name, text in (("number", "answer"), ("label", "reference")):
        texts = items[text] if text in items else [""] * len(items)
        cells = zip(items[name], items["unit"], texts, strict=True)
        shown[name] = [said if unit == "when" else quantity(n, unit) for n, unit, said in cells]
    for name, values in items.items():
        if values.dtype in ("category", object):
            shown[name] = shown[name].map(csv_cell)
        elif values.dtype == bool:
            shown[name] = values.astype(int)
        elif name in METRICS:
            shown[name] = values.where(np.isfinite(values))
    shown["unit"] = items["unit"].map(lambda name: UNITS[name].title)
    shown["probability"] = items["probability"].round(3)
    return str(shown.to_csv(index=False, header=header, lineterminator="\n"))


def write(items: DataFrame, path: str | Path) -> None:
    """Write items as .parquet for `read`, or as .csv (see `as_csv`).

    Raises ItemsError for a path with another ending.
    """
    path = Path(path)
    if path.suffix == ".csv":
        save(path, [as_csv(items)])
    elif path.suffix == ".parquet":
        import pyarrow
        from pyarrow import parquet

        found = pyarrow.Table.from_pandas(items, preserve_index=False)
        metadata = {**found.schema.metadata, _VERSION: str(markers.VERSION).encode()}
        parquet.write_table(found.replace_schema_metadata(metadata), path)
    else:
        raise ItemsError(f"{path}: items are written as .csv or .parquet")


def read(path: str | Path) -> DataFrame:
    """Return the items of a .parquet file that `write` wrote.

    Raises ItemsError if another version of the readers read them.
    """
    from pyarrow import parquet

    found = parquet.read_table(path)
    version = (found.schema.metadata or {}).get(_VERSION, b"no version").decode()
    if version != str(markers.VERSION):
        raise ItemsError(
            f"{path}: its extraction version is {version}, and this is {markers.VERSION}; score "
            "the responses again"
        )
    items = found.to_pandas()
    for name in items.columns[items.dtypes == "category"]:
        categories = items[name].cat.categories.astype(object)
        items[name] = items[name].cat.rename_categories(categories)
    return items


def quantity(number: float, unit: str) -> float | str:
    """Return a number as files have it: a date such as 2001-03-31; empty for NaN."""
    if number != number:
        return ""
    if not UNITS[unit].dated:
        return number
    return (EPOCH + timedelta(seconds=number)).isoformat().removesuffix("T00:00:00")
