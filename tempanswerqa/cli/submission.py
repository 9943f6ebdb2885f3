"""Declares the commands on leaderboard submissions."""

from __future__ import annotations

from tempanswerqa.cli import options
from tempanswerqa.cli.parser import Command

RELATIONSHIPS = ("first_party", "third_party", "collaborative", "other")
PACK = """\
write a run on all four tasks into a file that anyone can verify, or as others publish it

examples:
  lm_eval --tasks tempanswerqa --model hf --model_args pretrained=MODEL \\
      --output_path results --log_samples
  tempanswerqa pack results --out submission.json.gz
  tempanswerqa pack results --format huggingface --dataset_id ORGANIZATION/DATASET --out hub
  tempanswerqa pack results --format every_eval_ever --organization NAME --out eee

A submission holds one run of one model on all four tasks: the released questions, or fresh ones of
one level, n and seed. It needs every response, so lm_eval runs without --limit.

If results holds several runs, name the results_DATE.json of the one that counts. If the tasks were
run one by one, name the results_DATE.json of each. `tempanswerqa score RESPONSES --output_path DIR`
makes results of saved responses of other kinds.

The file states the model's name, how responses were generated (never model arguments, which may
hold keys and paths), signatures, the scores of both filters, and every response by question id, so
that anyone can score it again. --format huggingface writes the scores of one filter for the
repositories of a model and of a dataset. --format every_eval_ever writes scores and responses with
both filters, unless --filter names one. Nothing is sent anywhere.
"""
VERIFY = """\
check submissions and score their responses again

examples:
  tempanswerqa verify submission.json.gz
  tempanswerqa verify submissions/*.json.gz --format csv

The command checks that the file is whole, that the tasks are complete and have the questions of the
data or of the draw, that versions are known, and that the responses score as stated. A file cannot
show who gave the responses, nor how.
"""


PACK_ARGUMENTS: options.Declared = {
    "places RESULTS+": "results_DATE.json of lm_eval or of score, with the samples beside it; the "
    "samples themselves; folders or patterns of these",
    "--out PATH": (
        "a .json or .json.gz file to write; a folder for the formats of others",
        options.NEEDED,
    ),
    "--model NAME": (
        "name of the model (default: as in the results, of a path the last part)",
        {"default": ""},
    ),
    "--format": (
        "format of the output (default: %(default)s, which `tempanswerqa verify` checks)",
        {"dest": "packed", "choices": options.PACKED, "default": options.PACKED[0]},
    ),
    **options.one_filter("formats of others: write the scores of this filter alone"),
    "--dataset_id ID": (
        "huggingface: the dataset with the questions, ORGANIZATION/NAME",
        {"default": ""},
    ),
    "--source_url URL": (
        "formats of others: a page on the run, or on the organization that ran it",
        {"default": ""},
    ),
    "--organization NAME": ("every_eval_ever: organization that ran the model", {"default": ""}),
    "--relationship": (
        "every_eval_ever: relationship of this organization to the one that made the model "
        "(default: %(default)s)",
        {"choices": RELATIONSHIPS, "default": RELATIONSHIPS[-1]},
    ),
    **options.data_dir(),
}
VERIFY_ARGUMENTS: options.Declared = {
    "files FILE+": "files that `tempanswerqa pack` wrote",
    **options.FORMAT,
    **options.data_dir(),
}


def add(command: Command) -> None:
    """Add the commands."""
    command("pack", "run_submission.pack", PACK, PACK_ARGUMENTS)
    command("verify", "run_submission.verify", VERIFY, VERIFY_ARGUMENTS)
