"""Selects the runs that are comparable, by their signatures, and the tasks and promptings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any, NamedTuple

from tempanswerqa.analysis import FAMILY
from tempanswerqa.items import RUN, join
from tempanswerqa.metrics.scale import CARRIED
from tempanswerqa.runs.run import Run
from tempanswerqa.scoring import STRICT

if TYPE_CHECKING:
    from pandas import DataFrame

Cell = tuple[str, str]
"""A task and a prompting."""
PREFIX = "tempanswerqa:"
"""The beginning of a signature as text."""
COMPARABLE = ("format", "data", "prompts", "scale", "extraction", "questions", "limit")
"""The fields that must be equal for scores of a task and filter to be ranked together."""


class Selection(NamedTuple):
    """The compared runs of models, one for each model and cell."""

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
        """Return the columns of the runs' items that tests need, for the filter."""
        tables = (run.table[[*RUN, "id", "group", *FAMILY]] for run in self.runs)
        return join([table[table["filter"] == self.filter] for table in tables])


def comparable(
    runs: Iterable[Run], task: str = "", prompting: str | None = None, filter: str = STRICT
) -> Selection:
    """Return the comparable runs, by default of all tasks, and why the others are not.

    For each task these are the complete runs, or all if none is, and none if signatures differ.
    Models are compared over the tasks and promptings that they share, by the first run of each.
    """
    chosen = [run for run in runs if task in ("", run.task) and prompting in (None, run.prompting)]
    reasons = _reasons(chosen, filter)
    by_model: dict[str, dict[Cell, Run]] = {}
    for run in chosen:
        if id(run) not in reasons:
            by_model.setdefault(run.model, {}).setdefault((run.task, run.prompting), run)
    cells = sorted(common_cells(runs_of.keys() for runs_of in by_model.values()))
    shared = [runs_of for runs_of in by_model.values() if runs_of.keys() >= {*cells}]
    kept = [runs_of[cell] for runs_of in shared for cell in cells]
    counted = {*map(id, kept)}
    other = "another run counts, or the models do not share its task and prompting"
    left_out = [(run, reasons.get(id(run), other)) for run in chosen if id(run) not in counted]
    return Selection(filter, cells, kept, left_out)


def _reasons(runs: Sequence[Run], filter_name: str) -> dict[int, str]:
    """Return why runs are not comparable with others of their task, by the `id` of the run."""
    reasons: dict[int, str] = {}
    for task in {run.task for run in runs}:
        of_task = [run for run in runs if run.task == task]
        flawed = {id(run): ", ".join(run.flaws) for run in of_task if run.flaws}
        if len(flawed) < len(of_task):
            reasons |= flawed
        complete = [run for run in of_task if id(run) not in reasons]
        if fields := differences([run.signature(filter_name) for run in complete]):
            reasons |= dict.fromkeys(map(id, complete), f"differs in {', '.join(fields)}")
    return reasons


def common_cells(models: Iterable[Set[Cell]]) -> frozenset[Cell]:
    """Return the cells over which models are compared; `models` has those of each.

    They are those of one model, or those common to all: the set with the most runs, of at least two
    models if possible. Empty if no model has a cell.
    """
    known = [frozenset(cells) for cells in models if cells]
    choices = {*known, frozenset.intersection(*known)} - {frozenset()} if known else set()

    def size(shared: frozenset[Cell]) -> tuple[bool, int, int]:
        count = sum(shared <= cells for cells in known)
        return count > 1, count * len(shared), count

    return max(sorted(choices, key=sorted), key=size, default=frozenset())


def short(fields: Mapping[str, Any]) -> str:
    """Return a signature on one line."""
    limit = f"|limit:{fields['limit']}" if fields["limit"] is not None else ""
    mark, prompts, method = map(fields.get, ("think_end_token", "prompts", "scale_method"))
    method = f":{method}" if method not in (None, CARRIED) else ""
    prompts = f"|prompts:{prompts[:7]}" if prompts else ""
    think_end = f"|think_end:{mark!r}" if mark else ""
    return (
        f"{PREFIX}{fields['package']}|format:{fields['format']}|lm_eval:{fields['lm_eval']}"
        f"|data:{fields['data'][:7]}{prompts}|scale:{fields['scale'][:7]}{method}"
        f"|{fields['filter']}:{fields['extraction']}{think_end}|n:{fields['questions']}{limit}"
    )


def differences(signatures: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the fields of `COMPARABLE` in which signatures differ; empty for fewer than two."""
    return [name for name in COMPARABLE if len({fields.get(name) for fields in signatures}) > 1]
