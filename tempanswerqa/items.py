"""The table of items: a row for each response and filter, with its keys, number, error and scores.

| column | type | meaning |
|---|---|---|
| `model`, `prompting`, `task`, `filter` | category | the run, and the filter used |
| `id` | category, in the order of the question file | the question |
| `sample`, `row` | int32 | the number of the response to the question, and in its file; from 0 |
| `group` | category | the question's family and group, by which standard errors are clustered |
| `unit`, `kind`, `answer_format`, `asks_for` | category | fields of the question |
| `number`, `label` | float64 | the number read (NaN: unread), and the right answer that counts |
| `error` | float64 | their distance, in days or minutes for points in time; NaN: unread |
| the names in `METRICS` | float64 | the scores; NaN for undefined ones |
| `rule`, `unread` | category | rule and notation of a reading, or why there is none |
| `probability` | float32 | the probability that the response states the number; NaN for strict |
| the names in `COUNTED` | bool | whether the response is cut off, or only thinking |
| `question`, `reference` | category, on request | the texts of question and label |
| `response`, `answer` | text, on request | the response, and the answer in it |
| `span` | object, with these | the place of the reading in the response |

Numbers are in the unit of the question: dates in seconds since 1970-01-01, `when` in days off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tempanswerqa.answers import markers
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.files import save
from tempanswerqa.metrics.means import codes
from tempanswerqa.metrics.scores import COUNTED, METRICS
from tempanswerqa.paper_scoring import EPOCH
from tempanswerqa.questions.record import Question
from tempanswerqa.scoring import ScoredReading
from tempanswerqa.text import csv_cell
from tempanswerqa.units import UNITS

if TYPE_CHECKING:
    from pandas import DataFrame

RUN = ("model", "prompting", "task", "filter")
"""The columns that identify a run and a filter."""
OF_QUESTION = ("unit", "kind", "answer_format", "asks_for")
"""The columns copied from fields of the question."""
TEXTS = ("question", "reference", "response", "answer", "span")
_VERSION = b"tempanswerqa extraction"


class ItemsError(TempAnswerError, ValueError):
    """An unusable file of items; the message says why and what to do."""


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
    """Return the table of items of one run, grouped by filter.

    Parameters
    ----------
    items
        At least one; all have readings by the same filters.
    ids
        The ids of all questions in order; by default those of the items.
    texts
        True to keep `TEXTS`.
    keys
        The model, prompting and task; a missing one is empty.
    """
    import numpy as np
    import pandas as pd

    asked, samples, rows, of_filters, responses = zip(*items, strict=True)
    filters = [scored.filter for scored in of_filters[0]]
    readings = [scored for of_filter in zip(*of_filters, strict=True) for scored in of_filter]
    questions = {question.id: question for question in asked}
    place = np.tile(codes([question.id for question in asked]), len(filters))

    def of_question(value: Callable[[Question], str]) -> Any:
        return _category(map(value, questions.values())).take(place)

    def each(name: str, dtype: type) -> Any:
        return np.array([getattr(scored, name) for scored in readings], dtype)

    columns: dict[str, Any] = {
        **{name: _category([keys.get(name, "")] * len(readings)) for name in RUN[:-1]},
        "filter": _category(scored.filter for scored in readings),
        "id": pd.Categorical([*questions], _texts({**dict.fromkeys(ids), **questions})).take(place),
        "sample": np.array(samples * len(filters), np.int32),
        "row": np.array(rows * len(filters), np.int32),
        "group": of_question(lambda question: f"{question.family}:{question.group}"),
        **{name: of_question(attrgetter(name)) for name in OF_QUESTION},
        **{name: each(name, float) for name in ("number", "label", "error")},
        **{name: np.array([scored.scores[name] for scored in readings]) for name in METRICS},
        "rule": _category(scored.reading.name for scored in readings),
        "probability": np.array([scored.reading.probability for scored in readings], np.float32),
        "unread": _category(scored.reading.unread or "" for scored in readings),
        **{name: each(name, bool) for name in COUNTED},
    }
    if texts:
        columns["question"] = of_question(lambda question: question.view.text)
        columns["reference"] = of_question(attrgetter("label"))
        columns["response"] = _texts(responses * len(filters))
        columns["answer"] = _texts(scored.reading.text for scored in readings)
        columns["span"] = _texts(scored.reading.span for scored in readings)
    return pd.DataFrame(columns, copy=False)


def _texts(values: Iterable[Any]) -> Any:
    import pandas as pd

    return pd.Index([*values], dtype=object, tupleize_cols=False)


def _category(values: Iterable[str]) -> Any:
    """Return texts as a categorical, with categories in order of appearance."""
    import pandas as pd

    texts = [*values]
    return pd.Categorical.from_codes(codes(texts), _texts(dict.fromkeys(texts)))


def named(items: DataFrame, **keys: str) -> DataFrame:
    """Return items with these columns, each of one constant value."""
    import numpy as np

    none = np.zeros(len(items), int)
    return items.assign(**{name: _category([key]).take(none) for name, key in keys.items()})


def join(tables: Sequence[DataFrame]) -> DataFrame:
    """Return the items of several runs as one table, with the categories of all of them."""
    import numpy as np
    import pandas as pd
    from pandas.api.types import union_categoricals

    if len(tables) == 1:
        return tables[0]
    columns = {}
    for name in tables[0]:
        arrays = [table[name].array for table in tables]
        if isinstance(arrays[0], pd.Categorical):
            columns[name] = union_categoricals(arrays)
        else:
            columns[name] = np.concatenate([values.to_numpy() for values in arrays])
    return pd.DataFrame(columns, copy=False)


def as_csv(items: DataFrame, header: bool = True) -> str:
    """Return items as lines of CSV, with or without a header.

    Dates have the form 2001-03-31, units have their titles, and undefined cells are empty. With
    texts, `when` has these in place of numbers.
    """
    import numpy as np

    shown = items.copy(deep=False)
    for name, text in (("number", "answer"), ("label", "reference")):
        texts = items[text] if text in items else [""] * len(items)
        cells = zip(items[name], items["unit"], texts, strict=True)
        shown[name] = [
            said if UNITS[unit].kind == "period" else quantity(n, unit) for n, unit, said in cells
        ]
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

        table = pyarrow.Table.from_pandas(items, preserve_index=False)
        metadata = {**table.schema.metadata, _VERSION: str(markers.VERSION).encode()}
        parquet.write_table(table.replace_schema_metadata(metadata), path)
    else:
        raise ItemsError(f"{path}: items are written as .csv or .parquet")


def read(path: str | Path) -> DataFrame:
    """Return the items of a .parquet file that `write` wrote.

    Raises ItemsError if another version of the readers read them.
    """
    from pyarrow import parquet

    table = parquet.read_table(path)
    version = (table.schema.metadata or {}).get(_VERSION, b"no version").decode()
    if version != str(markers.VERSION):
        raise ItemsError(
            f"{path}: its extraction version is {version}, and this is {markers.VERSION}; score "
            "the responses again"
        )
    items = table.to_pandas()
    for name in items.columns[items.dtypes == "category"]:
        categories = items[name].cat.categories.astype(object)
        items[name] = items[name].cat.rename_categories(categories)
    return items


def quantity(number: float, unit: str) -> float | str:
    """Return a number as written to files: a date such as 2001-03-31; empty for NaN."""
    if number != number:
        return ""
    if not UNITS[unit].dated:
        return number
    return (EPOCH + timedelta(seconds=number)).isoformat().removesuffix("T00:00:00")
