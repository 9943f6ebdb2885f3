"""Tests that explain shows what the filters read, and moves no cursor."""

import csv
import io
import json
import os
import sys
from datetime import datetime, timezone

import pytest
from support import SAMPLE, SUBSETS, state

from tempanswerqa import cli, limits, questions
from tempanswerqa.answers.extraction import certainty
from tempanswerqa.answers.flexible.rules import RULES
from tempanswerqa.fresh import bank
from tempanswerqa.harness import registration, task_files
from tempanswerqa.questions import draws, record, subsets
from tempanswerqa.questions.draws import Draw
from tempanswerqa.reports import explaining
from tempanswerqa.runs.scoring import FLEXIBLE, STRICT

ARITHMETIC, HEAD = "tempanswerqa_tot_arith", "tempanswerqa_ttqa_head"
MAY = 641_692_800  # 1990-05-03


@pytest.fixture
def in_days(sampled) -> questions.Question:
    """Return a question of arithmetic that asks for a number of days."""
    return next(q for q in questions.load("tot_arith", sampled) if q.unit == "days")


def explain(capsys, *arguments: str) -> dict:
    """Return what `tempanswerqa explain --json` prints; NaN and Infinity are no JSON."""
    assert cli.main(["explain", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out, parse_constant=pytest.fail)


def shown(capsys, *arguments: str) -> list[str]:
    """Return the paragraphs that `tempanswerqa explain` prints."""
    assert cli.main(["explain", *arguments]) == 0
    return capsys.readouterr().out.removesuffix("\n").split("\n\n")


def refused(capsys, *arguments: str) -> str:
    """Return the one-line error of a call that fails."""
    assert cli.main(["explain", *arguments]) == 1
    out, told = capsys.readouterr()
    assert (out, told.count("\n")) == ("", 1)
    return told


READ = [
    (HEAD, "years", "Final Answer: 12", 12, 12),
    (HEAD, "days", "Answer: 3 days", None, 3),
    (HEAD, "years", "I cannot tell.", None, None),
    (HEAD, "date", "Final Answer: May 3, 1990", MAY, MAY),
    (ARITHMETIC, "days", ' "a", "answer": 17}', 17, 17),
    (ARITHMETIC, "days", ' "a", "answer": "17 days"}', None, 17),
    (ARITHMETIC, "date", ' "a", "answer": "05/03/1990"}', MAY, MAY),
    (f"{ARITHMETIC}_fewshot", "days", ' "a", "answer": 17}', 17, 17),
    (ARITHMETIC, "days", 'JSON = {"explanation": "a", "answer": 17}', 17, 17),  # repeats it
    (f"{ARITHMETIC}_chat", "days", 'JSON = {"explanation": "a", "answer": 17}', 17, 17),
    (f"{ARITHMETIC}_chat_fewshot", "days", ' "a", "answer": 17}', None, 17),  # not begun
    ("tempanswerqa_tot_semantic", "years", ' "a", "answer": "44 BC"}', -44, -44),
    ("tempanswerqa_fresh_ttqa_tail", "years", "Final Answer: 12", 12, 12),
    ("tempanswerqa_fresh_tot_arith_chat", "days", ' "a", "answer": 17}', None, 17),  # not begun
]


@pytest.mark.parametrize(("task", "unit", "response", "strict", "found"), READ)
def test_both_filters_and_every_rule_without_data(capsys, task, unit, response, strict, found):
    read = explain(capsys, response, "--task", task, "--unit", unit)
    assert (read["task"], read["unit"], read["id"]) == (task, unit, None)
    assert (read[STRICT]["number"], read[FLEXIBLE]["number"]) == (strict, found)
    assert read["differs"] is (strict != found)
    for reading in (read[STRICT], read[FLEXIBLE]):
        assert reading["date"] == ("1990-05-03" if reading["number"] == MAY else None)
    assert [read[name]["unread"] is None for name in (STRICT, FLEXIBLE)] == [
        number is not None for number in (strict, found)
    ]
    sure = None if found is None else certainty(read[FLEXIBLE]["rule"])
    assert read[FLEXIBLE]["certainty"] == sure
    assert read["label"] is read["scores"] is None
    rules = read[FLEXIBLE]["rules"]
    assert [attempt["rule"] for attempt in rules] == list(
        RULES["tot" if "_tot_" in task else "ttqa"]
    )
    reading = [attempt for attempt in rules if attempt["text"] is not None]
    assert [attempt for attempt in rules if attempt["counts"]] == reading[:1]
    assert [(r["number"], r["text"]) for r in reading[:1]] == (
        [] if found is None else [(found, read[FLEXIBLE]["text"])]
    )
    assert all(bool(attempt["notation"]) == (attempt in reading) for attempt in rules)


def test_a_question_is_read_and_scored_as_by_score(capsys, tmp_path, sampled):
    """Right and wrong answers, and answers that one or both filters cannot read."""
    given = {}
    for subset in SUBSETS:
        for n, asked in enumerate(questions.load(subset, sampled)):
            said = state(asked, asked.number + (n % 3) * (86_400 if asked.unit == "date" else 1))
            given[asked.id] = ("I cannot tell.", said, said.replace("Final ", ""))[n % 3]
    path = tmp_path / "run.jsonl"
    lines = [{"id": identity, "response": text} for identity, text in given.items()]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert cli.main(["score", str(path), "--items", str(tmp_path / "items.csv")]) == 0
    capsys.readouterr()
    with (tmp_path / "items.csv").open(newline="") as file:
        items = list(csv.DictReader(file))
    assert len(items) == 2 * len(given)
    assert {item["differs"] for item in items} == {"0", "1"}
    for item in items[::3]:
        read = explain(capsys, given[item["id"]], "--task", item["task"], "--id", item["id"])
        cells = {"prediction": read[item["filter"]]["number"], "label": read["label"]["number"]}
        if item["unit"] == "date":
            dates = {name: cells.pop(name) for name in [*cells]}
            assert all(item[name] == day(number) for name, number in dates.items())
        for name, number in (cells | read["scores"][item["filter"]]).items():
            assert item[name] == ("" if number is None else repr(number)), name
        assert item["rule"] == (read[item["filter"]]["rule"] or "")
        assert item["differs"] == str(int(read["differs"]))


def day(number: float | None) -> str:
    return "" if number is None else f"{datetime.fromtimestamp(number, timezone.utc):%Y-%m-%d}"


def test_paragraphs_on_a_terminal(capsys, in_days):
    days = f"{in_days.number:.0f}"
    said = f' "a", "answer": "{days} days"}}'
    given = (said, "--task", ARITHMETIC, "--id", in_days.id)
    asked, strict, found, numbers, label, scores = shown(capsys, *given)
    for fact in (ARITHMETIC, in_days.id, "days", in_days.answer_format, record.TOT_PREFILL):
        assert fact in asked
    for fact in ("strict-match", "json", f'{{"answer": "{days} days"}}', "none: "):
        assert fact in strict
    rules = [line.split() for line in found.splitlines()[1:]]
    assert [rule[0] for rule in rules] == list(RULES["tot"])
    assert [rule[1] for rule in rules if rule[-1] == "counts"] == [days]
    assert ["final_answer", "nothing"] in rules
    (counts,) = (rule for rule in rules if rule[-1] == "counts")
    assert [line.split()[1:] for line in numbers.splitlines()[1:3]] == [
        ["none", "another", "notation"], [days, certainty(f"{counts[0]}:{counts[2]}")],
    ]  # fmt: skip
    assert label.split()[1:] == [days, *in_days.label.split()]
    heads, _, *rows = (line.split() for line in scores.splitlines())
    columns = [1 + heads.index(name) for name in ("exact_match", "within_one", "smape")]
    assert [[row[0], *(row[column] for column in columns)] for row in rows] == [
        ["strict-match", "0.000", "0.000", "100.000"],
        ["flexible-extract", "1.000", "1.000", "0.000"],
    ]


@pytest.mark.parametrize(("unit", "response", "facts"), [
    ("years", "It took long.", ["none: "]), ("years", "Final Answer: 7", ["final_answer", "7"]),
    ("date", "Final Answer: May 3, 1990", ["final_answer", "May 3, 1990", f"{MAY} (1990-05-03)"]),
])  # fmt: skip
def test_what_strict_match_reads_is_shown(capsys, unit, response, facts):
    _, paragraph, *_ = shown(capsys, response, "--task", HEAD, "--unit", unit)
    assert all(fact in paragraph for fact in facts)


def test_the_question_can_complete_a_date(capsys):
    said = ("Final Answer: May 3", "--task", HEAD, "--unit", "date")
    read = explain(capsys, *said, "--question", "On what date of 1990 did it open?")
    assert read[FLEXIBLE]["date"] == "1990-05-03"
    assert explain(capsys, *said)[FLEXIBLE]["number"] is None


@pytest.mark.parametrize(
    ("options", "number"), [(["--no_prefill"], 5), ([], None)], ids=["without", "with"]
)
def test_a_whole_object_does_not_go_on_from_the_prefill(capsys, in_days, options, number):
    for asked in (("--unit", "days"), ("--id", in_days.id)):
        said = ('{"explanation": "a", "answer": 5}', "--task", ARITHMETIC, *asked)
        read = explain(capsys, *said, *options)
        assert read["prefill"] == ("" if options else record.TOT_PREFILL)
        assert read[STRICT]["number"] == number


@pytest.mark.parametrize(("contents", "response"), [
    (b"a\nFinal Answer: 7\n", "a\nFinal Answer: 7"),
    (b"a\r\n\n", "a\r\n"), (b"\xef\xbb\xbf\xe2\x80\x93", "\N{EN DASH}"), (b"", ""),
])  # fmt: skip
def test_a_response_comes_as_it_is_or_from_a_file_or_a_pipe(
    tmp_path, monkeypatch, contents, response
):
    assert explaining.response_text(response) == response
    (tmp_path / "said").write_bytes(contents)
    assert explaining.response_text(f"@{tmp_path}/said") == response
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(contents)))
    assert explaining.response_text("-") == response


def test_files_that_cannot_be_read(capsys, tmp_path):
    (tmp_path / "latin").write_bytes("Dauer: \xfcber 3".encode("latin1"))
    asked = ("--task", HEAD, "--unit", "days")
    assert "latin: 'utf-8' codec can't" in refused(capsys, f"@{tmp_path}/latin", *asked)
    assert f"there is no {tmp_path}/none" in refused(capsys, f"@{tmp_path}/none", *asked)


CONTROL = "\x1b[31m\x9b2J\r\x07\u202e"


@pytest.mark.parametrize("option", [(), ("--json",)], ids=["text", "json"])
@pytest.mark.parametrize(("task", "response"), [
    (HEAD, f"Final Answer: May{CONTROL} 3, 1990"),
    (ARITHMETIC, f' "a{CONTROL}", "answer": "{CONTROL}05/03/1990"}}'),
])  # fmt: skip
def test_control_characters_do_not_reach_the_terminal(capsys, task, response, option):
    asked = ("--task", task, "--unit", "date", "--answer_format", CONTROL, *option)
    assert cli.main(["explain", response, *asked]) == 0
    out = capsys.readouterr().out
    assert all(character.isprintable() for character in out.replace("\n", ""))
    assert "final_answer" in out


def test_a_number_out_of_range_is_read_but_not_taken(capsys):
    said = (' "a", "answer": 1e200}', "--task", ARITHMETIC, "--unit", "days")
    read = explain(capsys, *said)[FLEXIBLE]
    (attempt,) = (attempt for attempt in read["rules"] if attempt["counts"])
    assert (attempt["number"], read["number"]) == (None, None)
    assert float(attempt["text"]) == 1e200
    assert "out of range for days: 9999" in shown(capsys, *said)[2]


def test_long_texts_are_cut_on_a_terminal_alone(capsys):
    said = (f"Final Answer: {'9' * 5_000}", "--task", HEAD, "--unit", "days")
    assert max(map(len, shown(capsys, *said)[1].splitlines())) < 250
    assert explain(capsys, *said)[STRICT]["text"] == "9" * 5_000


@pytest.mark.parametrize(("arguments", "complaint"), [
    (["--task", "tempanswerqa_ttqa_haed", "--unit", "days"],
     "unknown task 'tempanswerqa_ttqa_haed'; did you mean tempanswerqa_ttqa_head"),
    (["--task", "hellaswag", "--unit", "days"], "'hellaswag'; `tempanswerqa tasks` lists all"),
    (["--task", "tempanswerqa_chat", "--unit", "days"],
     f"tempanswerqa_chat is a group; name one of its tasks, such as {ARITHMETIC}_chat\n"),
    (["--task", HEAD, "--unit", "weeks"],
     f"unit 'weeks' is none that {HEAD} asks for; known are days, months, years, date, date_years"),
    (["--task", ARITHMETIC, "--id", "x", "--question", "When?"],
     "has its own unit, format and text"),
    (["--task", HEAD, "--id", "ttqa_head-1"], "not cached"),
])  # fmt: skip
def test_what_is_not_known_is_refused(capsys, arguments, complaint):
    assert complaint in refused(capsys, "Final Answer: 3", *arguments)


@pytest.mark.parametrize("fresh", [False, True], ids=["released", "fresh"])
def test_what_is_close_to_an_unknown_id_is_named(capsys, sampled, fresh):
    begin = "tempanswerqa_fresh" if fresh else "tempanswerqa"
    loaded = bank.load(Draw("tot_arith", n=3)) if fresh else questions.load("tot_arith", sampled)
    known = [question.id for question in loaded]
    wrong = known[2][:-1] + ("1" if known[2].endswith("0") else "0")
    for identity, hint in (
        (wrong, f"did you mean {known[2]}"),
        ("\x1b[31m", f"its ids are like {known[0]}\n"),
    ):
        told = refused(capsys, "3", "--task", f"{begin}_tot_arith", "--id", identity)
        assert f"has no question {identity!r}; {hint}" in told


@pytest.mark.slow
def test_fresh_questions_of_other_draws_are_found_by_their_id(capsys, monkeypatch):
    """The id gives the level, the seed and the place of a question, but not the task."""
    load = bank.load
    *_, asked = load(Draw("ttqa_head", "hard", draws.SIZE + 2, 9))
    loaded = []
    monkeypatch.setattr(bank, "load", lambda draw: loaded.append(draw) or load(draw))
    begin = "tempanswerqa_fresh_ttqa"
    read = explain(capsys, "no", "--task", f"{begin}_head", "--id", asked.id)
    assert (read["id"], read["label"]["number"]) == (asked.id, asked.number)
    late = f"fresh_ttqa_head.hard.9.{limits.QUESTIONS}-0123456789ab"
    for task, identity in ((f"{begin}_tail", asked.id), (f"{begin}_head", late)):
        assert "has no question" in refused(capsys, "no", "--task", task, "--id", identity)
    assert loaded == [
        Draw("ttqa_head", "hard", draws.SIZE + 2, 9), Draw("ttqa_tail"), Draw("ttqa_head")
    ]  # fmt: skip


def test_the_data_folder_can_be_named(capsys):
    asked = questions.load("ttqa_head", SAMPLE)[0]
    read = explain(capsys, "no", "--task", HEAD, "--id", asked.id, "--data_dir", str(SAMPLE))
    assert read["label"] == {"text": asked.label, "number": asked.number, "date": None}


def test_every_task_is_explained():
    names = [path.stem for path in registration.task_files() if path.parent.name == "tempanswerqa"]
    tasks = {task.name: task for task in task_files.named(names)}
    assert len(tasks) > 20
    for name, task in tasks.items():
        begun = subsets.find(task.subset).family == "tot" and "_chat" not in name
        read = explaining.explain("", name, unit="days")
        assert (read["task"], read["prefill"]) == (name, record.TOT_PREFILL if begun else "")


THOUGHT = "<think>Twelve? Thirteen.</think>"


@pytest.mark.parametrize(("response", "mark", "thought", "number"), [
    ("Final Answer: 12", "", None, 12),
    (f"{THOUGHT}Final Answer: 12", "", {"characters": 32, "closed": True, "ends": THOUGHT}, 12),
    ("<think>" + "x" * 99, "", {"characters": 106, "closed": False, "ends": "x" * 60}, None),
    ("13@@Final Answer: 12", "@@", {"characters": 4, "closed": True, "ends": "13@@"}, 12),
    ("Final Answer: 12", "@@", {"characters": 16, "closed": False, "ends": "Final Answer: 12"},
     None),
])  # fmt: skip
def test_thinking_is_shown_where_it_is_cut(capsys, response, mark, thought, number):
    given = (response, "--task", HEAD, "--unit", "years", "--think_end_token", mark)
    read = explain(capsys, *given)
    assert read["thinking"] == thought
    assert read[STRICT]["number"] == read[FLEXIBLE]["number"] == number


def test_thinking_is_a_line_on_a_terminal(capsys):
    given = (f"{THOUGHT}\x1b12", "--task", HEAD, "--unit", "years")
    asked = shown(capsys, *given)[0].splitlines()
    assert asked[-1] == f"thinking  32 characters, closed: ...{THOUGHT}"
    asked = shown(capsys, *given, "--think_end_token", "\x1b")[0].splitlines()
    assert asked[-1] == f"thinking  33 characters, closed: ...{THOUGHT}?"
    assert "thinking" not in shown(capsys, "12", *given[1:])[0]


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no such device")
def test_a_device_is_no_response(capsys):
    assert "no regular file" in refused(capsys, "@/dev/zero", "--task", HEAD, "--unit", "days")
