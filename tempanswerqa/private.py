"""Finds keys, passwords and other secrets, which no output may hold.

Secrets are found by the name of their field, or by their form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

LEFT_OUT = "(secret left out)"
"""The text in place of a secret."""

_SECRET = re.compile(
    r"_(?:api_?keys?|authorization|bearer|credentials?|jwt|pass|passphrase|passwd|passwords?|pwd"
    r"|secrets?|(?:access|auth|private|secret)_?(?:key|token)s?)_"
)
_TEXT = (
    r"_(?:add|begin|bos|budget|cls|context|count|decoder|end|eos|eot|fim|first|forced|ids?|image"
    r"|last|limit|mask|max|min|n|new|next|num|number|pad|per|prefix|sep|special|start|stop|suffix"
    r"|think|total|type|unk)_"
)
_OTHER = r"_(?:cache|column|config|dict|doc|input|label|output|primary|sort|target)_"
_UNLESS = (("_tokens?_", _TEXT), ("_keys?_$", _OTHER))
"""Words in names of secrets, and words in names that are none in spite of them."""
_PLAIN = re.compile(r"(?i)|none|null|true|false|auto|empty|dummy|\W+|\$\{?\w+\}?|\$\(.*\)")
"""Values that are never secrets."""

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_START = r"(?<![A-Za-z0-9])"
_FORM = re.compile(
    rf"{_START}(?:sk-|hf_|gh[opusr]_|github_pat_|gsk_|glpat-|nvapi-|pplx-|xai-|r8_|dapi|[sr]k_live_|[sr]k_test_|AIza)"
    r"(?P<body>[\w-]{16,})"
    rf"|{_START}(?:xox[a-z]-[\w-]{{10,}}|(?:AKIA|ASIA)[A-Z0-9]{{16}}(?![A-Za-z0-9]))"
    rf"|{_START}eyJ[\w-]{{8,5000}}\.[\w-]{{8,}}(?:\.[\w-]*)*"
    r"|(?i:(?<![a-z0-9])bearer(?:\s|%20|\+){1,9}(?=\S{0,99}\d|\S{20})[\w.~+/-]{12,}=*)"
    r"|(?i:(?<![a-z0-9])basic)\s{1,9}(?=\S{0,99}\d)[A-Za-z0-9+/]{16,}=*"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----.*"
    r"|(?<=://)(?:[^\s/:]{0,500}:(?!\d+/)[^\s,]{1,500}|[^\s/]{1,500})(?=@)",
    re.DOTALL,
)
_QUERY = re.compile(r"(?P<before>[?&;](?P<key>[\w.-]+)=)(?P<value>[^&;,#\s]+)")
_ARGUMENT = re.compile(
    r"(?P<before>(?<![\w.-])(?P<key>[\w.-]+)[\"']?\s*[=:]\s*[\"']?)(?P<value>[^,\"'&;{}]+)"
)
_NAMES = ("group_subtasks", "task_hashes")
"""Fields of results files whose fields are names of tasks."""


def is_key(name: str) -> bool:
    """Return whether a field holds a secret, by the words of its name."""
    words = f"_{'_'.join(_WORD.findall(name)).lower()}_"
    opens = any(re.search(own, words) and not re.search(of, words) for own, of in _UNLESS)
    return opens or bool(_SECRET.search(words))


def masked(text: str) -> str:
    """Return the text with `LEFT_OUT` for each likely secret, by its form or in an address."""
    return _QUERY.sub(_assigned, _FORM.sub(_formed, text))


def host(address: str) -> str:
    """Return the host of an address, without user, port and path; empty if it is unclear."""
    try:
        split = urlsplit(address if "://" in address else f"//{address}")
        found = split.hostname or ""
    except ValueError:
        return ""
    clear = "@" not in split.path + split.query + split.fragment and split.netloc.count("@") < 2
    return found if clear and re.fullmatch(r"[\w.:-]+", found) else ""


def cleaned(stated: Any) -> tuple[Any, list[str]]:
    """Return the content of a JSON file with `LEFT_OUT` in place of secrets, and their names.

    Names are of the form `config.model_args.api_key`, each once.
    """
    found: list[str] = []
    clean = _cleaned(stated, (), found)
    return clean, list(dict.fromkeys(found))


def _cleaned(value: Any, where: tuple[str, ...], found: list[str]) -> Any:
    if isinstance(value, dict):
        return {masked(k): _cleaned(v, (*where, masked(k)), found) for k, v in value.items()}
    if isinstance(value, list):
        return [_cleaned(entry, where, found) for entry in value]
    if not isinstance(value, str) or value == LEFT_OUT:
        return value
    keyed = where and where[0] not in _NAMES and is_key(where[-1]) and not _PLAIN.fullmatch(value)
    clean = LEFT_OUT if keyed else masked(value)
    named = [".".join(where)] * (clean != value)
    if where[:1] == ("config",) and not keyed:  # options as text: `a=1,b=2` or JSON
        named = [".".join((*where, key)) for key in _keys(value)] or named
        clean = _ARGUMENT.sub(_assigned, clean)
    found += named
    return clean


def _keys(text: str) -> Iterator[str]:
    return (own["key"] for own in _ARGUMENT.finditer(text) if masked(_assigned(own)) != own[0])


def _assigned(own: re.Match[str]) -> str:
    secret = is_key(own["key"]) and not _PLAIN.fullmatch(own["value"].strip())
    return own["before"] + LEFT_OUT if secret and own["value"] != LEFT_OUT else own[0]


def _formed(own: re.Match[str]) -> str:
    return LEFT_OUT if own["body"] is None or _is_random(own["body"]) else own[0]


def _is_random(body: str) -> bool:
    """Return whether characters look random, not like words and numbers of a model's name."""
    changes = re.findall(r"[a-z](?=[A-Z0-9])|[0-9](?=[A-Za-z])|[A-Z](?=[0-9])", body)
    parts = re.split(r"[-_]", body)
    mixed = any(len(p) >= 16 and re.search(r"\d", p) and re.search(r"[A-Za-z]", p) for p in parts)
    return mixed or len(changes) >= 4 or any(len(part) >= 20 for part in parts)
