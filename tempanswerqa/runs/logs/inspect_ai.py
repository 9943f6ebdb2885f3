"""Reads logs of inspect_ai: archives (`.eval`), and JSON files with the names that it gives."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tempanswerqa import files
from tempanswerqa.questions import task_names
from tempanswerqa.runs.logs import zip_members
from tempanswerqa.runs.saved import LARGEST, LONGEST, Origin, RecordedError, Saved, response_text

_JSON = re.compile(r"\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d[+-]\d\d-\d\d_.+\.json")
_SAMPLE = re.compile(r"samples/.*_epoch_(\d{1,9})\.json", re.DOTALL)
_HEADERS = ("header.json", "_journal/start.json")
"""The members of an archive that describe its run: of a finished run, and of an unfinished one."""
_SAMPLES, _END = '  "samples": [\n', ("    },\n", "    }\n")
"""Lines of a JSON log: the line before its samples, and the forms of the last line of a sample."""


def matches(name: str) -> bool:
    """Return whether this is the name of a log."""
    return name.endswith(".eval") or _JSON.fullmatch(name) is not None


def origin(path: Path) -> Origin:
    """Return the model, prompting and task of a log. Raises what `read` raises."""
    found = json.loads(next(_texts(path)))["eval"]
    task = str(found.get("task") or "")
    prompting = "few-shot" if task_names.is_fewshot(task) else ""
    return Origin(str(found["model"]), prompting, task)


def read(path: Path) -> Iterator[Saved]:
    """Yield the responses of a log; those of an archive come epoch by epoch. Samples that ended
    without a response are left out.

    Raises RecordedError, FileError, KeyError, TypeError or ValueError for a file of another form,
    and for one that exceeds a limit of `runs.saved`.
    """
    texts = _texts(path)
    next(texts)
    for row, sample in enumerate(map(json.loads, texts)):
        if choices := sample["output"]["choices"]:
            yield _saved(row, sample, choices[0]["message"])


def _saved(row: int, sample: Mapping[str, Any], message: Mapping[str, Any]) -> Saved:
    given = sample["input"]
    if isinstance(given, list):
        given = [_content(own) for own in given if own["role"] == "user"][-1]
    before = sample["messages"][-2:-1]
    begun = _content(before[0]) if before and before[0]["role"] == "assistant" else ""
    return Saved(row, _content(message), str(sample["id"]), (response_text(given),), begun)


def _content(message: Mapping[str, Any]) -> str:
    """Return the text of a message without reasoning and images, as inspect_ai does."""
    content = message["content"]
    if isinstance(content, list):
        return "\n".join(response_text(part["text"]) for part in content if part["type"] == "text")
    return response_text(content)


def _texts(path: Path) -> Iterator[str | bytes]:
    """Yield the JSON that describes the run of a log, then the JSON of each sample."""
    return _of_archive(path) if path.suffix == ".eval" else _of_json(path)


def _of_archive(path: Path) -> Iterator[bytes]:
    files.check_regular(path)
    with path.open("rb") as file:
        found = {member.filename: member for member in zip_members.members(file)}
        header = next((found[name] for name in _HEADERS if name in found), None)
        if header is None:
            raise RecordedError("it is no archive of inspect_ai; name a whole log")
        yield zip_members.read(file, header, LONGEST)
        own = [(int(name[1]), found[name[0]]) for name in map(_SAMPLE.fullmatch, found) if name]
        left = LARGEST
        for _, member in sorted(own, key=lambda pair: pair[0]):
            left -= member.file_size
            if left < 0:
                raise RecordedError(f"it has more than {LARGEST:,} bytes")
            yield zip_members.read(file, member, LONGEST)


def _of_json(path: Path) -> Iterator[str]:
    """Yield what `_texts` yields, line by line, as a log is several times as long as its responses.

    No text in JSON has a line end, so the indents show where a sample ends.
    """
    file, bounded = files.opened(path, LARGEST, LONGEST)
    lines: list[str] = []
    begun = False
    with io.TextIOWrapper(file, "utf-8") as stream:
        for line in stream:
            if not begun and line == _SAMPLES:
                begun = True
                yield "".join(lines).rstrip().rstrip(",") + "}"
            elif begun and line in _END:
                yield "".join([*lines, "}"])
            elif begun and line.startswith("  ]"):
                return
            else:
                lines.append(line)
                continue
            lines = []
            bounded.restart()
    raise RecordedError(
        "it has no samples, or is not laid out as inspect_ai does; "
        "`inspect log convert --to eval` writes it anew"
    )
