"""Tests the data of all answers: complete, as read, and harmless."""

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest
import reported
from hypothesis import given
from hypothesis import strategies as st
from reported import HOSTILE, write_runs
from support import SAMPLE

from tempanswerqa import questions
from tempanswerqa.reports.report import answers
from tempanswerqa.reports.report.answers import RESPONSE_LENGTH, SHARD, Answers
from tempanswerqa.reports.report.numbers import Gathered
from tempanswerqa.reports.words import amount
from tempanswerqa.runs.run import Run, RunName
from tempanswerqa.scoring import FLEXIBLE
from tempanswerqa.text import clipped, visible

DATA = re.compile(r'"use strict";\nanswersData\("(.*?)", "(.*?)", (.*)\);\n')


class Written(NamedTuple):
    """The runs of a report of hostile answers, and the data that it wrote."""

    scored: list[Run]
    answers: Answers
    runs: list[RunName]
    files: dict[str, dict]
    texts: dict[str, str]


@pytest.fixture(scope="module")
def written(tmp_path_factory) -> Written:
    folder = tmp_path_factory.mktemp("answers")
    runs = write_runs(folder / "runs", ("中",), ("tot_arith", "ttqa_head"), HOSTILE)
    scored, gathered = reported.scored(runs, texts=True), Gathered()
    for outcome in reported.scored(runs):
        gathered.add(outcome)
    gathered.answers.write(folder / "out", gathered.cast)
    texts = {path.name: path.read_bytes().decode("ascii") for path in Path(folder, "out").iterdir()}
    files = {}
    for name, text in texts.items():
        found = DATA.fullmatch(text)
        assert (f"{found[1]}.js", found[2]) == (name, gathered.answers.digest)
        files[found[1]] = json.loads(found[3])
    return Written(
        scored, gathered.answers, [*dict.fromkeys(map(RunName.of, gathered.runs))], files, texts
    )


@pytest.mark.slow
def test_text_of_others_ends_no_string_and_no_script(written):
    assert all("<" not in text and "\\u2028" not in text for text in written.texts.values())
    said = [
        row
        for name in written.files
        if "-" in name
        for own in written.files[name]["answers"].values()
        for rows in own
        for row in rows
    ]
    assert any("<script>document.title" in row[0] for row in said)
    assert any("⟨U+202E⟩" in row[0] and "␛[31m␀" in row[0] for row in said)
    assert max(len(row[0]) for row in said) < RESPONSE_LENGTH + 100


def test_every_answer_is_there_as_it_was_read(written):
    for run in written.scored:
        index, at = written.files[run.task], str(written.runs.index(RunName.of(run)))
        places = {identity: place for place, identity in enumerate(run.part.questions)}
        for n, (rule, items) in enumerate(run.items.items()):
            for item in items.itertuples():
                place, asked = places[item.id], run.question(item.id)
                given = index["runs"][at][place][2 * n : 2 * n + 2]
                fired, note = index["texts"][given[1]].split("|")
                assert fired == item.rule
                if item.number != item.number:
                    assert given[0] == -1
                    assert note == item.unread
                else:
                    assert note == (f"{item.probability:.0%}" if rule == FLEXIBLE else "")
                    reading = index["readings"][place][given[0]]
                    assert reading[0] == amount(item.number, item.unit, item.asks_for)
                    assert bool(reading[1]) == bool(reading[2]) == (item.exact_match == 0)
                    assert reading[4:6] == [item.exact_match, item.within_one]
                    assert [reading[6], reading[-1]] == [item.error, item.number]
                shard = written.files[f"{run.task}-{place // SHARD}"]
                ((text, thought, *spans),) = shard["answers"][at][place % SHARD]
                assert text == visible(clipped(item.response, RESPONSE_LENGTH))
                assert thought == 0
                if item.number == item.number and isinstance(spans[n], list):
                    assert text[slice(*spans[n])].strip()
                question, *given = shard["questions"][place % SHARD]
                assert shard["texts"][given[2]] == asked.prefill
                seen = "\n".join([question, *(shard["texts"][number] for number in given)])
                told = asked.user.rstrip().removesuffix("A:").split("\n")
                assert all(visible(line) in seen for line in told)


@pytest.mark.parametrize("thought", ["<think>𝟙 it is 4</think>", ""])
def test_thinking_has_a_length_of_its_own(thought):
    asked = questions.load("ttqa_head", SAMPLE)[0]
    item = SimpleNamespace(
        response=f"{thought}Final Answer: 5", number=5.0, answer="5", rule="final_answer", span=None
    )
    text, length, _ = answers.shown(asked, [item])
    coded = text.encode("utf-16-le")
    assert coded[2 * length :].decode("utf-16-le").strip() == "Final Answer: 5"


def test_other_answers_have_another_digest(written):
    other = Answers()
    assert other.digest != written.answers.digest
    other.add(written.scored[0], answers.pack(written.scored[0]))
    assert other.digest != Answers().digest


@given(
    st.text(st.sampled_from("a\r\n\x00\u202e𝟙é\ud800 "), max_size=30),
    st.text(st.sampled_from("1𝟙\x01é"), min_size=1, max_size=5),
    st.text(st.sampled_from("a\r\n\x00𝟙 "), max_size=30),
    st.integers(0, 2),
    st.integers(0, 2),
)
def test_a_span_stays_on_its_text(before, within, behind, many_before, many_behind):
    before, behind = before + "x" * 9_000 * many_before, behind + "y" * 9_000 * many_behind
    response = before + within + behind
    text = visible(kept := clipped(response, RESPONSE_LENGTH))
    span = answers._moved((len(before), len(before) + len(within)), response, kept, text)
    if span is None:
        assert len(response) > RESPONSE_LENGTH
    else:
        start, end = (2 * place for place in span)
        assert text.encode("utf-16-le")[start:end].decode("utf-16-le") == visible(within)
