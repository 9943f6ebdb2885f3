"""Runs with several responses to each question, however they were saved."""

import json
import statistics
from functools import cache
from pathlib import Path

import pytest
from scored import cells, score, write_lines, write_table
from support import SAMPLE, evaluate, save, state

from tempanswerqa import cli, questions
from tempanswerqa.harness.models import RecordedLM
from tempanswerqa.metrics.means import means
from tempanswerqa.metrics.scores import LISTED
from tempanswerqa.questions.record import question_id
from tempanswerqa.runs import Library, read_runs
from tempanswerqa.scoring import FILTERS

pytestmark = pytest.mark.usefixtures("sampled")
TASK = "tempanswerqa_tot_arith"


@cache
def asked() -> list[questions.Question]:
    """Return the questions of arithmetic."""
    return questions.load("tot_arith", SAMPLE)


SAID = [(0, 0, 0, 0), (0, 2, 2, None), (1, 0, 4, 9)] * 8
"""The errors of the four responses to each question, in days for dates; None for no answer."""
STRICT = "strict-match"


def given() -> dict[str, list[str]]:
    """Return the responses to each question."""
    day = {"date": 86_400}
    return {
        q.id: ["?" if n is None else state(q, q.number + n * day.get(q.unit, 1)) for n in own]
        for q, own in zip(asked(), SAID, strict=True)
    }


def rows(order) -> list[dict]:
    return [{"id": name, "response": text} for name, text in order]


def lists(folder: Path) -> list[Path]:
    lines = [{"doc": {"id": i}, "resps": [own], "filter": "f"} for i, own in given().items()]
    return [write_lines(folder / "run.jsonl", lines)]


def epochs(folder: Path) -> list[Path]:
    order = [(name, own[n]) for n in range(4) for name, own in given().items()]
    return [write_lines(folder / "run.jsonl", rows(order))]


def table(folder: Path) -> list[Path]:
    known = [row for row in cells(SAMPLE / "questions/tot.csv") if row["split"] == "arithmetic"]
    answered = [row | {"response": text} for row in known for text in given()[question_id(row)]]
    return [write_table(folder / "run.csv", answered)]


FORMS = {form.__name__: form for form in (lists, epochs, table)}


def test_scores_by_plain_arithmetic(capsys, tmp_path):
    """Each of the three patterns applies to a third of the questions."""
    _, (found, _), told = score(capsys, *lists(tmp_path))
    assert told == ""
    by_question = [1, 1 / 4, 1 / 4] * 8
    assert found["exact_match"] == pytest.approx(statistics.mean(by_question))
    error = means(by_question, [question.group for question in asked()]).stderr.item()
    assert found["stderr"]["exact_match"] == pytest.approx(error)
    assert found["parsed"] == pytest.approx((1 + 3 / 4 + 1) / 3)
    assert (found["n"], found["repeated"], found["missing"], found["samples"]) == (24, 0, 0, 4)


@pytest.mark.parametrize(("how", "right"), [("mean", 1 / 2), ("first", 2 / 3)])
def test_all_ways_to_save_them_read_the_same(capsys, tmp_path, how, right):
    told = []
    for name, form in FORMS.items():
        (tmp_path / name).mkdir()
        told.append(score(capsys, *form(tmp_path / name), "--samples", how))
    assert all(scored == told[0] for scored in told)
    assert told[0][1][0]["exact_match"] == pytest.approx(right)


@pytest.mark.slow
def test_the_harness_has_the_same_scores(capsys, tmp_path):
    options = {"metadata": {"repeats": 4}, "gen_kwargs": "do_sample=true,temperature=0.6"}
    results = evaluate(RecordedLM(given()), TASK, **options)
    save(dict(results), tmp_path)
    _, found, _ = score(capsys, tmp_path)
    for record in found:
        own = {
            key.partition(",")[0]: value
            for key, value in results["results"][TASK].items()
            if key.endswith(record["filter"])
        }
        for name in LISTED:
            assert own[name] == pytest.approx(record[name])
        for name in ("exact_match", "smape"):
            assert own[f"{name}_stderr"] == pytest.approx(record["stderr"][name])
    assert cli.main(["score", str(tmp_path), "--output_path", str(tmp_path / "again")]) == 0
    capsys.readouterr()
    assert score(capsys, tmp_path / "again")[1] == found


@pytest.mark.parametrize("stated", [None, 2])
def test_responses_with_which_processes_fill_up_do_not_count(capsys, tmp_path, stated):
    """The number in the results file decides, otherwise the one that all questions have."""
    name = f"{TASK}_2026-01-01T00-00-00.000001"
    filled = {i: own[:2] for i, own in given().items()} | {asked()[-1].id: given()[asked()[-1].id]}
    lines = [{"doc": {"id": i}, "resps": [own], "filter": "f"} for i, own in filled.items()]
    write_lines(tmp_path / f"samples_{name}.jsonl", lines)
    if stated:
        results = {"model_name": "m", "configs": {TASK: {"repeats": stated}}}
        (tmp_path / f"results_{name.removeprefix(TASK)[1:]}.json").write_text(json.dumps(results))
    _, (found, _), _ = score(capsys, tmp_path)
    assert (found["samples"], found["repeated"]) == (2, 2)
    assert found["exact_match"] == pytest.approx((1 + 1 / 2 + 1 / 2) / 3)


def test_an_answer_that_was_saved_twice_is_no_sample_unless_asked_for(capsys, tmp_path):
    answers = [(name, own[0]) for name, own in given().items()]
    path = write_lines(
        tmp_path / "run.jsonl", rows([*answers, (asked()[1].id, given()[asked()[1].id][3])])
    )
    _, (found, _), told = score(capsys, path)
    assert (found["repeated"], found["exact_match"]) == (1, pytest.approx(2 / 3))
    (run,) = read_runs(path, Library(SAMPLE))
    assert len(run.items[STRICT]) == len(asked()) == 24
    _, (found, _), told = score(capsys, path, "--samples", "mean")
    assert (found["repeated"], found["samples"], told) == (0, 2, "")
    assert found["exact_match"] == pytest.approx((16 - 1 / 2) / 24)


def test_a_few_cut_lines_leave_the_other_responses(capsys, tmp_path):
    """Two of 96 lines are truncated."""
    answers = [(name, text) for name, own in given().items() for text in own]
    path = write_lines(tmp_path / "run.jsonl", rows(answers))
    lines = path.read_text().splitlines()
    lines[2], lines[90] = lines[2][:20], lines[90][:20]
    path.write_text("\n".join(lines))
    _, (found, _), told = score(capsys, path)
    assert (found["samples"], found["unknown"], found["repeated"]) == (4, 2, 0)
    assert "rows: 3, 91" in told


def test_items_have_their_sample(capsys, tmp_path):
    (path,) = lists(tmp_path)
    lone = write_lines(tmp_path / "lone.jsonl", rows((i, own[0]) for i, own in given().items()))
    score(capsys, lone, path, "--items", tmp_path / "both.csv")
    both = cells(tmp_path / "both.csv")
    assert [item["sample"] for item in both[:48]] == ["0"] * 48
    own = both[48:]
    assert [item["sample"] for item in own] == ["0", "1", "2", "3"] * 24 * len(FILTERS)
    right = [float(item["exact_match"]) for item in own[:96]]
    assert statistics.mean(right) == pytest.approx((1 + 1 / 4 + 1 / 4) / 3)
    score(capsys, lone, "--items", tmp_path / "lone.csv")
    assert both[:48] == cells(tmp_path / "lone.csv")


def test_samples_are_compared_by_question(capsys, tmp_path):
    (path,) = lists(tmp_path)
    lone = write_lines(tmp_path / "lone.jsonl", rows((i, own[0]) for i, own in given().items()))
    assert cli.main(["compare", str(path), str(lone), "--format", "json"]) == 0
    row = next(r for r in json.loads(capsys.readouterr().out) if r["score"] == "exact_match")
    differences = [0, 1 / 4 - 1, 1 / 4 - 0] * 8
    assert row["n"] == 24
    assert row["difference"] == pytest.approx(statistics.mean(differences))
    error = means(differences, [question.group for question in asked()]).stderr.item()
    assert row["stderr"] >= error  # their variance has a least value
