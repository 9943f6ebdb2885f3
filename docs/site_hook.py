"""Gives the site the pages of this repository at their own paths, so that links hold on both.

The theme's script of dark mode expects the styles of a highlighter, which is left out here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
PAGES = ("*.md", "docs/*.md", "lm_eval_tasks/*/README.md")
STYLE = ROOT / "docs/site.css"
_LINK = re.compile(r"""(?:\]\(|src(?:set)?=")([^)#:"]+)""")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Return the pages, the files of the repository that they link to, and those of the theme."""
    pages = [path for pattern in PAGES for path in sorted(ROOT.glob(pattern))]
    linked = (path for page in pages for path in _linked(page))
    paths = dict.fromkeys([*pages, STYLE, *linked])
    own = [
        File.generated(config, path.relative_to(ROOT).as_posix(), abs_src_path=str(path))
        for path in paths
    ]
    return Files([*own, *(file for file in files if file.src_dir != config.docs_dir)])


def on_post_page(output: str, **_: object) -> str:
    """Return a page with empty styles for the script of dark mode; keys can scroll its code."""
    styles = "".join(f'<style id="hljs-{mode}"></style>' for mode in ("light", "dark"))
    output = output.replace("<pre>", '<pre tabindex="0">')
    return output.replace("</head>", f"{styles}</head>", 1)


def _linked(page: Path) -> Iterator[Path]:
    for name in _LINK.findall(page.read_text(encoding="utf-8")):
        path = (page.parent / name).resolve()
        if path.is_file() and path.is_relative_to(ROOT):
            yield path
