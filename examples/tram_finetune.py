"""Trains an encoder on tasks of TRAM, and prints its accuracy on their questions.

    pip install .[hf]
    python examples/tram_finetune.py --model bert-base-uncased --tasks causality,nli

For each task a fresh copy of the model, with a head that scores each option of a question, is
trained on the exemplars, five of each category, and then asked all questions of the task. The
settings that have no argument are the defaults of `Trainer` of transformers. TRAM's authors publish
neither the settings nor the number of training questions of their BERT and RoBERTa baselines.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from tempfile import TemporaryDirectory

import torch
import transformers
from sklearn.metrics import accuracy_score, f1_score

from tempanswerqa.neighbours import tram

LONGEST = 512
"""The largest number of tokens of a question with an option, unless the model takes fewer."""


def encoded(batch: Sequence[tram.TramItem], tokenizer) -> dict[str, torch.Tensor]:
    """Return tensors by question, option and token, with the positions of the right options.

    Empty texts fill up questions with fewer options than others.
    """
    width = max(len(item.options) for item in batch)
    pairs = [
        (f"{item.context}\n{item.question}".strip(), option)
        for item in batch
        for option in (*item.options, *[""] * (width - len(item.options)))
    ]
    tensors = tokenizer(
        *map(list, zip(*pairs, strict=True)),
        truncation=True,
        max_length=min(LONGEST, tokenizer.model_max_length),
        padding=True,
        return_tensors="pt",
    )
    shaped = {name: tensor.view(len(batch), width, -1) for name, tensor in tensors.items()}
    return shaped | {"labels": torch.tensor([item.answer for item in batch])}


def scores(task: str, arguments: argparse.Namespace) -> dict[str, float]:
    """Return the accuracy of a trained model on a task, and macro F1 of `relation` and `nli`."""
    transformers.set_seed(arguments.seed)  # before the head is made
    tokenizer = transformers.AutoTokenizer.from_pretrained(arguments.model)
    asked = tram.sample(tram.load(task, arguments.data_dir), arguments.per_category)
    with TemporaryDirectory() as folder:
        trainer = transformers.Trainer(
            transformers.AutoModelForMultipleChoice.from_pretrained(arguments.model),
            transformers.TrainingArguments(
                output_dir=folder,
                seed=arguments.seed,
                num_train_epochs=arguments.epochs,
                learning_rate=arguments.learning_rate,
                remove_unused_columns=False,
                save_strategy="no",
                logging_strategy="no",
                report_to="none",
            ),
            train_dataset=tram.load(task, arguments.data_dir, exemplars=True),
            data_collator=lambda batch: encoded(batch, tokenizer),
        )
        trainer.train()
        logits = trainer.predict(asked).predictions
    right = [item.answer for item in asked]
    chosen = [row[: len(item.options)].argmax() for item, row in zip(asked, logits, strict=True)]
    results = {"acc": accuracy_score(right, chosen)}
    if task in ("relation", "nli"):  # whose options are classes
        texts = (
            [item.options[at].casefold() for item, at in zip(asked, positions, strict=True)]
            for positions in (right, chosen)
        )
        results["f1"] = f1_score(*texts, average="macro", zero_division=0)
    return results


def main(argv: Sequence[str] | None = None) -> None:
    """Train on each task, and print a line of scores for each."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--model", required=True, help="an encoder of the hub, or its folder")
    parser.add_argument("--tasks", default=",".join(tram.TASKS), help="names with commas")
    parser.add_argument("--data_dir", help="folder of the archives (default: $TRAM_DATA)")
    parser.add_argument("--per_category", type=int, help="ask at most so many of each category")
    parser.add_argument("--epochs", type=float, default=3)
    parser.add_argument("--learning_rate", type=float, default=5e-5)
    parser.add_argument("--seed", type=int, default=42)
    arguments = parser.parse_args(argv)
    for task in arguments.tasks.split(","):
        shown = (f"{name} {value:.3f}" for name, value in scores(task, arguments).items())
        print(f"{task}: {', '.join(shown)}")


if __name__ == "__main__":
    main()
