"""Every command in the README runs as written, and prints what is shown below it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import lm_eval
import pytest
from pages import blocks
from support import CHECKOUT, SAMPLE, environment

from tempanswerqa.harness import registration

pytestmark = pytest.mark.slow

README = CHECKOUT / "README.md"
COMMANDS = [block for block in blocks(README, "") if "FOLDER" not in block]  # which is to come
DEFINED = f"""
pip() {{ test "$*" = 'install .[hf]'; }}  # which whoever runs this test has done
make() {{ command make --file '{CHECKOUT}/Makefile' "$@"; }}
"""
PROGRAMS = {"tempanswerqa": "tempanswerqa", "lm_eval": "lm_eval"}
QUESTIONS = """\
question,answer,unit
How long is it from 8 in the morning to 3 in the afternoon?,7 hours,hours
How many days has a leap year?,366,days
In which year was the year before 2001?,2000,calendar year
"""


@pytest.fixture(scope="module")
def folder(tiny, tmp_path_factory) -> Path:
    """Return a folder with the files that commands name, and a harness for registration."""
    place = tmp_path_factory.mktemp("readme")
    shutil.copytree(Path(lm_eval.__file__).parent, place / "site/lm_eval")
    shutil.rmtree(place / "site/lm_eval/tasks" / registration.FAMILY, ignore_errors=True)
    (place / ".venv/bin").mkdir(parents=True)
    for name, module in PROGRAMS.items():
        program = place / ".venv/bin" / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m {module} "$@"\n')
        program.chmod(0o755)
    for name in ("setup.cfg", "constraints.txt"):
        (place / name).symlink_to(CHECKOUT / name)
    (place / ".venv/demo").touch()
    (place / "MODEL").symlink_to(tiny)
    for run, model in (("RUN_A", "near"), ("RUN_B", "far")):
        (place / run).symlink_to(f"demo-output/{model}")
    (place / "QUESTIONS.csv").write_text(QUESTIONS, encoding="utf-8")
    return place


@pytest.fixture(scope="module")
def printed(folder) -> dict[str, str]:
    """Return the output of each block; the blocks run in order in the same folder."""
    environ = environment(TEMPANSWERQA_DATA=str(SAMPLE))
    environ["PYTHONPATH"] = f"{folder / 'site'}{os.pathsep}{environ['PYTHONPATH']}"
    environ["PATH"] = f"{folder / '.venv/bin'}{os.pathsep}{environ['PATH']}"
    environ["TEMPANSWERQA_CACHE"] = str(folder / "cache")
    found = {}
    for block in COMMANDS:
        command = ["bash", "-e", "-c", DEFINED + block]
        done = subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True)
        assert done.returncode == 0, f"{block}\n{done.stdout}\n{done.stderr}"
        found[block] = done.stdout + done.stderr
    return found


def test_commands_print_what_they_are_said_to(printed):
    (demo,) = blocks(README, "text")
    shown = [line.split() for line in printed["make demo\n"].splitlines()]
    for line in filter(None, demo.splitlines()):
        assert any(stands_in(line.split(), words) for words in shown), line
    (register,) = (text for block, text in printed.items() if "register" in block)
    (told,) = re.findall(r"prints `(lm_eval.*?)`", README.read_text(encoding="utf-8"))
    assert register.startswith(told)


def stands_in(wanted: list[str], words: list[str]) -> bool:
    """Return whether the words contain the wanted ones, in order."""
    rest = iter(words)
    return all(word in rest for word in wanted)


def test_commands_leave_what_they_are_said_to(printed, folder):
    assert (folder / "demo-output/report/index.html").is_file()
    assert (folder / "report/index.html").is_file()
    assert (folder / "site/lm_eval/tasks" / registration.FAMILY).is_dir()
