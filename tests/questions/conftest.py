"""Gives tests of downloads separate settings, and an empty cache."""

from pathlib import Path

import pytest

from tempanswerqa.questions import sources

VARIABLES = ("TEMPANSWERQA_DATA", "TRAM_DATA", "XDG_CACHE_HOME", *sources.OFFLINE_VARIABLES)


@pytest.fixture
def cache(tmp_path, monkeypatch) -> Path:
    """Return the cache folder, which does not exist yet."""
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    for variable in ("NO_PROXY", "no_proxy"):
        monkeypatch.setenv(variable, "*")
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    monkeypatch.setenv("TEMPANSWERQA_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"
