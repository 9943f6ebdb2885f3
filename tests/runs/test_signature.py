"""Runs with prompts other than the released ones do not pass as comparable."""

import shutil

import pytest
from scored import respond, score
from support import SAMPLE, evaluate, save

from tempanswerqa import questions
from tempanswerqa.harness.models import RecordedLM
from tempanswerqa.questions import prompts
from tempanswerqa.runs import run, selection

pytestmark = pytest.mark.usefixtures("sampled")
TASK = "tempanswerqa_ttqa_head"
PROMPTS = ("prompts/ttqa_few_shot.json", "prompts/ttqa_system_prompt_zero_shot.txt")


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Return data folders: the first has the released prompts, others a changed prompt file."""
    made = [SAMPLE]
    for name in PROMPTS:
        folder = tmp_path_factory.mktemp("data") / "other"
        shutil.copytree(SAMPLE, folder)
        text = (folder / name).read_text(encoding="utf-8")
        (folder / name).write_text(text.replace("answer", "reply"), encoding="utf-8")
        made.append(folder)
    return made


@pytest.fixture(scope="module")
def runs(folders, tmp_path_factory):
    """Return a run on each data folder."""
    model = RecordedLM(respond(questions.load("ttqa_head", SAMPLE)))
    made = [tmp_path_factory.mktemp("runs") / name for name in ("released", "shots", "system")]
    for folder, data_dir in zip(made, folders, strict=True):
        results = evaluate(model, TASK, data_dir=data_dir)
        noted = results["configs"][TASK]["metadata"]["prompts"]
        assert noted == prompts.digest("ttqa_head", data_dir)
        save(results, folder / folder.name)
    return made


@pytest.fixture
def released(monkeypatch, folders):
    monkeypatch.setattr(run, "RELEASED", {prompts.digest("ttqa_head", folders[0])})


def test_other_prompts_are_warned_of(capsys, runs, folders, released):
    _, found, _ = score(capsys, *runs)
    told = {r["signature"]["prompts"] for r in found}
    assert told == {None, *(prompts.digest("ttqa_head", folder) for folder in folders[1:])}
    for pair in (runs[:2], runs[::2], runs[1:]):
        _, found, warned = score(capsys, *pair)
        assert len(found) == 4
        assert warned.count("differ in prompts; do not rank them") == 2


def test_other_prompts_stand_in_the_line_and_in_what_is_written_again(capsys, runs, tmp_path):
    _, (record, *_), _ = score(capsys, runs[1], "--output_path", tmp_path)
    noted = record["signature"]["prompts"]
    assert f"|prompts:{noted[:7]}|scale:" in selection.short(record["signature"])
    _, (again, *_), _ = score(capsys, tmp_path)
    assert again["signature"] == record["signature"]


def test_the_digests_of_the_released_prompts_are_known(published):
    assert {prompts.digest(subset, published) for subset in questions.SUBSETS} == prompts.RELEASED
