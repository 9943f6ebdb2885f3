"""Gives the slower tests what lies beside the released data."""

import importlib.metadata
import tarfile
from pathlib import Path

import pytest
from installed import build, linked, pip


@pytest.fixture(scope="session")
def tram(published):
    """Return the folder of the released archives that are at hand."""
    folder = published.parent / "tram"
    if not folder.is_dir():
        pytest.skip(f"no released archives of TRAM in {folder}")
    return folder


@pytest.fixture(scope="session")
def downloaded(tmp_path_factory) -> Path:
    """Return the source archive of the harness that runs these tests."""
    version = importlib.metadata.version("lm_eval")
    folder = tmp_path_factory.mktemp("download")
    source_only = ["--no-deps", "--no-binary", "lm_eval", f"lm_eval=={version}"]
    patience = ["--retries", "1", "--timeout", "20"]
    done = pip("download", *patience, *source_only, cwd=folder, check=False)
    if done.returncode:
        pytest.skip(f"no source of lm_eval {version} from the package index: {done.stderr[-300:]}")
    return next(folder.glob("*.tar.gz"))


@pytest.fixture
def unpacked(downloaded, tmp_path) -> Path:
    """Return a source tree of the harness."""
    with tarfile.open(downloaded) as archive:
        safely = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        archive.extractall(tmp_path / "source", **safely)
    (source,) = (tmp_path / "source").iterdir()
    return source


@pytest.fixture(scope="session")
def built(tmp_path_factory) -> tuple[Path, Path]:
    """Return the source archive and the wheel of this project."""
    return build(tmp_path_factory.mktemp("packages"))


@pytest.fixture(scope="session")
def dependencies(tmp_path_factory) -> Path:
    """Return the packages beside this test, without the harness and this project."""
    others = r"(?!(__editable__\W*)?_*(lm_eval|tempanswerqa)).*"
    return linked(tmp_path_factory.mktemp("dependencies"), others)
