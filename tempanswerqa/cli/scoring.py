"""Declares the commands on saved responses."""

from __future__ import annotations

from tempanswerqa.cli import options
from tempanswerqa.cli.parser import Command
from tempanswerqa.metrics.scores import METRICS

SCORE = """\
score saved responses, without running a model

examples:
  tempanswerqa score results/
  tempanswerqa score 'runs/*few-shot*' --filter strict-match --format markdown
  tempanswerqa score results/ --items items.csv --output_path rescored
  tempanswerqa score first.csv second.csv --join MODEL --samples median
"""
EXPLAIN = """\
show what each rule of both filters reads in a response

examples:
  tempanswerqa explain 'Final Answer: 3 days' --task tempanswerqa_ttqa_head --unit days
  tempanswerqa explain @response.txt --task tempanswerqa_tot_arith --id QUESTION_ID --json
"""
COMPARE = """\
compare runs on the same questions, with intervals and p-values

examples:
  tempanswerqa compare 'results/MODEL_A/*' 'results/MODEL_B/*' --filter strict-match
  tempanswerqa compare results/ --all --filter strict-match
  tempanswerqa compare 'results/released/*' --fresh 'results/fresh/*' --reference clean/

Only the questions that both runs answer count. The p-values of all differences that are shown are
corrected together; --filter makes these fewer.

With --fresh, a run on released questions is compared with one on fresh questions within unit and
question type. If it is better, its model may know the released questions, or they are easier for
everyone: models that cannot know them (--reference) tell these apart.
"""
POWER = """\
tell how many questions a difference of two models needs, and what differences a number of
questions detects

examples:
  tempanswerqa power --n 250 --metric exact_match
  tempanswerqa power --difference 5 --tasks tempanswerqa_tot_arith
  tempanswerqa power --difference 2 --runs 'results/MODEL_A/*' 'results/MODEL_B/*'
  tempanswerqa power --difference 2 --runs 'results/MODEL_A/*' --repeats 1 2 4 8

Differences are in points: hundredths of a metric's largest score.
"""


SCORE_ARGUMENTS: options.Declared = {
    "places RESULTS+": "samples_*.jsonl or results_*.json of lm_eval, released .csv(.gz) files, "
    '.jsonl lines of {"id" or "question", "response"}, folders or patterns of these',
    **options.BOTH_FILTERS,
    **options.FORMAT,
    **options.READING,
    "--items FILE": "write one CSV row per response and filter",
    "--join MODEL": (
        "read all files as samples of one run of this model (default: only samples of lm_eval "
        "that differ in nothing but their seeds)",
        {"default": ""},
    ),
    "--output_path DIR": "write results and samples files, as lm_eval does",
}
EXPLAIN_ARGUMENTS: options.Declared = {
    "--answer_format FORMAT": "with --unit: the answer format that the question asks for",
    "--question TEXT": "with --unit: the question itself",
    "--no_prefill": ("the response does not go on from the prefill", options.FLAG),
    "--json": ("print a JSON object", options.FLAG),
    **options.QUESTIONS,
    **options.THINK_END,
}
COMPARE_ARGUMENTS: options.Declared = {
    "places RUN+": "files of one run, as for score; quote a pattern",
    "--all": (
        "compare every pair of all models and promptings that the files hold",
        options.FLAG | {"dest": "every"},
    ),
    "--fresh RUN": "compare one run, on released questions, with this one, on fresh questions",
    "--reference RUN+": (
        "with --fresh: files of both runs of five or more models that cannot know the released "
        "questions, joined by the names of the models",
        {"default": ()},
    ),
    **options.BOTH_FILTERS,
    **options.FORMAT,
    **options.READING,
}
POINTS = options.number(float, "above 0 and at most 100", lambda n: 0 < n <= 100)
POWER_ARGUMENTS: options.Declared = {
    "--difference POINTS": ("the difference to be detected", {"type": POINTS}),
    "--n N": "number of questions (default: those of the task)",
    "--metric": (
        "plan for this metric alone (default: for all that have an error)",
        {"choices": tuple(METRICS)},
    ),
    "--tests N": ("number of p-values that are corrected together (default: 1)", {"default": 1}),
    "--repeats K+": (
        "plan with K responses to each question, with a row for each K; the runs of --runs need "
        "several responses (default: as many as they have)",
        {"default": ()},
    ),
    **options.tasks("tasks or groups of lm_eval (default: the released ones)"),
    "--runs RUN+": "plan with the variances of these two runs, or of one run and another model "
    "like it, in place of those of the paper's models",
    **options.main_filter("read --runs with this filter"),
    **options.FORMAT,
    **options.QUESTIONS,
}


def add(command: Command) -> None:
    """Add the commands."""
    command("score", "run_score.score", SCORE, SCORE_ARGUMENTS)
    explain = command(
        "explain",
        "run_task.explain",
        EXPLAIN,
        {
            "response RESPONSE": "its text, @FILE, or - for a pipe; of a file or pipe, one line "
            "end at the end is left out",
            "--task": ("the task, as lm_eval knows it", options.NEEDED),
        },
    )
    options.add(
        explain.add_mutually_exclusive_group(required=True),
        {
            "--id": "id of the question that the response answers",
            "--unit": "unit that the question asks for; needs no data",
        },
    )
    options.add(explain, EXPLAIN_ARGUMENTS)
    command("compare", "run_compare.compare", COMPARE, COMPARE_ARGUMENTS)
    command("power", "run_power.power", POWER, POWER_ARGUMENTS)
