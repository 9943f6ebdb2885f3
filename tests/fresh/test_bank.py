"""Tests fresh questions as the tasks ask them: ids, texts, scale, exemplars."""

import pytest
from fresh_support import EVERY

from tempanswerqa import paper_scoring
from tempanswerqa.fresh import bank
from tempanswerqa.questions import prompts
from tempanswerqa.questions.draws import Draw, draw_of
from tempanswerqa.questions.record import TOT_PREFILL
from tempanswerqa.questions.subsets import SUBSETS


@pytest.mark.parametrize("subset", SUBSETS)
def test_ids_name_the_draw_and_stay_in_larger_ones(subset):
    few, more = (bank.load(Draw(subset, "hard", n, 6)) for n in (12, 30))
    assert [question.id for question in few] == [question.id for question in more[:12]]
    assert few == more[:12]
    for place, question in enumerate(more):
        assert question.id.startswith(f"fresh_{subset}.hard.6.{place}-")
        assert draw_of(question.id) == Draw(subset, "hard", place + 1, 6)
        assert (subset, question.family, question.split) == SUBSETS[subset][:3]
        assert question.subset == subset


@pytest.mark.parametrize("identity", [
    "tot_arith-0123456789ab", "", "fresh_", "fresh_tot_arith.medium.1.0",
    "fresh_tot.medium.1.0-0123456789ab", "fresh_tot_arith.medum.1.0-0123456789ab",
    "fresh_tot_arith.medium.-1.0-0123456789ab", "fresh_tot_arith.medium.1.١-0123456789ab",
    "fresh_tot_arith.medium.1.0-0123456789ab\n", "fresh_tot_arith.medium.1.9999999-0123456789ab",
    "fresh_tot_arith.huge.1.0-0123456789ab",
])  # fmt: skip
def test_other_ids_name_no_draw(identity):
    assert draw_of(identity) is None


@pytest.mark.parametrize(("subset", "level"), EVERY)
def test_questions_are_whole(subset, level):
    for question in bank.load(Draw(subset, level, 40)):
        assert paper_scoring.read_label(question.label, question.family, question.unit) == (
            question.number
        )
        assert question.system
        assert question.user
        assert question.prefill == (TOT_PREFILL if question.family == "tot" else "")
        known = bank.frozen_scales(subset)[question.unit]
        assert question.centroid == known.centroid(question.number)


def test_what_shares_facts_or_a_table_is_a_group():
    for subset, size in (("tot_semantic", 4), ("ttqa_tail", 5)):
        questions = bank.load(Draw(subset, n=20))
        assert len({question.group for question in questions}) == 20 / size
        contexts = {(question.group, question.system) for question in questions}
        assert len(contexts) == 20 / size


def test_arithmetic_questions_of_a_template_are_a_group():
    questions = bank.load(Draw("tot_arith", n=100))
    assert 20 < len({question.group for question in questions}) < 100
    assert all(question.group.startswith(f"{question.kind}/") for question in questions)


@pytest.mark.parametrize("subset", SUBSETS)
def test_exemplars_are_ours_and_whole(subset):
    exemplars = bank.load_exemplars(subset)
    assert len(exemplars) == 3
    question = bank.load(Draw(subset, n=1))[0]
    messages = prompts.build_messages(question, exemplars)
    assert [message["role"] for message in messages].count("user") == 4
    for exemplar in exemplars:
        own = prompts.build_messages(question, [])[-1]["content"]
        assert exemplar.answer.startswith(own if question.prefill else "")
