"""The same responses score the same, whichever tool saved them."""

import pytest
from log_support import detail, inspect_archive, inspect_json, lighteval_details, sample
from scored import respond, score, write_lines
from support import SAMPLE

from tempanswerqa import questions

ASKED = [*questions.load("tot_arith", SAMPLE), *questions.load("ttqa_head", SAMPLE)]
GIVEN = respond(ASKED)


def numbers(printed: list[dict]) -> list[dict]:
    """Return all that is printed but the names of model and prompting."""
    assert {row["task"] for row in printed} == {
        "tempanswerqa_tot_arith_chat",
        "tempanswerqa_ttqa_head",
    }
    return [{k: v for k, v in row.items() if k not in ("model", "prompting")} for row in printed]


@pytest.fixture
def expected(tmp_path, capsys):
    """Return the scores of the same responses as plain lines."""
    lines = ({"id": i, "response": text, "prefill": ""} for i, text in GIVEN.items())
    return numbers(score(capsys, write_lines(tmp_path / "a.jsonl", lines))[1])


@pytest.mark.parametrize("named", [True, False], ids=["by id", "by content"])
@pytest.mark.parametrize("write", [inspect_json, inspect_archive])
def test_logs_of_inspect_ai(tmp_path, sampled, capsys, expected, write, named):
    samples = [
        sample(q.id if named else n, GIVEN[q.id], input=_asked(q)) for n, q in enumerate(ASKED)
    ]
    assert numbers(score(capsys, write(tmp_path, *samples))[1]) == expected


@pytest.mark.parametrize("named", [True, False], ids=["by id", "by content"])
def test_details_of_lighteval(tmp_path, sampled, capsys, expected, named):
    rows = [detail(_asked(q), GIVEN[q.id], **({"id": q.id} if named else {})) for q in ASKED]
    code, printed, _ = score(capsys, lighteval_details(tmp_path, *rows))
    assert (code, numbers(printed)) == (0, expected)
    assert {(row["model"], row["prompting"]) for row in printed} == {("org/m", "zero-shot")}


def _asked(question: questions.Question) -> str:
    """Return the question as a file of questions has it."""
    if question.family == "tot":
        return f"{question.user} {question.system}"
    return question.user
