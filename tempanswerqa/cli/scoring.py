"""Commands on saved responses, and the plan of a run."""

from __future__ import annotations

from tempanswerqa.cli import options
from tempanswerqa.cli.parser import Command
from tempanswerqa.metrics.scores import METRICS

SCORE = """\
examples:
  tempanswerqa score results/
  tempanswerqa score 'runs/*few-shot*' --filter strict-match --format markdown
  tempanswerqa score results/ --items items.csv --output_path rescored
  tempanswerqa score logs/*.eval details/ORGANIZATION/MODEL
  tempanswerqa score first.csv second.csv --join MODEL --samples median

Logs of inspect_ai and lighteval name a question by its id (`Sample.id`, `Doc.specific["id"]`), or
by its text.
"""
EXPLAIN = """\
examples:
  tempanswerqa explain 'Final Answer: 3 days' --task tempanswerqa_ttqa_head --unit days
  tempanswerqa explain @response.txt --task tempanswerqa_tot_arith --id QUESTION_ID --json
"""
PLAN = """\
examples:
  tempanswerqa plan --tasks tempanswerqa_fresh
  tempanswerqa plan --tasks tempanswerqa_fewshot --tokenizer MODEL --apply_chat_template
"""
BASELINES = """\
example:
  tempanswerqa baselines --format latex
"""
COMPARE = """\
examples:
  tempanswerqa compare 'results/MODEL_A/*' 'results/MODEL_B/*' --filter strict-match
  tempanswerqa compare results/ --all --filter strict-match

Differences are those on the questions that both runs answer; p-values are corrected for all that
are shown. --filter makes them fewer.
"""
POWER = """\
examples:
  tempanswerqa power --n 250 --metric exact_match
  tempanswerqa power --difference 5 --tasks tempanswerqa_tot_arith
  tempanswerqa power --difference 2 --runs 'results/MODEL_A/*' 'results/MODEL_B/*'
  tempanswerqa power --difference 2 --runs 'results/MODEL_A/*' --repeats 1 2 4 8

Differences are in points: hundredths of a metric's largest score.
"""
REPRODUCE = """\
example:
  tempanswerqa reproduce --responses data/responses --format json
"""


def add(command: Command) -> None:
    """Add the commands."""
    score = command(
        "score", "run_score.score", "score saved responses, without running a model", SCORE
    )
    options.add_results(
        score,
        "samples_*.jsonl or results_*.json of lm_eval, released .csv(.gz) files, .jsonl lines of "
        '{"id" or "question", "response"}, logs of inspect_ai (*.eval, DATE_TASK_ID.json), '
        "details_*.parquet of lighteval, UUID.json of Every Eval Ever with its samples, folders or "
        "patterns of these",
    )
    options.add_scoring_options(score)
    score.add_argument("--items", metavar="FILE", help="write one CSV row per response and filter")
    score.add_argument(
        "--join",
        metavar="MODEL",
        default="",
        help="read all files as samples of one run of this name (default: samples of lm_eval that "
        "differ in their seeds alone)",
    )
    score.add_argument(
        "--output_path", metavar="DIR", help="write results and samples files, as lm_eval does"
    )
    _add_explain(command)
    _add_plan(command)
    _add_comparisons(command)


def _add_explain(command: Command) -> None:
    explain = command(
        "explain",
        "run_task.explain",
        "show what each rule of both filters reads in a response",
        EXPLAIN,
    )
    explain.add_argument(
        "response",
        metavar="RESPONSE",
        help="its text, @FILE, or - for a pipe; one line end at the end of these is left out",
    )
    explain.add_argument("--task", required=True, help="the task, as lm_eval knows it")
    question = explain.add_mutually_exclusive_group(required=True)
    question.add_argument("--id", help="id of the question that the response answers")
    question.add_argument("--unit", help="unit that the question asks for; needs no data")
    explain.add_argument(
        "--answer_format", metavar="FORMAT", help="with --unit: the format that it asks for"
    )
    explain.add_argument("--question", metavar="TEXT", help="with --unit: the question itself")
    explain.add_argument(
        "--no_prefill", action="store_true", help="the response does not go on from the prefill"
    )
    explain.add_argument("--json", action="store_true", help="print a JSON object")
    options.add_data_dir(explain)
    options.add_include_path(explain)
    options.add_think_end(explain)


def _add_plan(command: Command) -> None:
    plan = command(
        "plan",
        "run_task.plan",
        "count the tokens of a run, and the context that its prompts need",
        PLAN,
    )
    options.add_tasks(plan, "tasks or groups of lm_eval", required=True)
    plan.add_argument(
        "--tokenizer",
        metavar="NAME",
        help="count with the tokenizer of this folder or hub model (default: characters / 4)",
    )
    plan.add_argument(
        "--num_fewshot", type=options.natural, metavar="N", help="number of exemplars"
    )
    plan.add_argument(
        "--apply_chat_template", action="store_true", help="use the chat template of --tokenizer"
    )
    plan.add_argument(
        "--fewshot_as_multiturn",
        type=options.truth,
        nargs="?",
        const=True,
        metavar="BOOL",
        help="whether exemplars are turns of their own (default: with --apply_chat_template)",
    )
    plan.add_argument(
        "--max_gen_toks", type=options.positive, metavar="N", help="most new tokens of a response"
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
    options.add_include_path(plan)


def _add_comparisons(command: Command) -> None:
    baselines = command(
        "baselines", "run_paper.baselines", "score the paper's mean and median baselines", BASELINES
    )
    options.add_scoring_options(baselines, filters=False)
    compare = command(
        "compare",
        "run_compare.compare",
        "compare runs on the same questions, with intervals and p-values",
        COMPARE,
    )
    compare.add_argument(
        "places", nargs="+", metavar="RUN", help="files of one run, as for score; quote a pattern"
    )
    compare.add_argument(
        "--all",
        dest="every",
        action="store_true",
        help="compare every pair of all models and promptings that the files hold",
    )
    options.add_scoring_options(compare, bootstrap=None)
    _add_power(command)
    reproduce = command(
        "reproduce",
        "run_paper.reproduce",
        "show the paper's tables from recorded responses beside the published ones",
        REPRODUCE,
    )
    reproduce.add_argument(
        "--responses",
        nargs="+",
        required=True,
        metavar="PATH",
        help="the released response files, or the folder of them",
    )
    options.add_scoring_options(reproduce, filters=False, bootstrap=None)


def _add_power(command: Command) -> None:
    power = command(
        "power",
        "run_power.power",
        "tell how many questions a difference of two models needs, and what differences so many "
        "questions detect",
        POWER,
    )
    power.add_argument(
        "--difference", type=options.points, metavar="POINTS", help="the difference to be found"
    )
    power.add_argument(
        "--n", type=options.positive, help="number of questions (default: those of the task)"
    )
    power.add_argument(
        "--metric",
        choices=tuple(METRICS),
        help="plan for this metric alone (default: for all that have an error)",
    )
    power.add_argument(
        "--tests",
        type=options.positive,
        default=1,
        metavar="N",
        help="p-values that are corrected for together (default: 1)",
    )
    _add_repeats(power)
    options.add_tasks(power, "tasks or groups of lm_eval (default: the released ones)")
    power.add_argument(
        "--runs",
        nargs="+",
        metavar="RUN",
        help="plan with the variances of these two runs, or of one and another model like it, not "
        "with those of the paper's models",
    )
    options.add_main_filter(power, "read --runs with this filter")
    options.add_scoring_options(power, filters=False, bootstrap=None)


def _add_repeats(power: options.Parser) -> None:
    power.add_argument(
        "--repeats",
        type=options.positive,
        nargs="+",
        default=(),
        metavar="K",
        help="plan with K responses to each question, each number in a row of its own; --runs have "
        "to have several responses (default: as many as they have)",
    )
