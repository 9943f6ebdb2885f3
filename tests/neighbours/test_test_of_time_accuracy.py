"""Tests the accuracy of Test of Time as a module of `evaluate`."""

from pathlib import Path

import pytest
from pages import check_examples

from tempanswerqa.neighbours.test_of_time import ACCURACY

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def module(tmp_path_factory):
    import evaluate  # takes seconds

    return evaluate.load(ACCURACY, cache_dir=str(tmp_path_factory.mktemp("evaluate")))


def test_the_module_shares_the_function(module):
    replies = ['{"answer": 1}', None, '{"answer": "1"}', "none"]
    references = [{"answer": 1}, "{'answer': 2}", '{"answer": 1}', {"answer": 0}]
    shares = module.compute(predictions=replies, references=references, subset="arithmetic")
    assert shares == {"accuracy": 0.25}
    each = {"predictions": replies, "references": [1, "2", "1", 4], "subset": "semantic"}
    rights = module.compute(**each, return_average=False)["accuracy"]
    assert rights == [True, False, True, False]
    assert all(type(right) is bool for right in rights)
    assert module.compute(**each, return_average=True) == {"accuracy": 0.5}


def test_the_examples_of_the_card_are_true():
    assert check_examples(Path(ACCURACY) / "README.md") == 3
