"""Tests of what can be submitted: every reason against it is told at once, with what to do."""

import json
import shutil

import pytest
from cases import results_of
from scored import write_lines
from submission_support import SEED, N, command, edit_results, fresh_run, samples
from support import SUBSETS

from tempanswerqa import private
from tempanswerqa.runs.submission import bundle
from tempanswerqa.runs.submission.create import generation, public_name

KEY = "sk-abcdEFGH1234ijklMNOP5678"
ARITH, SEMANTIC, HEAD, TAIL = (f"tempanswerqa_fresh_{subset}" for subset in SUBSETS)


@pytest.fixture(scope="module")
def few_shot(tmp_path_factory):
    """Return a run with exemplars; to be copied, not changed."""
    return fresh_run(tmp_path_factory.mktemp("few"), end="_fewshot")


@pytest.fixture
def refused(capsys, out):
    """Return what is said of results that cannot be submitted, line by line."""

    def submit(*places: object) -> list[str]:
        capsys.readouterr()  # what was said before
        assert command("pack", *places, "--out", out) == 1
        assert not out.exists()
        *told, last = capsys.readouterr().err.splitlines()
        assert last == f"tempanswerqa: {len(told)} to put right; {out} was not written"
        assert all(line.startswith("tempanswerqa: error: ") for line in told)
        return [line.removeprefix("tempanswerqa: error: ") for line in told]

    return submit


def test_a_run_on_fresh_questions(fresh, out, capsys):
    assert command("pack", fresh, "--out", out) == 0
    shown = capsys.readouterr().out
    assert f"a_model, zero-shot, {4 * N} fresh questions (released, seed {SEED})" in shown
    found = bundle.read(out)
    assert [task.name for task in found.tasks] == [ARITH, SEMANTIC, HEAD, TAIL]
    assert {(task.draw.n, task.draw.seed, task.shots) for task in found.tasks} == {(N, SEED, 0)}
    assert found.settings.generation["max_gen_toks"] == 512
    assert found.settings.chat_template is False
    (results,) = fresh.rglob("results_*.json")  # which stands for its samples
    assert command("pack", results, fresh, samples(fresh, HEAD), "--out", out) == 0


@pytest.mark.slow
def test_a_level_is_in_the_names_of_runs(tmp_path, out, capsys):
    folder = fresh_run(tmp_path / "run", level="hard")
    names = [f"{task}.hard" for task in (ARITH, SEMANTIC, HEAD, TAIL)]
    assert command("score", folder, "--output_path", tmp_path / "again") == 0
    for place in (folder, tmp_path / "again"):
        assert command("pack", place, "--out", out) == 0
        assert command("verify", out) == 0
        shown = capsys.readouterr().out
        assert f"VERIFIED: a_model, zero-shot, {4 * N} fresh questions (hard, seed {SEED})" in shown
        found = bundle.read(out)
        assert [task.name for task in found.tasks] == names
        assert {task.draw.level for task in found.tasks} == {"hard"}


@pytest.mark.usefixtures("pinned")
def test_a_run_on_released_questions_holds_where_the_data_are_the_released(
    released, out, capsys, tmp_path
):
    assert command("pack", released, "--out", out) == 0
    assert command("verify", out) == 0
    total = sum(len(task.responses) for task in bundle.read(out).tasks)
    assert f"VERIFIED: a_model, zero-shot, {total} released questions" in capsys.readouterr().out
    (tmp_path / "empty").mkdir()
    assert command("verify", out, "--data_dir", tmp_path / "empty") == 1
    assert "not in the folder" in capsys.readouterr().out


@pytest.mark.usefixtures("sampled")
def test_questions_that_are_not_the_released_are_told(released, refused):
    told = refused(released)
    assert len(told) == len(SUBSETS)
    for line in told:
        assert "is not the released one (git blob " in line
        assert "--data_dir" in line


@pytest.mark.slow
@pytest.mark.usefixtures("pinned")
def test_chat_tasks_with_exemplars_are_noted(tmp_path, out, capsys):
    folder = fresh_run(tmp_path / "run", end="_chat_fewshot")
    assert command("pack", folder, "--out", out) == 0
    told = "a_model, few-shot, 36 fresh questions (released, seed 7), the model begins its turn"
    assert told in capsys.readouterr().out
    found = bundle.read(out)
    assert [task.name for task in found.tasks] == [f"{ARITH}_chat", f"{SEMANTIC}_chat", HEAD, TAIL]
    assert {task.shots for task in found.tasks} == {3}
    assert command("verify", out) == 0


def test_results_are_named_in_place_of_a_folder_with_several(run, out, refused):
    (results,) = run.rglob("results_*.json")
    date = results.stem.removeprefix("results_")
    for file in list(results.parent.iterdir()):
        shutil.copy(file, file.with_name(file.name.replace(date, "2030-01-01T00-00-00.5")))
    told = refused(run)
    assert len(told) == len(SUBSETS)
    assert told[0].startswith("tot_arith has 2 samples files, and only one can count: ")
    assert date in told[0]
    assert "2030-01-01T00-00-00.5" in told[0]
    assert command("pack", results, "--out", out) == 0
    for file in results.parent.glob("samples_*"):  # tasks that were run one by one are one run
        if (HEAD in file.name) == (date in file.name):
            file.unlink()
    assert command("pack", run, "--out", out) == 0


def test_zero_and_few_shot_are_not_mixed(fresh, few_shot, refused):
    given = [samples(fresh, name) for name in (ARITH, SEMANTIC, HEAD)]
    told = refused(*given, samples(few_shot, f"{TAIL}_fewshot"))
    assert len(told) == 2
    assert f"the numbers of exemplars deny it: {TAIL}: 3" in told[0]
    assert told[1].startswith("the tasks were not run alike; prompting differs: ")
    assert f"{TAIL}: 'few-shot'" in told[1]


def test_several_models_and_settings_are_told(run, refused, tmp_path):
    other = shutil.copytree(run, tmp_path / "other")

    def change(held):
        held.update(model_name="another", chat_template="{{x}}", chat_template_sha="0" * 64)
        held["configs"][TAIL]["generation_kwargs"]["max_gen_toks"] = 9

    edit_results(other, change)
    told = refused(*(samples(run, name) for name in (ARITH, SEMANTIC, HEAD)), samples(other, TAIL))
    fields = [line.split(";")[1].split()[0] for line in told]
    assert fields == ["model", "chat_template", "chat_template_sha", "generation"]


def test_a_part_of_the_questions_is_told(tmp_path, refused):
    folder = fresh_run(tmp_path / "limited", limit=4)
    edit_results(folder, lambda held: held["config"].update(limit=4.0))
    told = refused(folder)
    for wanted in ("4 of 9 questions were asked; run it again without --limit and --samples",
                   "5 of 9 questions have no response: number 5, number 6, "):  # fmt: skip
        assert sum(wanted in line for line in told) == 4
    assert len(told) == 8


def changed_lines(path, change):
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    write_lines(path, change(lines))


def test_a_question_twice_or_unknown_is_told(run, refused):
    changed_lines(samples(run, HEAD), lambda lines: [*lines, lines[0]])
    changed_lines(samples(run, TAIL), lambda lines: [*lines, lines[0] | {"doc": {"id": "mine"}}])
    told = refused(run)
    assert "answers 1 questions more than once: fresh_ttqa_head.released.7.0-" in told[0]
    assert "1 responses are to no known question: rows 18" in told[1]
    changed_lines(samples(run, TAIL), lambda lines: [
        line | {"resps": [line["resps"][0] * 4]} for line in lines
    ])  # fmt: skip
    edit_results(run, lambda held: held["configs"][TAIL].update(repeats=4))
    assert any("has 4 responses to a question, and a bundle holds" in line for line in refused(run))
    shutil.copy(samples(run, ARITH), samples(run, HEAD))
    assert f"holds responses of {ARITH}, and its name says otherwise" in refused(run)[0]


def test_scores_that_the_samples_do_not_give_are_named(run, refused):
    def change(held):
        held["results"][HEAD]["exact_match,strict-match"] += 0.01
        held["results"][TAIL]["capped_ase_stderr,flexible-extract"] = float("nan")
        held["results"][ARITH].pop("parsed,strict-match")

    edit_results(run, change)
    told = refused(run)
    assert len(told) == 3
    assert "strict-match: the samples do not score as results_" in told[0]
    assert "parsed not stated (here: " in told[0]
    assert f"samples_{HEAD}" in told[1]
    assert "exact_match 0." in told[1]
    assert "tempanswerqa score " in told[1]
    assert "capped_ase_stderr None (here: 0." in told[2]


def test_samples_or_results_alone_are_not_enough(run, refused, tmp_path):
    (results,) = run.rglob("results_*.json")
    told = refused(shutil.copy(results, tmp_path))
    assert "--log_samples" in told[0]
    assert told[1].startswith("no samples of tot_arith, tot_semantic, ttqa_head, ttqa_tail; ")
    for spoil in (lambda: results.write_text("[]"), results.unlink):
        spoil()
        told = refused(run)
        assert len(told) == len(SUBSETS)
        assert "beside it that can be read; copy it from where lm_eval ran (--out" in told[0]


def test_what_else_is_in_a_folder_is_left_alone(run, out, refused):
    (run / "samples_gsm8k_2030-01-01T00-00-00.5.jsonl").write_text("{}")
    (run / "mine.csv").write_text("a,b")
    assert command("pack", run, "--out", out) == 0
    out.unlink()
    told = refused(run / "mine.csv", run / "none")
    assert "is no samples_TASK_DATE.jsonl of a task of this benchmark" in told[0]
    assert told[1].startswith(f"{run / 'none'}: no response file there")


@pytest.mark.parametrize(("change", "told"), [
    (lambda held: held["versions"].update({HEAD: 0.5}), "states version 0.5 of the task"),
    (lambda held: held.update(versions=None), "states no version of the task"),
    (lambda held: held.update(lm_eval_version="0.4.9"), "lm_eval 0.4.9 was used"),
    (lambda held: held.update(model_name="a\x1bb"), "content.model: has to be"),
])  # fmt: skip
def test_versions_and_names_have_to_be_known(run, refused, change, told):
    edit_results(run, change)
    assert told in refused(run)[0]


def test_nothing_private_is_kept_or_said(run, out, tmp_path, capsys):
    def change(held):
        held["config"]["model_args"] = "pretrained=/home/me/secret-place/model-3b,api_key=hush"
        held["model_name"] = "/home/me/secret-place/model-3b"
        held["git_hash"] = held["pretty_env_info"] = "hush"
        for config in held["configs"].values():
            config["generation_kwargs"] |= {"extra_headers": {"x": "hush"}, "token": "hush"}
            config["metadata"]["api_key"] = "hush"

    edit_results(run, change)
    assert command("pack", run, "--out", out) == 0
    assert command("verify", out) == 0
    publish = ("--model", "org/m", "--organization", "Us", "--format", "every_eval_ever")
    assert command("pack", run, *publish, "--out", tmp_path / "eee") == 0
    assert command("leaderboard", out, "--out", tmp_path / "board") == 0
    written = [out, *(tmp_path / "eee").rglob("*.json*"), *(tmp_path / "board").rglob("*.*")]
    text = "".join([*(path.read_text() for path in written), *capsys.readouterr()])
    assert not any(word in text for word in ("hush", "secret-place", "api_key", "/home/me"))
    assert bundle.read(out).model == "model-3b"
    assert command("pack", run, "--out", out, "--model", "org/mine") == 0
    assert bundle.read(out).model == "org/mine"


@pytest.mark.parametrize("name", [f"org/m {KEY}", private.LEFT_OUT, "a.org/m?key=hush"])
def test_a_name_that_has_a_secret_is_refused(fresh, out, capsys, name):
    assert command("pack", fresh, "--out", out, "--model", name) == 1
    told = capsys.readouterr().err
    assert "content.model: has what looks like a secret" in told
    assert KEY not in told
    assert "hush" not in told
    assert not out.exists()


test_names_of_models = results_of(public_name, [
    ("org/model", "org/model"), ("gpt-4o", "gpt-4o"), ("llama3:8b", "llama3:8b"),
    ("/data/models/m", "m"), ("~/m/", "m"), ("./m", "m"), ("../runs/m", "m"),
    ("C:\\models\\m", "m"), ("D:/m", "m"), ("a/b/c", "c"), ("a\\b", "b"), ("/", "/"),
    ("/a/m + org/base + r", "m + org/base + r"),
])  # fmt: skip

test_plain_values_of_known_options_are_kept = results_of(generation, [
    (None, None), ([], None), ("max_gen_toks=5", None),
    ({"until": ["a"], "temperature": 0.5, "seed": {"a": 1}, "top_p": [1], "url": "x"},
     {"temperature": 0.5, "until": ["a"]}),
])  # fmt: skip


def test_results_of_any_form_are_told_and_never_crash(run, refused):
    def change(held):
        for field in ("n-shot", "versions", "configs", "n-samples", "results", "config"):
            held[field] = [held[field]]
        held.update(model_source=3, chat_template_sha="x" * 64, lm_eval_version=["0"])

    edit_results(run, change)
    told = refused(run)
    assert sum("states no version of the task" in line for line in told) == 4
    assert sum("exact_match not stated (here: " in line for line in told) == 8
