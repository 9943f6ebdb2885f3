"""Commands on leaderboard submissions."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from tempanswerqa.cli import options

SUBMIT_EPILOG = """\
A submission holds one run of one model on all four tasks: the released questions, or fresh ones of
one level, n and seed. It needs every response, without --limit:

  lm_eval --tasks tempanswerqa --model hf --model_args pretrained=MODEL \\
      --output_path results --log_samples
  tempanswerqa submit results --out submission.json.gz

Where results holds several runs, name the results_DATE.json of the one that counts; where the tasks
were run one by one, name all of theirs. Saved responses of other kinds come in by way of
`tempanswerqa score RESPONSES --output_path DIR`.

The file states the model's name, how responses were generated (never model arguments, which may
hold keys and paths), signatures, the scores of both filters, and every response by question id, so
that anyone can score it again. Nothing is sent anywhere.
"""
VERIFY_EPILOG = """\
examples:
  tempanswerqa verify submission.json.gz
  tempanswerqa verify submissions/*.json.gz --format csv

What is checked: that the file is whole, the tasks complete, and the questions those of the data or
drawn again from level, n and seed; that versions are known; and that the responses score as stated.
Who gave the responses, and how, nobody can tell from a file.
"""


def add(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the commands."""
    submit = command(
        "submit",
        _submit,
        "make one file of a run on all four tasks, which anyone can verify",
        epilog=SUBMIT_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    submit.add_argument(
        "places",
        nargs="+",
        metavar="RESULTS",
        help="results_DATE.json of lm_eval or of score, with the samples beside it; the samples "
        "themselves; folders or patterns of these",
    )
    submit.add_argument(
        "--out", metavar="FILE", required=True, help="a .json or .json.gz file to write"
    )
    submit.add_argument(
        "--model",
        metavar="NAME",
        default="",
        help="what the model is called there (default: as in the results, of a path the last part)",
    )
    options.add_data_dir(submit)
    verify = command(
        "verify",
        _verify,
        "check submissions, whoever made them, and score their responses again",
        epilog=VERIFY_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verify.add_argument("files", nargs="+", metavar="FILE", help="what `tempanswerqa submit` wrote")
    options.add_format(verify)
    options.add_data_dir(verify)


def _submit(given: argparse.Namespace) -> int:
    from tempanswerqa.cli import run_submission

    return run_submission.submit(given.places, given.out, given.model, given.data_dir)


def _verify(given: argparse.Namespace) -> int:
    from tempanswerqa.cli import run_submission

    return run_submission.verify(given.files, given.format, given.data_dir)
