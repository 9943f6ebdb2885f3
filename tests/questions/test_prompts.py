"""Tests messages and plain prompts, compared with lists that are built here from the raw files."""

import csv
import json
from pathlib import Path

import pytest
from cases import cased, data, results_of
from support import SAMPLE

from tempanswerqa import questions
from tempanswerqa.questions import prompts

SUBSETS = {
    "tot_arith": ("tot", "arithmetic"),
    "tot_semantic": ("tot", "semantic"),
    "ttqa_head": ("ttqa", "head"),
    "ttqa_tail": ("ttqa", "tail"),
}


test_texts_at_which_a_model_stops = results_of(
    lambda shown, subset: prompts.run_on([prompts.Exemplar(*texts, "") for texts in shown], subset),
    data(__file__, "texts at which a model stops"),
)


def raw_messages(folder: Path, subset: str, shots: bool) -> list[list[dict[str, str]]]:
    """Return the paper's message lists, straight from the files."""
    family, split = SUBSETS[subset]
    system = (folder / "prompts/ttqa_system_prompt_zero_shot.txt").read_text(encoding="utf-8")
    exemplars = {"tot": f"tot_{split}_few_shot.json", "ttqa": "ttqa_few_shot.json"}[family]
    before = json.loads((folder / "prompts" / exemplars).read_text(encoding="utf-8"))["messages"]
    lists = []
    with (folder / f"questions/{family}.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["split"] != split:
                continue
            messages = [dict(message) for message in before] if shots else []
            if family == "tot":
                messages += [
                    {"role": "system", "content": row["instruction"]},
                    {"role": "user", "content": row["question_wo_instruct"]},
                    {"role": "assistant", "content": 'JSON = {"explanation":'},
                ]
            else:
                asked = "Table:\n\n" + row["table_context"] + "\n" + row["question"] + "\n\n\nA: "
                if not shots:
                    messages.append({"role": "system", "content": system})
                    asked += "Let\N{RIGHT SINGLE QUOTATION MARK}s think step by step. "
                messages.append({"role": "user", "content": asked})
            lists.append(messages)
    return lists


def built_messages(folder: Path, subset: str, shots: bool) -> list[list[dict[str, str]]]:
    exemplars = prompts.load_exemplars(subset, folder) if shots else []
    loaded = questions.load(subset, folder)
    return [prompts.build_messages(question, exemplars) for question in loaded]


@pytest.fixture(params=["sample", "published"])
def folder(request) -> Path:
    return SAMPLE if request.param == "sample" else request.getfixturevalue("published")


@pytest.mark.parametrize("shots", [False, True])
@pytest.mark.parametrize("subset", SUBSETS)
def test_messages_are_those_of_the_files(folder, subset, shots):
    if wanted := raw_messages(folder, subset, shots):
        assert built_messages(folder, subset, shots) == wanted


def chat(*turns: tuple[str, str]) -> list[dict[str, str]]:
    return [{"role": role, "content": content} for role, content in turns]


CHAT = chat(
    ("system", "s1"),
    ("user", "u1"),
    ("assistant", "a1"),
    ("system", "s2"),
    ("user", "u2"),
    ("assistant", "begun"),
)


@cased
def test_place_system(placement, placed):
    assert prompts.place_system(CHAT, placement) == placed


def test_single_turn_folds_the_exemplars():
    assert prompts.single_turn(CHAT) == chat(
        ("system", "s1"), ("user", "u1\na1\n\ns2\n\nu2"), ("assistant", "begun")
    )
    alone = chat(("system", "s"), ("user", " as it is "))
    assert prompts.single_turn(alone) == alone


def test_plain_separates_what_the_harness_would_glue():
    assert prompts.to_plain_prompt(CHAT) == "s1\n\nu1\na1\n\ns2\n\nu2\nbegun"
    table = chat(
        ("system", "s\n"), ("user", "Q\n\n\nA:"), ("assistant", "a"), ("user", "Q\n\n\nA: ")
    )
    assert prompts.to_plain_prompt(table) == "s\n\nQ\n\n\nA: a\n\nQ\n\n\nA:"
    assert prompts.to_plain_prompt([]) == ""
