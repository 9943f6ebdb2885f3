"""Tests the reading of details of lighteval, and the errors of broken files."""

import pytest
from log_support import DATE, detail, lighteval_details

from tempanswerqa import files
from tempanswerqa.questions.record import TOT_PREFILL
from tempanswerqa.runs.logs import lighteval
from tempanswerqa.runs.saved_responses import (
    Origin,
    RecordedError,
    Saved,
    origin,
    read_saved,
    response_files,
)

ROWS = (
    detail("When?", "3 days", "4 days", id="tot_arith-0123456789ab"),
    detail(f"How long? {TOT_PREFILL}\n", " so", id=""),
)


def test_responses_and_what_names_their_questions(tmp_path):
    path = lighteval_details(tmp_path, *ROWS)
    assert list(read_saved(path)) == [
        Saved(0, "3 days", "tot_arith-0123456789ab", ("When?",), "", others=("4 days",)),
        Saved(1, " so", "", (f"How long? {TOT_PREFILL}\n",), TOT_PREFILL),
    ]
    assert response_files(tmp_path) == [path]


def test_documents_without_an_id(tmp_path):
    rows = [detail(f"{n}?", str(n)) for n in range(50)]
    found = list(read_saved(lighteval_details(tmp_path, *rows)))
    assert found == [Saved(n, str(n), "", (f"{n}?",), "") for n in range(50)]


@pytest.mark.parametrize(("task", "expected"), [
    ("tempanswerqa_tot_arith|0", ("zero-shot", "tempanswerqa_tot_arith")),
    ("custom|tempanswerqa_ttqa_head|5", ("few-shot", "tempanswerqa_ttqa_head")),
    ("own_task", ("", "own_task")),
])  # fmt: skip
def test_names_tell_the_run(tmp_path, task, expected):
    path = lighteval_details(tmp_path / "details", *ROWS, model="org/a/m", task=task)
    assert origin(path) == Origin("org/a/m", *expected)


def test_details_in_a_folder_of_another_kind(tmp_path):
    path = lighteval_details(tmp_path, *ROWS)
    for place in (tmp_path / "m1" / path.name, tmp_path / "m2" / DATE / path.name):
        place.parent.mkdir(parents=True)
        path.rename(place)
        path = place
        assert origin(path).model == path.relative_to(tmp_path).parts[0]


def test_what_cannot_be_used(tmp_path, monkeypatch):
    path = lighteval_details(tmp_path, detail("When?", "3 days"), detail("How?"))
    with pytest.raises(RecordedError, match="row 1: no text was generated"):
        list(read_saved(path))
    monkeypatch.setattr(files, "WIDEST", 10)
    with pytest.raises(RecordedError, match="more than 10 bytes of texts"):
        list(read_saved(path))
    monkeypatch.setattr(lighteval, "PACKED", 5)
    with pytest.raises(RecordedError, match=f"{DATE}.parquet, it has more than 5 bytes"):
        list(read_saved(path))


@pytest.mark.parametrize("content", [b"", b"PAR1", b"PAR1" * 9])
def test_a_file_that_is_no_parquet(tmp_path, content):
    path = lighteval_details(tmp_path, *ROWS)
    path.write_bytes(content)
    with pytest.raises(RecordedError, match="after 0 responses: "):
        list(read_saved(path))


def test_columns_of_another_kind(tmp_path):
    path = lighteval_details(tmp_path, {"example": "When?", "predictions": ["3 days"]})
    with pytest.raises(RecordedError, match="no 'doc'; name a whole file of its tool"):
        list(read_saved(path))
