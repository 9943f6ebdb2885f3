"""Figures that pages state are those of the commands beside them."""

import re

import pytest
from support import CHECKOUT

from tempanswerqa import cli
from tempanswerqa.cli import harness
from tempanswerqa.runs.saved_responses import response_files

pytestmark = pytest.mark.slow


def test_the_table_of_scores(published, capsys):
    responses = str(published / "responses/*Qwen2.5-7B-Instruct_few-shot*")
    given = ["--filter", "strict-match", "--format", "markdown", "--data_dir", str(published)]
    assert cli.main(["score", responses, *given]) == 0
    headings, _, *rows = (
        [cell.strip() for cell in line.split("|")]
        for line in capsys.readouterr().out.splitlines()[:5]
    )
    page = (CHECKOUT / "docs/results.md").read_text(encoding="utf-8")
    (named,) = re.findall(r"\| task (\| n \| EM .*) \|\n", page)
    places = [headings.index(name) for name in named.strip("| ").split(" | ")]
    for row in rows:
        shown = " | ".join(row[place] for place in places)
        assert f"| `{row[headings.index('task')]}` | {shown} |" in page


def test_who_leads_below_the_first_picture(published, capsys):
    given = ["--filter", "strict-match", "--data_dir", str(published)]
    assert cli.main(["score", str(published / "responses"), *given]) == 0
    exact, size = " ".join(capsys.readouterr().out.partition("\n\n")[0].split()).split(";")
    readme = " ".join((CHECKOUT / "README.md").read_text(encoding="utf-8").split())
    pattern = r"(\S+), (\S+) and (\S+) lead by exact match and cannot .*?; (\S+) has the lowest"
    ((*level, smallest),) = re.findall(pattern, readme)
    assert "lead by EM and cannot be told apart" in exact
    assert all(model in exact for model in level)
    assert size.strip().startswith(smallest)


def test_the_recorded_run_that_is_named_is_one_run(published):
    page = (CHECKOUT / "docs/saved-responses.md").read_text(encoding="utf-8")
    (named,) = re.findall(r"responses=RESPONSES/(.*)'", page)
    (path,) = response_files(published / "responses" / named)
    assert path.is_file()
    assert f"responses=RESPONSES/{named}" in (harness.lm_eval.help or "")
