"""Tests processes that are killed while they change the stubs, and several at once."""

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from unittest.mock import Mock

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
        stubs[0].write_text(registration.MARKER + "include: /elsewhere.yaml\n")
        stubs[1].unlink()
    if state == "remains":
        for name in HARNESS:
            (site / name).unlink()


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that begin as copies")
@pytest.mark.parametrize(("state", "work", "mend", "by_file"), [
    ("unregistered", REGISTER, REGISTER, True), ("unregistered", REGISTER, UNREGISTER, False),
    ("out of date", REGISTER, REGISTER, False), ("out of date", REGISTER, UNREGISTER, False),
    ("registered", UNREGISTER, REGISTER, False), ("registered", UNREGISTER, UNREGISTER, True),
    ("remains", UNREGISTER, UNREGISTER, False),
])  # fmt: skip
def test_what_a_killed_process_leaves_is_mended(
    install, source, only_remains, monkeypatch, state, work, mend, by_file
):
    """The lock is the folder, or a file where folders cannot be locked."""
    site = install(HARNESS)
    if by_file:
        monkeypatch.setattr(registration, "fcntl", None)
        monkeypatch.setattr(registration, "STALE", -1.0)
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


def test_parts_that_earlier_releases_left_are_ours(harness, source):
    """Earlier releases wrote one stub after another, each under a temporary name."""
    before = snapshot(harness)
    part = harness / f"tempanswerqa/tram/.date.yaml.{'0f' * 16}.part"
    for mend in (REGISTER, UNREGISTER):
        write(part.parent, {part.name: ""})
        mend()
        assert not part.exists()
    assert snapshot(harness) == before


def test_remains_behind_an_editable_harness_are_found(install, harness, source, monkeypatch):
    """The import system takes the package, wherever folders without one lie on the path."""
    registration.register()
    remains = install({"lm_eval/tasks/tempanswerqa/tram/date.yaml": registration.MARKER}, "old")
    before = snapshot(harness)
    assert len(registration.unregister()) == 4
    assert snapshot(remains) == {}
    assert not before.items() <= snapshot(harness).items()


def test_empty_folders_of_others_stay(install, harness, source):
    other = install({"lm_eval/results/mine.json": "{}"}, "other")
    (other / "lm_eval/tasks/new").mkdir(parents=True)
    before = snapshot(other)
    registration.register()
    registration.unregister()
    assert snapshot(other) == before


def test_a_read_only_harness_without_locks_is_left_alone_if_right(harness, source, monkeypatch):
    stubs = registration.register()
    monkeypatch.setattr(registration, "fcntl", None)
    monkeypatch.setattr(Path, "touch", Mock(side_effect=OSError(errno.EROFS, "Read-only")))
    assert registration.register() == stubs


@pytest.mark.parametrize("lock", ["fcntl", pytest.param("None", marks=pytest.mark.slow)])
def test_several_at_once_all_succeed(harness, source, tmp_path, lock):
    code = (
        "import sys; from tempanswerqa.harness import registration as r; print('here', flush=True);"
        f"r.fcntl = r.fcntl and {lock.replace('fcntl', 'r.fcntl')}; sys.stdin.read();"
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
