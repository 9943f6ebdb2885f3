"""Tests every task with released archives at hand, through the harness."""

import pytest
from support import evaluate
from tram_support import AnsweringLM

from tempanswerqa.neighbours.tram import items
from tempanswerqa.neighbours.tram.short_answers import items as short

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("shots", "asked"), [(0, {}), (5, {"per_category": 40})])
def test_right_answers_score_1_in_every_category(tram, shots, asked):
    at_hand = [task for task in items.TASKS if (tram / f"{task}.zip").is_file()]
    names = [f"tram_{task}{end}" for task in at_hand for end in ("", "_text", "_gen", "_cot")]
    names += [f"tram_{task}_saq" for task in short.TASKS]
    options = {"data_dir": tram, "metadata": asked, "num_fewshot": shots, "log_samples": False}
    results = evaluate(AnsweringLM(), *names, **options)["results"]
    assert set(results) == set(names)
    for task, scores in results.items():
        for key, value in scores.items():
            metric = key.partition(",")[0]
            if metric.startswith(("acc", "exact_match", "parsed")) and "stderr" not in metric:
                assert value == 1, (task, key)
            if metric in ("smape", "mase", "capped_ase"):
                assert value == 0, (task, key)
