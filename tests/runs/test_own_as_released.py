"""Released questions, written as a user's own, have the released strict scores to the last digit.

Their flexible scores differ: units of users divide exactly, 36 hours are 1.5 days.
"""

from pathlib import Path

import pytest
from own_support import make
from scored import cells, respond, write_answers, write_table
from support import SAMPLE

from tempanswerqa import questions
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions import own, subsets
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.run import Run, read_runs
from tempanswerqa.runs.summary import summarize
from tempanswerqa.scoring import FILTERS, STRICT

pytestmark = pytest.mark.usefixtures("forgetting")

PARTS = {"line": [("ttqa_head", "ttqa_tail")], "json": [("tot_arith",), ("tot_semantic",)]}
"""The subsets that share a scale, by the style that asks for their answers."""
THEIRS = {
    "answer": "label", "unit": "answer_temporal_unit", "answer_format": "answer_format",
    "context": "table_context", "system": "instruction",
}  # fmt: skip
ODD = (
    "", "I cannot tell.", "Final Answer: about 2 years and 5 months", "It was May 3, 1998.",
    ' "So 3.", "answer": "7 days and 12 hours"}', ' "x", "hours": 3, "minutes": 20, "seconds": 7',
    "<think>So 4?</think>\n\nFinal Answer: 5", "Final Answer: 03/04/2001",
)  # fmt: skip


def write_out(released: list[questions.Question], names: tuple[str, ...], path: Path) -> Path:
    """Write released questions as a user's table with all its columns; returns its path."""
    parts = [subsets.find(name) for name in names]
    lines = cells(SAMPLE / parts[0].file)
    rows = [row for part in parts for row in lines if row["split"] == part.split]
    table = []
    for number, (row, one) in enumerate(zip(rows, released, strict=True)):
        asked = row.get("question_wo_instruct", row["question"])
        mine = {"id": number, "question": asked, "group": one.group, "category": one.kind}
        table.append(mine | {ours: row.get(theirs, "") for ours, theirs in THEIRS.items()})
    return write_table(path, table)


def scored(path: Path, rows: dict[str, str]) -> tuple[list[Run], dict[str, list]]:
    runs = read_runs(write_answers(path, rows), Library(SAMPLE))
    items = {r: [i for run in runs for i in run.items[r].itertuples(index=False)] for r in FILTERS}
    return runs, items


@pytest.mark.slow
@pytest.mark.parametrize(
    ("style", "names"), [(style, names) for style, parts in PARTS.items() for names in parts]
)
def test_items_and_scores_are_the_same(style, names, tmp_path):
    released = [one for name in names for one in questions.load(name, SAMPLE)]
    table = write_out(released, names, tmp_path / "a.csv")
    own.include(make(tmp_path / "own", "mine", "--style", style, table=table))
    twins = {one.id: f"mine-{number}" for number, one in enumerate(released)}
    given = respond(released)
    given |= {one.id: ODD[n // 2 % len(ODD)] for n, one in enumerate(released) if n % 2}
    runs, expected = scored(tmp_path / "released.jsonl", given)
    (mine,), found = scored(
        tmp_path / "mine.jsonl", {twins[name]: text for name, text in given.items()}
    )
    by_id = {item.id: item for item in found[STRICT]}
    assert len(by_id) == len(expected[STRICT]) >= 10
    for first in expected[STRICT]:
        second = by_id[twins[first.id]]
        named = first._replace(kind=second.kind, asks_for=second.asks_for)
        assert repr(second[2:]) == repr(named[2:])
    if len(runs) == 1:
        theirs, ours = (summarize(run, STRICT) for run in (runs[0], mine))
        for name in METRICS:
            assert ours.scores[name] == theirs.scores[name]
        assert ours.counted == theirs.counted
