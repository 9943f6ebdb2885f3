"""Tests scores of answers without questions against runs and arithmetic, and refused input."""

import math
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from datasets import Dataset
from hypothesis import example, given
from hypothesis import strategies as st
from pages import check_examples
from support import CHECKOUT, SAMPLE

from tempanswerqa.analysis import estimate
from tempanswerqa.metrics import METRICS
from tempanswerqa.runs import Library, read_runs
from tempanswerqa.runs.evaluating import EvaluationError, Score, compare, evaluate
from tempanswerqa.scoring import FLEXIBLE
from tempanswerqa.units import UNITS

NAN, INF = math.nan, math.inf


def test_scores_are_plain_arithmetic():
    replies = ["6 hours", "7 hours", "It takes 7 hours.", "12 hours", "I cannot tell."]
    found = evaluate(replies, [5, "7", "7 h", 9.0, 15], "hours")
    assert [item["number"] for item in found.items] == [6, 7, 7, 12, None]
    assert [item["label"] for item in found.items] == [5, 7, 7, 9, 15]
    assert {item["centroid"] for item in found.items} == {7}
    values = {name: score.value for name, score in found.scores.items()}
    assert values | {
        "exact_match": 2 / 5,
        "within_one": 3 / 5,
        "smape": (100 * 1 / 11 + 0 + 0 + 100 * 3 / 21 + 100) / 5,
        "mase": (1 / 2 + 0 + 0 + 3 / 2) / 4,
        "capped_ase": (1 / 2 + 0 + 0 + 1 + 1) / 5,
        "parsed": 4 / 5,
    } == pytest.approx(values)
    assert found.scores["mase"][1:] == (None,) * 3
    deviations = [2 / 5 - 1] * 2 + [2 / 5] * 3
    assert found.scores["exact_match"].stderr == pytest.approx(
        math.sqrt(5 / 4 * sum(d * d for d in deviations)) / 5
    )


def test_units_have_scales_of_their_own():
    hours, years = [5, 7, 7, 9, 15], [1990, 1991, 1992, 1993]
    both = evaluate(hours + years, hours + years, ["hours"] * 5 + ["date_years"] * 4)
    alone = [*evaluate(hours, hours, "hours").items, *evaluate(years, years, "date_years").items]
    assert both.items == alone
    assert both.items[-1]["smape"] is None
    answers = ["in 1998", "May 1998"]  # units go by their names and titles
    assert evaluate(answers, answers, ["Calendar year", "month"]).scores["exact_match"].value == 1


def test_a_wrong_answer_whose_label_is_on_its_centroid_leaves_no_mase():
    """Without it the four right answers would have a MASE of 0."""
    labels = [5, 7, 7, 9, 15]
    found = evaluate([5, 7, 8, 9, 15], labels, "hours")
    assert [item["mase"] for item in found.items] == [0, 0, None, 0, 0]
    assert found.scores["mase"].value is None
    assert evaluate([5, 7, None, 9, 15], labels, "hours").scores["mase"].value == 0


@pytest.mark.parametrize("family", ["tot_arith", "tot_sem", "ttqa"])
def test_scores_are_those_of_saved_responses(family, folder):
    """TempTabQA's splits share their scale, so they are scored together."""
    runs = [read_runs(path, Library(SAMPLE))[0] for path in sorted(folder.glob(f"{family}*"))]
    items = [item for run in runs for item in run.items[FLEXIBLE].itertuples()]
    asked = [run.part.questions[name] for run in runs for name in run.items[FLEXIBLE]["id"]]
    units, groups = [q.unit for q in asked], [q.group for q in asked]
    numbers = [None if item.number != item.number else item.number for item in items]
    found = evaluate(numbers, [question.number for question in asked], units, groups)
    for one, item, number, question in zip(found.items, items, numbers, asked, strict=True):
        assert (one["number"], one["label"]) == (number, question.number)
        assert one["centroid"] == question.centroid
        own = {name: getattr(item, name) for name in METRICS}
        assert {n: x if math.isfinite(x) else None for n, x in own.items()}.items() <= one.items()
    if len(runs) == 1:
        whole = estimate(runs[0].table)
        rows = whole[whole["filter"] == FLEXIBLE][["value", "stderr", "low", "high"]]
        shown = [NAN if x is None else x for score in found.scores.values() for x in score]
        wanted = rows.replace(INF, NAN).to_numpy().ravel()
        assert shown == pytest.approx(wanted, rel=1e-12, nan_ok=True)


def test_the_effective_number_of_unequal_groups_is_shown():
    """All answers of a group are equal, so its share of the variance is its size²."""
    truth = [*range(1, 201)]
    groups = [place - 40 if place >= 40 else 0 for place in range(200)]
    said = [right + group % 2 for right, group in zip(truth, groups, strict=True)]
    found = evaluate(said, truth, "days", groups)
    effective = (40**2 + 160) ** 2 / (40**4 + 160)
    assert found.effective_groups == pytest.approx(max(2, effective))
    assert "n = 200, groups = 160 (2 effective): " in str(found)
    assert "groups = 160 (2 effective)" in str(compare(found, found))


def test_groups_widen_the_intervals_as_one_answer_each():
    """Each group has two equal answers, so the error is that of the groups."""
    given, stated = [1, 2, 3, 9], [1, 2, 3, 4]
    twice = evaluate(given * 2, stated * 2, "days", ["a", "b", "c", 1] * 2)
    assert (twice.groups, len(twice.items)) == (4, 8)
    once = evaluate(given, stated, "days")
    assert twice.scores["exact_match"][:4] == once.scores["exact_match"][:4]


def test_columns_of_tables_are_lists():
    columns = {
        "predictions": [1.5, None, 3.0, 4.0],
        "references": [1, 2, 3, 5],
        "units": ["days"] * 4,
    }
    wanted = evaluate(**columns)
    table = pd.DataFrame(columns)
    assert evaluate(**table) == wanted
    assert evaluate(**table.astype({"predictions": "Float64"})) == wanted  # None is pandas.NA
    rows = Dataset.from_dict(columns)
    assert evaluate(rows["predictions"], rows["references"], rows["units"]) == wanted
    parts = [{"type": "text", "text": "1.5 days"}]
    assert evaluate([parts, {}, 3, 4], [1, 2, 3, 5], "days").scores == wanted.scores
    assert evaluate(np.array([1.5, NAN, 3, 4]), np.array([1, 2, 3, 5]), "days") == wanted
    assert evaluate(iter([Fraction(3, 2), None, np.float32(3), 4]), (1, 2, 3, 5), "days") == wanted


def test_nothing_has_no_scores():
    found = evaluate([], [], "days", [])
    assert (found.items, found.groups) == ([], 0)
    assert {*found.scores.values()} == {Score()}
    assert evaluate([None], [1], "days").scores["parsed"] == Score(0.0)


DAY = datetime(2024, 3, 1, 14, 30)
TYPED = [
    (np.timedelta64(90, "m"), "hours", 1.5, "a duration of numpy"),
    (timedelta(seconds=2.5), "seconds", 2.5, "a part of a second"),
    (np.datetime64("2024-03-01"), "date", 1_709_251_200, "a day of numpy"),
    (date(2024, 3, 1), "date", 1_709_251_200, "a day"),
    (DAY, "date", 1_709_251_200, "the day of a time"),
    (pd.Timestamp(DAY, tz="Asia/Tokyo"), "datetime", 1_709_303_400, "the clock of a time zone"),
    (np.datetime64(DAY), "calendar month", 1_709_251_200, "the month of a time"),
    (DAY, "calendar year", 2024, "the year of a time"),
    (DAY, "time", 870, "the time of day of a moment"),
    (time(14, 30, 30), "time", 870.5, "a time of day"),
    (date(2024, 3, 1), "hours", None, "a day is no duration"),
    (timedelta(hours=2), "time", None, "a duration is no time of day"),
    (timedelta(days=31), "months", None, "a month is not a number of days"),
    (date(2024, 3, 1), "datetime", None, "a day has no time"),
    (pd.NA, "days", None, "missing"),
]


@pytest.mark.parametrize(("value", "unit", "number", "why"), TYPED)
def test_values_of_many_types(value, unit, number, why):
    (item,) = evaluate([value], [5], unit).items
    assert item["number"] == number, why
    if number is None:
        with pytest.raises(EvaluationError, match=unit):
            evaluate([5], [value], unit)
    else:
        assert evaluate([number], [value], unit).scores["exact_match"].value == 1


def test_the_nearest_of_several_right_answers_counts_in_every_metric():
    """6 and 8 are equally near to 7: the first counts, as it does for an unread answer."""
    references = [[6, 8], "6 days | 8 days", (8, "10 days"), [10, 8], [3, 1, 2], 5, np.array([5])]
    found = evaluate([7, 8, "9.5 days", None, 2, 5, 5], references, "days")
    wanted = [(6, 8), (6, 8), (8, 10), (10, 8), (3, 1, 2), (5,), (5,)]
    assert [item["labels"] for item in found.items] == wanted
    labels = [item["label"] for item in found.items]
    assert labels == [6, 8, 10, 10, 2, 5, 5]
    firsts = evaluate([None] * 7, [6, 6, 8, 10, 3, 5, 5], "days").items
    assert found.items[3]["centroid"] == firsts[3]["centroid"]
    alone = evaluate([7, 8, 9.5, None, 2, 5, 5], labels, "days")
    for item, one in zip(found.items, alone.items, strict=True):
        for name in ("exact_match", "within_one", "smape", "parsed"):
            assert item[name] == one[name]
    (late,) = evaluate(["23:58"], [["22:00", "00:10"]], "time").items
    assert (late["label"], late["within_one"]) == (10, 0)


def test_a_table_is_scored_by_its_columns():
    table = pd.DataFrame(
        {
            "said": ["4 days", "in 2001", None],
            "right": [4, "2002 | 2001", 7],
            "who": [*"aab"],
            "in": ["days", "calendar year", "day"],
        },
        index=[12, 7, 3],
    )
    names = {"prediction": "said", "reference": "right"}
    found = evaluate(table, **names, unit="in", group="who")
    assert [item["number"] for item in found.items] == [4, 2001, None]
    assert [item["labels"] for item in found.items] == [(4,), (2002, 2001), (7,)]
    assert [item["exact_match"] for item in found.items] == [1, 1, 0]
    assert found.groups == 2
    with pytest.raises(EvaluationError, match="wording"):
        evaluate(table, **names, unit="in", questions="wording")
    days = evaluate(table.loc[[12, 3]], **names, unit="days")
    assert [item["unit"] for item in days.items] == ["days", "days"]


@pytest.mark.parametrize(
    ("arguments", "facts"),
    [
        ((["a"], [], "days"), ["1", "0"]),
        ((["a"],), ["DataFrame"]),
        (("abc", [1, 2, 3], "days"), ["predictions", "abc"]),
        (([["7 days"]], [7], "days"), ["index 0: ['7 days']"]),
        ((np.array([["7 days"]]), [7], "days"), ["index 0: ['7 days']"]),
        ((pd.DataFrame({"prediction": [1]}), [1], "days"), ["reference=", "unit="]),
        (([1] * 4, [1, "soon", NAN, "2 days"], "days"), ["index 1: 'soon'", "index 2: nan"]),
        (([1, 1, 1], [[1, "soon"], [], 1], "days"), ["index 0: [1, 'soon']", "index 1: []"]),
        (([1, 1], [pd.NaT, Decimal("NaN")], "date"), ["index 0: NaT", "index 1: NaN"]),
        (([1, 1], [1, 1], ["days", "dyas"]), ["calendar year", "index 1: 'dyas'"]),
        (([1, b"1", True], [1] * 3, "days"), ["index 1: b'1'", "index 2: True"]),
        (
            ([1, 2, 3], [1, 2, "x"], "days", [NAN, [], "b"]),
            ["index 0: nan", "index 1: []", "index 2: 'x'"],
        ),
        ((pd.Series([1, 2], [5, "b"]), [{}, "x"], "date"), ["index 5: {}", "index b: 'x'"]),
        ((pd.Series([1, 2], [5, 6]), pd.Series([1, 2], [6, 5]), "days"), ["index"]),
        ((pd.DataFrame({"a": [1], "reference": [1]}),), ["prediction", "a, reference"]),
    ],
)
def test_all_that_cannot_be_scored_is_named(arguments, facts):
    with pytest.raises(EvaluationError) as refused:
        evaluate(*arguments)
    assert all(fact in str(refused.value) for fact in facts), refused.value


ANYTHING = (
    st.none()
    | st.text()
    | st.floats()
    | st.sampled_from([10**400, Decimal("sNaN"), pd.NaT, DAY, "3 days", "2001"])
)


@given(
    st.lists(st.tuples(ANYTHING, st.floats(-1e100, 1e100))),
    st.sampled_from([*UNITS]).filter(lambda unit: unit != "when"),
)
@example([(1e100, 1e-200), (-1e100, 0.0), (5e-324, 3e-324)], "days")
@example([(1e100, 1.0)] * 3 + [(0.0, 1.0000000000000002)], "moment")
def test_no_answer_breaks_a_score(pairs, unit):
    found = evaluate([p for p, _ in pairs], [y for _, y in pairs], unit)
    assert (": the intervals are unreliable" in str(found)) == (len(pairs) < 10)
    for name, metric in METRICS.items():
        for item in found.items:
            assert item[name] is None or 0 <= item[name] <= metric.highest
        value, _, low, high = found.scores[name]
        rounding = 1e-12 * metric.highest
        assert low is None or 0 <= low <= value + rounding
        assert low is None or value - rounding <= high <= metric.highest


@pytest.mark.parametrize(("page", "shown"), [("docs/own-questions.md", 2), ("README.md", 1)])
def test_the_examples_of_pages_are_true(page, shown):
    assert check_examples(CHECKOUT / page) == shown


def test_errors_of_times_of_day_are_modulo_a_day():
    times = ["23:58", "23:50", "00:10", "12:00", "00:02", "00:05"]
    found = evaluate(["00:02", "23:51", "00:10", "23:59", None, "11:00 pm"], times, "time")
    errors = [4, 1, 0, 719, None, 65]
    for item, error in zip(found.items, errors, strict=True):
        assert item["exact_match"] == float(error == 0)
        assert item["within_one"] == float(error in (0, 1))
        assert item["smape"] is None
        if error is not None:
            distance = abs((item["centroid"] - item["label"] + 720) % 1440 - 720)
            assert item["mase"] == pytest.approx(error / distance)


def test_when_is_off_by_days():
    said = ["July 2023", "last Friday", None, "15 July 2023", date(2023, 7, 2)]
    several = ["14 July 2023", "16 July 2023"]
    meant = ["15 July 2023", "2024-05-10", "May 2020", several, "July 2023"]
    found = evaluate(said, meant, "when", asked_on=[None, "2024-05-17", None, None, NAN])
    assert [item["error"] for item in found.items] == [16, 0, None, 1, 0]
    assert str(found.items[3]["label"]) == "2023-07-14"
    assert found.scores["exact_match"].value == 2 / 5
    assert found.scores["within_one"].value == 3 / 5
    assert found.scores["parsed"].value == 4 / 5
    assert {found.scores[name].value for name in ("smape", "mase", "capped_ase")} == {None}
    assert str(found.items[0]["number"]) == "2023-07-01/2023-07-31"
    table = pd.DataFrame(
        {"said": said, "meant": meant, "day": [None, "2024-05-17", None, None, None]}
    )
    framed = evaluate(table, prediction="said", reference="meant", unit="when", asked_on="day")
    assert [item["error"] for item in framed.items[:2]] == [16, 0]
    with pytest.raises(EvaluationError, match="index 1: 'since 2014'"):
        evaluate(["2014"] * 2, ["2014", "since 2014"], "when")
    with pytest.raises(EvaluationError, match="index 0: 'soon'"):
        evaluate(["2014"], ["2014"], "when", asked_on=["soon"])


def test_an_answer_that_is_not_known_is_right_if_it_is_said():
    said = ["You never told me.", "3 days", "Unknown", None, "2 or 3 days", "5 days"]
    found = evaluate(said, ["none"] * 5 + [5], "days")
    assert [item["exact_match"] for item in found.items] == [1, 0, 1, 0, 0, 1]
    assert found.items[0]["labels"] == (None,)
    undefined = ("smape", "mase", "capped_ase", "parsed", "within_one", "error", "label")
    assert {found.items[0][name] for name in undefined} == {None}
    assert found.scores["exact_match"].value == 1 / 2
    assert found.scores["parsed"].value == found.scores["within_one"].value == 1


def test_items_say_where_a_number_stands_or_why_there_is_none():
    found = evaluate(
        ["So it took 3 days.", "I cannot tell.", date(2024, 3, 1), None], [3] * 4, "days"
    )
    read, *others = found.items
    assert read["text"] == read["prediction"][slice(*read["span"])] == "3 days"
    assert 0.5 < read["probability"] <= 1
    assert [item["unread"] for item in others] == ["refused", "another notation", "empty"]
    assert [(item["text"], item["span"], item["place"]) for item in others] == [(None,) * 3] * 3


def test_questions_choose_among_values_and_give_the_order_of_dates():
    table = pd.DataFrame(
        {
            "prediction": ["Day 30, on 03/04/2001", "03/04/2001"],
            "reference": ["2001-03-04", "2001-04-03"],
            "ask": ["When, in MM/DD/YYYY?", "When, in DD/MM/YYYY?"],
        }
    )
    found = evaluate(table, unit="date", questions="ask")
    assert found.scores["exact_match"].value == 1
    for order, right in (("day", "2001-04-03"), ("month", "2001-03-04")):
        both = evaluate(["03/04/2001"], ["03/04/2001"], "date", date_order=order).items[0]
        (clear,) = evaluate([right], [right], "date").items
        assert both["number"] == both["label"] == clear["number"]
    with pytest.raises(EvaluationError, match="date_order"):
        evaluate(["1"], ["1"], "days", date_order="year")


def test_one_s_own_function_chooses_among_values_of_prose():
    asked = []

    def choose(question, response, candidates):
        asked.append((question, candidates))
        return None if "?" in response else candidates.index("5 days")

    said = ["It ran for 3 days, and then 5 days.", "7 days", "Final Answer: 8", "3 days? 5 days?"]
    items = evaluate(said, [5, 7, 8, 5], "days", questions=["How long?"] * 4, choose=choose).items
    assert [item["number"] for item in items] == [5, 7, 8, None]
    assert asked == [("How long?", ["3 days", "5 days"])] * 2
    assert items[0]["probability"] is None
    for index in (7, True, 1.0, "3 days"):
        with pytest.raises(ValueError):
            evaluate(said[:1], [5], "days", choose=lambda *_, index=index: index)


def test_rows_of_a_table_are_named_as_an_editor_counts_them():
    table = pd.DataFrame({"prediction": ["3", "4"], "reference": ["3", "03/04/2001"]})
    with pytest.raises(EvaluationError, match=r"row 3 .*date_order"):
        evaluate(table, unit="date")
    with pytest.raises(EvaluationError, match=r"index 1: '7-8'"):
        evaluate(["3", "4"], ["3", "7-8"], "days")


def test_two_evaluations_are_compared_in_pairs():
    right, groups = [3, 5, 8, 13] * 5, [*"abcdefghij"] * 2
    first = evaluate([3, 5, 9, None] * 5, right, "days", groups)
    second = evaluate([3, 4, 9, 13] * 5, right, "days", groups)
    rows = compare(first, second).table.set_index("score")
    for name, metric in METRICS.items():
        pair = [found.scores[name].value for found in (first, second)]
        if metric.bounded:
            assert rows.loc[name, "difference"] == pytest.approx(pair[0] - pair[1])
    em = rows.loc["exact_match"]
    gaps = [a["exact_match"] - b["exact_match"] for a, b in zip(first.items, second.items)]  # noqa: B905
    sums = [gaps[k] + gaps[k + 10] for k in range(10)]
    assert em["stderr"] == pytest.approx(math.sqrt(10 / 9 * sum(s * s for s in sums)) / 20)
    assert rows["p"].notna().tolist() == [name in ("exact_match", "smape") for name in rows.index]
    assert "n = 20, groups = 10" in str(compare(first, second))
    for other in (evaluate([3], [3], "days"), evaluate([3] * 20, [4] * 20, "days")):
        with pytest.raises(EvaluationError):
            compare(first, other)
    with pytest.raises(EvaluationError, match="groups"):
        compare(first, evaluate([3] * 20, right, "days"))


def test_two_runs_are_compared_by_their_items(folder):
    paths = sorted(folder.glob("ttqa_head*"))[:1] + sorted(folder.glob("ttqa_head*"))[-1:]
    runs = [read_runs(path, Library(SAMPLE))[0].table for path in paths]
    tables = [run[run["filter"] == FLEXIBLE] for run in runs]
    rows = compare(*tables).table.set_index("score")
    for name in ("exact_match", "smape"):
        gap = tables[0][name].to_numpy() - tables[1][name].to_numpy()
        assert rows.loc[name, "difference"] == pytest.approx(np.nanmean(gap))
    with pytest.raises(EvaluationError, match="filter"):
        compare(*runs)
