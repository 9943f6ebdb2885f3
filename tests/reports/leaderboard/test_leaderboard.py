"""Tests the files and exit codes of `tempanswerqa leaderboard` on runs and submissions."""

import json
import re
import shutil
from html import unescape

import pytest
from leaderboard_support import HOSTILE, SCRIPT, rows, write
from reported import Page, write_runs
from scored import responses, score, write_lines
from submission_support import SEED, N, command, forge, fresh_run

from tempanswerqa import private
from tempanswerqa.runs.submission import bundle
from tempanswerqa.runs.summary import CHANGES

pytestmark = pytest.mark.usefixtures("sampled", "small_draws")


@pytest.fixture(scope="module")
def board(runs, tmp_path_factory):
    """Return the folder of their leaderboard."""
    folder = tmp_path_factory.mktemp("board")
    assert write([runs], folder) == 0
    return folder


@pytest.fixture(scope="module")
def html(board) -> str:
    return (board / "index.html").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def stated(board) -> dict:
    return json.loads((board / "leaderboard.json").read_text())


@pytest.fixture(scope="module")
def submission(tmp_path_factory):
    """Return a submission of a run on fresh questions."""
    folder = tmp_path_factory.mktemp("submitted")
    out = folder / "submission.json"
    run = fresh_run(folder / "run")
    assert command("pack", run, "--model", "org/submitted", "--out", out) == 0
    return out


def test_numbers_are_those_of_score(board, runs, capsys):
    _, scored, _ = score(capsys, runs)
    own = rows(board, source="evaluated", average_of=None)
    assert len(own) == len(scored) == 3 * 2 * 4 * 2
    known = {tuple(row[k] for k in ("model", "prompting", "task", "filter")): row for row in scored}
    for row in own:
        same = known[tuple(row[k] for k in ("model", "prompting", "task", "filter"))]
        as_scored = same.keys() - {*CHANGES, "signature"}
        assert {name: row[name] for name in as_scored} == {name: same[name] for name in as_scored}
        assert row["signatures"] == {row["task"]: same["signature"]}
        assert (row["complete"], row["questions"]) == (True, same["signature"]["questions"])


def test_the_page_needs_nothing_but_itself(html):
    page = Page(html)
    views = {f"#view-{n}" for n in range(1, 5 * 2 * 2 + 1)}
    assert set(page.addresses) == {"#main", "leaderboard.json"} | views
    assert html.count("<script>") == 1
    assert not re.search(r"\son\w+=", html)
    assert max(page.ids[name] for name in page.ids if name) == 1


def test_incomplete_runs_are_marked_and_not_ranked(tmp_path):
    given = [i for i in responses() if i.startswith("ttqa_head")]
    lines = [{"id": identity, "response": "Final Answer: 3"} for identity in given]
    write_lines(tmp_path / "whole.jsonl", lines)
    write_lines(tmp_path / "part.jsonl", lines[2:] + lines[-1:])
    assert write([tmp_path / "whole.jsonl", tmp_path / "part.jsonl"], tmp_path / "out") == 0
    whole, part = (
        rows(tmp_path / "out", model=m, filter="strict-match") for m in ("whole", "part")
    )
    assert [(r["rank"], r["complete"], r["missing"]) for r in whole + part] == [
        (1, True, 0), (None, False, 2)
    ]  # fmt: skip
    html = (tmp_path / "out/index.html").read_text(encoding="utf-8")
    told = f"INCOMPLETE: 2 missing ({len(lines) - 2} of {len(lines)} answers)"
    assert f"<strong>{told}</strong>" in html
    warnings = json.loads((tmp_path / "out/leaderboard.json").read_text())["warnings"]
    assert any("part tempanswerqa_ttqa_head strict-match: 2 missing" in told for told in warnings)
    assert any(told.startswith("NOT COMPARABLE: the rows of") for told in warnings)


def test_names_of_models_are_text(tmp_path):
    runs = write_runs(tmp_path / "runs", HOSTILE, ["tot_arith"])
    assert write([runs], tmp_path / "out") == 0
    named = {row["model"] for row in rows(tmp_path / "out", source="evaluated")}
    assert named == set(map(private.public, HOSTILE))
    html = (tmp_path / "out/index.html").read_text(encoding="utf-8")
    page = Page(html)
    assert (page.tags["script"], page.tags["img"]) == (1, 0)
    assert SCRIPT in unescape(html)
    assert "\u202e" not in html
    assert "Beta⟨U+202E⟩gnp⟨U+2066⟩" in html
    assert "m⟨U+D800⟩" in html
    assert "L" * 100 not in html


def test_the_same_run_twice_counts_once(runs, tmp_path, capsys):
    copy = write_lines(
        tmp_path / "a" / "r.jsonl", [{"id": i, "response": t} for i, t in responses().items()]
    )
    again = tmp_path / "b" / "r.jsonl"
    again.parent.mkdir()
    again.write_text(copy.read_text())
    assert write([copy, again], tmp_path / "out") == 0
    assert len(rows(tmp_path / "out", source="evaluated", task="tempanswerqa_tot_arith")) == 2
    assert "left out, as another file has the same model" in capsys.readouterr().err


def test_nothing_is_written_where_nothing_was_scored(tmp_path, capsys):
    assert write([tmp_path / "none", tmp_path / "none.json"], tmp_path / "out") == 1
    told = capsys.readouterr().err
    assert "none: no response file there" in told
    assert "submissions in a folder are named submission*.json" in told
    assert "none.json: cannot be read" in told
    assert not (tmp_path / "out").exists()


def test_submissions_are_verified_and_shown(submission, runs, tmp_path):
    assert write([runs, submission.parent], tmp_path) == 0
    found = rows(tmp_path, model="org/submitted", source="submission")
    assert len(found) == 5 * 2
    assert all(row["fresh"] == {"level": "released", "n": N, "seed": SEED} for row in found)
    stated = bundle.read(submission)
    (mean,) = [r for r in found if r["average_of"] and r["filter"] == "strict-match"]
    for metric, known in stated.mean["strict-match"].items():
        low, high = mean["intervals"][metric]
        assert (mean[metric], mean["stderr"][metric], low, high) == pytest.approx(known[:4])
    html = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert html.count(f"submission {stated.digest[:8]}, verified</small>") == 10
    assert {row["submission"] for row in found} == {stated.digest}
    assert f"Mean of the four tasks, fresh released, n {N}, seed {SEED}" in html


@pytest.mark.slow
@pytest.mark.parametrize(("field", "value", "stands"), [
    ("model", "org/submitted", False), ("model", "Org_Submitted", False),
    ("model", "org/submltted", False), ("model", "org/another", True), ("prompting", "", True),
])  # fmt: skip
def test_a_later_submission_displaces_none(submission, tmp_path, capsys, field, value, stands):
    later = forge(
        shutil.copy(submission, tmp_path / "a.json"), lambda held: held.update({field: value})
    )
    for places in ([submission, later], [later, submission]):
        out = tmp_path / places[0].stem
        assert write(places, out) == (0 if stands else 1)
        assert (out / "index.html").exists() == stands
        told = capsys.readouterr().err
        assert stands or (str(later) in told and str(submission) in told)
        assert "read 2 of 2 submissions" in told
    assert command("verify", submission, later) == (0 if stands else 1)


def test_a_submission_that_does_not_hold_is_refused_with_reasons(
    submission, runs, tmp_path, capsys
):
    def change(content):
        task = content["tasks"]["tempanswerqa_fresh_tot_arith"]
        task["scores"]["strict-match"]["exact_match"]["value"] = 1.0

    spoiled = forge(shutil.copy(submission, tmp_path / "submission.json"), change)
    assert write([runs, spoiled], tmp_path / "out") == 1
    told = capsys.readouterr().err
    assert f"{spoiled} is left out" in told
    assert "do not score as stated: exact_match 1 " in told
    assert rows(tmp_path / "out", source="submission") == []
    assert "org/submitted" not in (tmp_path / "out/index.html").read_text(encoding="utf-8")
