"""Trains baselines: encoders with a head that scores each option of a question.

TRAM's authors trained BERT and RoBERTa with little supervision. Their release names the models, but
not the number of training questions or the settings. So models are trained here on the released
development set, five questions per category. All settings that `Settings` lacks are the defaults of
`Trainer` of transformers.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tempanswerqa import files, metrics
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.neighbours.tram import harness, items, scores
from tempanswerqa.neighbours.tram.items import Item
from tempanswerqa.neighbours.tram.results import TUNED, WITH_F1
from tempanswerqa.runs import harness_files
from tempanswerqa.text import listed

LONGEST = 512
"""The largest number of tokens of a question with an option, unless the model takes fewer."""


class FinetuneError(TempAnswerError, ValueError):
    """A model that cannot be trained, or a results file that another run has already written."""


class Settings(NamedTuple):
    """Hold the settings of a training; all of them are written into the results."""

    model: str
    """The model's name on the Hugging Face hub, or its folder."""
    seed: int
    """The seed of the new head, of dropout and of the order of the training questions."""
    epochs: int
    learning_rate: float
    """The learning rate with which AdamW begins; it falls linearly to 0."""
    batch_size: int
    """The number of questions per batch on each device, in training and evaluation."""
    train_more: int | None
    """The number of questions of each category that move from the test to the training set."""
    per_category: int | None
    """The largest number of questions of each category that are asked; None for all."""


def run(
    tasks: Sequence[str],
    settings: Settings,
    folder: Path,
    data_dir: str | None,
    tell: Callable[[str], None],
) -> Path:
    """Train a new copy of the model for each task, and return the path of the file with all scores.

    The file has the form of the harness's results and is written again after each task. Tasks in a
    file of an earlier run with the same settings are not run again. Raises FinetuneError if the
    file has other settings or cannot be read, if the model cannot have such a head, if no question
    of a category is left to ask, or if the extra `train` is not installed. Raises the errors of
    `items.load`, and OSError if the folder cannot be written.
    """
    files.check_folder(folder)
    name = re.sub(r"[^\w.-]+", "_", Path(settings.model).name)
    path = folder / f"results_{name}_seed_{settings.seed}.json"
    book = _book(path, settings)
    for task in tasks:
        if f"tram_{task}{TUNED}" in book["results"]:
            tell(f"{task}: in {path} already, left as it is")
            continue
        _enter(book, task, settings, data_dir)
        files.save(path, [json.dumps(book, indent=2)])
        tell(f"{task}: {_told(book['results'][f'tram_{task}{TUNED}'])}")
    return path


def _book(path: Path, settings: Settings) -> dict[str, Any]:
    """Return the results so far; in a new run they have no task."""
    config = {"model_args": {"pretrained": settings.model}} | settings._asdict()
    if not path.exists():
        named = Path(settings.model)
        book: dict[str, Any] = {name: {} for name in ("results", "n-shot", "configs", "n-samples")}
        return book | {"config": config, "model_name": named.name if named.is_dir() else str(named)}
    found = harness_files.read(path)
    before = found.stated.get("config") if found else None
    if not found or not isinstance(before, dict):
        raise FinetuneError(f"{path}: no results of this command; move it, or name another --out")
    if other := [name for name in config if before.get(name) != config[name]]:
        told = ", ".join(f"{name} {before.get(name)}, not {config[name]}" for name in other)
        raise FinetuneError(f"{path}: is of a run with {told}; name another --out")
    return dict(found.stated)


def _enter(book: dict[str, Any], task: str, settings: Settings, data_dir: str | None) -> None:
    asked = items.load(task, data_dir).items
    train = items.load(task, data_dir, exemplars=True).items
    shots = max(Counter(item.category for item in train).values())
    if settings.train_more:
        more = items.sample(asked, settings.train_more, harness.SEED)
        taken = {item.id for item in more}
        kept = [item for item in asked if item.id not in taken]
        if lost := {item.category for item in asked} - {item.category for item in kept}:
            raise FinetuneError(
                f"{task}: --train_more {settings.train_more} leaves no question of "
                f"{listed(sorted(lost))} to ask; name a smaller number"
            )
        train, asked = [*train, *more], kept
    if settings.per_category:
        asked = items.sample(asked, settings.per_category, harness.SEED)
    name = f"tram_{task}{TUNED}"
    told = {field: value for field, value in settings._asdict().items() if value is not None}
    told["training_seed"] = told.pop("seed")  # `seed` of the harness draws the questions
    book["results"][name] = _scores(task, asked, _logits(settings, train, asked))
    book["n-shot"][name] = shots
    book["configs"][name] = {"task": name, "metadata": told}
    book["n-samples"][name] = {"original": len(asked), "effective": len(asked)}


def _logits(
    settings: Settings, train: Sequence[Item], asked: Sequence[Item]
) -> Sequence[Sequence[float]]:
    """Return the logits of each asked question's options, from a model trained on `train`."""
    try:
        torch, transformers, _ = map(import_module, ("torch", "transformers", "accelerate"))
    except ImportError as error:
        raise FinetuneError(
            "training needs transformers, torch and accelerate: install this project with its "
            "extra `train`"
        ) from error
    transformers.set_seed(settings.seed)  # the seed is set before the head is made
    tokenizer, model = _loaded(settings.model, transformers)
    with TemporaryDirectory() as folder, redirect_stdout(sys.stderr):  # Trainer logs to stdout
        arguments = transformers.TrainingArguments(
            output_dir=folder,
            seed=settings.seed,
            num_train_epochs=settings.epochs,
            learning_rate=settings.learning_rate,
            per_device_train_batch_size=settings.batch_size,
            per_device_eval_batch_size=settings.batch_size,
            dataloader_pin_memory=torch.cuda.is_available(),
            remove_unused_columns=False,
            save_strategy="no",
            logging_strategy="no",
            report_to="none",
        )
        trainer = transformers.Trainer(
            model,
            arguments,
            train_dataset=train,
            data_collator=lambda batch: _encoded(batch, tokenizer),
        )
        trainer.train()
        return trainer.predict(asked).predictions


def _loaded(name: str, transformers: Any) -> tuple[Any, Any]:
    """Return the tokenizer and the model; the head is random unless the model has one."""
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(name)
        return tokenizer, transformers.AutoModelForMultipleChoice.from_pretrained(name)
    except (OSError, ValueError) as error:
        reason = str(error).strip().partition("\n")[0].rstrip(".")
        raise FinetuneError(
            f"{name} cannot be trained for multiple choice: {reason}; name an encoder such as "
            "bert-base-uncased, or its folder"
        ) from error


def _encoded(batch: Sequence[Item], tokenizer: Any) -> dict[str, Any]:
    """Return tensors by question, option and token; empty texts fill up questions with fewer
    options.
    """
    import torch

    width = max(len(item.options) for item in batch)
    pairs = [
        (f"{item.context}\n{item.question}".strip(), option)
        for item in batch
        for option in (*item.options, *[""] * (width - len(item.options)))
    ]
    encoded = tokenizer(
        *map(list, zip(*pairs, strict=True)),
        truncation=True,
        max_length=min(LONGEST, tokenizer.model_max_length),
        padding=True,
        return_tensors="pt",
    )
    shaped = {name: tensor.view(len(batch), width, -1) for name, tensor in encoded.items()}
    return shaped | {"labels": torch.tensor([item.answer for item in batch])}


def _scores(
    task: str, asked: Sequence[Item], logits: Sequence[Sequence[float]]
) -> dict[str, float]:
    """Return accuracy with its standard error, and F1 if the task has it, for all questions and by
    category.
    """
    scored = [
        harness.process_letters(vars(item), [(float(n), False) for n in own[: len(item.options)]])
        for item, own in zip(asked, logits, strict=True)
    ]
    found: dict[str, float] = {}
    for suffix, positions in _by_category(asked):
        own = [scored[position] for position in positions]
        right = [each["acc"] for each in own]
        found[f"acc{suffix},none"] = metrics.mean(right)
        found[f"acc{suffix}_stderr,none"] = metrics.clustered_stderr(right, positions)
        if task in WITH_F1:
            found[f"f1{suffix},none"] = scores.macro_f1(each["f1"] for each in own)
    return found


def _by_category(asked: Sequence[Item]) -> Iterator[tuple[str, Sequence[int]]]:
    """Yield the suffix of score names and the positions of questions, for all and by category."""
    yield "", range(len(asked))
    own: dict[str, list[int]] = {}
    for position, item in enumerate(asked):
        own.setdefault(harness.slug(item.category), []).append(position)
    if len(own) > 1:
        yield from ((f"_{name}", own[name]) for name in sorted(own))


def _told(found: Mapping[str, float]) -> str:
    """Return the scores in words, in percent."""
    shown = (
        f"{key.partition(',')[0]} {100 * value:.1f}"
        for key, value in found.items()
        if "_stderr," not in key
    )
    return ", ".join(shown)
