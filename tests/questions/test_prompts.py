"""Tests messages and plain prompts, compared with lists that are built here from the raw files."""

import csv
import json
import logging
import shutil
from functools import cache
from pathlib import Path

import pytest
from cases import cased, data, results_of
from support import SAMPLE, manager

from tempanswerqa import questions
from tempanswerqa.questions import prompts
from tempanswerqa.questions.record import mixed

SUBSETS = {
    "tot_arith": ("tot", "arithmetic"),
    "tot_semantic": ("tot", "semantic"),
    "ttqa_head": ("ttqa", "head"),
    "ttqa_tail": ("ttqa", "tail"),
}


test_texts_at_which_a_model_stops = results_of(
    lambda shown, subset: prompts.run_on([prompts.Exemplar(*texts, "") for texts in shown], subset),
    data(__file__, "texts at which a model stops"),
)


def raw_messages(folder: Path, subset: str, shots: bool) -> list[list[dict[str, str]]]:
    """Return the paper's message lists, straight from the files."""
    family, split = SUBSETS[subset]
    system = (folder / "prompts/ttqa_system_prompt_zero_shot.txt").read_text(encoding="utf-8")
    exemplars = {"tot": f"tot_{split}_few_shot.json", "ttqa": "ttqa_few_shot.json"}[family]
    before = json.loads((folder / "prompts" / exemplars).read_text(encoding="utf-8"))["messages"]
    lists = []
    with (folder / f"questions/{family}.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["split"] != split:
                continue
            messages = [dict(message) for message in before] if shots else []
            if family == "tot":
                messages += [
                    {"role": "system", "content": row["instruction"]},
                    {"role": "user", "content": row["question_wo_instruct"]},
                    {"role": "assistant", "content": 'JSON = {"explanation":'},
                ]
            else:
                asked = "Table:\n\n" + row["table_context"] + "\n" + row["question"] + "\n\n\nA: "
                if not shots:
                    messages.append({"role": "system", "content": system})
                    asked += "Let\N{RIGHT SINGLE QUOTATION MARK}s think step by step. "
                messages.append({"role": "user", "content": asked})
            lists.append(messages)
    return lists


def built_messages(folder: Path, subset: str, shots: bool) -> list[list[dict[str, str]]]:
    exemplars = prompts.load_exemplars(subset, folder) if shots else []
    loaded = questions.load(subset, folder)
    return [prompts.build_messages(question, exemplars) for question in loaded]


@pytest.fixture(params=["sample", "published"])
def folder(request) -> Path:
    return SAMPLE if request.param == "sample" else request.getfixturevalue("published")


@pytest.mark.parametrize("shots", [False, True])
@pytest.mark.parametrize("subset", SUBSETS)
def test_messages_are_those_of_the_files(folder, subset, shots):
    if wanted := raw_messages(folder, subset, shots):
        assert built_messages(folder, subset, shots) == wanted


def chat(*turns: tuple[str, str]) -> list[dict[str, str]]:
    return [{"role": role, "content": content} for role, content in turns]


CHAT = chat(
    ("system", "s1"),
    ("user", "u1"),
    ("assistant", "a1"),
    ("system", "s2"),
    ("user", "u2"),
    ("assistant", "begun"),
)


@cased
def test_place_system(placement, placed):
    assert prompts.place_system(CHAT, placement) == placed


def test_single_turn_folds_the_exemplars():
    assert prompts.single_turn(CHAT) == chat(
        ("system", "s1"), ("user", "u1\na1\n\ns2\n\nu2"), ("assistant", "begun")
    )
    alone = chat(("system", "s"), ("user", " as it is "))
    assert prompts.single_turn(alone) == alone


def test_plain_separates_what_the_harness_would_glue():
    assert prompts.to_plain_prompt(CHAT) == "s1\n\nu1\na1\n\ns2\n\nu2\nbegun"
    table = chat(
        ("system", "s\n"), ("user", "Q\n\n\nA:"), ("assistant", "a"), ("user", "Q\n\n\nA: ")
    )
    assert prompts.to_plain_prompt(table) == "s\n\nQ\n\n\nA: a\n\nQ\n\n\nA:"
    assert prompts.to_plain_prompt([]) == ""


OPEN = "<|assistant|>\n"
LOOP = "{% for message in messages %}"
TURN = "<|{{ message['role'] }}|>\n{{ message['content'] }}<|end|>\n"
CLOSE = "{% endfor %}{% if add_generation_prompt %}<|assistant|>\n{% endif %}"
IS_SYSTEM = "message['role'] == 'system'"
REFUSE = "{{ raise_exception('no system message here') }}"

# Whether user and assistant take turns, with a system message only before them.
ALTERNATE = (
    "{% set turns = messages[1:] if messages[0]['role'] == 'system' else messages %}"
    "{% for turn in turns %}{% if (turn['role'] == 'user') != (loop.index0 % 2 == 0) %}"
    "{{ raise_exception('roles have to alternate') }}{% endif %}{% endfor %}"
)
TEMPLATES = {
    "anywhere": LOOP + TURN + CLOSE,
    "stripped": LOOP + TURN.replace("'] }}<", "'] | trim }}<") + CLOSE,
    "first": f"{LOOP}{{% if {IS_SYSTEM} and not loop.first %}}{REFUSE}{{% endif %}}{TURN}{CLOSE}",
    "alternating": ALTERNATE + LOOP + TURN + CLOSE,
    "drops later": f"{LOOP}{{% if loop.first or not {IS_SYSTEM} %}}{TURN}{{% endif %}}{CLOSE}",
    "keeps last": (
        "{% set ns = namespace(text='') %}"
        f"{LOOP}{{% if {IS_SYSTEM} %}}{{% set ns.text = message['content'] %}}{{% endif %}}"
        "{% endfor %}{% if ns.text %}<|system|>\n{{ ns.text }}<|end|>\n{% endif %}"
        f"{LOOP}{{% if not {IS_SYSTEM} %}}{TURN}{{% endif %}}{CLOSE}"
    ),
    "nowhere": (
        f"{{% if messages[0]['role'] == 'system' %}}{REFUSE}{{% endif %}}"
        + ALTERNATE
        + LOOP
        + TURN
        + CLOSE
    ),
    "drops all": f"{LOOP}{{% if not {IS_SYSTEM} %}}{TURN}{{% endif %}}{CLOSE}",
    # the text of all system messages at the head of the prompt
    "gathers": (
        f"<|system|>\n{LOOP}{{% if {IS_SYSTEM} %}}{{{{ message['content'] }}}}\n\n{{% endif %}}"
        f"{{% endfor %}}<|end|>\n{LOOP}{{% if not {IS_SYSTEM} %}}{TURN}{{% endif %}}{CLOSE}"
    ),
}
PLACEMENT = dict.fromkeys(TEMPLATES, "anywhere") | {
    "first": "first",
    "alternating": "first",
    "drops later": "first",
    "keeps last": "first",
    "gathers": "first",
    "nowhere": "nowhere",
    "drops all": "nowhere",
}
CHATTING = ("tot_arith", "ttqa_head")
INSTRUCTION = "Write British English."


@pytest.fixture(scope="module")
def model(tiny):
    from lm_eval.models.huggingface import HFLM

    return HFLM(pretrained=str(tiny), device="cpu")


@pytest.fixture
def apply(model, monkeypatch):
    """Return the harness's chat template, changed to one of the kinds."""

    def of_kind(template: str):
        monkeypatch.setattr(model.tokenizer, "chat_template", TEMPLATES.get(template, template))
        return model.apply_chat_template

    return of_kind


@cache
def loaded(subset: str, data_dir=SAMPLE, **metadata):
    name = f"tempanswerqa_{subset}"
    return manager(data_dir, **metadata).load([name])["tasks"][name]


def task(subset: str, data_dir=SAMPLE):
    """Return a task that remembers no other chat template."""
    asked = loaded(subset, data_dir)
    asked._renderer = prompts.Renderer(asked.config.task)
    return asked


def contexts(of, chat_template, shots: int, *docs: int, multiturn: bool = True, **options) -> list:
    loaded = list(of.test_docs())
    options |= {"apply_chat_template": True, "fewshot_as_multiturn": multiturn}
    options["chat_template"] = chat_template
    return [
        of.fewshot_context(doc, shots, gen_prefix=of.doc_to_prefix(doc), **options)
        for doc in map(loaded.__getitem__, docs)
    ]


def texts(subset: str, shots: int, position: int) -> list[str]:
    """Return what the prompt must contain, in this order, from the raw files."""
    part = questions.SUBSETS[subset]
    name = "ttqa" if part.family == "ttqa" else f"tot_{part.split}"
    file = SAMPLE / f"prompts/{name}_few_shot.json"
    messages = json.loads(file.read_text(encoding="utf-8"))["messages"]
    ends = [n for n, message in enumerate(messages, 1) if message["role"] == "assistant"]
    wanted = [message["content"] for message in messages[: ends[shots - 1] if shots else 0]]
    question = mixed(questions.load(subset, SAMPLE))[position]
    if part.family == "tot" or not shots:
        wanted.append(question.system)
    wanted.append(question.user + ("" if shots else question.cue))
    return [text.strip() for text in [*wanted, question.prefill]]


def misplaced(prompt: str, wanted: list[str]) -> list[str]:
    """Return the texts that do not follow the one before them."""
    missing, position = [], 0
    for text in wanted:
        found = prompt.find(text, position)
        if found < 0:
            missing.append(text)
        else:
            position = found + len(text)
    return missing


def moves(caplog) -> list[str]:
    name = "tempanswerqa.questions.prompts"
    return [record.getMessage() for record in caplog.records if record.name == name]


@pytest.mark.slow
@pytest.mark.parametrize("multiturn", [True, False], ids=["turns", "one turn"])
@pytest.mark.parametrize("shots", [0, 2])
@pytest.mark.parametrize("subset", CHATTING)
@pytest.mark.parametrize("template", TEMPLATES)
def test_nothing_is_lost(apply, template, subset, shots, multiturn):
    prompted = contexts(task(subset), apply(template), shots, 0, 3, multiturn=multiturn)
    for position, prompt in zip((0, 3), prompted, strict=True):
        wanted = texts(subset, shots, position)
        assert misplaced(prompt, wanted) == []
        assert prompt.count(wanted[-2]) == 1
        exemplars = shots if multiturn else 0
        assert prompt.count("<|user|>\n") == prompt.count(OPEN) == exemplars + 1
        prefill = 'JSON = {"explanation":' if subset.startswith("tot") else ""
        assert prompt.endswith(f"<|end|>\n{OPEN}{prefill}")
    options = {"multiturn": multiturn, "system_instruction": INSTRUCTION}
    (prompt,) = contexts(task(subset), apply(template), shots, 1, **options)
    assert misplaced(prompt, [INSTRUCTION, *texts(subset, shots, 1)]) == []
    assert prompt.count(INSTRUCTION) == 1


@pytest.mark.parametrize("template", TEMPLATES)
def test_system_messages_stay_where_they_may(apply, template):
    (prompt,) = contexts(task("tot_arith"), apply(template), 2, 0)
    assert prompt.count("<|system|>") == {"anywhere": 3, "first": 1}.get(PLACEMENT[template], 0)
    if PLACEMENT[template] == "first":
        first, *_ = texts("tot_arith", 2, 0)
        assert prompt.startswith(f"<|system|>\n{first}")


def test_a_template_that_changes_the_text_is_reported_once(caplog):
    def shout(chat, **_):
        return "\n".join(message["content"] for message in chat).upper()

    with caplog.at_level(logging.WARNING, logger="tempanswerqa"):
        prompted = contexts(task("tot_arith"), shout, 2, 0, 1)
    for position, prompt in enumerate(prompted):
        assert misplaced(prompt, [text.upper() for text in texts("tot_arith", 2, position)]) == []
    (said,) = moves(caplog)
    assert "--write_out" in said


def test_thinking_that_the_template_closes_is_told_once(caplog):
    def closing(chat, add_generation_prompt=True):
        *before, last = (message["content"] for message in chat)
        return "\n".join([*before, f"<think>\n\n</think>\n\n{last}"])

    with caplog.at_level(logging.WARNING, logger="tempanswerqa"):
        contexts(task("tot_arith"), closing, 0, 0, 1)
        contexts(task("ttqa_head"), closing, 0, 0)
    (said,) = moves(caplog)
    assert "_chat" in said


def test_system_text_goes_to_the_user_where_a_server_refuses_it(apply):
    template = apply(TEMPLATES["anywhere"])
    (prompt,) = contexts(loaded("tot_arith", system_role="user"), template, 2, 0)
    assert "<|system|>" not in prompt
    assert misplaced(prompt, texts("tot_arith", 2, 0)) == []
    with pytest.raises(prompts.PromptError, match="system_role"):
        loaded("tot_arith", system_role="no")


@pytest.mark.parametrize("template", ["drops later", "keeps last"])
def test_a_prompt_does_not_depend_on_the_prompts_before(apply, template, tmp_path):
    """An exemplar may have the system text of the question."""
    folder = Path(shutil.copytree(SAMPLE, tmp_path / "data"))
    systems = [question.system for question in mixed(questions.load("tot_arith", folder))]
    own, other = 0, next(n for n, text in enumerate(systems) if text != systems[0])
    path = folder / "prompts/tot_arithmetic_few_shot.json"
    exemplars = json.loads(path.read_text(encoding="utf-8"))
    exemplars["messages"][0] = {"role": "system", "content": systems[own]}
    path.write_text(json.dumps(exemplars), encoding="utf-8")
    assert prompts.load_exemplars("tot_arith", folder)[0].system == systems[own]
    (alone,) = contexts(task("tot_arith", folder), apply(template), 1, own)
    _, after = contexts(task("tot_arith", folder), apply(template), 1, other, own)
    assert alone == after
