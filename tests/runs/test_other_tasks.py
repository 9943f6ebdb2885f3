"""Tests that `compare` takes the samples of any task of lm_eval, and its margin."""

import json

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from scored import write_answers, write_lines
from support import SAMPLE

from tempanswerqa import cli, questions
from tempanswerqa.metrics.scores import Metric
from tempanswerqa.reports import compare

SIZE = 300
DATE = "2026-01-01T00-00-00.000000"


def write_run(folder, task, scores, rules=("none",), ups=None, start=0):
    """Write a run of another task as lm_eval does; its documents have a subject."""
    write_lines(
        folder / f"samples_{task}_{DATE}.jsonl",
        (
            {
                "doc_id": at,
                "doc": {"question": f"q{start + at}", "subject": at % 20},
                "filter": rule,
                "metrics": [*scores],
                "doc_hash": f"{task}{start + at}",
            }
            | {name: values[at] for name, values in scores.items()}
            for rule in rules
            for at in range(len(next(iter(scores.values()))))
        ),
    )
    results = folder / f"results_{DATE}.json"
    stated = json.loads(results.read_text()) if results.exists() else {}
    stated.setdefault("higher_is_better", {})[task] = ups or dict.fromkeys(scores, True)
    results.write_text(json.dumps({"model_name": f"org/{folder.name}"} | stated))
    return folder


def drawn(seed, share):
    return (np.random.default_rng(seed).random(SIZE) < share).astype(float).tolist()


def compared(capsys, *arguments):
    code = cli.main(["compare", *map(str, arguments), "--format", "json"])
    told = capsys.readouterr()
    return code, json.loads(told.out or "[]"), told.err


@pytest.fixture
def runs(tmp_path):
    """Write two runs of a task with a share, a count and a list."""
    for name, seed, share in (("a", 1, 0.6), ("b", 2, 0.5)):
        counts = [-3.5 * x + at % 7 for at, x in enumerate(drawn(seed + 5, 0.5))]
        scores = {"acc": drawn(seed, share), "loss": counts, "words": [[1, 2]] * SIZE}
        write_run(tmp_path / name, "mine", scores, ups={"acc": True, "loss": False})
    return tmp_path / "a", tmp_path / "b"


def read(folder):
    lines = (folder / f"samples_mine_{DATE}.jsonl").read_text().splitlines()
    return {m: np.array([json.loads(line)[m] for line in lines]) for m in ("acc", "loss")}


def test_differences_are_those_of_a_paired_t_test(runs, capsys):
    code, rows, said = compared(capsys, *runs)
    assert (code, said) == (0, "")
    assert [row["score"] for row in rows] == ["acc", "loss"]
    first, second = map(read, runs)
    for row in rows:
        name = row["score"]
        test = stats.ttest_rel(first[name], second[name])
        ends = test.confidence_interval()
        found = [row[key] for key in ("difference", "p", "low", "high")]
        gap = (first[name] - second[name]).mean()
        assert found == pytest.approx([gap, test.pvalue, ends.low, ends.high], rel=1e-9)
        assert (row["n"], row["groups"]) == (SIZE, SIZE)
        leading = "a" if (row["difference"] > 0) == (name == "acc") else "b"
        assert row["better"] == (leading if row["p_holm"] < 0.05 else "")


def test_groups_are_those_of_a_regression_with_clusters(runs, capsys):
    """Liang and Zeger's variance, as statsmodels has it: G / (G - 1) times (n - 1) / (n - 1)."""
    _, rows, _ = compared(capsys, *runs, "--group", "subject")
    for row in rows:
        first, second = (read(run)[row["score"]] for run in runs)
        gap = first - second
        sums = np.bincount(np.arange(SIZE) % 20, gap - gap.mean())
        found = np.sqrt(20 / 19 * (sums**2).sum()) / SIZE
        assert row["stderr"] >= found - 1e-12  # a share has a least variance
        assert row["score"] == "acc" or row["stderr"] == pytest.approx(found)
        assert row["groups"] == 20


def test_documents_are_paired_by_hash_in_each_filter(tmp_path, capsys):
    rules = ("strict-match", "flexible-extract")
    first = write_run(tmp_path / "a", "math", {"exact_match": [1, 1, 0, 1]}, rules)
    second = write_run(tmp_path / "b", "math", {"exact_match": [1, 0, 0]}, rules, start=1)
    _, rows, _ = compared(capsys, first, second)
    assert {(row["filter"], row["n"]) for row in rows} == {(rule, 3) for rule in rules}
    assert rows[0]["first_value"] == pytest.approx(2 / 3)
    _, rows, _ = compared(capsys, first, second, "--filter", rules[1])
    assert [row["filter"] for row in rows] == [rules[1]]


def test_several_tasks_and_temporal_ones_are_in_one_table(runs, capsys):
    given = {q.id: "Final Answer: 3" for q in questions.load("ttqa_head", SAMPLE)}
    for run, seed in zip(runs, (8, 9), strict=True):
        write_run(run, "yours", {"acc": drawn(seed, 0.5)})
        write_answers(run / f"ttqa_head_{run.name}_few-shot.jsonl", given)
    data = ("--data_dir", str(SAMPLE))
    _, rows, _ = compared(capsys, *runs, *data)
    tasks = {row["task"]: row for row in rows if row["score"] in ("exact_match", "acc")}
    assert {*tasks} == {"tempanswerqa_ttqa_head", "other tasks", "mine", "yours"}
    both = (tasks["mine"]["difference"] + tasks["yours"]["difference"]) / 2
    assert tasks["other tasks"]["difference"] == pytest.approx(both)
    for style in ("table", "markdown"):
        assert cli.main(["compare", *map(str, runs), *data, "--format", style]) == 0
        assert "yours" in capsys.readouterr().out
    assert cli.main(["score", str(runs[0]), *data]) == 0
    assert "mine, yours" in capsys.readouterr().err
    assert cli.main(["compare", *map(str, runs), *data, "--margin", "99"]) == 0


def test_files_without_scores_are_named(tmp_path, runs, capsys):
    place = write_run(tmp_path / "c", "mine", {"words": [[1, 2]]})
    code, _, said = compared(capsys, runs[0], place)
    assert code == 1
    assert "no metric" in said
    code, _, said = compared(capsys, *runs, "--group", "topic")
    assert code == 1
    assert "topic" in said


@pytest.mark.parametrize(
    ("margin", "code"),
    [("acc=30", 0), ("acc=3", 1), ("loss=3", 0), ("loss=0.1", 1), ("2", 1), ("x", 2), ("-1", 2)],
)
def test_the_exit_status_says_whether_a_margin_is_kept(runs, capsys, margin, code):
    assert compared(capsys, *runs, "--margin", margin)[0] == code


def test_a_run_is_not_worse_than_itself(tmp_path, capsys):
    """None of n answers differs: t² / (n + t²) may."""
    run = write_run(tmp_path / "a", "mine", {"acc": drawn(1, 0.5)})
    most = 100 * stats.t.ppf(0.975, SIZE - 1) ** 2 / (SIZE + stats.t.ppf(0.975, SIZE - 1) ** 2)
    for margin, code in ((most + 0.01, 0), (most - 0.01, 1)):
        assert compared(capsys, run, run, "--margin", f"acc={margin}")[0] == code


def test_a_margin_cannot_be_set_for_twins(runs):
    assert cli.main(["compare", str(runs[0]), "--twins", str(runs[1]), "--margin", "1"]) == 2


@pytest.mark.slow
def test_false_alarms_at_the_margin_are_few():
    """The second run is worse by the margin exactly; the level is .025."""
    generator, draws, shown = np.random.default_rng(0), 400, 0
    first, second, margin = 0.7, 0.65, 0.05
    metric = Metric("acc", "acc", True, factor=100)
    for _ in range(draws):
        own = generator.random(200)
        # a quarter of the documents are answered apart, the others alike
        other = np.where(generator.random(200) < 0.25, generator.random(200), own)
        items = pd.DataFrame(
            {
                "task": "mine",
                "filter": "none",
                "id": [f"q{at}" for at in range(200)] * 2,
                "group": [f"q{at}" for at in range(200)] * 2,
                "side": ["first"] * 200 + ["second"] * 200,
                "acc": np.concatenate([own < first, other < second]).astype(float),
            }
        )
        sides = [(items, {"acc": metric})]
        shown += compare.not_worse(sides, ("a", "b"), "acc", 100 * margin)[1]
    assert shown / draws <= 0.05
