"""Equal runs change sides by whole groups; the docs have the figures."""

import json
from random import Random

from support import CHECKOUT

from benchmarks import sequential

FIGURES = json.loads(sequential.SUMMARY.read_text())
DOCS = CHECKOUT / "docs/statistics.md"


def test_the_answers_to_a_group_change_sides_together():
    pair = [1.0] * 40, [0.0] * 40, [str(n // 4) for n in range(40)], 1
    turned = set()
    for first, second, names, _ in sequential.swapped(pair, 20, Random(0)):
        gaps = {(name, x - y) for x, y, name in zip(first, second, names, strict=True)}
        assert len(gaps) == 10
        turned |= gaps
    assert len(turned) == 20


def test_a_better_run_is_decided_for():
    better = [1.0] * 100, [float(n % 2) for n in range(100)], [*map(str, range(100))], 1
    assert sequential.decided(better)[0] < 100
    assert sequential.decided(better)[1] > 0
    assert sequential.decided((better[0], better[0], *better[2:])) == (0, 0)
    assert sequential.any_stage(better)


def test_errors_of_a_group_are_the_same():
    errors = sequential.errors("aabbcc" * 500, 0.5, Random(0))
    assert len(set(zip("aabbcc" * 500, errors, strict=True))) == 3


def test_few_verdicts_on_equal_runs():
    assert all(row["wrong"] <= 6 and not row["opposite"] for row in FIGURES["pairs"])
    for row in FIGURES["rare errors"]:
        assert all(share <= 6 for key, share in row.items() if key != "task")


def test_the_docs_have_the_figures():
    docs = " ".join(DOCS.read_text(encoding="utf-8").split())
    others = max(row["wrong"] for row in FIGURES["pairs"] if row["metric"] != "exact_match")
    assert f"the sequence is wrong in at most {others:.1f} %" in docs
    for row in (row for row in FIGURES["pairs"] if row["metric"] == "exact_match"):
        cells = (
            f"`{row['task']}`", row["metric"],
            *(f"{row[key]:.1f} %" for key in ("repeated t-test", "wrong", "decided",
                                              "decided by all")),
            f"{row['median questions']:,.0f}", f"{row['asked']:.0f} %",
        )  # fmt: skip
        assert f"| {' | '.join(cells)} |" in docs
    rare = [share for row in FIGURES["rare errors"] for key, share in row.items() if key != "task"]
    assert f"at most {max(rare):g} % of {sequential.RARE} pairs" in docs
