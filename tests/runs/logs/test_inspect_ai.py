"""Tests the reading of logs of inspect_ai, and the errors of broken ones."""

import json

import pytest
from log_support import DEFLATED, INSPECT, ZSTANDARD, archive, inspect_archive, inspect_json, sample

from tempanswerqa.runs import saved, saved_responses
from tempanswerqa.runs.logs import inspect_ai
from tempanswerqa.runs.saved_responses import Origin, RecordedError, Saved, origin, read_saved

WRITERS = {
    "json": inspect_json,
    "zstandard": lambda *given, **spec: inspect_archive(*given, method=ZSTANDARD, **spec),
    "deflated": lambda *given, **spec: inspect_archive(*given, method=DEFLATED, **spec),
}
BEGUN = {"role": "assistant", "content": "JSON = {"}
PARTS = [{"type": "reasoning", "reasoning": "hm"}, {"type": "text", "text": "so"},
         {"type": "text", "text": "3 days"}]  # fmt: skip


@pytest.fixture(params=WRITERS)
def write(request, tmp_path):
    """Writes a log of these samples and returns its path."""
    return lambda *samples, **spec: WRITERS[request.param](tmp_path, *samples, **spec)


def test_responses_and_what_names_their_questions(write):
    asked = [{"role": "system", "content": "s"}, {"role": "user", "content": "When?"}, BEGUN]
    path = write(
        sample("tot_arith-0123456789ab", "3 days\n  ],\n    },"),
        sample(7, PARTS, input=asked, messages=[*asked, {"role": "assistant", "content": PARTS}]),
        sample("failed", None),
    )
    assert list(read_saved(path)) == [
        Saved(0, "3 days\n  ],\n    },", "tot_arith-0123456789ab", ("What?",), ""),
        Saved(1, "so\n3 days", "7", ("When?",), "JSON = {"),
    ]


def test_the_first_epoch_comes_first(tmp_path):
    path = inspect_archive(tmp_path, sample("a", "later", 10), sample("a", "first", 2))
    assert [own.response for own in read_saved(path)] == ["first", "later"]


@pytest.mark.parametrize(("task", "prompting"), [
    ("tempanswerqa_tot_arith", ""), ("tempanswerqa_ttqa_head_fewshot", "few-shot"),
])  # fmt: skip
def test_the_log_names_model_and_task(write, task, prompting):
    path = write(sample("a", "b"), task=task, model="openai/sk-0123456789abcdefABCD")
    assert origin(path) == Origin("openai/(secret left out)", prompting, task)


def test_an_archive_that_is_not_finished(tmp_path):
    start = {"eval": {"model": "m", "task": "t"}}
    members = {"_journal/start.json": start, "samples/a_epoch_1.json": sample("a", "b")}
    packed = {name: json.dumps(own).encode() for name, own in members.items()}
    path = archive(tmp_path / "x.eval", packed, DEFLATED)
    assert origin(path) == Origin("m", "", "t")
    assert [own.response for own in read_saved(path)] == ["b"]


@pytest.mark.parametrize(("change", "told"), [
    ({"output": {}}, "no 'choices'"), ({"input": []}, "list index out of range"),
    ({"input": 3}, "a response has to be text, not int"), ({"messages": None}, "subscriptable"),
    ({"output": {"choices": [{"message": {"content": 3}}]}}, "has to be text, not int"),
])  # fmt: skip
def test_a_sample_of_another_form(write, change, told):
    path = write(sample("a", "b"), sample("c", "d", **change))
    with pytest.raises(RecordedError, match=f"after 1 responses: .*{told}.*; name a"):
        list(read_saved(path))


def test_files_that_are_no_logs(tmp_path):
    path = tmp_path / f"{INSPECT}.json"
    path.write_text('{"eval": {"model": "m"}, "samples": []}')
    with pytest.raises(RecordedError, match="inspect log convert --to eval"):
        list(read_saved(path))
    with pytest.raises(RecordedError, match="inspect log convert --to eval"):
        origin(path)
    other = archive(tmp_path / "x.eval", {"a": b"{}"}, DEFLATED)
    with pytest.raises(RecordedError, match=r"x\.eval, it is no archive of inspect_ai"):
        list(read_saved(other))
    other.write_bytes(b"PK")
    with pytest.raises(RecordedError, match="it is no zip archive"):
        list(read_saved(other))
    (folder := tmp_path / "folder.eval").mkdir()
    with pytest.raises(RecordedError, match="no regular file"):
        list(read_saved(folder))


def test_logs_are_found_in_folders(tmp_path):
    found = [inspect_archive(tmp_path, sample("a", "b")), inspect_json(tmp_path, sample("a", "b"))]
    (tmp_path / "results_2026-01-02T03-04-05.678901.json").write_text("{}")
    (tmp_path / "other.json").write_text("{}")
    assert saved_responses.response_files(tmp_path) == sorted(found)


def test_a_sample_and_a_log_have_bounds(write, monkeypatch):
    path = write(sample("a", "b"), sample("c", "d" * 400_000))
    monkeypatch.setattr(inspect_ai, "LONGEST", 100_000)
    with pytest.raises(RecordedError, match="has more than 100,000 bytes"):
        list(read_saved(path))
    monkeypatch.setattr(inspect_ai, "LONGEST", saved.LONGEST)
    monkeypatch.setattr(inspect_ai, "LARGEST", 300_000)
    with pytest.raises(RecordedError, match="it has more than 300,000 bytes"):
        list(read_saved(path))
