"""Tests which runs `tempanswerqa compare --fresh` compares, and what it says of them."""

import json
import re

import pytest
from scored import write_lines
from support import SAMPLE, state

from tempanswerqa import cli, questions
from tempanswerqa.fresh import bank
from tempanswerqa.questions.draws import SEED, VERSION, Draw
from tempanswerqa.runs.analysis import fresh_gaps

CLEAN = "abcde"
"""Models that miss as many released as fresh questions."""


@pytest.fixture(autouse=True)
def _small_strata(monkeypatch):
    monkeypatch.setattr(fresh_gaps, "FEWEST", 2)


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Return a model that knows the released sample, and misses every second fresh question."""
    folder = tmp_path_factory.mktemp("runs")
    released = [*questions.load("tot_arith", SAMPLE), *questions.load("ttqa_tail", SAMPLE)]
    for name, side, asked, every in (
        ("known", "released", released, 1),
        ("known", "fresh", bank.load(Draw("tot_arith", n=80)), 2),
        ("other", "fresh", bank.load(Draw("tot_arith", n=80, seed=9)), 2),
        ("other", "head", questions.load("ttqa_head", SAMPLE), 1),
        *((x, "released", released, 3 + n) for n, x in enumerate(CLEAN)),
        *((x, "fresh", bank.load(Draw("tot_arith", n=80)), 3) for x in CLEAN),
    ):
        lines = [
            {"id": q.id, "response": state(q, q.number + (n % every > 0) * 40 * 86_400)}
            for n, q in enumerate(asked)
        ]
        write_lines(folder / side / f"{name}.jsonl", lines)
    return folder


@pytest.fixture
def compared(runs, capsys):
    """Runs the command; returns its exit code, its output and standard error."""

    def run(*arguments):
        first, *rest = (str(runs / name) if "/" in name else name for name in arguments)
        code = cli.main(["compare", first, "--fresh", *rest, "--data_dir", str(SAMPLE)])
        return (code, *capsys.readouterr())

    return run


KNOWN = "released/known.jsonl", "fresh/known.jsonl"
REFERENCES = [f"{side}/{name}.jsonl" for side in ("released", "fresh") for name in CLEAN]


def test_the_command_shows_the_gap(compared):
    code, out, err = compared(*KNOWN, "--format", "json")
    assert code == 0
    rows = json.loads(out)
    assert {row["subset"] for row in rows} == {"tot_arith"}
    whole = [row for row in rows if row["unit"] == "all"]
    assert rows[: len(whole)] == whole
    assert [(row["filter"], row["metric"]) for row in whole] == [
        (rule, metric)
        for rule in ("strict-match", "flexible-extract")
        for metric in ("exact_match", "within_one", "smape", "capped_ase")
    ]
    for row in (row for row in whole if row["metric"] == "exact_match"):
        assert row["released"] == 100
        assert 20 < row["gap_low"] < row["gap"] < row["gap_high"] < 80
        assert row["p_value"] < row["p_holm"] < 0.05
        assert row["better"] == "released"
        assert (row["references"], row["reference_gap"]) == (0, None)
        assert (row["released_model"], row["fresh_model"]) == ("known", "known")
    assert "against" not in err
    assert "left out" not in err


def test_the_table_names_what_it_compares(compared):
    _, out, err = compared("released/a.jsonl", KNOWN[1], "--filter", "strict-match")
    assert f"|fresh:{VERSION}.released.{SEED}|" in out
    assert "released: a; fresh: known" in out
    assert "tot_arith: the runs are of two models, a and known" in err
    assert re.search(r"FEW GROUPS: tot_arith \w+ \w+ has \d groups", out)


def test_references_are_joined_by_model(compared):
    strict = "--filter", "strict-match"
    _, out, err = compared(*KNOWN, "--reference", *REFERENCES, "--format", "json", *strict)
    (row, *_) = json.loads(out)
    assert row["references"] == 5
    assert row["reference_low"] < row["reference_gap"] < row["reference_high"]
    assert row["p_value"] < 0.05
    assert row["gap"] > row["reference_high"]
    assert "against" not in err
    assert "left out" not in err
    places = "released/", "fresh/[a-e].jsonl", "fresh/other.jsonl"
    _, table, err = compared(*KNOWN, "--reference", *places, *strict)
    assert "references of tot_arith: a, b, c, d, e" in table
    assert "other.jsonl: tempanswerqa_fresh_tot_arith is left out of the references" in err


@pytest.mark.parametrize(("given", "problem"), [
    (KNOWN[::-1], "known.jsonl answers fresh questions; --fresh names the run on fresh"),
    ((*KNOWN, "--reference", *REFERENCES[1:]), "4 other models have both, with the same questions"),
    (("released/", "fresh/known.jsonl"), "has several runs of tempanswerqa_tot_arith ("),
    (("head/other.jsonl", KNOWN[1]), "no subset in common: ttqa_head against tot_arith"),
    (("nothing", KNOWN[1]), "nothing: no response file there"),
])  # fmt: skip
def test_what_cannot_be_compared_is_refused(compared, given, problem):
    code, _, err = compared(*given)
    assert (code, problem in err) == (1, True), err
