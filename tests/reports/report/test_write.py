"""Tests the whole path of a report, from saved responses to a page with tables."""

import re
from pathlib import Path

import pytest
from reported import HOSTILE, MODELS, Page, report, write_runs
from scored import write_lines

from tempanswerqa import cli, questions

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("sampled")]

PARTS = ("tot_arith", "ttqa_head")


@pytest.fixture(scope="module")
def runs(tmp_path_factory) -> Path:
    return write_runs(tmp_path_factory.mktemp("runs"), MODELS[:2], PARTS, HOSTILE)


@pytest.fixture(scope="module")
def made(runs, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "report"
    report(folder, runs)
    return folder


@pytest.fixture(scope="module")
def html(made) -> str:
    return (made / "index.html").read_text(encoding="utf-8")


def test_a_report_is_a_page_with_its_answers(made, html):
    page = Page(html)
    page.check(made)
    assert len(html) < 400_000
    assert page.tags["figure"] == 1
    assert {path.name for path in made.iterdir()} == {"index.html", "answers"}


def test_foreign_text_is_no_markup(html):
    page = Page(html)
    assert page.tags["script"] == 2  # its own, and the data
    assert page.tags["img"] == 0
    html.encode("utf-8")
    assert not re.search("[\x00-\x08\x0b-\x1f\u202a-\u202e\u2066-\u2069]", html)


def test_no_request_can_leave_the_page(html):
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)[1]
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-")
    outside = [a for a in Page(html).addresses if re.match(r"\w+:|//", a)]
    assert outside == []
    assert "@import" not in html
    assert "url(http" not in html


def test_a_rerun_gives_the_same_bytes_and_leaves_other_files(made, runs):
    before = {path: path.read_bytes() for path in made.rglob("*") if path.is_file()}
    mine = made / "answers" / "mine.svg"
    mine.write_text("mine")
    report(made, runs)
    assert {path: path.read_bytes() for path in before} == before
    assert mine.read_text() == "mine"
    mine.unlink()


@pytest.mark.parametrize("answered", [False, True])
@pytest.mark.parametrize("subset", ["ttqa_head", "tot_semantic"])
def test_one_run_of_one_answer_makes_a_report(tmp_path, sampled, subset, answered):
    question = questions.load(subset, sampled)[0]
    line = {"id": question.id, "response": question.label if answered else ""}
    html = report(tmp_path / "out", write_lines(tmp_path / "run.jsonl", [line]))
    assert "INCOMPLETE" in html


def test_failures_leave_an_older_report_as_it_is(made, tmp_path, capsys):
    before = (made / "index.html").read_bytes()
    broken = tmp_path / "broken.jsonl"
    broken.write_text("{")
    assert cli.main(["report", str(broken), "--out", str(made)]) == 1
    assert "line 1" in capsys.readouterr().err
    assert (made / "index.html").read_bytes() == before
