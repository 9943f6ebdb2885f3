"""Tests the whole path through the harness on made-up archives of all ten tasks."""

import math
import shutil
from pathlib import Path

import pytest
from lm_eval.utils import make_table
from support import evaluate
from tram_support import PER_CATEGORY, AnsweringLM, rows, write_task

from tempanswerqa.harness.aggregation import UNDEFINED
from tempanswerqa.neighbours.tram import harness
from tempanswerqa.neighbours.tram.harness import macro_f1
from tempanswerqa.neighbours.tram.items import TASKS, ArchiveError, TramItem
from tempanswerqa.questions.prompts import PromptError
from tempanswerqa.questions.sources import SourceError

VARIANTS = {"": "none", "_gen": "flexible-extract", "_cot": "flexible-extract"}
CATEGORIES = ("acc_facts", "acc_shift_mt")


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "shots"), [("", 5), ("_gen", 0), ("_cot", 5)])
def test_right_answers_score_1_everywhere(archives, variant, shots):
    results = evaluate(AnsweringLM(), f"tram{variant}", data_dir=archives, num_fewshot=shots)
    rule = VARIANTS[variant]
    for task in TASKS:
        found = results["results"][f"tram_{task}{variant}"]
        wanted = {"acc", *CATEGORIES} | ({"parsed"} if variant else set())
        wanted |= {"f1"} if task in ("relation", "nli") else set()
        scored = {key for key in found if key.endswith(f",{rule}") and "_stderr" not in key}
        assert scored == {f"{name},{rule}" for name in wanted}
        assert all(found[key] == 1 for key in scored)
        assert all(found[f"{name}_stderr,{rule}"] == 0 for name in wanted - {"f1"})
    assert results["groups"][f"tram{variant}"][f"acc,{rule}"] == 1


def write_questions(folder: Path, task: str, made: list[dict[str, str]]) -> None:
    """Write the archive of a task, whose exemplar is the first of its questions."""
    write_task(folder, task, made, made[:1])


class PickyLM(AnsweringLM):
    """Answers rightly in one category, and not at all in the other."""

    def response(self, doc: dict) -> str:
        return super().response(doc) if doc["category"] == "Facts" else "I cannot tell."


@pytest.mark.slow
def test_scores_by_category_and_of_groups(archives):
    results = evaluate(PickyLM(), "tram_gen", data_dir=archives)
    found = results["results"]["tram_nli_gen"]
    scores = {name: found[f"{name},flexible-extract"] for name in ("acc", "parsed", *CATEGORIES)}
    assert scores == {"acc": 0.5, "parsed": 0.5, "acc_facts": 1, "acc_shift_mt": 0}
    # six options that are right once each, in both categories: 2 tp / (2 tp + fn) = 2/3
    assert found["f1,flexible-extract"] == pytest.approx(2 / 3)
    group = results["groups"]["tram_gen"]
    assert {key.partition(",")[0] for key in group} >= {"acc", "parsed"}
    assert group["acc,flexible-extract"] == pytest.approx(0.5)
    n = 2 * PER_CATEGORY
    error = math.sqrt(0.25 / (n - 1))
    assert found["acc_stderr,flexible-extract"] == pytest.approx(error)
    assert group["acc_stderr,flexible-extract"] == pytest.approx(error / math.sqrt(10))
    assert "acc_shift_mt" in make_table(results)


@pytest.mark.parametrize(("limit", "told"), [(1, {1, UNDEFINED}), (2, {1})])
def test_a_limit_asks_questions_of_each_category_and_the_others_are_undefined(
    archives, limit, told
):
    results = evaluate(AnsweringLM(), "tram_duration", data_dir=archives, limit=limit)
    found = results["results"]["tram_duration"]
    assert {found["acc_facts,none"], found["acc_shift_mt,none"]} == told
    samples = results["samples"]["tram_duration"]
    assert len({tuple(sample["metrics"]) for sample in samples}) == 1  # the same keys in one order
    for sample in samples:
        own = f"acc_{harness.slug(sample['doc']['category'])}"
        assert {name for name in CATEGORIES if sample[name] is not None} == {own}


def test_prompts_with_exemplars_of_the_category(archives):
    results = evaluate(AnsweringLM(), "tram_causality", data_dir=archives, num_fewshot=5)
    for sample in results["samples"]["tram_causality"]:
        prompt = sample["arguments"][0][0]
        assert prompt.count(f"in {sample['doc']['category']},") == 6
        assert prompt.count("Premise: ") == 6
        assert prompt.endswith("\nAnswer:")
        assert [given[1] for given in sample["arguments"]] == [" A", " B"]
    with pytest.raises(PromptError, match="has 5 exemplars; --num_fewshot 6 asks for more"):
        evaluate(AnsweringLM(), "tram_causality", data_dir=archives, num_fewshot=6)


def test_chat_prompts_open_the_assistants_turn(archives):
    chat = {"apply_chat_template": True, "num_fewshot": 1, "limit": 2}
    for multiturn in (True, False):
        results = evaluate(
            AnsweringLM(), "tram_nli", data_dir=archives, fewshot_as_multiturn=multiturn, **chat
        )
        prompt, answer = results["samples"]["tram_nli"][0]["arguments"][0]
        assert prompt.startswith("<|user|>\nPremise: ")
        assert prompt.endswith("Answer:\n<|assistant|>\n")
        assert prompt.count("<|user|>") == (2 if multiturn else 1)
        assert answer == "A"


def test_samples_of_categories(archives):
    metadata = {"per_category": 2}
    results = evaluate(AnsweringLM(), "tram", data_dir=archives, metadata=metadata)
    assert {count["original"] for count in results["n-samples"].values()} == {4}


def test_rows_left_out_are_told(tmp_path, caplog):
    made = rows("ordering")
    made[3]["Answer"] = ""
    write_questions(tmp_path, "ordering", made)
    results = evaluate(AnsweringLM(), "tram_ordering", data_dir=tmp_path)
    assert results["n-samples"]["tram_ordering"]["original"] == len(made) - 1
    assert "tram_ordering: rows left out: 1 with no answer" in caplog.text


def test_other_tasks_run_where_an_archive_is_missing_or_wrong(archives, tmp_path):
    folder = Path(shutil.copytree(archives, tmp_path / "some"))
    (folder / "ordering.zip").unlink()
    (folder / "nli_mcq.zip").write_bytes(b"no archive")
    assert evaluate(AnsweringLM(), "tram_relation", data_dir=folder)["results"]
    with pytest.raises(SourceError, match=r"ordering\.zip: not in the folder"):
        evaluate(AnsweringLM(), "tram_ordering", data_dir=folder)
    with pytest.raises(ArchiveError, match=r"nli_mcq\.zip: .* take a fresh copy"):
        evaluate(AnsweringLM(), "tram_nli", data_dir=folder)


def test_every_response_is_read_and_none_may_be_missing():
    doc = {"letters": ["A", "B"], "options": ["1 day", "2 days"]}
    given = [["Answer: B", "Answer: A"], [None], ["Hm."]]
    assert harness.letter_match(given, [doc] * 3) == [["B", "A"], ["[invalid]"], ["[invalid]"]]


@pytest.mark.parametrize(("values", "chosen"), [
    ([-1.0, -2.0, -3.0], 0), ([-3.0, -1.0, -1.0], 1),  # the first of equals
    ([math.nan, -9.0], 1), ([math.nan, math.nan], 0), ([-math.inf, -9.0], 1),
])  # fmt: skip
def test_the_likeliest_letter_is_chosen(values, chosen):
    doc = {"options": [*"xyz"[: len(values)]], "answer": 0}
    results = [(value, False) for value in values]
    scores = harness.process_letters(doc, results)
    assert scores == {"acc": float(chosen == 0), "f1": ("x", "xyz"[chosen])}


def test_macro_f1_by_hand():
    # before: tp 1, fp 1, fn 1 -> 1/2; after: tp 1, fn 1 -> 2/3; during: fp 1 -> 0
    pairs = [("before", "before"), ("before", "during"), ("after", "after"), ("after", "before")]
    assert macro_f1(pairs) == pytest.approx((1 / 2 + 2 / 3 + 0) / 3)
    assert math.isnan(macro_f1([]))


ITEM = TramItem(
    "x", "Facts", "Premise: It rained.", "For how long?", ("A", "C"), ("1 day", "2 h"), 1
)
SHOWN = TramItem("y", "Facts", "", "How often?", ("A", "B"), ("once", "twice"), 0)


def test_a_question_with_its_parts_in_order():
    lines = harness.question(ITEM, "letters").split("\n")
    assert lines[:4] == ["Premise: It rained.", "Question: For how long?", "(A) 1 day", "(C) 2 h"]
    assert lines[-1] == "Answer:"


def test_exemplars_are_turns_and_steps_are_asked_for_last():
    turns = harness.build_messages(ITEM, [SHOWN], "steps", "Be brief.")
    assert [turn["role"] for turn in turns] == ["system", "user", "assistant", "user"]
    assert "step by step" not in turns[1]["content"]
    assert turns[2]["content"] == "Answer: A"
    assert "step by step" in turns[3]["content"]


@pytest.mark.slow
def test_a_chat_model(archives, tiny):
    results = evaluate(
        "hf",
        *("tram_causality", "tram_nli", "tram_ordering_gen"),
        model_args=f"pretrained={tiny},device=cpu",
        data_dir=archives,
        apply_chat_template=True,
        num_fewshot=1,
        batch_size=8,
        gen_kwargs="max_gen_toks=8",
    )["results"]
    for name, score in (
        ("causality", "acc,none"), ("nli", "f1,none"), ("ordering_gen", "parsed,flexible-extract"),
    ):  # fmt: skip
        assert 0 <= results[f"tram_{name}"][score] <= 1
