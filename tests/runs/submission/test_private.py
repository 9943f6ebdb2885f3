"""Secrets in submissions are refused, and never told."""

import pytest
from submission_support import command, forge

from tempanswerqa import cli, private

HEAD = "tempanswerqa_fresh_ttqa_head"
KEY = "sk-abcdEFGH1234ijklMNOP5678"


@pytest.mark.parametrize("name", [
    KEY, f"org/m {KEY}", private.LEFT_OUT, "https://me:hush@a.org/m", "a.org/m?key=hush",
])  # fmt: skip
def test_a_name_that_has_a_secret_is_refused(fresh, out, capsys, name):
    assert command("pack", fresh, "--out", out, "--model", name) == 1
    told = capsys.readouterr().err
    assert "content.model: has what looks like a secret" in told
    assert KEY not in told
    assert "hush" not in told
    assert not out.exists()


@pytest.mark.parametrize(("change", "where"), [
    (lambda held: held.update(model=KEY), "content.model"),
    (lambda held: held["settings"].update(backend=KEY), "settings.backend"),
    (lambda held: held["settings"].update(generation={"until": ["x", f"Bearer {KEY}"]}),
     "settings.generation.until"),
    (lambda held: held["tasks"][HEAD]["signatures"]["strict-match"].update(think_end_token=KEY),
     "think_end_token"),
    (lambda held: held["tasks"][HEAD]["signatures"]["strict-match"].update(lm_eval=KEY),
     "strict-match.lm_eval"),
])  # fmt: skip
def test_secrets_of_others_are_refused(path, tmp_path, capsys, change, where):
    forge(path, change)
    assert command("verify", path) == 1
    assert cli.main(["leaderboard", str(path), "--out", str(tmp_path / "board")]) == 1
    said = capsys.readouterr()
    for told in (said.out, said.err):
        assert where in told
        assert KEY not in told
    assert not (tmp_path / "board/index.html").exists()
