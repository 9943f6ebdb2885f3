"""Tests the cost of a run: prompts and counts are the harness's, and sums plain arithmetic."""

import csv
import gzip
import io
import json
import sys
from math import ceil

import pytest
from cases import results_of
from lm_eval.tasks._index import Kind
from support import CHECKOUT, SAMPLE, TASKS, imported, manager

from tempanswerqa import cli, questions
from tempanswerqa.fresh import bank
from tempanswerqa.harness import registration, task_files
from tempanswerqa.harness.cost import Cost, _row
from tempanswerqa.harness.tokens import Estimate, Tokenizer
from tempanswerqa.questions import prompts, record
from tempanswerqa.questions.draws import Draw
from tempanswerqa.reports import cost_table
from tempanswerqa.runs.analysis import power

HEAD = "tempanswerqa_ttqa_head"
ARITHMETIC = "tempanswerqa_tot_arith"
CHAT = f"{ARITHMETIC}_chat"
FRESH = "tempanswerqa_fresh"
DATA = ("--data_dir", str(SAMPLE))

pytestmark = pytest.mark.usefixtures("sampled")


def rows(capsys, *arguments: str, code: int = 0) -> list[dict]:
    """Return what `tempanswerqa plan --format json` prints; NaN and Infinity are no JSON."""
    assert cli.main(["plan", *arguments, "--format", "json"]) == code
    return json.loads(capsys.readouterr().out, parse_constant=pytest.fail)


def refused(capsys, *arguments: str) -> str:
    """Return the one line of error of a call that fails."""
    assert cli.main(["plan", *arguments]) == 1
    out, told = capsys.readouterr()
    assert (out, told.count("\n")) == ("", 1)
    return told


def requests(name: str, shots: int | None, **options) -> list[str]:
    """Return the prompts that the harness builds for a task."""
    task = manager(SAMPLE).load([name])["tasks"][name]
    task.set_config("num_fewshot", task.config.num_fewshot if shots is None else shots)
    task.build_all_requests(**options)
    return [request.args[0] for request in task.instances]


def answers(subset: str) -> list[str]:
    """Return the exemplars' answers from the raw file."""
    part = questions.SUBSETS[subset]
    name = "ttqa" if part.family == "ttqa" else f"tot_{part.split}"
    file = json.loads((SAMPLE / f"prompts/{name}_few_shot.json").read_text(encoding="utf-8"))
    return [m["content"] for m in file["messages"] if m["role"] == "assistant"]


test_four_characters_are_a_token = results_of(Estimate().count, [
    ("", 0), ("a", 1), ("abcd", 1), ("abcde", 2), ("€" * 12, 3)
])  # fmt: skip


def test_a_row_by_plain_arithmetic():
    cost = Cost(prompts=[10, 30, 20], new=5, output=4.0)
    other = Cost(prompts=[40], new=2, output=3.0)
    assert [cost.too_long(context) for context in (14, 15, 24, 25, 34, 35)] == [3, 2, 2, 1, 1, 0]
    assert _row("both", [cost, other], Estimate(), 35) == {
        "task": "both", "questions": 3 + 1, "tokens": "characters / 4", "estimated": True,
        "prompt_mean": (10 + 30 + 20 + 40) / 4, "prompt_max": 40,
        "prompt_total": 10 + 30 + 20 + 40, "context_needed": max(30 + 5, 40 + 2),
        "output_mean": (3 * 4 + 1 * 3) / 4, "output_total": 3 * 4 + 1 * 3,
        "output_at_most": 3 * 5 + 1 * 2, "too_long": 0 + 1, "context": 35,
    }  # fmt: skip


@pytest.mark.parametrize(("name", "shots"), [
    *((name, None) for name in TASKS), (ARITHMETIC, 2), (HEAD, 2), (CHAT, 2),
    (f"{CHAT}_fewshot", None), (f"{CHAT}_fewshot", 0),
])  # fmt: skip
def test_estimates_are_of_the_prompts_of_the_harness(capsys, name, shots):
    given = () if shots is None else ("--num_fewshot", str(shots))
    (row,) = rows(capsys, "--tasks", name, *given, *DATA)
    tokens = [ceil(len(prompt) / 4) for prompt in requests(name, shots)]
    assert (row["task"], row["questions"]) == (name, len(tokens))
    assert (row["prompt_max"], row["prompt_total"]) == (max(tokens), sum(tokens))
    assert row["prompt_mean"] == pytest.approx(sum(tokens) / len(tokens))
    assert row["context_needed"] == max(tokens) + 512
    assert row["output_at_most"] == 512 * len(tokens)
    assert row["estimated"] is True


@pytest.mark.parametrize("end", ["", "_fewshot", "_chat"])
def test_output_is_that_of_the_exemplars_after_the_prefill(capsys, end):
    prefill = "" if end == "_chat" else 'JSON = {"explanation":'
    wanted = [ceil(len(text.removeprefix(prefill)) / 4) for text in answers("tot_arith")]
    (row,) = rows(capsys, "--tasks", f"{ARITHMETIC}{end}", *DATA)
    assert row["output_mean"] == pytest.approx(sum(wanted) / 3)
    assert row["output_total"] == pytest.approx(row["questions"] * sum(wanted) / 3)
    (least, middle, _) = sorted(wanted)
    few = ("--max_gen_toks", str(middle))
    (row,) = rows(capsys, "--tasks", f"{ARITHMETIC}{end}", *DATA, *few)
    assert row["output_mean"] == pytest.approx((least + middle + middle) / 3)
    assert row["output_at_most"] == middle * row["questions"]
    assert row["context_needed"] == middle + row["prompt_max"]


def test_groups_are_their_tasks_and_the_sum_of_them(capsys):
    *parts, total = rows(capsys, "--tasks", f"tempanswerqa_chat,{HEAD}")
    ends = ("tot_arith_chat", "tot_semantic_chat", "ttqa_head", "ttqa_tail")
    assert [part["task"] for part in parts] == [f"tempanswerqa_{end}" for end in ends]
    assert total["task"] == "total"
    for name in ("questions", "prompt_total", "output_at_most", "output_total"):
        assert total[name] == pytest.approx(sum(part[name] for part in parts)), name
    for name in ("prompt_max", "context_needed"):
        assert total[name] == max(part[name] for part in parts)
    assert total["prompt_mean"] == pytest.approx(total["prompt_total"] / total["questions"])


@pytest.mark.slow
def test_the_task_files_are_read_as_the_harness_reads_them():
    tasks = manager(n=5, seed=3)
    ours = (path for path in registration.task_files() if path.parent.name == task_files.FAMILY)
    index = {path.stem: tasks.task_index[path.stem] for path in ours}
    groups = [name for name, entry in index.items() if entry.kind == Kind.GROUP]
    loaded = tasks.load(sorted(set(index) - set(groups)))["tasks"]
    found = task_files.named(loaded)
    assert [task.name for task in found] == list(loaded)
    for task in found:
        config = loaded[task.name].config
        assert task.num_fewshot == (config.num_fewshot or 0)
        assert task.max_gen_toks == config.generation_kwargs["max_gen_toks"]
        arguments = {"subset": task.subset} | ({} if task.prefill else {"prefill": False})
        assert config.dataset_kwargs == arguments
        assert bool(task.draw) == (config.custom_dataset.__name__ == "fresh_dataset")
        if task.draw:  # the file's own numbers, whatever --metadata says
            assert task.draw == Draw(task.subset)
    for group in groups:
        members = [task.name for task in task_files.named([group])]
        assert members == list(tasks.load([group])["tasks"]), group


@pytest.mark.slow
def test_fresh_tasks_are_planned_without_data(capsys, monkeypatch):
    monkeypatch.delenv("TEMPANSWERQA_DATA")
    (row,) = rows(capsys, "--tasks", f"{FRESH}_ttqa_head_fewshot")
    asked, exemplars = bank.load(Draw("ttqa_head")), bank.load_exemplars("ttqa_head")
    chats = (prompts.build_messages(question, exemplars) for question in asked)
    assert row["questions"] == len(asked)
    assert row["prompt_total"] == sum(ceil(len(prompts.to_plain_prompt(c)) / 4) for c in chats)


def test_what_fits_to_the_token(capsys):
    tokens = [ceil(len(prompt) / 4) for prompt in requests(HEAD, 3)]
    most = max(tokens)
    asked = ("--tasks", HEAD, "--num_fewshot", "3", "--max_gen_toks", "100")
    (row,) = rows(capsys, *asked, "--context", str(most + 100))
    assert (row["too_long"], row["context_needed"]) == (0, row["context"])
    (row,) = rows(capsys, *asked, "--context", str(most + 99), code=1)
    assert row["too_long"] == tokens.count(most) < len(tokens)
    (row,) = rows(capsys, *asked, "--context", "100", code=1)
    assert row["too_long"] == row["questions"] == len(tokens)
    (row,) = rows(capsys, *asked)
    assert (row["too_long"], row["context"]) == (None, None)


def test_tables_mark_what_is_estimated(capsys):
    assert cli.main(["plan", "--tasks", HEAD, "--context", "4000"]) == 0
    heading, _, line, _, *notes = capsys.readouterr().out.splitlines()
    (row,) = rows(capsys, "--tasks", HEAD)
    assert heading.split()[:2] == ["task", "questions"]
    shown = "{questions} ~{prompt_mean:.0f} ~{prompt_max} ~{prompt_total:,} ~{context_needed}"
    shown += " ~{output_mean:.0f} ~{output_total:,.0f}"
    at_most = f"{512 * row['questions']:,}"
    assert line.split() == [HEAD, *shown.format(**row).split(), at_most, "~0"]
    assert notes[0] == "tokens: ~ characters / 4, an estimate; --tokenizer counts them"
    assert "the model has 4,000" in notes[1]
    assert cli.main(["plan", "--tasks", HEAD]) == 0
    assert "do not fit" not in capsys.readouterr().out


def test_the_plan_says_which_differences_the_questions_detect(capsys):
    assert cli.main(["plan", "--tasks", f"{FRESH},{HEAD}"]) == 0
    told = capsys.readouterr().out.splitlines()[-1]
    assert cli.main(["power", "--tasks", FRESH, "--metric", "exact_match", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    detected = [f"{row['detects']:.1f} ({row['task']})" for row in found]
    assert len(detected) == 4
    assert f"whose EM differs by {', '.join(detected)}" in told
    few = len(questions.load("ttqa_head", SAMPLE))  # of the sample, not of the released file
    spread, _ = power.recorded("ttqa_head", "exact_match")
    assert f"{100 * spread.detectable(few):.1f} ({HEAD}) points" in told


def test_the_table_of_the_docs(capsys, monkeypatch):
    monkeypatch.delenv("TEMPANSWERQA_DATA")
    page = CHECKOUT / "docs/setup.md"
    assert cli.main(["plan", "--tasks", FRESH, "--format", "markdown"]) == 0
    table, _ = capsys.readouterr().out.split("\n\n")
    assert table in page.read_text(encoding="utf-8")


def test_csv_has_what_json_has(capsys):
    assert cli.main(["plan", "--tasks", "tempanswerqa", "--format", "csv"]) == 0
    read = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    for line, row in zip(read, rows(capsys, "--tasks", "tempanswerqa"), strict=True):
        assert line == {key: "" if value is None else str(value) for key, value in row.items()}


@pytest.mark.parametrize(("arguments", "complaint"), [
    ((HEAD[:-1],), f"unknown task '{HEAD[:-1]}'; did you mean {HEAD}"),
    ((f"{HEAD},hellaswag",), "unknown task 'hellaswag'; `tempanswerqa tasks` lists all"),
    ((HEAD, "--num_fewshot", "4"), f"{HEAD} has 3 exemplars; --num_fewshot 4 asks for more"),
    ((HEAD, "--apply_chat_template"), "--apply_chat_template needs --tokenizer"),
    ((HEAD, "--fewshot_as_multiturn"), "goes with --apply_chat_template alone"),
])  # fmt: skip
def test_what_cannot_be_planned(capsys, arguments, complaint):
    assert complaint in refused(capsys, "--tasks", *arguments)


@pytest.mark.parametrize("option", ["--context", "--max_gen_toks", "--num_fewshot"])
def test_numbers_that_no_run_has(capsys, option):
    with pytest.raises(SystemExit) as stop:
        cli.main(["plan", "--tasks", HEAD, option, "-1"])
    assert stop.value.code == 2
    assert f"argument {option}: has to be" in capsys.readouterr().err


def test_without_a_tokenizer_nothing_heavy_is_imported(tmp_path):
    heavy = ("lm_eval", "torch", "transformers", "datasets")
    plan = "cli.main(['plan', '--tasks', 'tempanswerqa,tempanswerqa_fresh_tot_arith'])"
    assert imported(f"from tempanswerqa import cli; {plan}", heavy, tmp_path) == "set()"


def test_transformers_are_asked_for(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "transformers", None)
    told = refused(capsys, "--tasks", HEAD, "--tokenizer", "some/model")
    assert "install this project with its extra `hf`" in told


def test_without_data_released_tasks_cannot_be_planned(capsys, monkeypatch):
    monkeypatch.delenv("TEMPANSWERQA_DATA")
    assert "not cached" in refused(capsys, "--tasks", HEAD)


@pytest.mark.slow
def test_what_is_said_of_output_is_true_of_the_recorded_responses(published):
    """The note under the table: 1.1 to 3.6 times as long as the exemplars' answers."""
    ratios = []
    for path in (published / "responses").glob("*.csv.gz"):
        tot = path.name.startswith("tot")
        exemplars = prompts.load_exemplars("tot_arith" if tot else "ttqa_head", published)
        prefill = record.TOT_PREFILL if tot else ""
        exemplary = [len(exemplar.answer.removeprefix(prefill)) for exemplar in exemplars]
        with gzip.open(path, "rt", newline="", encoding="utf-8") as file:
            written = [len(row["response"]) for row in csv.DictReader(file)]
        ratios.append(sum(written) / len(written) / (sum(exemplary) / len(exemplary)))
    assert ratios
    assert (round(min(ratios), 1), round(max(ratios), 1)) == (1.1, 3.6)
    assert "1.1 to 3.6 times" in cost_table.OUTPUT_NOTE


OPEN = "{% if add_generation_prompt %}<|assistant|>\n{% endif %}"
TURNS = "{% for m in messages %}<|{{ m['role'] }}|>\n{{ m['content'] }}<|end|>\n{% endfor %}" + OPEN
NO_SYSTEM = "{% if m['role'] == 'system' %}{{ raise_exception('no system') }}{% endif %}"
TOKENIZERS = {
    "as it is": (False, TURNS),
    "begun by the tokenizer": (True, TURNS),
    "begun by both": (True, "<|end|>" + TURNS),
    "without system messages": (True, TURNS.replace("%}<|{{", f"%}}{NO_SYSTEM}<|{{{{", 1)),
}


@pytest.fixture(scope="module", params=[
    pytest.param(name, marks=[pytest.mark.slow] * name.startswith(("begun by the", "as")))
    for name in TOKENIZERS
])  # fmt: skip
def served(tiny, tmp_path_factory, request):
    """Return a folder with a tokenizer, and the harness's model with this tokenizer."""
    from lm_eval.models.huggingface import HFLM
    from tokenizers import processors

    adds, template = TOKENIZERS[request.param]
    model = HFLM(pretrained=str(tiny), device="cpu")
    model.tokenizer.chat_template = template
    if adds:
        begin = (model.tokenizer.bos_token, model.tokenizer.bos_token_id)
        model.tokenizer.backend_tokenizer.post_processor = processors.TemplateProcessing(
            single=f"{begin[0]} $A", special_tokens=[begin]
        )
    folder = tmp_path_factory.mktemp("tokenizer")
    model.tokenizer.save_pretrained(folder)
    return str(folder), model


@pytest.mark.parametrize(("name", "multiturn"), [
    (f"{ARITHMETIC}_fewshot", "true"), (f"{HEAD}_fewshot", "false"),
])  # fmt: skip
def test_chats_are_counted_as_the_harness_does(capsys, served, name, multiturn):
    folder, model = served
    asked = ("--tokenizer", folder, "--apply_chat_template", "--fewshot_as_multiturn", multiturn)
    (row,) = rows(capsys, "--tasks", name, *asked, *DATA)
    options = {"apply_chat_template": True, "fewshot_as_multiturn": multiturn == "true"}
    built = requests(name, None, chat_template=model.apply_chat_template, **options)
    tokens = [model.tok_batch_encode([prompt])[0].shape[1] for prompt in built]
    assert (row["prompt_max"], row["prompt_total"]) == (max(tokens), sum(tokens))
    assert row["estimated"] is False
    assert row["tokens"] == folder


def test_plain_prompts_are_counted_as_the_harness_does(capsys, served):
    """The output is counted without special tokens."""
    folder, model = served
    (row,) = rows(capsys, "--tasks", HEAD, "--tokenizer", folder)
    tokens = [model.tok_batch_encode([prompt])[0].shape[1] for prompt in requests(HEAD, 0)]
    assert (row["prompt_max"], row["prompt_total"]) == (max(tokens), sum(tokens))
    wanted = [len(model.tokenizer.tokenize(text)) for text in answers("ttqa_head")]
    assert row["output_mean"] == pytest.approx(sum(wanted) / 3)


@pytest.mark.parametrize(("config", "maximum", "context"), [
    ({"max_position_embeddings": 700}, 300, 700), (None, 300, 300), (None, int(1e30), None),
], ids=["config", "tokenizer", "neither"])  # fmt: skip
def test_the_context_is_read_from_the_folder(capsys, tiny, tmp_path, config, maximum, context):
    tokenizer = Tokenizer(str(tiny))._loaded
    tokenizer.model_max_length = maximum
    tokenizer.save_pretrained(tmp_path)
    if config:
        known = json.loads((tiny / "config.json").read_text()) | config
        (tmp_path / "config.json").write_text(json.dumps(known))
    asked = ("--tasks", HEAD, "--tokenizer", str(tmp_path))
    found = rows(capsys, *asked, code=1 if context else 0)
    assert found[0]["context"] == context
    (row,) = rows(capsys, *asked, "--context", "9999")
    assert row["context"] == 9999


def test_tokenizers_that_cannot_be_used(capsys, tiny, tmp_path):
    (tmp_path / "file").write_text("in the way")
    for place in (tmp_path / "none", tmp_path, tmp_path / "file"):
        told = refused(capsys, "--tasks", HEAD, "--tokenizer", str(place))
        assert told.startswith(f"tempanswerqa: no tokenizer in '{place}': ")
    tokenizer = Tokenizer(str(tiny))._loaded
    asked = ("--tasks", HEAD, "--tokenizer", str(tmp_path), "--apply_chat_template")
    complaints = {
        None: "has no chat template; leave out --apply_chat_template",
        "{{ raise_exception('x') }}": f"{HEAD}: the chat template refuses its messages: x",
    }
    for template, complaint in complaints.items():
        tokenizer.chat_template = template
        (tmp_path / "chat_template.jinja").unlink(missing_ok=True)
        tokenizer.save_pretrained(tmp_path)
        assert complaint in refused(capsys, *asked)
