"""Saved outputs scored again: same scores as the tasks, nothing dropped, broken files told of."""

import csv
import gzip
import json
import math
import os
import re
import shutil
import threading
from pathlib import Path

import pytest
from support import SAMPLE, SUBSETS, evaluate, save, state

from tempanswerqa import cli, metrics, questions, rescoring
from tempanswerqa.models import RecordedLM
from tempanswerqa.results import ITEM_COLUMNS

FILTERS = ("strict-match", "flexible-extract")


@pytest.fixture(scope="module")
def responses() -> dict[str, str]:
    """Right, wrong and missing answers in turn to every question of the sample."""
    given = {}
    for subset in SUBSETS:
        for n, question in enumerate(questions.load(subset, SAMPLE)):
            number = question.number + (n % 3) * (86_400 if question.unit == "date" else 1)
            given[question.id] = "I cannot tell." if n % 7 == 6 else state(question, number)
    return given


@pytest.fixture(autouse=True)
def data(monkeypatch):
    monkeypatch.setenv("TEMPANSWERQA_DATA", str(SAMPLE))


@pytest.fixture(scope="module")
def folder(responses, tmp_path_factory) -> Path:
    """The responses as released files: one run, a file per split."""
    folder = tmp_path_factory.mktemp("released")
    for family, names in (("tot", ("arithmetic", "semantic")), ("ttqa", ("head", "tail"))):
        with (SAMPLE / f"questions/{family}.csv").open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))[::-1]
        for split in names:
            own = [row | {"response": responses[questions.question_id(row)]} for row in rows
                   if row["split"] == split]  # fmt: skip
            with gzip.open(folder / f"{family}_{split}_some-model_few-shot_x.csv.gz", "wt") as file:
                writer = csv.DictWriter(file, list(own[0]))
                writer.writeheader()
                writer.writerows(own)
    return folder


def score(capsys, *arguments: object) -> tuple[int, list[dict], str]:
    """Exit code, printed records and standard error of `tempanswerqa score`."""
    code = cli.main(["score", *map(str, arguments), "--format", "json"])
    printed = capsys.readouterr()
    return code, json.loads(printed.out or "[]"), printed.err


def test_released_files_score_as_through_the_harness(capsys, folder, responses):
    code, found, _ = score(capsys, folder)
    assert code == 0
    assert len(found) == len(SUBSETS) * len(FILTERS)
    tasks = [f"tempanswerqa_{subset}" for subset in SUBSETS]
    harness = evaluate(RecordedLM(responses), *tasks, data_dir=SAMPLE)["results"]
    for record in found:
        assert (record["model"], record["prompting"]) == ("some-model", "few-shot")
        for name in metrics.METRICS:
            key = f"{name},{record['filter']}"
            assert record[name] == harness[record["task"]][key]
            error = harness[record["task"]][f"{name}_stderr,{record['filter']}"]
            assert record["stderr"][name] == error
            low, high = record["intervals"][name]
            assert (low + high) / 2 == pytest.approx(record[name])
            assert high - low == pytest.approx(2 * 1.959964 * error, rel=1e-6)


@pytest.mark.parametrize("suffix", ["", "_fewshot"])
def test_samples_of_the_harness_give_the_same_results(capsys, responses, tmp_path, suffix):
    tasks = [f"tempanswerqa_{subset}{suffix}" for subset in SUBSETS]
    results = evaluate(RecordedLM(responses), *tasks, data_dir=SAMPLE)
    save(results, tmp_path / "first")
    code, found, _ = score(capsys, tmp_path / "first", "--output_path", tmp_path / "second")
    assert code == 0
    assert {record["model"] for record in found} == {"a_model"}
    (path,) = (tmp_path / "second/a_model").glob("results_*.json")
    again = json.loads(path.read_text())
    for task in tasks:
        scores = {k: repr(v) for k, v in results["results"][task].items()
                  if "," in k and "stderr_stderr" not in k}  # fmt: skip
        assert {k: repr(v) for k, v in again["results"][task].items() if "," in k} == scores
        assert again["n-samples"][task] == results["n-samples"][task]
    _, third, _ = score(capsys, tmp_path / "second")
    keys = ("task", "filter", "n", *metrics.METRICS)
    assert [[r[k] for k in keys] for r in third] == [[r[k] for k in keys] for r in found]


def whole(response: str) -> str:
    """A reply that goes on from no prefill, as chat models write one."""
    return f"Here it is: {questions.TOT_PREFILL}{response}"


@pytest.mark.parametrize(
    "tasks",
    [
        ("tempanswerqa_sample_tot_arith_chat", "tempanswerqa_sample_tot_semantic_chat"),
        ("tempanswerqa_tot_arith_chat", "tempanswerqa_tot_semantic_chat"),
        ("tempanswerqa_tot_arith_chat_fewshot", "tempanswerqa_tot_semantic_chat_fewshot"),
    ],
)
def test_samples_without_prefill_are_read_without_and_keep_their_task(
    capsys, responses, tmp_path, tasks
):
    replies = {identity: whole(response) for identity, response in responses.items()}
    results = evaluate(RecordedLM(replies), *tasks, data_dir=SAMPLE)
    save(results, tmp_path / "first")
    code, found, _ = score(capsys, tmp_path / "first", "--output_path", tmp_path / "second")
    assert (code, len(found)) == (0, 4)
    assert {r["task"] for r in found} == {task.removesuffix("_fewshot") for task in tasks}
    (path,) = (tmp_path / "second/a_model").glob("results_*.json")
    again = json.loads(path.read_text())["results"]
    for task in tasks:
        scores = results["results"][task]
        assert 0 < scores["exact_match,strict-match"] < scores["parsed,strict-match"] < 1
        assert all(repr(scores[k]) == repr(v) for k, v in again[task].items() if "," in k)
    if "_sample_" not in tasks[0]:  # samples in a file of another name are of the sample no more
        for file in (tmp_path / "first").rglob("samples_*"):
            file.rename(file.with_name(f"mine_{file.name}"))
        _, renamed, _ = score(capsys, tmp_path / "first")
        assert [r["task"] for r in renamed] == [r["task"] for r in found]
        assert [r["smape"] for r in renamed] == [r["smape"] for r in found]


def test_runs_with_and_without_prefill_are_kept_apart(capsys, responses, tmp_path):
    asked = questions.load("tot_arith", SAMPLE)
    lines = []
    for question in asked:
        given = responses[question.id]
        lines.append({"id": question.id, "response": given})
        lines.append({"id": question.id, "response": whole(given), "prefill": ""})
    for name, own in (("both", lines), ("plain", lines[::2]), ("chat", lines[1::2])):
        text = "".join(json.dumps(line) + "\n" for line in own)
        (tmp_path / f"{name}.jsonl").write_text(text)
    _, found, told = score(capsys, tmp_path / "both.jsonl", "--filter", "strict-match")
    tasks = ["tempanswerqa_tot_arith", "tempanswerqa_tot_arith_chat"]
    assert [r["task"] for r in found] == tasks
    assert [(r["n"], r["repeated"], r["missing"]) for r in found] == [(len(asked), 0, 0)] * 2
    assert (found[0]["smape"], told) == (found[1]["smape"], "")
    plain, chat = (str(tmp_path / f"{name}.jsonl") for name in ("plain", "chat"))
    assert cli.main(["compare", plain, chat]) == 1
    assert f"no task in common: {tasks[0]} against {tasks[1]}" in capsys.readouterr().err


def test_the_name_of_a_file_tells_the_prefill_where_its_samples_do_not(capsys, tmp_path):
    question = questions.load("tot_semantic", SAMPLE)[0]
    record = {"doc": {"id": question.id}, "resps": [[whole(state(question, 3))]], "filter": "f"}
    for suffix in ("", "_fewshot"):
        name = f"samples_tempanswerqa_tot_semantic_chat{suffix}_2026-01-02T03-04-05.6.jsonl"
        (tmp_path / name).write_text(json.dumps(record))
        _, (found, _), _ = score(capsys, tmp_path / name)
        assert (found["task"], found["parsed"]) == ("tempanswerqa_tot_semantic_chat", 1)


def test_sample_tasks_need_no_data(capsys, responses, tmp_path, monkeypatch):
    monkeypatch.delenv("TEMPANSWERQA_DATA")
    path = tmp_path / "m/samples_tempanswerqa_sample_ttqa_head_2026-01-02T03-04-05.6.jsonl"
    path.parent.mkdir()
    asked = questions.load("ttqa_head", SAMPLE)
    lines = ({"doc": {"id": q.id}, "resps": [[responses[q.id]]], "filter": "f"} for q in asked)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    code, found, _ = score(capsys, path)
    assert (code, found[0]["task"]) == (0, "tempanswerqa_sample_ttqa_head")
    assert found[0]["n"] == len(asked)


def test_items(capsys, folder, tmp_path):
    _, found, _ = score(capsys, folder, "--items", tmp_path / "items.csv")
    with (tmp_path / "items.csv").open(newline="") as file:
        items = list(csv.DictReader(file))
    assert tuple(items[0]) == ITEM_COLUMNS
    for record in found:
        own = [i for i in items if (i["task"], i["filter"]) == (record["task"], record["filter"])]
        assert len(own) == record["n"]
        for name, field in {"exact_match": "exact_match", "smape": "smape", "mase": "ase",
                            "mase_published": "ase_published", "bse": "bse"}.items():  # fmt: skip
            defined = [float(item[field]) for item in own if item[field]]
            assert math.fsum(defined) / len(defined) == pytest.approx(record[name], rel=1e-12)
        parsed = sum(bool(item["prediction"]) for item in own) / len(own)
        assert parsed == pytest.approx(record["parsed"])
        assert all(bool(item["rule"]) >= bool(item["prediction"]) for item in own)


CHANGED = [
    *[("13|13", None)] * 7,
    ("|13", "recovered"),
    ("unclear|13", "recovered"),
    ("3|4", "reread"),
    ("3|5", "reread"),
    ("3|6", "reread"),
    ("3|", "dropped"),
    ("|", None),
    ("unclear|", None),
]
"""What strict-match reads and what flexible-extract does, and as what that counts."""


@pytest.fixture
def changed(monkeypatch, tmp_path) -> Path:
    """Responses that state apart what each filter extracts, to questions in years."""

    def side(number: int):
        def extract(response: str, _):
            text = response.split("|")[number]
            return (text, "side") if text else None

        return extract

    for number, name in enumerate(FILTERS):
        monkeypatch.setitem(rescoring.FILTERS, name, side(number))
    asked = [q.id for q in questions.load("tot_semantic", SAMPLE)]
    lines = [{"id": i, "response": said} for i, (said, _) in zip(asked, CHANGED, strict=True)]
    path = tmp_path / "run.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_what_flexible_extract_reads_otherwise_is_counted(capsys, changed, tmp_path):
    _, (strict, flexible), _ = score(capsys, changed, "--items", tmp_path / "items.csv")
    names = ("recovered", "reread", "dropped")
    assert [strict[name] for name in names] == [None] * 3
    assert [flexible[name] for name in names] == [2, 3, 1]
    with (tmp_path / "items.csv").open(newline="") as file:
        differs = [item["differs"] for item in csv.DictReader(file)]
    assert differs == 2 * ["0" if change is None else "1" for _, change in CHANGED]


@pytest.mark.parametrize("name", FILTERS)
def test_one_filter_alone_differs_from_nothing(capsys, changed, tmp_path, name):
    options = ("--filter", name, "--items", tmp_path / "items.csv")
    _, (record,), _ = score(capsys, changed, *options)
    assert [record[name] for name in ("recovered", "reread", "dropped")] == [None] * 3
    with (tmp_path / "items.csv").open(newline="") as file:
        assert [item["differs"] for item in csv.DictReader(file)] == [""] * len(CHANGED)


@pytest.mark.parametrize("style", ["table", "markdown", "latex"])
def test_drawn_tables_count_changes_where_there_are_two_filters(capsys, changed, style):
    assert cli.main(["score", str(changed), "--format", style]) == 0
    shown = capsys.readouterr().out
    (heading,) = (line for line in shown.splitlines() if "sMAPE" in line)
    assert re.search(r"BSE\W+cut\W+new\W+re-read\W+dropped", heading)
    rows = [re.findall(r"[^\s|&\\]+", line) for line in shown.splitlines() if "semantic" in line]
    assert [row[-3:] for row in rows] == [["-", "-", "-"], ["2", "3", "1"]]
    assert "new = only read here" in shown
    assert cli.main(["score", str(changed), "--format", style, "--filter", FILTERS[1]]) == 0
    shown = capsys.readouterr().out
    assert "re-read" not in shown
    assert "dropped" not in shown


def test_csv_always_has_the_counts_of_changes(capsys, changed):
    for options, counts in (([], ["2", "3", "1"]), (["--filter", FILTERS[1]], ["", "", ""])):
        assert cli.main(["score", str(changed), "--format", "csv", *options]) == 0
        *_, row = csv.DictReader(capsys.readouterr().out.splitlines())
        assert [row[name] for name in ("recovered", "reread", "dropped")] == counts


def test_missing_repeated_and_unknown_are_named(capsys, responses, tmp_path):
    asked = questions.load("ttqa_tail", SAMPLE)
    lines = [{"id": q.id, "response": responses[q.id]} for q in asked[2:]]
    lines += [
        {"id": asked[3].id, "response": "Final Answer: 99"},
        {"id": "ttqa_tail-x", "response": ""},
    ]
    path = tmp_path / "run.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    code, (record, _), told = score(capsys, path)
    assert code == 0
    assert record["n"] == len(asked) - 2
    assert (record["missing"], record["repeated"], record["unknown"]) == (2, 1, 1)
    assert record["signature"]["limit"] == len(asked) - 2
    assert f"2 missing: {asked[0].id}, {asked[1].id}" in told
    assert f"1 repeated (the first answer counts): {asked[3].id}" in told
    assert f"1 unknown, in rows: {len(lines) - 1}" in told
    cli.main(["score", str(path)])
    table = capsys.readouterr().out
    assert f"{len(asked) - 2} of {len(asked)} INCOMPLETE" in table
    assert "INCOMPLETE: run tempanswerqa_ttqa_tail strict-match: 2 missing, 1 repeated" in table


def test_rows_of_equal_content_are_each_answered(capsys, tmp_path, monkeypatch, responses):
    data = Path(shutil.copytree(SAMPLE, tmp_path / "data"))
    with (data / "questions/ttqa.csv").open(newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    rows += [rows[0], rows[0]]
    tables = [("questions/ttqa.csv", header, rows)]
    said = ["Final Answer: 1"] * (len(rows) - 2) + ["Final Answer: 2", "Final Answer: 3"]
    answered = [[*row, text] for row, text in zip(rows, said, strict=True)]
    tables.append(("run.csv", [*header, "response"], answered))
    for name, head, cells in tables:
        with (data / name).open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([head, *cells])
    monkeypatch.setenv("TEMPANSWERQA_DATA", str(data))
    code, found, _ = score(capsys, data / "run.csv", "--items", tmp_path / "items.csv")
    assert (code, [r["repeated"] + r["missing"] for r in found]) == (0, [0] * 4)
    with (tmp_path / "items.csv").open(newline="") as file:
        own = [i for i in csv.DictReader(file) if i["id"].startswith(questions.question_id(
            dict(zip(header, rows[0], strict=True))))]  # fmt: skip
    assert [item["prediction"] for item in own[:3]] == ["1.0", "2.0", "3.0"]
    task = f"tempanswerqa_{own[0]['task'].removeprefix('tempanswerqa_')}"
    harness = evaluate(RecordedLM(data / "run.csv"), task, data_dir=data)["results"][task]
    (own_mase,) = {record["mase"] for record in found if record["task"] == task}
    assert own_mase == harness["mase,strict-match"]


def test_broken_files_are_told_of_and_the_others_scored(capsys, folder, tmp_path):
    (good,) = folder.glob("ttqa_head*")
    (tmp_path / good.name).write_bytes(good.read_bytes())
    (tmp_path / "cut.csv.gz").write_bytes(good.read_bytes()[:-30])
    (tmp_path / "cut.jsonl").write_text('{"id": "a", "resp')
    (tmp_path / "columns.csv").write_text("question,answer\n1,2\n")
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "latin.csv").write_bytes(
        "question,label,split,response\n\xe9,1,head,2".encode("latin1")
    )
    (tmp_path / "other.jsonl").write_text('{"id": "hellaswag-3", "response": "B"}\n')
    (tmp_path / "nan.jsonl").write_text('{"id": "ttqa_head-0", "response": NaN}\n')
    code, found, told = score(capsys, tmp_path, tmp_path / "nowhere")
    assert code == 1
    assert [record["n"] for record in found] == [17, 17]
    errors = [line for line in told.splitlines() if "error: " in line]
    assert len(errors) == 8
    for name in ("cut.csv.gz", "cut.jsonl, line 1", "columns.csv, line 1", "empty.csv, line 1",
                 "latin.csv, after", "other.jsonl", "nan.jsonl, line 1", "nowhere"):  # fmt: skip
        assert any(f"{tmp_path}/{name}" in error for error in errors), name


def test_nothing_to_score(capsys, tmp_path):
    assert score(capsys, tmp_path)[:2] == (1, [])


def test_a_failed_write_leaves_no_half_file(capsys, folder, tmp_path):
    items = tmp_path / "no/such/folder/items.csv"
    assert cli.main(["score", str(folder), "--items", str(items)]) == 1
    assert "there is no folder" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_bootstrap_is_seeded_and_signed(capsys, folder):
    options = (folder, "--filter", "strict-match", "--bootstrap", 200)
    _, first, _ = score(capsys, *options, "--seed", 5)
    _, again, _ = score(capsys, *options, "--seed", 5)
    _, other, _ = score(capsys, *options, "--seed", 6)
    assert first == again
    assert first[0]["signature"]["seed"] == 5
    assert first[0]["intervals"] != other[0]["intervals"]
    assert [r["smape"] for r in first] == [r["smape"] for r in other]


@pytest.mark.parametrize("style", ["table", "markdown", "latex", "csv"])
def test_styles_show_every_row(capsys, folder, style):
    assert cli.main(["score", str(folder), "--format", style]) == 0
    shown = capsys.readouterr().out.replace("\\_", "_")
    for subset in SUBSETS:
        assert shown.count(f"tempanswerqa_{subset}") >= 2
    if style == "csv":
        rows = list(csv.DictReader(shown.splitlines()))
        assert len(rows) == 8
        assert float(rows[0]["smape_low"]) < float(rows[0]["smape"]) < float(rows[0]["smape_high"])


def test_an_older_items_file_stays_where_nothing_is_scored(tmp_path):
    items = tmp_path / "items.csv"
    items.write_text("old")
    assert cli.main(["score", str(tmp_path / "nowhere"), "--items", str(items)]) == 1
    assert items.read_text() == "old"


def test_items_go_where_a_link_points_and_into_a_pipe(folder, tmp_path):
    (tmp_path / "target.csv").write_text("old")
    (tmp_path / "link.csv").symlink_to("target.csv")
    assert cli.main(["score", str(folder), "--items", str(tmp_path / "link.csv")]) == 0
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "target.csv").read_text().startswith(",".join(ITEM_COLUMNS))
    os.mkfifo(tmp_path / "pipe")
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append((tmp_path / "pipe").read_text()))
    reader.start()
    assert cli.main(["score", str(folder), "--items", str(tmp_path / "pipe")]) == 0
    reader.join(timeout=10)
    assert read == [(tmp_path / "target.csv").read_text()]
    assert (tmp_path / "pipe").is_fifo()


def test_runs_whose_names_become_equal_are_kept_apart(capsys, folder, tmp_path):
    (good,) = folder.glob("ttqa_head*")
    for name in ("a:b", "a?b", ".."):
        (tmp_path / f"ttqa_head_{name}_zero-shot.csv.gz").write_bytes(good.read_bytes())
    code, found, _ = score(capsys, tmp_path, "--output_path", tmp_path / "out")
    assert (code, len(found)) == (0, 6)
    assert len(list((tmp_path / "out/a__b").glob("samples_*"))) == 2
    assert len(list((tmp_path / "out/unnamed").glob("samples_*"))) == 1
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a__b", "unnamed"]


def test_output_path_that_is_a_file_is_refused_at_once(capsys, folder, tmp_path):
    (tmp_path / "out").write_text("")
    assert cli.main(["score", str(folder), "--output_path", str(tmp_path / "out")]) == 1
    assert "cannot hold results: it is a file" in capsys.readouterr().err


def test_names_cannot_break_a_table(capsys, folder, tmp_path):
    (good,) = folder.glob("ttqa_head*")
    (tmp_path / "ttqa_head_a|\x1b[31m_zero-shot.csv.gz").write_bytes(good.read_bytes())
    assert cli.main(["score", str(tmp_path), "--format", "markdown"]) == 0
    assert "a\\|?[31m" in capsys.readouterr().out


def test_incomplete_runs_are_told_of_in_styles_without_notes(capsys, folder, tmp_path):
    asked = questions.load("ttqa_tail", SAMPLE)[0]
    (tmp_path / "run.jsonl").write_text(json.dumps({"id": asked.id, "response": "3"}))
    _, _, told = score(capsys, tmp_path / "run.jsonl")
    assert "INCOMPLETE: run tempanswerqa_ttqa_tail strict-match: 15 missing" in told
    assert cli.main(["compare", str(tmp_path / "run.jsonl"), str(tmp_path / "run.jsonl")]) == 0
    assert "INCOMPLETE: run tempanswerqa_ttqa_tail" in capsys.readouterr().out


@pytest.mark.parametrize(
    "options", [("--bootstrap", "0"), ("--bootstrap", "9" * 20), ("--seed", "-1")]
)
def test_impossible_options_are_refused(capsys, folder, options):
    with pytest.raises(SystemExit) as ended:
        cli.main(["score", str(folder), *options])
    assert ended.value.code == 2
    assert "has to be" in capsys.readouterr().err
