"""Replaces the user's archives by a folder of made-up ones."""

import pytest


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch):
    monkeypatch.delenv("TRAM_DATA", raising=False)


@pytest.fixture(scope="session")
def archives(tmp_path_factory):
    """Return a folder with made-up archives of all ten tasks."""
    from tram_support import rows, write_task

    from tempanswerqa.neighbours.tram.items import TASKS

    folder = tmp_path_factory.mktemp("tram")
    for task in TASKS:
        write_task(folder, task, rows(task), rows(task, shots=True))
    return folder
