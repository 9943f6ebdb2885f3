"""Tests that a table with bad rows gives one error that names them all, and no folder."""

import gzip
import io
import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from cases import cased

from tempanswerqa import cli
from tempanswerqa.harness import registration
from tempanswerqa.questions import subsets

HEAD = "question,answer,unit\n"
GOOD = "How long was it?,3 days,days\n"


def table(*rows: str) -> bytes:
    return (HEAD + "".join(f"{row}\n" for row in rows)).encode()


def parquet(*names: str, **columns: list) -> bytes:
    """Return a Parquet file with these columns, or with columns of these names."""
    import pyarrow
    from pyarrow import parquet

    file, empty = io.BytesIO(), [pyarrow.array(["a"])] * len(names)
    held = pyarrow.Table.from_arrays(empty, names) if names else pyarrow.table(columns)
    parquet.write_table(held, file)
    return file.getvalue()


def refused(capsys, path: Path, content: bytes, name: str = "mine") -> str:
    """Return what is said of a table of which no folder can be made."""
    path.write_bytes(content)
    assert cli.main(["new", str(path), "--name", name, "--out", str(path.parent / "out")]) == 1
    out, err = capsys.readouterr()
    assert (out, list(path.parent.iterdir())) == ("", [path])
    return err


OTHERS = {
    "UTF-16": ("a.csv", table(GOOD).decode().encode("utf-16"), "UTF-8"),
    "Latin-1": ("a.csv", table("Zoë?,3,years").decode().encode("latin-1"), "UTF-8"),
    "many bad rows": (
        *("a.csv", table(*(f"a,{'x' if n % 2 else 3},days" for n in range(1, 999)))),
        *("499 of 998 rows", "rows 2, 4, 6,", " 998: "),
    ),
    "many kinds of problems": (
        *("a.csv", table(*(f"a,{'x' * n},days" for n in range(1, 60)))),
        *("59 of 59 rows", "row 2: ", "row 60: "),
    ),
    "a damaged workbook": ("a.xlsx", b"PK\x03\x04", "a.xlsx"),
    "another workbook": ("a.ods", b"PK", ".parquet"),
    "damaged gzip": ("a.csv.gz", gzip.compress(table(GOOD * 99))[:-20], "a.csv.gz"),
    "deep JSON": ("a.jsonl", b"[" * 100_000 + b"\n", "row 1"),
    "no Parquet": ("a.parquet", b"PAR1 and more", "a.parquet"),
    "a column twice": ("a.parquet", parquet("question", "answer", "unit", "unit"), "unit"),
    "lists": (
        "a.parquet",
        parquet(question=[["a", "b"], ["c"]], answer=["1", "3"], unit=["days", "days"]),
        "row 1, question",
    ),
    "bytes": (
        *("a.parquet", parquet(question=["a"], answer=[b"\x01"], unit=["days"])),
        "row 1, answer",
    ),
    "missing": (
        "a.parquet",
        parquet(question=["a", None], answer=[3.0, float("nan")], unit=["days", "days"]),
        *("row 2: no question", "row 2: no answer"),
    ),
}


@pytest.fixture
def unknown(monkeypatch):
    """Spare the search among the harness's tasks, which takes longest."""
    monkeypatch.setattr(registration, "harness_has", lambda task: False)


def check(printed: str, told: Sequence[str]) -> None:
    assert all(part in printed for part in told), printed
    said = [line for line in printed.splitlines() if not line.startswith("tempanswerqa: note")]
    assert said[0].startswith("tempanswerqa: ")
    assert all(line.isprintable() for line in said), said
    assert "mine" not in subsets.known()


@cased
@pytest.mark.usefixtures("unknown")
def test_one_clear_error_and_no_folder(name, text, facts, tmp_path, capsys):
    check(refused(capsys, tmp_path / name, text.encode()), facts)


@pytest.mark.parametrize("case", OTHERS)
@pytest.mark.usefixtures("unknown")
def test_other_files_are_refused_as_well(case, tmp_path, capsys):
    name, content, *told = OTHERS[case]
    check(refused(capsys, tmp_path / name, content), told)


@pytest.mark.parametrize("place", ["nothing.csv", ".", "pipe.csv", "b.csv"])
def test_what_is_no_file(place, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe.csv")
    Path("b.csv").mkdir()
    assert cli.main(["new", place, "--name", "mine", "--out", "out"]) == 1
    assert place in capsys.readouterr().err
    assert not Path("out").exists()


@cased
def test_names_that_no_task_can_have(name, tmp_path, capsys):
    assert "--name" in refused(capsys, tmp_path / "a.csv", table(GOOD.strip()), name)
