"""Tests that explain shows what the filters read, and moves no cursor."""

import io
import math
import re
import sys
from datetime import datetime, timezone

import pytest
from cases import cased, data, having
from scored import cells, write_answers
from support import SUBSETS, state

from tempanswerqa import cli, questions
from tempanswerqa.questions import record
from tempanswerqa.reports import explaining
from tempanswerqa.reports.explaining import explain

ARITHMETIC, HEAD = "tempanswerqa_tot_arith", "tempanswerqa_ttqa_head"


@pytest.fixture
def in_days(sampled) -> questions.Question:
    """Return a question of arithmetic that asks for a number of days."""
    return next(q for q in questions.load("tot_arith", sampled) if q.unit == "days")


def shown(capsys, *arguments: str) -> list[str]:
    """Return the paragraphs that `tempanswerqa explain` prints."""
    assert cli.main(["explain", *arguments]) == 0
    return capsys.readouterr().out.removesuffix("\n").split("\n\n")


def refused(capsys, *arguments: str) -> str:
    """Return the one-line error of a failing call."""
    assert cli.main(["explain", *arguments]) == 1
    out, told = capsys.readouterr()
    assert (out, told.count("\n")) == ("", 1)
    return told


READ = data(__file__, "read")


@pytest.mark.parametrize(("task", "unit", "response", "strict", "flexible"), READ)
def test_both_filters_without_data(task, unit, response, strict, flexible):
    read = explain(response, task, unit=unit)
    assert (read.task, read.view.unit, read.question) == (task, unit, None)
    numbers = [scored.number for scored in read.scored.values()]
    assert numbers == [strict, flexible]
    assert bool(read.place) or flexible is None
    assert all(one.candidate.number is not None for one in read.considered)


def test_a_question_is_read_and_scored_as_by_score(capsys, tmp_path, sampled):
    """Right and wrong answers, and answers that one or both filters cannot read."""
    responses = {}
    for subset in SUBSETS:
        for n, asked in enumerate(questions.load(subset, sampled)):
            said = state(asked, asked.number + (n % 3) * (86_400 if asked.unit == "date" else 1))
            responses[asked.id] = ("I cannot tell.", said, said.replace("Final ", ""))[n % 3]
    path = write_answers(tmp_path / "run.jsonl", responses)
    assert cli.main(["score", str(path), "--items", str(tmp_path / "items.csv")]) == 0
    capsys.readouterr()
    items = cells(tmp_path / "items.csv")
    assert len(items) == 2 * len(responses)
    for item in items[::3]:
        read = explain(responses[item["id"]], item["task"], item["id"])
        scored = read.scored[item["filter"]]
        numbers = {"number": scored.number, "label": read.question.number}
        if item["unit"] == "date":
            assert all(item[name] == day(number) for name, number in numbers.items())
            numbers = {}
        for name, number in (numbers | dict(scored.scores)).items():
            undefined = number is None or math.isnan(number)
            assert item[name] == ("" if undefined else repr(number)), name
        assert item["rule"] == scored.reading.name


def day(number: float | None) -> str:
    return "" if number is None else f"{datetime.fromtimestamp(number, timezone.utc):%Y-%m-%d}"


def test_paragraphs_on_a_terminal(capsys, in_days):
    days = f"{in_days.number:.0f}"
    said = f' "a", "answer": "{days} days"}}'
    given = (said, "--task", ARITHMETIC, "--id", in_days.id)
    asked, strict, found, numbers, label, scores = shown(capsys, *given)
    for fact in (ARITHMETIC, in_days.id, "days", in_days.answer_format, record.TOT_PREFILL):
        assert fact in asked
    for fact in ("strict-match", "json", f'{{"answer": "{days} days"}}', "none: "):
        assert fact in strict
    assert found.splitlines()[1].split() == ["place", "last_object"]
    assert [line.split()[1:] for line in numbers.splitlines()[1:3]] == [
        ["none", "another", "notation"],
        [days, "days", "probability", "0.99"],
    ]
    assert label.split()[1:] == [days, "days", *in_days.label.split()]
    head, *rows = (line.split() for line in scores.splitlines())
    assert head == ["scores", "strict-match", "flexible-extract"]
    for row in (
        ["exact_match", "0.000", "1.000"],
        ["within_one", "0.000", "1.000"],
        ["smape", "100.000", "0.000"],
    ):
        assert row in rows


@pytest.mark.parametrize(
    ("contents", "response"),
    [
        (b"a\nFinal Answer: 7\n", "a\nFinal Answer: 7"),
        (b"a\r\n\n", "a\r\n"),
        (b"\xef\xbb\xbf\xe2\x80\x93", "\N{EN DASH}"),
        (b"", ""),
    ],
)
def test_a_response_comes_as_it_is_or_from_a_file_or_a_pipe(
    tmp_path, monkeypatch, contents, response
):
    assert explaining.response_text(response) == response
    (tmp_path / "said").write_bytes(contents)
    assert explaining.response_text(f"@{tmp_path}/said") == response
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(contents)))
    assert explaining.response_text("-") == response


@cased
def test_what_is_not_known_is_refused(capsys, arguments, facts):
    assert re.search(having(facts), refused(capsys, "Final Answer: 3", *arguments))


THOUGHT = "<think>Twelve? Thirteen.</think>"


@cased
def test_thinking_is_shown_where_it_is_cut(capsys, monkeypatch, response, mark, thought, number):
    monkeypatch.setenv("COLUMNS", "200")
    given = (response, "--task", HEAD, "--unit", "years", "--think_end_token", mark)
    asked = shown(capsys, *given)[0].splitlines()
    assert asked[-1].partition("thinking  ")[2] == thought
    read = explain(response, HEAD, unit="years", think_end=mark)
    assert {scored.number for scored in read.scored.values()} == {number}
