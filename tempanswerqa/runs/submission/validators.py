"""Checks of what JSON holds, piece by piece; each tells where it finds something else.

A check is called with a value, the place where it stands, and the list that takes problems.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from typing import Any

from tempanswerqa import private
from tempanswerqa.text import printable

Check = Callable[[Any, str, list[str]], None]

NAMED = 5
"""So many of several names are listed."""
SHOWN = 80
"""Characters of a stranger's text that a message shows."""


def told(text: object) -> str:
    """Return a stranger's text within a message: short, on one line and without control
    characters.
    """
    whole = private.masked(str(text))
    return printable(whole[:SHOWN]) + ("..." if len(whole) > SHOWN else "")


def listed(names: Collection[object]) -> str:
    """Return the first names, and how many there are where these are not all."""
    first = ", ".join(told(name) for name, _ in zip(names, range(NAMED), strict=False))
    return first if len(names) <= NAMED else f"{first}, ... ({len(names)})"


def record(lacking: Collection[str] = (), /, **fields: Check) -> Check:
    """Return an object with just these fields; those that are named first may be lacking."""

    def check(value: Any, where: str, problems: list[str]) -> None:
        if not _is(dict, value, where, problems, "an object"):
            return
        if missing := [name for name in fields if name not in value and name not in lacking]:
            problems.append(f"{where}: lacks {listed(missing)}")
        if unknown := [name for name in value if name not in fields]:
            problems.append(f"{where}: has what is not known here: {listed(unknown)}")
        for name, inner in fields.items():
            if name in value:
                inner(value[name], f"{where}.{name}", problems)

    return check


def mapping(key: Callable[[str], bool], inner: Check, what: str) -> Check:
    """Return an object with keys of one kind, of which `what` says in words what they have to
    be.
    """

    def check(value: Any, where: str, problems: list[str]) -> None:
        if not _is(dict, value, where, problems, "an object"):
            return
        if wrong := [name for name in value if not key(name)]:
            problems.append(f"{where}: has to have {what} as names, not {listed(wrong)}")
        for name, entry in value.items():
            inner(entry, f"{where}.{told(name)}", problems)

    return check


def sequence(inner: Check, most: int) -> Check:
    """Return a list of at most so many entries."""

    def check(value: Any, where: str, problems: list[str]) -> None:
        if not _is(list, value, where, problems, "a list"):
            return
        if len(value) > most:
            problems.append(f"{where}: has {len(value)} entries; at most {most} can be")
            return
        for position, entry in enumerate(value):
            inner(entry, f"{where}.{position}", problems)

    return check


def text(value: Any, where: str, problems: list[str]) -> None:
    """Any text."""
    _is(str, value, where, problems, "text")


def name(longest: int, least: int = 1) -> Check:
    """Return a text of one line without characters that cannot be seen."""

    def check(value: Any, where: str, problems: list[str]) -> None:
        if not _is(str, value, where, problems, "text"):
            return
        if not (least <= len(value) <= longest and value.isprintable()):
            problems.append(
                f"{where}: has to be {least} to {longest} characters that can be seen, "
                f"not {told(value)!r}"
            )

    return check


def public(inner: Check) -> Check:
    """Return what passes another check and holds no secret; its text is not told."""

    def check(value: Any, where: str, problems: list[str]) -> None:
        clean, found = private.cleaned({where: value})
        if found or private.LEFT_OUT in str(clean):
            problems.append(
                f"{where}: {listed(found or [where])} has what looks like a secret; take it out, "
                "or name the model otherwise (--model), and make the submission again"
            )
        inner(value, where, problems)

    return check


def matching(pattern: str, what: str) -> Check:
    """Return a text of a pattern, of which `what` says in words what it is."""
    known = re.compile(pattern)

    def check(value: Any, where: str, problems: list[str]) -> None:
        if not isinstance(value, str) or not known.fullmatch(value):
            problems.append(f"{where}: has to be {what}, not {_shown(value)}")

    return check


def whole(least: int, most: int) -> Check:
    """Return a whole number."""

    def check(value: Any, where: str, problems: list[str]) -> None:
        if type(value) is not int or not least <= value <= most:
            problems.append(
                f"{where}: has to be a whole number from {least} to {most}, not {_shown(value)}"
            )

    return check


def number(value: Any, where: str, problems: list[str]) -> None:
    """A number, whole or not, that a float can hold."""
    if type(value) not in (int, float) or not abs(value) < 1e300:
        problems.append(f"{where}: has to be a number, not {_shown(value)}")


def choice(*known: str | bool) -> Check:
    """One of these texts or truth values."""

    def check(value: Any, where: str, problems: list[str]) -> None:
        if not isinstance(value, str | bool) or value not in known:
            listing = ", ".join(map(repr, known))
            problems.append(f"{where}: has to be one of {listing}, not {_shown(value)}")

    return check


def optional(inner: Check) -> Check:
    """null, or what passes another check."""

    def check(value: Any, where: str, problems: list[str]) -> None:
        if value is not None:
            inner(value, where, problems)

    return check


def either(checks: Iterable[Check], what: str) -> Check:
    """Return what passes one of several checks, of which `what` says in words what they want."""
    tried = list(checks)

    def check(value: Any, where: str, problems: list[str]) -> None:
        for inner in tried:
            found: list[str] = []
            inner(value, where, found)
            if not found:
                return
        problems.append(f"{where}: has to be {what}, not {_shown(value)}")

    return check


def _is(kind: type, value: Any, where: str, problems: list[str], what: str) -> bool:
    if isinstance(value, kind):
        return True
    problems.append(f"{where}: has to be {what}, not {_shown(value)}")
    return False


def _shown(value: Any) -> str:
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    return repr(told(value)) if isinstance(value, str) else "null" if value is None else str(value)
