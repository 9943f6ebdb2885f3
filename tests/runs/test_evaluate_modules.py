"""Modules of `evaluate` give the scores of `tempanswerqa.evaluate`."""

from pathlib import Path

import pytest
from pages import check_examples

import tempanswerqa
from tempanswerqa.metrics import METRICS
from tempanswerqa.runs import evaluate_modules
from tempanswerqa.runs.evaluate_modules import MetricPathError, metric_path
from tempanswerqa.runs.evaluating import EvaluationError

NAMES = ("smape", "mase", "capped_ase", "within_one")
GIVEN = ["6 hours", 7, None, "\ud800", float("inf"), "12 hours", "11 h"]
STATED = [5, "7 hours", 7, 9, 15, "9 hours", 15]
GROUPS = ["a", "b", "a", "c", "d", "c", "e"]


@pytest.fixture(scope="module")
def evaluate():
    return pytest.importorskip("evaluate")  # its import takes seconds, so tests with it are slow


@pytest.fixture(scope="module")
def load(evaluate, tmp_path_factory):
    cache = tmp_path_factory.mktemp("evaluate")
    return lambda name: evaluate.load(metric_path(name), cache_dir=str(cache))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_scores_are_those_of_the_function(load, name):
    module, options = load(name), {"groups": GROUPS}
    given = {"predictions": GIVEN, "references": STATED, "units": "hours"}
    wanted = tempanswerqa.evaluate(GIVEN, STATED, "hours", **options)
    found = module.compute(**given, **options)
    score = wanted.scores[name]._asdict() | {"parsed": wanted.scores["parsed"].value}
    assert found == {f"temporal_{name}": score.pop("value"), **score}
    each = module.compute(**given, return_average=False)
    assert each == {f"temporal_{name}": [item[name] for item in wanted.items]}


def test_every_folder_is_a_module_of_a_metric():
    folders = {Path(metric_path(name)) for name in NAMES}
    assert {*Path(evaluate_modules.__file__).parent.glob("temporal_*")} == folders
    assert {*NAMES} < METRICS.keys()
    assert metric_path("temporal_mase") == metric_path("mase") == tempanswerqa.metric_path("mase")


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_examples_are_true_and_shown(load, name):
    assert check_examples(Path(metric_path(name)) / f"temporal_{name}.py") == 1
    assert f'metric_path("{name}")' in load(name).description


@pytest.mark.slow
def test_answers_come_in_batches_too(load):
    module = load("within_one")
    module.add(prediction="3 days", reference=4)
    module.add_batch(predictions=[None, 7], references=[1, "7 days"])
    assert module.compute(units="days")["temporal_within_one"] == pytest.approx(2 / 3)


@pytest.mark.slow
def test_modules_are_combined(evaluate, load):
    both = evaluate.combine([load("smape"), load("mase")])
    found = both.compute(predictions=[1, 3], references=[1, 2], units="days")
    assert (found["temporal_smape"], found["temporal_mase"]) == (pytest.approx(10), 0)


@pytest.mark.slow
@pytest.mark.parametrize(("given", "stated", "message"), [
    ([1], [], "1 predictions and 0 references"), ([], [1], "0 predictions and 1 references"),
    ([1, 2], [3, "?"], "not so in rows 1"), ([{}], [1], "predictions: each has to be a text"),
    ("ab", [1, 2], "predictions has to be a list"),
])  # fmt: skip
def test_it_refuses_what_the_function_refuses_and_goes_on(load, given, stated, message):
    module = load("smape")
    with pytest.raises(EvaluationError, match=message):
        module.compute(predictions=given, references=stated, units="days")
    found = module.compute(predictions=[1], references=[3], units="days")
    assert (found["temporal_smape"], found["parsed"]) == (pytest.approx(50), 1)


@pytest.mark.parametrize("name", ["smap", "exact_match", ""])
def test_other_paths_are_not_known(name):
    with pytest.raises(MetricPathError, match=f"no module of the metric '{name}': "):
        metric_path(name)
