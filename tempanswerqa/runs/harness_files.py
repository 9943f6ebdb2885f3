"""Reads results files of the harness: `results_<date>.json`, or `NAME_<date>.json`.

They contain all arguments of the model, including keys and passwords. Only what `settings`,
`generation` and `model_of` return may be written elsewhere.
"""

from __future__ import annotations

import glob
import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path, PureWindowsPath
from typing import Any, NamedTuple, TypeGuard

from tempanswerqa import limits, private
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.files import content, is_part, reason

UNDEFINED = "N/A"
"""The text of an undefined score or error in results files; the harness may write NaN."""

GENERATION = {
    *("max_gen_toks", "max_new_tokens", "max_tokens", "max_completion_tokens", "until"),
    *("do_sample", "temperature", "top_p", "top_k", "min_p", "typical_p", "num_beams"),
    *("repetition_penalty", "presence_penalty", "frequency_penalty", "no_repeat_ngram_size"),
    *("seed", "reasoning_effort", "enable_thinking", "thinking_budget"),
}
"""The generation options that may be published. Others may be keys, addresses or paths."""
_SETTINGS = {
    "lm_eval_version": r"\d[\w.+]*",
    "model_source": r"[\w-]+",
    **dict.fromkeys(("chat_template_sha", "system_instruction_sha"), r"[0-9a-f]{64}"),
}
"""The settings of a run that may be published, with the form of their values."""
SAMPLES_NAME = re.compile(
    r"samples_(?P<task>.+)_(?P<date>\d{4}-\d\d-\d\dT[\d.-]+?)(?:\.jsonl(?:\.gz)?)?"
)
"""The name of a samples file, with or without suffix."""
_RESULTS_NAME = re.compile(r"(?:results_.*|.+_\d{4}-\d\d-\d\dT[\d.-]+)\.json")
_NAMING = ("peft", "delta", "pretrained", "model", "path", "engine")
"""The model arguments from which the harness takes a model's name, in order."""
_HOSTS = ("base_url", "api_base", "url")
BESIDE = " + "
"""The separator of the parts of a model's name."""


class RecordedError(TempAnswerError, ValueError):
    """Unusable saved results or responses; the message names the file and row."""


class HarnessResults(NamedTuple):
    """The content of a results file; missing fields and those of another type are empty."""

    path: Path
    model: str
    """The name that `model_of` returns; the folder's name if the file does not state one."""
    scores: dict[str, dict[str, float]]
    """The numbers by task or group, and by `metric,filter`; NaN for undefined ones."""
    limit: float | None
    """The value of --limit, a share if below 1; None without --limit."""
    date: float
    """The time of the run in seconds since 1970; 0 if the file does not state it."""
    stated: Mapping[str, Any]
    """The whole file, which may contain secrets."""

    def of_task(self, field: str, task: str, *names: str) -> Any:
        """Return a task's entry in a field such as `n-shot`, or a value inside it, or None."""
        value: Any = self.stated
        for name in (field, task, *names):
            value = value.get(name) if isinstance(value, dict) else None
        return value

    def settings(self) -> dict[str, str]:
        """Return the settings of the run that may be published."""
        return {
            name: value
            for name, form in _SETTINGS.items()
            if re.fullmatch(form, value := str(self.stated.get(name) or "")) and _is_plain(value)
        }

    def generation(self, task: str) -> dict[str, Any]:
        """Return the plain generation options of a task that may be published."""
        options = self.of_task("configs", task, "generation_kwargs") or {}
        names = sorted(GENERATION & {*options}) if isinstance(options, dict) else ()
        return {name: options[name] for name in names if _is_plain(options[name])}


NO_RESULTS = HarnessResults(Path(), "", {}, None, 0.0, {})


def beside(samples: Path, date: str) -> HarnessResults:
    """Return the results of the run that wrote a samples file, if they exist."""
    named = samples.parent.glob(f"*_{glob.escape(date)}.json")
    path = min(named, key=lambda path: not path.name.startswith("results_"), default=None)
    return read(path) if path else NO_RESULTS


def is_results(path: Path) -> bool:
    """Return whether a file exists and is named like a results file of the harness."""
    return bool(_RESULTS_NAME.fullmatch(path.name)) and path.is_file()


def files(place: str | Path) -> list[Path]:
    """Return the results files at a path: the file itself, or those in and below a folder."""
    path = Path(place).expanduser()
    below = (each for each in path.rglob("*.json") if is_results(each) and not is_part(each))
    return sorted(below) if path.is_dir() else [path]


def read(path: Path) -> HarnessResults:
    """Return a results file. Raises RecordedError if it is unreadable or not a JSON object."""
    try:
        state = path.stat()
        return _read(path, state.st_mtime_ns, state.st_size)
    except (OSError, ValueError, RecursionError) as error:
        raise RecordedError(f"{path}: cannot be read as a results file: {reason(error)}") from error


@lru_cache(maxsize=4)
def _read(path: Path, changed: int, size: int) -> HarnessResults:
    """Return a file; the last ones are cached, as all samples of a run share one."""
    stated = json.loads(content(path, limits.RESULTS_BYTES))
    if not isinstance(stated, dict):
        raise ValueError("it is not a JSON object")
    rows, config, date = (stated.get(name) for name in ("results", "config", "date"))
    limit = config.get("limit") if isinstance(config, dict) else None
    return HarnessResults(
        path=path,
        model=model_of(stated) or private.public(path.resolve().parent.name),
        scores={task: _scores(row) for task, row in rows.items()} if isinstance(rows, dict) else {},
        limit=float(limit) if _is_number(limit) else None,
        date=float(date) if _is_number(date) else 0.0,
        stated=stated,
    )


def model_of(stated: Mapping[str, Any]) -> str:
    """Return the name of the model of a results file; empty if the file does not state it.

    The name in the harness comes first, then a base model, a revision and a seed. Where the harness
    invents a name, it is the kind of model, with the host.
    """
    name, source = (str(stated.get(field) or "") for field in ("model_name", "model_source"))
    config = stated.get("config")
    given = config if isinstance(config, dict) else {}
    arguments = _arguments(given.get("model_args"))
    parts = [str(arguments[key]) for key in _NAMING if key in arguments]
    if not source or given.get("model_args") is None:
        parts = [name or source]
    elif parts:
        parts[0] = name or parts[0]
    else:
        place = next((private.host(str(arguments[key])) for key in _HOSTS if key in arguments), "")
        if source == "tempanswerqa-recorded":
            place = str(arguments.get("responses", "")).rpartition("/")[2]
        parts = [source, place]
    seed = str({**arguments, **_arguments(given.get("gen_kwargs"))}.get("seed", ""))
    revision = str(arguments.get("revision", "main"))
    parts.append("" if revision == "main" else revision)
    parts.append(f"seed {seed}" if re.fullmatch(r"\d{1,20}", seed) else "")
    return BESIDE.join(dict.fromkeys(private.public(part) for part in parts if part))


def _arguments(stated: object) -> dict[str, Any]:
    """Return the names and values of model arguments, which may be a single string."""
    if isinstance(stated, str):
        pairs = (argument.partition("=") for argument in stated.split(",") if argument)
        stated = {name.strip(): value for name, _, value in pairs}
    return stated if isinstance(stated, dict) else {}


_PATH = re.compile(
    r"[~./\\]|[A-Za-z]:[/\\]|[^/]*/[^/]*/|[^<>\"|?*\x00-\x1f\\]*\\[^<>\"|?*\x00-\x1f]*\Z"
)
"""The beginning of a path, unlike `org/model`: a path's first characters, or a second slash."""


def without_folders(models: Iterable[str]) -> dict[str, str]:
    """Return the name of each model with only the last part of each local path in it.

    More parts are kept where needed to tell different models apart.
    """
    names = {model: _shown(model, 1) for model in models}
    for depth in range(2, limits.NAME):
        shared = Counter(names.values())
        names = {m: _shown(m, depth) if shared[name] > 1 else name for m, name in names.items()}
    return names


def _shown(model: str, depth: int) -> str:
    """Return a model's name with the last `depth` parts of each local path."""
    parts = []
    for name in model.split(BESIDE):
        path = PureWindowsPath(name)
        last = [part for part in path.parts if part != path.anchor][-depth:]
        parts.append(("/".join(last) or "unnamed") if _PATH.match(name) else name)
    return BESIDE.join(parts)


def _scores(row: object) -> dict[str, float]:
    entries = row.items() if isinstance(row, dict) else ()
    stated = {key: math.nan if v == UNDEFINED else v for key, v in entries if "," in key}
    return {key: float(score) for key, score in stated.items() if _is_number(score)}


def _is_plain(value: object) -> bool:
    """Return whether a value is a number, a bool, or short text or texts without keys."""
    if isinstance(value, list):
        return len(value) <= 20 and all(isinstance(x, str) and _is_plain(x) for x in value)
    if isinstance(value, str):
        return private.public(value) == value
    return value is None or isinstance(value, bool) or _is_number(value)


def _is_number(value: object) -> TypeGuard[float]:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return value != value or abs(value) < 1e300
