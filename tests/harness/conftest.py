"""Lets clients of web APIs ask again at once."""

import pytest


@pytest.fixture
def impatient(monkeypatch):
    """Remove the pause before a request is repeated."""
    import tenacity
    from lm_eval.models import api_models

    monkeypatch.setattr(api_models, "wait_exponential", lambda **_: tenacity.wait_none())
