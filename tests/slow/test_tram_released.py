"""Every task with released archives at hand, through the harness."""

import pytest
from lm_eval.api.model import LM
from lm_eval.tasks import TaskManager

from tempanswerqa.harness import registration
from tempanswerqa.neighbours.tram import items
from tempanswerqa.neighbours.tram.short_answers import items as short

pytestmark = pytest.mark.slow

VARIANTS = ("", "_text", "_gen", "_cot")


class OracleLM(LM):
    """Knows all right answers."""

    tokenizer_name = "oracle"

    def loglikelihood(self, requests):
        return [(0.0 if r.idx == r.doc["answer"] else -9.0, False) for r in requests]

    def generate_until(self, requests):
        return [self._response(request.doc) for request in requests]

    def _response(self, doc):
        if "label" in doc:
            return f"Some steps.\nFinal Answer: {doc['label']}"
        return f"Some steps.\nAnswer: {doc['letters'][doc['answer']]}"

    def loglikelihood_rolling(self, requests):
        raise NotImplementedError


@pytest.mark.parametrize(("shots", "asked"), [(0, {}), (5, {"per_category": 40})])
def test_an_oracle_scores_1_in_every_category(tram, shots, asked):
    import lm_eval

    at_hand = [task for task in items.TASKS if (tram / f"{task}.zip").is_file()]
    names = [f"tram_{task}{variant}" for task in at_hand for variant in VARIANTS]
    names += [f"tram_{task}_saq" for task in short.TASKS]
    manager = TaskManager(
        include_path=str(registration.tasks_folder()),
        include_defaults=False,
        metadata={"data_dir": str(tram), **asked},
    )
    results = lm_eval.simple_evaluate(
        model=OracleLM(),
        tasks=names,
        task_manager=manager,
        num_fewshot=shots,
        bootstrap_iters=0,
        log_samples=False,
    )["results"]
    assert set(results) == set(names)
    for task, scores in results.items():
        for key, value in scores.items():
            metric = key.partition(",")[0]
            if metric.startswith(("acc", "exact_match", "parsed")) and "stderr" not in metric:
                assert value == 1, (task, key)
            if metric in ("smape", "mase", "bse"):
                assert value == 0, (task, key)
