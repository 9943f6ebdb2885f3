"""Finds where a response announces its answer, and reads it there.

A place is a mark with content: a tag, an object, `Final Answer:`, an answer line, a box, or a
correction of one of these. The first kind that a response has decides, and its last mark: its
content is read, or the response is unread. Without a mark the whole text is read.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from functools import cached_property
from numbers import Integral
from typing import NamedTuple

from tempanswerqa.answers import languages, moments, objects, sentences
from tempanswerqa.answers.candidates import Target, target
from tempanswerqa.answers.choice import Choice, Weighed, choose, values, weighed
from tempanswerqa.answers.features import Passage
from tempanswerqa.answers.fields import names_answer, read_fields
from tempanswerqa.answers.markers import Continuation
from tempanswerqa.answers.markup import (
    TAG_END,
    compact,
    normalize_characters,
    own_turn,
    shortened,
    unmarked,
)
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.result import Reading, Span, Unread, plain_text

Choose = Callable[[str, str, list[str]], int | None]
"""A function of a question, a response and the texts of its values that returns the index of the
answer; None if it is not among them."""

PROSE = "prose"
"""The place of an answer that nothing announces."""

HEAD, TAIL = 700, 1_800
"""Number of characters at each end of a long text that are searched for a value."""

SHORT = 300
"""Maximum length of a response that counts as complete."""

MOST_OBJECTS = 20
"""Maximum number of last objects that are considered."""

_DEEPEST = 4
"""Maximum nesting of marks."""

_FINAL = "final answer"
_MOST_MARKS = 5
_TAG_END = re.compile(TAG_END)
_CUE = re.compile(
    r"(?i)\b(?:(?:no,? )?wait|correct(?:ion|ed)|revised|actually|edit|sorry|apolog\w+"
    r"|scratch that|hold on|oops|mistake|wrong|incorrect|erratum|hmm|i mean|i meant|miscount\w*"
    r"|(?:on|upon) (?:second thought|closer|re)"
    r"|let me (?:re|correct|verify|check)|double[- ]check|re-?check\w*|recount)\b"
)
"""Words that introduce a correction."""

_WRONG = re.compile(
    r"(?i)\b(?:that|this|it|which|so [0-9]+)(?: is|'s| was)"
    r" (?:wrong|incorrect|a mistake|not (?:right|correct))\b"
    r"|\bi (?:made an? (?:mistake|error)|(?:used|read|took|counted) the wrong)"
    r"|\bcorrect answer is(?: not\b|\W*\Z)"
)
_CHANGED = re.compile(
    r"(?i)\b(?:(?:correct(?:ed)?|final|right|revised|updated)\s+"
    r"(?:answer|value|date|age|year|total|count)"
    r"[\"'`*]*(?:\s+(?:is|should be|must be)\b:?|\s?:)"
    r"|\b(?:it|that|answer|date|total|count|oops|sorry)[\"'`*,]*\s+(?:should|must)\s+(?:be|read)\b"
    r"|\b(?:scratch that|correction|erratum|edit(?=: (?:it|the|[0-9])))\s?[:,\u2013-]\**"
    r"|\b(?:make|strike) that,?"
    r"|\b(?:actually|wrong)\W+(?:it|that)(?: is|'s| was)\b|\bi (?:meant|mean)\b"
    r"|\b(?:no,? wait|actually),? (?=[0-9]))"
)
"""Words before a corrected answer."""

_THEN = re.compile(
    r"(?i)\W*(?:so|thus|hence|therefore|(?:that|this|which) (?:makes|gives|leaves))\b"
)
"""The beginning of a sentence that concludes a correction."""

_FINAL_MARK = re.compile(
    rf"(?im)(?:^[ *_#>|-]*{_FINAL}s?|{_FINAL}s?(?=[ *_`]*(?:is\b|are\b|would be\b|[:=])))"
    r"[ *_`]*(?:(?:is\b|are\b|would be\b|[:=])[ *_`:]*)*"
)
_ANSWER_LINE = re.compile(
    rf"""(?imx) (?: ^ | (?<=[.!?]\ ) | (?<=[,;]\ )(?=(?:so|and|thus|hence)\ the\ answer\ is) )
    (?:[0-9][.)]\ |(?:assistant|ai|chat):\ )?[ *_#>(\[-]*
    (?: (?:(?:so|thus|hence|therefore|and),?\ )?
        (?:(?:the|my|final|short|quick|correct(?:ed)?|revised|{languages.AROUND})[\s_]*){{0,3}}
        ["']? (?:answer|tl;?dr|{languages.ANSWER}) (?:\ {languages.AROUND})?
        (?: {languages.IS_JOINED}
          | ["']? (?!\w)
            (?: [ *_`]* (?: (?:is|are|(?:w|sh)ould\ be|{languages.IS})(?!\w) | [:=→] | -> )
            | (?= [:*_` ]* $ ) ) )
      | (?-i:A)[:=](?=\ ) | (?<=\#\#\#\#\ )(?=[0-9]) )
    [ *_`:=→>]*"""
)
_CUT_OBJECT = re.compile(
    r'[^{]*\{\s*"explanation"\s?:\s*"([^"\\]*(?:\\.[^"\\]*)*)"\s*,[^{}]{0,80}\Z', re.DOTALL
)
"""An object that is truncated after its complete explanation."""

_EXPLAINED = re.compile(r'\{\s*"explanation"\s*:\s*"(?:[^"\\]|\\.)*"\s*,?\s*', re.DOTALL)
_AROUND_VALUE = " \r\n\t*_`"
_OPENED = re.compile(r"(?:JSON\s*=\s*)?\{\s*[\"'].*", re.DOTALL)
"""An object that is truncated."""

_OBJECT = re.compile(r"\{\s*[\"']")
_BOXED = re.compile(r"\\boxed\s?\{((?:[^{}\n]|\{[^{}\n]*\})*)\}")
_BROKEN = re.compile(
    r"(?i)(?:\A|[-+*/=(,]|\b(?:the|final|answer|an?|of|for|is|was|in|on|at|by|to|from|with|and|or"
    r"|about|after|before|approximately|around))\W*\Z"
)
"""The end of a text that breaks off."""

_NESTED = re.compile(rf"\\boxed|{TAG_END}|\{{\s*[\"']|(?i:answer)|```")
"""Marks that announce an answer again within a place."""

_NAMED = {"answer", "final_answer", "final answer"}
"""Fields that announce an answer, even an unreadable one."""

_ASIDE = re.compile(r"(?i)\W*(?:if|note|remember|assum\w+|suppose|however, if)\b")
"""The beginning of a sentence that does not conclude anything."""

_LETTER = re.compile(
    r"\b([ABCHMSXYZ])\s?(?:\([a-z]+\)\s?)?(?:[=:|]|is)[\s|]?([0-9]+(?:\.[0-9]+)?)(?!\w)"
)
"""A letter for a part of an answer, with its number."""

_DIGITS = re.compile("[0-9]+")


class Place(NamedTuple):
    """A part of a response that announces its answer, as positions in `Reply.text`."""

    name: str
    start: int
    end: int
    value: Choice | None = None
    """The value of the object at this place; None for a text."""


class Reply:
    """A response and its parts; `text` begins with the prefill if the response continues it."""

    def __init__(self, text: str, question: QuestionView, asked: Target, before: str = "") -> None:
        self.question, self.asked = question, asked
        self.text, self.begun = before + text, len(before)
        self.lower = self.text.lower()
        self.is_tot = question.family == "tot"
        self.holds_object = self.is_tot and bool(text.lstrip()[:1] == '"' or _OBJECT.search(text))
        """True if the response contains or continues an object."""

    @cached_property
    def complete(self) -> bool:
        """Return whether the response is complete; it may end in a year."""
        return sentences.complete(self.text) or self.text.rstrip("*_` \n")[-4:].isdecimal()

    @cached_property
    def objects(self) -> list[objects.Found]:
        """Return the JSON objects in the response; for TempTabQA only valid ones."""
        if self.is_tot:
            return objects.objects(self.text.replace("**", "  "))
        if "{" not in self.text:
            return []
        return objects.valid(self.text) or objects.valid(self.text.replace("'", '"'))


def reply_to(said: Continuation, question: QuestionView) -> Reply:
    """Return a response in normalized characters, without another question after it."""
    text = normalize_characters(shortened(said.text))
    if text.lstrip().startswith(('"{\\"', '{\\"')):  # an object encoded in a string
        text = text.replace('\\"', ' "')
    text = compact(own_turn(text, question))
    before = f"{question.prefill}\n" if said.goes_on and question.prefill else ""
    return Reply(text, question, target(question), before)


def announced(reply: Reply) -> Place | None:
    """Return the place where a response announces its answer; None if there is none."""
    kinds = [_tagged, _final, _answer_object, _line, _boxed]
    if reply.is_tot:
        kinds = [_tagged, _last_object, _final, _line, _boxed][: 2 if reply.holds_object else 5]
    return next((place for kind in kinds if (place := kind(reply))), None)


def _tagged(reply: Reply) -> Place | None:
    """Return the last `<answer>...</answer>`, or another tag of `TAG_END`."""
    if "</" not in reply.text:
        return None
    for last in reversed(deque(_TAG_END.finditer(reply.text), maxlen=_MOST_MARKS)):
        start = reply.lower.rfind(f"<{last[1].lower()}>", 0, last.start())
        if start >= 0:
            start = reply.text.index(">", start) + 1
            after = _FINAL in reply.lower[last.end() :]
            return None if after else Place("tagged", start, last.start())
    return None


def _final(reply: Reply) -> Place | None:
    """Return what follows the last `Final Answer`, in any wording."""
    if _FINAL not in reply.lower:
        return None
    end = 0
    for mark in reversed(list(_FINAL_MARK.finditer(reply.text))):
        content = _content(reply.text, mark.end())
        stated = reply.text[slice(*content)] if content else ""
        if stated.rstrip(" *").endswith("?") and len(stated.split()) > 3:
            continue  # a question, answered below
        if content:
            return Place("final_answer", *content)
        end = len(reply.text)
    return Place("final_answer", end, end) if end else None


def _line(reply: Reply) -> Place | None:
    """Return what follows the last `Answer:` or `the answer is` that begins a line or clause."""
    for mark in reversed(list(_ANSWER_LINE.finditer(reply.text))):
        if content := _content(reply.text, mark.end()):
            return Place("answer_line", *content)
    return None


def _content(text: str, start: int) -> tuple[int, int] | None:
    """Return the place of the rest of a line or, if that is empty, of the next paragraph."""
    end = text.find("\n", start)
    end = len(text) if end < 0 else end
    if text[start:end].strip(" *_`#:"):
        return start, end
    rest = text[end:].lstrip()
    paragraph = rest.partition("\n\n")[0]
    begin = len(text) - len(rest)
    return (begin, begin + len(paragraph)) if paragraph else None


def _boxed(reply: Reply) -> Place | None:
    r"""Return the last `\boxed{...}`."""
    boxes = deque(_BOXED.finditer(reply.text), maxlen=1) if "\\boxed" in reply.text else ()
    return Place("boxed", *boxes[0].span(1)) if boxes else None


def _answer_object(reply: Reply) -> Place | None:
    """Return the last valid JSON object with an answer; it may be in a tool call."""
    for found in reversed(reply.objects[-MOST_OBJECTS:]):
        if names_answer(found.fields, reply.question.own):
            value = _of_object(found, reply)
            if value or not _NAMED.isdisjoint(map(str.lower, found.fields)):
                return Place("answer_object", found.start, found.end, value)
    return None


def _last_object(reply: Reply) -> Place | None:
    """Return the last JSON object with fields, whole or damaged.

    If the last object states no value, an earlier one that agrees with it counts.
    """
    later: set[str] = set()
    last: Place | None = None
    for found in [found for found in reversed(reply.objects) if found.closed][:MOST_OBJECTS]:
        if not found.fields:
            continue
        place = Place("last_object", found.start, found.end, _of_object(found, reply))
        digits = set(_DIGITS.findall(" ".join(str(part)[:200] for part in found.fields.values())))
        if place.value:
            return place if later <= digits else last
        later |= digits
        last = last or place
    return last


def _of_object(found: objects.Found, reply: Reply) -> Choice:
    return read_fields(
        found.fields, reply.asked, lambda text: _read(text, reply, "field"), found.explanation
    )


def corrected(reply: Reply, first: Place) -> Place | None:
    """Return the correction of an announced answer; empty if the answer is only withdrawn."""
    after = first.end
    if first.value is None:  # the place may have sentences after the one that is corrected
        end = sentences.SENTENCE_END.search(reply.text, first.start, first.end)
        after = end.end() if end else after
    cue = _CUE.search(reply.text, after)
    if cue is None:
        return None
    for change in reversed(deque(_CHANGED.finditer(reply.text, after), maxlen=_MOST_MARKS)):
        rest = reply.text[change.end() : change.end() + SHORT]
        end = sentences.SENTENCE_END.search(rest)
        stated = rest[: end.start() + 1] if end else rest
        if _read(stated, reply, "corrected"):
            return Place("corrected", change.end(), change.end() + len(stated))
    sentence = sentences.last(reply.text[cue.start() :])
    if _THEN.match(sentence) and _read(sentence, reply, "corrected"):
        start = reply.text.rindex(sentence)
        return Place("corrected", start, start + len(sentence))
    taken_back = _WRONG.search(reply.text, first.end)
    return Place("corrected", first.end, first.end) if taken_back else None


def worked_out(reply: Reply, first: Place) -> Place | None:
    """Return the last sentences, if they conclude the reasoning after an object."""
    if first.value is None:
        return None
    rest = _OPENED.sub("", reply.text[first.end :]).rstrip()
    for count in (3, 1) if reply.asked.wants_day or _lettered(rest[-300:]) else (1,):
        sentence = sentences.last(rest, count)
        if _ASIDE.match(sentence):
            return None
        if sentence and sentences.concludes(sentence) and _read(sentence, reply, "concluded"):
            start = first.end + rest.rindex(sentence)
            return Place("concluded", start, start + len(sentence))
    return None


def prose(reply: Reply) -> Place | None:
    """Return the text of a response that announces nothing; None if its object is truncated.

    A truncated response to a released question has no answer yet.
    """
    if reply.holds_object and (cut := _CUT_OBJECT.match(reply.text)):
        return Place("explanation", *cut.span(1))
    is_long = len(reply.text) - reply.begun > SHORT and reply.question.is_released
    if is_long and not reply.complete:
        return None
    if not reply.holds_object:
        return Place(PROSE, reply.begun, len(sentences.without_courtesies(reply.text)))
    given = reply.objects
    if any(found.fields for found in given) or not any(found.closed for found in given):
        return None
    text = given[-1].explanation
    start = reply.text.find(text)
    return Place("explanation", start, start + len(text)) if start >= 0 else None


def find_place(reply: Reply) -> Place | None:
    """Return the part of a response that is read for its answer."""
    first = announced(reply)
    if first is None:
        return prose(reply)
    return corrected(reply, first) or worked_out(reply, first) or first


def _read(text: str, reply: Reply, name: str, deepest: int = _DEEPEST) -> Choice:
    """Return the value that a text at a place states, read like a response."""
    asked = reply.asked
    if deepest and name != PROSE and len(text) > 12 and _NESTED.search(text):
        inner = Reply(text, reply.question, asked)
        place = announced(inner)
        if place and (place.end - place.start < len(text) or place.value):
            found = place.value or _read(text[place.start : place.end], inner, name, deepest - 1)
            return found._replace(span=_moved(found.span, place.start))
    if (left_out := len(text) - HEAD - TAIL) > 0:
        text = f"{text[:HEAD]}\n\n{text[-TAIL:]}"
    if asked.wants_day:
        return _moment(text, asked)
    if lettered := _lettered(text):
        found = read_fields(lettered, asked, lambda text: choose(text, asked, name))
        return found._replace(span=(0, len(text)))
    choice = choose(text, asked, name, reply.text if _MAY_BE_OPEN.search(text) else "")
    if choice and left_out > 0 and choice.span[0] > HEAD:
        return choice._replace(span=_moved(choice.span, left_out - 2))  # two line ends were added
    return choice


def _lettered(text: str) -> dict[str, float]:
    """Return the last hours, minutes and seconds named by letters, as in `X = 1, Y = 2`."""
    if not any(letter in text for letter in "CSZ"):
        return {}
    last = [(found[1], float(found[2])) for found in _LETTER.finditer(unmarked(text))][-3:]
    return dict(last) if "".join(letter for letter, _ in last) in ("ABC", "HMS", "XYZ") else {}


_MAY_BE_OPEN = re.compile(r"(?<![0-9])[0-9][0-9]?\s?[-/]\s?[0-9][0-9]?\s?[-/]")
"""A numeric date whose order the rest of the response may show."""


def _moment(text: str, asked: Target) -> Choice:
    """Return the time of day with its day from a text or its last sentences."""
    text = unmarked(text).strip()
    unit = asked.unit.name
    for part in (text, sentences.last(text), sentences.last(text, 3)):
        if not part or part.endswith("?"):
            continue
        if (number := moments.moment(part, unit)) is not None:
            return Choice(number, "day_and_time", (0, len(text)), 0.95)
    return Choice(unread="refused" if Passage(text, asked).refuses() else "no answer")


def _moved(span: Span, by: int) -> Span:
    return span[0] + by, span[1] + by


def find(said: Continuation, question: QuestionView, chosen_by: Choose | None = None) -> Reading:
    """Return what a response states, with its span in `said.text`, or why it states nothing.

    If a text announces none of several values, `chosen_by` chooses instead of the weights.
    """
    if said.unread:
        return Reading(unread=said.unread)
    reply = reply_to(said, question)
    if not (place := find_place(reply)):
        return Reading(unread="no answer" if reply.complete else "cut off")
    text = _text(place, reply)
    several = values(Passage(text, reply.asked)) if chosen_by and place.name == PROSE else []
    if chosen_by and len(several) > 1:
        index = chosen_by(question.user, said.text, [text[slice(*one.span)] for one in several])
        if index is not None and (
            isinstance(index, bool)
            or not isinstance(index, Integral)
            or index not in range(len(several))
        ):
            raise ValueError(f"choose returned {index!r} for {len(several)} candidates")
        choice = Choice(unread="no answer") if index is None else several[index]
    else:
        choice = _read(text, reply, place.name) if place.value is None else place.value
    if choice.number is None:
        return Reading(unread=_why(place, text, choice, reply))
    start, end = (place.start, place.end) if place.value else _moved(choice.span, place.start)
    start, end = _moved(trimmed(reply.text, start, end, bool(place.value)), -reply.begun)
    plain = normalize_characters(said.text)
    exact = len(plain) == len(said.text) and plain.startswith(reply.text[reply.begun :])
    return Reading(
        choice.number,
        choice.notation,
        plain_text(choice.number, question.unit),
        place.name,
        (max(0, start), end) if exact else None,
        probability=choice.probability,
    )


def _why(place: Place, text: str, choice: Choice, reply: Reply) -> Unread | None:
    """Return why a place states no value."""
    if choice.unread != "no answer" and (place.name != "explanation" or reply.complete):
        return choice.unread
    if place.name in (PROSE, "explanation"):
        return "no answer" if reply.complete else "cut off"
    ends = place.value is None and not reply.text[place.end :].strip()
    return "cut off" if ends and _BROKEN.search(text) else "another notation"


def considered(reply: Reply) -> tuple[str, list[Weighed], str]:
    """Return the place that is read, its candidates, and the text to which their spans refer."""
    place = find_place(reply)
    if place is None:
        return "", [], ""
    text = _text(place, reply)
    if place.value is not None or reply.asked.wants_day:
        return place.name, [], text
    passage = Passage(text, reply.asked, reply.text, place.name)
    return place.name, weighed(passage), text


def trimmed(whole: str, start: int, end: int, in_object: bool) -> Span:
    """Return the span of a value, or of an object's fields, without what surrounds it."""
    if in_object:
        explained = _EXPLAINED.match(whole, start)
        start = explained.end() if explained else start
        end -= whole[:end].endswith("}")
    part = whole[start:end]
    start += len(part) - len(part.lstrip(_AROUND_VALUE))
    return start, start + len(part.strip(_AROUND_VALUE))


def _text(place: Place, reply: Reply) -> str:
    text = reply.text[place.start : place.end]
    if place.name == "explanation":  # still escaped as in JSON
        text = text.replace("\\n", " \n").replace('\\"', ' "')
    return text
