"""The bounds that SECURITY.md states are those of the code."""

from support import CHECKOUT

from tempanswerqa import files
from tempanswerqa.neighbours.tram import items
from tempanswerqa.questions import draws, own, own_rows, own_table, sources
from tempanswerqa.runs import catalog, harness_files, saved_responses
from tempanswerqa.runs.logs import lighteval, zip_members
from tempanswerqa.runs.submission import model_names, safe_json


def test_bounds_are_as_stated():
    stated = (CHECKOUT / "SECURITY.md").read_text(encoding="utf-8")
    for what, *bounds in (
        ("submission, unpacked", safe_json.LARGEST, safe_json.TEXTS, safe_json.OUTSIDE),
        ("response in a submission", safe_json.RESPONSE),
        (
            *("table of your own questions", own.LARGEST, own_table.PACKED, own.MOST),
            *(own_table.WIDEST, own.LONGEST, own_rows.LONGEST),
        ),
        ("name of a model", model_names.LONGEST),
        ("responses to one task", draws.ANSWERED),
        ("fresh questions that are kept", catalog.KEPT),
        (
            *("saved responses, unpacked", saved_responses.LARGEST),
            *(saved_responses.MOST, saved_responses.LONGEST),
        ),
        ("archive of inspect_ai", zip_members.LARGEST),
        ("details of lighteval, packed", lighteval.PACKED),
        ("texts of a submission or of saved responses in memory", files.WIDEST),
        ("results file of lm_eval", harness_files.LARGEST),
        ("table in an archive of TRAM", items.LARGEST),
        ("download", sources.TEMPANSWERQA.limit, items.TRAM.limit, int(sources.DEADLINE / 60)),
    ):
        (row,) = [line for line in stated.splitlines() if line.startswith(f"| {what}")]
        for bound in bounds:
            assert f"{bound:,}" in row, (what, bound)
    assert all(script.title() in stated for script in model_names.ALIKE)
