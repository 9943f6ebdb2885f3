"""Tests registration as users meet it: fresh environments, a regular and an editable harness."""

import importlib.metadata
import json
import re
import shutil
from pathlib import Path

import pytest
from installed import Environment

pytestmark = pytest.mark.slow

VERSION = importlib.metadata.version("lm_eval")

# Listing reads every task twice: a harness with few of them shows the same in a fraction of the
# time.  The second family has nothing but folders at its top: pip leaves it empty around our stubs.
KEPT_FAMILIES = ("arc", "alghafa")

# The two ways in which setuptools makes a package editable: an import hook, or a line in a .pth
# file.  The hook is asked last, after the ordinary search, so that a leftover folder hides it.
EDITABLE = {
    "editable by hook": ["--editable"],
    "editable by path": ["--config-settings", "editable_mode=compat", "--editable"],
}
INSTALLS = {"regular": [], **EDITABLE}

PROBE = """
import json, lm_eval
from lm_eval.tasks import TaskManager
loaded = TaskManager().load(["tempanswerqa_sample"])
print(json.dumps([lm_eval.__version__, lm_eval.__file__, sorted(loaded["tasks"])]))
"""


@pytest.fixture
def harness(unpacked) -> Path:
    """Return a source tree of the harness with the tasks of two families."""
    for family in (unpacked / "lm_eval/tasks").iterdir():
        if family.is_dir() and family.name not in KEPT_FAMILIES:
            shutil.rmtree(family)
    return unpacked


def tasks(environment: Environment, *arguments: object) -> set[str]:
    """Return the first column of what the harness lists: groups, tags and tasks."""
    printed = environment.run("lm_eval", "ls", "tasks", *arguments).stdout
    return set(re.findall(r"^\|\s*(\w+)\s*\|", printed, flags=re.MULTILINE))


@pytest.fixture
def environment(tmp_path, dependencies, built) -> Environment:
    environment = Environment(tmp_path, dependencies)
    environment.install(built[1])
    missing = environment.run("python", "-c", "import lm_eval", check=False)
    assert "No module named 'lm_eval'" in missing.stderr, "the test would see another harness"
    return environment


@pytest.mark.parametrize("how", INSTALLS)
def test_register_and_remove(environment, harness, how):
    environment.install(*INSTALLS[how], harness)
    package = (environment.site if how == "regular" else harness) / "lm_eval"
    stubs = package / "tasks/tempanswerqa"
    ours = {"tempanswerqa", "tempanswerqa_tot_arith"}

    registered = environment.run("tempanswerqa", "register").stdout
    assert registered.count("\n") == 1
    assert stubs.is_dir()
    assert tasks(environment) >= {"arc_easy", *ours}
    environment.run("lm_eval", "validate", "--tasks", "tempanswerqa")
    version, file, found = json.loads(
        environment.run("python", "-c", PROBE).stdout.splitlines()[-1]
    )
    assert (version, Path(file)) == (VERSION, package / "__init__.py")
    assert "tempanswerqa_sample_tot_arith" in found

    environment.run("tempanswerqa", "register", "--remove")
    assert not stubs.exists()
    listed = tasks(environment)
    assert "arc_easy" in listed
    assert listed.isdisjoint(ours)

    folder = environment.run("tempanswerqa", "tasks", "--path").stdout.strip()
    assert Path(folder) == environment.site / "lm_eval_tasks"
    assert tasks(environment, "--include_path", folder) >= {"arc_easy", *ours}
    if how == "regular":  # whoever uninstalls without --remove keeps a harness that works
        environment.run("tempanswerqa", "register")
        environment.pip("uninstall", "--yes", "lm-eval-tempanswerqa")
        assert "arc_easy" in (listed := tasks(environment))
        assert not any(name.startswith("tempanswerqa") for name in listed)
