"""Keeps keys and passwords out of names that are published, such as those of models."""

from __future__ import annotations

import hashlib
import re
from urllib.parse import urlsplit

LEFT_OUT = "(secret left out)"
"""The text in place of a secret."""
LONGEST = 200
"""The largest number of characters of a published name."""

_START = r"(?<![A-Za-z0-9])"
_KEY = re.compile(
    rf"{_START}(?:sk-|hf_|gh[opusr]_|github_pat_|gsk_|glpat-|nvapi-|pplx-|xai-|r8_|dapi"
    r"|[sr]k_(?:live|test)_|AIza|xox[a-z]-)(?P<body>[\w-]{16,})"
    rf"|{_START}(?:AKIA|ASIA)[A-Z0-9]{{16}}"
    rf"|{_START}eyJ[\w-]{{8,}}\.[\w-]{{8,}}(?:\.[\w-]*)*"
    rf"|(?i:{_START}(?:bearer|basic)\b[\s+]*(?:%20)?(?=\S*\d|\S{{20}})[\w.~+/-]{{12,}}=*)"
)
"""The forms of keys, of which none is a name."""
_ADDRESS = re.compile(r"[^\s?]*(?:://\S*|\?\S*=\S*)")


def public(name: str) -> str:
    """Return a name without what looks like a key, and addresses in it without user, password and
    query; an address that is unclear is left out.

    A name of more than `LONGEST` characters is cut before a word, so that no half of a key is left,
    and ends in its digest, so that names that differ stay different.
    """
    cut, end = name, ""
    if len(name) > LONGEST:
        end = f"…{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"
        cut = re.sub(r"[\w.~+-]*$", "", name[: LONGEST - len(end)])
    return _KEY.sub(_without_key, _ADDRESS.sub(_without_login, cut)) + end


def host(address: str) -> str:
    """Return the host of an address, without user, port and path; empty if it is unclear."""
    address = address[:LONGEST]
    try:
        split = urlsplit(address if "://" in address else f"//{address}")
        name = split.hostname or ""
    except ValueError:
        return ""
    clear = "@" not in split.path + split.query + split.fragment and split.netloc.count("@") < 2
    return name if clear and re.fullmatch(r"[\w.:-]+", name) else ""


def _without_login(match: re.Match[str]) -> str:
    scheme, separator, rest = match[0].partition("?")[0].rpartition("://")
    if not separator:
        return rest
    return f"{scheme}://{name}{urlsplit(match[0]).path}" if (name := host(match[0])) else LEFT_OUT


def _without_key(match: re.Match[str]) -> str:
    """Return `LEFT_OUT`, or the match itself if it is of words and numbers, as names of models."""
    body = match["body"]
    if body is None:
        return LEFT_OUT
    changes = re.findall(r"[a-z](?=[A-Z0-9])|[0-9](?=[A-Za-z])|[A-Z](?=[0-9])", body)
    words = re.split(r"[-_]", body)
    mixed = any(len(w) >= 16 and re.search(r"\d", w) and re.search(r"[A-Za-z]", w) for w in words)
    random = mixed or len(changes) >= 4 or any(len(word) >= 20 for word in words)
    return LEFT_OUT if random else match[0]
