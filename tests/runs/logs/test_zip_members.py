"""Tests zip archives, whole, damaged and made to deceive."""

import io

import pytest
from log_support import DEFLATED, STORED, ZSTANDARD, archive

from tempanswerqa.files import FileError
from tempanswerqa.runs.logs import zip_members

CONTENT = {"a.json": b'{"a": 1}' * 500, "dir/\xe9.json": b"", "z": bytes(range(256))}


@pytest.fixture(params=[STORED, DEFLATED, ZSTANDARD])
def packed(request, tmp_path):
    """Return the bytes of an archive."""
    return archive(tmp_path / "a.zip", CONTENT, request.param).read_bytes()


def content(packed: bytes, most: int = 10_000) -> dict[str, bytes]:
    file = io.BytesIO(packed)
    found = zip_members.members(file)
    return {member.filename: zip_members.read(file, member, most) for member in found}


def test_members_are_those_that_were_packed(packed):
    assert content(packed) == CONTENT
    assert content(packed + b"PK\5\6"[:3]) == CONTENT  # a comment


def test_what_is_cut_off_or_changed_is_refused(packed):
    for end in range(0, len(packed) - 22, 7):
        with pytest.raises(FileError):
            content(packed[:end])
    start = packed.index(b"a.json") + len("a.json")
    changed = bytearray(packed)
    changed[start + 9] ^= 1
    with pytest.raises(FileError, match=r"a\.json is damaged"):
        content(bytes(changed))


def test_sizes_have_bounds_whatever_the_directory_says(packed, monkeypatch):
    with pytest.raises(FileError, match=r"a\.json has more than 3,999 bytes"):
        content(packed, 3_999)
    size = (4_000).to_bytes(4, "little")
    assert packed.count(size) >= 2
    with pytest.raises(FileError, match="damaged"):
        content(packed.replace(size, (100).to_bytes(4, "little")))
    monkeypatch.setattr(zip_members, "LARGEST", 100)
    with pytest.raises(FileError, match="directory of the archive has more than 100 bytes"):
        content(packed)


def test_a_method_that_is_not_known(tmp_path):
    path = archive(tmp_path / "a.zip", CONTENT, 12)
    with pytest.raises(FileError, match="method 12 of packing is not known"):
        content(path.read_bytes())
