"""Tests what `--metadata` may hold."""

import pytest

from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.harness.task_files import check_metadata

FRESH, TASKS = "tempanswerqa_fresh_ttqa_head", ("tempanswerqa_fresh", "tempanswerqa_tot_arith")


@pytest.mark.parametrize("metadata", [
    {}, {"n": 5, "seed": 7}, {"level": "hard", "data_dir": "here", "system_role": "user"},
    {"think_end": "</think>"}, {"think_end_token": "</think>"}, {"repeats": 4}, {"repeats": None},
    {"pretrained": "MODEL", "dtype": "float16", "max_length": 7}, {"per_category": 300},
    {"max_seq_lengths": [4096]},
], ids=str)  # fmt: skip
def test_keys_of_tasks_and_models_are_taken(metadata):
    check_metadata(metadata)
    check_metadata(metadata, TASKS)


@pytest.mark.parametrize(("metadata", "told"), [
    ({"sede": 7}, "'sede' of --metadata; did you mean seed?"), ({"levle": "hard"}, "mean level?"),
    ({"repeat": 4}, "mean repeats?"), ({"repeats": 0}, "repeats of --metadata is 0"),
    ({"repeats": "4"}, "is '4'"), ({"repeats": 2.5}, "is 2.5"),
    ({"level": "huge"}, "no level 'huge'"), ({"n": "20"}, "n has"), ({"seed": -1}, "seed has"),
])  # fmt: skip
def test_what_is_mistyped_is_refused(metadata, told):
    with pytest.raises(TempAnswerError, match=told):
        check_metadata(metadata, [FRESH])
