"""Tests which runs `tempanswerqa compare --twins` compares, and what it says of them."""

import csv
import json
import re

import pytest
from scored import write_lines
from support import SAMPLE, state

from tempanswerqa import cli, questions, twins
from tempanswerqa.reports.compare import ALL, PAIR

SETS = ("tot_arith", "ttqa_tail")


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Return runs of a model that knows the released sample, and of one that does not.

    The second misses as many of it as of the twins. The first misses every second twin,
    beginning with the first.
    """
    folder = tmp_path_factory.mktemp("runs")
    released = [question for name in SETS for question in questions.load(name, SAMPLE)]
    made = [twin for name in SETS for twin in twins.load(f"twin_{name}", SAMPLE)]
    others = [twin for name in SETS for twin in twins.load(f"twin_{name}.7", SAMPLE)]
    for name, asked, every in (
        ("known/released", released, 0),
        ("known/twins", made, 2),
        ("clean/released", released, 2),
        ("clean/twins", made, 2),
        ("clean/others", others, 2),
    ):
        lines = [
            {"id": q.id, "response": state(q, q.number + (every and n % every == 0) * 40 * 86_400)}
            for n, q in enumerate(asked)
        ]
        write_lines(folder / f"{name}.jsonl", lines)
    return folder


@pytest.fixture
def compared(runs, capsys):
    """Runs the command; returns its exit code, its output and standard error."""

    def run(first, second, *more):
        given = [str(runs / f"{first}.jsonl"), "--twins", str(runs / f"{second}.jsonl")]
        code = cli.main(["compare", *given, *more, "--data_dir", str(SAMPLE)])
        return (code, *capsys.readouterr())

    return run


def test_memory_is_found_and_its_answers_are_listed(compared, tmp_path):
    listed = tmp_path / "apart.csv"
    given = "--format", "json", "--filter", "flexible-extract"
    code, out, _ = compared("known/released", "known/twins", *given, "--items", str(listed))
    assert code == 0
    rows = {(row["task"], row["score"]): row for row in json.loads(out)}
    whole = [rows.pop((ALL, metric)) for metric in ("exact_match", "within_one")]
    assert [row["better"] for row in whole] == ["released", ""]  # ±1 is not tested
    assert {task for task, _ in rows} == {f"tempanswerqa_{name}" for name in SETS}
    assert whole[0]["n"] == sum(row["n"] for row in rows.values()) / 2
    made = {name: twins.load(f"twin_{name}", SAMPLE) for name in SETS}
    for name in SETS:
        for metric in ("exact_match", "within_one"):
            row = rows[f"tempanswerqa_{name}", metric]
            assert (row["n"], row["first_value"]) == (len(made[name]), 1.0)
            assert row["difference"] == pytest.approx(1 - row["second_value"])
    assert rows["tempanswerqa_tot_arith", "exact_match"]["better"] == "released"
    with listed.open(newline="") as file:
        apart = [*csv.DictReader(file)]
    assert len(apart) == 2 * -(-sum(map(len, made.values())) // 2)
    known = {q.id for name in SETS for q in questions.load(name, SAMPLE)}
    for released, twin in zip(apart[::2], apart[1::2], strict=True):
        assert released["id"] == twin["id"] in known
        assert (released["side"], twin["side"]) == (*PAIR,)
        assert (float(released["exact_match"]), float(twin["exact_match"])) == (1, 0)
        assert released["label"] == released["number"]
        assert (released["mistake"], bool(twin["mistake"])) == ("", bool(twin["error"]))
        assert twin["label"] != twin["number"]


def test_a_model_without_memory_is_better_on_neither_side(compared):
    for side in ("clean/twins", "clean/others"):
        _, out, _ = compared("clean/released", side, "--format", "json")
        assert {row["better"] for row in json.loads(out)} == {""}


@pytest.mark.parametrize(
    ("sides", "told"),
    [
        (("known/twins", "known/released"), "known/released.jsonl"),
        (("known/released", "clean/released"), "clean/released.jsonl"),
    ],
)
def test_runs_on_the_wrong_side_are_refused(compared, sides, told):
    code, out, error = compared(*sides)
    assert (code, out) == (1, "")
    assert told in error


def test_questions_that_one_run_has_right_are_listed(runs, capsys, tmp_path):
    one, other = str(runs / "known/released.jsonl"), str(runs / "clean/released.jsonl")
    listed = tmp_path / "apart.csv"
    given = ["--items", str(listed), "--filter", "flexible-extract", "--data_dir", str(SAMPLE)]
    assert cli.main(["compare", one, other, *given]) == 0
    with listed.open(newline="") as file:
        apart = [*csv.DictReader(file)]
    released = sum(len(questions.load(name, SAMPLE)) for name in SETS)
    right = [row["side"] for row in apart if float(row["exact_match"])]
    assert (len(right), {*right}) == (released // 2, {f"released ({one})"})


def test_memory_of_two_models_is_compared(compared, runs, tmp_path):
    """The first loses every second twin; the other has lost as many on both sides."""
    other = [runs / f"clean/{side}.jsonl" for side in ("released", "twins")]
    code, out, _ = compared("known/released", "known/twins", "--beside", *map(str, other))
    assert code == 0
    said = out.strip().splitlines()[-1]
    assert said.startswith("released loses")
    value, low = (float(number) for number in re.findall(r"-?\d+\.\d+", said)[:2])
    assert 40 < value < 60
    assert low > 0
    for lost in ([str(other[0]), "nowhere"], ["nowhere"] * 2):
        assert compared("known/released", "known/twins", "--beside", *lost)[:2] == (1, "")
    for path, at in zip(other, (0, -1), strict=True):  # a question, and the twin of another
        write_lines(tmp_path / path.name, [json.loads(path.read_text().splitlines()[at])])
    given = map(str, sorted(tmp_path.iterdir()))
    code, out, error = compared("known/released", "known/twins", "--beside", *given)
    assert (code, out, "--beside" in error) == (1, "", True)
