"""Draws fresh questions: no question comes twice, each answer is computed twice, and a draw
is the same on every machine.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from random import Random

from tempanswerqa.answers import quantities
from tempanswerqa.fresh import families
from tempanswerqa.fresh.item import Item
from tempanswerqa.questions.draws import Draw, FreshError
from tempanswerqa.questions.subsets import SUBSETS

SEEDED = "tempanswerqa fresh 2"  # begins the seed of each generator: another text, other draws
GOLDEN = (5**0.5 - 1) / 2  # the fractional parts of its multiples cover [0, 1) evenly
FRUITLESS = 100  # the number of blocks without a new question after which a draw ends
UNREAD = 0.001  # the largest share of a template's or kind's questions that is left out
_REPORT = "please report it as an error of this package; CONTRIBUTING.md helps if you added it"

Checked = tuple[Item, bool]
"""A question, and whether the solver reads it."""


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
            f"such as {question!r}; {_REPORT}"
        )


def _key(item: Item) -> bytes:
    """Return a digest of the texts in which two questions differ."""
    text = "\x1f".join((item.cells["question"], item.cells.get("table_context", "")))
    return hashlib.blake2b(text.encode(), digest_size=12).digest()


def _block(draw: Draw, block: int) -> list[Checked]:
    """Return the questions of a block, which has its own random generator."""
    family = families.family(draw.subset)
    name = f"{SEEDED} {draw.subset} {draw.level} {draw.seed}"
    offset, first = Random(name).random(), block * family.block
    picks = [(offset + GOLDEN * place) % 1 for place in range(first, first + family.block)]
    checked = []
    for item in family.draw(Random(f"{name} {block}"), draw.level, picks):
        if "table_id" in item.cells:  # the family's own may come twice in large draws
            item.cells["table_id"] = f"{draw.seed}.{block}"
        checked.append((item, _agree(item, draw, block)))
    return checked


def _agree(item: Item, draw: Draw, block: int) -> bool:
    """Return whether the solver finds the answer of the template; False if it finds none.

    Raises FreshError if the solver or the label has another answer than the template.
    """
    unit = item.cells["answer_temporal_unit"]
    solved = families.family(draw.subset).solve(item.cells)
    stated = quantities.read_label(item.cells["label"], SUBSETS[draw.subset].family, unit)
    if item.number == stated and solved in (item.number, None):
        return solved is not None
    raise FreshError(
        f"{draw.subset}, {draw.level}, seed {draw.seed}, block {block}: the template "
        f"{item.template!r} answers {item.number!r}, the solver {solved!r}, the label says "
        f"{stated!r}; {_REPORT}"
    )
