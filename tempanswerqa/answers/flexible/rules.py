"""Defines the rules of flexible extraction, in the order in which they are tried."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping

from tempanswerqa.answers import languages
from tempanswerqa.answers.flexible import clock, objects, sentences
from tempanswerqa.answers.flexible.choice import in_digits, prepared, states_only, without_dates
from tempanswerqa.answers.flexible.response import (
    MOST_OBJECTS,
    Reply,
    names_answer,
    read_fields,
    reply_to,
)
from tempanswerqa.answers.flexible.text import TAG_END, unmarked
from tempanswerqa.answers.markers import Continuation, last_match
from tempanswerqa.answers.parsing import ENGLISH_NUMBERS
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.result import Reading, plain_text
from tempanswerqa.answers.tokens import words
from tempanswerqa.answers.truncation import PROSE
from tempanswerqa.units import SPELLINGS, TIME_UNITS, UNITS

_FINAL = "final answer"
_TIME = f"(?:{'|'.join(TIME_UNITS)})"
_NUMBER_WORD = f"(?:{'|'.join(sorted(ENGLISH_NUMBERS, key=len, reverse=True))})"
SHORT = 200
"""The largest number of characters of a response to a user's question that is a single answer."""

WITHDRAWN = Reading()
"""The reading of a response that takes its answer back."""

_TERSE = 300
"""Shorter responses are never truncated after a digit."""

_LONGEST_VALUE = 80
_SHORT = f"{{0,{_LONGEST_VALUE}}}"
_MOST_MARKS = 5
_TAG_END = re.compile(TAG_END)
_CHILD = re.compile(r"<([a-zA-Z_]+)\s?>([^<>]*)</\1\s?>")
_CUE = re.compile(
    r"(?i)\b(?:wait|correct(?:ion|ed)|revised|actually|edit|sorry|apolog\w+|scratch that|hold on"
    r"|oops|mistake|wrong|incorrect|hmm|(?:on|upon) (?:second thought|closer|re)|miscount\w*"
    r"|let me (?:re|correct|verify|check)|double[- ]check|re-?check\w*|recount)\b"
)
"""Words that introduce a correction."""

_CORRECTS = ("corrected ", "revised ", "corrected final ", "revised final ")
_PLAIN_CUES = ("scratch that", "correction:", "edit:")
"""The only words that introduce a correction before an answer was marked."""

_STRONG = re.compile(
    r"(?i)\b(?:wait|correction|actually|edit|oops|sorry|apolog\w+|mistake|wrong|scratch that"
    r"|miscount\w*)\b"
)
_WRONG = re.compile(
    rf"(?i)\b{sentences.CALLED_WRONG}\b"
    r"|\bi (?:made an? (?:mistake|error)|(?:used|read|took|counted) the wrong)"
    r"|\bcorrect answer is(?: not\b|\W*\Z)"
)
_UNDECIDED = re.compile(
    r"(?i)\b(?:can't|cannot|can not|unable to|impossible to)\s(?:say|decide|tell|choose)"
    r"\s(?:which|between)\b|\blet us choose\b|\bleaves? open\b|\bdepends on\b"
)
"""Words that leave several answers open."""

_OF_ANOTHER = re.compile(r"(?i)\b(?:year|date|if|more|fewer|less)\b")
"""Words of corrections of something else than the answer, or under a condition."""

_CHANGED = re.compile(
    r"(?i)\b(?:(?:correct(?:ed)?|final|right|revised|updated)\s+(?:answer|value|date|age|year|total|count)"
    r"[\"'`*]*(?:\s+(?:is|should be|must be)\b:?|\s?:)"
    r"|\b(?:it|that|answer|date|total|count|oops|sorry)[\"'`*,]*\s+(?:should|must)\s+be\b"
    r"|\b(?:scratch that|correction|edit)\s?[:,]\**)"
)
"""Words before a corrected answer."""

_ANSWER_IS = re.compile(
    r"(?i)(?:\b(?:answer|age|difference|total|sum|result|number of \w+)\b"
    rf"[^=]{_SHORT}?\b(?:is|be|was)|\bwhich (?:is|gives|equals)|\bwe use|\bi'd say|\bin total,?|="
    rf"|^\W*(?:it|that)(?:'s| is)|^\W*so,?)\s*(?=-?[0-9]|{_NUMBER_WORD}\b)"
)
AGE = re.compile(
    r"(?i)\b(?:was|is|aged?|at|age of|mak(?:es|ing) \w+)\s+(1?[0-9]?[0-9])"
    r"(?=\s(?:years of age|at|when|in)\b|[.,]|\s\()"
)
"""An age may lack its unit, as in `He was 31 at the cup`."""

_REMARK = re.compile(
    rf"\s*\((?!or [0-9])[^()\n]{_SHORT}\)\W*\Z"
    rf"|,? (?:per (?:the|this|its|his|her)|according to)\b[^,\n]{_SHORT}\Z"
    rf"|(?:, (?:before|after|when)| \u2013 (?:he|she|it|they)) [^\n]{_SHORT}\Z"
)
"""A remark after a value."""

_ALIGNED = re.compile(r"\\(?:begin|end)\{[a-z]+\*?\}|\\\\|&")
_HEADING = re.compile(r"(?s)(?:.*\n)?\s*#+\s\W*([\w ]+?)\W*")
_OPEN_SUM = re.compile(r"[+*/×÷=?\\]|\s-")
_LABELS = languages.LABELS | words("so thus therefore hence answer result final")
_DATE_LABELS = _LABELS | words("date year end")
_AMOUNT_LABELS = _LABELS | words(
    "total sum age duration difference length count gap interval span elapsed average mean"
)
_BESIDE_LABELS = languages.BESIDE | SPELLINGS.keys()
_BESIDE_LABELS |= words(
    "the final overall exact current now number of in for at time period passed between full his"
    " her is was from to"
)
"""Words of labels of the answer, and words that may stand beside them."""

_LETTERS = re.compile(r"[^\W\d_]+")
_LABEL_STEM = 5
"""First letters by which words of a label and of the question are the same: `arrival`, `arrive`."""

_BOLD = re.compile(r"\*\*([^*\n]+)\*\*")
_RESULT = re.compile(
    r"(?:[=>]\s?(?=\*\*)|(?:[=-]>|[\u2192\u21d2\u2234])\s?(?:aged?\s)?)([^=>\u2192\u21d2\n]+)\Z"
)
"""A bold value after a sign, or any value after an arrow."""

_FINAL_MARK = re.compile(rf"{_FINAL}s?[ *_`]*((?:(?:is\b|are\b|would be\b|[:=])[ *_`:]*)*)")
_ANSWER_LINE = re.compile(
    rf"""(?imx) (?: ^ | (?<=[.!?]\ ) ) [ *_#>-]*
    (?: (?:(?:the|my|final|short|quick|correct(?:ed)?|revised|{languages.AROUND})[\s_]*){{0,3}}
        ["']? (?:answer|tl;?dr|{languages.ANSWER}) (?:\ {languages.AROUND})?
        (?: {languages.IS_JOINED}
          | ["']? (?!\w) (?: [ *_`]* (?: (?:is|are|{languages.IS})(?!\w) | [:=→] | -> )
            | (?= [:*_` ]* $ ) ) )
      | (?-i:A)[:=](?=\ ) | (?<=\#\#\#\#\ )(?=[0-9]) )
    [ *_`:=→>]*"""
)
_ASIDE = re.compile(
    r"(?i)^\W*note\b|\b(?:current|given|starting|start|today'?s?)\s+(?:date|day|time|year)\b|\bassum"
)
_STEP = re.compile(r"(?i)\W*(?:however|but|since|if|because)\b")
_TOGETHER = 3
"""Sentences that are read as one if the last alone lacks parts of a value."""

_CUT_OBJECT = re.compile(
    r'[^{]*\{\s*"explanation"\s?:\s*"([^"\\]*(?:\\.[^"\\]*)*)"\s*,[^{}]' + _SHORT + r"\Z",
    re.DOTALL,
)
"""An object that is truncated after its complete explanation."""

_OPENED = re.compile(r"(?:JSON\s*=\s*)?\{\s*[\"'].*", re.DOTALL)
"""An object that is truncated."""

_BOXED = re.compile(r"\\boxed\s?\{((?:[^{}\n]|\{[^{}\n]*\})*)\}")
_OR = re.compile(r"\bor\b[^\w\n]*\Z")
_DATED = re.compile(
    r"(?i)\b(?:date|day|year|one|\w+day)s?\b.*"
    r"\b(?:is|was|(?:will|would) be)\s(?:on\s)?(?:the\s)?(?-i:[A-Z0-9])"
)
_NOTED = re.compile(r"(?i)\b(?:if|note)\b.*\bwould\b")
"""Words before an object that answers another question."""

_VALUE_END = re.compile(
    rf"\A[0-9]+ {_TIME}s?\b[^0-9]*\Z|[0-9] {_TIME}s?\**\Z|\b[12][0-9][0-9][0-9]\**\Z"
)
_IN_SECONDS = re.compile(r"seconds[ .*]*\Z")
_IT_IS = re.compile(r"(?i)\W*(?:it|that)(?:'s| is)\b")
_DIGITS = re.compile("[0-9]+")

Rule = Callable[[Reply], Reading | None]


def tagged(reply: Reply) -> Reading | None:
    """Return the value in the last `<answer>...</answer>`, or another tag of `TAG_END`."""
    for last in reversed(deque(_TAG_END.finditer(reply.text), maxlen=_MOST_MARKS)):
        start = reply.lower.rfind(f"<{last[1].lower()}>", 0, last.start())
        if start < 0:
            continue
        if _FINAL in reply.lower[last.end() :]:
            return None
        start = reply.text.index(">", start) + 1
        reply.reads_at(start, last.start())
        inner = reply.text[start : last.start()]
        if children := {child[1]: child[2].strip() for child in _CHILD.finditer(inner)}:
            return read_fields(children, reply, "")
        return reply.line(inner.strip())
    return None


def corrected(reply: Reply) -> Reading | None:
    """Return the last correction of an answer that the response has given.

    `WITHDRAWN` if the response takes the answer back and gives no other.
    """
    end = _answered(reply)
    if end is None or not (end or any(cue in reply.lower for cue in _PLAIN_CUES)):
        return None
    cue = _CUE.search(reply.text, end)
    if cue is None:
        return WITHDRAWN if _UNDECIDED.search(reply.text, end) else None
    rest = reply.text[cue.start() :]
    strong = _STRONG.search(rest)
    sentence = sentences.last(rest) if strong else ""
    concludes = sentences.concludes(sentence) and not sentences.is_step(sentence, reply.question)
    if concludes and (found := from_sentence(reply, sentence)):
        return found
    for change in reversed(deque(_CHANGED.finditer(rest), maxlen=_MOST_MARKS)):
        stated = sentences.first(rest[change.end() :][:_TERSE].strip())
        before = re.split(r"[.\n:]", rest[: change.start()])[-1]
        of_another = _OF_ANOTHER.search(f"{before}{change[0]}{stated}") and not reply.is_dated
        if not of_another and (found := reply.line(stated)):
            return found
    return WITHDRAWN if strong and _WRONG.search(reply.text, end) else None


def _answered(reply: Reply) -> int | None:
    """Return where the last marked answer ends, 0 if none is marked; None if its object is open."""
    if reply.goes_on:
        return max(0, reply.closed[-1].end - reply.begun) if reply.closed else None
    place = len(reply.lower)
    for _ in range(_MOST_MARKS):
        place = max(reply.lower.rfind(mark, 0, place) for mark in (_FINAL, "answer:"))
        if not reply.lower.endswith(_CORRECTS, 0, max(0, place)):
            break
    if place < 0:
        return 0
    end = reply.text.find("\n", place)
    return min(place + len(_FINAL), len(reply.text)) if end < 0 else max(place, 1)


def bare(reply: Reply) -> Reading | None:
    """Return the value of a response, or of a last paragraph in bold, that is only a value."""
    text = reply.text.strip("` \n")
    if len(text) <= 2 * _LONGEST_VALUE and clock.lettered(plain := unmarked(text)):
        return reply.together(re.sub(r"[| ]*\n[-| ]*", ", ", plain))
    first, last = text.partition("\n\n")[0], text.rpartition("\n\n")[2]
    first = first.removeprefix("> ") if first.startswith("> **") else first  # no bound
    # a number alone and a sum may be steps
    marked = last.startswith("**") or (_LETTERS.search(last) and not _OPEN_SUM.search(last))
    marked = marked or text.removesuffix(last).rstrip(" \n.*").endswith(f"= {last}")
    for paragraph in (last, first) if marked else (first,):
        stated = _REMARK.sub("", paragraph)
        if len(stated) <= _LONGEST_VALUE and "\n" not in stated and states_alone(stated):
            return reply.line(stated) or reply.line(paragraph)
    return None


def labelled(reply: Reply) -> Reading | None:
    """Return the value of the last line if it is one after a label, a sum or an arrow or below a
    heading, such as `Age: 26` or `1958 - 1903 = 55 years`.

    A check of the answer, or a remark, after the line is skipped.
    """
    return _labelled(reply, reply.text) or _labelled(reply, reply.unchecked)


def _labelled(reply: Reply, text: str) -> Reading | None:
    lines = _ALIGNED.sub("", text).strip("$ \n")[-2 * _LONGEST_VALUE :].split("\n")
    if result := _after_arrow(lines[-1], reply):
        return _unless_year(reply.line(result), reply)
    last = unmarked(sentences.last(f"{lines[-1]}.")[:-1]).strip(" |\u2192")
    label, sign, value = last.rpartition("=")
    label = re.split(r"[;,\u21d2]", label)[-1].partition("=")[0]
    label, colon, total = label.partition(": ")
    if not sign:
        label, sign, value = last.partition("|" if "|" in last else ": ")
    if not sign and (heading := _HEADING.fullmatch("\n".join(lines[:-1]).rstrip())):
        label, value = heading[1], last
    value = value.strip()
    stated = _REMARK.sub("", value)
    if not states_alone(stated) or _OPEN_SUM.search(without_dates(stated)):
        return None
    summed = sign == "=" and not colon and states_alone(total or label)
    if summed and len(text) <= 2 * _TERSE and _has_unit(stated, reply):
        return reply.line(stated)
    step = sentences.ITEM.match(last) and "**" not in lines[-1]
    cut = stated[-1:].isdigit() and len(reply.text) > _TERSE and not lines[-1].endswith("*")
    if step or cut or _OPEN_SUM.search(label) or not _is_label(label, reply, lines[:-1]):
        return None
    return _unless_year(reply.line(stated) or reply.line(value), reply)


def _after_arrow(line: str, reply: Reply) -> str:
    """Return the value after a sign such as an arrow, if a label before it names the answer."""
    label, colon, _ = line.partition(": ")
    result = _RESULT.search(_REMARK.sub("", line))
    named = result and states_alone(result[1]) and (not colon or _is_label(label, reply, []))
    return result[1] if result and named else ""


def _has_unit(stated: str, reply: Reply) -> bool:
    units = {SPELLINGS.get(word) for word in _LETTERS.findall(stated.lower())}
    return UNITS[reply.unit].singular in units or ":" in stated


def _is_label(label: str, reply: Reply, above: list[str]) -> bool:
    """Return whether a label names what the question asks for.

    It may also consist of several words of the question, or of one if no label `above` it has
    words of the question.
    """
    asked = {word[:_LABEL_STEM] for word in _LETTERS.findall(reply.question.text.lower())}
    own = set(_LETTERS.findall(label.lower().replace("'s", "")))
    others = {word for line in above for word in _LETTERS.findall(line.lower().partition(": ")[0])}
    alone = asked.isdisjoint(word[:_LABEL_STEM] for word in others)
    telling = own - _BESIDE_LABELS
    in_question = telling and asked.issuperset(word[:_LABEL_STEM] for word in telling)
    if above and "age" in own - others and reply.asks_age:
        return True
    if in_question and (alone or reply.is_dated):
        return True
    units = {SPELLINGS[word] for word in own & SPELLINGS.keys()}
    if not reply.is_dated and units - {UNITS[reply.unit].singular}:
        return False
    names = _DATE_LABELS if reply.is_dated else _AMOUNT_LABELS | SPELLINGS.keys()
    rest = telling - names
    return bool(own & names) and asked.issuperset(word[:_LABEL_STEM] for word in rest)


def states_alone(text: str) -> bool:
    """Return whether a text has only numbers, units and names of months, as `14 years old.`"""
    return states_only(prepared(text))


def from_sentence(reply: Reply, sentence: str) -> Reading | None:
    """Return the value of a sentence that is marked as the answer.

    It may be a bare number at the end of the sentence: `his age is 27.`
    """
    if found := reply.sentence(sentence):
        return found
    sentence = in_digits(sentence)
    ages = set(AGE.findall(sentence)) if reply.asks_age else ()
    if len(ages) == 1 and not any(SPELLINGS.get(word) == "year" for word in sentence.split()):
        return Reading(float(ages.pop()), "number")
    sentence = unmarked(sentence)
    last = last_match(_ANSWER_IS, sentence)
    if last is None or reply.is_dated:
        return None
    return _unless_year(reply.line(sentence[last.end() :]), reply)


def _unless_year(found: Reading | None, reply: Reply) -> Reading | None:
    """Return a reading; None for a bare number that may be a year if an amount is asked for."""
    if found is None or found.notation != "number" or reply.is_dated or reply.asks_year:
        return found
    return None if isinstance(found.number, float) and 1000 <= found.number < 2100 else found


def last_words(reply: Reply) -> Reading | None:
    """Return the value of the last sentence after the last JSON object, if it is complete."""
    rest = reply.whole[reply.closed[-1].end :].strip() if reply.closed else ""
    rest = _OPENED.sub("", rest)
    sentence = sentences.last(rest)
    line = rest.rstrip()[-sentences.LONGEST_SENTENCE :].rpartition("\n")[2]
    if not sentence and clock.lettered(line) and _IN_SECONDS.search(clock.spelled_out(line)):
        sentence = line  # it needs no full stop
    if not sentence or _ASIDE.search(sentence) or _unsaid(sentence, reply):
        return None
    several = reply.together(sentences.last_few(rest, _TOGETHER))
    if not several and not sentences.concludes(sentence):
        return None
    return reply.sentence(sentence) or several


def answer_object(reply: Reply) -> Reading | None:
    """Return the value of the last valid JSON object that gives an answer, as a tool call may."""
    for found in reversed(reply.objects[-MOST_OBJECTS:]):
        if names_answer(found.fields, reply) and (value := _fields(found, reply)):
            return value
    return None


def last_object(reply: Reply) -> Reading | None:
    """Return the value of the last JSON object that states one, whole or damaged.

    If the last object states no value, an earlier one counts if the two agree.
    """
    later: set[str] = set()
    for found in reversed(reply.closed):
        line = reply.whole[: found.start].rpartition("\n")[2][-_TERSE:]
        if found is not reply.closed[0] and _NOTED.search(line):
            continue
        value = _fields(found, reply)
        if value and not later:
            unfinished = (
                value.number == 0
                and not reply.is_dated
                and reply.whole[found.end :].strip(" \n`.}")
            )
            return None if unfinished else value
        digits = set(_DIGITS.findall(" ".join(str(part)[:200] for part in found.fields.values())))
        if value:
            return value if later <= digits else None
        later |= digits
    return None


def explanation(reply: Reply) -> Reading | None:
    """Return the value of the explanation's last sentence, if no field stands after it."""
    if cut := _CUT_OBJECT.match(reply.whole):
        sentence = sentences.last(cut[1].replace("\\n", "\n").replace('\\"', '"'))
        if not sentences.concludes(sentence) or sentences.refuses(sentence):
            return None
    else:
        if not reply.objects or any(each.fields for each in reply.objects):
            return None
        sentence = sentences.last(f"{reply.objects[-1].explanation.rstrip(' .')}.")
    return None if _unsaid(sentence, reply) else from_sentence(reply, sentence)


def _unsaid(sentence: str, reply: Reply) -> bool:
    """Return whether the sentence is a step, repeats the question, or denies itself at its end."""
    return (
        sentences.denies(sentence)
        or sentences.is_step(sentence, reply.question)
        or reply.echoes(sentence)
    )


def _fields(found: objects.Found, reply: Reply) -> Reading | None:
    reply.place = found.start, found.end
    return read_fields(found.fields, reply, found.explanation) if found.fields else None


def final_answer(reply: Reply) -> Reading | None:
    """Return the value after the last `Final Answer`, in any wording."""
    if reply.goes_on:
        return None
    for mark in reversed(list(_FINAL_MARK.finditer(reply.lower))):
        before = reply.text[: mark.start()].rpartition("\n")[2]
        begins = not before.strip(" *_#>|-")
        content = _content(reply.text, mark.end())
        if content and (begins or mark[1]):  # else the words are only mentioned
            return _given(reply, *content)
    return None


def answer_line(reply: Reply) -> Reading | None:
    """Return the value after the last `Answer:` or `The answer is` that begins a line."""
    for marker in reversed(list(_ANSWER_LINE.finditer(reply.text))):
        if content := _content(reply.text, marker.end()):
            return _given(reply, *content)
    return None


def boxed(reply: Reply) -> Reading | None:
    """Return the value in the last `\\boxed{...}`."""
    found = last_match(_BOXED, reply.text) if "\\boxed" in reply.text else None
    if not found:
        return None
    reply.reads_at(*found.span(1))
    if _OR.search(reply.text, max(0, found.start() - _LONGEST_VALUE), found.start()):
        return None  # \boxed{3} or \boxed{4}
    return reply.line(found[1])


def _given(reply: Reply, content: str, end: int) -> Reading | None:
    """Return the value of a text that is marked as the answer and ends at `end`."""
    reply.reads_at(end - len(content), end)
    is_prose = len(content.split()) >= PROSE
    cut = end == len(reply.text) and is_prose and not sentences.complete(content)
    return reply.line(content, cut)


def _content(text: str, start: int) -> tuple[str, int] | None:
    """Return the rest of the line and its end; for an empty line, those of the next paragraph."""
    end = text.find("\n", start)
    end = len(text) if end < 0 else end
    if text[start:end].strip(" *_`#:"):
        return text[start:end], end
    rest = text[end:].lstrip()
    paragraph = rest.partition("\n\n")[0]
    return (paragraph, len(text) - len(rest) + len(paragraph)) if paragraph else None


def conclusion(reply: Reply) -> Reading | None:
    """Return the complete value in the last sentence of a response without an answer line.

    The sentence must conclude, or be the whole response. A check of the answer after it is
    skipped.
    """
    text = reply.text.strip()
    brief = len(text) <= _TERSE and "\n" not in text
    if brief and ": " not in text and text[-1:] not in ".!?" and _VALUE_END.search(text):
        text = f"{text}."  # too short to be cut off
    first = sentences.first(text)
    if found := _concluded(reply, text) or _concluded(reply, reply.unchecked):
        unknown = sentences.refuses(first) and not sentences.CONCLUSION.search(reply.said)
        return None if unknown else found
    if not brief or not sentences.complete(text) or _STRONG.search(first):
        return None
    remark = text[len(first) :].strip()
    if any(sign.search(remark) for sign in (_STRONG, _WRONG, sentences.REFUSAL)):
        return None
    if _STEP.match(remark) and not states_alone(_REMARK.sub("", first)):
        return None
    other = None if reply.question.is_released else reply.line(remark)
    found = _concluded(reply, first)
    return None if found and other and found.number != other.number else found


def _concluded(reply: Reply, text: str) -> Reading | None:
    text = text.strip()
    tail = text[-sentences.LONGEST_SENTENCE :]
    text = text.removesuffix(tail) + sentences.BRACKETS.sub("", tail)
    sentence = sentences.last(text)
    undecided = sentences.denies(sentence) or _UNDECIDED.search(sentence)
    if not sentence or undecided or reply.echoes(sentence):
        return None
    bold = _BOLD.findall(sentence)
    single = len(bold) == 1 and states_alone(bold[0]) and "(or " not in sentence
    if not single and sentences.is_step(sentence, reply.question):
        return None
    if not sentences.ended(sentence):
        return None
    if single and (found := _unless_year(reply.line(bold[0]), reply)):
        return found
    alone = text.startswith(sentence.strip()) and sentences.answers(sentence, reply.question)
    alone = alone or bold == [sentence.strip("* ")]
    if not (alone or _may_conclude(sentence, reply)):
        return None
    found = from_sentence(reply, sentence)
    if not found and alone and reply.is_dated:
        found = reply.line(sentence)
    if not found or sentences.concludes(sentence) or _IT_IS.match(sentence):
        return found
    return None if reply.is_tot and found.number in reply.given else found  # it repeats a value


def _may_conclude(sentence: str, reply: Reply) -> bool:
    """Return whether a sentence concludes, states a result, or says what was asked for."""
    concludes = sentences.concludes(sentence) or (reply.is_dated and _DATED.search(sentence))
    return bool(
        (concludes and not _STEP.match(sentence))
        or sentences.RESULTS.search(sentence)
        or states_alone(sentence)
        or (reply.asks_age and AGE.search(sentence))
        or (reply.wants_day and clock.moment(sentence, reply.unit))
        or sentences.restates(sentence, reply.question)
    )


def short(reply: Reply) -> Reading | None:
    """Return the value of a short response to a user's question, without marks of an answer."""
    text = reply.text.strip()
    is_one = not reply.question.is_released and len(text) <= SHORT and "\n\n" not in text
    return reply.line(text) if is_one and not _UNDECIDED.search(text) else None


def _prose(rule: Rule) -> Rule:
    """Return a rule that reads nothing beside an object or after `Final Answer`."""

    def read(reply: Reply) -> Reading | None:
        return None if reply.goes_on or _FINAL in reply.lower else rule(reply)

    return read


_PROSE_RULES = (answer_line, boxed, short, bare, labelled, conclusion)
_OBJECT_RULES = (last_words, last_object, explanation)
_ORDER = {
    "tot": (corrected, tagged, *_OBJECT_RULES, final_answer, *_PROSE_RULES),
    "ttqa": (corrected, tagged, final_answer, answer_object, *_PROSE_RULES),
}
RULES: Mapping[str, Mapping[str, Rule]] = {
    family: {rule.__name__: _prose(rule) if rule in _PROSE_RULES else rule for rule in rules}
    for family, rules in _ORDER.items()
}
"""The rules of each family by name, in the order in which they are tried."""

_FROM_PROSE = {"last_words", "explanation", "short", "bare", "labelled", "conclusion"}
_NOTHING = {name: Reading(rule=name) for rules in RULES.values() for name in rules}


def attempts(reply: Reply) -> Iterator[Reading]:
    """Yield what every rule of the family reads, in order, up to one by which nothing is stated.

    Until the next rule, the reply holds the text that a rule read.
    """
    withheld = reply.question.own and sentences.withholds(reply.text)
    for name, rule in RULES[reply.question.family].items():
        if withheld and name in _FROM_PROSE:
            continue
        reply.place = None
        found = rule(reply)
        if found is None or found.number is None:
            yield _NOTHING[name]
        else:
            text = plain_text(found.number, reply.unit)
            yield Reading(found.number, found.notation, text, name)
        if found is WITHDRAWN:
            return


def find(said: Continuation, question: QuestionView, month_first: bool = False) -> Reading:
    """Return what the first rule reads that reads a number.

    It is without its span, and without the reason if it is unread.
    """
    readings = attempts(reply_to(said, question, month_first))
    return next((found for found in readings if found.number is not None), Reading())
