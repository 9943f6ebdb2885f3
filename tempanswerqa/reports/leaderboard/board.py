"""Names what is asked in one ranking: the questions of a task, or of four tasks together."""

from __future__ import annotations

from typing import NamedTuple

from tempanswerqa.questions import subsets
from tempanswerqa.questions.draws import LEVELS, Draw
from tempanswerqa.questions.task_names import TaskName

AVERAGE = "average"
"""Stands for all of `questions.SUBSETS` together."""


class Board(NamedTuple):
    """The questions of one ranking."""

    subset: str
    """A set of questions (see `subsets.find`), or `AVERAGE`."""
    chat: bool = False
    """Whether the model begins its turn itself where other tasks begin it."""
    level: str = ""
    """Of fresh questions; empty for the released ones."""
    n: int = 0
    """Fresh questions of a task."""
    seed: int = 0

    @property
    def title(self) -> str:
        """Return what is asked, in words."""
        average = self.subset == AVERAGE
        title = "Average of the four tasks" if average else subsets.find(self.subset).title
        if self.level:
            title += f", fresh {self.level}, n {self.n}, seed {self.seed}"
        return title + (", chat" if self.chat else "")

    @property
    def group(self) -> str:
        """Return the group of four tasks, as the harness names it."""
        return str(TaskName(level=self.level, chat=self.chat))

    @property
    def order(self) -> tuple[int, int, int, bool, int]:
        """Return where it stands among others: released before fresh questions, averages first."""
        level = ("", *LEVELS).index(self.level)
        return level, self.seed, self.n, self.chat, (AVERAGE, *subsets.known()).index(self.subset)


def of_task(subset: str, chat: bool, draw: Draw | None) -> Board:
    """Return the board of a task's questions."""
    return Board(subset, chat, draw.level, draw.n, draw.seed) if draw else Board(subset, chat)
