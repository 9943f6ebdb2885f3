"""What the slower tests take from beside the released data."""

import pytest


@pytest.fixture(scope="session")
def tram(published):
    """The folder of the released archives that are at hand."""
    folder = published.parent / "tram"
    if not folder.is_dir():
        pytest.skip(f"no released archives of TRAM in {folder}")
    return folder
