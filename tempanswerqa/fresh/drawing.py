"""Draws fresh questions: no question comes twice, each answer is computed twice, and a draw
is the same on every machine.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import count, islice
from random import Random
from typing import NamedTuple

from tempanswerqa import paper_scoring
from tempanswerqa.fresh.item import Item
from tempanswerqa.fresh.solving import TALLY
from tempanswerqa.questions.draws import Draw, FreshError
from tempanswerqa.questions.subsets import SUBSETS

SEEDED = "tempanswerqa fresh 2"
"""The beginning of the seed of each generator. Draws stay as long as it does: its number is not
`draws.VERSION`."""
GOLDEN = (5**0.5 - 1) / 2  # the fractional parts of its multiples cover [0, 1) evenly
FRUITLESS = 100  # the number of blocks without a new question after which a draw ends
UNREAD = 0.001  # the largest share of a template's or kind's questions that is left out
_REPORT = "please report it as an error of this package; CONTRIBUTING.md helps if you added it"

_PLACES = {
    "tot_arith": ("arithmetic", "draw", 1),
    "tot_semantic": ("semantic", "draw", 4),
    "ttqa_head": ("tables", "draw_head", 5),
    "ttqa_tail": ("tables", "draw_tail", 5),
}
"""The package beside this module, its function that draws, and the block size, by subset."""


class Family(NamedTuple):
    """Holds the functions that draw and solve the questions of a subset."""

    draw: Callable[[Random, str, Sequence[float]], list[Item]]
    """The function that returns a block of a level: one question for each pick in [0, 1), which
    chooses its kind.
    """
    solve: Callable[[Mapping[str, str]], float | None]
    """The function that returns the answer from a row's text; None if it cannot read the text."""
    block: int
    """The number of questions of a block, which share a table or a set of facts."""


Checked = tuple[Item, bool]
"""A question, and whether the solver reads it."""


@cache
def family(subset: str) -> Family:
    """Return the family of a subset. Its modules are imported at the first call."""
    module, draw, block = _PLACES[subset]
    package = import_module(f"tempanswerqa.fresh.{module}")
    return Family(getattr(package, draw), package.solve, block)


def questions(draw: Draw) -> Iterator[Item]:
    """Yield the questions of a draw, in order.

    A larger draw of the same subset, level and seed begins with the smaller one. Raises FreshError
    as `Draw.checked` does, if the two answers of a question differ, if the solver cannot read the
    questions of a template, and if the family has no further questions.
    """
    draw.checked()
    yield from islice(_distinct(draw), draw.n)


def _distinct(draw: Draw) -> Iterator[Item]:
    """Yield each question that the solver reads, once, from as many blocks as needed."""
    seen: set[bytes] = set()
    drawn, unread = Counter[str](), Counter[str]()
    fruitless = 0
    for block in count():
        before = len(seen)
        for item, read in _block(draw, block):
            names = {item.template, item.cells.get("category", "")}
            drawn.update(names)
            if not read:
                unread.update(names)
                _refuse_unread(draw, item, drawn, unread)
            elif (key := _key(item)) not in seen:
                seen.add(key)
                yield item
        fruitless = 0 if len(seen) > before else fruitless + 1
        if fruitless == FRUITLESS:
            raise FreshError(f"there are no more than {len(seen)} questions; draw other seeds, too")


def _refuse_unread(draw: Draw, item: Item, drawn: Counter[str], unread: Counter[str]) -> None:
    """Raise FreshError if the solver cannot read too many questions of a template or kind.

    One question, and a share `UNREAD`, may be left out.
    """
    kind = item.cells.get("category", "")
    names = [name for name in (item.template, kind) if name]
    if any(unread[name] > 1 + UNREAD * drawn[name] for name in names):
        counts = ", ".join(f"{unread[name]} of {drawn[name]} of {name!r}" for name in names)
        question = item.cells.get("question_wo_instruct") or item.cells["question"]
        raise FreshError(
            f"{draw.subset}, {draw.level}, seed {draw.seed}: the solver cannot read questions of "
            f"the template {item.template!r}{kind and f' and the kind {kind!r}'} ({counts}), "
            f"such as {question!r} ({TALLY.trouble}); {_REPORT}"
        )


def _key(item: Item) -> bytes:
    """Return a digest of the texts in which two questions differ."""
    text = "\x1f".join((item.cells["question"], item.cells.get("table_context", "")))
    return hashlib.blake2b(text.encode(), digest_size=12).digest()


def _block(draw: Draw, block: int) -> list[Checked]:
    """Return the questions of a block, which has its own random generator."""
    draw_block, _, size = family(draw.subset)
    name = f"{SEEDED} {draw.subset} {draw.level} {draw.seed}"
    offset, first = Random(name).random(), block * size
    picks = [(offset + GOLDEN * place) % 1 for place in range(first, first + size)]
    checked = []
    for item in draw_block(Random(f"{name} {block}"), draw.level, picks):
        if "table_id" in item.cells:  # the family's own may come twice in large draws
            item.cells["table_id"] = f"{draw.seed}.{block}"
        checked.append((item, _agree(item, draw, block)))
    return checked


def _agree(item: Item, draw: Draw, block: int) -> bool:
    """Return whether the solver finds the answer of the template; False if it finds none.

    Raises FreshError if the solver or the label has another answer than the template.
    """
    unit = item.cells["answer_temporal_unit"]
    solved = family(draw.subset).solve(item.cells)
    stated = paper_scoring.read_label(item.cells["label"], SUBSETS[draw.subset].family, unit)
    if item.number == stated and solved in (item.number, None):
        return solved is not None
    raise FreshError(
        f"{draw.subset}, {draw.level}, seed {draw.seed}, block {block}: the template "
        f"{item.template!r} answers {item.number!r}, the solver {solved!r}, the label says "
        f"{stated!r}; {_REPORT}"
    )
