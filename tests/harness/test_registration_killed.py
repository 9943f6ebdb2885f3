"""Tests processes that are killed while they change the stubs, and several at once."""

import os
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from registration_support import HARNESS, snapshot, write

from tempanswerqa.harness import registration

CHANGES = ("open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "shutil.rmtree")
KILLED = 9


def killed_at(step: int, work: Callable[[], object]) -> bool:
    """Do the work in a process that is killed before a step; return False if it was finished."""
    child = os.fork()
    if not child:
        steps = count()

        def watch(event: str, _: object) -> None:
            if event in CHANGES and next(steps) == step:
                os._exit(KILLED)

        try:
            sys.addaudithook(watch)
            work()
            os._exit(0)
        finally:
            os._exit(1)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (0, KILLED)
    return code == KILLED


REGISTER, UNREGISTER = registration.register, registration.unregister


def start(site: Path, state: str) -> None:
    """Install a harness in a state; of the `remains` of one, only our stubs are left."""
    write(site, HARNESS)
    registration.unregister()
    if state == "unregistered":
        return
    stubs = registration.register()
    if state == "out of date":
        stubs[0].write_bytes(registration.MARKER + b"include: /elsewhere.yaml\n")
        stubs[1].unlink()
    if state == "remains":
        for name in HARNESS:
            (site / name).unlink()


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that begin as copies")
@pytest.mark.parametrize(("state", "work", "mend"), [
    ("unregistered", REGISTER, REGISTER), ("unregistered", REGISTER, UNREGISTER),
    ("out of date", REGISTER, REGISTER), ("out of date", REGISTER, UNREGISTER),
    ("registered", UNREGISTER, REGISTER), ("registered", UNREGISTER, UNREGISTER),
    ("remains", UNREGISTER, UNREGISTER),
])  # fmt: skip
def test_what_a_killed_process_leaves_is_mended(install, source, only_remains, state, work, mend):
    site = install(HARNESS)
    start(site, state)
    mend()
    mended = snapshot(site)
    assert registration.is_registered() == (mend is REGISTER)
    for step in count():
        start(site, state)
        killed = killed_at(step, work)
        mend()
        assert snapshot(site) == mended, step
        if not killed:
            break
    assert step > 5


@pytest.mark.parametrize("begun", [b"", registration.MARKER[:9], registration.MARKER])
@pytest.mark.parametrize("mend", [REGISTER, UNREGISTER])
def test_a_stub_that_was_begun_is_ours(harness, source, begun, mend):
    mend()
    mended = snapshot(harness)
    stub = harness / "tempanswerqa/tram/date.yaml"
    stub.parent.mkdir(parents=True, exist_ok=True)
    stub.write_bytes(begun)
    mend()
    assert snapshot(harness) == mended


def test_empty_folders_of_others_stay(install, harness, source):
    other = install({"lm_eval/results/mine.json": "{}"}, "other")
    (other / "lm_eval/tasks/new").mkdir(parents=True)
    before = snapshot(other)
    registration.register()
    registration.unregister()
    assert snapshot(other) == before


@pytest.mark.skipif(registration.fcntl is None, reason="the system cannot lock folders")
def test_several_at_once_all_succeed(harness, source, tmp_path):
    code = (
        "import sys; from tempanswerqa.harness import registration as r; print('here', flush=True);"
        "sys.stdin.read();"
        "[(r.register(), r.unregister()) for _ in range(3)]; r.register()"
    )
    path = os.pathsep.join([str(harness.parents[1]), str(source.parent), *sys.path])
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    options = {"env": os.environ | {"PYTHONPATH": path}, "cwd": tmp_path, "text": True}
    work = [sys.executable, "-c", code]
    started = [subprocess.Popen(work, **options, **pipes) for _ in range(6)]
    assert [process.stdout.readline() for process in started] == ["here\n"] * 6
    for process in started:
        process.stdin.close()
    told = [process.stderr.read() for process in started]
    assert [process.wait() for process in started] == [0] * 6, told
    assert registration.is_registered()
