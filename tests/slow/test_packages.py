"""Tests that the archive and the wheel that users install are complete, and that they work."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from support import CHECKOUT, SAMPLE

from tempanswerqa import __version__

pytestmark = pytest.mark.slow

NAME = f"lm_eval_tempanswerqa-{__version__}"
MADE = ("PKG-INFO", "lm_eval_tempanswerqa.egg-info")


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> tuple[Path, Path]:
    """Return the source archive and the wheel of this project, built from a copy."""
    folder = tmp_path_factory.mktemp("packages")
    ignored = [line.strip("/") for line in (CHECKOUT / ".gitignore").read_text().split()]
    left_out = shutil.ignore_patterns(".git", *ignored)
    copy = shutil.copytree(CHECKOUT, folder / "checkout", ignore=left_out)
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder / "built", copy]
    subprocess.run(command, check=True, capture_output=True)
    (archive,), (wheel,) = ((folder / "built").glob(f"*{end}") for end in (".tar.gz", ".whl"))
    return archive, wheel


def files(folder) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_the_source_archive_has_every_file(built):
    archive, _ = built
    with tarfile.open(archive) as opened:
        members = [member.name for member in opened.getmembers() if member.isfile()]
    found = {name.removeprefix(f"{NAME}/") for name in members}
    checkout = archive.parents[1] / "checkout"
    left = {path for path in checkout.iterdir() if path.name in (*MADE, "build")}
    expected = {f for f in files(checkout) if not any(f.startswith(path.name) for path in left)}
    assert {name for name in found if not name.startswith(MADE)} == expected
    assert {"tests/support.py", "docs/errata.md", "CITATION.cff"} <= found


def test_the_wheel_has_the_files_of_the_packages(built):
    archive, wheel = built
    checkout = archive.parents[1] / "checkout"
    packages = ("tempanswerqa", "lm_eval_tasks")
    expected = {f"{name}/{file}" for name in packages for file in files(checkout / name)}
    with zipfile.ZipFile(wheel) as opened:
        found = set(opened.namelist())
        metadata, _, readme = opened.read(f"{NAME}.dist-info/METADATA").decode().partition("\n\n")
    assert {name for name in found if name.startswith(packages)} == expected
    assert "tempanswerqa/py.typed" in found
    for line in (
        "Author: the lm-eval-tempanswerqa authors",
        "Requires-Python: >=3.10",
        "Description-Content-Type: text/markdown",
    ):
        assert line in metadata.splitlines()
    assert readme.startswith("# lm-eval-tempanswerqa\n")
    targets = re.findall(r"\]\((.*?)\)", readme)  # a package index shows no dead links
    assert targets
    assert [target for target in targets if not target.startswith("https://")] == []


@pytest.mark.parametrize("which", [0, 1], ids=["archive", "wheel"])
def test_what_is_installed_works(built, tmp_path, which):
    site = tmp_path / "site"
    install = ("-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--target")
    subprocess.run([sys.executable, *install, site, built[which]], check=True, cwd=tmp_path)
    environ = os.environ | {"PYTHONPATH": str(site), "TEMPANSWERQA_DATA": str(SAMPLE)}

    def run(*arguments: str) -> str:
        command = [sys.executable, *arguments]
        return subprocess.check_output(command, cwd=tmp_path, env=environ, text=True)

    assert str(site) in run("-c", "import tempanswerqa; print(tempanswerqa.__file__)")
    ours = ("-m", "tempanswerqa")
    task, model = ("--tasks", "tempanswerqa_sample"), ("--model", "tempanswerqa-median")
    options = ("--limit", "20", "--log_samples", "--output_path", "results")
    assert "tempanswerqa_sample_ttqa_tail" in run(*ours, "lm_eval", *task, *model, *options)
    rows = json.loads(run(*ours, "score", "results", "--format", "json"))
    assert {row["n"] for row in rows} == {20}
    run(*ours, "report", "results", "--out", "report")
    page = (tmp_path / "report/index.html").read_text(encoding="utf-8")
    assert "<table" in page
