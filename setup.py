"""Gives a package index the README, with no links to files of the repository.

A link to them leads nowhere there, so they are named; everything else is in setup.cfg.
"""

import re
from pathlib import Path

from setuptools import setup

PICTURE = re.compile(r"<picture>.*?</picture>\n*", re.DOTALL)
LINK = re.compile(r"!?\[([^]]+)\]\((?!https?:)([^)]+)\)")


def named(link: re.Match) -> str:
    """Return the text of a link or picture, followed by the path of its file."""
    text, path = link.groups()
    return f"`{path}`" if text == path else f"{text} (`{path}`)"


readme = (Path(__file__).parent / "README.md").read_text(encoding="utf-8")
setup(long_description=LINK.sub(named, PICTURE.sub("", readme)))
