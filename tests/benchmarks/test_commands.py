"""Runs each benchmark as its docstring says."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMAND = re.compile(r"^    .*python ((?:-m benchmarks\.|benchmarks/)\S+)", re.M)


@pytest.mark.slow
def test_the_documented_commands_start():
    started = 0
    for path in (ROOT / "benchmarks").glob("*.py"):
        code = path.read_text(encoding="utf-8")
        if "ArgumentParser" in code or "scored(__doc__" in code:
            text = ast.get_docstring(ast.parse(code), clean=False)
            command = [sys.executable, *COMMAND.search(text)[1].split(), "--help"]
            subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120)
            started += 1
    assert started
