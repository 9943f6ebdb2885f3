"""Declares the commands on TRAM."""

from __future__ import annotations

from tempanswerqa.cli import options
from tempanswerqa.cli.parser import Command

TRAM = """\
show results on TRAM and what is wrong with its questions, and train models on it

examples:
  tempanswerqa tram compare results/
  tempanswerqa tram shortcuts --tasks arithmetic,duration
  tempanswerqa tram errata --format csv
  tempanswerqa tram finetune --model bert-base-uncased --out tuned
"""
COMPARE = """\
show results beside the published ones and beside rules that need no question

examples:
  tempanswerqa tram compare                 # the published table
  tempanswerqa tram compare results/        # what lm_eval wrote, below it
"""
SHORTCUTS = """\
score rules that choose by the options alone

example:
  tempanswerqa tram shortcuts --tasks arithmetic,duration --format markdown

Such a rule is, for example, to choose the earliest date. Each is scored on each category.
"""
ERRATA = """\
list released answers that are wrong or spoiled

example:
  tempanswerqa tram errata --format csv > errata.csv
"""
FINETUNE = """\
train a multiple-choice model on each task, and show its scores beside the published ones

examples:
  tempanswerqa tram finetune --model bert-base-uncased --out tuned
  tempanswerqa tram finetune --model roberta-large --tasks causality --train_more 100 --out tuned
  tempanswerqa tram compare tuned/ results/

A fresh copy of the model is trained for each task, on the five questions per category that TRAM
holds back for it, with a head that scores each option; then it is asked all others. Encoders such
as BERT and RoBERTa have that head; models that generate text do not. The paper's hyperparameters
are not published with its data: the defaults are those of the library transformers.

DIR/results_MODEL_seed_N.json grows task by task. If the command was stopped, run it again to go on;
with other settings it ends with an error. It needs the extra `train`.
"""


RATE = options.number(float, "above 0 and at most 1", lambda n: 0 < n <= 1)
OUTPUT: options.Declared = {**options.FORMAT, **options.data_dir("archives", "TRAM")}
TASKS = options.tasks("only these, with or without tram_ (default: all ten)")
COMPARE_ARGUMENTS: options.Declared = {
    "places RESULTS*": "results_*.json of lm_eval, or folders of them",
    **OUTPUT,
}
FINETUNE_ARGUMENTS: options.Declared = {
    "--model NAME": ("an encoder of the Hugging Face hub, or its folder", options.NEEDED),
    **TASKS,
    "--out DIR": ("write the results into this folder", options.NEEDED),
    "--epochs N": (
        "number of times that the training questions are seen (default: %(default)s)",
        {"default": 3},
    ),
    "--learning_rate N": (
        "learning rate of AdamW, which falls linearly to 0 (default: %(default)s)",
        {"type": RATE, "default": 5e-5},
    ),
    "--batch_size N": (
        "number of questions at a time, on each device (default: %(default)s)",
        {"default": 8},
    ),
    **options.seed("seed of the head, dropout and order", 42, of_weights=True),
    "--train_more N": "train on N more questions of each category, which are then not asked",
    "--per_category N": "ask at most N questions of each category (default: all)",
    **OUTPUT,
}


def add(command: Command) -> None:
    """Add the commands."""
    add_tram = command("tram", "", TRAM).commands()
    add_tram("compare", "run_tram.compare", COMPARE, COMPARE_ARGUMENTS)
    add_tram("shortcuts", "run_tram.show_shortcuts", SHORTCUTS, {**TASKS, **OUTPUT})
    add_tram("errata", "run_tram.show_errata", ERRATA, OUTPUT)
    add_tram("finetune", "run_tram.finetune", FINETUNE, FINETUNE_ARGUMENTS)
