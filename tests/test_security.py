"""The bounds that SECURITY.md states are those of the code."""

from support import CHECKOUT

from tempanswerqa import files
from tempanswerqa.neighbours.tram import items
from tempanswerqa.questions import draws, own, own_rows, own_table, sources
from tempanswerqa.runs import catalog, harness_files, saved_responses
from tempanswerqa.runs.submission import bundle, model_names, schema


def test_bounds_are_as_stated():
    stated = (CHECKOUT / "SECURITY.md").read_text(encoding="utf-8")
    for what, *bounds in (
        ("submission, unpacked", bundle.LARGEST),
        ("response in a submission", schema.RESPONSE),
        (
            *("table of your own questions", own.LARGEST, own_table.PACKED, own.MOST),
            *(own_table.WIDEST, own.LONGEST, own_rows.LONGEST),
        ),
        ("name of a model", model_names.LONGEST),
        ("responses to one task", draws.ANSWERED),
        ("fresh questions that are kept", catalog.KEPT),
        (
            *("saved responses, unpacked", saved_responses.LARGEST),
            *(saved_responses.MOST, saved_responses.LONGEST, files.LINES),
        ),
        ("results file of lm_eval", harness_files.LARGEST),
        ("table in an archive of TRAM", items.LARGEST),
        ("download", sources.TEMPANSWERQA.limit, items.TRAM.limit),
    ):
        (row,) = [line for line in stated.splitlines() if line.startswith(f"| {what}")]
        for bound in bounds:
            assert f"{bound:,}" in row, (what, bound)
    assert all(script.title() in stated for script in model_names.ALIKE)
