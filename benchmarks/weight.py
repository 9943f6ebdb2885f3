"""Prints the size of the parts of the project, and the limit of each.

python benchmarks/weight.py
"""

from __future__ import annotations

import re
from pathlib import Path

from click import Context

from tempanswerqa.cli import commands

CLONE = Path(__file__).parents[1]
PACKAGE = CLONE / "tempanswerqa"


def lines(*places: Path, suffixes: str = ".py") -> int:
    """Return the number of lines of files with these suffixes in folders and their subfolders."""
    files = {path for place in places for path in (place, *place.rglob("*"))}
    files = {path for path in files if path.suffix in suffixes.split() and path.is_file()}
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)


def main() -> None:
    """Print each size with its limit."""
    answers = PACKAGE / "answers"
    read = [path.read_text(encoding="utf-8") for path in answers.rglob("*.py")]
    pages = [*(CLONE / "docs").rglob("*.md"), *(CLONE / "lm_eval_tasks").rglob("*.md")]
    words = sum(len(page.read_text(encoding="utf-8").split()) for page in pages)
    places = (CLONE / "ARCHITECTURE.md").read_text(encoding="utf-8")
    core = [PACKAGE / name for name in ("reports", "runs", "metrics", "scoring.py")]
    weights = (
        ("package", lines(PACKAGE), 17_000),
        ("answers, units", lines(answers, PACKAGE / "units.py"), 4_200),
        ("reports, runs, metrics, scoring", lines(*core), 5_700),
        ("scripts, styles, templates", lines(PACKAGE, suffixes=".js .css .j2"), 1_600),
        ("tests, Python and JSON", lines(CLONE / "tests", suffixes=".py .json"), 17_500),
        ("YAML and JSON in the package", lines(PACKAGE, suffixes=".yaml .json"), 1_300),
        ("benchmarks", lines(CLONE / "benchmarks"), 1_200),
        ("words of docs and cards", words, 9_000),
        ("modules", len([p for p in PACKAGE.rglob("*.py") if p.name != "__init__.py"]), 105),
        ("commands", len(commands.list_commands(Context(commands))), 12),
        ("patterns in answers", sum(text.count("re.compile(") for text in read), 110),
        ("rows of places in ARCHITECTURE.md", len(re.findall(r"(?m)^\| (?!to add|-)", places)), 25),
    )
    for name, weight, most in weights:
        print(f"{name:<36}{weight:>10,}{most:>10,}")


if __name__ == "__main__":
    main()
