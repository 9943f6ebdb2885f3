"""Gives the slower tests what lies beside the released data."""

from pathlib import Path

import pytest
from installed import build, linked


@pytest.fixture(scope="session")
def tram(published):
    """Return the folder of the released archives that are at hand."""
    folder = published.parent / "tram"
    if not folder.is_dir():
        pytest.skip(f"no released archives of TRAM in {folder}")
    return folder


@pytest.fixture(scope="session")
def built(tmp_path_factory) -> tuple[Path, Path]:
    """Return the source archive and the wheel of this project."""
    return build(tmp_path_factory.mktemp("packages"))


@pytest.fixture(scope="session")
def dependencies(tmp_path_factory) -> Path:
    """Return the packages beside this test, without the harness and this project."""
    others = r"(?!(__editable__\W*)?_*(lm_eval|tempanswerqa)).*"
    return linked(tmp_path_factory.mktemp("dependencies"), others)
