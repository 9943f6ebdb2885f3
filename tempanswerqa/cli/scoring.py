"""Commands on saved responses, and the plan of a run."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from tempanswerqa.cli import options

PLAN_EPILOG = """\
examples:
  tempanswerqa plan --tasks tempanswerqa_fresh
  tempanswerqa plan --tasks tempanswerqa_fewshot --tokenizer MODEL --apply_chat_template
"""


def add(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the commands."""
    _add_score(command)
    _add_explain(command)
    _add_plan(command)
    _add_comparisons(command)


def _add_score(command: Callable[..., argparse.ArgumentParser]) -> None:
    score = command("score", _score, "score saved responses again, without running a model")
    score.add_argument(
        "places",
        nargs="+",
        metavar="PATH",
        help="samples_*.jsonl of lm_eval, released .csv(.gz) files, .jsonl lines of "
        '{"id" or "question", "response"}, folders or patterns of these',
    )
    options.add_scoring_options(score)
    score.add_argument("--items", metavar="FILE", help="write one CSV row per response and filter")
    score.add_argument(
        "--output_path",
        metavar="DIR",
        help="write results and samples files there, as lm_eval does",
    )


def _score(given: argparse.Namespace) -> int:
    from tempanswerqa.cli import terminal

    return terminal.score(
        given.places, options.options(given), given.format, given.items, given.output_path
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
    options.add_data_dir(explain)
    options.add_think_end(explain)


def _explain(given: argparse.Namespace) -> int:
    from tempanswerqa.reports import explaining

    asked = (given.unit, given.format, given.question)
    case = explaining.case(
        *(given.task, given.id, *asked, not given.no_prefill),
        *(given.data_dir, given.think_end_token),
    )
    explanation = explaining.explain(explaining.response_text(given.response), case)
    print(explaining.as_json(explanation) if given.json else explaining.as_text(explanation))
    return 0


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
    plan.add_argument("--num_fewshot", type=options.natural, metavar="N", help="as for lm_eval")
    plan.add_argument("--apply_chat_template", action="store_true", help="of the tokenizer")
    plan.add_argument(
        "--fewshot_as_multiturn",
        type=options.truth,
        nargs="?",
        const=True,
        metavar="BOOL",
        help="whether exemplars are turns of their own (default: with --apply_chat_template)",
    )
    plan.add_argument(
        "--max_gen_toks", type=options.positive, metavar="N", help="new tokens at most"
    )
    plan.add_argument(
        "--context",
        type=options.positive,
        metavar="N",
        help="the model's context (default: what the folder of --tokenizer says); the exit code is "
        "1 if it does not hold every prompt with its new tokens",
    )
    options.add_format(plan)
    options.add_data_dir(plan)


def _plan(given: argparse.Namespace) -> int:
    from tempanswerqa.cli import terminal
    from tempanswerqa.harness import cost
    from tempanswerqa.reports import cost_table

    wanted = cost.Options(
        tokenizer=given.tokenizer,
        num_fewshot=given.num_fewshot,
        apply_chat_template=given.apply_chat_template,
        fewshot_as_multiturn=given.fewshot_as_multiturn,
        max_gen_toks=given.max_gen_toks,
        context=given.context,
        data_dir=given.data_dir,
    )
    rows = cost.plan(given.tasks.split(","), wanted, terminal.progress)
    print(cost_table.render(rows, given.format))
    return 0 if cost.fits(rows) else 1


def _add_comparisons(command: Callable[..., argparse.ArgumentParser]) -> None:
    baselines = command("baselines", _baselines, "score the paper's mean and median baselines")
    options.add_scoring_options(baselines, filters=False)
    compare = command(
        "compare", _compare, "compare two runs on the same questions, with intervals and p-values"
    )
    compare.add_argument("first", help="files of one run, as for score; quote a pattern")
    compare.add_argument("second", help="files of the other run")
    options.add_scoring_options(compare, bootstrap=2_000)
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
    options.add_scoring_options(reproduce, filters=False, bootstrap=None)


def _baselines(given: argparse.Namespace) -> int:
    from tempanswerqa.cli import run_paper

    given.filter, given.think_end_token = None, ""
    return run_paper.baselines_table(options.options(given), given.format)


def _compare(given: argparse.Namespace) -> int:
    from tempanswerqa.cli import run_compare

    reading = options.options(given)
    return run_compare.compare(given.first, given.second, reading, given.format)


def _reproduce(given: argparse.Namespace) -> int:
    from tempanswerqa.cli import run_paper
    from tempanswerqa.runs import score_files

    reading = score_files.Options(("strict-match",), given.data_dir)
    return run_paper.reproduce(given.responses, reading, given.format)
