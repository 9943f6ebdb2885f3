"""Runs of several models to report on, and the content of a page."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from html.parser import HTMLParser
from pathlib import Path

import pytest
from support import SAMPLE, SUBSETS, state

from tempanswerqa import cli, questions
from tempanswerqa.reports.report.answers import pack
from tempanswerqa.reports.report.numbers import Gathered
from tempanswerqa.runs import score_files
from tempanswerqa.runs.run import Run

HOSTILE = {
    0: "<script>document.title = 'taken'</script>\nFinal Answer: 7777777",
    1: '"><img src=x onerror=alert(1)>", "answer": 7777777}',
    2: "\x1b[31m\x00\x07\u202e7 \u2066days\u200f Final Answer: 7777777",
    3: "lone \ud800 half Final Answer: 7777777",
    7: "x" * 1_000_000 + "\nFinal Answer: 7777777",
    5: "</pre></details></body></html>{{ 7 * 7 }}{% raw %}\nFinal Answer: 7777777",
    4: "",
}


MODELS = ("org/Alpha-7B", "Beta", "other/Gamma")
PROMPTINGS = ("zero-shot", "few-shot")
VOID = {"meta", "link", "input", "br", "hr", "img"}


def write_runs(
    folder: Path,
    models: Iterable[str] = MODELS,
    subsets: Iterable[str] = SUBSETS,
    special: Mapping[int, str] | None = None,
) -> Path:
    """Write runs of the models in each prompting, each model worse than the last, like the harness.

    `special` are replacement responses, by their position among the questions with a scaled error.
    Return the folder.
    """
    date = "2026-01-02T03-04-05.678901"
    for place, model in enumerate(models):
        for shots, prompting in enumerate(PROMPTINGS):
            inner = folder / f"model{place}" / prompting
            inner.mkdir(parents=True)
            tasks = {f"tempanswerqa_{s}{'_fewshot' * shots}": s for s in subsets}
            results = {"model_name": model, "n-shot": dict.fromkeys(tasks, 3 * shots)}
            (inner / f"results_{date}.json").write_text(json.dumps(results))
            for task, subset in tasks.items():
                lines = _samples(subset, 2 + place + (1 - shots), special or {})
                text = "".join(json.dumps(line) + "\n" for line in lines)
                (inner / f"samples_{task}_{date}.jsonl").write_text(text)
    return folder


def _samples(subset: str, step: int, special: Mapping[int, str]) -> Iterable[dict]:
    asked = list(questions.load(subset, SAMPLE))
    scaled = [question.id for question in asked if question.number != question.centroid]
    placed = {question: special[n] for n, question in enumerate(scaled) if n in special}
    for n, question in enumerate(asked):
        unit = 86_400 if question.unit == "date" else 1
        number = question.number + (0 if n % step else (1 + n % 3) * unit * (-1) ** n)
        text = "I cannot tell." if n % 11 == 10 else _reasoned(n, state(question, number))
        doc = {"id": question.id, "prefill": question.prefill}
        yield {"doc": doc, "resps": [[placed.get(question.id, text)]], "filter": "strict-match"}


def _reasoned(n: int, answer: str) -> str:
    """Return the answer after an equation, of which every fifth is wrong."""
    equation = f"{n} + 2 = {n + 2 + (n % 5 == 0)}. "
    return answer.replace('"', f'"{equation}', 1) if '"' in answer else equation + answer


def scored(*places: Path, texts: bool = False) -> list[Run]:
    """Return the runs below the places with their items, as reports expect them."""
    options = score_files.Options(data_dir=str(SAMPLE), texts=texts, beside=None if texts else pack)
    return list(score_files.score_places([*map(str, places)], options, pytest.fail, print))


def shown_selection(driver, key: str) -> None:
    """Wait until the page shows a selection, whose numbers may have to be loaded."""
    from browser import wait

    wait(driver, f"return document.body.dataset.shown === {key!r}")


def gather(*places: Path, rule: str = "strict-match") -> Gathered:
    """Return the data that a report gathers from the runs below the places."""
    found = Gathered(rule)
    assert not any(found.add(one) for one in scored(*places))
    return found


def report(folder: Path, *places: object, code: int = 0, more: Sequence[str] = ()) -> str:
    """Write a report of the places into the folder; returns its page."""
    words = ["report", *map(str, places), "--out", str(folder), "--data_dir", str(SAMPLE)]
    assert cli.main([*words, *more]) == code
    return (folder / "index.html").read_text(encoding="utf-8")


class Page(HTMLParser):
    """The ids, tags and addresses of a page, and its pictures that have no text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.tags: Counter[str] = Counter()
        self.addresses: list[str] = []
        self.unnamed: list[str] = []
        self.open: list[str] = []
        self.feed(html)
        assert self.open == []

    def check(self, folder: Path) -> None:
        """Check that pictures have a text, ids are unique, and linked files are there."""
        assert self.unnamed == []
        assert [name for name, count in self.ids.items() if name and count > 1] == []
        for address in self.addresses:
            if address.startswith("#"):
                assert address[1:] in self.ids
            else:
                assert (folder / address).is_file(), address

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.tags[tag] += 1
        self.ids[given.get("id")] += 1
        self.addresses += [v for k, v in attrs if k in ("href", "src", "action", "xlink:href")]
        if given.get("role") == "img" and len(given.get("aria-label", "")) < 20:
            self.unnamed.append(str(given))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()
