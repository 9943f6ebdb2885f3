"""Provides runs that several tests use."""

import pytest


@pytest.fixture(scope="session")
def runs(tmp_path_factory):
    """Write runs of three models in each prompting on all tasks; to be read, not changed."""
    from reported import write_runs
    from support import make_sample  # no module may have imported it before the session began

    make_sample()
    return write_runs(tmp_path_factory.mktemp("runs"))


@pytest.fixture(scope="session")
def scored(runs):
    """Return the runs with their items, as reports expect them."""
    import reported

    return reported.scored(runs)


@pytest.fixture(scope="session")
def gathered(scored):
    """Return what a report gathers from the runs."""
    from tempanswerqa.reports.report.numbers import Gathered

    found = Gathered()
    assert [found.add(one) for one in scored] == [""] * len(scored)
    return found
