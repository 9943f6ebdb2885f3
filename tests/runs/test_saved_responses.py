"""Tests the reading of saved responses, and the errors for broken files."""

import json
import os
from itertools import accumulate
from pathlib import Path

import pytest
from cases import cased, data, having, results_of
from scored import cells as table_of
from scored import write_lines
from scored import write_table as write
from support import SAMPLE

from tempanswerqa import limits
from tempanswerqa.questions.record import question_id
from tempanswerqa.runs.saved_responses import (
    RecordedError,
    Saved,
    origin,
    read_saved,
    response_files,
)


def rows(family: str = "tot") -> list[dict[str, str]]:
    table = table_of(SAMPLE / f"questions/{family}.csv")
    return [row | {"response": f"response {n}"} for n, row in enumerate(table)]


@pytest.mark.parametrize("name", ["run.csv", "run.csv.gz"])
@pytest.mark.parametrize(("family", "end"), [("tot", "\n"), ("ttqa", "\n"), ("ttqa", "\r\n")])
def test_csv_rows_name_their_questions_by_content(tmp_path, name, family, end):
    """Line ends of other systems do not change ids."""
    cells = rows(family)[::-1]
    there = [{k: v.replace("\n", end) for k, v in row.items()} for row in cells]
    saved = list(read_saved(write(tmp_path / name, there)))
    assert [one.identity for one in saved] == [question_id(row) for row in cells]
    assert [one.response for one in saved] == [row["response"] for row in cells]
    ends = ["".join(row.values()).count("\n") + 1 for row in there]
    assert [one.line for one in saved] == [*accumulate([2, *ends[:-1]])]


def test_samples_of_the_harness_are_read_once(tmp_path):
    doc = {"id": "tot_arith-0123456789ab", "user": "When?", "label": "{'answer': 3}"}
    record = {"doc_id": 4, "doc": doc, "resps": [["soon", "late"]], "filter": "strict-match"}
    other = record | {"filter": "flexible-extract"}
    older = {"doc": {"user": "When?", "label": "3"}, "resps": [None], "filter": "strict-match"}
    chat = {"doc": {"id": "a", "prefill": ""}, "resps": ["soon"], "filter": "strict-match"}
    path = write_lines(tmp_path / "samples.jsonl", [record, other, older, chat])
    content = ("When?", "{'answer': 3}")
    assert list(read_saved(path)) == [
        Saved(1, "soon", "tot_arith-0123456789ab", content, others=("late",)),
        Saved(3, "", "", ("When?", "3")),
        Saved(4, "soon", "a", ("", ""), ""),
    ]


PARTS = [{"type": "thinking", "thinking": "so"}, {"type": "text", "text": "soon"}]


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (PARTS, "<think>so</think>soon"),
        (PARTS[1:], "soon"),
        *((other, "") for other in (True, {"a": []}, [])),
    ],
)
def test_content_that_is_no_text(tmp_path, content, text):
    """The content of a message may have parts; without text it is an empty response."""
    sample = {"doc": {"id": "a"}, "resps": [[content, "late"]]}
    path = write_lines(tmp_path / "run.jsonl", [{"id": "a", "response": content}, sample])
    assert [(one.response, one.others) for one in read_saved(path)] == [
        (text, ()),
        (text, ("late",)),
    ]


def test_plain_lines(tmp_path):
    path = write_lines(
        tmp_path / "run.jsonl",
        [
            {"id": "ttqa_head-1", "response": "a"},
            {"question": "How old?", "response": None},
            {"id": "row 7", "question": "Why?", "response": "a"},  # an own id
            {"id": 0, "response": 7},
            {"id": 1, "answer": 1.5},
        ],
    )
    assert list(read_saved(path)) == [
        Saved(1, "a", "ttqa_head-1", ()),
        Saved(2, "", "", ("How old?",)),
        Saved(3, "a", "row 7", ("Why?",)),
        Saved(4, "7", "0", ()),
        Saved(5, "1.5", "1", ()),
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", '[{"id": "q1", "response": "3"}, {"id": "q2", "answer": "a, b"}]'),
        ("a.json", '{"q1": "3", "q2": "a, b"}'),
        ("a.jsonl", '{"id": "q1", "answer": "3"}\n{"id": "q2", "response": "a, b"}\n'),
        ("a.csv", 'id,response\nq1,3\nq2,"a, b"\n'),
        ("a.csv", "\ufeffid;answer\r\nq1;3\r\nq2;a, b\r\n"),
        ("a.csv", 'ID, Response\nq1,3\nq2,"a, b"\n'),
        ("a.csv", 'note,answer,id\n,3,q1\n,"a, b",q2\n'),
    ],
)
def test_files_of_users_name_their_questions_by_id(tmp_path, name, text):
    (tmp_path / name).write_text(text, encoding="utf-8", newline="")
    saved = [*read_saved(tmp_path / name)]
    assert [(one.identity, one.response) for one in saved] == [("q1", "3"), ("q2", "a, b")]
    assert saved[0].line == 1 + name.endswith(".csv")
    assert response_files(tmp_path / name) == [tmp_path / name]


@pytest.mark.parametrize("text", ["[1]", "{", '[{"id": "a"}]', "3", ""])
def test_json_of_another_form_is_refused(tmp_path, text):
    (tmp_path / "a.json").write_text(text)
    with pytest.raises(RecordedError, match=r"a\.json, "):
        [*read_saved(tmp_path / "a.json")]


test_origins = results_of(
    lambda name: origin(Path("runs") / name)[:4], data(__file__, "origins"), 4
)


@cased
def test_exemplars_are_counted_in_the_results_file(tmp_path, told, shots, prompting, prompts):
    task = "tempanswerqa_ttqa_head"
    results = {"n-shot": {task: shots}, "configs": {task: told}}
    (tmp_path / "results_2026-01-02T03-04-05.6.json").write_text(json.dumps(results))
    samples = tmp_path / f"samples_{task}_2026-01-02T03-04-05.6.jsonl"
    found = origin(samples)
    assert (found.model, found.prompting, found.task) == (tmp_path.name, prompting, task)
    assert (found.prompts, found.repeats) == (prompts, 0)


SAMPLED = {"doc": {"id": "a"}, "resps": [["a", "b", "c"]]}


def test_size_and_number_of_responses_have_a_bound(tmp_path, monkeypatch):
    path = write_lines(tmp_path / "a.jsonl", [*[{"id": "a", "response": "b"}] * 6, SAMPLED])
    monkeypatch.setattr(limits, "RESPONSES", 8)
    with pytest.raises(RecordedError, match=r"a\.jsonl, row 7"):
        list(read_saved(path))
    monkeypatch.setattr(limits, "RESPONSES", 9)
    assert len(list(read_saved(path))) == 7
    monkeypatch.setattr(limits, "RESPONSES_BYTES", 100)
    with pytest.raises(RecordedError, match=r"\b100\b"):
        list(read_saved(path))


def test_places(tmp_path):
    os.mkfifo(tmp_path / "pipe.csv")  # which is passed over, as is a folder of this name
    (tmp_path / "folder.csv").mkdir()
    first = write(tmp_path / "a_zero.csv", rows("tot"))
    (tmp_path / "inner").mkdir()
    second = write(tmp_path / "inner/b_zero.csv.gz", rows("ttqa"))
    (tmp_path / "results_1.json").write_text("{}")
    assert response_files(first) == [first]
    assert response_files(tmp_path) == [first, second]
    assert response_files(tmp_path / "inner/b_*") == [second]
    told = []
    (tmp_path / "empty").mkdir()
    for place in ("c_*", "empty", "~nobody-of-this-name/a.csv"):
        with pytest.raises(RecordedError) as caught:
            response_files(tmp_path / place)
        told.append(str(caught.value).partition(": ")[2])
    assert told[0] != told[1]  # nothing is there, and nothing in it


@cased
def test_other_files_are_refused(tmp_path, name, content, facts):
    (tmp_path / name).write_bytes(content.encode("latin-1"))
    with pytest.raises(RecordedError, match=having([name, *facts])):
        list(read_saved(tmp_path / name))


def test_a_row_without_an_id_answers_no_question(tmp_path):
    (tmp_path / "a.csv").write_text("id,response\nq1,3\n,4\n")
    found = [(each.identity, each.content) for each in read_saved(tmp_path / "a.csv")]
    assert found == [("q1", ()), ("", ())]


DAMAGED = [line for (line,) in data(__file__, "damaged")]
DAMAGED += ["[" * 100_000, '{"id": "a", "response": ' + "9" * 5_000 + "}"]


@pytest.mark.parametrize("line", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_line_answers_no_question_and_ends_nothing(tmp_path, line):
    path = tmp_path / "a.jsonl"
    whole = ['{"id": "a", "response": "b"}', '{"id": "c", "response": "d"}']
    path.write_text("\n".join([whole[0], line, whole[1]]))
    saved = list(read_saved(path))
    assert [(each.line, each.identity) for each in saved] == [(1, "a"), (2, ""), (3, "c")]
    path.write_text(line)
    with pytest.raises(RecordedError, match=r"a\.jsonl, row 1: "):
        list(read_saved(path))


@pytest.mark.parametrize("resps", [[], None, "a", {}, [[]], [[None]]])
def test_a_sample_without_a_text_is_an_empty_answer(tmp_path, resps):
    path = write_lines(tmp_path / "a.jsonl", [{"doc": {"id": "a"}, "resps": resps}])
    assert [(each.identity, each.response) for each in read_saved(path)] == [("a", "")]
