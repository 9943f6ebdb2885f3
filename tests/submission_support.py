"""Runs to submit, ways to spoil them, and the two commands."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scored import respond
from support import SUBSETS, evaluate, save

from tempanswerqa import cli
from tempanswerqa.fresh import bank
from tempanswerqa.harness.models import RecordedLM
from tempanswerqa.questions.draws import LEVEL, Draw
from tempanswerqa.runs.submission import bundle

N = 9
SEED = 7


def fresh_run(
    folder: Path,
    end: str = "",
    begin: str = "fresh_",
    think_end: str = "",
    level: str = LEVEL,
    **options: Any,
) -> Path:
    """Save a run on fresh questions as the harness does, and return its folder.

    With `think_end` the model thinks before it answers, but for every fourth time.
    """
    draws = (Draw(subset, level, N, SEED) for subset in SUBSETS)
    given = {i: text for d in draws for i, text in respond(bank.load(d)).items()}
    chat = "_chat" in end
    tasks = [
        f"tempanswerqa_{begin}{subset}" + (end.removeprefix("_chat") if "ttqa" in subset else end)
        for subset in SUBSETS
    ]
    if chat:  # no turn is begun, so a response is the whole object
        given = {i: text.replace(' "', '{"explanation": "', 1) for i, text in given.items()}
    if think_end:
        given = {i: f"3{think_end * (n % 4 > 0)}{t}" for n, (i, t) in enumerate(given.items())}
    told = {"level": level, "n": N, "seed": SEED, "think_end": think_end}
    save(evaluate(RecordedLM(given), *tasks, metadata=told, **options), folder)
    return folder


def command(name: str, *arguments: object) -> int:
    """Run `tempanswerqa pack` or `tempanswerqa verify`; raise the error that ends a command."""
    return cli.run([name, *map(str, arguments)])


def edit(path: Path, change: Callable[[Any], object]) -> None:
    """Change what a JSON file holds."""
    held = json.loads(path.read_text(encoding="utf-8"))
    change(held)
    path.write_text(json.dumps(held), encoding="utf-8")


def edit_results(folder: Path, change: Callable[[Any], object]) -> None:
    """Change the one results file below a folder."""
    (path,) = folder.rglob("results_*.json")
    edit(path, change)


def samples(folder: Path, task: str) -> Path:
    """Return the one samples file of a task below a folder."""
    (path,) = folder.rglob(f"samples_{task}_2*.jsonl")
    return path


def forge(path: Path, change: Callable[[Any], object]) -> Path:
    """Change the content of a bundle as an attacker does, who computes the digest again."""

    def changed(held: dict[str, Any]) -> None:
        change(held["content"])
        held["digest"] = bundle.digest(held["content"])

    edit(path, changed)
    return path
