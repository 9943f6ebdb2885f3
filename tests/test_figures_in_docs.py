"""Figures that pages state are those of the commands beside them."""

import csv
import json
import re

import pytest
from support import CHECKOUT

from tempanswerqa import cli
from tempanswerqa.cli import harness
from tempanswerqa.runs.saved_responses import response_files

pytestmark = pytest.mark.slow
MODELS = ("Llama-3.1-8B", "Phi-4-mini", "Qwen2.5-7B")


def stated(path: str, pattern: str) -> list[int]:
    """Return the numbers of a page that the pattern matches."""
    text = " ".join((CHECKOUT / path).read_text(encoding="utf-8").split())
    (found,) = re.findall(pattern, text)
    return [int(number.replace(",", "")) for number in found]


def test_the_table_of_scores(published, capsys):
    responses = str(published / "responses/*Qwen2.5-7B-Instruct_few-shot*")
    given = ["--filter", "strict-match", "--format", "markdown", "--data_dir", str(published)]
    assert cli.main(["score", responses, *given]) == 0
    headings, _, *rows = (
        [cell.strip() for cell in line.split("|")]
        for line in capsys.readouterr().out.splitlines()[:5]
    )
    page = (CHECKOUT / "docs/results.md").read_text(encoding="utf-8")
    (told,) = re.findall(r"\| task (\| n \| EM .*) \|\n", page)
    places = [headings.index(name) for name in told.strip("| ").split(" | ")]
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


@pytest.fixture(scope="module")
def scored(published, tmp_path_factory):
    """Return items of the three models of the pages, and their rows of scores."""
    folder = tmp_path_factory.mktemp("scored")
    runs = [str(published / f"responses/*{model}*") for model in MODELS]
    given = ["--items", str(folder / "items.csv"), "--data_dir", str(published)]
    with pytest.MonkeyPatch.context() as patch, (folder / "scores.json").open("w") as out:
        patch.setattr("sys.stdout", out)
        assert cli.main(["score", *runs, "--format", "json", *given]) == 0
    with (folder / "items.csv").open(newline="", encoding="utf-8") as file:
        items = [row for row in csv.DictReader(file) if row["filter"] == "flexible-extract"]
    return json.loads((folder / "scores.json").read_text()), items


def test_what_flexible_reading_recovers(scored):
    rows, _ = scored
    strict = [row for row in rows if row["filter"] == "strict-match"]
    lost = round(sum(row["n"] * (1 - row["parsed"]) for row in strict))
    read = sum(row["recovered"] for row in rows if row["filter"] == "flexible-extract")
    pattern = r"of the ([0-9,]+) responses that strict reading loses in (\d+) .*?it reads (\d+)"
    assert stated("docs/tasks.md", pattern) == [lost, len(strict), read]


def test_what_is_cut_of_what_is_not_read(scored):
    _, items = scored
    unread = [item for item in items if item["prediction"] == ""]
    cut = sum(item["truncated"] == "1" for item in unread)
    pattern = r"of ([0-9,]+) responses of three of the paper's models .*?unread, ([0-9]+) are cut"
    assert stated("lm_eval_tasks/tempanswerqa/README.md", pattern) == [len(unread), cut]
