"""Says in a sentence which models tests tell apart, by exact match and by sMAPE."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tempanswerqa.metrics.ranks import Rank
from tempanswerqa.runs.run_set import RunSet
from tempanswerqa.text import conjoined

EXACT, SIZE = "exact_match", "smape"
"""The metrics that the sentences are on. Unread answers count as errors of the largest size."""
NAMED = 3
"""The largest number of models that a sentence names."""
OF_TWO = {
    (0, 0): "{0} and {1} cannot be told apart, neither by EM nor by sMAPE.",
    (0, 1): "{0} and {1} cannot be told apart by EM; {0} has the lower sMAPE.",
    (0, 2): "{0} and {1} cannot be told apart by EM; {1} has the lower sMAPE.",
    (0, None): "{0} and {1} cannot be told apart by EM.",
    (1, 0): "{0} is better by EM; by sMAPE the two cannot be told apart.",
    (1, 1): "{0} is better by EM, and has the lower sMAPE.",
    (1, 2): "{0} is better by EM, but {1} has the lower sMAPE.",
    (1, None): "{0} is better by EM.",
}
"""The sentences on two models, by the better one: 0 if neither is, None without a test."""
OF_MANY = (
    {
        "all": "No two of {count} can be told apart by EM",
        "one": "{first} is better than all others by EM",
        "lone": "{first} leads by EM, but not significantly over all others",
        "few": "{first} lead by EM and cannot be told apart",
        "many": "{level} of {count} lead by EM and cannot be told apart",
    },
    {
        "all": "no two by sMAPE",
        "one": "{first} has the lowest sMAPE",
        "lone": "{first} has the lowest sMAPE, but not significantly",
        "few": "{first} have the lowest sMAPE and cannot be told apart",
        "many": "{level} have the lowest sMAPE and cannot be told apart",
    },
)
"""The parts of the sentence on more models, for exact match and for sMAPE."""


def of_runs(runs: RunSet, names: Mapping[str, str] | None = None) -> str:
    """Return which models tests tell apart on the tasks and promptings that they share; empty if
    there are no two models that may be compared. `names` are the names of models to be shown.
    """
    comparable = runs.comparable()
    exact, size = (comparable.ranks(name) for name in (EXACT, SIZE))
    if not exact:
        return ""
    shown = [names[model] if names else model for model in exact]
    return of_many(shown, [*exact.values()], [*size.values()] or None)


def of_two(names: Sequence[str], exact: int, size: int | None) -> str:
    """Return which of two models is better by exact match, and which by sMAPE.

    Both are 1 or 2 for the model that is significantly better, 0 for neither; `size` is None if
    there is no test.
    """
    if exact == 2:
        names, exact, size = names[::-1], 1, (0, 2, 1)[size] if size is not None else None
    return OF_TWO[exact, size].format(*names)


def of_many(names: Sequence[str], exact: Sequence[Rank], size: Sequence[Rank] | None) -> str:
    """Return which models lead by exact match, and which by sMAPE, as their ranks say; `size` is
    None if there is no test.
    """
    if len(names) == 2:
        return of_two(names, _better(exact), _better(size) if size else None)
    clauses = [
        _lead(names, ranks, templates)
        for ranks, templates in zip((exact, size), OF_MANY, strict=True)
        if ranks
    ]
    if size and _better(exact) == _better(size) > 0:
        clauses = [f"{clauses[0]}, and has the lowest sMAPE"]
    return f"{'; '.join(clauses)}."


def _better(ranks: Sequence[Rank]) -> int:
    return next((place for place, rank in enumerate(ranks, 1) if rank.worst == 1), 0)


def _lead(names: Sequence[str], ranks: Sequence[Rank], templates: dict[str, str]) -> str:
    level = [name for name, rank in zip(names, ranks, strict=True) if rank.best == 1]
    if len(level) == 1:
        kind = "one" if any(rank.worst == 1 for rank in ranks) else "lone"
    else:
        kind = "all" if len(level) == len(names) else "few" if len(level) <= NAMED else "many"
    return templates[kind].format(first=conjoined(level), level=len(level), count=len(names))
