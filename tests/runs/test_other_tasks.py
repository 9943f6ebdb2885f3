"""Tests that `compare` accepts the samples of any lm_eval task, and its margin."""

import json

import numpy as np
import pytest
from scipy import stats
from scored import write_answers, write_lines
from statsmodels.api import OLS
from support import SAMPLE

from benchmarks import calibration
from tempanswerqa import cli, questions

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


@pytest.mark.parametrize("group", ["", "subject"])
def test_differences_are_those_of_a_regression_with_clusters(tmp_path, capsys, group):
    """The regression of differences on a constant, with errors clustered by group."""
    clusters = np.arange(SIZE) % (20 if group else SIZE)
    scores = {}
    for name, seed in (("a", 1), ("b", 2)):
        generator = np.random.default_rng(seed)
        noise = generator.normal(size=SIZE) + generator.normal(size=SIZE)[clusters]
        scores[name] = {"acc": (noise > 0).astype(float), "loss": noise}
        rows = {metric: values.tolist() for metric, values in scores[name].items()}
        write_run(tmp_path / name, "mine", rows, ups={"acc": True, "loss": False})
    _, rows, _ = compared(capsys, tmp_path / "a", tmp_path / "b", "--group", group)
    for row in rows:
        gap = scores["a"][row["score"]] - scores["b"][row["score"]]
        model = OLS(gap, np.ones(SIZE)).fit(
            cov_type="cluster", cov_kwds={"groups": clusters}, use_t=True
        )
        found = [row[key] for key in ("difference", "stderr", "p", "low", "high")]
        expected = [*model.params, *model.bse, *model.pvalues, *model.conf_int()[0]]
        assert found == pytest.approx(expected, rel=1e-9)


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
    code, _, message = compared(capsys, runs[0], place)
    assert (code, "mine" in message) == (1, True)
    code, _, message = compared(capsys, *runs, "--group", "topic")
    assert code == 1
    assert "topic" in message


@pytest.mark.parametrize(
    ("margin", "code"),
    [("acc=30", 0), ("acc=3", 1), ("loss=3", 0), ("loss=0.1", 1), ("2", 1), ("x", 2), ("-1", 2)],
)
def test_the_exit_status_says_whether_a_margin_is_kept(runs, capsys, margin, code):
    assert compared(capsys, *runs, "--margin", margin)[0] == code


def test_a_run_is_not_worse_than_itself(tmp_path, capsys):
    """None of n answers differs: a share of t² / (n + t²) may."""
    run = write_run(tmp_path / "a", "mine", {"acc": drawn(1, 0.5)})
    most = 100 * stats.t.ppf(0.975, SIZE - 1) ** 2 / (SIZE + stats.t.ppf(0.975, SIZE - 1) ** 2)
    for margin, code in ((most + 0.01, 0), (most - 0.01, 1)):
        assert compared(capsys, run, run, "--margin", f"acc={margin}")[0] == code


def test_a_margin_cannot_be_set_for_twins(runs):
    assert cli.main(["compare", str(runs[0]), "--twins", str(runs[1]), "--margin", "1"]) == 2


def test_a_group_that_never_differs_is_one_answer(runs, capsys):
    """300 equal answers keep a margin of 5 points, but not in 20 groups that may differ as one."""
    for group, code in (("", 0), ("subject", 1)):
        given = "--margin", "acc=5", "--group", group
        assert compared(capsys, runs[0], runs[0], *given)[0] == code


@pytest.mark.parametrize("kind", [(30, 200, True, 1), (20, 200, False, 2)])
def test_false_alarms_at_the_margin_are_few(kind):
    generator = np.random.default_rng(0)
    said = [calibration.gated(*kind, generator) for _ in range(60)]
    assert (np.mean(said, axis=0) <= 0.05).all()


def test_what_lm_eval_saves_of_a_perplexity_is_better_if_it_is_higher(tmp_path, capsys):
    for name, loss in (("a", 1.0), ("b", 2.0)):
        scores = {"perplexity": [-loss - at % 3 for at in range(SIZE)]}
        write_run(tmp_path / name, "lambada", scores, ups={"perplexity": False})
    _, (row,), _ = compared(capsys, tmp_path / "a", tmp_path / "b")
    assert (row["difference"], row["better"]) == (pytest.approx(1), "a")


def test_a_metric_of_one_run_alone_and_odd_numbers_are_left_out(tmp_path, capsys):
    odd = [1e300, float("nan"), True, None, [1], *[0.0] * 15]
    one = write_run(tmp_path / "a", "mine", {"acc": odd, "f1": [1.0] * 20})
    other = write_run(tmp_path / "b", "mine", {"acc": [1.0] * 20})
    code, (row,), _ = compared(capsys, one, other)
    assert (code, row["score"], row["n"], row["first_value"]) == (0, "acc", 16, 1 / 16)
    for margin, fact in (("f1=1", "f1"), ("2", "acc"), ("acc=200", "")):
        code, _, message = compared(capsys, one, other, "--margin", margin)
        assert (code, fact in message) == (int(bool(fact)), True)


def test_a_cut_line_is_named(runs, capsys):
    path = runs[1] / f"samples_mine_{DATE}.jsonl"
    path.write_text(path.read_text()[:-40])
    code, _, message = compared(capsys, *runs)
    assert (code, f"line {SIZE}" in message) == (1, True)
