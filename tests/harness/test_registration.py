"""Tests that the tasks are registered with a made-up harness, and removed from it."""

import sys
from pathlib import Path

import pytest
import yaml
from cases import cased
from support import snapshot

from tempanswerqa.harness import registration
from tempanswerqa.harness.registration import RegistrationError

FAMILIES = {
    "tempanswerqa/_base.yaml": "output_type: generate_until\ndoc_to_text: !function utils.text\n",
    "tempanswerqa/utils.py": "def text(doc):\n    return 'from utils'\n",
    "tempanswerqa/tot.yaml": "include: _base.yaml\ntask: tempanswerqa_tot\ntag: temporal\n",
    "tempanswerqa/group.yaml": "group: tempanswerqa\ntask:\n  - tempanswerqa_tot\n",
    "tempanswerqa/README.md": "A task card.\n",
    "tempanswerqa/.ipynb_checkpoints/tot-checkpoint.yaml": "task: tempanswerqa_tot\n",
    "tram/_templates/plain.yaml": "task: not_a_task\n",
    "tram/date.yaml": "task: tram_date\n",
}
DEFINING = ["tempanswerqa/group.yaml", "tempanswerqa/tot.yaml", "tram/date.yaml"]
HARNESS = {
    "lm_eval/__init__.py": "raise AssertionError('imported')",
    "lm_eval/tasks/__init__.py": "",
    "lm_eval/tasks/arc/arc_easy.yaml": "task: arc_easy\n",
}


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@pytest.fixture
def source(monkeypatch, tmp_path) -> Path:
    """Return a folder of task families, whose name needs quotes in YAML."""
    folder = tmp_path / 'a "quoted" # name: {Zürich 東京}'
    write(folder, FAMILIES)
    monkeypatch.setattr(registration, "tasks_folder", lambda: folder)
    return folder


@pytest.fixture
def harness(monkeypatch, tmp_path) -> Path:
    """Return the tasks folder of a harness that must not be imported."""
    monkeypatch.delitem(sys.modules, "lm_eval", raising=False)
    write(tmp_path / "theirs", HARNESS)
    monkeypatch.syspath_prepend(tmp_path / "theirs")
    return tmp_path / "theirs/lm_eval/tasks"


def target(stub: Path) -> str:
    return yaml.safe_load(stub.read_text("utf-8"))["include"]


def test_register_writes_one_stub_per_task_file(harness, source):
    stubs = registration.register()

    assert stubs == [harness / "tempanswerqa" / name for name in DEFINING]
    assert [target(stub) for stub in stubs] == [str(source / name) for name in DEFINING]
    assert all(stub.read_bytes().startswith(registration.MARKER) for stub in stubs)
    theirs = {harness / "__init__.py", harness / "arc/arc_easy.yaml"}
    assert {path for path in harness.rglob("*") if path.is_file()} == {*stubs, *theirs}
    assert {path.stat().st_mode for path in (*stubs, *theirs)} == {stubs[0].stat().st_mode}


def test_is_registered_follows_register_and_remove(harness, source):
    assert not registration.is_registered()
    stubs = registration.register()
    assert registration.is_registered()
    stubs[0].write_bytes(registration.MARKER + b"include: /elsewhere.yaml\n")
    assert not registration.is_registered()
    assert target(registration.register()[0]) == str(source / DEFINING[0])
    (source / "tram/date.yaml").unlink()
    assert not registration.is_registered(), "a stub too many"
    assert registration.register() == stubs[:2]
    assert not stubs[2].parent.exists()
    assert registration.is_registered()
    registration.remove()
    assert not registration.is_registered()


def test_removing_leaves_nothing_behind(harness, source):
    (harness / "an empty folder of others").mkdir()
    before = snapshot(harness)
    stubs = registration.register()
    for removed in (stubs, []):
        assert registration.remove() == removed
        assert snapshot(harness) == before


@cased
def test_files_of_others_are_never_touched(harness, source, name, text):
    write(harness, {name: text})
    before = snapshot(harness)
    with pytest.raises(RegistrationError, match=str(harness / name)):
        registration.register()
    assert registration.remove() == []
    assert snapshot(harness) == before


def test_without_a_harness_nothing_is_registered(source, monkeypatch):
    monkeypatch.setitem(sys.modules, "lm_eval", None)
    with pytest.raises(RegistrationError, match=sys.executable):
        registration.register()


def test_the_harness_reads_the_stubs(source, harness, monkeypatch):
    """A stub loads tasks, groups, tags, bases and functions like the file itself."""
    stubs = registration.register()
    monkeypatch.undo()  # from here on `lm_eval` is the real one
    index_module = pytest.importorskip("lm_eval.tasks._index")
    load_yaml = pytest.importorskip("lm_eval.tasks._yaml_loader").load_yaml

    index = index_module.TaskIndex.build([harness])
    direct = index_module.TaskIndex.build([source])
    assert set(index) == {"arc_easy", "tempanswerqa", "tempanswerqa_tot", "temporal", "tram_date"}
    for name in ("tempanswerqa", "tempanswerqa_tot", "tram_date"):
        assert index[name].cfg == direct[name].cfg
        assert index[name].kind == direct[name].kind
        assert index[name].yaml_path in stubs
    assert index["temporal"].tags == {"tempanswerqa_tot"}
    config = load_yaml(index["tempanswerqa_tot"].yaml_path)
    assert config["doc_to_text"]({}) == "from utils"
    (source / "tempanswerqa/tot.yaml").unlink()  # stubs without a target are passed over
    assert set(index_module.TaskIndex.build([harness])) == {"arc_easy", "tempanswerqa", "tram_date"}
