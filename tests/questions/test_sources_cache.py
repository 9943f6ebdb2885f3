"""Tests where downloads are kept, and what killed processes leave there."""

import hashlib
import os
import sys
from dataclasses import replace

import pytest
from loopback import Reply, serving

from tempanswerqa.questions import sources
from tempanswerqa.questions.sources import Home, locate

BODY = b"whole"
DIGEST = hashlib.sha1(b"blob %d\0" % len(BODY) + BODY).hexdigest()
HOME = Home("some-data-1a2b3c4", "", "SOME_DATA", {"some.csv": DIGEST})


@pytest.fixture(autouse=True)
def unset(cache, monkeypatch) -> None:
    monkeypatch.delenv("TEMPANSWERQA_CACHE")


@pytest.mark.parametrize(("own", "xdg", "expected"), [
    ("~/own", "{}/xdg", "user/own"), ("", "{}/xdg", "xdg/tempanswerqa"),
    (None, "{}/xdg", "xdg/tempanswerqa"), (None, "", "user/.cache/tempanswerqa"),
    (None, None, "user/.cache/tempanswerqa"),
])  # fmt: skip
@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep caches elsewhere")
def test_cache_folder_follows_the_variables(tmp_path, monkeypatch, own, xdg, expected):
    xdg = xdg and xdg.format(tmp_path)
    for variable, value in (("TEMPANSWERQA_CACHE", own), ("XDG_CACHE_HOME", xdg)):
        if value is None:
            monkeypatch.delenv(variable, raising=False)
        else:
            monkeypatch.setenv(variable, value)
    assert sources.cache_folder(HOME) == tmp_path / expected / HOME.name


def test_parts_that_killed_processes_left_are_swept_when_old(tmp_path, monkeypatch):
    monkeypatch.setenv("TEMPANSWERQA_CACHE", str(tmp_path))
    names = [".some.csv.old.part", ".some.csv.young.part", ".other.csv.old.part"]
    for name in names:
        part = tmp_path / HOME.name / name
        part.parent.mkdir(exist_ok=True)
        part.write_bytes(b"begun")
        if "old" in name:
            os.utime(part, (0, 0))
    with serving(Reply(BODY)) as server:
        path = locate("some.csv", home=replace(HOME, url=server.url))
    assert sorted(os.listdir(path.parent)) == sorted([path.name, *names[1:]])
