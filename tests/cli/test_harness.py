"""Tests tasks from a user's questions, from a table to every command's output, and the demo."""

import json
import math
import os
import re
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pandas
import pytest
from cases import cased, data
from lm_eval.tasks import TaskManager
from own_support import EXEMPLARS, RELEASES, make, respond
from scored import write_lines
from support import CHECKOUT, snapshot

from tempanswerqa import cli, questions
from tempanswerqa.harness import own_tasks, registration
from tempanswerqa.questions import own, subsets
from tempanswerqa.runs.catalog import Library

pytestmark = pytest.mark.usefixtures("forgetting", "sampled")

PAGE = (CHECKOUT / "docs/own-questions.md").read_text(encoding="utf-8")


def run(capsys, *arguments: object) -> tuple[int, str, str]:
    code = cli.main([*map(str, arguments)])
    return code, *capsys.readouterr()


def done(capsys, *arguments: object) -> str:
    """Return the output of a command that succeeds."""
    code, out, err = run(capsys, *arguments)
    assert code == 0, err
    return out


def records(capsys, *arguments: object) -> list[dict]:
    return json.loads(done(capsys, *arguments, "--format", "json"))


def failed(capsys, *arguments: object) -> str:
    """Return the error of a command that fails and prints nothing else."""
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (1, "")
    return err


def table(folder: Path, text: str, name: str = "a.csv") -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


@pytest.fixture
def folder(tmp_path, capsys) -> Path:
    """Return the docs' releases as an included task, with right and wrong responses."""
    (tmp_path / "tasks").mkdir()
    made = make(tmp_path / "tasks/releases", "releases")
    own.include(tmp_path / "tasks")
    for every, model in ((3, "good"), (2, "fair")):
        respond("releases", tmp_path / f"{model}.jsonl", every)
    capsys.readouterr()
    return made


def test_the_page_shows_what_is_printed(tmp_path, capsys):
    make(tmp_path / "a", "releases")
    printed = capsys.readouterr().out
    (shown,) = re.findall(r"(?ms)^```\n(unit.*?)^```", PAGE)
    rows = {"...", *(row.rstrip() for row in printed.splitlines())}
    assert {line.rstrip() for line in shown.splitlines()} <= rows


def test_units_of_columns_and_units_of_questions(tmp_path, capsys):
    rows = data(__file__, "units of columns")
    text = "".join(f"How about {n}?,{a},{unit}\n" for n, (a, unit, _) in enumerate(rows))
    for style in own.FAMILIES:
        made = table(tmp_path, f"question,answer,unit\n{text}")
        make(tmp_path / style, f"mine_{style}", "--style", style, table=made)
        shown = [re.split(" {2,}", line) for line in capsys.readouterr().out.splitlines()[2:]]
        assert [tuple(line[3:]) for line in shown] == [(a, told) for a, _, told in rows]


def test_rows_are_counted_as_editors_count_lines(tmp_path, capsys):
    text = 'question,answer,unit\n"Two\n\nlines?",3 days,days\n\nWhen?,soon,days\n"a\nb",x,days\n'
    new = ("--name", "mine", "--out", tmp_path / "b")
    told = failed(capsys, "new", table(tmp_path, text), *new)
    assert "row 6: 'soon'" in told
    assert "row 7: 'x'" in told


def test_tables_that_pandas_write(tmp_path, capsys):
    """A column of days then has times, and one of years with an empty cell has decimals."""
    days = pandas.to_datetime(["2012-05-03", "2012-05-04"])
    cells = {"question": ["When?", "Then?"], "answer": days, "year": [2012, None], "unit": "date"}
    frame = pandas.DataFrame(cells)
    frame.to_csv(tmp_path / "a.csv")
    frame.to_parquet(tmp_path / "a.parquet")
    frame.to_json(tmp_path / "a.jsonl", orient="records", lines=True, date_format="iso")
    numbers = [1_336_003_200, 1_336_089_600]
    for name in ("a.csv", "a.parquet", "a.jsonl"):
        made = tmp_path / name.replace(".", "_")
        own.include(make(made, made.name, table=tmp_path / name))
        assert [one.number for one in questions.load(made.name)] == numbers
    columns = ("--columns", "answer=year", "--unit", "calendar year", "--skip_bad")
    own.include(make(tmp_path / "b", "years", *columns, table=tmp_path / "a.csv"))
    assert [one.number for one in questions.load("years")] == [2012]


def test_every_command_takes_the_folder(folder, tmp_path, capsys):
    good, fair = tmp_path / "good.jsonl", tmp_path / "fair.jsonl"
    included = ("--include_path", tmp_path / "tasks")
    rows = records(capsys, "score", good, fair, *included)
    assert [row["exact_match"] for row in rows] == pytest.approx([2 / 3, 2 / 3, 0.5, 0.5])
    assert not any(math.isnan(row["stderr"]["exact_match"]) for row in rows)
    for command in (("score", good, fair), ("compare", good, fair)):
        assert {row["task"] for row in records(capsys, *command, *included)} == {"releases"}
    asked = questions.load("releases")[8]
    explain = ("explain", "Final Answer: 7 hours 30 minutes", "--task", "releases")
    shown = done(capsys, *explain, "--id", asked.id, *included)
    assert re.search(r"strict-match +none .*\n +flexible-extract +450 ", shown)
    assert re.search(r"\nexact_match +0\.000 +1\.000\n", shown)
    for unit in ("hours", "datetime", "clock"):
        done(capsys, *explain, "--unit", unit)


def test_answers_to_when_are_off_by_days(tmp_path, capsys):
    text = (
        "question,answer,unit,asked_on\n"
        "When did they move?,the weekend before 17 July 2023,when,\n"
        "When did it open?,two weeks ago,when,2024-05-17\n"
        "When was the fair?,May 2020 | June 2020,when,\n"
        "When did it rain?,03/04/2001,when,\n"
        "When did it snow?,winter of 2010,when,\n"
    )
    days = ("--date_order", "day")
    make(tmp_path / "a", "party", *days, table=table(tmp_path, text))
    shown = capsys.readouterr()
    understood = ("2023-07-15/2023-07-16", "2024-05-03", "2020-06-01/2020-06-30", "2001-04-03")
    assert all(period in shown.out for period in understood)
    done(capsys, "new", "--check", tmp_path / "a")
    responses = [
        "They moved in July.\nFinal Answer: July 2023",  # off by 15 days, not in the asked form
        "Final Answer: Saturday, 4 May 2024",  # off by one
        "Final Answer: 2020-06",  # strict-match takes the first label
        "I do not know.",
        "Final Answer: 2010-12-01/2011-02-28",
    ]
    own.include(tmp_path / "a")
    asked = questions.load("party")
    lines = ({"id": one.id, "response": said} for one, said in zip(asked, responses, strict=True))
    path = write_lines(tmp_path / "run.jsonl", lines)
    included = ("--include_path", tmp_path / "a")
    flexible, strict = records(capsys, "score", path, *included)
    names = ("exact_match", "within_one", "parsed", "smape", "mase")
    assert [strict[name] for name in names] == [0.2, 0.2, 0.4, None, None]
    assert [flexible[name] for name in names] == [0.4, 0.6, 0.8, None, None]
    explain = ("explain", responses[0], "--task", "party", *included)
    shown = done(capsys, *explain, "--id", asked[0].id)
    assert "2023-07-01/2023-07-31: 15 days off" in shown
    assert "2023-07-15/2023-07-16" in shown
    assert "2023-07-01/2023-07-31: no label" in done(capsys, *explain, "--unit", "when")


def test_responses_to_rows_that_were_left_out_flaw_no_run(tmp_path, capsys, monkeypatch):
    text = (
        "id,question,answer,unit\n1,How long?,3,days\n2,How far?,at least 3,days\n3,When?,4,days\n"
    )
    (tmp_path / "a.csv").write_text(text)
    folder = make(tmp_path / "mine", "mine", "--skip_bad", table=tmp_path / "a.csv")
    monkeypatch.setattr(Library, "_released", property(lambda _: pytest.fail("looked there")))
    capsys.readouterr()
    said = [("1", "How long?", "3"), ("2", "How far?", "3"), ("3", "When?", "5")]
    by_id = [{"id": name, "response": f"Final Answer: {days}"} for name, _, days in said]
    by_text = [{"question": asked, "response": f"Final Answer: {days}"} for _, asked, days in said]
    for number, lines in enumerate((by_id, by_text)):
        path = write_lines(tmp_path / f"{number}.jsonl", lines)
        rows = records(capsys, "score", path, "--include_path", folder)
        assert [(row["n"], row["unknown"], row["exact_match"]) for row in rows] == [(2, 0, 0.5)] * 2


def test_two_folders_of_one_name(folder, tmp_path, capsys):
    make(tmp_path / "other", "releases")
    capsys.readouterr()
    both = ("--include_path", folder, "--include_path", tmp_path / "other")
    assert str(tmp_path / "other") in failed(capsys, "score", folder, *both)


def test_a_folder_is_replaced_only_when_told_to(folder, tmp_path, capsys):
    new = ("new", RELEASES, "--name", "releases", "--out")
    before = (folder / own.MANIFEST).read_bytes()
    assert "--overwrite" in failed(capsys, *new, folder)
    done(capsys, *new, folder, "--style", "json", "--overwrite")
    assert (folder / own.MANIFEST).read_bytes() != before
    assert (folder / "releases_chat.yaml").is_file()
    (folder / "notes.txt").touch()
    assert "notes.txt" in failed(capsys, *new, folder, "--overwrite")
    (tmp_path / "foreign").mkdir()
    (tmp_path / "foreign/a.txt").touch()
    assert "a.txt" in failed(capsys, *new, tmp_path / "foreign", "--overwrite")
    (tmp_path / "foreign/a.txt").rename(tmp_path / "foreign/a.yaml")
    assert str(tmp_path / "foreign") in failed(capsys, *new, tmp_path / "foreign", "--overwrite")
    assert [path.name for path in (tmp_path / "foreign").iterdir()] == ["a.yaml"]
    assert str(tmp_path / "none/folder") in run(capsys, *new, tmp_path / "none/folder")[2]


def test_a_full_disk_leaves_the_earlier_folder_and_no_new_one(folder, monkeypatch, capsys):
    before = snapshot(folder.parent)
    monkeypatch.setattr(own_tasks, "_harness_files", Mock(side_effect=OSError("no room")))
    new = ("new", RELEASES, "--name", "releases", "--style", "json", "--overwrite", "--out")
    for out in (folder, folder.parent / "new"):
        assert "no room" in failed(capsys, *new, out)
    assert snapshot(folder.parent) == before


@pytest.mark.parametrize("moved", range(0, 12, 3))
@pytest.mark.parametrize("there", [False, True], ids=["new", "--overwrite"])
def test_a_kill_loses_no_folder_and_leaves_no_second_one(
    tmp_path, monkeypatch, capsys, there, moved
):
    """Some files are in place, the process dies at once, and nothing is cleaned up."""
    parent, replace, left = tmp_path / "tasks", os.replace, iter(range(moved))
    parent.mkdir()
    new = ("new", RELEASES, "--name", "mine", "--out", parent / "mine")
    if there:
        done(capsys, *new)

    def move(source, target):
        if next(left, None) is None:
            raise SystemExit
        replace(source, target)

    with monkeypatch.context() as killed:
        killed.setattr(os, "replace", move)
        killed.setattr(shutil, "rmtree", lambda *_, **__: None)
        with pytest.raises(SystemExit):
            cli.main([*map(str, new), "--style", "json", "--overwrite"])
    assert [path.name for path in parent.iterdir()] == ["mine"]
    known = TaskManager(include_path=str(parent), include_defaults=False).task_index
    assert known.keys() <= {"mine", "mine_chat"}
    assert own.folders(parent) in ([], [parent / "mine"])
    assert not there or own.folders(parent)
    done(capsys, *new, "--overwrite")
    assert own.manifest(parent / "mine").style == "line"
    assert not (parent / "mine/mine_chat.yaml").exists()


def test_check_tells_what_is_wrong(folder, capsys):
    assert re.search(r"\b30\b.*\b3\b.*releases\.csv", done(capsys, "new", "--check", folder))
    (folder / "utils.py").write_text("import os\n")
    (folder / "releases.yaml").unlink()
    assert "utils.py" in run(capsys, "new", "--check", folder)[2]
    with (folder / own.QUESTIONS).open("a") as file:
        file.write("\n")
    assert own.QUESTIONS in failed(capsys, "new", "--check", folder)


@cased
def test_manifests_that_cannot_be_used(folder, text, capsys):
    (folder / own.MANIFEST).write_text(text, encoding="latin-1")
    assert f"{own.MANIFEST}: " in failed(capsys, "new", "--check", folder)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (EXEMPLARS.replace("Final Answer: 7", "So 7."), "row 2"),
        (EXEMPLARS + "When did it end?,soon,date,\n", "row 4: 'soon'"),
        ("question,answer\na,3\n", "unit"),
        (RELEASES.read_text(encoding="utf-8"), "rows 2, 8"),
    ],
)
def test_exemplars_that_cannot_be_used(text, fact, tmp_path, capsys):
    options = ("--name", "a", "--out", tmp_path / "b", "--exemplars", table(tmp_path, text))
    assert fact in failed(capsys, "new", RELEASES, *options)


@pytest.mark.parametrize("style", ["line", "json"])
def test_questions_without_an_answer_are_counted_apart(tmp_path, capsys, style):
    answers = {"q1": "3 days", "q2": "none", "q3": "None", "q4": "5 days"}
    rows = (f"{name},How long was {name}?,{answer},days" for name, answer in answers.items())
    asked = table(tmp_path, "\n".join(["id,question,answer,unit", *rows]))
    folder = make(tmp_path / "mine", "trips", "--style", style, table=asked)
    done(capsys, "new", "--check", folder)
    said = {"q1": "Final Answer: 3", "q2": "You never told me.", "q3": "4 days", "q4": "5"}
    (tmp_path / "run.json").write_text(json.dumps(said))
    score = ("score", tmp_path / "run.json", "--include_path", folder)
    flexible, _ = records(capsys, *score)
    assert flexible["exact_match"] == 3 / 4
    assert (flexible["within_one"], flexible["parsed"]) == (1, 1)
    explain = ("explain", said["q2"], "--task", "trips", "--id", "q2", "--include_path", folder)
    assert re.search(r"exact_match .* 1\.000\n", done(capsys, *explain))
    assert re.search(r"(?m)^no answer .* 2\* +50\.00 ", done(capsys, *score, "--by", "asks_for"))


@pytest.mark.slow
def test_the_demo_is_repeated_in_its_own_folder(tmp_path, capsys):
    page = tmp_path / "demo/report/index.html"
    for _ in range(2):
        assert cli.main(["demo", "--out", str(tmp_path / "demo")]) == 0
        out, err = capsys.readouterr()
        for words in ("$ tempanswerqa compare", "EM", "$ tempanswerqa explain", "strict-match"):
            assert words in out
        assert str(page) in err
        assert page.is_file()
        assert len([*page.parents[1].rglob("samples_*.jsonl")]) == 2


@pytest.fixture
def failing(monkeypatch):
    """Let the harness fail, as it would on a full disk."""

    def run(command, stdout, **_):
        stdout.write(b"No space left on device\n")
        stdout.flush()
        return SimpleNamespace(returncode=3)

    monkeypatch.setattr(subprocess, "run", run)


@pytest.mark.parametrize(
    "files", [{}, {"near.log": "", "near/a": "", "far.log": "", "report/a": ""}]
)
def test_what_the_harness_says_is_shown_if_it_fails(tmp_path, capsys, failing, files):
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert cli.main(["demo", "--out", str(tmp_path)]) == 3
    assert capsys.readouterr().err
    assert not (tmp_path / "near").exists()
    assert not (tmp_path / "report").exists()


@cased
def test_folders_of_others_are_left_alone(tmp_path, capsys, failing, files):
    for name in files:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("mine")
    before = snapshot(tmp_path)
    assert cli.main(["demo", "--out", str(tmp_path)]) == 1
    assert str(tmp_path) in capsys.readouterr().err
    assert snapshot(tmp_path) == before


HEAD = "question,answer,unit\n"
GOOD = "How long was it?,3 days,days\n"


def refused(capsys, path: Path, content: bytes, name: str = "mine") -> str:
    """Return the error for a table from which no folder can be made."""
    path.write_bytes(content)
    assert cli.main(["new", str(path), "--name", name, "--out", str(path.parent / "out")]) == 1
    out, err = capsys.readouterr()
    assert (out, list(path.parent.iterdir())) == ("", [path])
    return err


@pytest.fixture
def unknown(monkeypatch):
    """Skip the search among the harness's tasks, which takes longest."""
    monkeypatch.setattr(registration, "harness_tasks_folder", lambda: Path("none"))


@cased
@pytest.mark.usefixtures("unknown")
def test_one_clear_error_and_no_folder(name, text, facts, tmp_path, capsys):
    printed = refused(capsys, tmp_path / name, text.encode())
    assert all(part in printed for part in facts), printed
    said = [line for line in printed.splitlines() if not line.startswith("tempanswerqa: note")]
    assert said[0].startswith("tempanswerqa: ")
    assert all(line.isprintable() for line in said), said
    assert "mine" not in subsets.known()


@pytest.mark.parametrize("place", ["nothing.csv", ".", "pipe.csv", "b.csv"])
def test_what_is_no_file(place, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe.csv")
    Path("b.csv").mkdir()
    assert cli.main(["new", place, "--name", "mine", "--out", "out"]) == 1
    assert place in capsys.readouterr().err
    assert not Path("out").exists()


def test_the_name_of_a_task_of_the_harness_is_taken(tmp_path, capsys):
    assert "--name" in refused(capsys, tmp_path / "a.csv", (HEAD + GOOD).encode(), "gsm8k")
