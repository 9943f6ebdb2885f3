"""The kinds of tables by split: category and what fills a record."""

from __future__ import annotations

from collections.abc import Mapping

from tempanswerqa.fresh.tables.drawing import Kind
from tempanswerqa.fresh.tables.kinds import (
    bodies,
    people,
    sport,
    tail_bodies,
    tail_duels,
    tail_nature,
    tail_sport,
    tail_things,
    vessels,
)

KINDS: Mapping[str, Mapping[str, Kind]] = {
    "head": {
        **people.KINDS,
        **sport.KINDS,
        **bodies.KINDS,
        **vessels.KINDS,
    },
    "tail": {
        **tail_bodies.KINDS,
        **tail_duels.KINDS,
        **tail_nature.KINDS,
        **tail_sport.KINDS,
        **tail_things.KINDS,
    },
}
