"""Tests that the harness's backends do what docs/backends.md and docs/scale.md say."""

from functools import cache

import openai_server
import pytest
from scored import score
from support import SAMPLE, TASKS, evaluate, save, state

from tempanswerqa import metrics, questions
from tempanswerqa.harness.models import RecordedLM
from tempanswerqa.questions.mixing import mixed

ARITHMETIC = TASKS[0]


@cache
def asked() -> list[questions.Question]:
    """Return the questions of arithmetic in the order in which they are asked."""
    return mixed(questions.load("tot_arith", SAMPLE))


@pytest.mark.parametrize("concurrent", [1, 2])
def test_apis_are_asked_only_what_is_missing(tmp_path, impatient, concurrent):
    served = {question.user.strip(): state(question, question.number) for question in asked()[:6]}
    last = asked()[5].user.strip()
    named = {"model": "m", "num_concurrent": concurrent, "max_retries": 1, "timeout": 2}
    options = {"apply_chat_template": True, "limit": 6, "use_cache": str(tmp_path / "cache")}
    with openai_server.serving(served, faults={last: [500]}) as server:
        named["base_url"] = f"{server.url}/chat/completions"
        with pytest.raises(Exception, match="500"):
            evaluate("local-chat-completions", ARITHMETIC, model_args=named, **options)
        before = len(server.payloads)
        evaluate("local-chat-completions", ARITHMETIC, model_args=named, **options)
        assert 1 <= len(server.payloads) - before < 6


def test_parts_join_to_the_scores_of_the_whole(tmp_path, capsys, sampled):
    responses = {q.id: state(q, q.number + n % 2) for n, q in enumerate(asked())}
    parts = {"part1": range(10), "part2": range(10, len(asked())), "whole": range(len(asked()))}
    for part, positions in parts.items():
        samples = {ARITHMETIC: list(positions)}
        save(evaluate(RecordedLM(responses), ARITHMETIC, samples=samples), tmp_path / part)
    found = [path.read_text() for path in sorted(tmp_path.glob(f"part?/*/samples_{ARITHMETIC}_*"))]
    (tmp_path / "my-model.jsonl").write_text("".join(found))
    scored = []
    for place in (tmp_path / "my-model.jsonl", tmp_path / "whole"):
        code, rows, err = score(capsys, place)
        assert (code, "missing" in err) == (0, False)
        scored.append([(row["n"], *(row[name] for name in metrics.METRICS)) for row in rows])
    assert len(found) == 2
    assert scored[0] == scored[1]
