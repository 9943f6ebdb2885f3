"""Reads details of lighteval: one `details_TASK|SHOTS_DATE.parquet` for each task."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tempanswerqa import files
from tempanswerqa.questions.record import TOT_PREFILL
from tempanswerqa.runs.saved import Origin, RecordedError, Saved, response_text

PACKED = 1 << 28
"""The largest number of bytes of a packed file."""

_NAME = re.compile(
    r"details_(?P<task>.+?)(?:\|(?P<shots>\d{1,9}))?_(?P<date>\d{4}-[\dT.-]+)\.parquet"
)
_COLUMNS = ("doc.query", "doc.specific", "model_response.text")
_ROWS = 16
"""The number of rows that are unpacked at a time; it is small, as a response may be long."""


def matches(name: str) -> bool:
    """Return whether this is the name of a file of details."""
    return _NAME.fullmatch(name) is not None


def origin(path: Path) -> Origin:
    """Return the model, prompting and task in the name and folders of a file.

    The folders are `details/MODEL/DATE`, and a model's name may have slashes. In other folders the
    model has the name of the folder.
    """
    found = _NAME.fullmatch(path.name)
    assert found
    *folders, folder = path.resolve().parent.parts
    if folder != found["date"]:
        folders.append(folder)
    elif "details" in folders:
        last = len(folders) - folders[::-1].index("details")
        folders[last:] = ["/".join(folders[last:])]
    prompting = {None: "", "0": "zero-shot"}.get(found["shots"], "few-shot")
    return Origin(folders[-1], prompting, found["task"].rpartition("|")[2])


def read(path: Path) -> Iterator[Saved]:
    """Yield the responses to each document, as one `Saved`.

    The question is identified by `specific["id"]` of its document, or by the query. Raises
    RecordedError, KeyError, TypeError or ValueError for a file of another form or one that exceeds
    a limit, and FileError for a pipe or device.
    """
    from pyarrow import parquet

    files.check_regular(path)
    if path.stat().st_size > PACKED:
        raise RecordedError(f"it has more than {PACKED:,} bytes")
    with parquet.ParquetFile(path) as file:
        if _unpacked(file.metadata) > files.WIDEST:
            raise RecordedError(f"it has more than {files.WIDEST:,} bytes of texts")
        row = 0
        for batch in file.iter_batches(_ROWS, columns=_COLUMNS):
            for record in batch.to_pylist():
                yield _saved(row, record["doc"], record["model_response"])
                row += 1


def _unpacked(metadata: Any) -> int:
    """Return the number of bytes, unpacked, of the columns that are read, as the file states it."""
    groups = map(metadata.row_group, range(metadata.num_row_groups))
    columns = (group.column(n) for group in groups for n in range(group.num_columns))
    return sum(
        column.total_uncompressed_size
        for column in columns
        if column.path_in_schema.startswith(_COLUMNS)
    )


def _saved(row: int, doc: Mapping[str, Any], response: Mapping[str, Any]) -> Saved:
    if not response["text"]:
        raise RecordedError(f"row {row}: no text was generated; choose a generative metric")
    query, specific = response_text(doc["query"]), doc.get("specific") or {}
    begun = TOT_PREFILL if query.rstrip().endswith(TOT_PREFILL) else ""
    first, *others = map(response_text, response["text"])
    identity = str(specific.get("id") or "")
    return Saved(row, first, identity, (query,), begun, others=tuple(others))
