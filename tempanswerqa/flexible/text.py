"""Response text as a careful reader sees it: without thinking, markup and look-alike characters."""

from __future__ import annotations

import re

from tempanswerqa.asked import Asked

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
TURN = re.compile(r"\n[ \t*#]{0,9}(?:Question|Q|Table|User|Human|Input)\s?[0-9]{0,3}\s?:")
"""Where a response goes on with another question."""

_END_OF_TURN = re.compile(
    r"(?<=\S)\s*(?:<\|(?:im_end|im_start|eot_id|end|endoftext|start_header_id|user)\|>"
    r"|</s>|<end_of_turn>|<eos>)"
)
_ANSWERED = re.compile(r"[Ff]inal [Aa]nswer|\}")
_LATEX = (
    (re.compile(r"\\[dt]?frac\s?\{([^{}]{1,20})\}\s?\{([^{}]{1,20})\}"), r"\1/\2"),
    (re.compile(r"\\(?:text|textbf|mathrm|mathbf|boxed|mbox)\s*\{"), "{"),
    (re.compile(r"\{,\}|\\,(?=\d{3})"), ","),
    (re.compile(r"\\(?:quad|qquad|[,;:! ()\[\]])"), " "),
    (re.compile(r"\\(?:approx|sim|simeq)\b"), "≈"),
    (re.compile(r"[{}$]|\\(?=[\"'])"), " "),
)
_MARKS = re.compile("[`#_~*]")
_EMPHASIS = re.compile(
    r"[`#]+|(?<!\w)_+|(?<!_)_+(?!\w)|~~"
    r"|(?<![0-9*])\*{2,}|(?<!\*)\*{2,}(?![0-9*])|(?<![0-9 )*])\*|\*(?![0-9 (*])|(?<=\S)\*(?=\s)"
)
_SENTENCE_END = re.compile(r"[.!?][\"')\]*]*\s+(?=[A-Z0-9\"'(*\-])|\n+")
_COMPLETE = re.compile(r"[.!?)\]}][\"'*`$\\)\]]*$")

_COURTESY = re.compile(r"(?i)\W*(?:let me know|please|feel free|i hope|hope this|if you)\b")
_DENIAL = re.compile(r"(?i)\b(?:incorrect|wrong|not (?:correct|right|possible))\W*$")

REFUSAL = re.compile(
    r"""(?ix)
    \b(?=[cilnu])(?: (?:cannot | can\ ?not | can't)(?!\ have) | couldn't | could\ not
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
    | lacks? )(?!\w)
    """
)
"""What says that there is no answer."""

CONCLUSION = re.compile(
    r"(?i)\b(?:therefore|thus|hence|so|consequently|accordingly|conclu\w+|finally|final|answer"
    r"|result|total|means?|approximate|overall|in summary|to summarize|correct)\b"
)
"""What tells that a sentence concludes."""


def plain(text: str) -> str:
    """The text with look-alikes of digits, quotes, spaces and signs as ASCII has them."""
    if text.isascii():
        return text
    text = _BEFORE_FRACTION.sub("", text)
    return _LOOK_ALIKE.sub(lambda match: _LOOK_ALIKES[match[0]], text)


def question(asked: Asked) -> str:
    """The question of a TempTabQA response, which can complete or rule out what it says."""
    return compact(plain(asked.question)[-LONGEST_QUESTION:])


def own_turn(text: str) -> str:
    """The text up to where it goes on with another question, as few-shot prompts do."""
    if "<" in text and (end := _END_OF_TURN.search(text)):
        text = text[: end.start()]
    answered = _ANSWERED.search(text) if TURN.search(text) else None
    found = TURN.search(text, answered.end()) if answered else None
    return text[: found.start()] if found else text


def compact(text: str) -> str:
    """A long text without its runs of white space, over which patterns would start again."""
    return _SPACES.sub(_one_space, text) if len(text) > LONG else text


def _one_space(run: re.Match) -> str:
    lines = run[0].count("\n")
    return "\n\n" if lines > 1 else "\n" if lines else " "


def unmarked(text: str) -> str:
    """Without Markdown emphasis and LaTeX commands around values."""
    if "\\" in text or "$" in text or "{" in text:
        for pattern, replacement in _LATEX:
            text = pattern.sub(replacement, text)
    if _MARKS.search(text):
        text = _EMPHASIS.sub("", text)
    return text.strip()


def refuses(text: str) -> bool:
    """Whether the text says that there is no answer; what stands in parentheses aside."""
    if not REFUSAL.search(text):
        return False
    return bool(REFUSAL.search(re.sub(r"\([^()]*\)", "", text)))


def denies(sentence: str) -> bool:
    """Whether the sentence ends by calling wrong what it says."""
    return bool(_DENIAL.search(sentence))


def complete(text: str) -> bool:
    """Whether the text ends as a sentence does."""
    return bool(_COMPLETE.search(text.rstrip()[-20:]))


def first_sentence(text: str) -> str:
    """The text up to its first end of a sentence."""
    end = _SENTENCE_END.search(text)
    return text[: end.start() + 1] if end else text


def last_sentence(text: str) -> str:
    """The last sentence, or nothing where the text was cut off within it."""
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
