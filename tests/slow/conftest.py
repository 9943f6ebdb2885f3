"""Gives the slower tests the files beside the released data."""

import pytest


@pytest.fixture(scope="session")
def tram(published):
    """Return the folder of the released archives that are available."""
    folder = published.parent / "tram"
    if not folder.is_dir():
        pytest.skip(f"no released archives of TRAM in {folder}")
    return folder
