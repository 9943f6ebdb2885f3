"""Tests that submissions of models that think are read with the mark that they name."""

import json

from submission_support import command, fresh_run
from support import SUBSETS

from tempanswerqa import cli
from tempanswerqa.runs.submission import bundle


def test_a_mark_that_was_named_later_comes_in_by_way_of_score(tmp_path, out, capsys):
    """Saved without the mark, the responses are all thinking and no answer."""
    folder = fresh_run(tmp_path / "run", think_end="@@")
    for path in folder.rglob("samples_*"):
        path.write_text(path.read_text().replace('"think_end": "@@"', '"think_end": ""'))
    capsys.readouterr()  # what the harness said
    assert command("pack", folder, "--out", out) == 1
    *told, _ = capsys.readouterr().err.splitlines()
    assert all("run `tempanswerqa score" in problem for problem in told)
    again = str(tmp_path / "again")
    given = ("score", str(folder), "--think_end_token", "@@", "--output_path", again)
    assert cli.main(given) == 0
    assert command("pack", again, "--out", out) == 0
    found = bundle.read(out)
    assert [task.think_end for task in found.tasks] == ["@@"] * len(SUBSETS)
    assert found.settings.backend == "recorded"
    capsys.readouterr()
    assert command("verify", out, "--format", "json") == 0
    records = json.loads(capsys.readouterr().out)
    assert {record["signature"]["think_end_token"] for record in records} == {"@@"}
    assert all(record["thinking"] > 0.1 and record["exact_match"] > 0.1 for record in records)
