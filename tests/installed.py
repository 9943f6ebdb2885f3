"""Installs packages as users do: built, and in environments of their own."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

from support import CHECKOUT

IGNORED = [line.strip("/") for line in (CHECKOUT / ".gitignore").read_text().split()]


def clean_environ(home: Path) -> dict[str, str]:
    """Return the caller's settings (such as pip's) without those that lead to its packages."""
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
    """Makes a virtual environment with the given dependencies and nothing else."""

    def __init__(self, folder: Path, *dependencies: Path):
        venv.create(folder / "env", symlinks=os.name != "nt")
        self.folder = folder
        self.bin = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
        where = "import sysconfig; print(sysconfig.get_path('purelib'))"
        self.site = Path(run(self.bin / "python", "-c", where, cwd=folder).stdout.strip())
        (self.site / "dependencies.pth").write_text("\n".join(map(str, dependencies)))

    def run(self, command: str, *arguments: object, check: bool = True):
        return run(self.bin / command, *arguments, cwd=self.folder, check=check)

    def install(self, *arguments: object) -> None:
        self.pip("install", "--no-deps", *arguments)

    def pip(self, *arguments: object) -> None:
        pip("--python", self.bin / "python", *arguments, cwd=self.folder)


def build(folder: Path) -> tuple[Path, Path]:
    """Return the source archive and the wheel of this project, made of a copy below the folder."""
    copy = folder / "checkout"
    shutil.copytree(CHECKOUT, copy, ignore=shutil.ignore_patterns(".git", *IGNORED))
    built = ("--no-isolation", "--outdir", folder / "built", copy)
    run(sys.executable, "-m", "build", *built, cwd=folder)
    (archive,), (wheel,) = ((folder / "built").glob(f"*{end}") for end in (".tar.gz", ".whl"))
    return archive, wheel


def linked(folder: Path, names: str) -> Path:
    """Return a folder with links to the packages beside this test whose names match in full."""
    # By this name dill, which hashes for datasets, tells an installed module from the user's own.
    folder = folder / "site-packages"
    folder.mkdir(parents=True)
    for site in {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}:
        for path in Path(site).iterdir():
            if re.fullmatch(names, path.name) and path.suffix != ".pth":
                (folder / path.name).symlink_to(path)
    return folder
