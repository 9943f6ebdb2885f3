"""Makes a user's questions, and folders of tasks from them."""

import json
from pathlib import Path

from support import CHECKOUT

from tempanswerqa import cli, questions
from tempanswerqa.answers import write_response
from tempanswerqa.questions.record import Question

RELEASES = CHECKOUT / "docs/examples/releases.csv"
EXEMPLARS = (
    "question,answer,unit,response\n"
    "How long is a week?,7 days,days,It has seven days. Final Answer: 7\n"
    "When did it begin?,1 May 2000,date,\n"
)


def make(out: Path, name: str, *options: object, table: Path = RELEASES) -> Path:
    """Run `tempanswerqa new`, which must succeed. Returns the folder."""
    assert cli.main(["new", str(table), "--name", name, "--out", str(out), *map(str, options)]) == 0
    return out


def respond(name: str, path: Path, every: int = 3) -> Path:
    """Write a response to each question of a set: one of this many is wrong, the others right."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (
        {"id": one.id, "response": stated(one, off=n % every == 0)}
        for n, one in enumerate(questions.load(name))
    )
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def stated(asked: Question, off: bool = False) -> str:
    """Return a response that states the label, or one that is wrong."""
    number = asked.number + off * (86_400 if asked.unit in ("date", "moment") else 1)
    return write_response(number, asked.family, asked.unit, asked.answer_format)
