"""Provides what several tests need: questions, the harness on our tasks, commands and results."""

import atexit
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import lm_eval
from lm_eval.loggers import EvaluationTracker
from lm_eval.tasks import TaskManager

import tempanswerqa
from tempanswerqa import questions
from tempanswerqa.answers import formats
from tempanswerqa.harness import registration
from tempanswerqa.metrics.scores import LISTED
from tempanswerqa.questions import loading, record, subsets

CHECKOUT = Path(__file__).parents[1]
SUBSETS = tuple(questions.SUBSETS)
UNITS = tuple(dict.fromkeys(u for units in record.FAMILY_UNITS.values() for u in units))
TASKS = tuple(f"tempanswerqa_{subset}" for subset in SUBSETS)
SIZES = {"tot_arith": 24, "tot_semantic": 12, "ttqa_head": 30, "ttqa_tail": 20}
MADE = "TEMPANSWERQA_TESTS_SAMPLE"


SAMPLE = Path(os.environ.get(MADE) or tempfile.mkdtemp(prefix="tempanswerqa_"))
"""The folder has the layout of the released data, and a few questions of each subset, which may
change with the version. It lasts until this process ends; the processes that it starts share it."""


def make_sample() -> None:
    """Write the questions of `SAMPLE`, unless the process that started this one has."""
    if MADE in os.environ:
        return
    os.environ[MADE] = str(SAMPLE)
    atexit.register(shutil.rmtree, SAMPLE, ignore_errors=True)
    (SAMPLE / "prompts").mkdir()
    (SAMPLE / "questions").mkdir()
    for file in subsets.SAMPLE.iterdir():
        if file.suffix != ".gz":
            shutil.copy(file, SAMPLE / "prompts")
    for family, columns in loading.COLUMNS.items():
        with (SAMPLE / f"questions/{family}.csv").open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, columns)
            writer.writeheader()
            for subset, part in questions.SUBSETS.items():
                if part.family == family:
                    writer.writerows(row | {"split": part.split} for row in _rows(subset))


def _rows(subset: str) -> Iterator[dict[str, str]]:
    """Yield questions of the sample, equally many of each unit, some on one table."""
    rows = [dict(cells) for _, cells in loading.with_cells(f"sample_{subset}")]
    if subset != "tot_arith":
        rows.sort(key=lambda row: row.get("table_id") or row["instruction"])
    units = {row["answer_temporal_unit"] for row in rows}
    wanted = Counter(dict.fromkeys(units, SIZES[subset] // len(units)))
    for row in rows:
        unit = row["answer_temporal_unit"]
        if wanted[unit]:
            wanted[unit] -= 1
            yield row


def state(question: questions.Question, number: float) -> str:
    """Return a response that states the number in the requested format."""
    asked = question.family, question.unit, question.answer_format
    return formats.write_response(number, *asked)


@cache
def manager(data_dir: Path | None = SAMPLE, **metadata: Any) -> TaskManager:
    """Return the harness's task manager with our tasks and `--metadata`; it is created once."""
    named = {"data_dir": str(data_dir)} if data_dir else {}
    folder = str(registration.tasks_folder())
    return TaskManager(include_path=folder, include_defaults=False, metadata=named | metadata)


def evaluate(
    model: Any,
    *tasks: str,
    data_dir: Path | None = SAMPLE,
    metadata: Mapping[str, Any] | None = None,
    **options: Any,
) -> Any:
    """Run `lm_eval.simple_evaluate` on our tasks; by default on all that have a prefill."""
    return lm_eval.simple_evaluate(
        model=model,
        tasks=list(tasks or ("tempanswerqa",)),
        task_manager=manager(data_dir, **(metadata or {})),
        bootstrap_iters=0,
        **options,
    )


def values(results: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Return all scores of the results by task, as text so that NaN equals NaN."""
    return {
        task: {
            # a standard error that the harness does not have is the text N/A
            key: value if isinstance(value, str) else repr(float(value))
            for key, value in row.items()
            if "," in key
        }
        for task, row in results["results"].items()
    }


def items(samples: Mapping[str, list[dict]]) -> dict[tuple[str, str], str]:
    """Return responses and scores by question and filter, as text so that NaN equals NaN."""
    return {
        (sample["doc"]["id"], sample["filter"]): repr(
            # the other responses of a document are padding between processes
            (sample["resps"][0][0], *(sample[name] for name in LISTED))
        )
        for of_task in samples.values()
        for sample in of_task
    }


def environment(**environ: str) -> dict[str, str]:
    """Return the environment of Python outside the checkout, with the package and our data."""
    paths = [str(Path(tempanswerqa.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    settings = {"PYTHONPATH": os.pathsep.join(filter(None, paths)), "OMP_NUM_THREADS": "1"}
    return {"TEMPANSWERQA_DATA": str(SAMPLE)} | os.environ | settings | environ


def command(*arguments: str | Path, cwd: Path, **environ: str) -> subprocess.CompletedProcess:
    """Run Python with these arguments in the `environment`."""
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=cwd,
        env=environment(**environ),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def imported(code: str, names: Iterable[str], cwd: Path) -> str:
    """Return the set of modules imported by a process that ran the code, as text."""
    done = command("-c", f"{code}\nimport sys; print({{*{names}}} & {{*sys.modules}})", cwd=cwd)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[-1]


def lasting(results: Mapping[str, Any]) -> str:
    """Return the results without what depends on time, place and number of processes.

    Numbers have 12 digits, as sums of the same scores in another order may differ beyond them.
    """
    parts = (
        "results",
        "groups",
        "group_subtasks",
        "versions",
        "n-shot",
        "higher_is_better",
        "n-samples",
    )
    text = json.dumps({name: results.get(name) for name in parts}, indent=1)
    return re.sub(r"[0-9]+\.[0-9]{12,}(?:e-?[0-9]+)?", lambda own: f"{float(own[0]):.12g}", text)


def save(results: dict[str, Any], folder: Path) -> None:
    """Write results and samples as the harness does with --output_path and --log_samples."""
    samples = results.pop("samples")
    tracker = EvaluationTracker(output_path=str(folder))
    tracker.general_config_tracker.model_name = "a_model"
    tracker.general_config_tracker.model_name_sanitized = "a_model"
    tracker.save_results_aggregated(results=results, samples=samples)
    for task, of_task in samples.items():
        tracker.save_results_samples(task_name=task, samples=of_task)


def saved(folder: Path) -> tuple[dict[str, Any], dict[str, list[dict]]]:
    """Return the one results file of the harness below the folder, and its samples by task."""
    (path,) = folder.rglob("results_*.json")
    stamp = path.stem.removeprefix("results_")
    samples = {}
    for file in path.parent.glob(f"samples_*_{stamp}.jsonl"):
        task = file.stem.removeprefix("samples_").removesuffix(f"_{stamp}")
        with file.open(encoding="utf-8") as lines:
            samples[task] = [json.loads(line) for line in lines]
    return json.loads(path.read_text(encoding="utf-8")), samples


def snapshot(folder: Path) -> dict[str, str | None]:
    """Return everything below the folder: the text of the files, None for the folders."""
    return {
        str(path.relative_to(folder)): path.read_text("utf-8") if path.is_file() else None
        for path in folder.rglob("*")
    }
