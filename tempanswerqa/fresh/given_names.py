"""Holds the first names of the invented people in questions."""

from __future__ import annotations

from pathlib import Path

from tempanswerqa.fresh.declared import declared

_STATED: dict[str, list[str]] = declared(Path(__file__).with_suffix(".yaml"))
WOMEN, MEN = (tuple(_STATED[name]) for name in ("women", "men"))
