"""Makes up task families and a harness, and reads the content of folders."""

from pathlib import Path

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


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def snapshot(folder: Path) -> dict[str, str | None]:
    """Return everything below the folder: the text of the files, None for the folders."""
    return {
        str(path.relative_to(folder)): path.read_text("utf-8") if path.is_file() else None
        for path in folder.rglob("*")
    }


def our_package(families: dict[str, str] = FAMILIES) -> dict[str, str]:
    return {f"lm_eval_tasks/{name}": text for name, text in {"__init__.py": "", **families}.items()}


HARNESS = {
    "lm_eval/__init__.py": "raise AssertionError('imported')",
    "lm_eval/tasks/__init__.py": "",
    "lm_eval/tasks/arc/arc_easy.yaml": "task: arc_easy\n",
}
