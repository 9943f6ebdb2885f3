"""The examples in public docstrings are true."""

import pytest
from pages import check_docstrings

from tempanswerqa import units
from tempanswerqa.metrics import correlation, means, scores
from tempanswerqa.runs import evaluating


@pytest.mark.parametrize("module", [correlation, means, scores, units, evaluating])
def test_the_examples_of_docstrings_are_true(module):
    assert check_docstrings(module)
