"""Which runs may be compared, and over which tasks and promptings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from typing import TYPE_CHECKING, NamedTuple

from tempanswerqa.analysis import FAMILY
from tempanswerqa.items import RUN, join
from tempanswerqa.runs import signature
from tempanswerqa.runs.run import Run
from tempanswerqa.scoring import STRICT

if TYPE_CHECKING:
    from pandas import DataFrame

Cell = tuple[str, str]
"""A task and a prompting."""


class Selection(NamedTuple):
    """The runs of models that are compared, one for each model and cell."""

    filter: str
    cells: Sequence[Cell]
    """The tasks and promptings that all models share, sorted."""
    runs: Sequence[Run]
    left_out: Sequence[tuple[Run, str]]
    """The other runs, each with the reason, such as `3 missing`."""

    @property
    def models(self) -> list[str]:
        """Return the models in the order of their runs."""
        return [*dict.fromkeys(run.model for run in self.runs)]

    @property
    def items(self) -> DataFrame:
        """Return the columns of the runs' items that tests need, as the filter reads them."""
        columns = [*RUN, "id", "group", *FAMILY]
        return join(
            [run.table.loc[run.table["filter"] == self.filter, columns] for run in self.runs]
        )


def comparable(
    runs: Iterable[Run], task: str = "", prompting: str | None = None, filter: str = STRICT
) -> Selection:
    """Return the runs that may be compared, their cells, and why the others may not.

    Of each task these are the complete runs, or all if none is, and none of a task whose signatures
    differ. Models are compared over the tasks and promptings that they share. Of several runs of a
    model in one cell, the first counts.

    Parameters
    ----------
    runs
        The runs, in the order in which models are shown.
    task, prompting
        Take the runs of these alone; by default of all.
    filter
        The filter that read them.
    """
    chosen = [run for run in runs if task in ("", run.task) and prompting in (None, run.prompting)]
    reasons = _reasons(chosen, filter)
    by_model: dict[str, dict[Cell, Run]] = {}
    for run in chosen:
        if id(run) not in reasons:
            own = by_model.setdefault(run.model, {})
            if own.setdefault((run.task, run.prompting), run) is not run:
                reasons[id(run)] = "another run of the model counts"
    cells = sorted(common_cells(own.keys() for own in by_model.values()))
    kept = [own[cell] for own in by_model.values() if own.keys() >= {*cells} for cell in cells]
    counted = {*map(id, kept)}
    left_out = [
        (run, reasons.get(id(run), "the models do not share its task and prompting"))
        for run in chosen
        if id(run) not in counted
    ]
    return Selection(filter, cells, kept, left_out)


def _reasons(runs: Iterable[Run], filter_name: str) -> dict[int, str]:
    """Return why a run may not be compared with others of its task, by the `id` of the run."""
    by_task: dict[str, list[Run]] = {}
    for run in runs:
        by_task.setdefault(run.task, []).append(run)
    reasons: dict[int, str] = {}
    for own in by_task.values():
        complete = [run for run in own if not run.flaws] or own
        reasons |= {
            id(run): ", ".join(run.flaws) for run in own if run.flaws and complete is not own
        }
        if fields := signature.differences([run.signature(filter_name) for run in complete]):
            reasons |= dict.fromkeys(map(id, complete), f"differs in {', '.join(fields)}")
    return reasons


def common_cells(models: Iterable[Set[Cell]]) -> frozenset[Cell]:
    """Return the cells over which models are compared, of which `models` has those of each.

    A model that lacks one of them is left out.

    The cells are those of one model, or those that all models have. Of these sets it is the one
    with the most runs, with at least two models if one has. Empty if no model has a cell.
    """
    known = [frozenset(own) for own in models if own]
    choices = {*known, frozenset.intersection(*known)} - {frozenset()} if known else set()

    def size(shared: frozenset[Cell]) -> tuple[bool, int, int]:
        count = sum(shared <= own for own in known)
        return count > 1, count * len(shared), count

    return max(sorted(choices, key=sorted), key=size, default=frozenset())
