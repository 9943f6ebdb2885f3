"""The command `tempanswerqa`: parse arguments, call the library, print what it gives."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence

from tempanswerqa import __version__

EPILOG = """\
examples:
  tempanswerqa score results/ --items items.csv
  tempanswerqa plan --tasks tempanswerqa_fewshot --context 4096
  tempanswerqa explain @response.txt --task tempanswerqa_ttqa_head --unit years

  tempanswerqa register
  lm_eval --tasks tempanswerqa_tot_arith --model hf --model_args pretrained=MODEL

  lm_eval --include_path "$(tempanswerqa tasks)" --tasks tempanswerqa --model hf ...

  tempanswerqa lm_eval --tasks tempanswerqa_ttqa_head --model tempanswerqa-recorded \\
      --model_args 'responses=runs/ttqa_head_*zero-shot*.csv.gz'
"""

PLAN_EPILOG = """\
examples:
  tempanswerqa plan --tasks tempanswerqa_sample
  tempanswerqa plan --tasks tempanswerqa_fewshot --tokenizer MODEL --apply_chat_template
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; errors go to standard error in one line."""
    for stream in (sys.stdout, sys.stderr):  # names of models have characters of all kinds
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    given = _parser().parse_args(arguments)
    try:
        code = given.run(given)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        print("tempanswerqa: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader of a pipe, such as head, has what it wants
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except _expected_errors() as error:
        print(f"tempanswerqa: {error}", file=sys.stderr)
        return 1


def _expected_errors() -> tuple[type[Exception], ...]:
    from tempanswerqa.comparison import ComparisonError
    from tempanswerqa.explaining import ExplainError
    from tempanswerqa.planning import PlanError
    from tempanswerqa.prompts import PromptError
    from tempanswerqa.questions import QuestionError
    from tempanswerqa.recorded import RecordedError
    from tempanswerqa.registration import RegistrationError
    from tempanswerqa.sources import SourceError
    from tempanswerqa.task_files import TaskError
    from tempanswerqa.tokens import TokenError

    ours = (QuestionError, PromptError, RecordedError, SourceError, ComparisonError, ExplainError)
    planned = (PlanError, TaskError, TokenError)
    return (*ours, *planned, RegistrationError, ImportError, OSError)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tempanswerqa",
        description="TempAnswerQA for lm-evaluation-harness: scores temporal answers by how far "
        "off they are.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, run, text: str, **options) -> argparse.ArgumentParser:
        about = text[0].upper() + text[1:] + "."
        added = commands.add_parser(name, help=text, description=about, **options)
        added.set_defaults(run=run)
        return added

    _add_score(command)
    _add_explain(command)
    _add_plan(command)
    _add_comparisons(command)
    command("register", _register, "make the tasks known to the installed lm_eval")
    command("unregister", _unregister, "take away what register wrote")
    command("tasks", _tasks, "print the folder of the tasks, for lm_eval --include_path")
    tiny = command("tiny-model", _tiny_model, "write a tiny random chat model to try things with")
    tiny.add_argument("folder", help="where to write it")
    tiny.add_argument("--seed", type=int, default=0, help="seed of the weights (default: 0)")
    harness = command(
        "lm_eval",
        _lm_eval,
        "run lm_eval with this project's tasks and with the models tempanswerqa-recorded "
        "(answers from saved responses) and tempanswerqa-median (a baseline)",
        prefix_chars="\0",  # no argument is an option here: all go to lm_eval as they are
        add_help=False,
    )
    harness.add_argument("arguments", nargs="*", help="as for lm_eval itself")
    return parser


def _add_score(command: Callable[..., argparse.ArgumentParser]) -> None:
    score = command("score", _score, "score saved responses again, without running a model")
    score.add_argument(
        "places",
        nargs="+",
        metavar="PATH",
        help="samples_*.jsonl of lm_eval, released .csv(.gz) files, .jsonl lines of "
        '{"id" or "question", "response"}, folders or patterns of these',
    )
    _add_scoring_options(score)
    score.add_argument("--items", metavar="FILE", help="write one CSV row per response and filter")
    score.add_argument(
        "--output_path",
        metavar="DIR",
        help="write results and samples files there, as lm_eval does",
    )


def _add_explain(command: Callable[..., argparse.ArgumentParser]) -> None:
    explain = command("explain", _explain, "show how a response is read, rule by rule")
    places = "its text, @FILE, or - for a pipe; a line end that ends these is not part of it"
    explain.add_argument("response", metavar="RESPONSE", help=places)
    explain.add_argument("--task", required=True, help="the task, as lm_eval knows it")
    asked = explain.add_mutually_exclusive_group(required=True)
    asked.add_argument("--id", help="id of the question that it answers")
    asked.add_argument("--unit", help="unit that was asked for; needs no data")
    explain.add_argument("--format", help="with --unit: the answer format that was asked for")
    explain.add_argument("--question", metavar="TEXT", help="with --unit: the question itself")
    explain.add_argument(
        "--no_prefill", action="store_true", help="the response does not go on from the prefill"
    )
    explain.add_argument("--json", action="store_true", help="print a JSON object")
    _add_data_dir(explain)


def _add_plan(command: Callable[..., argparse.ArgumentParser]) -> None:
    plan = command(
        "plan",
        _plan,
        "count the tokens that a run would take, and the context that its prompts need",
        epilog=PLAN_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    plan.add_argument("--tasks", required=True, help="tasks or groups of lm_eval, with commas")
    plan.add_argument(
        "--tokenizer",
        metavar="NAME",
        help="count with the tokenizer of this folder or hub model (default: characters / 4)",
    )
    plan.add_argument("--num_fewshot", type=_natural, metavar="N", help="as for lm_eval")
    plan.add_argument("--apply_chat_template", action="store_true", help="of the tokenizer")
    plan.add_argument(
        "--fewshot_as_multiturn",
        type=_truth,
        nargs="?",
        const=True,
        metavar="BOOL",
        help="whether exemplars are turns of their own (default: with --apply_chat_template)",
    )
    plan.add_argument("--max_gen_toks", type=_positive, metavar="N", help="new tokens at most")
    plan.add_argument(
        "--context",
        type=_positive,
        metavar="N",
        help="the model's context (default: what the folder of --tokenizer says); the exit code is "
        "1 if it does not hold every prompt with its new tokens",
    )
    _add_format(plan)
    _add_data_dir(plan)


def _add_comparisons(command: Callable[..., argparse.ArgumentParser]) -> None:
    baselines = command("baselines", _baselines, "score the paper's mean and median baselines")
    _add_scoring_options(baselines, filters=False)
    compare = command(
        "compare", _compare, "compare two runs on the same questions, with intervals and p-values"
    )
    compare.add_argument("first", help="files of one run, as for score; quote a pattern")
    compare.add_argument("second", help="files of the other run")
    _add_scoring_options(compare, bootstrap=2_000)
    reproduce = command(
        "reproduce", _reproduce, "show the paper's tables from recorded responses beside published"
    )
    reproduce.add_argument(
        "--responses",
        nargs="+",
        required=True,
        metavar="PATH",
        help="the released response files, or the folder of them",
    )
    _add_scoring_options(reproduce, filters=False, bootstrap=None)


def _add_scoring_options(
    command: argparse.ArgumentParser, filters: bool = True, bootstrap: int | None = 0
) -> None:
    if filters:
        command.add_argument(
            "--filter",
            choices=("strict-match", "flexible-extract"),
            help="read with this filter alone (default: with both)",
        )
    _add_format(command)
    if bootstrap is not None:
        command.add_argument(
            "--bootstrap",
            type=_count,
            default=bootstrap,
            metavar="N",
            help="resample the intervals N times "
            + (f"(default: {bootstrap})" if bootstrap else "instead of the closed form"),
        )
        command.add_argument(
            "--seed", type=_natural, default=0, help="seed of --bootstrap (default: 0)"
        )
    _add_data_dir(command)


def _add_format(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--format",
        choices=("table", "markdown", "latex", "csv", "json"),
        default="table",
        help="how to print it (default: table)",
    )


def _add_data_dir(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--data_dir",
        metavar="DIR",
        help="folder of the questions (default: $TEMPANSWERQA_DATA, the cache, the network)",
    )


def _count(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 1_000_000:
        raise argparse.ArgumentTypeError("has to be from 1 to 1000000")
    return number


def _truth(text: str) -> bool:
    return text.lower() in ("true", "1", "yes")  # as lm_eval reads it


def _natural(text: str) -> int:
    return _at_least(0, text)


def _positive(text: str) -> int:
    return _at_least(1, text)


def _at_least(least: int, text: str) -> int:
    number = int(text)
    if number < least:
        raise argparse.ArgumentTypeError(f"has to be {least} or more")
    return number


def _score(given: argparse.Namespace) -> int:
    from tempanswerqa import reporting

    return reporting.score(
        given.places, _options(given), given.format, given.items, given.output_path
    )


def _options(given: argparse.Namespace):
    from tempanswerqa.scoring import FILTERS, Options

    filters = (given.filter,) if given.filter else tuple(FILTERS)
    return Options(filters, given.data_dir, given.bootstrap, given.seed)


def _explain(given: argparse.Namespace) -> int:
    from tempanswerqa import explaining

    asked = (given.unit, given.format, given.question)
    case = explaining.case(given.task, given.id, *asked, not given.no_prefill, given.data_dir)
    explanation = explaining.explain(explaining.response_text(given.response), case)
    print(explaining.as_json(explanation) if given.json else explaining.as_text(explanation))
    return 0


def _plan(given: argparse.Namespace) -> int:
    from tempanswerqa import planning, reporting

    options = planning.Options(
        tokenizer=given.tokenizer,
        num_fewshot=given.num_fewshot,
        apply_chat_template=given.apply_chat_template,
        fewshot_as_multiturn=given.fewshot_as_multiturn,
        max_gen_toks=given.max_gen_toks,
        context=given.context,
        data_dir=given.data_dir,
    )
    rows = planning.plan(given.tasks.split(","), options, reporting.progress)
    print(planning.render(rows, given.format))
    return 0 if planning.fits(rows) else 1


def _baselines(given: argparse.Namespace) -> int:
    from tempanswerqa import paper_reporting

    given.filter = None
    return paper_reporting.baselines_table(_options(given), given.format)


def _compare(given: argparse.Namespace) -> int:
    from tempanswerqa import paper_reporting

    return paper_reporting.compare(given.first, given.second, _options(given), given.format)


def _reproduce(given: argparse.Namespace) -> int:
    from tempanswerqa import paper_reporting, scoring

    options = scoring.Options(("strict-match",), given.data_dir)
    return paper_reporting.reproduce(given.responses, options, given.format)


def _register(_: argparse.Namespace) -> int:
    from tempanswerqa import registration

    stubs = registration.register()
    print(f"wrote {len(stubs)} stubs, one per task and group:")
    for stub in stubs:
        print(f"  {stub}")
    print("lm_eval now knows the tasks; `tempanswerqa unregister` takes the stubs away")
    return 0


def _unregister(_: argparse.Namespace) -> int:
    from tempanswerqa import registration

    removed = registration.unregister()
    print(f"removed {len(removed)} stubs" if removed else "nothing was registered")
    for stub in removed:
        print(f"  {stub}")
    return 0


def _tasks(_: argparse.Namespace) -> int:
    from tempanswerqa import registration

    print(registration.tasks_folder())
    return 0


def _tiny_model(given: argparse.Namespace) -> int:
    from tempanswerqa import tiny_model

    print(tiny_model.write_tiny_model(given.folder, given.seed))
    return 0


def _lm_eval(given: argparse.Namespace) -> int:
    from tempanswerqa import models

    models.run_harness(given.arguments)
    return 0


if __name__ == "__main__":
    sys.exit(main())
