"""Names the four parts of the benchmark."""

from __future__ import annotations

from typing import NamedTuple


class Subset(NamedTuple):
    """One of the four parts of the benchmark: a split of a question file."""

    family: str
    split: str

    @property
    def file(self) -> str:
        """Return the question file, below the data folder."""
        return f"questions/{self.family}.csv"


SUBSETS = {
    "tot_arith": Subset("tot", "arithmetic"),
    "tot_semantic": Subset("tot", "semantic"),
    "ttqa_head": Subset("ttqa", "head"),
    "ttqa_tail": Subset("ttqa", "tail"),
}
