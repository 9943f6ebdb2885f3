"""Counts before a run how many tokens it will take: in, out, and the context for both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from tempanswerqa import questions
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.fresh import bank
from tempanswerqa.harness import task_files
from tempanswerqa.harness.task_files import Task
from tempanswerqa.harness.tokens import Estimate, Tokenizer
from tempanswerqa.questions import prompts
from tempanswerqa.questions.chat_templates import Renderer

TOTAL = "total"
"""The name of the row that sums up the tasks."""

COLUMNS = {
    "task": "task",
    "questions": "questions",
    "prompt_mean": "prompt mean",
    "prompt_max": "longest",
    "prompt_total": "prompts",
    "context_needed": "context",
    "output_mean": "output mean",
    "output_total": "outputs",
    "output_at_most": "at most",
    "too_long": "do not fit",
}
"""The headings of the table, by the names in CSV and JSON."""


Row = dict[str, Any]
Progress = Callable[[Sequence[questions.Question], str], Iterator[questions.Question]]


class PlanError(TempAnswerError, ValueError):
    """Options that no run can have; the message says what to change."""


class Options(NamedTuple):
    """Hold the options of a run; None leaves one to the task, or the context to the model."""

    tokenizer: str | None = None
    num_fewshot: int | None = None
    apply_chat_template: bool = False
    fewshot_as_multiturn: bool | None = None
    max_gen_toks: int | None = None
    context: int | None = None
    data_dir: str | None = None


class Cost(NamedTuple):
    """Hold the numbers of tokens of a task."""

    prompts: list[int]
    """The number of tokens of each prompt."""
    new: int
    """The largest number of tokens of a response."""
    output: float
    """The expected number of tokens of a response."""

    def too_long(self, context: int) -> int:
        """Return how many prompts the harness would cut to keep room for all new tokens."""
        return sum(tokens + self.new > context for tokens in self.prompts)


def plan(names: Sequence[str], options: Options, progress: Progress) -> list[Row]:
    """Return a row for each task and, if there are several, a row for all.

    A row has the keys of `COLUMNS`, and says how tokens were counted. The prompts are those that
    the harness would send. Raises PlanError, TaskError or TokenError for options that cannot be
    run, and the errors of loading questions and exemplars.
    """
    counter = _counter(options)
    tasks = task_files.named(names)
    costs = {task.name: _cost(task, options, counter, progress) for task in tasks}
    context = options.context or counter.context
    rows = [_row(name, [cost], counter, context) for name, cost in costs.items()]
    if len(rows) > 1:
        rows.append(_row(TOTAL, list(costs.values()), counter, context))
    return rows


def _counter(options: Options) -> Estimate | Tokenizer:
    if options.tokenizer is None and options.apply_chat_template:
        raise PlanError(
            "--apply_chat_template needs --tokenizer, which has the template; without both, the "
            "tokens of plain prompts are estimated"
        )
    if options.fewshot_as_multiturn and not options.apply_chat_template:
        raise PlanError("--fewshot_as_multiturn goes with --apply_chat_template alone; add it")
    if options.tokenizer is None:
        return Estimate()
    tokenizer = Tokenizer(options.tokenizer)
    tokenizer.check(options.apply_chat_template)
    return tokenizer


def _cost(task: Task, options: Options, counter: Estimate | Tokenizer, progress: Progress) -> Cost:
    if task.draw:
        asked, exemplars = bank.load(task.draw), bank.load_exemplars(task.subset)
    else:
        asked = questions.load(task.subset, options.data_dir)
        exemplars = prompts.load_exemplars(task.subset, options.data_dir)
    if not task.prefill:
        asked = [question.without_prefill() for question in asked]
    shots = task.num_fewshot if options.num_fewshot is None else options.num_fewshot
    shown = prompts.first(exemplars, shots, task.name)
    template = counter.apply_chat_template if options.apply_chat_template else None
    renderer = Renderer(task.name)
    tokens = []
    for question in progress(asked, "prompt"):
        messages = prompts.build_messages(question, shown)
        text = renderer.prompt(messages, template, options.fewshot_as_multiturn is not False)
        tokens.append(counter.count(text))
    new = task.max_gen_toks if options.max_gen_toks is None else options.max_gen_toks
    written = (exemplar.answer.removeprefix(asked[0].prefill) for exemplar in exemplars)
    return Cost(tokens, new, _expected([counter.count(text, False) for text in written], new))


def _expected(answers: Sequence[int], new: int) -> float:
    """Return the mean number of tokens of the answers, at most `new` of each; without answers,
    `new`.
    """
    return sum(min(tokens, new) for tokens in answers) / len(answers) if answers else float(new)


def _row(
    name: str, costs: Sequence[Cost], counter: Estimate | Tokenizer, context: int | None
) -> Row:
    tokens = [count for cost in costs for count in cost.prompts]
    output = sum(cost.output * len(cost.prompts) for cost in costs)
    return {
        "task": name,
        "questions": len(tokens),
        "prompt_mean": sum(tokens) / len(tokens),
        "prompt_max": max(tokens),
        "prompt_total": sum(tokens),
        "context_needed": max(max(cost.prompts) + cost.new for cost in costs),
        "output_mean": output / len(tokens),
        "output_total": output,
        "output_at_most": sum(cost.new * len(cost.prompts) for cost in costs),
        "too_long": sum(cost.too_long(context) for cost in costs) if context else None,
        "context": context,
        "tokens": counter.rule,
        "estimated": counter.estimated,
    }


def fits(rows: Iterable[Row]) -> bool:
    """Return whether the model's context holds every prompt; True if no context is known."""
    return not any(row["too_long"] for row in rows)
