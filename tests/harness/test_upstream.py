"""The files for the harness's own tasks ask and score like the tasks of the package."""

import json
import math

import lm_eval
import pytest
import readings
from lm_eval.tasks import TaskManager
from scored import responses
from support import SAMPLE, SUBSETS, TASKS, evaluate

from tempanswerqa import answers, cli, metrics, questions
from tempanswerqa.harness import upstream
from tempanswerqa.harness.models import RecordedLM
from tempanswerqa.harness.upstream import utils
from tempanswerqa.questions import prompts
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
        folder = tmp_path_factory.mktemp("harness") / "tasks/temporal_answer_qa"
        upstream.write(folder)
        yield folder


def manager(folder, data_dir) -> TaskManager:
    named = {"data_dir": str(data_dir)}
    return TaskManager(include_path=str(folder), include_defaults=False, metadata=named)


@pytest.fixture(scope="module")
def tasks(folder):
    return manager(folder, SAMPLE).load(list(TASKS))["tasks"]


def asks_the_same(task, subset, data_dir, *scale) -> bool:
    """Return whether a task has our questions, with their `scale`, and the paper's chat."""
    docs, chats = list(task.test_docs()), []
    for doc, question in zip(docs, questions.load(subset, data_dir), strict=True):
        names = ("id", "unit", "label", "number", *scale)
        assert [doc[name] for name in names] == [getattr(question, name) for name in names]
        options = {"gen_prefix": task.doc_to_prefix(doc), "apply_chat_template": True}
        task.fewshot_context(doc, 0, chat_template=lambda m, **_: chats.append(m) or "", **options)
        assert chats.pop() == prompts.build_messages(question)
    return bool(docs)


@pytest.mark.parametrize("subset", SUBSETS)
def test_a_task_asks_what_the_package_asks(tasks, subset):
    task = tasks[f"tempanswerqa_{subset}"]
    assert asks_the_same(task, subset, SAMPLE)
    text, delimiter = task.doc_to_text(task.test_docs()[0]), task.config.target_delimiter
    assert not (text[-1].isspace() and delimiter.isspace())  # the harness refuses both


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
    text = (folder / "utils.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 300
    assert "import tempanswerqa" not in text
    assert "from tempanswerqa" not in text
    known = json.loads((folder / "centroids.json").read_text(encoding="utf-8"))
    assert {*known} == {"Test of Time, arithmetic", "TempTabQA, head and tail"}
    assert not (folder / "__init__.py").exists()


def test_the_command_writes_them(folder, tmp_path, capsys):
    assert cli.main(["upstream", "--out", str(tmp_path / "new/tasks")]) == 0
    assert "wrote 11 files" in capsys.readouterr().out
    written = {path.name: path.read_bytes() for path in (tmp_path / "new/tasks").iterdir()}
    made = (path for path in folder.iterdir() if path.is_file())  # Python may cache bytecode there
    assert written == {path.name: path.read_bytes() for path in made}
    (tmp_path / "file").touch()
    assert cli.main(["upstream", "--out", str(tmp_path / "file")]) == 1


VALUES = ["7", "7.9", "-3", "1e3", "true", "null", "NaN", "1e400", "[1]", "{}", '"7"', '" 7 "',
          '"٣"', '"²"', '"44 BC"', '"44BC AD"', '"AD 44"', '"1999"', '"99"', '"0044"', '"12:30"',
          '"May 75"', '"May 5, 74"', '"May 5, 75"', '"13/02/2020"', '"02\\\\13\\\\2020"', '"1Q99"',
          '"2020-31-12"', '"2020-02-30"', '"31.12.2020"', '"1999-Q3"', '"Q5 1999"', '"5 May"',
          '"2020-01-01T00:00Z"', '"1500-01-01"', '"2263-01-01"', '"same_day"', '"previous_day"',
          '"+1"', '"10:20"', '"10:20:30:40"', '"26:61:61"', f'"{"May 5, 2020 " * 20}"']  # fmt: skip
OBJECTS = [*(f'"{key}": {v}' for key in ("answer", "age", "date", "A") for v in VALUES),
           *(f'"day": {v}, "time": "10:20"' for v in VALUES),
           *(f'"day": "+1", "time": {v}' for v in VALUES),
           '"S": 1, "M": 2, "H": 3', '"X": 1, "Y": 2', '"minutes": 1, "hours": 2', '"hours": 9e9',
           '"days": 1, "hours": 2, "minutes": 3, "seconds": 4', '"weeks": 1, "days": 1',
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
def test_odd_responses_read_alike(family, texts):
    read = 0
    for unit in FAMILY_UNITS[family]:
        view = readings.ask(family, unit)
        for text in texts:
            ours = readings.number(answers.strict, text, view)
            ((theirs,),) = utils.strict_match([[text]], [view._asdict()])
            number = None if theirs == utils.INVALID else utils.read(theirs, family, unit)
            assert number == ours, (unit, text)
            read += number is not None
    assert read > 30


def test_numbers_score_alike():
    pairs = [(p, y) for y in (0.0, 5.0, -3.0, 1e9) for p in (None, 0.0, 5.0, -3.0, 7.0, -1e99)]
    for unit in ("years", "date", "date_years"):
        for p, y in pairs:
            doc = {"number": y, "unit": unit, "centroid": 5.0, "family": "ttqa"}
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(utils, "read", lambda *_, p=p: p)
                found = utils.process_results(doc, [utils.INVALID if p is None else "p"])
            ours = metrics.item_scores(p, y, unit=unit, centroid=5.0)
            assert found == pytest.approx({name: ours[name] for name in found}, nan_ok=True)
    assert math.isnan(utils.mean([math.nan]))


@pytest.mark.parametrize("subset", [
    pytest.param(subset, marks=[pytest.mark.slow] * (subset != "tot_arith"))
    for subset in SUBSETS if subset != "tot_semantic"
])  # fmt: skip
def test_released_questions_are_asked(folder, published, subset):
    tasks = manager(folder, published).load([f"tempanswerqa_{subset}"])["tasks"]
    assert asks_the_same(tasks[f"tempanswerqa_{subset}"], subset, published, "centroid")


@pytest.mark.slow
def test_recorded_runs_score_the_same(published):
    places, problems = [str(published / "responses")], []
    options = Options((STRICT,), str(published))
    scored = list(score_places(places, options, problems.append, lambda _: None))
    assert (len(scored), problems) == (36, [])
    for run, by_filter in scored:
        items, summary = by_filter[STRICT]
        docs = [vars(answer.question) for answer in run.answers]
        given = utils.strict_match([[answer.response] for answer in run.answers], docs)
        found = list(map(utils.process_results, docs, given))
        for item, scores in zip(items, found, strict=True):
            for name, score in scores.items():
                own, undefined = item.scores[name], math.isnan(score)
                assert undefined == math.isnan(own), item.question.id
                assert undefined or math.isclose(score, own, rel_tol=1e-9), item.question.id
        for name in found[0]:
            mean = utils.mean(scores[name] for scores in found)
            assert mean == pytest.approx(summary.scores[name].value, rel=1e-9), run.path
