"""Draws figures fast."""

import pytest

from paper import canvas


@pytest.fixture(autouse=True, scope="session")
def plain_fonts():
    """Embed fonts in PDF files as they are: making Type 42 fonts takes half of the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(canvas._STYLE, "pdf.fonttype", 3)
        yield
