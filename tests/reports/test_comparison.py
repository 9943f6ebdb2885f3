"""Tests paired comparisons of runs."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from scored import write_answers
from support import SAMPLE, UNITS

from tempanswerqa import cli, questions
from tempanswerqa.analysis import FAMILY
from tempanswerqa.answers.result import REASONS
from tempanswerqa.reports import compare

pytestmark = pytest.mark.usefixtures("sampled")


def run_file(folder: Path, name: str, off: dict[str, float | None], subset="ttqa_head") -> Path:
    """Return a run that is right except for `off`: by how much, by unit; None is for no answer."""
    given = {}
    for one in questions.load(subset, SAMPLE):
        error = off.get(one.unit, 0.0)
        if one.unit == "date":
            answer = f"Final Answer: {one.label}"
        else:
            answer = "?" if error is None else f"Final Answer: {one.number + error:.0f}"
        given[one.id] = answer
    return write_answers(folder / f"{name}.jsonl", given)


def compared(capsys, *arguments: object) -> list[dict]:
    given = map(str, (*arguments, "--filter", "strict-match", "--format", "json"))
    assert cli.main(["compare", *given]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_run_against_itself(capsys, tmp_path):
    run = run_file(tmp_path, "a", {"years": 1.0})
    rows = compared(capsys, run, run)
    shown = compare.shown()
    assert {row["score"] for row in rows} == {*shown} - {*REASONS}
    for row in rows:
        tested = shown[row["score"]].bounded
        assert row["difference"] == 0
        assert row["stderr"] == (0 if tested else None)
        assert row["detectable"] is None
        assert tested == (row["low"] is not None)
        assert not tested or -row["low"] == row["high"] > 0
        assert row["p"] == row["p_holm"] == (1 if row["score"] in FAMILY else None)
        assert row["better"] == ""


def test_a_better_run_is_found_better(capsys, tmp_path):
    off = dict.fromkeys(UNITS, 9e6)  # small errors of few questions show nothing
    good, bad = run_file(tmp_path, "good", {}), run_file(tmp_path, "bad", off)
    for pair, sign in (((good, bad), 1), ((bad, good), -1)):
        rows = compared(capsys, *pair)
        assert {(row["first"], row["second"]) for row in rows} == {(pair[0].stem, pair[1].stem)}
        for row in rows:
            if row["score"] != "unread":
                higher = compare.shown()[row["score"]].higher_is_better
                assert row["difference"] == pytest.approx(row["first_value"] - row["second_value"])
                assert sign * row["difference"] * (1 if higher else -1) > 0
                assert row["better"] == ("good" if row["score"] in FAMILY else "")


@pytest.mark.parametrize(
    ("first", "second", "names"),
    [
        ("ttqa_head_a_few-shot", "ttqa_head_b_few-shot", ["a", "b"]),
        ("ttqa_head_a_few-shot", "ttqa_head_a_zero-shot", ["a few-shot", "a zero-shot"]),
        ("1/a", "2/a", ["a (1/a.jsonl)", "a (2/a.jsonl)"]),
    ],
)
def test_names_of_two_sides(capsys, monkeypatch, tmp_path, first, second, names):
    monkeypatch.chdir(tmp_path)
    places = [Path(f"{name}.jsonl") for name in (first, second)]
    for place in places:
        place.parent.mkdir(exist_ok=True)
        run_file(place.parent, place.stem, {})
    row, *_ = compared(capsys, *places)
    assert [row["first"], row["second"]] == names


def test_mase_is_that_of_questions_that_both_answered(capsys, tmp_path):
    """MASE of each run is computed on the questions that both runs answered."""
    silent = run_file(tmp_path, "silent", {"years": None, "days": 2.0})
    wrong = run_file(tmp_path, "wrong", {"years": 1.0, "days": 2.0})
    rows = {row["score"]: row for row in compared(capsys, silent, wrong)}
    asked = questions.load("ttqa_head", SAMPLE)
    answered = sum(question.unit != "years" for question in asked)
    assert (rows["mase"]["n"], rows["capped_ase"]["n"]) == (answered, len(asked))
    assert rows["mase"]["first_value"] == rows["mase"]["second_value"] > 0
    assert rows["mase"]["p_holm"] is None
    assert cli.main(["compare", str(silent), str(wrong), "--filter", "strict-match"]) == 0
    (line,) = re.findall(r"^MASE .*", capsys.readouterr().out, re.MULTILINE)
    assert line.split()[-3:] == ["0.00", "-", "-"]


def test_a_file_of_several_tasks_is_no_file_that_is_named_twice(capsys, tmp_path):
    for name in "ab":
        (tmp_path / name).mkdir()
        parts = [run_file(tmp_path / name, part, {}, part) for part in ("ttqa_head", "ttqa_tail")]
        whole = tmp_path / f"{name}.jsonl"
        whole.write_text("".join(part.read_text() for part in parts))
    first, second = (str(tmp_path / f"{name}.jsonl") for name in "ab")
    for other, warned in ((second, False), (first, True)):
        assert cli.main(["compare", first, other]) == 0
        assert bool(capsys.readouterr().err) == warned


def test_few_groups_are_those_of_score(capsys, tmp_path):
    runs = [run_file(tmp_path, "a", {}), run_file(tmp_path, "b", {"years": None})]
    (few,) = re.findall(r"FEW GROUPS: \w+ has (\S+)", printed(capsys, *runs))
    assert cli.main(["score", *map(str, runs), "--filter", "strict-match", "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert few == f"{min(row['effective_groups'] for row in rows):.3g}"
    groups = {question.group for question in questions.load("ttqa_head", SAMPLE)}
    assert [row["groups"] for row in rows] == [len(groups)] * 2


def test_few_groups_are_marked(capsys, tmp_path):
    whole = run_file(tmp_path, "whole", {"years": 1.0})
    shown = printed(capsys, whole, whole)
    assert "corrected (Holm)" in shown
    assert re.search(r"FEW GROUPS: tempanswerqa_ttqa_head \w+ 6\.56 ", shown)
    some = tmp_path / "some.jsonl"
    asked = questions.load("ttqa_head", SAMPLE)
    (group, _), *_ = Counter(question.group for question in asked).most_common(1)
    of_group = [question.id for question in asked if question.group == group]
    lines = whole.read_text().splitlines()
    some.write_text("\n".join(line for line in lines if json.loads(line)["id"] in of_group))
    shown = printed(capsys, some, whole)
    assert re.search(r"FEW GROUPS: tempanswerqa_ttqa_head \w+ 1 ", shown)
    assert "corrected" not in shown
    assert "[-" not in shown


def printed(capsys, *arguments: object) -> str:
    assert cli.main(["compare", *map(str, arguments)]) == 0
    return " ".join(capsys.readouterr().out.split())


def test_only_common_questions_count(capsys, tmp_path):
    """Tasks without one stay in the table; if no task has one, that is an error."""
    whole = run_file(tmp_path, "whole", {"years": 1.0})
    lines = whole.read_text().splitlines(keepends=True)
    tail = run_file(tmp_path, "tail", {}, "ttqa_tail").read_text().splitlines(keepends=True)
    for name, part in (("start", lines[:3] + tail), ("rest", lines[3:] + tail), ("end", lines[3:])):
        (tmp_path / f"{name}.jsonl").write_text("".join(part))
    rows = compared(capsys, whole, tmp_path / "rest.jsonl")
    always = ("exact_match", "within_one", "capped_ase", "unread")
    assert {row["n"] for row in rows if row["score"] in always} == {len(lines) - 3}
    assert all(row["difference"] == 0 for row in rows)
    sides = [str(tmp_path / f"{name}.jsonl") for name in ("start", "rest")]
    assert cli.main(["compare", *sides, "--format", "json"]) == 0
    printed = capsys.readouterr()
    assert {row["task"] for row in json.loads(printed.out)} == {"tempanswerqa_ttqa_tail"}
    assert re.search("tempanswerqa_ttqa_head: start .*rest ", printed.err)
    assert cli.main(["compare", *(f"{tmp_path}/{name}.jsonl" for name in ("start", "end"))]) == 1
    assert re.search("ttqa_head: start .*end ", capsys.readouterr().err)


def test_what_cannot_be_compared(capsys, tmp_path):
    head = run_file(tmp_path, "a", {})
    for paths in ([head], [head] * 3):
        assert cli.main(["compare", *map(str, paths)]) == 1
        assert re.search(rf"\b{len(paths)}\b", capsys.readouterr().err)
    (tmp_path / "other").mkdir()
    tail = run_file(tmp_path / "other", "b", {}, "ttqa_tail")
    assert cli.main(["compare", str(head), str(tail)]) == 1
    run_file(tmp_path, "c", {})
    assert cli.main(["compare", str(tmp_path / "*.jsonl"), str(head)]) == 1
    assert re.search(r"tempanswerqa_ttqa_head .*a\.jsonl.* c\.jsonl", capsys.readouterr().err)
    assert cli.main(["compare", str(tmp_path / "nowhere"), str(head)]) == 1
    *_, line = capsys.readouterr().err.splitlines()
    assert str(tmp_path / "nowhere") in line
