"""The programs of docs/saved-responses.md turn logs of other tools into responses to score."""

import pandas
from pages import blocks
from scored import respond, score, write_lines
from support import CHECKOUT, SAMPLE

from tempanswerqa import questions
from tempanswerqa.metrics.scores import METRICS

_, LIGHTEVAL = blocks(CHECKOUT / "docs/saved-responses.md", "python")


def numbers(printed):
    """Return what follows from the responses alone, by task and filter."""
    kept = ("n", *METRICS, "intervals", "stderr")
    return {(row["task"], row["filter"]): [row[name] for name in kept] for row in printed}


def test_details_of_lighteval(tmp_path, monkeypatch, capsys, sampled):
    asked = [*questions.load("tot_arith", SAMPLE), *questions.load("ttqa_head", SAMPLE)]
    responses = respond(asked)
    rows = [
        {
            "doc": {"query": question.user, "specific": {"id": question.id}},
            "model_response": {"text": [responses[question.id]], "input_tokens": [1, 2]},
        }
        for question in asked
    ]
    path = tmp_path / "DETAILS/org/m/details_own_task|0_2026-01-02T03-04-05.parquet"
    path.parent.mkdir(parents=True)
    pandas.DataFrame(rows).to_parquet(path)
    monkeypatch.chdir(tmp_path)
    exec(LIGHTEVAL, {})
    lines = ({"id": i, "response": text, "prefill": ""} for i, text in responses.items())
    plain = write_lines(tmp_path / "plain.jsonl", lines)
    assert numbers(score(capsys, "MODEL.jsonl")[1]) == numbers(score(capsys, plain)[1])
