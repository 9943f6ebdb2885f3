"""Prints what the project weighs: `python benchmarks/weight.py` in a clone.

A private helper has one caller if its module names it once besides its definition. A
module has one importer if one other module of the package imports it or a name of it.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

from click import Context

from tempanswerqa.cli import commands
from tempanswerqa.harness import task_files

CLONE = Path(__file__).parents[1]
PACKAGE = CLONE / "tempanswerqa"


def lines(*folders: Path, suffix: str = ".py") -> int:
    """Return the number of lines of all files with a suffix in and below folders."""
    files = (path for folder in folders for path in folder.rglob(f"*{suffix}"))
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)


def words() -> int:
    """Return the number of words of the pages in docs and of the cards of tasks."""
    pages = [*(CLONE / "docs").rglob("*.md"), *(CLONE / "lm_eval_tasks").rglob("*.md")]
    return sum(len(page.read_text(encoding="utf-8").split()) for page in pages)


def helpers_with_one_caller() -> int:
    """Return the number of private functions that are named once besides their definition."""
    count = 0
    for path in PACKAGE.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef) and re.match("_[^_]", node.name):
                count += len(re.findall(rf"\b{node.name}\b", source)) == 2
    return count


def modules_with_one_importer() -> int:
    """Return the number of modules that one other module imports."""
    names = {
        ".".join(path.relative_to(CLONE).with_suffix("").parts) for path in PACKAGE.rglob("*.py")
    }
    importers = Counter[str]()
    for path in PACKAGE.rglob("*.py"):
        imported = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                imported |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
            elif isinstance(node, ast.Import):
                imported |= {name.name for name in node.names}
        importers.update(imported & names)
    return sum(count == 1 for count in importers.values())


def map_rows() -> tuple[int, float]:
    """Return the rows of the table of places in ARCHITECTURE.md, and the mean places of a row."""
    text = (CLONE / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rows = re.findall(r"(?m)^\| (?!to add|-)(.+?) \| (.+) \|$", text)
    places = [len(re.findall(r"`[^`]*[/.][^`]*`", where)) for _, where in rows]
    return len(rows), sum(places) / len(rows)


def main() -> None:
    """Print each weight, with the largest that is wanted."""
    rows, places = map_rows()
    weights = (
        ("lines of the package", lines(PACKAGE), 17_000),
        ("lines of tests", lines(CLONE / "tests"), 17_000),
        ("modules", sum(path.name != "__init__.py" for path in PACKAGE.rglob("*.py")), 110),
        ("commands", len(commands.list_commands(Context(commands))), 12),
        ("names of tasks and groups", len(task_files.listed()), 75),
        ("private helpers with one caller", helpers_with_one_caller(), 300),
        ("modules with one importer", modules_with_one_importer(), 50),
        ("words of docs and cards", words(), 9_000),
        ("rows of places in ARCHITECTURE.md", rows, 25),
        ("places of a row there", places, 2),
    )
    for name, weight, most in weights:
        print(f"{name:<36}{weight:>10,.{0 if weight == int(weight) else 1}f}{most:>10,}")


if __name__ == "__main__":
    main()
