"""Tests results files beside the published rows, and the command that shows them."""

import json
import math

import pytest
from support import evaluate, save
from tram_support import AnsweringLM

from tempanswerqa import cli
from tempanswerqa.neighbours.tram import results
from tempanswerqa.neighbours.tram.items import TASKS
from tempanswerqa.runs.saved_responses import RecordedError


def run(*arguments: str) -> int:
    return cli.main(["tram", *arguments])


@pytest.fixture(scope="module")
def saved(archives, tmp_path_factory):
    """Return what lm_eval writes of a run of two groups."""
    folder = tmp_path_factory.mktemp("results")
    metadata = {"per_category": 2, "seed": 1}
    found = evaluate(AnsweringLM(), "tram_gen", "tram_text", data_dir=archives, metadata=metadata)
    save(found, folder)
    return folder


def test_published_rows():
    rows = results.published()
    assert len(rows) == 18
    human = rows[-1]
    assert (human.name, human.scores["arithmetic_acc"]) == ("Human Experts", 98.7)
    assert human.average == pytest.approx(95.2, abs=0.05)
    assert rows[0].average == pytest.approx(35.4, abs=0.05)
    assert {len(row.scores) for row in rows} == {12}


def test_rows_of_results(saved):
    texts, generated = sorted(results.saved(str(saved)), key=lambda row: "SP" in row.name)
    assert texts.name == "a_model (0S, 2 per category, texts)"
    assert generated.name == "a_model (0S, 2 per category, SP)"
    for row in (texts, generated):
        assert set(row.scores) == set(results.COLUMNS)
        assert set(row.scores.values()) == {100}
        assert row.average == 100
    assert results.tasks([texts]) == list(TASKS)


def test_parts_of_a_run_have_no_average(tmp_path):
    stated = {
        "results": {"tram_nli": {"acc,none": 0.5, "acc_stderr,none": 0.1, "f1,none": 0.25}},
        "n-shot": {"tram_nli": 5},
        "n-samples": {"tram_nli": {"original": 10, "effective": 4}},
        "configs": {"tram_nli": {"metadata": {"version": 1.0}}},
        "model_name": "some/model",
    }
    path = tmp_path / "results_2025.json"
    path.write_text(json.dumps(stated))
    (row,) = results.saved(str(path))
    assert row.name == "some/model (5S, 4 questions, letters)"
    assert (row.scores["nli_acc"], row.scores["nli_f1"]) == (50, 25)
    assert math.isnan(row.scores["ordering_acc"])
    assert math.isnan(row.average)
    assert results.tasks([row]) == ["nli"]


@pytest.mark.parametrize(("content", "said"), [
    ("", "name a results file"), ("[1]", "name a results file"),
    ('{"results": {"tram_nli": {}}}', "name a results file"),
    ('{"results": {"tram_nli": {"acc,none": "x"}}}', "name a results file"),
    ('{"results": {"other": {}}}', "no task of TRAM"),
])  # fmt: skip
def test_files_that_are_no_results(tmp_path, content, said):
    (tmp_path / "results_1.json").write_text(content)
    with pytest.raises(RecordedError, match=said):
        results.saved(str(tmp_path))


def test_places_without_results(tmp_path):
    with pytest.raises(RecordedError, match=r"no results_\*.json there"):
        results.saved(str(tmp_path))
    with pytest.raises(RecordedError, match="no file there; name results_"):
        results.saved(str(tmp_path / "none.json"))


def test_the_command_shows_all_three(saved, archives, capsys):
    assert run("compare") == 0
    shown = capsys.readouterr().out
    assert "Human Experts" in shown
    assert "options alone" not in shown

    assert run("compare", str(saved), "--data_dir", str(archives)) == 0
    shown = capsys.readouterr().out
    for text in ("GPT-4 (5S, CoT)", "Human Experts", "a_model (0S, 2 per category, SP)"):
        assert text in shown
    last = next(line for line in shown.splitlines() if line.startswith("options alone"))
    assert last.split()[-3:] == ["100.0", "100.0", "-"]  # the right option is the smallest

    assert run("compare", str(saved), "--data_dir", str(archives), "--format", "json") == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["from"] for row in rows] == ["published"] * 18 + ["results"] * 2 + ["options alone"]
    assert rows[-1]["average"] is None


def test_shortcuts(archives, capsys):
    tasks = ("--tasks", "tram_nli,causality")
    assert run("shortcuts", *tasks, "--data_dir", str(archives), "--format", "csv") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("task,category,n,chance,smallest,middle,largest,")
    assert lines[1].startswith("nli,Facts,6,0.333")
    assert [line.split(",")[:2] for line in lines[1:]] == [
        [task, name] for task in ("nli", "causality") for name in ("Facts", "Shift - MT", "all")
    ]
    assert run("shortcuts", *tasks, "--data_dir", str(archives)) == 0
    assert "with the best rule of each category: nli 100.0, causality 100.0" in (
        capsys.readouterr().out
    )


def test_missing_archives_are_told_and_the_others_shown(archives, tmp_path, capsys):
    (tmp_path / "causality.zip").write_bytes((archives / "causality.zip").read_bytes())
    tasks = ("--tasks", "nli,causality")
    assert run("shortcuts", *tasks, "--data_dir", str(tmp_path), "--format", "csv") == 1
    told = capsys.readouterr()
    assert "error: nli_mcq.zip: not in the folder" in told.err
    assert "causality,all,12" in told.out


def test_unknown_tasks(capsys):
    assert run("shortcuts", "--tasks", "freqency") == 1
    assert "unknown task 'freqency'; did you mean frequency?" in capsys.readouterr().err
