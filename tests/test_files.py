"""Places for results."""

import os

import pytest

from tempanswerqa import files


def test_folders_that_can_be_filled_pass(tmp_path):
    files.check_folder(tmp_path)
    files.check_folder(tmp_path / "new" / "newer")


def test_a_file_on_the_way_is_told(tmp_path):
    (tmp_path / "file").write_text("x")
    for path in (tmp_path / "file", tmp_path / "file" / "out"):
        with pytest.raises(NotADirectoryError, match="file is a file"):
            files.check_folder(path)


def test_a_folder_without_permission_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # nothing is denied to root
    with pytest.raises(PermissionError, match="no permission to write to"):
        files.check_folder(tmp_path / "out")
