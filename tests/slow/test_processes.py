"""Several processes share the questions, and the results are those of one process."""

import json
import os
import random
import socket
from pathlib import Path

import pytest
from support import SAMPLE, SUBSETS, TASKS, command, evaluate, items, lasting, saved, state
from tiny_model import write_tiny_model

from tempanswerqa import questions
from tempanswerqa.harness import registration
from tempanswerqa.harness.models import RecordedLM

torch = pytest.importorskip("torch", reason="processes are joined by torch")
pytest.importorskip("accelerate", reason="processes are started by the extra `hf`")

pytestmark = pytest.mark.slow

# Each task has some 15 to 30 questions: shared unevenly, evenly, and one for each process.
LIMITS = {"all questions": None, "seven": 7, "two": 2}

# The harness only shares work where it counts several GPUs; the processes here are told two.
LAUNCHED = """
import torch
torch.cuda.device_count = lambda: 2
from lm_eval.__main__ import cli_evaluate
cli_evaluate()
"""


def answers() -> dict[str, str]:
    """Return responses to all questions: right ones, wrong ones, and no answer, in no pattern."""
    draw = random.Random(5)
    responses = {}
    for asked in (questions.load(subset, SAMPLE) for subset in SUBSETS):
        for question in asked:
            label = draw.choice([question, *(q for q in asked if q.unit == question.unit)])
            responses[question.id] = draw.choice([state(question, label.number)] * 4 + ["None."])
    return responses


class SharingLM(RecordedLM):
    """Gives recorded responses, a share in each process of a torch.distributed group."""

    rank = property(lambda self: torch.distributed.get_rank())
    world_size = property(lambda self: torch.distributed.get_world_size())

    def all_gather(self, tensor):
        gathered = [torch.zeros_like(tensor) for _ in range(self.world_size)]
        torch.distributed.all_gather(gathered, tensor)
        return torch.stack(gathered)

    def gather_object(self, obj, dst=0):
        gathered = [None] * self.world_size if self.rank == dst else None
        torch.distributed.gather_object(obj, gathered, dst=dst)
        return gathered

    def barrier(self):
        torch.distributed.barrier()


def share(rank: int, port: int, folder: Path, runs: dict[str, dict]) -> None:
    """Run one of two processes; the first writes the results of all runs."""
    os.environ |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port)}
    torch.set_num_threads(1)
    torch.distributed.init_process_group("gloo", rank=rank, world_size=2)
    for name, run in runs.items():
        results = evaluated(SharingLM, **run)
        if rank == 0:
            found = [lasting(results), list(items(results["samples"]).items())]
            (folder / f"{name}.json").write_text(json.dumps(found))
        else:
            assert results is None
    torch.distributed.destroy_process_group()


def evaluated(model, tasks, responses, **options):
    return evaluate(model(responses), *tasks, **options)


def on_two_processes(folder: Path, runs: dict[str, dict]) -> dict[str, tuple]:
    """Return the results and the items of each run."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    torch.multiprocessing.spawn(share, (port, folder, runs), nprocs=2)
    read = {name: json.loads((folder / f"{name}.json").read_text()) for name in runs}
    return {
        name: (found, sorted((tuple(key), scores) for key, scores in pairs))
        for name, (found, pairs) in read.items()
    }


def on_one_process(runs: dict[str, dict]) -> dict[str, tuple]:
    found = {name: evaluated(RecordedLM, **run) for name, run in runs.items()}
    return {name: (lasting(r), sorted(items(r["samples"]).items())) for name, r in found.items()}


def test_recorded_responses(tmp_path):
    """Whoever has fewer questions is asked some again, which must not count, also if sampled."""
    shared = {"responses": answers(), "tasks": ["tempanswerqa"]}
    runs = {name: shared | {"limit": limit} for name, limit in LIMITS.items()}
    texts = {name: [text, "None.", text] for name, text in answers().items()}
    sampled = {"metadata": {"repeats": 3}, "gen_kwargs": "do_sample=true,temperature=0.6"}
    runs |= {f"sampled, {name}": run | sampled | {"responses": texts} for name, run in runs.items()}
    alone = on_one_process(runs)
    assert on_two_processes(tmp_path, runs) == alone
    found, scored = alone["all questions"]
    assert set(json.loads(found)["results"]) == {"tempanswerqa", *TASKS}
    assert len(scored) == 2 * len(shared["responses"])
    assert "NaN" not in found
    results = json.loads(alone["sampled, seven"][0])["results"]
    assert all(results[task]["parsed,strict-match"] < 1 for task in TASKS)


def test_a_language_model(tmp_path):
    """The processes run as those of `accelerate launch -m lm_eval` on two GPUs, but on the CPU."""
    model = write_tiny_model(tmp_path / "tiny")
    (tmp_path / "launched.py").write_text(LAUNCHED)
    given = [
        *("--include_path", registration.tasks_folder(), "--tasks", "tempanswerqa"),
        *("--model", "hf", "--model_args", f"pretrained={model}", "--device", "cpu"),
        *("--apply_chat_template", "--limit", "5", "--gen_kwargs", "max_gen_toks=16"),
        *("--batch_size", "1", "--log_samples", "--output_path"),
    ]
    launch = (
        *("-m", "accelerate.commands.launch", "--multi_gpu", "--num_processes", "2"),
        *("--num_machines", "1", "--mixed_precision", "no", "--dynamo_backend", "no"),
        *("--main_process_port", "0", "launched.py"),
    )
    environ = {"ACCELERATE_USE_CPU": "true"}
    two = command(*launch, *given, "two", cwd=tmp_path, **environ)
    assert two.returncode == 0, two.stderr
    assert "tempanswerqa_tot_arith on rank 1" in two.stderr
    one = command("-m", "lm_eval", *given, "one", cwd=tmp_path)
    assert one.returncode == 0, one.stderr
    (one_results, one_samples), (two_results, two_samples) = (
        saved(tmp_path / name) for name in ("one", "two")
    )
    assert lasting(two_results) == lasting(one_results)
    assert items(two_samples) == items(one_samples)
    assert len(items(one_samples)) == 2 * 5 * len(TASKS)
