"""Names the questions of one ranking: those of a task, or of several tasks together."""

from __future__ import annotations

from typing import NamedTuple

from tempanswerqa.questions import subsets
from tempanswerqa.questions.draws import ALL_LEVELS, Draw
from tempanswerqa.questions.subsets import SUBSETS

AVERAGE = "average"
"""The name of several of `questions.SUBSETS` together."""
_COUNTS = {2: "two", 3: "three"}


class Board(NamedTuple):
    """Hold the questions of one ranking."""

    subset: str
    """A set of questions (see `subsets.find`), or `AVERAGE`."""
    chat: bool = False
    """True if the model begins its turn itself, where other tasks begin it with a prefill."""
    level: str = ""
    """The level of fresh questions; empty for released ones."""
    n: int = 0
    """The number of fresh questions of a task; 0 for released ones."""
    seed: int = 0
    of: tuple[str, ...] = tuple(SUBSETS)
    """The subsets that `AVERAGE` stands for."""

    @property
    def title(self) -> str:
        """Return the questions in words."""
        title = self._mean if self.subset == AVERAGE else subsets.find(self.subset).title
        if self.level:
            title += f", fresh {self.level}, n {self.n}, seed {self.seed}"
        return title + (", chat" if self.chat else "")

    @property
    def _mean(self) -> str:
        if len(self.of) == len(SUBSETS):
            return "Mean of the four tasks"
        tasks = (SUBSETS[subset].title.replace(",", "") for subset in self.of)
        return f"Mean of {_COUNTS[len(self.of)]} tasks: {', '.join(tasks)}"

    @property
    def order(self) -> tuple[object, ...]:
        """Return a key that sorts boards: released before fresh questions, means before tasks, and
        means of more tasks first.
        """
        level, known = ("", *ALL_LEVELS).index(self.level), (AVERAGE, *subsets.known())
        place = known.index(self.subset), -len(self.of), [*map(known.index, self.of)]
        return level, self.seed, self.n, self.chat, *place


def of_task(subset: str, chat: bool, draw: Draw | None) -> Board:
    """Return the board of a task's questions."""
    return Board(subset, chat, draw.level, draw.n, draw.seed) if draw else Board(subset, chat)
