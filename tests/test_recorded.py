"""Saved responses: joined by content, and refused with the file and row that is wrong."""

import csv
import gzip
from pathlib import Path

import pytest

from tempanswerqa import questions
from tempanswerqa.recorded import (
    RecordedError,
    read_responses,
    response_files,
    responses_by_question,
)

SAMPLE = Path(questions.__file__).parent / "sample"


def rows(family: str = "tot") -> list[dict[str, str]]:
    with (SAMPLE / f"questions/{family}.csv").open(newline="", encoding="utf-8") as file:
        return [row | {"response": f"response {n}"} for n, row in enumerate(csv.DictReader(file))]


def write(path: Path, cells: list[dict[str, str]]) -> Path:
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "wt", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(cells[0]))
        writer.writeheader()
        writer.writerows(cells)
    return path


@pytest.mark.parametrize("name", ["run.csv", "run.csv.gz"])
def test_responses_are_joined_by_content(tmp_path, name):
    cells = [row for row in rows() if row["split"] == "arithmetic"]
    found = responses_by_question(write(tmp_path / name, cells[::-1]))
    loaded = questions.load("tot_arith", SAMPLE)
    assert [found[question.id] for question in loaded] == [row["response"] for row in cells]


def test_places(tmp_path):
    first = write(tmp_path / "a_zero.csv", rows("tot"))
    second = write(tmp_path / "b_zero.csv.gz", rows("ttqa"))
    (tmp_path / "notes.txt").write_text("not a run")
    assert response_files(first) == [first]
    assert response_files(tmp_path) == [first, second]
    assert response_files(tmp_path / "b_*") == [second]
    assert len(responses_by_question(tmp_path)) == len(rows("tot")) + len(rows("ttqa"))
    with pytest.raises(RecordedError, match="no response file there"):
        response_files(tmp_path / "c_*")


def test_two_runs_are_not_mixed(tmp_path):
    write(tmp_path / "a.csv", rows())
    write(tmp_path / "b.csv", rows())
    with pytest.raises(RecordedError, match=r"b\.csv and .*a\.csv both answer the question tot_"):
        responses_by_question(tmp_path)


def test_long_and_empty_responses(tmp_path):
    cells = rows()[:2]
    cells[0]["response"], cells[1]["response"] = "x" * 300_000, ""
    assert [r for _, r in read_responses(write(tmp_path / "a.csv", cells))] == ["x" * 300_000, ""]


@pytest.mark.parametrize("column", ["response", "question", "label", "split"])
def test_missing_column_is_named(tmp_path, column):
    cells = [{k: v for k, v in row.items() if k != column} for row in rows()]
    with pytest.raises(RecordedError, match=f"a.csv lacks the column '{column}'"):
        list(read_responses(write(tmp_path / "a.csv", cells)))


def test_unknown_split_is_named_with_its_row(tmp_path):
    cells = rows()
    cells[3]["split"] = "dev"
    with pytest.raises(RecordedError, match=r"a\.csv, row 4: no subset has the split 'dev'"):
        list(read_responses(write(tmp_path / "a.csv", cells)))


def test_cut_off_gzip_is_refused(tmp_path):
    path = write(tmp_path / "a.csv.gz", rows())
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(RecordedError, match=r"a\.csv\.gz, after row \d+: .*is it whole"):
        list(read_responses(path))


def test_other_files_are_refused(tmp_path):
    for name, content in {"a.csv.gz": b"plain", "a.csv": b"question\n\xff\xfe"}.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(RecordedError, match="is it whole"):
            list(read_responses(tmp_path / name))
    (tmp_path / "b.csv").write_bytes(b"")
    assert list(read_responses(tmp_path / "b.csv")) == []
