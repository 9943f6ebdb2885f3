"""Reads the YAML files of the generators and of the solvers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml


def declared(path: Path) -> dict[str, Any]:
    """Return the content of a YAML file of the package, in the order of the file."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the first is not on every machine
    return yaml.load(path.read_text(encoding="utf-8"), loader)
