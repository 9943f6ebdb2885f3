"""Reads results files of the harness.

These are `results_<date>.json` of `lm_eval --output_path FOLDER`, or `NAME_<date>.json` of
`--output_path NAME.json`.

They hold all arguments of the model, with keys and passwords. Only what `settings`, `generation`
and `model_of` return may be written anywhere else.
"""

from __future__ import annotations

import glob
import json
import math
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path, PureWindowsPath
from typing import Any, NamedTuple, TypeGuard

from tempanswerqa import limits, private
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.files import content, is_part, reason

UNDEFINED = "N/A"
"""The text in place of an undefined score or error in results files; the harness may write NaN."""
NO_FILTER = "none"
"""The harness's name of the filter of scores that do not depend on one."""

GENERATION = frozenset(
    (
        *("max_gen_toks", "max_new_tokens", "max_tokens", "max_completion_tokens", "until"),
        *("do_sample", "temperature", "top_p", "top_k", "min_p", "typical_p", "num_beams"),
        *("repetition_penalty", "presence_penalty", "frequency_penalty", "no_repeat_ngram_size"),
        *("seed", "reasoning_effort", "enable_thinking", "thinking_budget"),
    )
)
"""The options of generation that may be published. Others may be keys, addresses or paths."""
_SETTINGS = {
    "lm_eval_version": r"\d[\w.+]*",
    "model_source": r"[\w-]+",
    **dict.fromkeys(("chat_template_sha", "system_instruction_sha"), r"[0-9a-f]{64}"),
}
"""The settings of a run that may be published, and the form of their values."""
SAMPLES_NAME = re.compile(
    r"samples_(?P<task>.+)_(?P<date>\d{4}-\d\d-\d\dT[\d.-]+?)(?:\.jsonl(?:\.gz)?)?"
)
"""The name of a samples file, with or without suffix."""
_RESULTS_NAME = re.compile(r"(?:results_.*|.+_\d{4}-\d\d-\d\dT[\d.-]+)\.json")
_NAMING = ("peft", "delta", "pretrained", "model", "path", "engine")
"""The model arguments from which the harness takes a model's name, in its order."""
_HOSTS = ("base_url", "api_base", "url")
"""The model arguments that name a host."""
_RECORDED, _SAVED = "tempanswerqa-recorded", "responses"
"""The model that answers from a file, and the argument that names the file."""
BESIDE = " + "
"""The separator of the parts of a model's name."""


class RecordedError(TempAnswerError, ValueError):
    """Saved results or responses that cannot be used.

    The message names file and row, and says what to do.
    """


class HarnessResults(NamedTuple):
    """The content of a results file; a field that is missing or of another type is empty."""

    path: Path
    model: str
    """The name that `model_of` returns; the folder's name if the file does not say."""
    scores: dict[str, dict[str, float]]
    """The scores by task or group, and by `metric,filter`; NaN for undefined ones. The keys of
    standard errors are `metric_stderr,filter`. Values that are not numbers are left out."""
    limit: float | None
    """The value of --limit, which is a share if it is below 1; None without --limit."""
    date: float
    """The time of the run in seconds since 1970; 0 if the file does not say."""
    stated: Mapping[str, Any]
    """The whole file, which may hold secrets."""

    def of_task(self, field: str, task: str) -> Any:
        """Return the entry of a task in a field such as `n-shot` or `configs`; None without one."""
        entries = self.stated.get(field)
        return entries.get(task) if isinstance(entries, dict) else None

    def setting(self, task: str, name: str) -> Any:
        """Return a setting of a task's file; None if it is not stated."""
        config = self.of_task("configs", task)
        return config.get(name) if isinstance(config, dict) else None

    def metadata(self, task: str) -> Mapping[str, Any]:
        """Return the metadata of a task, from `--metadata` and its file; empty if not stated."""
        metadata = self.setting(task, "metadata")
        return metadata if isinstance(metadata, dict) else {}

    def settings(self) -> dict[str, str]:
        """Return the settings of the run that may be published."""
        found = {name: str(self.stated.get(name)) for name in _SETTINGS}
        return {
            name: value
            for name, value in found.items()
            if re.fullmatch(_SETTINGS[name], value) and private.public(value) == value != "None"
        }

    def generation(self, task: str) -> dict[str, Any]:
        """Return the plain options of a task's generation that may be published."""
        options = self.setting(task, "generation_kwargs")
        options = options if isinstance(options, dict) else {}
        return {
            name: options[name]
            for name in sorted(GENERATION & options.keys())
            if _is_plain(options[name])
        }


def beside(samples: Path, date: str) -> HarnessResults | None:
    """Return the results of the run that wrote a samples file; None if they are not there.

    Raises RecordedError as `read` does.
    """
    named = samples.parent.glob(f"*_{glob.escape(date)}.json")
    found = min(named, key=lambda path: not path.name.startswith("results_"), default=None)
    return read(found) if found else None


def is_results(path: Path) -> bool:
    """Return whether a file is there and has the name of a results file of the harness."""
    return bool(_RESULTS_NAME.fullmatch(path.name)) and path.is_file()


def files(place: str | Path) -> list[Path]:
    """Return the results files at a path: the file itself, or those in and below a folder."""
    path = Path(place).expanduser()
    found = (each for each in path.rglob("*.json") if is_results(each) and not is_part(each))
    return sorted(found) if path.is_dir() else [path]


def read(path: Path) -> HarnessResults:
    """Return a results file.

    The last files stay in memory, as a run has one for all its samples files. Raises
    RecordedError if it cannot be read or is not a JSON object.
    """
    try:
        state = path.stat()
        return _read(path, state.st_mtime_ns, state.st_size)
    except (OSError, ValueError, RecursionError) as error:
        raise RecordedError(f"{path}: cannot be read as a results file: {reason(error)}") from error


def _whole(digits: str) -> int:
    """Return a whole number of JSON; raises ValueError for one that no float can hold."""
    if len(digits) > sys.float_info.max_10_exp:
        raise ValueError(f"a number has {len(digits)} digits")
    return int(digits)


@lru_cache(maxsize=4)
def _read(path: Path, changed: int, size: int) -> HarnessResults:
    """Read a file anew if its time of change or its size is another."""
    stated = json.loads(content(path, limits.RESULTS_BYTES).decode(), parse_int=_whole)
    if not isinstance(stated, dict):
        raise ValueError("it is not a JSON object")
    rows, config = stated.get("results"), stated.get("config")
    limit = config.get("limit") if isinstance(config, dict) else None
    return HarnessResults(
        path=path,
        model=model_of(stated) or private.public(path.resolve().parent.name),
        scores={task: _scores(row) for task, row in rows.items()} if isinstance(rows, dict) else {},
        limit=float(limit) if _is_number(limit) else None,
        date=float(stated["date"]) if _is_number(stated.get("date")) else 0.0,
        stated=stated,
    )


def model_of(stated: Mapping[str, Any]) -> str:
    """Return the name of the model of a results file; empty if the file does not say.

    The name that the harness gave comes first, then a base model, a revision and a seed. If no
    argument names a model, the harness invents a name; here it is the kind of model, with the host.
    No part has more than `limits.NAME` characters, a key or a password.
    """
    name, source = (str(stated.get(field) or "") for field in ("model_name", "model_source"))
    config = stated.get("config")
    given = config if isinstance(config, dict) else {}
    arguments = _arguments(given.get("model_args"))
    naming = [str(arguments[key]) for key in _NAMING if key in arguments]
    if not source or given.get("model_args") is None:
        parts = [name or source]
    elif naming:
        is_path = "path" in arguments
        first = naming[0].rstrip("/").rpartition("/")[2] if is_path else name or naming[0]
        parts = [first, *naming[1:]]
    else:
        host = next((private.host(str(arguments[key])) for key in _HOSTS if key in arguments), "")
        saved = str(arguments.get(_SAVED, "")).rpartition("/")[2]
        parts = [source, saved if source == _RECORDED else host]
    seed = str({**arguments, **_arguments(given.get("gen_kwargs"))}.get("seed", ""))
    revision = str(arguments.get("revision", "main"))
    parts.append("" if revision == "main" else revision)
    parts.append(f"seed {seed}" if re.fullmatch(r"\d{1,20}", seed) else "")
    return BESIDE.join(dict.fromkeys(private.public(part) for part in parts if part))


def _arguments(stated: object) -> dict[str, Any]:
    """Return the names and values of model arguments, which may be one text."""
    if isinstance(stated, str):
        pairs = (argument.partition("=") for argument in stated.split(",") if argument)
        stated = {name.strip(): value for name, _, value in pairs}
    return stated if isinstance(stated, dict) else {}


_PATH = re.compile(
    r"[~./\\]|[A-Za-z]:[/\\]|[^/]*/[^/]*/|[^<>\"|?*\x00-\x1f\\]*\\[^<>\"|?*\x00-\x1f]*\Z"
)


def without_folders(models: Iterable[str]) -> dict[str, str]:
    """Return the name of each model with only the last part of each local path in it.

    It has as many parts as make the names of different models different.

    `org/model` is a name and is kept. A part is a path if it has two slashes or more, a backslash
    or a drive, or if it begins with a slash, a dot or a tilde.
    """
    names = {model: BESIDE.join(_ends(model, 1)) for model in models}
    for depth in range(2, limits.NAME):
        if len(shared := Counter(names.values())) == len(names):
            break
        names = {
            model: BESIDE.join(_ends(model, depth)) if shared[name] > 1 else name
            for model, name in names.items()
        }
    return names


def _ends(model: str, depth: int) -> Iterable[str]:
    """Yield the parts of a model's name, of a local path the last `depth` parts."""
    for name in model.split(BESIDE):
        path = PureWindowsPath(name)
        if _PATH.match(name):
            parts = [part for part in path.parts if part != path.anchor][-depth:]
            yield "/".join(parts) or "unnamed"
        else:
            yield name


def _scores(row: object) -> dict[str, float]:
    entries = row.items() if isinstance(row, dict) else ()
    told = {key: math.nan if value == UNDEFINED else value for key, value in entries if "," in key}
    return {key: float(value) for key, value in told.items() if _is_number(value)}


def _is_plain(value: object) -> bool:
    """Return whether a value is a number, a truth value, or short text or texts without keys."""
    if isinstance(value, list):
        return len(value) <= 20 and all(isinstance(x, str) and _is_plain(x) for x in value)
    if isinstance(value, str):
        return private.public(value) == value
    return value is None or isinstance(value, bool) or _is_number(value)


def _is_number(value: object) -> TypeGuard[float]:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return value != value or abs(value) < 1e300
