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
    for name, age in (("old", files.ABANDONED + 60), ("new", 0)):
        part = tmp_path / f".a.csv.{name}.part"
        part.write_text("half")
        os.utime(part, (part.stat().st_mtime - age,) * 2)
    with files.written_whole(tmp_path / "a.csv") as file:
        file.write("whole")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".a.csv.new.part", "a.csv"]
