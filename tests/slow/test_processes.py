"""Several processes share the questions, and the results equal those of one process."""

import pytest
from support import TASKS, command, items, lasting, saved
from tiny_model import write_tiny_model

from tempanswerqa.harness import registration

torch = pytest.importorskip("torch", reason="processes are joined by torch")
pytest.importorskip("accelerate", reason="processes are started by the extra `hf`")

pytestmark = pytest.mark.slow

# The harness only shares work where it counts several GPUs; the processes here are told two.
LAUNCHED = """
import torch
torch.cuda.device_count = lambda: 2
from lm_eval.__main__ import cli_evaluate
cli_evaluate()
"""


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
