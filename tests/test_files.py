"""Tests places for results, and files that others may have written."""

import csv
import errno
import gzip
import os
import subprocess
import sys

import pytest
from cases import results_of
from support import environment

from tempanswerqa import files


def test_what_is_in_the_way_of_a_folder_is_told(tmp_path, monkeypatch):
    files.check_folder(tmp_path)
    files.check_folder(tmp_path / "new" / "newer")
    (tmp_path / "file").write_text("x")
    for path in (tmp_path / "file", tmp_path / "file" / "out"):
        with pytest.raises(NotADirectoryError, match=str(tmp_path / "file")):
            files.check_folder(path)
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # nothing is denied to root
    for check in (files.check_folder, files.check_place):
        with pytest.raises(PermissionError, match=str(tmp_path)):
            check(tmp_path / "out")


def test_files_are_read_packed_or_not(tmp_path):
    (tmp_path / "plain").write_bytes(b"abc")
    (tmp_path / "packed").write_bytes(gzip.compress(b"abc"))
    (tmp_path / "empty").write_bytes(b"")
    assert files.content(tmp_path / "plain", 3) == files.content(tmp_path / "packed", 3) == b"abc"
    assert files.content(tmp_path / "empty", 3) == b""


def test_more_than_the_bound_is_refused_whatever_the_file_says(tmp_path):
    packed = gzip.compress(bytes(100_000))
    for content in (b"abcd", packed, packed[:-4] + b"\3\0\0\0", packed * 2):
        (tmp_path / "file").write_bytes(content)
        with pytest.raises(files.FileError, match=r"\b3\b"):
            files.content(tmp_path / "file", 3)


def test_what_is_no_regular_file_is_refused_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("/dev/zero")
    for path in (tmp_path / "pipe", tmp_path / "link", tmp_path):
        with pytest.raises(files.FileError):
            files.content(path, 3)
    with pytest.raises(FileNotFoundError):
        files.content(tmp_path / "none", 3)


def test_rows_of_a_csv_file_have_the_lines_on_which_they_begin():
    text = '"a";b\n\n"c\nd";e\nf;g\n'
    found = files.csv_rows(text.splitlines(keepends=True))
    assert list(found) == [(1, ["a", "b"]), (3, ["c\nd", "e"]), (5, ["f", "g"])]
    with pytest.raises(csv.Error, match="row 1"):
        list(files.csv_rows(['"a"b\n']))


test_reasons = results_of(
    files.reason, [(OSError(errno.ENOENT, "gone", "a"), "gone"), (ValueError("odd"), "odd")]
)


def test_a_pipe_is_written_and_not_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    with files.written_whole(tmp_path / "pipe") as file:
        file.write("whole")
    assert os.read(reader, 9) == b"whole"
    os.close(reader)


def test_a_file_that_is_not_written_to_its_end_stays_as_it_was(tmp_path):
    (tmp_path / "a.csv").write_text("old")
    with pytest.raises(ValueError, match="stop"):  # noqa: PT012, SIM117
        with files.written_whole(tmp_path / "a.csv") as file:
            file.write("new")
            file.flush()
            raise ValueError("stop")
    assert (tmp_path / "a.csv").read_text() == "old"
    assert [*tmp_path.iterdir()] == [tmp_path / "a.csv"]


def test_the_part_of_a_killed_process_goes_with_the_next_write(tmp_path):
    """Those of running processes and of other machines are kept."""
    code = f"""
import os, pathlib, tempanswerqa.files as f
with f.written_whole(pathlib.Path({str(tmp_path / "a.csv")!r})) as file:
    os.kill(os.getpid(), 9)
"""
    subprocess.run([sys.executable, "-c", code], env=environment(), check=False)
    assert len([*tmp_path.iterdir()]) == 1
    (tmp_path / ".a.csv.elsewhere-1-0.part").touch()
    with files.written_whole(tmp_path / "a.csv") as first:
        with files.written_whole(tmp_path / "a.csv") as file:
            file.write("whole")
        first.write("last")
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [".a.csv.elsewhere-1-0.part", "a.csv"]
    assert (tmp_path / "a.csv").read_text() == "last"


def test_staged_files_go_with_their_process_or_with_the_next_one(tmp_path):
    code = f"""
import os, pathlib, tempanswerqa.files as f
with f.staged(pathlib.Path({str(tmp_path / "a/b")!r})) as stage:
    (stage / "results_x.json").touch()
    os.kill(os.getpid(), 9)
"""
    subprocess.run([sys.executable, "-c", code], env=environment(), check=False)
    ((killed,),) = ([*path.iterdir()] for path in [tmp_path / "a/b"])
    assert files.is_part(killed / "results_x.json")
    with files.staged(tmp_path / "a/b", alone=True) as stage:
        (stage / "x").touch()
        os.replace(stage / "x", tmp_path / "a/b/x")
        assert not killed.exists()
    assert [*(tmp_path / "a/b").iterdir()] == [tmp_path / "a/b/x"]
    with files.staged(tmp_path / "a/c"):
        pass
    assert [*tmp_path.rglob("*")] == [tmp_path / "a", tmp_path / "a/b", tmp_path / "a/b/x"]


def test_a_stage_may_be_that_of_one_process_alone(tmp_path):
    code = f"""
import pathlib, tempanswerqa.files as f
with f.staged(pathlib.Path({str(tmp_path)!r})):
    print("here", flush=True)
    input()
"""
    command, pipe = [sys.executable, "-c", code], subprocess.PIPE
    with subprocess.Popen(command, env=environment(), stdin=pipe, stdout=pipe) as other:
        assert other.stdout.readline() == b"here\n"
        with files.staged(tmp_path):
            pass
        with pytest.raises(files.FileError), files.staged(tmp_path, alone=True):
            pass
        other.communicate(b"\n")
    assert not [*tmp_path.iterdir()]
