"""Tests saved outputs of chat models, of models that think, and of parts of a task."""

import json
import os
import re
import subprocess
import sys
from math import ceil

import pytest
from scored import cells, respond, score, write_answers, write_lines
from support import SAMPLE, SIZES, SUBSETS, evaluate, save, state

from tempanswerqa import cli, questions
from tempanswerqa.harness.models import RecordedLM
from tempanswerqa.metrics import scores
from tempanswerqa.questions.record import TOT_PREFILL, mixed
from tempanswerqa.runs import score_files

pytestmark = pytest.mark.usefixtures("sampled")


def whole(response: str) -> str:
    """Return a reply that does not continue a prefill, like those of chat models."""
    return f"Here it is: {TOT_PREFILL}{response}"


@pytest.mark.slow
@pytest.mark.parametrize(
    "tasks",
    [
        ("tempanswerqa_tot_arith_chat_fewshot", "tempanswerqa_tot_semantic_chat_fewshot"),
        ("tempanswerqa_sample_tot_arith_chat", "tempanswerqa_sample_tot_semantic_chat"),
    ],
)
def test_samples_without_prefill_are_read_without_and_keep_their_task(
    capsys, given, tmp_path, tasks
):
    ours = [question for subset in SUBSETS[:2] for question in questions.load(f"sample_{subset}")]
    replies = {i: whole(response) for i, response in (given | respond(ours)).items()}
    results = evaluate(RecordedLM(replies), *tasks)
    save(results, tmp_path / "first")
    code, found, _ = score(capsys, tmp_path / "first", "--output_path", tmp_path / "second")
    assert (code, len(found)) == (0, 4)
    assert {r["task"] for r in found} == {task.removesuffix("_fewshot") for task in tasks}
    (path,) = (tmp_path / "second/a_model").glob("results_*.json")
    again = json.loads(path.read_text())["results"]
    for task in tasks:
        scores = results["results"][task]
        assert 0 < scores["exact_match,strict-match"] < scores["parsed,strict-match"] < 1
        known = {key: value for key, value in scores.items() if isinstance(value, float)}
        same = {key: again[task][key] for key in known}
        assert same == known
    for file in (tmp_path / "first").rglob("samples_*"):
        file.rename(file.with_name(f"mine_{file.name}"))
    _, renamed, _ = score(capsys, tmp_path / "first")
    assert [r["task"] for r in renamed] == [r["task"] for r in found]
    assert [r["smape"] for r in renamed] == [r["smape"] for r in found]


@pytest.mark.parametrize("limit", [None, 7])
def test_a_file_that_ends_early_is_told(capsys, given, tmp_path, limit):
    task = "tempanswerqa_ttqa_head"
    save(evaluate(RecordedLM(given), task, limit=limit), tmp_path)
    (path,) = tmp_path.rglob("samples_*.jsonl")
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:4]), encoding="utf-8")
    _, found, told = score(capsys, tmp_path)
    assert [row["n"] for row in found] == [4] * 2
    asked = limit or len(questions.load("ttqa_head", SAMPLE))
    assert re.search(rf"\b4\b.*\b{asked}\b", told)
    assert "missing" not in told


def test_runs_with_and_without_prefill_are_kept_apart(capsys, given, tmp_path):
    asked = questions.load("tot_arith", SAMPLE)
    plain = [{"id": q.id, "response": given[q.id]} for q in asked]
    chat = [{"id": q.id, "response": whole(given[q.id]), "prefill": ""} for q in asked]
    for name, lines in (("both", [*plain, *chat]), ("plain", plain), ("chat", chat)):
        write_lines(tmp_path / f"{name}.jsonl", lines)
    _, found, told = score(capsys, tmp_path / "both.jsonl", "--filter", "strict-match")
    tasks = ["tempanswerqa_tot_arith", "tempanswerqa_tot_arith_chat"]
    assert [r["task"] for r in found] == tasks
    assert [(r["n"], r["repeated"], r["missing"]) for r in found] == [(len(asked), 0, 0)] * 2
    assert (found[0]["smape"], told) == (found[1]["smape"], "")
    assert cli.main(["compare", *(f"{tmp_path}/{name}.jsonl" for name in ("plain", "chat"))]) == 1
    told = capsys.readouterr().err
    assert all(task in told for task in tasks)


TASK, MARK = "tempanswerqa_ttqa_head", "<|over|>"
THOUGHT = "Final Answer: 3? Or 1 + 1 = 3? Wait."


@pytest.fixture(scope="module")
def asked() -> list[questions.Question]:
    return questions.load("ttqa_head", SAMPLE)


@pytest.fixture(scope="module")
def thinking(asked) -> dict[str, str]:
    """Return responses, every third with unclosed thinking."""
    given = respond(asked).items()
    return {i: f"{THOUGHT}{MARK * (n % 3 < 2)}\n{t}" for n, (i, t) in enumerate(given)}


@pytest.fixture(scope="module")
def results(thinking):
    """Return the results of the harness, which knows the mark."""
    return evaluate(RecordedLM(thinking), TASK, metadata={"think_end": MARK})


@pytest.fixture
def run(results, tmp_path):
    """Return the results, saved as the harness does."""
    save(dict(results), tmp_path / "run")
    return tmp_path / "run"


def test_a_mark_is_named_for_lines_and_stands_in_samples(
    capsys, run, results, asked, thinking, tmp_path
):
    lines = write_answers(tmp_path / "lines.jsonl", thinking)
    _, named, _ = score(capsys, lines, "--think_end_token", MARK)
    _, saved, _ = score(capsys, run)
    for record in (*named, *saved):
        assert record["signature"]["think_end_token"] == MARK
        assert record["thinking"] == pytest.approx(len(asked[2::3]) / len(asked))
        for name in scores.LISTED:
            value = results["results"][TASK][f"{name},{record['filter']}"]
            assert record[name] == pytest.approx(value)
    _, unnamed, _ = score(capsys, lines)
    assert {(r["thinking"], r["signature"]["think_end_token"]) for r in unnamed} == {(0, None)}
    assert unnamed[0]["exact_match"] < named[0]["exact_match"]
    _, found, _ = score(capsys, run, "--think_end_token", "@@")  # counts before the samples' mark
    assert {(r["thinking"], r["parsed"]) for r in found} == {(1, 0)}
    assert {r["signature"]["think_end_token"] for r in found} == {"@@"}


@pytest.fixture(scope="module")
def head() -> list[questions.Question]:
    """Return the questions of the task in the order in which they are asked."""
    return mixed(questions.load("ttqa_head", SAMPLE))


@pytest.mark.parametrize(
    ("options", "positions"),
    [
        ({"limit": 0.1}, range(ceil(SIZES["ttqa_head"] / 10))),
        ({"samples": {TASK: [9, 2, 4]}}, [2, 4, 9]),
    ],
    ids=str,
)
def test_a_part_is_scored_by_question_and_marked(capsys, head, tmp_path, options, positions):
    """The positions are those of the questions that a harness option keeps.

    Every answer is a different mistake.
    """
    mistaken = RecordedLM({q.id: state(q, q.number + 86_400 * n) for n, q in enumerate(head)})
    compared = [metric for metric in scores.LISTED if metric != "parsed"]
    whole = {
        (sample["doc"]["id"], sample["filter"]): [sample[name] for name in compared]
        for sample in evaluate(mistaken, TASK)["samples"][TASK]
    }
    save(evaluate(mistaken, TASK, **options), tmp_path / "run")
    arguments = ["score", str(tmp_path / "run")]
    asked = [head[position] for position in positions]
    n, total = len(asked), len(head)

    assert cli.main([*arguments, "--items", str(tmp_path / "items.csv"), "--format", "json"]) == 0
    records = json.loads(capsys.readouterr().out)
    for record in records:
        assert (record["n"], record["missing"]) == (n, total - n)
        assert (record["signature"]["limit"], record["signature"]["questions"]) == (n, total)
    items = cells(tmp_path / "items.csv")
    assert [item["id"] for item in items] == [question.id for question in asked] * len(records)
    for item in items:
        values = [float(item[name]) if item[name] else None for name in compared]
        assert repr(values) == repr(whole[item["id"], item["filter"]])

    assert cli.main([*arguments, "--wide"]) == 0
    table = capsys.readouterr().out
    assert len(re.findall(rf" {n} +{total} .* INCOMPLETE", table)) == len(records)
    assert f"n:{total}|limit:{n}" in table


def test_a_folder_with_other_tasks_is_scored_with_one_note(capsys, run):
    """They are from another benchmark, and from Test of Time together with ours."""
    (results,) = run.rglob("results_*.json")
    date = results.stem.removeprefix("results_")
    for task, own in (("gsm8k", {"answer": "#### 4"}), ("tot_arithmetic", {"centroid": 1.0})):
        other = results.with_name(f"samples_{task}_{date}.jsonl")
        doc = own | {"question": "2 + 2?"}
        write_lines(other, [{"doc": doc, "resps": [["4"]], "filter": "none"}])
    assert cli.main(["score", str(other)]) == 1
    assert capsys.readouterr().err
    for place in (results.parent, results):
        code, found, told = score(capsys, place)
        assert (code, {record["task"] for record in found}) == (0, {TASK})
        note, *others = told.splitlines()
        assert note.endswith("are left out: gsm8k, tot_arithmetic")
        assert not [line for line in others if "FEW GROUPS" not in line]


@pytest.mark.slow
def test_several_processes_score_as_one_does(capsys, monkeypatch, head, tmp_path):
    """Two runs are beside two files that cannot be used."""
    monkeypatch.setattr(score_files, "SMALL", 0)
    folder, found = tmp_path / "several", []
    for name, count in (("a", 5), ("c", 9)):
        write_answers(folder / f"{name}.jsonl", respond(head[:count]) | {"no-question": ""})
    write_lines(folder / "b.jsonl", [{"response": "3"}])
    write_lines(folder / "d.jsonl", [])
    for jobs in ("1", "2"):
        items, saved = tmp_path / "items.csv", tmp_path / jobs
        paths = ["--items", str(items), "--output_path", str(saved)]
        code = cli.main(["score", str(folder), "--format", "json", *paths, "--jobs", jobs])
        out, err = capsys.readouterr()
        samples = [path.read_bytes() for path in sorted(saved.rglob("samples_*"))]
        told = [line for line in err.splitlines() if "wrote" not in line]
        found.append((code, out, told, items.read_bytes(), samples))
    assert found[0] == found[1]
    code, out, told, _, samples = found[0]
    assert (code, len(samples)) == (1, 2)
    files = [name for line in told for name in "abcd" if f"/{name}.jsonl" in line]
    assert files == ["a", "a", "b", "c", "c", "d"]  # of a and c what is missing and unknown
    assert [row["n"] for row in json.loads(out)] == [5, 5, 9, 9]
    monkeypatch.setattr(score_files, "read_runs", lambda *_: os._exit(9))
    assert cli.main(["score", str(folder), "--jobs", "2"]) == 1
    out, err = capsys.readouterr()
    assert (out, "--jobs" in err) == ("", True)


INTERRUPTED = """
import os, signal, sys, time
from multiprocessing.connection import Connection
from pathlib import Path
from tempanswerqa.runs import score_files
signal.signal(signal.SIGINT, signal.default_int_handler)  # jobs in the background ignore it
parent, whole = os.getpid(), Connection._send_bytes

def half(self, data):
    if os.getpid() == parent:
        return whole(self, data)
    self._send(bytes([0, 0, 9, 9]))  # announces more than it sends
    sent = Path(sys.argv[1] + ".sent")  # one of the processes interrupts
    sent.exists() or sent.touch() or os.kill(parent, signal.SIGINT)
    time.sleep(60)

Connection._send_bytes = half
paths, options = [Path(each) for each in sys.argv[1:]], score_files.Options(jobs=2)
list(score_files._outcomes(paths, options, score_files.Library()))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems start processes anew")
def test_an_interruption_ends_the_command_while_a_result_is_half_sent(tmp_path):
    files = [tmp_path / name for name in ("a.jsonl", "b.jsonl")]
    for file in files:
        file.write_text("x" * score_files.SMALL)
    done = subprocess.run([sys.executable, "-c", INTERRUPTED, *files], stderr=-1, timeout=60)
    assert done.stderr.rstrip().endswith(b"KeyboardInterrupt")
