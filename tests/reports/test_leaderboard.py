"""Tests leaderboards.

Their numbers, their remarks on each run, who is ranked with whom, and that foreign names are text.
"""

import csv
import json
import shutil
from collections import Counter
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from browser import choose, find
from hypothesis import example, given, settings
from hypothesis import strategies as st
from reported import MODELS, Page
from scored import responses, run, score, write_lines
from support import SAMPLE, SUBSETS, evaluate

from tempanswerqa import cli, questions
from tempanswerqa.harness.models import RecordedLM
from tempanswerqa.metrics.scores import LISTED, METRICS
from tempanswerqa.reports import leaderboard
from tempanswerqa.reports.leaderboard import MEAN, SCORED, TABLES, Board, Entry
from tempanswerqa.reports.leaderboard import write as write_board
from tempanswerqa.reports.report.numbers import Gathered

STRICT = "strict-match"
ALONE = "no rank: no other run is like it"
NAMES = st.text(st.characters(exclude_categories=()), max_size=200)


def write(places, folder: Path, code: int = 0) -> Path:
    """Write a leaderboard of places, and return its folder."""
    named = "--out", str(folder), "--data_dir", str(SAMPLE)
    assert cli.main(["leaderboard", *map(str, places), *named]) == code
    return folder


def rows(folder: Path, **wanted: object) -> list[dict]:
    """Return the rows of a leaderboard's JSON that have these fields."""
    stated = json.loads((folder / "leaderboard.json").read_text(encoding="ascii"))
    return [row for row in stated if all(row[name] == value for name, value in wanted.items())]


def made(model, share=0.5, task="tempanswerqa_tot_arith", n=200, limits=(), others=(), **changes):
    """Return a run of a model that is right on a share of n questions."""
    right = (np.random.default_rng(0).random(n) < share).astype(float)
    scores = {"exact_match": right, "within_one": right, "smape": 50 + right}
    scores |= changes.pop("scores", {})
    return Entry(model, run(model, scores, task, prompting="zero-shot", **changes), limits, others)


def views(runs):
    """Return the rows of each table of runs."""
    keys = itemgetter("task", "filter", "prompting")
    return [[*own] for _, own in groupby(leaderboard.rows(runs), keys)]


def shown(*runs):
    """Return the models and ranks of each group of the first table."""
    (first, *_) = views(runs)
    groups = [[*own] for name, own in groupby(first, itemgetter("group")) if name]
    ranks = [[(row["model"], row["ranks"].get("exact_match")) for row in group] for group in groups]
    return [[(model, rank and rank["rank"]) for model, rank in group] for group in ranks]


@pytest.fixture(scope="module")
def board(runs, tmp_path_factory) -> Path:
    """Return the folder of a leaderboard, not to be changed."""
    return write([runs], tmp_path_factory.mktemp("board"))


def test_numbers_are_those_of_score(board, runs, capsys, sampled):
    _, scored, _ = score(capsys, runs)
    titles = {f"tempanswerqa_{name}": part.title for name, part in questions.SUBSETS.items()}
    for row in scored:
        named = {"task": titles[row["task"]], **{k: row[k] for k in ("filter", "model")}}
        own = next(one for one in rows(board, **named, prompting=row["prompting"]) if one["sender"])
        for name in METRICS:
            assert own[name] == pytest.approx(row[name])
            assert own["stderr"][name] == pytest.approx(row["stderr"][name])
            assert own["intervals"][name] == pytest.approx(row["intervals"][name])


def test_means_are_plain_and_those_that_the_harness_makes_of_the_group(tmp_path, sampled):
    given = responses()
    lines = ({"id": i, "response": t} for i, t in given.items())
    board = write([write_lines(tmp_path / "r.jsonl", lines)], tmp_path / "out")
    stated = evaluate(RecordedLM(given), "tempanswerqa")["results"]["tempanswerqa"]
    for mean in rows(board, task=MEAN):
        parts = [row for row in rows(board, model="r", filter=mean["filter"]) if row != mean]
        assert len(parts) == len(SUBSETS)
        for name in LISTED:
            if name in METRICS:
                assert mean[name] == pytest.approx(stated[f"{name},{mean['filter']}"])
                assert mean[name] == pytest.approx(np.mean([row[name] for row in parts]))


def test_a_mean_needs_all_tasks():
    tasks = [f"tempanswerqa_{name}" for name in SUBSETS]
    whole = [made("whole", 0.5, task) for task in tasks]
    part = [made("part", 0.5, task) for task in tasks[1:]]
    chat = [made("chat", 0.5, task + "_chat" * ("tot" in task)) for task in tasks]
    found = views([*whole, *part, *chat])
    means = [row for view in found for row in view if row["task"].startswith(MEAN)]
    assert [(row["task"], row["model"]) for row in means] == [
        (MEAN, "whole"),
        (f"{MEAN}, chat", "chat"),
    ]
    assert means[0]["questions"] == 4 * 200
    limited = views([*whole[:3], made("whole", 0.5, tasks[3], limits=["limited"])])[0]
    assert [(row["state"], row["ranks"]) for row in limited] == [("no rank: limited", {})]


def test_like_is_ranked_with_like():
    found = shown(
        *(made("other", 0.9, others=["other prompts (x)"], prompts="x"), made("best", 0.8)),
        *(made("limited", 0.95, limits=["limited"]), made("worse", 0.3)),
    )
    assert found == [[("best", 1), ("worse", 2)], [("other", None)], [("limited", None)]]
    alike = [made(name, 0.5, others=["o"], prompts=p) for name, p in ("ax", "bx", "cy")]
    assert [len(group) for group in shown(*alike)] == [2, 1]


def test_undefined_scores_are_last_and_have_no_rank():
    none = made("none", scores={"exact_match": [np.nan] * 200})
    assert shown(none, made("zero", 0)) == [[("zero", None), ("none", None)]]


def test_what_a_run_is_is_told(runs, released, tmp_path, pinned, capsys):
    """A complete run, a limited one, a truncated one, and one with other prompts or questions."""
    place = shutil.copytree(runs / "model0/zero-shot", tmp_path / "in/a")
    (results,) = place.glob("results_*")
    date = results.stem.removeprefix("results_")
    task = "tempanswerqa_tot_arith"
    samples = f"samples_{task}_{date}.jsonl"
    lines = (place / samples).read_text().splitlines(keepends=True)
    foreign = json.dumps(json.loads(lines[0]) | {"doc": {"id": "mine"}}) + "\n"
    kinds = {
        "limited": (lines[:5], {"config": {"limit": 5}}),
        "cut": (lines[:-1], {}),
        "prompted": (
            lines,
            {"configs": {task: {"metadata": {"prompts": "1234567" * 5 + "89abc"}}}},
        ),
        "foreign": ([*lines, foreign], {}),
    }
    for n, (model, (kept, stated)) in enumerate(kinds.items()):
        folder = tmp_path / "in" / model
        folder.mkdir()
        kept = [line.replace(" + 2 = ", f" + 2 + {n} - {n} = ") for line in kept]
        (folder / samples).write_text("".join(kept))
        stated |= {"model_name": model, "n-shot": {task: 0}}
        (folder / f"results_{date}.json").write_text(json.dumps(stated))
    board = write([tmp_path / "in"], tmp_path / "out")
    found = {
        row["model"]: row["state"]
        for row in rows(board, filter=STRICT)
        if "arithmetic" in row["task"] and row["state"] != "published"
    }
    n = len(lines)
    assert found == {
        MODELS[0]: f"{SCORED}; {ALONE}",
        "limited": f"no rank: limited: 5 of {n} questions",
        "cut": f"no rank: incomplete: {n - 1} of {n} questions",
        "prompted": f"{SCORED}; {ALONE}; other prompts (1234567)",
        "foreign": "no rank: other questions; 1 lines are cut or answer other questions, first 25",
    }


def test_published_rows_are_those_of_the_tables_and_stand_apart(board):
    found = views([made("a"), made("b", task="tempanswerqa_ttqa_tail")])
    (arith, tail) = ([row for row in view if not row["group"]] for view in found)
    with TABLES.open(newline="", encoding="utf-8") as file:
        told = [row for row in csv.DictReader(file) if row["split"] == "arithmetic"]
    told = [row for row in told if row["prompting"] in ("", "zero-shot")]
    assert len(told) == len(arith) == len(tail) == 6 + 2
    for row, line in zip(told, arith, strict=True):
        assert (line["model"], line["ranks"]) == (row["model"], {})
        values = (100 * line["exact_match"], line["smape"])
        assert [f"{value:.2f}" for value in values] == [row["exact_match"], row["smape"]]
        assert line["mase"] is None
    for row in rows(board, state="published"):
        assert (row["filter"], row["ranks"]) == (STRICT, {})
    assert not any("Mean" in row["task"] for row in rows(board, state="published"))


def test_columns_have_one_order_and_the_page_needs_nothing_but_itself(board):
    html = (board / "index.html").read_text(encoding="utf-8")
    page = Page(html)
    heads = html.split("<thead>")[1].split("</thead>")[0]
    places = [heads.index(f">{name}") for name in ("EM", "±1", "sMAPE", "unread", "MASE")]
    assert places == sorted(places)
    count = 5 * 2 * 2
    assert {*page.addresses} == {"#main", "leaderboard.json"} | {
        f"#view-{n}" for n in range(1, count + 1)
    }
    assert html.count("<script>") == 1
    assert max(page.ids[name] for name in page.ids if name) == 1


@settings(max_examples=10)
@example("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "a\u202eb\u2066\ud800")
@given(NAMES, NAMES, NAMES)
def test_any_name_is_one_row_and_no_markup(name, title, state):
    tags = []
    for text in (("plain", "Any", "x"), (name, title, state)):
        with TemporaryDirectory() as folder:
            board = Board([made(text[0], others=[text[2]])], [], Gathered())
            write_board(board, Path(folder), text[1])
            tags.append(Page((Path(folder) / "index.html").read_text(encoding="utf-8")).tags)
            (row,) = [row for row in rows(Path(folder)) if row["state"] != "published"]
            assert row["model"] == text[0]
    assert tags[0] == tags[1]


def test_a_row_has_its_scores_by_unit(board):
    task = questions.SUBSETS["ttqa_head"].title
    asked = [q.unit for q in questions.load("ttqa_head", SAMPLE)]
    for row in (row for row in rows(board, task=task) if row["sender"]):
        parts = row["parts"]
        assert {unit: part["n"] for unit, part in parts.items()} == Counter(asked)
        total = sum(part["n"] * part["exact_match"] for part in parts.values())
        assert total / len(asked) == pytest.approx(row["exact_match"])
        assert parts["date"]["smape"] is None
    assert "<summary>by unit</summary>" in (board / "index.html").read_text(encoding="utf-8")


TASK = "tempanswerqa_tot_arith"


def send(runs: Path, folder: Path, model: str, change=None, day: int = 2, **stated) -> Path:
    """Write a run on one task into a folder, with its lines changed; return the samples file."""
    (source,) = (runs / "model0/zero-shot").glob(f"samples_{TASK}_2*")
    lines = [json.loads(line) for line in source.open(encoding="utf-8")]
    date = f"2026-01-0{day}T03-04-05.678901"
    results = {"model_name": model, "n-shot": {TASK: 0}, "versions": {TASK: 1.0}} | stated
    path = write_lines(folder / f"samples_{TASK}_{date}.jsonl", change(lines) if change else lines)
    (folder / f"results_{date}.json").write_text(json.dumps(results))
    return path


def strict(place: Path, folder: Path, code: int) -> dict[str, dict]:
    """Write a board with --strict; return the rows of strict readings by their models."""
    named = ["--out", str(folder), "--data_dir", str(SAMPLE), "--strict"]
    assert cli.main(["leaderboard", str(place), *named]) == code
    own = [row for row in rows(folder, filter=STRICT) if row["state"] != "published"]
    assert len({row["model"] for row in own}) == len(own)
    return {row["model"]: row for row in own}


def answered(lines, end):
    return [line | {"resps": [[line["resps"][0][0].replace('"}', end)]]} for line in lines]


def test_a_name_that_is_taken_stays_with_its_first_owner(runs, tmp_path):
    send(runs, tmp_path / "in/z", "m", day=1)
    send(runs, tmp_path / "in/a/sub", "m", lambda lines: answered(lines, ' in all"}'))
    found = strict(tmp_path / "in", tmp_path / "out", 0)
    assert {name: row["sender"] for name, row in found.items()} == {"m": "z", "m (a)": "a"}
    assert ">z</bdi>" in (tmp_path / "out/index.html").read_text(encoding="utf-8")


def test_runs_with_the_same_responses_are_named_and_count_once(runs, tmp_path, capsys):
    send(runs, tmp_path / "in/owner", "m", day=1)
    send(runs, tmp_path / "in/thief", "mine", lambda lines: answered(lines, ' "}'))
    send(
        runs, tmp_path / "in/near", "near", lambda lines: [*answered(lines[:2], '0"}'), *lines[2:]]
    )
    send(runs, tmp_path / "in/other", "x", lambda lines: answered(lines, ' in all"}'))
    found = strict(tmp_path / "in", tmp_path / "out", 1)
    assert "the same responses as m zero-shot of owner" in found["mine"]["state"]
    assert "the same responses as mine zero-shot of thief" in found["m"]["state"]
    assert "the same responses" not in found["near"]["state"]
    assert {row["ranks"]["exact_match"]["worst"] for row in found.values()} <= {1, 2, 3}
    assert found["mine"]["ranks"] == found["m"]["ranks"]
    told = capsys.readouterr().err
    assert [name for name in ("thief", "near", "other") if f"in/{name}" in told] == ["thief"]


def again(lines):
    return [*lines, lines[0]]


FAULTS = {
    "a second response": (again, {}, "1 further responses to questions"),
    "two responses": (
        lambda lines: [line | {"resps": [line["resps"][0] * 2]} for line in lines],
        {"configs": {TASK: {"repeats": 1}}},
        "24 further responses to questions",
    ),
    "each twice": (lambda lines: lines * 2, {}, "2 responses to a question"),
    "another version": (None, {"versions": {TASK: 0.5}}, "version 0.5 of the task, not 1.0"),
    "a cut line": (lambda lines: [*lines, "cut"], {}, "1 lines are cut"),
    "other scores": (
        None,
        {"results": {TASK: {"exact_match,strict-match": 0.99}}},
        "exact_match,strict-match 0.99, not ",
    ),
    "a lost line": (lambda lines: lines[1:], {}, "incomplete"),
}


@pytest.mark.parametrize("case", FAULTS.values(), ids=list(FAULTS))
def test_faults_are_named_on_the_page_and_by_check(runs, tmp_path, capsys, case):
    change, stated, fact = case
    send(runs, tmp_path / "in/good", "good", lambda lines: answered(lines, ' in all"}'))
    send(runs, tmp_path / "in/bad", "bad", change, **stated)
    found = strict(tmp_path / "in", tmp_path / "out", int(bool(fact)))
    assert fact in found["bad"]["state"]
    assert "responses" in found["good"]["state"]
    capsys.readouterr()
    words = ["pack", "--check", str(tmp_path / "in/bad"), "--data_dir", str(SAMPLE)]
    assert cli.main(words) == 1  # and three tasks are missing
    assert fact.replace("incomplete", "1 missing") in capsys.readouterr().err


def test_a_row_leads_to_its_answers(runs, tmp_path):
    send(runs, tmp_path / "in/good", "org/good")
    named = ["--out", str(tmp_path / "out"), "--data_dir", str(SAMPLE), "--answers"]
    assert cli.main(["leaderboard", str(tmp_path / "in"), *named]) == 0
    page = Page((tmp_path / "out/index.html").read_text(encoding="utf-8"))
    links = {link for link in page.addresses if "report" in link}
    assert links == {
        f"report/index.html#task={TASK}&prompting=zero-shot&filter={rule}&model=good&readings=all"
        for rule in (STRICT, "flexible-extract")
    }
    assert (tmp_path / "out/report/index.html").exists()
    assert (tmp_path / f"out/report/answers/{TASK}.js").exists()


def test_results_without_samples_are_named(runs, tmp_path):
    send(runs, tmp_path / "in/good", "good")
    send(runs, tmp_path / "in/bad", "bad", results={TASK: {}}).unlink()
    assert [*strict(tmp_path / "in", tmp_path / "out", 1)] == ["good"]
    html = (tmp_path / "out/index.html").read_text(encoding="utf-8")
    assert "<bdi>bad/results_2026-01-02" in html
    assert str(tmp_path) not in html


def test_what_cannot_be_read_is_named_and_left_out(tmp_path, capsys, sampled):
    lines = [{"id": i, "response": t} for i, t in responses().items()]
    good = write_lines(tmp_path / "r.jsonl", lines)
    (tmp_path / "bad.jsonl").write_text("{}\n", encoding="utf-8")
    board = write([good, tmp_path / "bad.jsonl", tmp_path / "none"], tmp_path / "out")
    assert len(rows(board, model="r", task=MEAN)) == 2
    told = capsys.readouterr().err
    assert str(tmp_path / "bad.jsonl") in told
    assert str(tmp_path / "none") in told


ROWS = (
    "return [...document.querySelectorAll('section.view:not([hidden]) tbody:not(.published) tr')]"
    ".filter(row => row.getClientRects().length)"
)


@pytest.fixture(scope="module")
def page(board) -> Path:
    return board / "index.html"


@pytest.mark.slow
@pytest.mark.usefixtures("untouched")
class TestBrowser:
    """The page is sorted, filtered, and as wide as its window."""

    VIEW = "section.view:not([hidden])"

    def orders(self, driver, column):
        found = driver.execute_script(f"{ROWS}.map(row => row.cells[{column}].dataset.order)")
        return [float(order) for order in found]

    def ranks(self, driver):
        return driver.execute_script(f"{ROWS}.map(row => row.cells[0].firstChild.textContent)")

    def test_a_click_sorts_runs_the_best_first_and_the_paper_stays_below(self, driver):
        assert self.ranks(driver) == ["1", "2", "3"]
        for column in (4, 2):  # sMAPE, EM
            heading = find(driver, f"{self.VIEW} thead th")[column]
            for turned in (False, True):
                heading.find_element("tag name", "button").click()
                found = self.orders(driver, column)
                assert found == sorted(found, reverse=(column == 2) != turned)
                assert self.ranks(driver) == ["1", "2", "3"][:: -1 if turned else 1]
        choose(driver, "task", "Test of Time, arithmetic")
        bodies = find(driver, f"{self.VIEW} tbody")
        assert [body.get_attribute("class") for body in bodies] == ["", "published"]
        assert len(find(bodies[1], "tr")) == 1 + 8
        find(driver, f"{self.VIEW} thead th")[5].find_element("tag name", "button").click()
        assert self.ranks(driver) == ["–"] * 3  # MASE ranks none
