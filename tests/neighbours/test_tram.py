"""Tests TRAM on made-up archives of its ten tasks, through the harness."""

import math
from collections import Counter

import pytest
from cases import cased
from lm_eval.filters.extraction import RegexFilter
from lm_eval.tasks._yaml_loader import load_yaml
from lm_eval.utils import make_table
from neighbours_support import AnsweringLM, row, rows, table, write_archive, write_task
from support import evaluate

from tempanswerqa import limits
from tempanswerqa.harness import registration
from tempanswerqa.harness.aggregation import Noted
from tempanswerqa.neighbours import tram
from tempanswerqa.neighbours.tram import TASKS, TramItem, load, macro_f1, sample
from tempanswerqa.questions.record import QuestionError
from tempanswerqa.questions.sources import SourceError

VARIANTS = {"": "none", "_gen": "flexible-extract", "_cot": "flexible-extract"}
CATEGORIES = ("acc_facts", "acc_shift_mt")
PLAIN = row(3, "Facts")  # A: 4 days


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch):
    monkeypatch.delenv("TRAM_DATA", raising=False)


@pytest.fixture(scope="session")
def archives(tmp_path_factory):
    """Return a folder with made-up archives of all ten tasks."""
    folder = tmp_path_factory.mktemp("tram")
    for task in TASKS:
        write_task(folder, task, rows(task), rows(task, shots=True))
    return folder


class PickyLM(AnsweringLM):
    """Answers correctly in one category, and not at all in the other."""

    def response(self, doc: dict) -> str:
        return super().response(doc) if doc["category"] == "Facts" else "I cannot tell."


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "shots"), [("", 5), ("_gen", 0), ("_cot", 5)])
def test_right_answers_score_1_everywhere(archives, variant, shots):
    results = evaluate(AnsweringLM(), f"tram{variant}", data_dir=archives, num_fewshot=shots)
    rule = VARIANTS[variant]
    for task in TASKS:
        scores = results["results"][f"tram_{task}{variant}"]
        wanted = {"acc", *CATEGORIES} | ({"parsed"} if variant else set())
        wanted |= {"f1"} if task in ("relation", "nli") else set()
        scored = {key for key in scores if key.endswith(f",{rule}") and "_stderr" not in key}
        assert scored == {f"{name},{rule}" for name in wanted}
        assert all(scores[key] == 1 for key in scored)
    assert results["groups"][f"tram{variant}"][f"acc,{rule}"] == 1


def test_scores_by_category_and_of_classes(archives):
    results = evaluate(PickyLM(), "tram_nli_gen", data_dir=archives)
    table = results["results"]["tram_nli_gen"]
    scores = {name: table[f"{name},flexible-extract"] for name in ("acc", "parsed", *CATEGORIES)}
    assert scores == {"acc": 0.5, "parsed": 0.5, "acc_facts": 1, "acc_shift_mt": 0}
    # six options that are right once each, in both categories: 2 tp / (2 tp + fn) = 2/3
    assert table["f1,flexible-extract"] == pytest.approx(2 / 3)
    assert "acc_shift_mt" in make_table(results)
    samples = results["samples"]["tram_nli_gen"]
    assert {sample["f1"] == sample["acc"] for sample in samples} == {
        True
    }  # a scalar, as tables need


def test_prompts_with_exemplars_of_the_category(archives):
    results = evaluate(AnsweringLM(), "tram_causality", data_dir=archives, num_fewshot=5)
    for response in results["samples"]["tram_causality"]:
        prompt = response["arguments"][0][0]
        assert prompt.count(f"in {response['doc']['category']},") == 6
        assert prompt.count("Premise: ") == 6
        assert prompt.endswith("\nAnswer:")
        assert [arguments[1] for arguments in response["arguments"]] == [" A", " B"]
    with pytest.raises(AssertionError):
        evaluate(AnsweringLM(), "tram_causality", data_dir=archives, num_fewshot=6)


def test_samples_of_categories(archives):
    metadata = {"per_category": 2}
    results = evaluate(AnsweringLM(), "tram_nli", data_dir=archives, metadata=metadata)
    assert results["n-samples"]["tram_nli"]["original"] == 4
    items = [TramItem(f"x-{n}", "abbb"[n % 4], "", "?", [], [], 0) for n in range(40)]
    drawn = sample(items, 7)
    assert Counter(item.category for item in drawn) == {"a": 7, "b": 7}
    assert drawn == sample(reversed(items), 7)
    assert Counter(item.category for item in sample(items)[:8]) == {"a": 2, "b": 6}


def noted(pairs):
    return [Noted.of(right == chosen, (right, chosen)) for right, chosen in pairs]


def test_macro_f1_by_hand():
    # before: tp 1, fp 1, fn 1 -> 1/2; after: tp 1, fn 1 -> 2/3; during: fp 1 -> 0
    pairs = [("before", "before"), ("before", "during"), ("after", "after"), ("after", "before")]
    assert macro_f1(noted(pairs)) == pytest.approx((1 / 2 + 2 / 3 + 0) / 3)
    assert macro_f1(noted([("a", None), ("b", "b")])) == pytest.approx(1 / 2)
    assert math.isnan(macro_f1([]))


@cased
def test_letters_in_generated_answers(response, letter):
    task = load_yaml(registration.tasks_folder() / "tram/tram_ordering_gen.yaml")
    settings = {k: v for k, v in task["filter_list"][0]["filter"][0].items() if k != "function"}
    ((text,),) = RegexFilter(**settings).apply([[response]], [{}])
    assert (text.upper() if text != "[invalid]" else "") == letter


def loaded(folder, *made, encoding="utf-8"):
    write_archive(folder, "ordering.zip", {"ordering_mcq.csv": table(made, encoding)})
    return load("ordering", folder)


@cased
def test_rows_are_questions_or_left_out(tmp_path, caplog, change, options, right):
    *items, _ = loaded(tmp_path, PLAIN | change, row(4, "Facts"))
    assert [(len(item.options), item.options[item.answer]) for item in items] == (
        [(options, right)] if options else []
    )
    assert (tram.__name__ in {record.name for record in caplog.records}) == (not options)


def test_ids_are_of_the_content(tmp_path):
    spring, autumn = row(1, "Facts"), row(2, "Facts")
    first, second, again = loaded(tmp_path, spring, autumn, spring)
    assert [item.id for item in loaded(tmp_path, autumn, spring)] == [second.id, first.id]
    assert again.id == f"{first.id}-2"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_tables_of_spreadsheets(tmp_path, encoding):
    cells = PLAIN | {"Question": "New Year’s Day,\nLa Niña?"}
    spaced = {name: f" {cell}\u00a0 " for name, cell in cells.items()}
    first, second = loaded(tmp_path, spaced, dict.fromkeys(cells, " "), cells, encoding=encoding)
    assert first.question == second.question == cells["Question"]
    assert first.options == second.options


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"Question,Answer\r\n",
        b"Question,Answer\r\nHow long?\r\n",
        b"Question\r\nWhat?\r\n",
        b"Question\r\n\x81\xff\r\n",
        table([PLAIN | {"Answer": ""}] * 2),
    ],
)
def test_tables_that_cannot_be_used(tmp_path, content):
    write_archive(tmp_path, "ordering.zip", {"ordering_mcq.csv": content})
    with pytest.raises(QuestionError, match=r"ordering_mcq\.csv"):
        load("ordering", tmp_path)


def test_archives_that_cannot_be_used(tmp_path, monkeypatch):
    with pytest.raises(SourceError, match=r"ordering\.zip"):
        load("ordering", tmp_path)
    path = write_archive(tmp_path, "ordering.zip", {"other.csv": b""})
    with pytest.raises(QuestionError, match=r"ordering\.zip"):
        load("ordering", tmp_path)
    path.write_bytes(b"no archive")
    with pytest.raises(QuestionError, match=r"ordering\.zip"):
        load("ordering", tmp_path)
    write_archive(tmp_path, "ordering.zip", {"ordering_mcq.csv": table([PLAIN] * 200)})
    monkeypatch.setattr(limits, "TABLE_BYTES", 1 << 10)
    with pytest.raises(QuestionError, match=r"ordering\.zip"):
        load("ordering", tmp_path)
