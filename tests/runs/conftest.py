"""Provides responses to every question, not to be changed."""

import pytest


@pytest.fixture(scope="session")
def given() -> dict[str, str]:
    """Return responses to every question."""
    from scored import responses

    return responses()


@pytest.fixture(scope="session")
def folder(given, tmp_path_factory):
    """Return the responses as released files."""
    from scored import write_released

    return write_released(tmp_path_factory.mktemp("released"), given)
