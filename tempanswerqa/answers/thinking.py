"""Separates the thinking in a response from the answer, by the marks that models write.

A closing mark on its own ends thinking that the chat template opened. The last mark decides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_TAGS = (
    r"(?:\w+[:_])?think(?:ing)?|antthinking|thought|internal_thoughts|reasoning(?:_content)?"
    "|reason|scratchpad|analysis|reflection|cot"
)
_PAIRS = (
    (
        rf"<(?P<opened>{_TAGS}|details(?=\s[^<>]*reasoning))(?:\s[^<>]*)?>",
        rf"</(?P<closed>{_TAGS}|details)\s?>",
    ),
    (r"\[THINK\]", r"\[/THINK\]"),
    ("◁think▷", "◁/think▷"),
    ("<unused94>(?:thought)?", "<unused95>"),
    (r"<\|START_THINKING\|>", r"<\|(?:END_THINKING|START_RESPONSE)\|>"),
    (r"<\|begin_of_thought\|>", r"<\|(?:end_of_thought|begin_of_solution)\|>"),
    (r"<\|think(?:ing)?\|>", r"<\|/think(?:ing)?\|>"),
    (r"<\|im_start\|>think", r"<\|im_start\|>answer"),
    (
        r"<\|channel\|?>(?:analysis|commentary|thought)",
        r"<channel\|>|<\|start\|>assistant<\|message\|>"
        r"|<\|channel\|>final(?:[^<\n]|<\|constrain\|>)*<\|message\|>",
    ),
)
"""The marks that open and close thinking, in any case; add a row for a new one."""

_STARTS = tuple(
    (re.compile(rf"(?i)\s*{opening}"), re.compile(f"(?i){closing}"))
    for opening, closing in (
        (r"thinking(?:\.\.\.|…)", r"(?:\.\.\.|…)\s?done thinking\.?"),
        (r"here(?:'s| is) my thought process:", r"here(?:'s| is) my response:"),
        (r"(?-i:(?:assistant)?analysis(?![\s:.,a-z]|\Z))", "(?-i:assistantfinal)"),
    )
)
"""Words that open and close thinking only at the start of a response."""

_SIGNS = {opening.lstrip("\\")[0] for opening, _ in _PAIRS}
"""The possible first characters of marks."""

_OPENING, _CLOSING = ("|".join(marks) for marks in zip(*_PAIRS, strict=True))
_MARK = re.compile(
    rf"(?i)(?=[{re.escape(''.join(_SIGNS))}])(?:(?P<open>{_OPENING})|(?P<close>{_CLOSING}))"
)
_IM_END = "<|im_end|>"
_TURN_END = re.compile(
    r"</?s>|<[|｜][^<>|｜]+[|｜]>|\[/?(?:EOS|BOS|INST)\]"
    r"|<(?:end_of_turn|start_of_turn|turn\||(?:seed:)?eos|eos_token|bos|pad|unk|eod)>"
)
"""A token at the end of a turn."""


class Response(NamedTuple):
    """A response, split into thinking and answer."""

    answer: str
    """The text after the thinking; the whole response if there is no thinking."""
    thinking: str = ""
    """The thinking with its marks; empty if the model did not think."""
    closed: bool = True
    """True if all thinking ends, or if there is none."""

    @property
    def unfinished(self) -> bool:
        """Return whether the thinking does not end, or no answer follows it."""
        return bool(self.thinking) and not self.answer


def text_of(content: object, think_end: str = "") -> str:
    """Return the content of a message as text, with its thinking between marks.

    The text of a message is its content, that of a list of messages its last one. Servers of
    reasoning models send a list of parts. Texts of the type `text` are joined, after
    those of the type `thinking`; other parts, and content of other kinds, have no text.
    """
    if isinstance(content, str):
        return content
    if isinstance(content, list) and content and _is_message(content[-1]):
        content = content[-1]
    if _is_message(content):
        return text_of(content["content"], think_end)  # type: ignore[index]
    parts = content if isinstance(content, list) else [content]
    thought = _MARK.sub("", _joined(parts, "thinking"))  # marks within it do not count
    said = _joined(parts, "text")
    return f"<think>{thought}{think_end or '</think>'}{said}" if thought else said


def _is_message(content: object) -> bool:
    return isinstance(content, dict) and "role" in content and "content" in content


def _joined(parts: Sequence[object], kind: str) -> str:
    """Return the joined texts of one type of parts; thinking may be a list of parts itself."""
    texts = [p.get(kind) for p in parts if isinstance(p, dict) and p.get("type") == kind]
    if kind == "thinking":
        texts = [_joined(text, "text") if isinstance(text, list) else text for text in texts]
    return "".join(text for text in texts if isinstance(text, str))


def closes(text: str) -> bool:
    """Return whether the text ends with a mark that closes thinking; False for empty text."""
    end = text.rstrip()
    return any(match["close"] and match.end() == len(end) for match in _MARK.finditer(end))


def split(content: object, think_end: str = "") -> Response:
    """Split a response into thinking and answer, the answer without tokens that end a turn.

    `think_end` is a closing mark that is not known here, or the mark of thinking that the chat
    template opened: a response without it is all thinking. `content` is anything that `text_of`
    takes, or a Response, which is returned as it is.
    """
    if isinstance(content, Response):
        return content
    response = text_of(content, think_end)
    if think_end not in response:
        return Response("", response, closed=False)
    begun = _after_words(response, response.rfind(think_end) + len(think_end) if think_end else 0)
    if begun is None:
        return Response("", response, closed=False)
    end, unclosed = _marked(response, begun)
    if unclosed is not None:
        answer = response[end:unclosed].strip() if end > begun else ""
        return Response(answer, response[:end] if answer else response, closed=False)
    if end == 0:
        return Response(without_turn_end(response))
    answer = without_turn_end(response[end:]).lstrip("\r\n")
    if not answer.strip():  # the answer may come before the thinking
        first = _MARK.search(response[:end])
        answer = response[: first.start()].strip() if first and first["open"] else ""
        answer = "" if answer == '"' else answer
    return Response(answer, response[:end]) if answer.strip() else Response("", response)


def without_turn_end(text: str) -> str:
    """Return a text without white space and tokens at its end, such as `<|im_end|>` and `</s>`."""
    end = len(text)
    while end:
        last, start = text[end - 1], end - 1
        if not (last.isspace() or last in "\u200b\ufeff"):
            start = text.rfind("[" if last == "]" else "<", 0, end)
            if start < 0 or not _TURN_END.fullmatch(text, start, end):
                break
        end = start
    return text[:end]


def _after_words(text: str, start: int) -> int | None:
    """Return where thinking opened by words ends; `start` if none is, None if it does not end."""
    for opening, closing in _STARTS:
        if words := opening.match(text, start):
            ends = [mark.end() for mark in closing.finditer(text, words.end())]
            return ends[-1] if ends else None
    return start


def _marked(text: str, begun: int) -> tuple[int, int | None]:
    """Return where the last thinking ends, and where unclosed thinking begins, or None."""
    if not any(map(text.__contains__, _SIGNS)):
        return begun, None
    opened: set[str] = set()
    end, since = begun, begun
    for mark in _MARK.finditer(text, begun):
        before = text[max(0, mark.start() - 1) : mark.start()]
        if before in tuple("`\"'") and before == text[mark.end() : mark.end() + 1]:
            continue  # a sentence only mentions the mark
        if mark["open"]:
            since = since if opened else mark.start()
            opened.add((mark["opened"] or "").lower())
        elif (name := (mark["closed"] or "").lower()) != "details" or name in opened:
            end = mark.end()  # it also closes thinking with another opening mark
            opened = opened - {name} if name in opened else set()
    if opened == {""} and text.startswith("<|im_start|>", since) and _IM_END in text[since:]:
        return text.index(_IM_END, since) + len(_IM_END), None  # thinking is a separate turn
    return end, since if opened else None
