"""Tests `tempanswerqa leaderboard --site`: its folder and its workflow on submissions."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable

import pytest
import yaml
from leaderboard_support import rows
from submission_support import command, forge, fresh_run
from support import CHECKOUT

from tempanswerqa import cli
from tempanswerqa.reports.leaderboard.inputs import FILES, SUBMISSIONS

pytestmark = pytest.mark.usefixtures("small_draws")
WORKFLOW = ".github/workflows/leaderboard.yml"


def build(site) -> int:
    return cli.main(["leaderboard", "--site", str(site)])


@pytest.fixture(scope="module")
def submission(tmp_path_factory):
    """Return an honest submission."""
    folder = tmp_path_factory.mktemp("submitted")
    path = folder / "submission-honest.json"
    assert command("pack", fresh_run(folder / "run"), "--model", "org/honest", "--out", path) == 0
    return path


@pytest.fixture
def site(tmp_path):
    """Return a new site."""
    assert build(tmp_path / "site") == 0
    return tmp_path / "site"


@pytest.fixture
def checked(site, tmp_path) -> Callable[[], subprocess.CompletedProcess]:
    """Return a function that runs the workflow's commands as the host does, without installing."""
    program = tmp_path / "bin/tempanswerqa"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tempanswerqa "$@"\n')
    program.chmod(0o755)
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    own = os.environ | {"PATH": path, "PYTHONPATH": str(CHECKOUT)}
    steps = yaml.safe_load((site / WORKFLOW).read_text())["jobs"]["verify"]["steps"]
    scripts = [step["run"] for step in steps if step.get("name") not in (None, "Install")]
    assert len(scripts) == 1

    def run() -> subprocess.CompletedProcess:
        for script in scripts:
            words = ["bash", "-e", "-c", script]
            done = subprocess.run(words, cwd=site, env=own, capture_output=True, text=True)
            if done.returncode:
                break
        return done

    return run


def test_a_new_site_has_the_published_rows(site):
    assert {row["source"] for row in rows(site)} == {"published"}
    assert all((site / place).is_file() for place in FILES)
    assert (site / "README.md").read_text().startswith("---\ntitle: ")


def test_the_workflow_has_no_rights_but_to_read(site):
    text = (site / WORKFLOW).read_text()
    stated = yaml.safe_load(text)
    assert set(stated[True]) == {"pull_request", "push"}  # `on` is a truth value in YAML
    assert stated["permissions"] == {"contents": "read"}
    verify, publish = stated["jobs"]["verify"], stated["jobs"]["publish"]
    assert "permissions" not in verify
    assert (publish["if"], publish["needs"]) == ("github.event_name == 'push'", "verify")
    assert publish["permissions"] == {"pages": "write", "id-token": "write"}
    assert "${{" not in text  # so nothing of a pull request gets into a command
    used = re.findall(r"uses: (\S+)", text)
    assert len(used) == 4
    used += re.findall(r"uses: (\S+)", (CHECKOUT / ".github/workflows/test.yml").read_text())
    assert all(re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40}", action) for action in used)
    assert verify["steps"][0]["with"] == {"persist-credentials": False}


@pytest.mark.slow
def test_an_honest_submission_gets_into_the_page(site, submission, checked):
    shutil.copy(submission, site / SUBMISSIONS)
    done = checked()
    assert done.returncode == 0, done.stdout + done.stderr
    page = site / "page"
    assert {row["model"] for row in rows(page, source="submission")} == {"org/honest"}
    assert (page / SUBMISSIONS / submission.name).read_bytes() == submission.read_bytes()
    assert {path.name for path in page.iterdir()} == {"index.html", "leaderboard.json", SUBMISSIONS}


@pytest.mark.slow
def test_a_forged_submission_fails(site, submission, checked):
    shutil.copy(submission, site / SUBMISSIONS)
    forged = shutil.copy(submission, site / SUBMISSIONS / "submission-forged.json")
    forge(forged, lambda content: content["mean"]["strict-match"]["smape"].update(value=0.0))
    done = checked()
    assert done.returncode == 1
    assert "submission-forged.json: FAILED" in done.stdout
    assert "submission-honest.json: VERIFIED" in done.stdout
    assert not (site / "page").exists()
    assert build(site) == 1


@pytest.mark.parametrize("package", ["", "lm-eval-tempanswerqa", "git+https://a.org/b@main", "x"])
def test_nothing_is_installed_that_is_not_pinned(site, package):
    (install,) = [
        step["run"]
        for step in yaml.safe_load((site / WORKFLOW).read_text())["jobs"]["verify"]["steps"]
        if step.get("name") == "Install"
    ]
    own = os.environ | {"PACKAGE": package, "PATH": "/none"}
    done = subprocess.run(
        ["/bin/bash", "-e", "-c", install], env=own, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "set PACKAGE in" in done.stdout
    for pinned in (f"git+https://a.org/b@{'0a' * 20}", "all.txt"):
        own["PACKAGE"] = pinned
        done = subprocess.run(
            ["/bin/bash", "-e", "-c", f"pip() {{ echo $@; }}\n{install}"],
            **{"env": own, "capture_output": True, "text": True},
        )
        assert pinned in done.stdout


@pytest.mark.parametrize("name", [
    "results.txt", "a.csv", "a b.json", "deep/submission.json", ".evil.html", ".a.json",
    ".h/submission.json", "a\n::add-mask::b.json", "::a.json", "*.json",
])  # fmt: skip
def test_other_names_fail(site, checked, name):
    path = site / SUBMISSIONS / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("{}")
    done = checked()
    assert done.returncode == 1
    assert "NAME.json and NAME.json.gz alone: " in done.stdout
    assert not any(line.startswith("::add") for line in done.stdout.splitlines())
    assert not (site / "page").exists()


def test_links_fail(site, checked):
    (site / SUBMISSIONS / "a.json").symlink_to("/etc/passwd")
    assert "NAME.json.gz alone: submissions/a.json" in checked().stdout
    assert not (site / "page").exists()


@pytest.mark.slow
def test_every_file_is_read_or_named(site, submission, capsys):
    shutil.copy(submission, site / SUBMISSIONS / "mine.json")
    (site / SUBMISSIONS / "notes.txt").write_text("mine")
    (site / "beside.json.gz").write_text("mine")
    assert build(site) == 0
    told = capsys.readouterr().err
    assert f"{site / 'beside.json.gz'}: left out" in told
    assert "leaderboard.json: left out" not in told
    assert f"{site / SUBMISSIONS / 'notes.txt'}: left out" in told
    assert "read 1 of 1 submissions" in told
    (site / SUBMISSIONS / "other.json.gz").write_bytes(b"no submission")
    assert build(site) == 1
    assert "read 1 of 2 submissions" in capsys.readouterr().err


def test_rebuilding_keeps_what_was_changed(site):
    page = (site / "index.html").read_bytes()
    (site / "README.md").write_text("Ours.")
    (site / "index.html").write_text("old")
    assert build(site) == 0
    assert (site / "README.md").read_text() == "Ours."
    assert (site / "index.html").read_bytes() == page


def test_places_are_named_with_out_alone(tmp_path, capsys):
    assert cli.main(["leaderboard", "results", "--site", str(tmp_path / "site")]) == 1
    assert "pack the run and put it there, or use --out" in capsys.readouterr().err
    assert not (tmp_path / "site").exists()
    assert cli.main(["leaderboard", "--out", str(tmp_path)]) == 1
    assert "name saved responses or submissions" in capsys.readouterr().err
