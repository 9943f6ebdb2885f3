"""Tests of which responses break off."""

from cases import data, results_of
from readings import ask

from tempanswerqa.answers import truncated

TOT, TTQA = ask("tot"), ask("ttqa", "years")

test_responses_that_go_on_with_an_object = results_of(
    lambda response: truncated(response, TOT), data(__file__, "responses that go on with an object")
)

test_responses_with_an_answer_line = results_of(
    lambda response: truncated(response, TTQA), data(__file__, "responses with an answer line")
)
