"""Tests that the page's script derives the same errors, curves and scores as the package."""

import json
import math

import pytest
from browser import TEMPLATES, run_scripts
from cases import data
from hypothesis import given, settings
from hypothesis import strategies as st

from tempanswerqa.metrics import intervals, tolerance
from tempanswerqa.metrics.scores import METRICS, estimate
from tempanswerqa.metrics.significance import paired
from tempanswerqa.questions.record import CALENDAR_YEAR, DATE, DURATION, TIME_OF_DAY
from tempanswerqa.reports.report import live_data
from tempanswerqa.reports.report.data import Gathered
from tempanswerqa.runs import score_files
from tempanswerqa.runs.summary import RunName
from tempanswerqa.scoring import FILTERS, STRICT
from tempanswerqa.units import UNITS

SCORES = """
const asked = data.tasks.map((task, at) => questionsOf(data, task, at));
return cells.map(([task, run, filter]) => {
  const answered = numbersOf(data.tasks[task], run, filter)
    .map((numbers, at) => ({ question: asked[task][at], numbers }))
    .filter(({ numbers }) => numbers.length);
  const scores = Object.entries(scoresOf(answered))
    .map(([name, { mean, stderr }]) => [name, mean, stderr]);
  const errors = (axis) => answered
    .filter(({ question }) => (question.panel === "time") === (axis === "time"))
    .flatMap(({ question, numbers }) => numbers.map((number) => ({
      error: errorOf(axis, number, question), weight: 1 / numbers.length, cluster: question.group,
      cell: 0,
    })));
  return [scores, ["percent", "time"].map((axis) => curveOf(errors(axis)))];
});
"""


def check(gathered: Gathered) -> None:
    """Check the scores and curves of all runs that the page would show."""
    data = json.loads(live_data.block(gathered))
    tasks = list(gathered.tasks)
    cells = [(task, run, rule) for rule in FILTERS for task, run in gathered.numbers[rule]]
    named = [[tasks.index(task), gathered.runs.index(run), rule] for task, run, rule in cells]
    found = run_scripts(["tolerance"], SCORES, data=data, cells=named)
    rows = {
        (row.summary.task, RunName.of(row.summary), rule): row
        for rule, own in gathered.rows.items()
        for row in own
    }
    for cell, (scores, curves) in zip(cells, found, strict=True):
        for name, mean, stderr in scores:
            expected = rows[cell].summary.scores[name]
            if expected.value is None:
                assert mean is None
                continue
            assert mean == pytest.approx(expected.value, rel=1e-9), (cell, name)
            if expected.stderr is not None:
                assert stderr == pytest.approx(expected.stderr, rel=1e-6)
        read = list(gathered.read(rows[cell]))
        for axis, points in zip(("percent", "time"), curves, strict=True):
            own = [(q, n) for q, n in read if UNITS[q.unit].point == (axis == "time")]
            errors = [live_data.error(axis, number, question) for question, number in own]
            expected_points = tolerance.curve(errors, [(q.family, q.group) for q, _ in own])
            assert len(points) == len(expected_points)
            lowest, highest = 0.0, 0.0
            for point, expected in zip(points, expected_points, strict=True):
                low, high = expected.interval
                lowest, highest = max(lowest, low), max(highest, high)  # the ends only rise
                values = (expected.tolerance, expected.share, lowest, highest)
                known = [None if math.isnan(value) else value for value in values]
                assert point == pytest.approx(known, rel=1e-5, abs=1e-6)


@pytest.mark.slow
def test_the_page_scores_as_the_package_does(gathered):
    check(gathered)


@pytest.mark.slow
def test_the_page_scores_the_recorded_runs(published):
    gathered = Gathered()
    options = score_files.Options(data_dir=str(published))
    places = [str(published / "responses")]
    for one in score_files.score_places(places, options, pytest.fail, lambda _: None):
        gathered.add(one)
    check(gathered)


@pytest.mark.parametrize("degrees", [1, 1.5, 2, 7.3, 60, 1000, 1e6])
def test_quantiles_are_those_of_student(degrees):
    found = run_scripts(["tolerance"], "return quantile(degrees);", degrees=degrees)
    assert found == pytest.approx(intervals.quantile(degrees), rel=1e-4)


def test_scores_and_curves_of_all_are_the_mean_of_tasks_and_promptings(gathered):
    of = gathered.chosen(STRICT)
    data = json.loads(live_data.block(gathered))
    code = """
    const asked = data.tasks.map((task, at) => questionsOf(data, task, at));
    const answered = data.fields["|"].cells.flatMap(([task, prompting]) => {
      const run = data.runs.findIndex(([model, own]) => model === slug && own === prompting);
      return numbersOf(data.tasks[task], run, "strict-match").map((numbers, at) =>
        ({ question: asked[task][at], numbers, cell: `${task} ${prompting}` }));
    });
    const curve = curveOf(answered.flatMap(({ question, numbers, cell }) => numbers.map((number) =>
      ({ error: errorOf("units", number, question), weight: 1, cluster: question.group, cell }))));
    return [scoresOf(answered), curve];
    """
    for model, slug in zip(of.by_model, data["fields"]["|"]["models"], strict=True):
        scores, curve = run_scripts(["tolerance"], code, data=data, slug=slug)
        for name in ("exact_match", "smape", "parsed"):
            assert scores[name]["mean"] == pytest.approx(of.means(name)[model])
        rows = of.by_model[model]
        residuals: dict = {}  # of each group, in all tasks and promptings that have it
        for row in rows:
            values, mean = row.scores["exact_match"], row.summary.mean("exact_match")
            for value, group in zip(values, row.groups, strict=True):
                share = (value - mean) / len(values) / len(rows)
                residuals[group] = residuals.get(group, 0) + share
        count = len(residuals)
        stderr = math.sqrt(count / (count - 1) * math.fsum(r**2 for r in residuals.values()))
        assert scores["exact_match"]["stderr"] == pytest.approx(stderr)
        assert curve[0][1] == pytest.approx(of.means("exact_match")[model])
        assert curve[-1][1] == pytest.approx(of.means("parsed")[model])
        low, high = run_scripts(["tolerance"], "return wilson(found);", found=scores["exact_match"])
        assert curve[0][2:] == pytest.approx([low, high])


def test_paired_differences_are_those_of_compare(gathered):
    of = gathered.chosen(STRICT, "tempanswerqa_ttqa_head", "few-shot")
    (one,), (other,) = list(of.by_model.values())[:2]
    first, second = (list(row.scores["exact_match"]) for row in (one, other))
    numbers = {group: at for at, group in enumerate(dict.fromkeys(one.groups))}
    columns = {"first": first, "second": second, "groups": [numbers[g] for g in one.groups]}
    found = run_scripts(["tolerance"], "return pairedOf(first, second, groups);", **columns)
    expected = paired(first, second, one.groups)
    assert [found["value"], found["low"], found["high"]] == pytest.approx(
        [expected.value, expected.low, expected.high], rel=1e-5
    )
    columns["second"] = first
    found = run_scripts(["tolerance"], "return pairedOf(first, second, groups);", **columns)
    assert found == {"value": 0, "low": None, "high": None}  # no interval without a difference


@pytest.mark.parametrize("axis", live_data.AXES)
def test_places_of_tolerances_are_the_same_and_can_be_turned_round(axis):
    tolerances = [0, 0.1, 0.5, 1, 2.5, 7, 30, 99, 100, 365.2425, 5000, 1e7]
    if axis == "percent":
        tolerances = [one for one in tolerances if one <= 100]
    code = """
    const places = tolerances.map((one) => placeOn(axis, one));
    return [places, places.map((place) => toleranceAt(axis, place))];
    """
    values = {"axis": live_data.AXES[axis], "tolerances": tolerances}
    places, again = run_scripts(["tolerance"], code, **values)
    assert places == pytest.approx([live_data.place(axis, one) for one in tolerances])
    assert places == sorted(places)
    assert 0 <= min(places) <= max(places) <= 1
    assert again == pytest.approx(tolerances, rel=1e-6)


def test_times_of_day_are_points_on_a_circle():
    code = """
    return ["units", "time", "scaled"].map((axis) =>
      errorOf(axis, 1438, { label: 2, centroid: 10, period: 1440, days: 1 / 1440 }));
    """
    assert run_scripts(["tolerance"], code) == pytest.approx([4, 4 / 1440, 0.5])


def test_the_nearest_right_answer_counts_and_the_first_for_strict_match():
    code = """
    const question = { label: 7, centroid: 5, alternatives: [[9, 8]] };
    return [rightOf(8.5, question), rightOf(8, question), rightOf(null, question),
      rightOf(9, question, "strict-match"), errorOf("scaled", 8.5, question)];
    """
    assert run_scripts(["tolerance"], code) == [[9, 8], [7, 5], [7, 5], [7, 5], 0.5]


WORDS = data(__file__, "words")
YEARS = [(1985, "date_years", "1985"), (1985, "years", "1985")]
OFF = data(__file__, "off")
OFF_YEARS = [(-2, "date_years", "2 years too early"), (1, "years", "1 year too late")]
OFF_DATES = [(12, "date", "12 days too late"), (-1, "date", "1 day too early")]

CLOCK = data(__file__, "clock")
OFF_CLOCK = data(__file__, "off clock")


def worded() -> str:
    """Return the part of the script of answers that writes numbers in words."""
    script = (TEMPLATES / "answers.js").read_text(encoding="utf-8")
    return script[script.index("const SECONDS") : script.index("// One answer as one filter")]


@pytest.mark.parametrize(
    ("name", "rows", "asked"),
    [
        ("amount", WORDS, ""),
        ("amount", YEARS, CALENDAR_YEAR),
        ("amount", CLOCK, TIME_OF_DAY),
        ("offBy", OFF, DURATION),
        ("offBy", OFF_DATES, DATE),
        ("offBy", OFF_YEARS, CALENDAR_YEAR),
        ("offBy", OFF_CLOCK, TIME_OF_DAY),
    ],
)
def test_numbers_and_errors_are_told_in_their_unit(name, rows, asked):
    code = f"{worded()} return rows.map(([n, unit]) => {name}(n, {{ unit, asksFor }}));"
    assert run_scripts([], code, rows=rows, asksFor=asked) == [told for *_, told in rows]


@pytest.mark.slow
@settings(max_examples=3)
@given(
    st.lists(
        st.tuples(
            st.one_of(st.none(), st.floats(-1e300, 1e300)),
            st.floats(-1e6, 1e6),
            st.floats(-1e6, 1e6),
            st.integers(0, 3),
        ),
        min_size=1,
        max_size=60,
    )
)
def test_any_numbers_have_the_scores_of_the_package(rows):
    code = """
    return scoresOf(rows.map(([number, label, centroid, group]) =>
      ({ question: { label, centroid, group, panel: "duration", days: 1 }, numbers: [number] })));
    """
    found = run_scripts(["tolerance"], code, rows=rows)
    for name in ("exact_match", "within_one", "smape", "parsed"):
        values = [METRICS[name].function(p, y, c, 1) for p, y, c, _ in rows]
        mean = estimate(values, [group for *_, group in rows]).mean
        assert found[name]["mean"] == pytest.approx(mean)
