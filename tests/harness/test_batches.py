"""Tests batches: their requests are those of the harness's own models, and results are answers."""

import json
import logging
import shlex
from pathlib import Path

import lm_eval
import openai_server
import pytest
from hostile import ANYTHING
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lm_eval.api.instance import Instance
from lm_eval.tasks import TaskManager
from scored import respond, write_lines
from support import evaluate, items, manager, saved, values

from tempanswerqa import cli, limits, questions
from tempanswerqa.harness import batches
from tempanswerqa.harness.batches import SERVICES, BatchError, BatchLM, Results
from tempanswerqa.harness.models import RecordedLM

OPENAI, ANTHROPIC = SERVICES
FRESH, SUMS = "tempanswerqa_fresh_ttqa_head", "sums"
CHAT = {"apply_chat_template": True}
MODEL = "a-model"
TASK = """\
task: sums
dataset_path: json
dataset_kwargs: {{data_files: {data}}}
test_split: train
fewshot_split: train
output_type: generate_until
repeats: {repeats}
doc_to_text: "Question: {{{{question}}}}\\nAnswer:"
doc_to_target: "{{{{answer}}}}"
generation_kwargs: {{until: ["Question:", "</s>"], do_sample: true, temperature: 0.7}}
metric_list: [{{metric: exact_match, aggregation: mean, higher_is_better: true}}]
filter_list:
  - name: number
    filter: [{{function: regex, regex_pattern: "(-?[0-9]+)"}}, {{function: take_first}}]
"""


@pytest.fixture
def sums(tmp_path) -> TaskManager:
    """Return a task manager with a task like gsm8k, which asks each of 4 questions twice."""
    rows = [{"question": f"{n} + é?", "answer": str(n)} for n in (1, 20, 300, 300)]
    data = write_lines(tmp_path / "sums.data", rows)
    folder = tmp_path / "tasks"
    folder.mkdir()
    (folder / "sums.yaml").write_text(TASK.format(data=data, repeats=2), encoding="utf-8")
    return TaskManager(include_path=str(folder), include_defaults=False)


def run(model, tasks: TaskManager, **options) -> dict:
    named = {"task_manager": tasks, "bootstrap_iters": 0, **CHAT, **options}
    return lm_eval.simple_evaluate(model, tasks=[SUMS], **named)


def read(path: Path, service: str) -> list[dict]:
    text = path.read_text(encoding="utf-8")
    if service == ANTHROPIC:
        return json.loads(text)["requests"]
    return [json.loads(line) for line in text.splitlines()]


def asked(out: Path, service: str = OPENAI, evaluating=evaluate, **options) -> list[dict]:
    """Return the requests that are written for an evaluation."""
    arguments = {"model": MODEL, "format": service, "out": str(out), **options.pop("api", {})}
    with pytest.raises(batches._WrittenError):
        evaluating(BatchLM(**arguments), **options)
    return read(out, service)


def completion(identity: str, service: str, text: str | None, end: str = "") -> dict:
    """Return a result line in the documented form."""
    if service == ANTHROPIC:
        content = [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": text}]
        message = {"id": "msg_1", "type": "message", "role": "assistant", "model": MODEL}
        message |= {"content": content if text else [], "stop_reason": end or "end_turn"}
        message["usage"] = {"input_tokens": 1, "output_tokens": 1}
        return {"custom_id": identity, "result": {"type": "succeeded", "message": message}}
    message = {"role": "assistant", "content": text, "refusal": None if text else "I cannot"}
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": end or "stop"}
    body = {"id": "c", "object": "chat.completion", "model": MODEL, "choices": [choice]}
    response = {"status_code": 200, "request_id": "r", "body": body}
    return {"id": "b", "custom_id": identity, "response": response, "error": None}


def failure(identity: str, service: str, kind: str) -> dict:
    """Return the documented line of a request that is expired, cancelled or failed."""
    reason = {"type": "invalid_request_error", "message": "too long"}
    if service == ANTHROPIC:
        named = {"failed": "errored", "cancelled": "canceled"}.get(kind, kind)
        error = {"error": {"type": "error", "error": reason}} if kind == "failed" else {}
        return {"custom_id": identity, "result": {"type": named, **error}}
    line = {"id": "b", "custom_id": identity, "response": None, "error": None}
    if kind == "failed":
        return line | {
            "response": {"status_code": 400, "request_id": "", "body": {"error": reason}}
        }
    return line | {"error": {"code": f"batch_{kind}", "message": "This request ..."}}


@pytest.mark.parametrize(("service", "path", "key"), [
    (OPENAI, "/chat/completions", "OPENAI_API_KEY"), (ANTHROPIC, "/messages", "ANTHROPIC_API_KEY"),
])  # fmt: skip
@pytest.mark.parametrize("task", [SUMS, "tempanswerqa_tot_arith_chat"])
def test_requests_are_those_of_the_harness(sums, tmp_path, monkeypatch, service, path, key, task):
    monkeypatch.setenv(key, "none")
    shown = {"num_fewshot": 2, "system_instruction": "Be brief.", "fewshot_as_multiturn": False}
    shown |= {"gen_kwargs": {"max_gen_toks": 77, "top_p": 0.5}, "limit": 4}

    def evaluating(model, **more):
        if task == SUMS:
            return run(model, sums, **shown, **more)
        return evaluate(model, task, **CHAT, **shown, **more)

    with openai_server.serving({"": "3"}) as server:
        arguments = {"model": MODEL, "base_url": f"{server.url}{path}"}
        evaluating(SERVICES[service].model, model_args=arguments)
        sent = server.payloads
    made = asked(tmp_path / "requests", service, evaluating)
    payloads = [request[SERVICES[service].payload] for request in made]
    assert sorted(map(json.dumps, payloads)) == sorted(map(json.dumps, sent))
    assert (
        len({request["custom_id"] for request in made}) == len(made) == (8 if task == SUMS else 4)
    )
    fields = {"custom_id": 1, **SERVICES[service].rest, SERVICES[service].payload: 1}
    assert all(request.keys() == fields.keys() for request in made)


@pytest.mark.parametrize("service", SERVICES)
@pytest.mark.parametrize("n", [12, pytest.param(250, marks=pytest.mark.slow)])
def test_ten_questions_are_asked_again(tmp_path, service, n):
    def evaluating(model):
        return evaluate(model, FRESH, metadata={"n": n}, **CHAT)

    made = asked(tmp_path / "first.jsonl", service, evaluating)
    task = manager(n=n).load([FRESH])["tasks"][FRESH]
    responses = respond(questions.Question(**doc) for doc in task.test_docs())
    assert len(made) == len(responses) == n
    identities = [request["custom_id"] for request in made]
    texts = dict(zip(identities, responses.values(), strict=True))
    kinds = ["failed", "failed", "failed", "expired", "cancelled"]
    lines = [completion(identity, service, texts[identity]) for identity in identities[10:]]
    lines += [failure(*row) for row in zip(identities[5:10], [service] * 5, kinds, strict=True)]
    folder = tmp_path / "results"
    folder.mkdir()
    write_lines(folder / "batch.jsonl", lines[::-1])

    with pytest.raises(BatchError) as error:
        evaluating(BatchLM(results=str(folder)))
    said = str(error.value)
    counts = f"{n - 10} answered", "5 missing", "3 failed", "1 expired", "1 cancelled"
    assert all(part in said for part in (*counts, "too long"))
    assert all(identity in said for identity in identities[:10])
    assert f"--retry {folder}" in said

    again = asked(tmp_path / "again.jsonl", service, evaluating, api={"results": str(folder)})
    assert again == made[:10]
    rest = [
        completion(request["custom_id"], service, texts[request["custom_id"]]) for request in again
    ]
    write_lines(folder / "retry.jsonl", rest)
    results = evaluating(BatchLM(results=str(folder)))
    recorded = evaluating(RecordedLM(responses))
    assert values(results) == values(recorded)
    assert items(results["samples"]) == items(recorded["samples"])


@pytest.mark.parametrize("service", SERVICES)
def test_repeats_of_other_tasks_are_answered_one_by_one(sums, tmp_path, service):
    made = asked(tmp_path / "requests", service, run, tasks=sums)
    lines = [completion(r["custom_id"], service, f"I say {n}.") for n, r in enumerate(made)]
    results = run(BatchLM(results=write_lines(tmp_path / "r.jsonl", lines)), sums)
    said = [sample["resps"] for sample in results["samples"][SUMS]]
    assert said == [[[f"I say {n}.", f"I say {n + 1}."]] for n in range(0, 8, 2)]
    assert results["results"][SUMS]["exact_match,number"] == 0


def test_a_changed_request_takes_no_old_answer(sums, tmp_path):
    made = asked(tmp_path / "requests", OPENAI, run, tasks=sums)
    lines = [completion(request["custom_id"], OPENAI, "1") for request in made]
    place = str(write_lines(tmp_path / "results.jsonl", lines))
    assert run(BatchLM(results=place), sums)["results"][SUMS]["exact_match,number"] == 0.25
    for model, options in (
        (MODEL, {"num_fewshot": 1}),
        (MODEL, {"gen_kwargs": {"temperature": 0.1}}),
        ("another-model", {}),
    ):
        with pytest.raises(BatchError, match="8 missing, and 8 answers to other requests"):
            run(BatchLM(model=model, results=place), sums, **options)
    with pytest.raises(BatchError, match="8 missing"):
        run(BatchLM(results=place, format=ANTHROPIC), sums)
    assert run(BatchLM(results=place), sums, limit=2)["results"][SUMS]["exact_match,number"] == 0.5


@pytest.mark.parametrize("service", SERVICES)
def test_completions_without_text_are_empty_answers_and_cut_ones_are_told(
    sums, tmp_path, service, caplog
):
    made = asked(tmp_path / "requests", service, run, tasks=sums)
    ends = ["refusal", "max_tokens" if service == ANTHROPIC else "length", *[""] * 6]
    lines = [
        completion(request["custom_id"], service, None if end == "refusal" else "1", end)
        for request, end in zip(made, ends, strict=True)
    ]
    place = write_lines(tmp_path / "results.jsonl", lines)
    with caplog.at_level(logging.WARNING, "tempanswerqa"):
        results = run(BatchLM(results=place), sums)
    assert results["samples"][SUMS][0]["resps"] == [["", "1"]]
    assert any("1 of 8 answers" in record.getMessage() for record in caplog.records)


@pytest.mark.parametrize(("service", "limit"), [
    (OPENAI, {"requests": 3}), (ANTHROPIC, {"requests": 3}),
    (OPENAI, {"size": 800}), (ANTHROPIC, {"size": 800}),
])  # fmt: skip
def test_files_are_split_at_the_limits_of_the_service(sums, tmp_path, monkeypatch, service, limit):
    whole = asked(tmp_path / "whole.jsonl", service, run, tasks=sums)
    monkeypatch.setattr(batches, "SERVICES", {service: SERVICES[service]._replace(**limit)})
    asked(tmp_path / "split.jsonl", service, run, tasks=sums)
    files = [tmp_path / "split.jsonl", *sorted(tmp_path.glob("split-*.jsonl"))]
    parts = [read(path, service) for path in files]
    assert len(parts) > 2
    assert [request for part in parts for request in part] == whole
    assert max(map(len, parts)) <= limit.get("requests", len(whole))
    assert all(path.stat().st_size <= limit.get("size", 1e9) for path in files)


def test_what_batches_do_not_hold(sums, tmp_path):
    new = {"model": MODEL, "format": OPENAI, "out": str(tmp_path / "out")}
    with pytest.raises(BatchError, match="apply_chat_template"):
        run(BatchLM(**new), sums, apply_chat_template=False)
    with pytest.raises(BatchError, match="likelihoods"):
        BatchLM(**new).loglikelihood([Instance("loglikelihood", {}, (), 0)])
    with pytest.raises(ValueError, match="use_cache"):
        run(BatchLM(**new), sums, use_cache=str(tmp_path / "cache"))
    options = {"num_fewshot": 2, "limit": 1, "fewshot_as_multiturn": True, **CHAT}
    with pytest.raises(BatchError, match="fewshot_as_multiturn"):
        evaluate(BatchLM(**new | {"format": ANTHROPIC}), "tempanswerqa_tot_arith_chat", **options)
    with pytest.raises(BatchError, match="results=FILE"):
        BatchLM(model=MODEL)
    assert not (tmp_path / "out").exists()


GOOD = [completion("x", service, "text") for service in SERVICES]
GOOD += [failure("x", service, "failed") for service in SERVICES]


@st.composite
def damaged(draw) -> object:
    """Draw a result of which one part is any value or is missing."""
    line = json.loads(json.dumps(draw(st.sampled_from(GOOD))))
    part = line
    while True:
        keys = list(part) if isinstance(part, dict) else [*range(len(part))]
        key = draw(st.sampled_from(keys))
        if isinstance(part[key], dict | list) and part[key] and draw(st.booleans()):
            part = part[key]
            continue
        if draw(st.booleans()):
            part[key] = draw(ANYTHING)
        else:
            del part[key]
        return line


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(ANYTHING | damaged(), max_size=3))
def test_any_line_is_a_result_or_none(tmp_path, lines):
    path = write_lines(tmp_path / "results.jsonl", lines)
    try:
        results = Results(str(path))
    except BatchError:
        return
    assert all(isinstance(each.answer, str) for each in results.answers.values())
    assert all(isinstance(problem, str) and problem for problem in results.problems.values())


def test_lines_that_are_no_results_leave_their_requests_missing(tmp_path, caplog):
    good = [json.dumps(completion(str(n), OPENAI, "1")) for n in range(3)]
    text = "\n".join(
        [good[0], good[0], "{", "[" * 99_999, "9" * 9_999, "", "\0", good[1], good[2][:-9]]
    )
    path = tmp_path / "results.jsonl"
    path.write_bytes(text.encode() + b"\xff")
    with caplog.at_level(logging.WARNING, "tempanswerqa"):
        assert Results(str(path)).answers.keys() == {"0", "1"}
    assert "5 lines" in caplog.text


def test_two_different_answers_to_a_request_are_refused(tmp_path):
    lines = [completion("x", OPENAI, "1"), completion("x", OPENAI, "2")]
    for n, line in enumerate(lines):
        write_lines(tmp_path / f"{n}.jsonl", [line])
    with pytest.raises(BatchError, match=r"1\.jsonl: x has another answer"):
        Results(str(tmp_path))


def test_results_are_read_within_limits(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "LINE_BYTES", 1_000)
    path = write_lines(tmp_path / "results.jsonl", [completion("x", OPENAI, "1" * 300_000)])
    with pytest.raises(BatchError, match="more than 1,000 bytes"):
        Results(str(path))
    with pytest.raises(BatchError, match="one model"):
        BatchLM(results=write_lines(tmp_path / "empty.jsonl", []))


@pytest.mark.slow
def test_the_commands_as_they_are_printed(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    tasks = f"--tasks {FRESH} --metadata n=6 --limit 5"
    words = f"requests {tasks} --format openai-batch --model gpt-4o --out q.jsonl".split()
    assert cli.main(words) == 0
    *_, told = capsys.readouterr().out.splitlines()
    command = told.partition("tempanswerqa ")[2].replace("RESULTS", "r.jsonl")
    made = read(tmp_path / "q.jsonl", OPENAI)
    lines = [completion(request["custom_id"], OPENAI, "Final Answer: 3") for request in made]
    write_lines(tmp_path / "r.jsonl", lines[:4])
    assert cli.main(shlex.split(command)) == 1
    assert "1 missing" in capsys.readouterr().err
    assert cli.main([*words[:-1], "again.jsonl", "--retry", "r.jsonl"]) == 0
    assert read(tmp_path / "again.jsonl", OPENAI) == made[4:]
    write_lines(tmp_path / "r.jsonl", lines)
    assert cli.main([*words[:-1], "none.jsonl", "--retry", "r.jsonl"]) == 0
    assert not (tmp_path / "none.jsonl").exists()
    assert cli.main(shlex.split(command)) == 0
    results, samples = saved(tmp_path / "results")
    assert results["config"]["model_args"]["model"] == "gpt-4o"
    assert {sample["resps"][0][0] for sample in samples[FRESH]} == {"Final Answer: 3"}
