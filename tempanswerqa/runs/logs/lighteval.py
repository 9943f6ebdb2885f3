"""Details of lighteval: one `details_TASK|SHOTS_DATE.parquet` for each task."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tempanswerqa import files
from tempanswerqa.questions.record import TOT_PREFILL
from tempanswerqa.runs.saved import Origin, RecordedError, Saved, response_text

PACKED = 1 << 28
"""Bytes of a file, as it is packed."""

_NAME = re.compile(
    r"details_(?P<task>.+?)(?:\|(?P<shots>\d{1,9}))?_(?P<date>\d{4}-[\dT.-]+)\.parquet"
)
_COLUMNS = ("doc.query", "doc.specific", "model_response.text")
_ROWS = 16
"""So many are unpacked at a time: a response may be long."""


def matches(name: str) -> bool:
    """Return whether a file is called as details are."""
    return _NAME.fullmatch(name) is not None


def origin(path: Path) -> Origin:
    """Return the model, prompting and task that the name and folders of a file tell.

    Folders are `details/MODEL/DATE`, where a model's name may have slashes. In others the model is
    called like the folder.
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
    """Yield the first response to each document.

    A question is named by `specific["id"]` of its document, or by the query. Raises RecordedError,
    KeyError, TypeError or ValueError for what holds no such documents, and FileError for no regular
    file.
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
    """Return the bytes of the texts that are read, as the file states them."""
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
