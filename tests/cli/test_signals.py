"""Commands that are told to end leave nothing half-written."""

import os
import signal
import subprocess
import sys
from itertools import count
from time import sleep

import pytest
from support import environment

from tempanswerqa import files


@pytest.mark.skipif(not hasattr(signal, "SIGTERM") or os.name == "nt", reason="no signals here")
def test_a_terminated_draw_leaves_no_part(tmp_path):
    draw = ["fresh", "draw", "--subset", "tot_arith", "--n", "1000000"]
    command = [sys.executable, "-m", "tempanswerqa.cli", *draw, "--out", str(tmp_path / "a.csv")]
    with subprocess.Popen(command, env=environment(), stderr=subprocess.DEVNULL) as drawing:
        for _ in count():
            if list(tmp_path.iterdir()) or drawing.poll() is not None:
                break
            sleep(0.05)
        drawing.terminate()
        assert drawing.wait(timeout=60) == 143
    assert list(tmp_path.iterdir()) == []


def test_the_part_of_a_killed_process_goes_with_the_next_write(tmp_path):
    """Those of running processes and of other machines stay."""
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
