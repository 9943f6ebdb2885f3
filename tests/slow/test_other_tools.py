"""Other tools take what is written for them: in an environment of its own."""

import json
import os
import subprocess
import sys
import venv
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from submission_support import command, fresh_run
from support import SUBSETS

from tempanswerqa import metrics

pytestmark = pytest.mark.slow

LIBRARIES = ("inspect_ai==0.3.285", "jsonschema>=4.26,<5")
SCHEMAS = "every-eval-ever==0.3.0"


def pip(*arguments: object) -> subprocess.CompletedProcess:
    called = [sys.executable, "-m", "pip", "--quiet", *map(str, arguments)]
    return subprocess.run(called, capture_output=True, text=True, check=False)


def had(done: subprocess.CompletedProcess, what: str) -> None:
    """Skip where the index lacks what is asked for; other failures are failures."""
    if "No matching distribution" in done.stderr or "Could not find a version" in done.stderr:
        pytest.skip(f"the package index has no {what} for this Python")
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """Runs Python with the other tools, beside the packages of this test."""
    folder = tmp_path_factory.mktemp("tools")
    venv.create(folder / "env", symlinks=os.name != "nt")
    binary = folder / "env" / ("Scripts" if os.name == "nt" else "bin") / "python"
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = subprocess.run([binary, "-c", where], capture_output=True, text=True, check=True).stdout
    own = {str(Path(dist.locate_file(""))) for dist in metadata.distributions()}
    lines = "\n".join(path for path in own if path.endswith("site-packages"))
    (Path(site.strip()) / "others.pth").write_text(lines, encoding="utf-8")
    had(pip("--python", binary, "install", *LIBRARIES), " and ".join(LIBRARIES))
    environ = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    environ |= {"HF_HOME": str(folder / "hf"), "HF_HUB_OFFLINE": "1"}

    def run(*arguments: object, path: object = "") -> str:
        done = subprocess.run(
            [str(binary), *map(str, arguments)],
            env=environ | ({"PYTHONPATH": str(path)} if path else {}),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout[-5_000:] + done.stderr[-5_000:]
        return done.stdout

    return run


@pytest.fixture(scope="module")
def schemas(tmp_path_factory):
    """Return the unpacked package of Every Eval Ever, which no Python below 3.12 installs."""
    folder = tmp_path_factory.mktemp("schemas")
    options = ("--no-deps", "--ignore-requires-python", "--dest", folder)
    had(pip("download", *options, SCHEMAS), SCHEMAS)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        opened.extractall(folder)
    return folder


VALIDATE = """
import json, sys
from pathlib import Path
from jsonschema import Draft7Validator
from every_eval_ever.schema import schema_json
from every_eval_ever.validator.validation_core import validate_file

root = Path(sys.argv[1])
names = frozenset(path.relative_to(root).as_posix() for path in root.rglob("*.json*"))
found = {}
for name in sorted(names):
    one = name.endswith(".json")
    kind = "eval" if one else "instance_level_eval"
    validator = Draft7Validator(schema_json(f"{kind}.schema.json"))
    text = (root / name).read_text("utf-8")
    records = [text] if one else text.splitlines()
    errors = [e.message for r in records for e in validator.iter_errors(json.loads(r))]
    told = validate_file(root / name, repo_path=name, available_files=names,
                         read_repo_file=lambda path: (root / path).read_text("utf-8"),
                         run_semantic_checks=True)
    found[name] = [*errors, *map(str, told.errors), *map(str, told.warnings)]
print(json.dumps(found))
"""


@pytest.mark.parametrize("options", [{}, {"end": "_chat"}, {"think_end": "</t>"}], ids=str)
def test_every_eval_ever_takes_what_is_written(python, schemas, tmp_path, capsys, options):
    run, out = fresh_run(tmp_path / "run", **options), tmp_path / "eee"
    arguments = ("--model", "org/a-model", "--organization", "Us")
    assert command("pack", run, "--format", "every_eval_ever", *arguments, "--out", out) == 0
    found = json.loads(python("-c", VALIDATE, out, path=schemas))
    assert len(found) == 8
    assert not any(found.values()), found


@pytest.mark.usefixtures("pinned")
def test_inspect_ai_reads_the_benchmarks_file(python, released, tmp_path):
    """Names of tasks and places of questions are the same for all frameworks."""
    run, out = released, tmp_path / "hub"
    arguments = ("--format", "huggingface", "--dataset_id", "org/d")
    assert command("pack", run, *arguments, "--out", out) == 0
    code = (
        "import sys, yaml; from inspect_ai._eval.task.hf import HFTask\n"
        "extra = dict(field_spec=dict(input='q', target='a'), solvers=[dict(name='generate')],"
        " scorers=[dict(name='exact')])\n"
        "tasks = yaml.safe_load(open(sys.argv[1], encoding='utf-8'))['tasks']\n"
        "print(len([HFTask.model_validate(task | extra) for task in tasks]))"
    )
    found = int(python("-c", code, out / "dataset/eval.yaml"))
    assert found == len(SUBSETS) * len(metrics.METRICS)
