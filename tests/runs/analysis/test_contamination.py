"""Released against fresh questions: strata, weights, intervals, and the command."""

import json
import math

import pytest
from support import SAMPLE, state

from tempanswerqa import cli, questions
from tempanswerqa.fresh import bank
from tempanswerqa.questions.draws import Draw
from tempanswerqa.questions.record import Question
from tempanswerqa.runs.analysis import contamination
from tempanswerqa.runs.analysis.comparison import ComparisonError
from tempanswerqa.runs.scoring import Item, item_scores


def question(identity: str, kind: str, unit: str = "days", group: str = "") -> Question:
    return Question(
        id=identity, family="tot", split="arithmetic", system="", user="", cue="", prefill="",
        label="", unit=unit, answer_format="", kind=kind, group=group or identity, number=10.0,
        centroid=0.0, spread=10.0,
    )  # fmt: skip


def items(kind: str, right: int, wrong: int, unit: str = "days", group: str = "") -> list[Item]:
    """Answers to questions of one stratum; wrong ones are twice the label."""
    found = []
    for n in range(right + wrong):
        asked = question(f"{kind}{n}", kind, unit, group and f"{group}{n % 3}")
        number = 10.0 if n < right else 20.0
        found.append(Item(n, asked, "", "rule", number, item_scores(number, asked)))
    return found


def gaps(released, fresh, **options):
    options = {"resamples": 400, "seed": 1} | options
    found = contamination.gaps("tot_arith", "strict-match", released, fresh, **options)
    return {(gap.unit, gap.kind, gap.metric): gap for gap in found}


def test_a_subset_weights_its_strata_like_the_released_questions():
    """Released: 30 of a kind with 24 right, 10 with 5; fresh: 10 with 2, 40 with 20."""
    released = items("a", 24, 6) + items("b", 5, 5)
    fresh = items("a", 2, 8) + items("b", 20, 20)
    found = gaps(released, fresh)
    one = found["days", "a", "exact_match"]
    assert (one.released, one.fresh) == (30, 10)
    assert (one.first, one.second, one.gap) == pytest.approx((0.8, 0.2, 0.6))
    whole = found["all", "", "exact_match"]
    assert (whole.released, whole.fresh) == (40, 50)
    assert whole.first == pytest.approx(0.75 * 0.8 + 0.25 * 0.5)
    assert whole.second == pytest.approx(0.75 * 0.2 + 0.25 * 0.5)  # not 22 of 50
    assert whole.gap == pytest.approx(0.45)
    assert whole.better == one.better == 1
    assert found["days", "b", "exact_match"].better == 0
    # 20 for 10 is 100 * 10 / 30 off, so the lower error is on the released questions
    assert found["days", "a", "smape"].gap == pytest.approx(-0.6 * 100 / 3)
    assert found["days", "a", "smape"].better == 1


def test_intervals_are_near_those_of_two_binomial_shares():
    """Two independent shares of 400: sqrt(0.25 / 400 + 0.16 / 400) on either side, times 1.96."""
    found = gaps(items("a", 200, 200), items("a", 80, 320), resamples=4_000)
    gap = found["days", "a", "exact_match"]
    reach = 1.96 * math.sqrt(0.25 / 400 + 0.16 / 400)
    assert (gap.low, gap.high) == pytest.approx((0.3 - reach, 0.3 + reach), abs=0.006)


def test_the_two_sides_are_resampled_for_themselves():
    """Equal runs drawn with equal numbers would have a gap of 0 in every resample."""
    gap = gaps(items("a", 50, 50), items("a", 50, 50))["days", "a", "exact_match"]
    assert gap.gap == 0
    assert gap.low < -0.05 < 0.05 < gap.high
    assert gap.better == 0


def test_questions_of_a_group_are_drawn_together():
    alone = gaps(items("a", 15, 15), items("a", 15, 15))
    grouped = gaps(items("a", 15, 15, group="g"), items("a", 15, 15, group="g"))
    key = ("days", "a", "exact_match")
    assert grouped[key].gap == alone[key].gap == 0
    assert (grouped[key].low, grouped[key].high) != (alone[key].low, alone[key].high)


def test_dates_have_no_smape_and_small_strata_no_part():
    released = items("a", 20, 20) + items("d", 20, 20, unit="date") + items("c", 9, 0)
    fresh = items("a", 20, 20) + items("d", 10, 30, unit="date") + items("c", 0, 900)
    found = gaps(released, fresh)
    assert ("date", "d", "smape") not in found
    assert found["all", "", "smape"].released == 40
    assert found["all", "", "exact_match"].released == 80
    assert not [key for key in found if key[1] == "c"]


def test_nothing_in_common_is_an_error():
    with pytest.raises(ComparisonError, match="tot_arith: no unit and question type has 10"):
        gaps(items("a", 9, 9), items("b", 9, 9))


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """A run that knows the sample by heart, and misses every second fresh question."""
    folder = tmp_path_factory.mktemp("runs")
    for name, asked, every in (
        ("known", [*questions.load("ttqa_head", SAMPLE), *questions.load("ttqa_tail", SAMPLE)], 1),
        ("fresh", bank.load(Draw("ttqa_head", n=60)), 2),
    ):
        lines = [
            {"id": q.id, "response": state(q, q.number + (n % every) * 86_400)}
            for n, q in enumerate(asked)
        ]
        (folder / f"{name}.jsonl").write_text("\n".join(map(json.dumps, lines)))
    return folder


def compare(*arguments):
    given = map(str, arguments)
    return cli.main(["contamination", *given, "--data_dir", str(SAMPLE), "--bootstrap", "50"])


def test_the_command_shows_the_gap(runs, capsys, monkeypatch):
    monkeypatch.setattr(contamination, "FEWEST", 5)
    assert compare(runs / "known.jsonl", runs / "fresh.jsonl", "--format", "json") == 0
    told = capsys.readouterr()
    rows = json.loads(told.out)
    whole = [row for row in rows if row["unit"] == "all" and row["metric"] == "exact_match"]
    assert [row["filter"] for row in whole] == ["strict-match", "flexible-extract"]
    assert {row["subset"] for row in rows} == {"ttqa_head"}
    for row in whole:
        assert row["first"] == 1
        assert 0.3 < row["gap"] < 0.7
        assert row["better"] == "released"
    assert "unknown against unknown" not in told.err


def test_the_table_names_what_it_compares(runs, capsys, monkeypatch):
    monkeypatch.setattr(contamination, "FEWEST", 5)
    assert compare(runs / "known.jsonl", runs / "fresh.jsonl", "--filter", "strict-match") == 0
    shown = capsys.readouterr().out
    assert "|fresh:1.medium.1|" in shown
    assert "weighted by unit and type like the released" in shown


def test_sides_in_the_wrong_order_are_refused(runs, capsys):
    assert compare(runs / "fresh.jsonl", runs / "known.jsonl") == 1
    assert "first comes the run on released questions" in capsys.readouterr().err


def test_no_common_subset_is_refused(runs, capsys, tmp_path):
    asked = questions.load("tot_arith", SAMPLE)
    lines = [json.dumps({"id": q.id, "response": state(q, q.number)}) for q in asked]
    (tmp_path / "other.jsonl").write_text("\n".join(lines))
    assert compare(tmp_path / "other.jsonl", runs / "fresh.jsonl") == 1
    assert "no subset in common: tot_arith against ttqa_head" in capsys.readouterr().err
