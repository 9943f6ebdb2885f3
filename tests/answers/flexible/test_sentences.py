"""Tests refusals, denials and sentences in response text."""

from collections.abc import Callable

from cases import data, results_of
from hypothesis import given
from hypothesis import strategies as st
from readings import ask

from tempanswerqa.answers.flexible import sentences
from tempanswerqa.answers.question_view import QuestionView


def first_and_last(text: str) -> tuple[str, str]:
    return sentences.first(text), sentences.last(text)


test_refusals = results_of(sentences.refuses, data(__file__, "refusals"))

test_denials = results_of(sentences.denies, data(__file__, "denials"))


def for_question(read: Callable[[str, QuestionView], bool]) -> Callable[[str, str], bool]:
    """Return a function of a sentence and the text of its question."""
    return lambda sentence, asked: read(sentence, ask("ttqa", user=asked))


test_steps = results_of(for_question(sentences.is_step), data(__file__, "steps"))

test_sentences_that_may_answer = results_of(
    for_question(sentences.answers), data(__file__, "sentences that may answer")
)

test_sentences_that_restate = results_of(
    for_question(sentences.restates), data(__file__, "sentences that restate")
)

test_whether_a_text_ends = results_of(sentences.complete, data(__file__, "whether a text ends"))

test_sentences_with_their_full_stop = results_of(
    sentences.ended, data(__file__, "sentences with their full stop")
)

test_first_and_last_sentences = results_of(
    first_and_last, data(__file__, "first and last sentences"), 2
)

LONG = "a" * sentences.LONGEST_SENTENCE
test_several_last_sentences = results_of(
    sentences.last_few, data(__file__, "several last sentences")
)

ENDS = [(f"{LONG[1:]}.", f"{LONG[1:]}."), (f"{LONG}.", ""), (f"{LONG}. He was 12.", "He was 12.")]
test_a_sentence_that_never_began_is_none = results_of(sentences.last, ENDS)


@given(st.text(), st.integers(1, 5))
def test_last_sentences_end_their_text(text, number):
    found = sentences.last_few(text, number)
    assert found in text
    assert not found or sentences.complete(found)
