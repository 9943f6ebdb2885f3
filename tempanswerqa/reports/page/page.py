"""Writes self-contained pages in which foreign text is never markup."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tempanswerqa import __version__
from tempanswerqa.questions import sources
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.reports import tables
from tempanswerqa.runs.details import Record
from tempanswerqa.text import shortened

INDEX = "index.html"
WARNING = 400
"""Maximum length of a warning."""
TEMPLATES = Path(__file__).parent / "templates"


def render(template: str, **context: Any) -> str:
    """Return a page made of one of the `TEMPLATES`.

    All values are escaped. Raises jinja2.UndefinedError if a variable of the template has no value.
    The policy of the page allows only its own script, and the data of answers beside it.
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
    is_report = template == "report.html.j2"
    # those of all pages, followed by this template's
    more = ("picture", "parts", "answers") if is_report else ()
    names = ("page", *more, template.partition(".")[0])
    script, style = (
        "".join(path.read_text(encoding="utf-8") for path in paths if path.is_file())
        for paths in ([TEMPLATES / f"{name}.{end}" for name in names] for end in ("js", "css"))
    )
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    environment.filters["short"] = lambda text: shortened(text, WARNING)
    environment.globals |= {
        "version": __version__,
        "style": Markup(style),
        "script": Markup(script),
        "script_hash": f"sha256-{digest}",
        "beside": Markup(" 'self' file:" if is_report else ""),  # the data of answers
    }
    return environment.get_template(template).render(**context)


def warnings(scored: Sequence[Record]) -> list[str]:
    """Return the reasons not to compare these scores.

    These are incomplete runs, `tables.not_comparable`, and question files other than the published
    ones.
    """
    subsets = {TaskName.parse(row["task"]).subset: row["signature"]["data"] for row in scored}
    unreleased = [
        f"NOT COMPARABLE: {SUBSETS[subset].file}, the file of the questions asked, is "
        "not the published one; do not compare scores on it with published scores"
        for subset, data in subsets.items()
        if not is_released(subset, data)
    ]
    return [*tables.incomplete(scored), *tables.not_comparable(scored), *dict.fromkeys(unreleased)]


def is_released(subset: str, data: str) -> bool:
    """Return whether the data are as published, or the subset has no published data."""
    return subset not in SUBSETS or sources.TEMPANSWERQA.blobs[SUBSETS[subset].file] == data
