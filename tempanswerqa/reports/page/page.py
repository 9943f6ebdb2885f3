"""Writes pages that load nothing from elsewhere, and in which foreign text is never markup."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tempanswerqa import __version__
from tempanswerqa.files import written_whole
from tempanswerqa.reports.page import table
from tempanswerqa.reports.page.canvas import Picture
from tempanswerqa.reports.tables import Table
from tempanswerqa.text import clipped, shortened, visible

CELL = 60
"""The largest number of characters of a text in a cell; the files of the table have it whole."""
LONGEST = 2_000
"""The largest number of characters of a foreign text in the page itself."""
WITH_ANSWERS = ("report.html.j2",)
"""The templates whose pages load the data of answers, which lie beside them."""
BESIDE = " 'self' file:"
"""The sources of these data in the policy of a page: its own server, or local files."""
PARTS = {"report.html.j2": ("tolerance", "picture", "answers")}
"""The further scripts of a template, in their order, before its own."""
TEMPLATES = Path(__file__).parent / "templates"


def render(template: str, **context: Any) -> str:
    """Return a page made of one of the `TEMPLATES`.

    All values are escaped. Raises jinja2.UndefinedError if a variable of the template has no
    value. The policy of the page allows its own script alone, and the data of answers beside it.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    script, style = (_own(template, suffix) for suffix in ("js", "css"))
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    environment.filters |= {
        "short": lambda text: shortened(text, CELL),
        "long": lambda text: clipped(text, LONGEST),
        "visible": visible,
    }
    environment.globals |= {
        "suffixes": table.SUFFIXES,
        "split": table.parts,
        "version": __version__,
        "style": Markup(style),
        "script": Markup(script),
        "script_hash": f"sha256-{digest}",
        "beside": Markup(BESIDE if template in WITH_ANSWERS else ""),
    }
    return environment.get_template(template).render(**context)


def _own(template: str, suffix: str) -> str:
    """Return the script or style of all pages, followed by those of this template."""
    names = ("page", *PARTS.get(template, ()), template.partition(".")[0])
    files = (TEMPLATES / f"{name}.{suffix}" for name in names)
    return "".join(file.read_text(encoding="utf-8") for file in files if file.is_file())


def fill(
    folder: Path, html: str, pictures: Iterable[Picture] = (), tables: Iterable[Table] = ()
) -> Path:
    """Write a page as `index.html`, with `figures/` and `tables/` beside it; return its path.

    Missing folders are made. Files of the same names are overwritten, each whole or not at all,
    the page last; other files stay.
    """
    for picture in pictures:
        (folder / "figures").mkdir(parents=True, exist_ok=True)
        picture.write(folder / "figures")
    for each in tables:
        (folder / "tables").mkdir(parents=True, exist_ok=True)
        table.write(each, folder / "tables")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "index.html"
    with written_whole(path, encoding="utf-8", errors="backslashreplace") as file:
        file.write(html)
    return path
