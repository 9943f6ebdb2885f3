"""Runs scripts of pages with node, without a page; the tests are skipped where it is missing."""

import json
import shutil
import subprocess

import pytest

from tempanswerqa.reports.page.page import TEMPLATES


def run(scripts: list[str], code: str, **values: object) -> object:
    """Return what a function with this body returns behind the scripts; `values` are its names."""
    node = shutil.which("node")
    if not node:
        pytest.skip("needs node")
    given = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in values.items())
    before = "".join((TEMPLATES / f"{name}.js").read_text(encoding="utf-8") for name in scripts)
    body = f"{before}\n{given}process.stdout.write(JSON.stringify((() => {{{code}}})()));"
    done = subprocess.run([node, "-"], input=body, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)
