"""Reads members of a zip archive from anyone, within limits; they may be packed by Zstandard.

Python's `zipfile` unpacks Zstandard only since version 3.14, and limits neither the directory of an
archive nor its members.
"""

from __future__ import annotations

import struct
import zlib
from typing import Any, BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from tempanswerqa.files import FileError

LARGEST = 1 << 24
"""The largest number of bytes of the directory of an archive, which lists its members."""

_LOCAL = struct.Struct("<26x2H")
"""The record before a member: the lengths of two texts."""
_ZSTANDARD = 93


class _Limited:
    """A file of which at most `LARGEST` bytes are read at once, as `zipfile` reads a directory."""

    def __init__(self, file: BinaryIO) -> None:
        self.seek, self.tell, self._read = file.seek, file.tell, file.read

    def read(self, size: int = -1) -> bytes:
        """Return at most `size` bytes, or all. Raises FileError for a size above `LARGEST`."""
        if size > LARGEST:
            raise FileError(f"the directory of the archive has more than {LARGEST:,} bytes")
        return self._read(size)


def members(file: BinaryIO) -> list[ZipInfo]:
    """Return the members of an archive, in the order of its directory.

    Raises FileError for a file that is no whole archive, and for a directory above `LARGEST`.
    """
    limited: Any = _Limited(file)
    try:
        return ZipFile(limited).infolist()
    except (BadZipFile, struct.error, ValueError, NotImplementedError) as error:
        raise FileError(f"it is no zip archive, or is damaged: {error}; copy it again") from error


def read(file: BinaryIO, member: ZipInfo, most: int) -> bytes:
    """Return the content of a member.

    Raises FileError for more than `most` bytes, packed or unpacked, for an unknown method of
    packing, and for damaged content.
    """
    name, size = member.filename, member.file_size
    if max(member.compress_size, size) > most:
        raise FileError(f"{name} has more than {most:,} bytes")
    try:
        file.seek(member.header_offset)
        file.seek(sum(_LOCAL.unpack(file.read(_LOCAL.size))), 1)
        content = _unpacked(file.read(member.compress_size), member)
    except (struct.error, zlib.error, ValueError, ArithmeticError, OSError) as error:
        raise FileError(f"{name} is damaged: {error}; copy the archive again") from error
    if len(content) != size or zlib.crc32(content) != member.CRC:
        raise FileError(f"{name} is damaged; copy the archive again")
    return content


def _unpacked(packed: bytes, member: ZipInfo) -> bytes:
    """Return the unpacked content; of packed content at most one byte more than is stated."""
    if member.compress_type == ZIP_STORED:
        return packed
    if member.compress_type == ZIP_DEFLATED:
        return zlib.decompressobj(-zlib.MAX_WBITS).decompress(packed, member.file_size + 1)
    if member.compress_type == _ZSTANDARD:
        import pyarrow

        with pyarrow.CompressedInputStream(pyarrow.BufferReader(packed), "zstd") as stream:
            return stream.read(member.file_size + 1)
    raise ValueError(f"method {member.compress_type} of packing is not known")
