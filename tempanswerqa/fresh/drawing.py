"""Draws fresh questions: no question comes twice, each answer is computed twice, and a draw
is the same on every machine.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter, deque
from collections.abc import Iterator
from itertools import count, islice
from random import Random
from threading import Thread
from typing import TYPE_CHECKING

from tempanswerqa.answers import quantities
from tempanswerqa.fresh import families
from tempanswerqa.fresh.item import Item
from tempanswerqa.questions.draws import VERSION, Draw, FreshError
from tempanswerqa.questions.subsets import SUBSETS

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

CHUNK = 250  # the number of questions that a process draws at a time
ALONE = 4 * CHUNK  # the largest draw for which one process is faster than several
GOLDEN = (5**0.5 - 1) / 2  # the fractional parts of its multiples cover [0, 1) evenly
FRUITLESS = 100  # the number of blocks without a new question after which a draw ends
UNREAD = 0.001  # the largest share of a template's or kind's questions that is left out
BEHIND = 50  # at most one of this number of questions is left out or comes twice
_REPORT = "please report it as an error of this package; CONTRIBUTING.md helps if you added it"

Checked = tuple[Item, bool]
"""A question, and whether the solver reads it."""


def questions(draw: Draw, processes: int | None = None) -> Iterator[Item]:
    """Yield the questions of a draw, in order.

    The number of processes (None: one per core) changes no question. A larger draw of the same
    subset, level and seed begins with the smaller one. Raises FreshError as `Draw.checked` does,
    if the two answers of a question differ, if the solver cannot read the questions of a
    template, and if the family has no further questions.
    """
    draw.checked()
    processes = processes or os.cpu_count() or 1
    if processes == 1 or draw.n <= ALONE:
        blocks = (_blocks(draw, number, number + 1) for number in count())
        yield from islice(_distinct(blocks, draw), draw.n)
        return
    from concurrent.futures import ProcessPoolExecutor  # slow to import, and few draws need it

    with ProcessPoolExecutor(processes, initializer=_end_with_parent) as pool:
        yield from islice(_distinct(_ahead(pool, draw, 2 * processes), draw), draw.n)
        pool.shutdown(wait=False, cancel_futures=True)


def near(draw: Draw) -> Iterator[Item]:
    """Yield the questions of the blocks that can hold the last question of a draw.

    Each question that is left out before the last one moves it on by one place; `BEHIND` limits
    how many are left out.
    """
    size = families.family(draw.checked().subset).block
    first, ahead = (draw.n - 1) // size, draw.n // BEHIND
    for block in range(first, first + ahead // size + FRUITLESS):
        yield from (item for item, read in _blocks(draw, block, block + 1) if read)


def _end_with_parent() -> None:
    """End this process when its parent process ends, even if the parent is killed."""
    from multiprocessing import parent_process

    def follow() -> None:
        if parent := parent_process():
            parent.join()
            os._exit(1)

    Thread(target=follow, daemon=True).start()


def _ahead(pool: ProcessPoolExecutor, draw: Draw, window: int) -> Iterator[list[Checked]]:
    """Yield chunks of questions in order, while the pool draws the next `window` chunks."""
    step = CHUNK // families.family(draw.subset).block
    starts = count(0, step)
    under_way = (pool.submit(_blocks, draw, start, start + step) for start in starts)
    waiting = deque(islice(under_way, window))
    while True:
        yield waiting.popleft().result()
        waiting.append(next(under_way))


def _distinct(found: Iterator[list[Checked]], draw: Draw) -> Iterator[Item]:
    """Yield each question that the solver reads, once."""
    seen: set[bytes] = set()
    drawn, unread = Counter[str](), Counter[str]()
    fruitless = 0
    for checked in found:
        before = len(seen)
        for item, read in checked:
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


def _blocks(draw: Draw, start: int, stop: int) -> list[Checked]:
    """Return the questions of the blocks from `start` to before `stop`.

    Each block has its own random generator.
    """
    family = families.family(draw.subset)
    name = f"tempanswerqa fresh {VERSION} {draw.subset} {draw.level} {draw.seed}"
    offset = Random(name).random()
    checked = []
    for block in range(start, stop):
        first = block * family.block
        picks = [(offset + GOLDEN * place) % 1 for place in range(first, first + family.block)]
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
