"""Separates the thinking in a response from the answer, by the marks that models write.

| marks | written by |
|---|---|
| `<think>` and other tags of `_TAGS`, also with attributes and in any case | most models |
| `<details type="reasoning">` | chat pages |
| `[THINK]`, `<seed:think>`, `◁think▷`, `<unused94>thought` | one family of models each |
| `<|START_THINKING|>`, `<|begin_of_thought|>`, `<|im_start|>think` | models with such tokens |
| `<|channel|>analysis<|message|>`, `analysis...assistantfinal` | harmony, tokens kept or not |
| `Thinking...`, `Here is my thought process:` | local servers and older models |

A closing mark alone ends thinking that the chat template opened. The last mark decides.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_TAGS = (
    r"(?:\w{1,20}[:_])?think(?:ing)?|antthinking|thought|internal_thoughts|reasoning(?:_content)?"
    "|reason|scratchpad|analysis|reflection|cot"
)
_MARK = re.compile(
    rf"""(?ix)
      (?P<open> <(?P<opened>{_TAGS}|details(?=\s[^<>]{{0,100}}reasoning))(?:\s[^<>]{{0,200}})?>
        | \[THINK\] | ◁think▷ | <unused94>(?:thought)?
        | <\|(?:START_THINKING|begin_of_thought|think(?:ing)?)\|> | <\|im_start\|>think
        | <\|channel\|?>(?:analysis|commentary|thought) )
    | (?P<close> </(?P<closed>{_TAGS}|details)\s?> | \[/THINK\] | ◁/think▷ | <unused95>
        | <\|(?:END_THINKING|START_RESPONSE|end_of_thought|begin_of_solution|/think(?:ing)?)\|>
        | <\|im_start\|>answer | <channel\|> | <\|start\|>assistant<\|message\|>
        | <\|channel\|>final(?:[^<\n]|<\|constrain\|>){{0,40}}<\|message\|> )
    """
)
_MENTIONED = re.compile(r"(?i)\s(?:block|tag|section|part|mark|token|element)s?\b")
"""Words behind a mark that a sentence only mentions."""

_PROSE = (
    (re.compile(r"(?i)\s*thinking(?:\.{3}|…)"), re.compile(r"(?i)(?:\.{3}|…)\s?done thinking\.?")),
    (
        re.compile(r"(?i)\s*here(?:'s| is) my thought process:"),
        re.compile(r"(?i)here(?:'s| is) my response:"),
    ),
    (re.compile(r"\s*(?:assistant)?analysis(?![\s:.,a-z]|\Z)"), re.compile("assistantfinal")),
)
"""Words that mark the beginning and the end of thinking at the start of a response."""

_BEGUN = re.compile(r"\s*(?:(?i:thinking|here)|(?:assistant)?analysis)")
_IM_END = "<|im_end|>"
_TURN_END = re.compile(
    r"(?:[\s\u200b\ufeff]|</?s>|<[|｜][^<>|｜]{1,40}[|｜]>|\[/?(?:EOS|BOS|INST)\]"
    r"|<(?:end_of_turn|start_of_turn|turn\||(?:seed:)?eos|eos_token|bos|pad|unk|eod)>)+\Z"
)
"""No two alternatives match at one place: a run of tokens with a bad end would take exponential
time."""
_LONGEST_END = 400
"""Characters at the end of a response that are searched for tokens."""


class Response(NamedTuple):
    """A response, split into thinking and answer."""

    answer: str
    """The text behind the thinking; the whole response if there is no thinking."""
    thinking: str = ""
    """The thinking with its marks; empty if the model did not think."""
    closed: bool = True
    """True if all thinking has an end, or if there is no thinking."""

    @property
    def unfinished(self) -> bool:
        """Return whether the thinking has no end, or no answer behind it."""
        return bool(self.thinking) and not self.answer


def closes(text: str) -> bool:
    """Return whether the text ends with a mark that closes thinking; False for empty text."""
    end = text.rstrip()
    return any(match["close"] and match.end() == len(end) for match in _MARK.finditer(end))


def split(response: str, think_end: str = "") -> Response:
    """Return thinking and answer apart, the answer without tokens that end a turn.

    `think_end` is a closing mark that is not known here, or that of thinking which the chat
    template opened: a response without it is all thinking. Takes time linear in the response.
    """
    if not (think_end or _may_be_marked(response) or _BEGUN.match(response)):  # no mark
        return Response(without_turn_end(response))
    start: int | None = 0
    if think_end:
        last = response.rfind(think_end)
        start = None if last < 0 else last + len(think_end)
    place = None if start is None else _answer_place(response, start)
    if place is None:
        return Response("", response, closed=False)
    end, again = place
    if again is not None:
        return Response(response[end:again].strip(), response[:end], closed=False)
    if end == 0:
        return Response(without_turn_end(response))
    answer = without_turn_end(response[end:]).lstrip("\r\n")
    if not answer.strip():  # the answer may stand before the thinking
        first = _MARK.search(response, 0, end)
        answer = response[: first.start()].strip() if first and first["open"] else ""
        answer = "" if answer == '"' else answer
    return Response(answer, response[:end]) if answer.strip() else Response("", response)


def _may_be_marked(text: str) -> bool:
    """Return whether a text has characters that occur in marks."""
    return "<" in text or "◁" in text or "THINK]" in text or "think]" in text


def without_turn_end(text: str) -> str:
    """Return a text without white space and tokens at its end, such as `<|im_end|>` and `</s>`."""
    text = text.rstrip()
    while text.endswith((">", "]", "\u200b", "\ufeff")):
        found = _TURN_END.search(text, max(0, len(text) - _LONGEST_END))
        if not found:
            break
        text = text[: found.start()].rstrip()
    return text


def _answer_place(text: str, start: int) -> tuple[int, int | None] | None:
    """Return where the answer begins, and where thinking without an end begins behind it or None.

    The answer begins at `start` without thinking. None if no answer follows the thinking.
    """
    begun = start
    for opening, closing in _PROSE:
        if words := opening.match(text, start):
            ends = [found.end() for found in closing.finditer(text, words.end())]
            if not ends:
                return None
            begun = ends[-1]
            break
    opened: dict[str, re.Match] = {}
    end, since = begun, begun
    for mark in _MARK.finditer(text, begun):
        if _mentioned(mark, text):
            continue
        if mark["open"]:
            since = since if opened else mark.start()
            opened[(mark["opened"] or "").lower()] = mark
        elif (mark["closed"] or "").lower() != "details" or "details" in opened:
            end = mark.end()
            if opened.pop((mark["closed"] or "").lower(), None) is None:
                opened.clear()  # it closes whatever was opened under another name
    if not opened:
        return end, None
    last = max(opened.values(), key=re.Match.start)
    if len(opened) == 1 and last[0].lower().startswith("<|im_start|>"):  # a turn of its own
        turn = text.find(_IM_END, last.end())
        if turn >= 0:
            return turn + len(_IM_END), None
    return (end, since) if end > begun and text[end:since].strip() else None


def _mentioned(mark: re.Match, text: str) -> bool:
    """Return whether a sentence only mentions the mark, as in: my `<think>` block."""
    before = text[max(0, mark.start() - 1) : mark.start()]
    behind = text[mark.end() : mark.end() + 1]
    quoted = before == behind and before in tuple("`\"'")
    return quoted or bool(_MENTIONED.match(text, mark.end()))
