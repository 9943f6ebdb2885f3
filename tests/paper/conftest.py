"""Draws figures fast."""

import pytest

from paper import canvas


@pytest.fixture(autouse=True, scope="session")
def plain_fonts():
    """Embed fonts in PDF files as they are: to make fonts of type 42 takes half of the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(canvas._STYLE, "pdf.fonttype", 3)
        yield
