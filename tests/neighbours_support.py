"""Makes files of Test of Time and TRAM with our own questions, and a model that knows answers."""

import csv
import io
import json
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from lm_eval.api.instance import Instance

from tempanswerqa.harness import models

_ALL = json.loads(Path(__file__).with_name("tot_questions.json").read_text(encoding="utf-8"))
ARITHMETIC = _ALL["arithmetic"]
"""Questions of every type, with answers of several kinds; the last two are the same."""
SEMANTIC = _ALL["semantic"]
"""The first three are about the same facts, in whatever order; the last has no prompt."""


def write_test_of_time(folder: Path) -> Path:
    """Write all sets into the folder, as JSON, and return it."""
    sets = {"tot_arithmetic": ARITHMETIC, "tot_semantic": SEMANTIC, "tot_semantic_large": SEMANTIC}
    for name, rows in sets.items():
        (folder / f"{name}.json").write_text(json.dumps(rows), encoding="utf-8")
    return folder


Rows = Iterable[Mapping[str, str]]

OPTIONS = 3
PER_CATEGORY = 6


def table(rows: Rows, encoding: str = "utf-8") -> bytes:
    """Return rows as the bytes of a CSV file with the line ends of the released ones."""
    rows = list(rows)
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, list(rows[0]), lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue().encode(encoding)


def write_archive(folder: Path, name: str, members: Mapping[str, bytes]) -> Path:
    """Return a zip file with these members."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, content in members.items():
            archive.writestr(member, content)
    return path


def row(number: int, category: str, options: int = OPTIONS, **context: str) -> dict[str, str]:
    """Return a question whose number determines the right option."""
    letters = "ABCD"[:options]
    right = number % options
    texts = {
        f"Option {letter}": f"{number + 1 if at == right else 10 * (at + 2) + number} days"
        for at, letter in enumerate(letters)
    }
    asked = f"After {number} days of rain in {category}, how long is one day more?"
    return {**context, "Question": asked, **texts, "Answer": letters[right], "Category": category}


CONTEXT = {"nli": ("Premise", "Hypothesis"), "causality": ("Premise",), "storytelling": ("Story",)}


def rows(task: str, shots: bool = False) -> list[dict[str, str]]:
    """Return the questions of a task: two categories, as many options as the task has."""
    options = {"arithmetic": 4, "causality": 2, "storytelling": 2}.get(task, 3)
    made = []
    for category in ("Facts", "Shift - MT"):
        for number in range(5 if shots else PER_CATEGORY):
            told = {name: f"{name} no. {number} of {task}" for name in CONTEXT.get(task, ())}
            made.append(row(number + (100 if shots else 0), category, options, **told))
    return made


def write_task(folder: Path, task: str, made: Rows, shown: Rows) -> None:
    """Write the archive of a task with its questions and exemplars."""
    tables = {f"{task}_mcq.csv": table(made), f"{task}_shots_mcq.csv": table(shown)}
    write_archive(folder, f"{'nli_mcq' if task == 'nli' else task}.zip", tables)


class AnsweringLM(models.AnsweringLM):
    """Knows the right answers."""

    def loglikelihood(self, requests: list[Instance]) -> list[tuple[float, bool]]:
        return [(-1.0 if r.idx == r.doc["answer"] else -100.0, False) for r in requests]

    def generate_until(self, requests: list[Instance]) -> list[str]:
        return [self.response(request.doc) for request in requests]

    def response(self, doc: dict) -> str:
        return f"It can be seen from the dates.\nAnswer: ({doc['letters'][doc['answer']]})"
