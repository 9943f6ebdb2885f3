"""Tests how numbers and errors are told, and which kind of error an answer has."""

from cases import data, results_of

from tempanswerqa.reports.words import amount, mistake, off_by

test_numbers_are_told_in_their_unit = results_of(amount, data(__file__, "amounts"))
test_errors_are_told_in_their_unit = results_of(off_by, data(__file__, "errors"))
test_wrong_answers_have_a_kind = results_of(mistake, data(__file__, "mistakes"))
