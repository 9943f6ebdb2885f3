"""Keeps keys and passwords out of published names, such as those of models."""

from __future__ import annotations

import hashlib
import re
from urllib.parse import urlsplit

from tempanswerqa import limits

LEFT_OUT = "(secret left out)"
"""The text that replaces a secret."""

_START = r"(?<![A-Za-z0-9])"
_RANDOM = r"[\w-]*?(?:[A-Za-z0-9]{20}|(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{16})[\w-]*"
"""The random part of a key; no model's name has such a part."""
_KEY = re.compile(
    rf"{_START}(?:sk-|hf_|gh[opusr]_|github_pat_|gsk_|glpat-|nvapi-|pplx-|xai-|r8_|dapi"
    rf"|[sr]k_(?:live|test)_|AIza|xox[a-z]-){_RANDOM}"
    rf"|{_START}(?:AKIA|ASIA)[A-Z0-9]{{16}}"
    rf"|{_START}eyJ[\w-]{{8,}}\.[\w-]{{8,}}(?:\.[\w-]*)*"
    rf"|(?i:{_START}(?:bearer|basic)\b[\s+]*(?:%20)?(?=\S*\d|\S{{20}})[\w.~+/-]{{12,}}=*)"
)
"""The forms of keys, none of which is a name."""
_LOGIN = re.compile(
    r"(?i)[^\s/@:]+:[^\s/@]+(?=@(?:[\w-]+\.[\w.-]+|[\w-]+(?:/|:[0-9]{2,5}\b)"
    r"|(?!(?:main|master|latest|awq|gptq|gguf)\b)[a-z]+(?![\w-])))"
    r"|[\w-]*(?:api[_-]?key|token|passw(?:or)?d|secret)\s?=\s?[^\s,]+"
)
"""User and password before a host (not before a revision), and arguments with names of secrets."""
SURROGATE = re.compile("[\ud800-\udfff]")
_ADDRESS = re.compile(r"[^\s?]*(?:://\S*|\?\S*=\S*)")


def public(name: str) -> str:
    """Return a name without what looks like a key, and addresses without user, password and query.

    A name of more than `limits.NAME` characters is cut before a word, so that no partial key is
    left, and ends in its digest. Lone surrogates, which tables cannot hold, become U+FFFD.
    """
    name = SURROGATE.sub("\ufffd", name)
    cut, end = name, ""
    if len(name) > limits.NAME:
        end = f"…{hashlib.sha256(name.encode()).hexdigest()[:16]}"
        cut = re.sub(r"[\w.~+-]*$", "", name[: limits.NAME - len(end)])
    clean = _ADDRESS.sub(_without_login, cut)
    return _KEY.sub(LEFT_OUT, _LOGIN.sub(LEFT_OUT, clean)) + end


def host(address: str) -> str:
    """Return the host of an address; empty if it is unclear or has what looks like a key."""
    address = address[: limits.NAME]
    try:
        split = urlsplit(address if "://" in address else f"//{address}")
        name = split.hostname or ""
    except ValueError:
        return ""
    clear = "@" not in split.path + split.query + split.fragment and split.netloc.count("@") < 2
    clear = clear and not _KEY.search(split.netloc.rpartition("@")[2])  # `name` is in lower case
    return name if clear and re.fullmatch(r"[\w.:-]+", name) else ""


def _without_login(match: re.Match[str]) -> str:
    scheme, separator, rest = match[0].partition("?")[0].rpartition("://")
    if separator and (name := host(match[0])):
        return f"{scheme}://{name}{urlsplit(match[0]).path}"
    return LEFT_OUT if separator else rest
