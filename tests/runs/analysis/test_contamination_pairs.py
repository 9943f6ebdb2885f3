"""Tests which runs belong together: names of models, tasks, prompting and draws."""

from pathlib import Path

import pytest

from tempanswerqa.questions.draws import Draw
from tempanswerqa.runs.analysis.comparison import ComparisonError
from tempanswerqa.runs.analysis.contamination_pairs import pairs, references, same_model
from tempanswerqa.runs.catalog import Part
from tempanswerqa.runs.score_files import Scored
from tempanswerqa.runs.scoring import Run


def scored(model: str, draw: Draw | None = None, prompting: str = "", task: str = "t") -> Scored:
    return Scored(
        Run(Path(model), model, prompting, "tot_arith", task, Part({}, "", "", draw), []), {}
    )


def fresh(model: str, seed: int = 1, n: int = 250, **options: str) -> Scored:
    return scored(model, Draw("tot_arith", n=n, seed=seed), **options)


@pytest.mark.parametrize(("first", "second", "same"), [
    ("meta-llama/Llama-3.1-8B", "Llama-3.1-8B", True),
    ("meta-llama__Llama-3.1-8B", "meta-llama/llama-3.1-8b", True),
    ("/models/meta-llama/Llama-3.1-8B/", "Llama-3.1-8B", True),
    ("Llama-3.1-8B", "Llama-3.1-8B-Instruct", False),
    ("/runs/a/checkpoint-9", "/runs/b/checkpoint-9", False), ("", "X", False),
])  # fmt: skip
def test_names_of_one_model(first, second, same):
    assert same_model(first, second) == same_model(second, first) == same


def pair_of_x(**options: str):
    return pairs([scored("m/x", **options)], [fresh("x", **options)])


def test_references_have_the_tasks_prompting_and_draw_of_the_tested_run():
    clean = [one for name in "abcde" for one in (scored(f"org/{name}"), fresh(name, n=90))]
    others = [
        scored("x"), fresh("m__x"),  # the tested model
        scored("f"), fresh("f", seed=2),
        scored("g", prompting="zero-shot"), fresh("g"),
        scored("h", task="t_chat"), fresh("h"),
        scored("i"),
    ]  # fmt: skip
    (found,) = references(pair_of_x(prompting="few-shot"), [*clean, *others]).values()
    assert [(one.released.run.model, one.fresh.run.model) for one in found] == [
        (f"org/{name}", name) for name in "abcde"
    ]


def test_too_few_references_are_refused():
    clean = [one for name in "abcd" for one in (scored(name), fresh(name))]
    with pytest.raises(ComparisonError, match="tot_arith: 4 other models have runs"):
        references(pair_of_x(), clean)


def test_two_runs_of_a_reference_are_refused():
    with pytest.raises(ComparisonError, match="a and org/a are both runs of t; name one"):
        references(pair_of_x(), [scored("a"), scored("org/a")])


def test_two_runs_of_a_subset_are_refused():
    with pytest.raises(ComparisonError, match="a and b are both runs of t; name one"):
        pairs([scored("a"), scored("b")], [fresh("a")])
