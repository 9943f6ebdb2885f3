"""Tests that a table with bad rows gives one error that names them all, and no folder."""

import gzip
import io
import json
import os
from pathlib import Path

import pytest
from cases import cased

from tempanswerqa import cli
from tempanswerqa.harness import registration
from tempanswerqa.questions import subsets

HEAD = "question,answer,unit\n"
IDS = f"id,{HEAD}"
GOOD = "How long was it?,3 days,days\n"


def table(*rows: str, head: str = HEAD) -> bytes:
    return (head + "".join(f"{row}\n" for row in rows)).encode()


def lines(*rows: object) -> bytes:
    return "".join(f"{json.dumps(row)}\n" for row in rows).encode()


def row(**cells: object) -> dict[str, object]:
    return {"question": "How long was it?", "answer": "3 days", "unit": "days"} | cells


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


FILES = {
    "a.csv": {
        "empty": (b"", "names no columns"),
        "a header alone": (HEAD.encode(), "no rows"),
        "blank lines": (HEAD.encode() + b"\n\n,,\n", "no rows"),
        "no header": (GOOD.encode() * 2, "lacks the column(s) question, answer, unit"),
        "UTF-16": (table(GOOD).decode().encode("utf-16"), "UTF-8"),
        "Latin-1": (table("Wie alt ist Zoë?,3,years").decode().encode("latin-1"), "UTF-8"),
        "an early year": (table("When?,476,calendar year"), "write 476 AD or 476 BC"),
        "an open quote": (table('"How long,3,days'), "unexpected end of data"),
        "a quote within": (table('"a"b,3,days'), "row 2"),
        "a short row": (table(GOOD.strip(), "b,3"), "row 3 has 2 cells"),
        "a column twice": (table("b,3,days,4", head="question,answer,unit,unit\n"), "twice"),
        "no question": (table(",3,days", GOOD.strip(), " ,3,days"), "rows 2, 4: no question"),
        "no answer": (table(GOOD.strip(), "b,,days"), "row 3: no answer"),
        "no unit": (table("b,3,"), "row 2: no unit"),
        "unknown units": (
            table("a,3,fortnights", GOOD.strip(), "b,3,day s", "c,3,fortnights"),
            "rows 2, 5: unknown unit 'fortnights'",
            "row 4: unknown unit 'day s'; did you mean days",
        ),
        "ids twice": (
            table("1,a,3,days", "2,b,3,days", "1,c,3,days", head=IDS),
            "rows 2, 4: the id '1' is used more than once",
        ),
        "an id missing": (table("1,a,3,days", ",b,3,days", head=IDS), "row 3: no id"),
        "line ends in an id": (table('"1\n2",a,3,days', head=IDS), "row 2: id has characters"),
        "control characters": (table("a\x1b[2J,3,days"), "row 2: question has characters"),
        "open dates": (
            table("a,03/04/2001,date", "b,5 March 2001,date", "c,06/07/2002,date"),
            "row 2: '03/04/2001' may be day or month first",
            "row 4: '06/07/2002' may be",
        ),
        "no such day": (table("a,2001-02-30,date"), "row 2: cannot read '2001-02-30' as date"),
        "no time": (table("a,25:00,time", "b,2001-02-03,datetime"), "row 2:", "row 3: cannot"),
        "another unit": (table("a,3 hours,years"), "row 2: cannot read '3 hours' as years"),
        "a range": (table("a,3-4 days,days", "b,at most 3 days,days"), "row 2:", "row 3:"),
        "no number": (table("a,unknown,days", "b,nan,days", "c,inf,days"), "row 2:", "row 4:"),
        "too large a number": (table(f"a,{'9' * 400},days"), "row 2: cannot read"),
        "many bad rows": (
            table(*(f"a,{'x' if number % 2 else 3},days" for number in range(1, 999))),
            "499 of 998 rows",
            "rows 2, 4, 6,",
            " 998: cannot read 'x' as days",
        ),
        "many kinds of problems": (
            table(*(f"a,{'x' * number},days" for number in range(1, 60))),
            "59 of 59 rows",
            "row 2: ",
            "row 60: ",
        ),
    },
    "a.xlsx": {"a damaged workbook": (b"PK\x03\x04", "a.xlsx")},
    "a.ods": {"another workbook": (b"PK", ".parquet")},
    "a.csv.gz": {"damaged gzip": (gzip.compress(table(GOOD * 99))[:-20], "whole")},
    "a.jsonl": {
        "no JSON": (b"\nquestion: a\n", "row 2", "one JSON object"),
        "a JSON array": (lines([row()]), "row 1 is not a JSON object"),
        "deep JSON": (b"[" * 100_000 + b"\n", "row 1"),
        "lists": (
            lines(row(answer=["3", {}]), row(), row(group=["3", "4"])),
            "row 1, answer",
            "row 3, group",
        ),
        "an object": (lines(row(question={"text": "a"}), row()), "row 1, question"),
        "a truth value": (lines(row(answer=True)), "row 1, answer: True"),
        "a huge number": (lines(row(answer=10**30)), "row 1, answer"),
        "half a pair": (
            b'{"question": "\\ud800", "answer": "3", "unit": "days"}\n',
            "row 1: question has characters",
        ),
    },
    "a.parquet": {
        "no Parquet": (b"PAR1 and more", "a.parquet"),
        "a Parquet column twice": (parquet("question", "answer", "unit", "unit"), "unit"),
        "lists in Parquet": (
            parquet(question=[["a", "b"], ["c"]], answer=["1", "3"], unit=["days", "days"]),
            "row 1, question",
        ),
        "bytes in Parquet": (
            parquet(question=["a"], answer=[b"\x01"], unit=["days"]),
            "row 1, answer",
        ),
        "missing in Parquet": (
            parquet(question=["a", None], answer=[3.0, float("nan")], unit=["days", "days"]),
            "row 2: no question",
            "row 2: no answer",
        ),
    },
}
CASES = {name: (file, *case) for file, cases in FILES.items() for name, case in cases.items()}


@pytest.mark.parametrize("case", CASES)
def test_one_clear_error_and_no_folder(case, tmp_path, capsys, monkeypatch):
    name, content, *told = CASES[case]
    monkeypatch.setattr(registration, "harness_has", lambda task: False)  # looking takes longest
    printed = refused(capsys, tmp_path / name, content)
    assert all(part in printed for part in told), printed
    said = [line for line in printed.splitlines() if not line.startswith("tempanswerqa: note")]
    assert said[0].startswith("tempanswerqa: ")
    assert all(line.isprintable() for line in said), said
    assert "mine" not in subsets.known()


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
