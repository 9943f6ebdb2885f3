"""Tables of return values, made-up questions, and hostile texts."""

import csv
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st
from pandas import DataFrame

from tempanswerqa.items import Item, table
from tempanswerqa.questions.record import Question
from tempanswerqa.scoring import FILTERS, score

SIGNS = "=+-@\t\r\n|<>&;#\\[](){}!`*_%$^~'\" a1\x00\x1b\x9b\x85\u2028\u202e\ud800"
"""Characters of texts that try to be more than text."""
NAMES = st.text(st.sampled_from(SIGNS), min_size=1, max_size=12)
EXAMPLES = (
    *("=cmd|'/c calc'!A0", "\\<script>", "</td><script>", "a](//b)", "&#60;"),
    *("%\n\\input{x}", "[9cm]x", "*x", " *", "\x1b[2J", "x\r=1", "a|b"),
)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


def rows_of(path: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file of cases."""
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def data(test: str, name: str) -> list[tuple]:
    """Return the rows of a table in the JSON file beside a test, without headings and `why`."""
    text = Path(test).with_suffix(".json").read_text(encoding="utf-8")
    return [tuple(row[:-1]) for row in json.loads(text)[name][1:]]


def cased(test: Callable) -> Callable:
    """Run a test for each row of the table of its name in the JSON file beside it."""
    path = Path(test.__code__.co_filename).with_suffix(".json")
    name = test.__name__.removeprefix("test_").replace("_", " ")
    (*heads, _), *_ = json.loads(path.read_text(encoding="utf-8"))[name]
    rows = data(str(path), name)
    values = rows if len(heads) > 1 else [value for (value,) in rows]
    return pytest.mark.parametrize(heads if len(heads) > 1 else heads[0], values)(test)


def results_of(read: Callable[..., Any], cases: Iterable[tuple], number: int = 1) -> Callable:
    """Return a test that `read` returns the last value of each case for the values before it.

    With another `number`, it returns a tuple of this many last values. Values are compared in JSON
    form (`plain`). It fails with all wrong cases, each with the value found.
    """
    rows = list(cases)

    def test() -> None:
        wrong = []
        for row in rows:
            given, expected = row[:-number], row[-number:]
            found = read(*given)
            if plain(found if number > 1 else (found,)) != plain(expected):
                wrong.append((*row, found))
        assert rows
        assert wrong == []

    return test


def plain(value: Any) -> Any:
    """Return a value in JSON form: dates as text, tuples and sets as lists."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, set):
        return sorted(value)
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, tuple | list) else value


def having(facts: Iterable[str]) -> str:
    """Return a pattern for texts that contain all of the facts."""
    return "(?s)" + "".join(f"(?=.*{re.escape(fact)})" for fact in facts)


def question(**fields: Any) -> Question:
    """Return a question with these fields; its other texts are empty, and its numbers 1."""
    numbers = {"number": 1.0, "centroid": 0.0}
    return Question(**dict.fromkeys(Question.__dataclass_fields__, "") | numbers | fields)


def items(
    asked: Sequence[Question],
    responses: Sequence[object],
    filters: Sequence[str] = tuple(FILTERS),
    **keys: str,
) -> DataFrame:
    """Return the items of responses or numbers for questions; equal questions have samples."""
    samples = Counter[str]()
    rows = []
    for row, (one, response) in enumerate(zip(asked, responses, strict=True)):
        readings = score("" if response is None else response, one, filters)
        rows.append(Item(one, samples[one.id], row, readings))
        samples[one.id] += 1
    return table(rows, **keys)
