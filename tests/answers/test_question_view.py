"""Tests what extraction sees of a question."""

from cases import data, results_of
from readings import ask


def question(user: str) -> str:
    return ask("ttqa", user=user).text


def context(user: str) -> str:
    return ask("ttqa", user=user).context


test_the_question_is_the_last_line_but_for_the_cue = results_of(
    question, data(__file__, "the question is the last line but for the cue")
)


test_the_context_is_what_stands_above_the_question = results_of(
    context, data(__file__, "the context is what stands above the question")
)
