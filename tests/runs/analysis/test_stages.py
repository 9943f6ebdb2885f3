"""Tests what `tempanswerqa compare --sequential` says after a number of questions."""

import json
import subprocess
import sys
from random import Random

import pytest
from pages import blocks
from scored import write_lines
from support import CHECKOUT, SAMPLE, environment, state

from tempanswerqa import cli
from tempanswerqa.fresh import bank
from tempanswerqa.metrics import sequential
from tempanswerqa.metrics.sequential import FEWEST
from tempanswerqa.questions import load
from tempanswerqa.questions.draws import Draw
from tempanswerqa.questions.mixing import mixed


@pytest.fixture(scope="module")
def fresh():
    return bank.load(Draw("tot_arith", n=120))


def run(path, asked, every=0):
    """Return a run whose every so-manieth answer is wrong by 40 days or units."""
    lines = [
        {"id": q.id, "response": state(q, q.number + 40 * 86_400 * (every > 0 and n % every == 0))}
        for n, q in enumerate(asked)
    ]
    return write_lines(path, lines)


@pytest.fixture
def stages(capsys):
    def compare(first, second, *options):
        given = [str(first), str(second), "--sequential", "--data_dir", str(SAMPLE), *options]
        assert cli.main(["compare", *given, "--filter", "strict-match", "--format", "json"]) == 0
        return json.loads(capsys.readouterr().out)

    return compare


@pytest.mark.slow
def test_a_verdict_holds(stages, tmp_path, fresh):
    right, wrong = run(tmp_path / "right.jsonl", fresh), run(tmp_path / "wrong.jsonl", fresh, 2)
    rows = stages(right, wrong)
    assert [row["answered"] for row in rows] == [50, 100, 120]
    assert {row["metric"] for row in rows} == {"exact_match"}
    assert {(row["better"], row["more"]) for row in rows} == {("first", 0)}
    (place,) = {row["decided_at"] for row in rows}
    assert FEWEST <= place <= 50
    for n in (place - 1, place):
        (row,) = stages(right, run(tmp_path / "wrong.jsonl", fresh[:n], 2))
        assert row["answered"] == n
        assert (row["better"], row["decided_at"]) == (("first", n) if n == place else ("", None))
        assert bool(row["more"]) == (n < place)
    turned = stages(tmp_path / "wrong.jsonl", right)[-1]
    assert (turned["better"], turned["decided_at"]) == ("second", place)
    assert turned["difference_high"] == pytest.approx(-row["difference_low"])


@pytest.mark.slow
def test_files_of_one_run_are_read_together(stages, tmp_path, fresh):
    right, whole = run(tmp_path / "right.jsonl", fresh), run(tmp_path / "run.jsonl", fresh, 3)
    lines = whole.read_text().splitlines(keepends=True)
    for folder, part in (("z", lines[:50]), ("b", lines[40:90]), ("a", lines[90:])):
        (tmp_path / "parts" / folder).mkdir(parents=True)
        (tmp_path / "parts" / folder / "run.jsonl").write_text("".join(part))
    assert stages(right, tmp_path / "parts") == stages(right, whole)


@pytest.mark.parametrize("subset", ["ttqa_head", "fresh"])
def test_questions_count_in_the_order_in_which_they_are_asked(
    stages, tmp_path, monkeypatch, subset, fresh
):
    asked = fresh if subset == "fresh" else mixed(load(subset, SAMPLE))
    seen, given = [], sequential.sequence
    monkeypatch.setattr(sequential, "sequence", lambda *a: seen.append(a[2]) or given(*a))
    shuffled = Random(0).sample(asked, len(asked))
    stages(run(tmp_path / "a.jsonl", shuffled), run(tmp_path / "b.jsonl", asked[::-1], 2))
    assert seen == [[question.group for question in asked]]


def test_p_values_are_corrected_for_filters(capsys, tmp_path, fresh):
    right, wrong = run(tmp_path / "right.jsonl", fresh), run(tmp_path / "wrong.jsonl", fresh, 9)
    given = [str(right), str(wrong), "--sequential", "--data_dir", str(SAMPLE), "--format", "json"]
    assert cli.main(["compare", *given]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {row["filter"] for row in rows} == {"strict-match", "flexible-extract"}
    assert all(row["p_holm"] == min(1, 2 * row["p_value"]) for row in rows)


@pytest.mark.parametrize("options", [
    ("--sequential", "--fresh", "c"), ("--metric", "smape"),
])  # fmt: skip
def test_what_does_not_go_together_is_refused(capsys, tmp_path, fresh, options):
    paths = [str(run(tmp_path / f"{name}.jsonl", fresh, 2)) for name in "ab"]
    assert cli.main(["compare", *paths, *options]) == 1
    assert options[0] in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize(("second", "questions"), [("median", 200), ("near", 250)])
def test_the_loop_of_the_docs_asks_no_more_than_it_needs(tmp_path, second, questions):
    (loop,) = blocks(CHECKOUT / "docs/statistics.md", "sh")
    for name, value in (
        ("tempanswerqa_tot_arith", "tempanswerqa_fresh_tot_arith"),
        ("200 400 800 1016", "200 250"),
        ("MODEL_A", "near-first"),
        ("MODEL_B", f"{second}-second"),
    ):
        assert name in loop
        loop = loop.replace(name, value)
    command = f"{sys.executable} -m tempanswerqa"
    programs = (
        f'tempanswerqa() {{ {command} "$@"; }}\n'
        f'lm_eval() {{ {command} lm_eval --model "tempanswerqa-${{model%-*}}" "${{@:5}}"; }}\n'
    )
    subprocess.run(
        ["bash", "-ec", programs + loop],
        cwd=tmp_path,
        env=environment(TEMPANSWERQA_DATA=str(SAMPLE)),
        check=True,
        capture_output=True,
    )
    for folder in ("near-first", f"{second}-second"):
        asked = [
            json.loads(line)["doc"]["id"]
            for path in (tmp_path / "results" / folder).rglob("samples_*.jsonl")
            for line in path.read_text().splitlines()
            if json.loads(line)["filter"] == "strict-match"
        ]
        assert len(asked) == len({*asked}) == questions
        assert {*asked} == {q.id for q in bank.load(Draw("tot_arith"))[:questions]}
