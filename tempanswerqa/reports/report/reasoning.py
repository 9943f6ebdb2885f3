"""Compares the equations of responses with the correctness of their answers."""

from __future__ import annotations

from collections.abc import Sequence

from tempanswerqa.metrics.scores import NAN, mean
from tempanswerqa.reports.report.data import Gathered, Reasoned
from tempanswerqa.reports.report.score_tables import of_datasets, of_runs
from tempanswerqa.reports.tables import Column, Table

GROUPS = ("none", "some", "all")


def group(one: Reasoned) -> str:
    """Return the one of the `GROUPS` whose name says how many equations are right."""
    return "all" if one.right == one.equations else "some" if one.right else "none"


def table(gathered: Gathered) -> Table:
    """Return a table of each run's equations, and its exact match by `GROUPS`."""
    return Table(
        "reasoning",
        f"Arithmetic in the reasoning ({gathered.rule})",
        "The columns have the number of responses that state equations, the number of equations, "
        "the share of right ones, and the exact match of responses in which none, some or all "
        "equations are right, in percent.",
        (
            *(of_datasets(gathered), *of_runs(gathered)),
            Column("responses", "with equations", digits=0),
            Column("equations", "equations", digits=0),
            Column("right", "% right", 100, 1),
            *(Column(name, f"EM, {name} right", 100, 1) for name in GROUPS),
        ),
        [
            {
                "dataset": dataset,
                **run._asdict(),
                "responses": len(own),
                "equations": sum(one.equations for one in own),
                "right": share_right(own),
                **{
                    name: mean(one.exact_match for one in own if group(one) == name)
                    for name in GROUPS
                },
            }
            for dataset, runs in gathered.reasoned.items()
            for run in gathered.runs
            if (own := runs.get(run))
        ],
        by=("dataset",),
        head=2,
    )


def share_right(own: Sequence[Reasoned]) -> float:
    """Return the share of right equations, from 0 to 1; NaN if there is no equation."""
    total = sum(one.equations for one in own)
    return sum(one.right for one in own) / total if total else NAN
