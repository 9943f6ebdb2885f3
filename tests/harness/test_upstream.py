"""The files for the harness's own tasks ask and score like the tasks of the package."""

import json
import math
from importlib import import_module
from itertools import product

import lm_eval
import lm_eval.tasks
import pytest
import readings
from lm_eval.api.metrics import nanmean
from lm_eval.tasks import TaskManager
from scored import responses
from support import SAMPLE, SUBSETS, TASKS, evaluate

from tempanswerqa import answers, cli, questions
from tempanswerqa.harness import upstream
from tempanswerqa.harness.models import RecordedLM
from tempanswerqa.questions import prompts
from tempanswerqa.questions.chat_templates import Renderer
from tempanswerqa.questions.record import FAMILY_UNITS, TOT_PREFILL
from tempanswerqa.runs.score_files import Options, score_places
from tempanswerqa.runs.scoring import STRICT

KEYS = [f"{name},{STRICT}" for name in ("exact_match", "smape", "parsed")]
"""The scales of questions that are not the released ones, whose labels have other clusters."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Yield the written files; the cache of datasets is not the user's."""
    with pytest.MonkeyPatch.context() as patch:
        cache = str(tmp_path_factory.mktemp("datasets"))
        patch.setattr("datasets.config.HF_DATASETS_CACHE", cache)
        tasks = tmp_path_factory.mktemp("harness") / "tasks"
        patch.setattr("lm_eval.tasks.__path__", [*lm_eval.tasks.__path__, str(tasks)])
        upstream.write(tasks / "temporal_answer_qa")
        yield tasks / "temporal_answer_qa"


@pytest.fixture(scope="module")
def utils(folder):
    return import_module(f"lm_eval.tasks.{folder.name}.utils")


def manager(folder, data_dir) -> TaskManager:
    named = {"data_dir": str(data_dir)}
    return TaskManager(include_path=str(folder), include_defaults=False, metadata=named)


@pytest.fixture(scope="module")
def tasks(folder):
    return manager(folder, SAMPLE).load(list(TASKS))["tasks"]


def same(task, subset, data_dir, *scale) -> bool:
    """Return whether a task has our questions, with their `scale`, and our prompts: as plain text,
    as a chat with its exemplars in one turn or several, with and without an instruction.
    """
    docs = list(task.test_docs())
    shown = prompts.load_exemplars(subset, data_dir)
    renderer = Renderer(subset)
    forms = list(product((0, 1, len(shown)), (None, "Be brief."), (False, True), (False, True)))
    for number, (doc, question) in enumerate(
        zip(docs, questions.load(subset, data_dir), strict=True)
    ):
        names = ("id", "unit", "label", "number", *scale)
        assert [doc[name] for name in names] == [getattr(question, name) for name in names]
        for shots, instruction, chat, multiturn in forms if number < 20 else forms[:1]:
            theirs = task.fewshot_context(
                doc, shots, instruction, chat, multiturn, chat_template=template
            )
            messages = prompts.build_messages(question, shown[:shots], instruction)
            assert theirs == renderer.prompt(messages, template if chat else None, multiturn)
    return bool(docs)


def template(messages, add_generation_prompt):
    """Return all that a chat template is given."""
    return messages, add_generation_prompt


@pytest.mark.parametrize("subset", SUBSETS)
def test_a_task_asks_what_the_package_asks(tasks, subset):
    assert same(tasks[f"tempanswerqa_{subset}"], subset, SAMPLE)


def test_the_harness_gives_the_scores_of_the_package(folder):
    given = responses()
    run = {"tasks": ["tempanswerqa"], "task_manager": manager(folder, SAMPLE)}
    theirs = lm_eval.simple_evaluate(RecordedLM(given), bootstrap_iters=0, **run)["results"]
    ours = evaluate(RecordedLM(given), "tempanswerqa")["results"]
    assert theirs.keys() == ours.keys() == {"tempanswerqa", *TASKS}
    for name, row in theirs.items():
        for key in KEYS:
            assert row[key] == pytest.approx(ours[name][key], nan_ok=True), (name, key)


def test_the_files_need_nothing_of_the_package(folder):
    for name in ("utils.py", "paper_scoring.py"):
        text = (folder / name).read_text(encoding="utf-8")
        assert "import tempanswerqa" not in text
        assert "from tempanswerqa" not in text
    known = json.loads((folder / "centroids.json").read_text(encoding="utf-8"))
    assert {*known} == {"Test of Time, arithmetic", "TempTabQA, head and tail"}
    assert not (folder / "__init__.py").exists()


def test_the_command_writes_them(folder, tmp_path, capsys):
    assert cli.main(["upstream", "--out", str(tmp_path / "new/tasks")]) == 0
    told = capsys.readouterr().out
    assert "wrote 10 files" in told
    assert "temporal_answer_qa/README.md" in told  # its row in the list of tasks
    assert 'temporal_answer_qa = ["datefinder' in told
    written = {path.name: path.read_bytes() for path in (tmp_path / "new/tasks").iterdir()}
    made = (path for path in folder.iterdir() if path.is_file())  # Python may cache bytecode there
    assert written == {path.name: path.read_bytes() for path in made}
    (tmp_path / "file").touch()
    assert cli.main(["upstream", "--out", str(tmp_path / "file")]) == 1


VALUES = ["7", "-3", "true", "null", "1e400", "[1]", '"7"', '"٣"', '"44 BC"', '"12:30"', '"+1"',
          '"May 5, 75"', '"2020-02-30"', '"1500-01-01"', '"10:20:30:40"',
          f'"{"May 5, 2020 " * 20}"']  # fmt: skip
OBJECTS = [*(f'"{key}": {v}' for key in ("answer", "date", "A") for v in VALUES),
           '"day": "+1", "time": "10:20"', '"S": 1, "M": 2, "H": 3', '"hours": 9e9',
           '"days": 1, "hours": 2, "minutes": 3, "seconds": 4, "years": 5']  # fmt: skip
GOES_ON = [*(f' "a", {found}}}' for found in OBJECTS), ' "a"}', ' "a", "answer": 7', "", "}",
           ' "a\nb", "answer": 7} So.', f'\n{TOT_PREFILL} "a", "answer": 7}}',
           '```json\n{\n "explanation": "a", "answer": 7}', '{ "explanation": "a", "answer": 7}',
           ' "a</think>b", "answer": 7}', '</think>{\n "explanation": "a", "answer": 7}',
           f'<think>{{}}</think>{TOT_PREFILL} "a", "answer": 7}}', '<think> "a", "answer": 7}',
           "[" * 5_000, f' "a", "answer": {"[" * 5_000}{"]" * 5_000}}}']  # fmt: skip
TEXTS = [value.strip('"') for value in VALUES]
LINES = [*(f"So.\nFinal Answer: {found}" for found in TEXTS), "Final Answer:\nFinal Answer: 7",
         "Final Answer: none. 7", "It is 7.", "Final Answer: in 2020, of July 4", "Final Answer: 9",
         "Final Answer: 2 on May 5\nFinal Answer: 1999", "<think>Final Answer: 7</think>none",
         "<think>Final Answer: 7", "Final Answer: 5 May 2020 10:30 PM EST",
         "Final Answer:2001-03-31",
         f"Final Answer: {'a ' * 1_000}May 5, 2020", f"Final Answer: {'1' * 400}"]  # fmt: skip


@pytest.mark.parametrize(("family", "texts"), [("tot", GOES_ON), ("ttqa", LINES)])
def test_odd_responses_read_alike(utils, family, texts):
    read = 0
    for unit in FAMILY_UNITS[family]:
        view = readings.ask(family, unit)
        for text in texts:
            ours = readings.number(answers.strict, text, view)
            ((theirs,),) = utils.strict_match([[text]], [view._asdict()])
            doc = {"number": ours or 0.0, "unit": unit, "centroid": 5.0, "family": family}
            scores = utils.process_results(doc, [theirs])
            is_read = ours is not None
            assert (scores["parsed"], scores["exact_match"]) == (is_read, is_read), (unit, text)
            read += is_read
    assert read > 30


@pytest.mark.slow
@pytest.mark.parametrize("subset", [subset for subset in SUBSETS if subset != "tot_semantic"])
def test_released_questions_are_asked(folder, published, subset):
    tasks = manager(folder, published).load([f"tempanswerqa_{subset}"])["tasks"]
    assert same(tasks[f"tempanswerqa_{subset}"], subset, published, "centroid")


@pytest.mark.slow
def test_recorded_runs_score_the_same(utils, published):
    places, problems = [str(published / "responses")], []
    options = Options((STRICT,), str(published), texts=True)
    scored = list(score_places(places, options, problems.append, lambda _: None))
    assert (len(scored), problems) == (36, [])
    for run, by_filter in scored:
        items, summary = by_filter[STRICT]
        docs = [vars(run.question(name)) for name in items["id"]]
        given = utils.strict_match([[response] for response in items["response"]], docs)
        found = list(map(utils.process_results, docs, given))
        for item, scores in zip(items.to_dict("records"), found, strict=True):
            for name, score in scores.items():
                own, undefined = item[name], math.isnan(score)
                assert undefined == math.isnan(own), item["id"]
                assert undefined or math.isclose(score, own, rel_tol=1e-9), item["id"]
        for name in found[0]:
            mean = nanmean([scores[name] for scores in found])
            assert mean == pytest.approx(summary.scores[name].value, rel=1e-9), run.path
