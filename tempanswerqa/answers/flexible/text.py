"""Response text as a careful reader sees it: without thinking, markup and look-alike characters."""

from __future__ import annotations

import re

from tempanswerqa.answers.question_view import QuestionView

LONGEST_QUESTION = 2_000
LONGEST_SENTENCE = 600
"""Characters at the end of a text that are searched for its last sentence."""

LONG = 4_000
_SPACES = re.compile(r"\s{3,}")
_LOOK_ALIKES = {
    **{chr(0xFF10 + digit): str(digit) for digit in range(10)},
    **dict.fromkeys("\u00a0\u2007\u2008\u2009\u202f\u3000", " "),
    **dict.fromkeys("\u2018\u2019\u201b\u2032", "'"),
    **dict.fromkeys("\u201c\u201d\u201f\u2033", '"'),
    **dict.fromkeys("\u2010\u2011\u2212\ufe63\uff0d", "-"),
    **dict.fromkeys("\u2012\u2013\u2014\u2015", "\u2013"),
    "\uff1a": ":",
    "\uff0c": ",",
    **{"\u0130": "I", "\u0131": "i", "\u017f": "s", "\u212a": "K"},  # equal to I, S, K for (?i)
    "\u00bd": ".5",
    "\u00bc": ".25",
    "\u00be": ".75",
}
_LOOK_ALIKE = re.compile(f"[{''.join(_LOOK_ALIKES)}]")
_BEFORE_FRACTION = re.compile("(?<=[0-9]) (?=[\u00bc-\u00be])")
_NEXT = (
    r"(?:Question|Q|Table|User|Human|Input|Instruction|Example|Problem|Prompt|Task|Passage|Context"
    r"|Exercise)\s?#?[0-9]{0,3}\s?"
)
TURN = re.compile(
    rf"\n(?:[ \t*]{{0,9}}(?:\[{_NEXT}\]|#{{1,6}}\s?{_NEXT}(?:[:*]|\n)|{_NEXT}\**:)"
    r"|(?:user|human|assistant|model)\s*\n|\[INST\]|Next question\b|#{2,6}\s*\n"
    r"|(?:Example|Question|Problem)\s?[0-9]{1,3}\s*\n|(?:Answer|Read) the following\b"
    r"|(?:[0-9]{1,2}[.)]\s)?(?:How|What|When|Which|Who|(?:In|On|At|For|After|Before) (?:wh|how))"
    r"[^\n?]{5,200}\?\s*\n)"
)
"""Where a response goes on with another question."""

_WORD = re.compile(r"\w+")
_RESTATED = re.compile(r"\s*(?:\*\*|#{1,6}\s?)?(?:Question|Q)\s?[0-9]{0,3}\s?:\**\s*([^\n]*)")
"""A response that begins with a question: the one that was asked, or another."""

_ANOTHER = re.compile(r"\n[ \t*#]{0,9}(?:Question|Q|Instruction|User|Human):\**\s*([^\n]*)")
"""Another question, where it has no number, as parts of the asked one have."""

_BOX = re.compile(r"<\|(?:begin|end)_of_box\|>")
_END_OF_TURN = re.compile(
    r"(?<=\S)\s*(?:<\|(?:im_end|im_start|eot_id|eom_id|end|endoftext|end_of_text|begin_of_text|return"
    r"|start|start_header_id|user)\|>"
    r"|</s>|<end_of_turn>|<start_of_turn>|<eos>|<bos>)"
)
_ANSWERED = re.compile(r"[Ff]inal [Aa]nswer|\}|\n[ *#]{0,9}Answer\b|\A[ *#]{0,9}Answer\b|</answer>")
_LATEX = (
    (re.compile(r"\\[dt]?frac\s?\{([^{}]{1,20})\}\s?\{([^{}]{1,20})\}"), r"\1/\2"),
    (re.compile(r"\\(?:text|textbf|mathrm|mathbf|boxed|mbox)\s*\{"), "{"),
    (re.compile(r"\{,\}|\\,(?=\d{3})"), ","),
    (re.compile(r"\{:\}"), ":"),
    (re.compile(r"\\(?:quad|qquad|[,;:! ()\[\]])"), " "),
    (re.compile(r"\\(?:approx|sim|simeq)\b"), "≈"),
    (re.compile(r"[{}$]|\\(?=[\"'])"), " "),
)
_BLANKS = re.compile(" {2,}")
_MARKS = re.compile("[`#_~*]")
_EMPHASIS = re.compile(
    r"[`#]+|(?<!\w)_+|(?<!_)_+(?!\w)|~~"
    r"|(?<![0-9*])\*{2,}|(?<!\*)\*{2,}(?![0-9*])|(?<![0-9 )*])\*|\*(?![0-9 (*])|(?<=\S)\*(?=\s)"
)
_SENTENCE_END = re.compile(r"[.!?][\"')\]*]*\s+(?=[A-Z0-9\"'(*\-])|\n+")
_STRUCK = re.compile(r"~~[^~\n]{1,80}~~")
_COMPLETE = re.compile(r"[.!?)\]}][\"'*`$\\)\]]*$")
_ENDED = re.compile(r"\w[\"')\]*`]{0,4}[.!?][\"'*`)]{0,4}$")
_CALCULATED = re.compile(r"(?:[=≈+*×÷]|\s[-/])\s?\$?[0-9][0-9,]*\.[*]*$")
_BRACKETS = re.compile(r"(?:\n|(?<=[.!?])[ ])\s*\([^()\n]*\)\s*\Z")
_RESULTS = re.compile(
    r"(?i)\b(?:correct|final|accurate|right) (?:answer|age|year|date|number|calculation|method)\b"
    r"|\bwhich (?:is|was|equals|gives|makes|means|leaves|results in)\b|\bresult(?:s|ing) in\b"
    r"|\bmaking (?:him|her|it|them)\b|\bgives(?: us)?\b|\bwe (?:use|get)\b|\bequals\b|=[^=]{1,90}\Z"
    r"|\b(?:he|she|it|they|who) (?:was|were|is) (?:about |only )?[0-9]{1,3} years? old\b"
)
_ITEM = re.compile(r"\s*(?:[-*•+]|[0-9]{1,2}[.)])\s")
_SUM = re.compile(r"(?<![0-9.])([0-9]{1,6})\s?([-+])\s?([0-9]{1,6})\s?=\s?([0-9]{1,6})\.[*]*$")
_CHECK = re.compile(
    r"(?i)\n\s*\W{0,4}(?:(?:let me|to) (?:verify|check|double|confirm)\b|verifying|checking"
    r"|(?:is|does) (?:this|that|it)\b"
    r"|(?:as a |quick |sanity |cross-|double-)?(?:check|verification)\b)"
)

_COURTESY = re.compile(r"(?i)\W*(?:let me know|please|feel free|i hope|hope this|if you)\b")
_DENIAL = re.compile(r"(?i)\b(?:incorrect|wrong|not (?:correct|right|possible))\W*$")

REFUSAL = re.compile(
    r"""(?ix)
    \b(?=[cdilnu])(?: (?:cannot | can\ ?not | can't)(?!\ have) | couldn't | could\ not
    | unable | impossible | insufficient
    | not\ (?:\w+\ ){0,2}(?:possible | enough | sufficient | applicable | available | clear
        | certain | provided? | specif(?:y|ied) | given? | mention(?:ed)? | stated? | list(?:ed)?
        | found | includ\w* | contain\w* | known | determin\w+ | calculat\w+ | indicat\w+
        | disclosed? | answer\w* | explicit\w* | present | exist\w* | detail\w* | directly )
    | (?:unknown | undetermined | indeterminate | unspecified | unclear | uncertain | none | null
        | undefined | unanswerable )
    | n/a
    | no\ (?:\w+\ ){0,2}(?:information | data | mention | records? | indication | answer | evidence
        | details? | dates? | years? | way | entry | row | such )
    | (?:does|do|did)(?:\ not|n't)
        \ (?:say|state|tell|show|give|list|mention|specify|contain|include)
    | not\ in\ the\ (?:table|data|text|list) | lacks? )(?!\w)
    """
)
"""What says that there is no answer."""

CONCLUSION = re.compile(
    r"(?i)\b(?:therefore|thus|hence|so|consequently|accordingly|conclu\w+|finally|final|answer"
    r"|result|total|means?|approximate|overall|in summary|to summarize|correct)\b"
)
"""What tells that a sentence concludes."""


def normalize_characters(text: str) -> str:
    """Return the text with look-alikes of digits, quotes, spaces and signs as ASCII has them."""
    if text.isascii():
        return text
    text = _BEFORE_FRACTION.sub("", text)
    return _LOOK_ALIKE.sub(lambda match: _LOOK_ALIKES[match[0]], text)


def question_text(question: QuestionView) -> str:
    """Return the question of a TempTabQA response, which can complete or rule out what it says."""
    return compact(normalize_characters(question.text)[-LONGEST_QUESTION:])


def own_turn(text: str, question: QuestionView | None = None) -> str:
    """Return the text up to where it goes on with another question, as few-shot prompts do.

    Nothing where it begins with another question than the one that was asked.
    """
    if "<" in text:
        text = _BOX.sub("", text)
        if end := _END_OF_TURN.search(text):
            text = text[: end.start()]
    restated, turn = _RESTATED.match(text), TURN.search(text)
    own = question.text if question and (restated or turn) else ""
    if own and restated and not _alike(restated[1], own):
        return ""
    if not turn:
        return text
    answered = _ANSWERED.search(text)
    found = TURN.search(text, answered.end()) if answered else None
    for another in _ANOTHER.finditer(text, 0, found.start() if found else len(text)):
        if own and not _alike(another[1], own):
            return text[: another.start()]
    return text[: found.start()] if found else text


def _alike(text: str, question: str) -> bool:
    """Return whether a text may be the question, from its first words."""
    first, second = (_WORD.findall(each.lower()) for each in (text, question))
    return not first or first[:8] in (second[:8], second[1:9])  # a question may begin with `Q:`


def compact(text: str) -> str:
    """Return a long text without its runs of white space, over which patterns would start again."""
    return _SPACES.sub(_one_space, text) if len(text) > LONG else text


def _one_space(run: re.Match) -> str:
    lines = run[0].count("\n")
    return "\n\n" if lines > 1 else "\n" if lines else " "


def unmarked(text: str) -> str:
    """Without Markdown emphasis and LaTeX commands around values."""
    if "\\" in text or "$" in text or "{" in text:
        for pattern, replacement in _LATEX:
            text = pattern.sub(replacement, text)
        text = _BLANKS.sub(" ", text)
    if _MARKS.search(text):
        text = _EMPHASIS.sub("", _STRUCK.sub("", text))
    return text.strip()


def refuses(text: str) -> bool:
    """Return whether the text says that there is no answer; what stands in parentheses aside."""
    if not REFUSAL.search(text):
        return False
    return bool(REFUSAL.search(re.sub(r"\([^()]*\)", "", text)))


def denies(sentence: str) -> bool:
    """Return whether the sentence ends by calling wrong what it says."""
    return bool(_DENIAL.search(sentence))


def results(sentence: str, start: int = 0) -> bool:
    """Return whether the sentence says behind `start` what comes out, even if it is a step."""
    return bool(_RESULTS.search(sentence, start))


def complete(text: str) -> bool:
    """Return whether the text ends as a sentence does."""
    return bool(_COMPLETE.search(text.rstrip()[-20:]))


def ended(sentence: str) -> bool:
    """Return whether a sentence has its full stop behind a word or number, and no sum is left open.

    A list item is a step; a number behind an operator may have been cut at its decimal point.
    """
    sentence = sentence.rstrip()
    return (
        bool(_ENDED.search(sentence[-20:]))
        and (not _CALCULATED.search(sentence[-40:]) or _right_sum(sentence))
        and not _ITEM.match(sentence)
    )


def _right_sum(sentence: str) -> bool:
    """Return whether a sentence ends with a right sum of whole numbers: it lost no decimals."""
    found = _SUM.search(sentence[-40:])
    if not found:
        return False
    first, second, result = int(found[1]), int(found[3]), int(found[4])
    return result == (first + second if found[2] == "+" else first - second)


def without_remark(text: str) -> str:
    """Return the text without a last sentence in brackets."""
    tail = text[-LONGEST_SENTENCE:]
    return text[: len(text) - len(tail)] + _BRACKETS.sub("", tail)


def without_check(text: str) -> str:
    """Return the text up to where it checks its answer once more."""
    found = _CHECK.search(text)
    return text[: found.start()] if found else text


def first_sentence(text: str) -> str:
    """Return the text up to its first end of a sentence."""
    end = _SENTENCE_END.search(text)
    return text[: end.start() + 1] if end else text


def last_sentence(text: str) -> str:
    """Return the last sentence, or nothing where the text was cut off within it."""
    return last_sentences(text, 1)


def last_sentences(text: str, number: int) -> str:
    """So many last sentences, or nothing where the text was cut off within the last."""
    text = text.rstrip()
    if not complete(text):
        return ""
    tail = text[-LONGEST_SENTENCE:]
    starts = [boundary.end() for boundary in _SENTENCE_END.finditer(tail)]
    if len(text) <= LONGEST_SENTENCE:
        starts.insert(0, 0)
    if len(starts) > 1 and _COURTESY.match(tail, starts[-1]):
        tail = tail[: starts.pop()]
    return tail[starts[-number:][0] :] if starts else ""
