"""Runs that several tests look at: written, scored and gathered once."""

import pytest


@pytest.fixture(scope="session")
def scored(runs):
    """Return the runs with their items, as reports take them."""
    import reported

    return reported.scored(runs)


@pytest.fixture(scope="session")
def gathered(scored):
    """Return what a report gathers of the runs."""
    from tempanswerqa.reports.report.data import Gathered

    found = Gathered()
    assert [found.add(one) for one in scored] == [""] * len(scored)
    return found
