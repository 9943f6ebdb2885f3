"""Tests what `tempanswerqa score` prints and writes, and the options that control it."""

import json
import os
import threading

import pytest
from cases import cased
from scored import cells, responses, score, write_answers, write_lines
from support import SAMPLE, SUBSETS

from tempanswerqa import cli, private, questions
from tempanswerqa.answers.result import REASONS
from tempanswerqa.scoring import FLEXIBLE

pytestmark = pytest.mark.usefixtures("sampled")


@cased
def test_what_cannot_be_done_leaves_the_files_that_were_there(
    folder, tmp_path, place, option, target
):
    (tmp_path / "old").write_text("old")
    assert cli.main(["score", str(folder / place), option, str(tmp_path / target)]) == 1
    assert [path.read_text() for path in tmp_path.iterdir()] == ["old"]


def test_items_and_json_say_how_sure_readings_are_and_why_there_is_none(capsys, tmp_path):
    asked = questions.load("ttqa_head", SAMPLE)
    said = ["Final Answer: 3", "So it was 3 years.", "Final Answer: unknown", "<think>3", ""]
    given = {q.id: said[n % len(said)] for n, q in enumerate(asked)}
    path, file = write_answers(tmp_path / "run.jsonl", given), tmp_path / "items.csv"
    _, summaries, _ = score(capsys, path, "--items", file)
    for summary in summaries:
        items = [item for item in cells(file) if item["filter"] == summary["filter"]]
        flexible = summary["filter"] == FLEXIBLE
        for item in items:
            assert (item["number"] == "") == (item["unread"] in REASONS)
            assert bool(item["probability"]) == bool(flexible and item["number"])
        shares = {why: sum(i["unread"] == why for i in items) / len(items) for why in REASONS}
        assert shares["refused"] > 0 < shares["thinking unfinished"]
        assert summary["readings"] == shares


def test_items_go_where_a_link_points_and_into_a_pipe(folder, tmp_path, capsys):
    (tmp_path / "target.csv").write_text("old")
    (tmp_path / "link.csv").symlink_to("target.csv")
    assert cli.main(["score", str(folder), "--items", str(tmp_path / "link.csv")]) == 0
    assert f"tempanswerqa: wrote {tmp_path}/link.csv\n" in capsys.readouterr().err
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "target.csv").read_text().startswith("model,prompting,task,filter,id,")
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
    written = [json.loads(path.read_text()) for path in (tmp_path / "out/a__b").glob("results_*")]
    assert sorted(book["model_name"] for book in written) == ["a:b", "a?b"]
    assert len(list((tmp_path / "out/unnamed").glob("samples_*"))) == 1
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a__b", "unnamed"]


@pytest.mark.parametrize(
    "model", ["a\x00b", "a\ud800b", "\x1b[2J\n", "m" * 300, "ö" * 299, "a/../../b"]
)
def test_any_name_of_a_model_has_its_folder(capsys, tmp_path, model):
    date = "2026-01-02T03-04-05.678901"
    lines = [{"doc": {"id": i}, "resps": [t]} for i, t in responses().items()]
    write_lines(tmp_path / f"in/samples_tempanswerqa_{date}.jsonl", lines)
    (tmp_path / f"in/results_{date}.json").write_text(json.dumps({"model_name": model}))
    code, found, told = score(capsys, tmp_path / "in", "--output_path", tmp_path / "out")
    named = private.public(model).removeprefix("a/../../")  # a digest ends names that are too long
    assert (code, {row["model"] for row in found}) == (0, {named}), told
    (folder,) = (tmp_path / "out").iterdir()
    assert len(folder.name.encode()) <= 200
    (results,) = folder.glob("results_*.json")
    assert json.loads(results.read_text())["model_name"] == named
    assert len([*folder.glob("samples_*")]) == len(SUBSETS)
