"""Reads members of a zip archive from anyone, within limits; they may be packed by Zstandard.

Python's `zipfile` unpacks Zstandard only since version 3.14, and does not limit the members.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from tempanswerqa.files import FileError

LARGEST = 1 << 24
"""The largest number of bytes of the directory of an archive, which lists its members."""

_END = struct.Struct("<12x2L2x")
"""The record at the end of an archive: the number of bytes and the place of the directory."""
_ENTRY = struct.Struct("<4s6xH4x3L3H8xL")
"""An entry of the directory: mark, method, checksum, sizes, lengths of texts, place."""
_LOCAL = struct.Struct("<26x2H")
"""The record before a member: the lengths of two texts."""
_COMMENT = 1 << 16
_DEFLATED, _ZSTANDARD = 8, 93


class Member(NamedTuple):
    """A member as the directory describes it; `packed` and `unpacked` are numbers of bytes."""

    name: str
    method: int
    checksum: int
    packed: int
    unpacked: int
    place: int


def members(file: BinaryIO) -> list[Member]:
    """Return the members of an archive, in the order of its directory.

    Raises FileError for a file that is no whole archive, and for a directory above `LARGEST`.
    """
    size = file.seek(0, 2)
    file.seek(max(0, size - _END.size - _COMMENT))
    tail = file.read()
    start = tail.rfind(b"PK\x05\x06")
    if start < 0:
        raise FileError("it is no zip archive, or not a whole one; copy it again")
    try:
        length, place = _END.unpack_from(tail, start)
        if length > LARGEST:
            raise FileError(f"the directory of the archive has more than {LARGEST:,} bytes")
        file.seek(place)
        return list(_entries(file.read(length)))
    except (struct.error, UnicodeDecodeError) as error:
        raise FileError(f"the archive is damaged: {error}; copy it again") from error


def _entries(directory: bytes) -> Iterator[Member]:
    start = 0
    while start < len(directory):
        mark, method, checksum, packed, unpacked, name, extra, comment, place = _ENTRY.unpack_from(
            directory, start
        )
        if mark != b"PK\x01\x02":
            raise struct.error("its directory has other content")
        start += _ENTRY.size
        text = directory[start : start + name].decode()
        yield Member(text, method, checksum, packed, unpacked, place)
        start += name + extra + comment


def read(file: BinaryIO, member: Member, most: int) -> bytes:
    """Return the content of a member.

    Raises FileError for more than `most` bytes, packed or unpacked, for an unknown method of
    packing, and for damaged content.
    """
    if max(member.packed, member.unpacked) > most:
        raise FileError(f"{member.name} has more than {most:,} bytes")
    file.seek(member.place)
    try:
        file.seek(sum(_LOCAL.unpack(file.read(_LOCAL.size))), 1)
        content = _unpacked(file.read(member.packed), member)
    except (struct.error, zlib.error, ValueError, OSError) as error:
        raise FileError(f"{member.name} is damaged: {error}; copy the archive again") from error
    if len(content) != member.unpacked or zlib.crc32(content) != member.checksum:
        raise FileError(f"{member.name} is damaged; copy the archive again")
    return content


def _unpacked(packed: bytes, member: Member) -> bytes:
    """Return the unpacked content; of packed content at most one byte more than is stated."""
    if member.method == 0:
        return packed
    if member.method == _DEFLATED:
        return zlib.decompressobj(-zlib.MAX_WBITS).decompress(packed, member.unpacked + 1)
    if member.method == _ZSTANDARD:
        import pyarrow

        with pyarrow.CompressedInputStream(pyarrow.BufferReader(packed), "zstd") as stream:
            return stream.read(member.unpacked + 1)
    raise ValueError(f"method {member.method} of packing is not known")
