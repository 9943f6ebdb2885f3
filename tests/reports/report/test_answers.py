"""Tests the data of all answers: complete, as they were read, and harmless."""

import json
import math
import re
from pathlib import Path
from typing import NamedTuple

import pytest
import reported
from hypothesis import given
from hypothesis import strategies as st
from reported import HOSTILE, gather, write_runs

from tempanswerqa.reports.page.legend import cast
from tempanswerqa.reports.report import answers
from tempanswerqa.reports.report.answers import ERRORS, LONGEST, SHARD, Answers, Shown
from tempanswerqa.runs import score_files
from tempanswerqa.runs.scoring import FILTERS, item_names
from tempanswerqa.runs.summary import RunName
from tempanswerqa.text import clipped, visible

DATA = re.compile(r'"use strict";\nanswersData\("(.*?)", "(.*?)", (.*)\);\n')


class Written(NamedTuple):
    """Hold the runs of a report of hostile answers, and the data that it wrote."""

    scored: list[score_files.Scored]
    answers: Answers
    manifest: dict
    files: dict[str, dict]
    texts: dict[str, str]


@pytest.fixture(scope="module")
def written(tmp_path_factory) -> Written:
    folder = tmp_path_factory.mktemp("answers")
    runs = write_runs(folder / "runs", ("org/Alpha-7B", "中"), ("tot_arith", "ttqa_head"), HOSTILE)
    scored, gathered = reported.scored(runs), gather(runs)
    members = cast(gathered.runs, gathered.summaries)
    gathered.answers.write(folder / "out", members)
    texts = {path.name: path.read_bytes().decode("ascii") for path in Path(folder, "out").iterdir()}
    files = {}
    for name, text in texts.items():
        found = DATA.fullmatch(text)
        assert (f"{found[1]}.js", found[2]) == (name, gathered.answers.digest)
        files[found[1]] = json.loads(found[3])
    manifest = json.loads(gathered.answers.manifest(members))
    return Written(scored, gathered.answers, manifest, files, texts)


def test_text_of_others_ends_no_string_and_no_script(written):
    assert all("<" not in text and "\\u2028" not in text for text in written.texts.values())
    assert "<" not in json.dumps(written.manifest)
    said = [row for name in written.files if "-" in name
            for own in written.files[name]["answers"].values() for row in own if row]  # fmt: skip
    assert any("<script>document.title" in row[0] for row in said)
    assert any("⟨U+202E⟩" in row[0] and "␛[31m␀" in row[0] for row in said)
    assert max(len(row[0]) for row in said) < LONGEST + 100


def test_every_answer_is_there_as_it_was_read(written):
    for run, by_filter in written.scored:
        index = written.files[run.task]
        at = next(
            str(n) for n, (label, _, prompting) in enumerate(written.manifest["runs"])
            if label.startswith(run.model.rpartition("/")[2]) and prompting == run.prompting
        )  # fmt: skip
        places = {question[0]: place for place, question in enumerate(index["questions"])}
        assert list(places) == list(run.part.questions)
        for rule, (items, _) in by_filter.items():
            for item, answer in zip(items, run.answers, strict=True):
                place = places[item.question.id]
                shard = written.files[f"{run.task}-{place // SHARD}"]
                cell = index["runs"][at][rule][place]
                check_reading(cell, item, index["texts"])
                text, *spans = shard["answers"][at][place % SHARD]
                assert text == visible(clipped(answer.response, LONGEST))
                span = spans[list(FILTERS).index(rule)]
                if item.number is not None and isinstance(span, list):
                    assert text[slice(*span)].strip()
                question, label, *given = shard["questions"][place % SHARD]
                assert label == item.question.label
                assert shard["texts"][given[2]] == item.question.prefill
                seen = "\n".join([question, *(shard["texts"][number] for number in given)])
                told = item.question.user.rstrip().removesuffix("A:").split("\n")
                assert all(visible(line) in seen for line in told)


def check_reading(cell, item, texts: list[str]) -> None:
    """Check that the cell says of an answer what its item does."""
    if item.number is None:
        assert texts[-1 - cell] == item.rule
    elif item.number == item.question.number:
        assert texts[cell] == item.rule
    else:
        rule, number, error, off_by, *scores = cell
        size = 86_400 if item.question.unit == "date" else 1
        assert texts[rule] == item.rule
        assert error == pytest.approx((item.number - item.question.number) / size, rel=1e-5)
        assert " too " in texts[off_by]
        assert texts[number]
        for name, score in zip(ERRORS, scores, strict=True):
            expected = item.scores[item_names()[name]]
            assert score == (pytest.approx(expected, rel=1e-5) if math.isfinite(expected) else None)


def test_the_furthest_are_the_largest_of_each_task(written):
    groups = written.answers.furthest()
    found = [far for _, _, own in groups for far in own]
    assert len(found) == answers.KEPT
    assert len({question.id for question, _, _ in groups}) == len(groups)
    assert all(far.question is question for question, _, own in groups for far in own)
    firsts = [own[0].size for _, _, own in groups]
    assert firsts == sorted(firsts, reverse=True)
    for name in ("tempanswerqa_tot_arith", "tempanswerqa_ttqa_head"):
        items = [
            item
            for run, by_filter in written.scored
            if run.task == name
            for item in by_filter["strict-match"][0]
        ]
        sizes = [item.scores["mase"] for item in items if 0 < item.scores["mase"] < math.inf]
        own = [far.size for far in found if far.question.id.startswith(name.partition("_")[2])]
        assert sorted(own, reverse=True) == sorted(sizes, reverse=True)[: len(own)]
        assert len(own) == answers.KEPT // 2


def test_an_answer_far_off_shows_where_it_was_read(written):
    far = next(
        far
        for _, _, own in written.answers.furthest()
        for far in own
        if "Final Answer: 7777777" in far.shown.text
    )
    before, within, behind = far.shown.pieces("strict-match")
    assert within == "7777777"
    assert before + within + behind == far.shown.text


def test_other_answers_have_another_digest(written):
    other = Answers("strict-match")
    assert other.digest != written.answers.digest
    run, by_filter = written.scored[0]
    other.add(run, RunName("a", ""), "", {rule: items for rule, (items, _) in by_filter.items()})
    assert other.digest != Answers("strict-match").digest


@given(
    st.text(st.sampled_from("a\r\n\x00\u202e𝟙é\ud800 "), max_size=30),
    st.text(st.sampled_from("1𝟙\x01é"), min_size=1, max_size=5),
    st.text(st.sampled_from("a\r\n\x00𝟙 "), max_size=30),
    st.integers(0, 2), st.integers(0, 2),
)  # fmt: skip
def test_a_span_stays_on_its_text(before, within, behind, many_before, many_behind):
    before, behind = before + "x" * 9_000 * many_before, behind + "y" * 9_000 * many_behind
    response = before + within + behind
    text = visible(kept := clipped(response, LONGEST))
    span = answers._moved((len(before), len(before) + len(within)), response, kept, text)
    if span is None:
        assert len(response) > LONGEST
    else:
        assert Shown(text, {"f": span}).pieces("f")[1] == visible(within)
