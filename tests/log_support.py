"""Writes logs of other evaluation tools, made up in the form of these."""

import json
import struct
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow
from pyarrow import parquet

STORED, DEFLATED, ZSTANDARD = 0, 8, 93
DATE = "2026-01-02T03-04-05.678901"
INSPECT = "2026-01-02T03-04-05+00-00_a-task_AbC"


def sample(identity: object, response: object, epoch: int = 1, **fields: Any) -> dict[str, Any]:
    """Return a sample of inspect_ai; a response of None is an error in place of one."""
    message = {"role": "assistant", "content": response}
    choices = [] if response is None else [{"message": message, "stop_reason": "stop"}]
    asked = {"role": "user", "content": "What?"}
    return {
        "id": identity,
        "epoch": epoch,
        "input": "What?",
        "target": "3",
        "messages": [asked, message],
        "output": {"model": "m", "choices": choices},
        "events": [{"event": "model", "lines": "    },\n    {"}],
    } | fields


def log(samples: Sequence[Mapping[str, Any]], **spec: Any) -> dict[str, Any]:
    """Return the content of a JSON log of inspect_ai."""
    spec = {"task": "tempanswerqa_tot_arith", "model": "org/m", "created": "2026-01-02"} | spec
    reductions = [{"scorer": "match", "samples": [{"value": 1}]}, {"scorer": "none", "samples": []}]
    start = {"version": 2, "status": "success", "eval": spec, "plan": {"steps": []}}
    return start | {"samples": samples, "reductions": reductions}


def inspect_json(folder: Path, *samples: Mapping[str, Any], **spec: Any) -> Path:
    """Write a JSON log of inspect_ai, and return its path."""
    path = folder / f"{INSPECT}.json"
    path.write_text(json.dumps(log(samples, **spec), indent=2, ensure_ascii=False), "utf-8")
    return path


def inspect_archive(
    folder: Path, *samples: Mapping[str, Any], method: int = ZSTANDARD, **spec: Any
) -> Path:
    """Write an archive of inspect_ai, and return its path."""
    header = {name: own for name, own in log([], **spec).items() if name != "samples"}
    members = {
        "_journal/start.json": header,
        **{f"samples/{own['id']}_epoch_{own['epoch']}.json": own for own in samples},
        "header.json": header,
    }
    path = folder / f"{INSPECT}.eval"
    return archive(path, {name: json.dumps(m).encode() for name, m in members.items()}, method)


def archive(path: Path, members: Mapping[str, bytes], method: int) -> Path:
    """Write a zip archive, and return its path."""
    body, directory = bytearray(), bytearray()
    for name, content in members.items():
        packed, place = _packed(content, method), len(body)
        sizes = struct.pack("<3L", zlib.crc32(content), len(packed), len(content))
        flags = 0 if name.isascii() else 0x800  # the name is UTF-8
        common = struct.pack("<2HHHH", 20, flags, method, 0, 0) + sizes
        body += (
            b"PK\3\4" + common + struct.pack("<2H", len(name.encode()), 0) + name.encode() + packed
        )
        directory += b"PK\1\2" + struct.pack("<H", 20) + common
        directory += struct.pack("<5H2L", len(name.encode()), 0, 0, 0, 0, 0, place) + name.encode()
    count = len(members)
    end = struct.pack("<4H2LH", 0, 0, count, count, len(directory), len(body), 0)
    path.write_bytes(body + directory + b"PK\5\6" + end)
    return path


def _packed(content: bytes, method: int) -> bytes:
    if method == DEFLATED:
        return zlib.compress(content)[2:-4]
    if method == ZSTANDARD:
        half = len(content) // 2  # in two frames, as inspect_ai packs what is long
        parts = content[:half], content[half:]
        return b"".join(pyarrow.compress(p, "zstd", asbytes=True) for p in parts)
    return content


def detail(query: str, *responses: str, **specific: str) -> dict[str, Any]:
    """Return a row of lighteval."""
    return {
        "doc": {"query": query, "choices": ["3"], "id": "0", "specific": specific or None},
        "metric": {"em": 0},
        "model_response": {"input": query, "text": list(responses), "input_tokens": [1, 2]},
    }


def lighteval_details(
    folder: Path,
    *rows: Mapping[str, Any],
    model: str = "org/m",
    task: str = "tempanswerqa_tot_arith|0",
) -> Path:
    """Write details of lighteval below the folder as it does, and return their path."""
    path = folder / "details" / model / DATE / f"details_{task}_{DATE}.parquet"
    path.parent.mkdir(parents=True)
    parquet.write_table(pyarrow.Table.from_pylist(list(rows)), path)
    return path
