"""Tests that a submission's file is read as written, and that a stranger's file does no harm."""

import gzip
import hashlib
import json
import os
import re
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from submission_support import edit, forge
from support import SAMPLE

from tempanswerqa import limits
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.submission import SubmissionError, bundle, verify

HARMFUL = [
    *("\ud800", "\ud83d\ude00", "\udfff\ud800", "\x00\x1b[2J\r\n\u2028\u202e\ufeff"),
    *("<b>&amp;", ""),
]
FILES = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def complaint(path) -> str:
    with pytest.raises(SubmissionError) as raised:
        bundle.read(path)
    return str(raised.value)


def spoilt(path, change) -> str:
    edit(path, change)
    return complaint(path)


def raw(path, content: bytes) -> str:
    path.write_bytes(content)
    return complaint(path)


def test_equal_bundles_are_equal_files(path, tmp_path):
    found = bundle.read(path)
    for name in ("a.json", "b.json.gz", "c.json.gz"):
        bundle.write(found, tmp_path / name)
        assert bundle.read(tmp_path / name) == found
    assert (tmp_path / "a.json").read_bytes() == path.read_bytes()
    assert (tmp_path / "b.json.gz").read_bytes() == (tmp_path / "c.json.gz").read_bytes()
    assert gzip.decompress((tmp_path / "b.json.gz").read_bytes()) == path.read_bytes()


def test_the_digest_is_of_plain_sorted_json(path):
    held = json.loads(path.read_text())
    plain = json.dumps(held["content"], sort_keys=True, separators=(",", ":"))
    assert held["digest"] == hashlib.sha256(plain.encode()).hexdigest()
    assert bundle.read(path).digest == held["digest"]


def test_every_field_of_the_schema_says_what_it_holds():
    schema = bundle.File.model_json_schema()
    models = [schema, *schema["$defs"].values()]
    fields = [field for model in models for field in model.get("properties", {}).values()]
    assert len(fields) == 24
    assert all(field["description"].endswith(".") for field in fields)


def test_a_results_file_is_told_from_a_submission(fresh):
    (results,) = fresh.rglob("results_*.json")
    with pytest.raises(
        SubmissionError, match="results file of lm_eval; run `tempanswerqa pack"
    ) as e:
        bundle.read(results)
    assert len(e.value.problems) == 1


def test_syntax_outside_texts_has_a_bound(path, monkeypatch):
    monkeypatch.setattr(limits, "SUBMISSION_SYNTAX", 100)
    assert "100 signs outside texts" in raw(path, b"[" + b"{}," * 50 + b"1]")
    quoted = b'"' + rb"[],\\\"" * 50 + b'"'
    assert "signs outside" not in raw(path, b'{"a": ' + quoted + b"}")
    assert "signs outside" not in raw(path, quoted[:-1])


@settings(FILES, max_examples=30)
@given(st.lists(st.one_of(st.text(), st.sampled_from(HARMFUL)), min_size=1, max_size=9))
def test_responses_come_back_as_they_were(path, tmp_path, texts):
    found = bundle.read(path)
    first = found.tasks[0]
    first.responses = responses = dict(zip(first.responses, texts, strict=False))
    bundle.write(found, tmp_path / "out.json")
    again = bundle.read(tmp_path / "out.json")
    # JSON cannot tell two surrogates from the character that they make
    joined = {i: json.loads(json.dumps(text)) for i, text in responses.items()}
    assert again.tasks[0].responses == joined


def test_nothing_is_written_that_would_not_be_read(path, tmp_path):
    found = bundle.read(path)
    for field, value in (("model", "a\nb"), ("created", "today")):
        wrong = found.model_copy(update={field: value})
        with pytest.raises(SubmissionError, match="content"):
            bundle.write(wrong, tmp_path / "out.json")
    with pytest.raises(SubmissionError, match=r"has to end in \.json or \.json\.gz"):
        bundle.write(found, tmp_path / "out.txt")
    with pytest.raises(OSError, match="there is no folder"):
        bundle.write(found, tmp_path / "none/out.json")
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def put(held, place, value):
    """Set a field at a place, whose `*` is the first name there; no name at its end adds to it."""
    *steps, last = place.split("/")
    for step in steps:
        held = held[next(iter(held)) if step == "*" else step]
    if value is GONE:
        del held[last]
    else:
        held.update({last: value} if last else value)


GONE = object()
SIGNED, SCORES = "content/tasks/*/signatures/strict-match", "content/tasks/*/scores/strict-match"
SPOILT = [
    ("digest", GONE, "file.digest: "),
    ("format", 2, "file.format: "),
    ("content/model", None, "content.model: "),
    ("content/prompting", "none", "content.prompting: "),
    ("content/created", "2026", "content.created: "),
    ("content/settings/api_key", "x", "content.settings.api_key: "),
    ("content/settings/backend", "a\x1bb", "content.settings.backend: "),
    ("content/settings/generation", {"base_url": "x"}, "settings.generation.base_url.[key]: "),
    ("content/settings/generation", {"until": ["a"] * 21}, "settings.generation.until: "),
    ("content/settings/generation", {"until": ["a" * 201]}, "settings.generation.until: "),
    ("content/settings/generation", {"seed": 10**301}, "settings.generation.seed: "),
    ("content/settings/", {f"n{n}": n for n in range(96)}, "content.settings: "),
    ("content/mean/strict-match", GONE, "content.mean: "),
    ("content/settings/", {f"{n}": n for n in range(90)}, "more problems"),  # not without end
    ("content/tasks/gsm8k", {}, "content.tasks.gsm8k.[key]: "),
    ("content/tasks/*/version", 10**400, ".version: "),
    ("content/tasks/*/fresh/n", 100_001, ".fresh.n: "),
    ("content/tasks/*/fresh/seed", 10**19, ".fresh.seed: "),
    ("content/tasks/*/fresh/level", "x", ".fresh.level: "),
    ("content/tasks/*/responses/a", None, ".responses: "),
    (f"{SCORES}/mase", GONE, "scores.strict-match: "),
    (f"{SCORES}/mase/value", True, "scores.strict-match.mase.value: "),
    (f"{SCORES}/mase/groups", GONE, "scores.strict-match.mase: "),
    (f"{SIGNED}/think_end_token", "@" * 201, "strict-match.think_end_token: "),
]  # fmt: skip


@pytest.mark.parametrize(("place", "value", "told"), SPOILT)
def test_fields_are_those_that_are_known(path, place, value, told):
    found = spoilt(path, lambda held: put(held, place, value))
    assert told in found


@pytest.mark.parametrize(("content", "told"), [
    (b"", "Expecting value"), (b'{"format": 1, "content": {', "cannot be read"),
    (b'"\xff"', "can't decode byte 0xff"), (b"[" * 200_000, "nested too deeply"),
    (b'{"a":' * 200_000, "nested too deeply"), (b'{"format": 1, "format": 1}', "has a name twice"),
    (b'{"format": ' + b"9" * 5_000 + b"}", "4300 digits"), (b'{"format": 1e400}', "file.format: "),
    (b'{"format": NaN}', "NaN"), (gzip.compress(b"{}" * 100, mtime=0)[:-9], "cannot be read"),
    (gzip.compress(b"{}", mtime=0)[:-8] + bytes(8), "cannot be read: CRC"),
    (b"\x1f\x8bnonsense", "cannot be read"),
], ids=lambda text: f"{text[:20]}")  # fmt: skip
def test_harmful_files_are_refused(path, content, told):
    assert told in raw(path, content)


def test_large_files_are_refused_packed_or_not(path, monkeypatch):
    monkeypatch.setattr(limits, "SUBMISSION_BYTES", 1_000)
    assert "more than 1,000 bytes" in raw(path, b'"' + b"a" * 1_000 + b'"')
    assert "more than 1,000 bytes" in raw(path, gzip.compress(b" " * 1_000_000))
    assert "more than 1,000 bytes" in raw(path, gzip.compress(b" " * 600) * 2)


@pytest.mark.parametrize("text", ["a" * 1_001, "\U0001f600" * 251, "\x00" * 1_001, "\ud800" * 334])
def test_responses_have_a_bound_that_is_told(path, monkeypatch, text):
    monkeypatch.setattr(limits, "SUBMITTED_BYTES", 1_000)
    mine = "content/tasks/*/responses/mine"
    found = spoilt(path, lambda held: put(held, mine, text))
    assert re.search(r"\.responses: .*1,000 bytes.*: mine;", found)
    edit(path, lambda held: put(held, mine, text[:-1]))
    forge(path, lambda content: None)
    assert bundle.read(path).tasks[0].responses["mine"] == text[:-1]


def test_places_that_are_no_file(tmp_path):
    assert "No such file" in complaint(tmp_path / "none.json")
    assert "cannot be read: it is a folder, a pipe or a device" in complaint(tmp_path)
    os.mkfifo(tmp_path / "pipe.json")
    assert "no regular file" in complaint(tmp_path / "pipe.json")
    assert "no regular file" in complaint("/dev/zero")


@FILES
@given(st.binary(max_size=200) | st.text().map(lambda t: json.dumps({"content": t}).encode()))
def test_any_bytes_are_read_or_refused(tmp_path, content):
    (tmp_path / "any.json").write_bytes(content)
    assert complaint(tmp_path / "any.json")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip


@pytest.mark.slow
@settings(FILES, max_examples=60)
@given(
    st.sampled_from(["created", "model", "prompting", "settings", "mean", "tasks"]),
    st.lists(st.sampled_from([0, 1, 2]), max_size=4),
    VALUES,
)
def test_any_value_anywhere_is_read_or_refused(submitted, tmp_path, field, steps, value):
    def change(content):
        at, key = content, field
        for step in steps:
            if not isinstance(at[key], dict) or not at[key]:
                break
            at = at[key]
            key = [*at][step % len(at)]
        at[key] = value

    path = tmp_path / "any.json"
    path.write_bytes(submitted.read_bytes())
    forge(path, change)
    with suppress(SubmissionError):
        assert verify.check(bundle.read(path), Library(SAMPLE))


@pytest.mark.parametrize("name", [
    "", " a", "m" * 201, "a\nb", "a\n", "a\x00", "a\u202eb", "a\u200b", "\u0410BC", "--",
    "::add-mask::x", "a ##[error]",
])  # fmt: skip
def test_names_of_models_that_cannot_stand(path, name):
    forge(path, lambda content: content.update(model=name))
    assert "content.model: " in complaint(path)


@pytest.mark.parametrize("name", ["org/Model-7B (v2)", "m" * 200])
def test_names_of_models_that_can_stand(path, name):
    assert bundle.read(forge(path, lambda content: content.update(model=name))).model == name
