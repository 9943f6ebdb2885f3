"""Tests that parts of a run combine into the whole, as docs/scale.md says."""

from scored import score
from support import SAMPLE, TASKS, evaluate, save, state

from tempanswerqa import metrics, questions
from tempanswerqa.harness.models import RecordedLM
from tempanswerqa.questions.record import mixed

ARITHMETIC = TASKS[0]


def test_parts_join_to_the_scores_of_the_whole(tmp_path, capsys, sampled):
    asked = mixed(questions.load("tot_arith", SAMPLE))
    responses = {q.id: state(q, q.number + n % 2) for n, q in enumerate(asked)}
    parts = {"part1": range(10), "part2": range(10, len(asked)), "whole": range(len(asked))}
    for part, positions in parts.items():
        samples = {ARITHMETIC: list(positions)}
        save(evaluate(RecordedLM(responses), ARITHMETIC, samples=samples), tmp_path / part)
    found = [path.read_text() for path in sorted(tmp_path.glob(f"part?/*/samples_{ARITHMETIC}_*"))]
    (tmp_path / "my-model.jsonl").write_text("".join(found))
    scored = []
    for place in (tmp_path / "my-model.jsonl", tmp_path / "whole"):
        code, rows, _ = score(capsys, place)
        assert (code, {row["missing"] for row in rows}) == (0, {0})
        scored.append([(row["n"], *(row[name] for name in metrics.METRICS)) for row in rows])
    assert len(found) == 2
    assert scored[0] == scored[1]
