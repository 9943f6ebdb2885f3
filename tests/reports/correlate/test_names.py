"""Tests tasks and scores in words."""

import pytest

from tempanswerqa.reports.correlate import names
from tempanswerqa.reports.correlate.selection import Measure


@pytest.mark.parametrize(("measure", "told"), [
    (("gsm8k", "exact_match", "strict-match"), "GSM8K: exact match (strict-match)"),
    (("mmlu", "acc", "none"), "MMLU: accuracy"),
    (("bbh_zeroshot_date_understanding", "exact_match", "flexible-extract"),
     "BIG-Bench Hard zero-shot date understanding: exact match (flexible-extract)"),
    (("arc_easy", "acc_norm", "none"), "arc easy: accuracy normalized"),
    (("a\n\x1bb", "f1", "none"), "a ␛b: f1"),
    (("tempanswerqa_ttqa_head_fewshot", "smape", "strict-match"),
     "TempTabQA, head, few-shot: sMAPE"),
    (("tempanswerqa_fresh_tot_arith.hard_chat", "mase", "strict-match"),
     "Test of Time, arithmetic, fresh hard, chat: MASE"),
    (("tempanswerqa", "exact_match", "strict-match"), "TempAnswerQA, mean of the tasks: EM"),
    (("tempanswerqa", "truncated", "none"), "TempAnswerQA, mean of the tasks: truncated"),
])  # fmt: skip
def test_scores_in_words(measure, told):
    assert names.measure(Measure(*measure)) == told
