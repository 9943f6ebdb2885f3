"""Results files of the harness: `results_<date>.json`, as `lm_eval --output_path` writes them."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

_SAMPLES_NAME = re.compile(r"samples_(?P<task>.+)_(?P<date>\d{4}-\d\d-\d\dT[\d.-]+)")
_NAME = "results_*.json"
_NAMING = ("peft", "delta", "pretrained", "model", "path", "engine")
"""Model arguments that the harness takes a model's name from."""
_ARGUMENT = re.compile(r"(\w+)=([^,]*)")


class HarnessResults(NamedTuple):
    """What one results file states. What it lacks, or has of another type, is empty."""

    path: Path
    model: str
    """As the harness names it, or as `_unnamed` does; the folder's name where the file does not
    say."""
    scores: dict[str, dict[str, float]]
    """By task or group, and by `metric,filter`; NaN where undefined. Standard errors are keys
    `metric_stderr,filter`. What is no number is left out."""
    limit: float | None
    """As --limit was given, so a share where it is below 1; None without."""
    date: float
    """Seconds since 1970; 0 where it does not say."""
    stated: Mapping[str, Any]
    """The whole file."""

    def of_task(self, field: str, task: str) -> Any:
        """The entry of a task in a field such as `n-shot`, `versions` or `configs`; or None."""
        entries = self.stated.get(field)
        return entries.get(task) if isinstance(entries, dict) else None


class SamplesName(NamedTuple):
    """What the name of a samples file says."""

    task: str
    date: str


def samples_name(stem: str) -> SamplesName | None:
    """Task and date in the name of a samples file, without its suffix; None for other names."""
    found = _SAMPLES_NAME.fullmatch(stem)
    return SamplesName(found["task"], found["date"]) if found else None


def beside(samples: Path, date: str) -> HarnessResults | None:
    """The results of the run that wrote a samples file; None where they cannot be read."""
    return read(samples.with_name(f"results_{date}.json"))


def files(place: str | Path) -> list[Path]:
    """The results files that a path names: itself, or those of a folder with all below it."""
    path = Path(place).expanduser()
    return sorted(path.rglob(_NAME)) if path.is_dir() else [path]


def read(path: Path) -> HarnessResults | None:
    """A results file; None where it cannot be read or holds no object."""
    try:
        stated = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(stated, dict):
        return None
    rows, config = stated.get("results"), stated.get("config")
    limit = config.get("limit") if isinstance(config, dict) else None
    return HarnessResults(
        path=path,
        model=_model(stated, config) or path.resolve().parent.name,
        scores={task: _scores(row) for task, row in rows.items()} if isinstance(rows, dict) else {},
        limit=float(limit) if _is_number(limit) else None,
        date=float(stated["date"]) if _is_number(stated.get("date")) else 0.0,
        stated=stated,
    )


def _model(stated: Mapping[str, Any], config: object) -> str:
    name, source = (str(stated.get(field) or "") for field in ("model_name", "model_source"))
    arguments = config.get("model_args") if isinstance(config, dict) else None
    return (_unnamed(source, arguments) if source else "") or name or source


def _unnamed(source: str, arguments: object) -> str:
    """What a model is called that was given no name; empty where it was given one.

    The harness invents a name then, the same for all. It is the kind of model here, with what its
    arguments are but for folders.
    """
    if isinstance(arguments, str):
        arguments = dict(_ARGUMENT.findall(arguments))
    if not isinstance(arguments, dict) or any(key in arguments for key in _NAMING):
        return ""
    return " ".join([source, *(str(value).rpartition("/")[2] for value in arguments.values())])


def _scores(row: object) -> dict[str, float]:
    entries = row.items() if isinstance(row, dict) else ()
    return {key: float(value) for key, value in entries if "," in key and _is_number(value)}


def _is_number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return math.isnan(value) or abs(value) < 1e300
