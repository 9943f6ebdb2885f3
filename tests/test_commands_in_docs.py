"""The harness and this package accept the commands that pages show."""

import ast
import re
import shutil
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import click
import pytest
from lm_eval._cli.harness import HarnessCLI
from lm_eval.models import MODEL_MAPPING
from pages import blocks
from support import CHECKOUT, manager

from tempanswerqa import cli
from tempanswerqa.harness import models

OF_DOCS = ("backends", "saved-responses", "scale", "setup", "tasks", "twins")
PAGES = ("README.md", *(f"docs/{name}.md" for name in OF_DOCS))
EVERY = ("README.md", *sorted(f"docs/{path.name}" for path in (CHECKOUT / "docs").glob("*.md")))
NAMED = {"NAME"}
"""Tasks that users make."""
DEFINED = r"""
lm_eval() { printf '%s\1' "$@"; printf '\2'; } >&3
accelerate() { while [ "$1" != lm_eval ]; do shift; done; shift; lm_eval "$@"; }
tempanswerqa() { case "$1" in lm_eval) shift; lm_eval "$@";; tasks) echo folder;; esac; }
seq() { command -p seq "$@"; }
"""
"""The programs that blocks of commands may run; no other program is found."""
OWN = r"""
tempanswerqa() { if [ "$1" != lm_eval ]; then printf '%s\1' "$@"; printf '\2'; fi; } >&3
"""
"""The same programs, with our command in place of the harness's."""


def called(shown: list[str], defined: str, folder: Path) -> list[list[str]]:
    """Return the arguments of commands in blocks, as a shell passes them."""
    script = defined + "\n".join(block.replace("...", "") for block in shown)
    (folder / "given").touch()
    subprocess.run(
        [shutil.which("bash") or "bash", "-c", f"exec 3> given\n{script}"],
        cwd=folder,
        env={"PATH": str(folder)},
        capture_output=True,
        check=False,
    )
    runs = (folder / "given").read_text(encoding="utf-8").split("\2")[:-1]
    return [run.split("\1")[:-1] for run in runs]


def given(page: str, folder: Path) -> list[list[str]]:
    """Return the arguments of lm_eval in the blocks of a page."""
    commands = blocks(CHECKOUT / page, "", "bash")
    shown = [block for block in commands if re.search(r"(?m)^[^#]*\blm_eval -", block)]
    runs = called(shown, DEFINED, folder)
    wanted = sum(len(re.findall(r"(?m)\blm_eval (?!\\$)", block)) for block in shown)
    assert len(runs) == wanted, page
    return runs


@pytest.mark.parametrize("page", EVERY)
def test_our_command_takes_what_pages_show(page, tmp_path):
    commands = blocks(CHECKOUT / page, "", "bash")
    shown = [block for block in commands if re.search(r"(?m)^tempanswerqa (?!lm_eval)", block)]
    runs = called(shown, OWN, tmp_path)
    wanted = sum(len(re.findall(r"(?m)\btempanswerqa (?!lm_eval)[a-z]", b)) for b in shown)
    assert len(runs) == wanted
    context = click.Context(cli.commands, **cli.commands.context_settings)
    for words in runs:
        command = cli.commands
        while hasattr(command, "resolve_command"):
            _, command, words = command.resolve_command(context, words)
        command.make_context(command.name, words, context)  # which parses


@cache
def arguments_of(model: str) -> set[str]:
    """Return the parameters of a model's classes, without importing its engine."""
    modules = {MODEL_MAPPING[model].partition(":")[0], "lm_eval.models.openai_completions"}
    found = set()
    for module in {*modules, "lm_eval.models.api_models"}:
        for node in ast.walk(ast.parse(Path(find_spec(module).origin).read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name == "__init__":
                found |= {argument.arg for argument in node.args.args}
    return found


@pytest.mark.parametrize("page", PAGES)
def test_the_harness_takes_the_commands(page, tmp_path, monkeypatch):
    known = manager().task_index.keys()
    runs = given(page, tmp_path)
    assert runs
    for arguments in runs:
        monkeypatch.setattr(sys, "argv", ["lm_eval", *arguments])
        named = vars(HarnessCLI().parse_args())
        assert {*named["tasks"]} - NAMED <= known, arguments
        if named.get("samples"):
            assert {*named["samples"]} == {*named["tasks"]}
        model = named["model"]
        assert model in {*MODEL_MAPPING, *models.MODELS, None}, arguments
        if model in MODEL_MAPPING:
            assert (named["model_args"] or {}).keys() <= arguments_of(model), arguments
