"""The version is the same wherever it is stated."""

import re
import subprocess

from support import CHECKOUT

from tempanswerqa import __version__


def stated(file: str, pattern: str) -> list[str]:
    return re.findall(pattern, (CHECKOUT / file).read_text(encoding="utf-8"))


def test_changelog_and_citation_have_the_version():
    sections = stated("CHANGELOG.md", r"(?m)^## ([^:\n]*)")
    assert next(name for name in sections if name != "Unreleased") == __version__
    assert "Unreleased" not in sections[1:]
    assert stated("CITATION.cff", r"(?m)^version: (.*)$") == [__version__]


def test_a_tag_of_this_commit_is_the_version():
    command = ["git", "tag", "--points-at", "HEAD", "v*"]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert done.stdout.split() in ([], [f"v{__version__}"])
