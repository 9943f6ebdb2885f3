"""Registration as users meet it: fresh environments, a regular and an editable harness."""

import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
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
loaded = TaskManager().load(["tempanswerqa_fresh"])
print(json.dumps([lm_eval.__version__, lm_eval.__file__, sorted(loaded["tasks"])]))
"""


def clean_environ(home: Path) -> dict[str, str]:
    """The caller's settings (of pip, say) without what lets it see the caller's packages."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    offline = {"HF_HOME": str(home), "HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"}
    return {**kept, **offline, "PYTHONNOUSERSITE": "1"}


def run(*command: object, cwd: Path, check: bool = True) -> subprocess.CompletedProcess:
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=clean_environ(cwd / "hf"),
        capture_output=True,
        text=True,
    )
    if check:
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done


def pip(*arguments: object, cwd: Path, check: bool = True) -> subprocess.CompletedProcess:
    return run(sys.executable, "-m", "pip", "--quiet", *arguments, cwd=cwd, check=check)


class Environment:
    """A virtual environment with the given dependencies and nothing else."""

    def __init__(self, folder: Path, dependencies: Path):
        venv.create(folder / "env", symlinks=os.name != "nt")
        self.folder = folder
        self.bin = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
        where = "import sysconfig; print(sysconfig.get_path('purelib'))"
        self.site = Path(run(self.bin / "python", "-c", where, cwd=folder).stdout.strip())
        (self.site / "dependencies.pth").write_text(f"{dependencies}\n")

    def run(self, command: str, *arguments: object, check: bool = True):
        return run(self.bin / command, *arguments, cwd=self.folder, check=check)

    def install(self, *arguments: object) -> None:
        self.pip("install", "--no-deps", *arguments)

    def pip(self, *arguments: object) -> None:
        pip("--python", self.bin / "python", *arguments, cwd=self.folder)

    def tasks(self, *arguments: object) -> set[str]:
        """The first column of what the harness lists: groups, tags and tasks."""
        printed = self.run("lm_eval", "ls", "tasks", *arguments).stdout
        return set(re.findall(r"^\|\s*(\w+)\s*\|", printed, flags=re.MULTILINE))

    def probe(self) -> list:
        return json.loads(self.run("python", "-c", PROBE).stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def downloaded(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("download")
    source_only = ["--no-deps", "--no-binary", "lm_eval", f"lm_eval=={VERSION}"]
    patience = ["--retries", "1", "--timeout", "20"]
    done = pip("download", *patience, *source_only, cwd=folder, check=False)
    if done.returncode:
        pytest.skip(f"no source of lm_eval {VERSION} from the package index: {done.stderr[-300:]}")
    return next(folder.glob("*.tar.gz"))


@pytest.fixture
def harness(downloaded, tmp_path) -> Path:
    """A source tree of the harness with the tasks of two families."""
    with tarfile.open(downloaded) as archive:
        safely = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        archive.extractall(tmp_path / "source", **safely)
    (source,) = (tmp_path / "source").iterdir()
    for family in (source / "lm_eval/tasks").iterdir():
        if family.is_dir() and family.name not in KEPT_FAMILIES:
            shutil.rmtree(family)
    return source


@pytest.fixture(scope="module")
def wheel(tmp_path_factory, downloaded) -> Path:  # downloaded: builds need the index, too
    """This project, built from a copy: a build in place leaves files that later builds pick up."""
    folder = tmp_path_factory.mktemp("wheel")
    leave_out = shutil.ignore_patterns("__pycache__")
    for path in ROOT.iterdir():
        if path.name in ("tempanswerqa", "lm_eval_tasks"):
            shutil.copytree(path, folder / path.name, ignore=leave_out)
        elif path.is_file():
            shutil.copy(path, folder)
    pip("wheel", "--no-deps", "--wheel-dir", "built", ".", cwd=folder)
    return next((folder / "built").glob("*.whl"))


@pytest.fixture(scope="module")
def dependencies(tmp_path_factory) -> Path:
    """The packages beside this test, without the harness and this project."""
    # By this name dill, which hashes for datasets, tells an installed module from the user's own.
    folder = tmp_path_factory.mktemp("dependencies") / "site-packages"
    folder.mkdir()
    for site in {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}:
        for path in Path(site).iterdir():
            ours_or_harness = re.match(r"(__editable__\W*)?_*(lm_eval|tempanswerqa)", path.name)
            if not ours_or_harness and path.suffix != ".pth":
                (folder / path.name).symlink_to(path)
    return folder


@pytest.fixture
def environment(tmp_path, dependencies, wheel) -> Environment:
    environment = Environment(tmp_path, dependencies)
    environment.install(wheel)
    missing = environment.run("python", "-c", "import lm_eval", check=False)
    assert "No module named 'lm_eval'" in missing.stderr, "the test would see another harness"
    return environment


@pytest.mark.parametrize("how", INSTALLS)
def test_register_and_unregister(environment, harness, how):
    environment.install(*INSTALLS[how], harness)
    package = (environment.site if how == "regular" else harness) / "lm_eval"
    stubs = package / "tasks/tempanswerqa"
    ours = {"tempanswerqa", "tempanswerqa_tot_arith"}

    registered = environment.run("tempanswerqa", "register").stdout
    assert str(package / "tasks") in registered
    assert environment.tasks() >= {"arc_easy", *ours}
    environment.run("lm_eval", "validate", "--tasks", "tempanswerqa")
    version, file, tasks = environment.probe()
    assert (version, Path(file)) == (VERSION, package / "__init__.py")
    assert "tempanswerqa_fresh_tot_arith" in tasks

    environment.run("tempanswerqa", "unregister")
    assert not stubs.exists()
    listed = environment.tasks()
    assert "arc_easy" in listed
    assert listed.isdisjoint(ours)

    folder = environment.run("tempanswerqa", "tasks", "--path").stdout.strip()
    assert Path(folder) == environment.site / "lm_eval_tasks"
    assert environment.tasks("--include_path", folder) >= {"arc_easy", *ours}


def test_uninstalling_without_unregistering_harms_no_one(environment, harness):
    environment.install(harness)
    environment.run("tempanswerqa", "register")
    environment.pip("uninstall", "--yes", "lm-eval-tempanswerqa")
    listed = environment.tasks()
    assert "arc_easy" in listed
    assert not any(name.startswith("tempanswerqa") for name in listed)


def test_a_regular_harness_replaced_by_an_editable_one(environment, harness):
    """The stubs keep the folder of the regular harness, which then hides the import hook."""
    environment.install(harness)
    environment.run("tempanswerqa", "register")
    environment.install(*EDITABLE["editable by hook"], harness)
    where = "import lm_eval; print(lm_eval.__file__)"
    assert environment.run("python", "-c", where).stdout.strip() == "None"

    refused = environment.run("tempanswerqa", "register", check=False)
    assert refused.returncode != 0
    assert "tempanswerqa unregister" in refused.stderr

    environment.run("tempanswerqa", "unregister")
    assert not (environment.site / "lm_eval").exists()
    file = environment.run("python", "-c", where).stdout.strip()
    assert Path(file) == harness / "lm_eval/__init__.py"
    registered = environment.run("tempanswerqa", "register").stdout
    assert str(harness) in registered
