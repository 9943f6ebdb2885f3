"""Tests where downloads are kept."""

import sys

import pytest

from tempanswerqa.questions import sources
from tempanswerqa.questions.sources import Home

HOME = Home("some-data-1a2b3c4", "", "SOME_DATA", {})


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
