"""Commands on saved responses, from `score` to `pack`."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import click

from tempanswerqa.cli import options
from tempanswerqa.cli.options import PATH
from tempanswerqa.cli.terminal import Failures, progress, tell, warn


@click.command()
@options.places
@options.both_filters
@options.style
@options.reading
@click.option("--items", type=PATH, help="write one CSV row per response and filter")
@click.option("--output_path", type=PATH, help="write results and samples files, as lm_eval does")
@click.option("--wide", is_flag=True, help="show all scores with their intervals, at full width")
@click.option(
    "--by",
    type=click.Choice(("unit", "kind", "answer_format", "asks_for")),
    help="break scores down by this dimension of questions",
)
def score(
    places: Sequence[str], options: Any, style: str, items: str | None, **choices: Any
) -> int:
    """Score saved responses, without running a model.

    RESULTS are samples_*.jsonl or results_*.json of lm_eval, released .csv(.gz) files, your own
    responses, or folders or patterns of these. Your own are .jsonl lines or a .json list of {"id"
    or "question", "response"}, a .json object {"ID": "RESPONSE"}, or a .csv with these columns.

    \b
    Examples:
      tempanswerqa score results/
      tempanswerqa score results/ --items items.csv --output_path rescored
      tempanswerqa score RUN_A RUN_B --filter strict-match --by unit
    """
    from tempanswerqa.files import check_place, written_whole
    from tempanswerqa.items import ItemsError, as_csv
    from tempanswerqa.reports import score_screen, tables
    from tempanswerqa.runs import score_files
    from tempanswerqa.runs.details import Record, records
    from tempanswerqa.runs.run import Run
    from tempanswerqa.runs.writing import ResultsWriter

    fail, rows, scored = Failures(), list[list[Record]](), list[Run]()
    output_path, by = choices["output_path"], choices["by"]
    style = "wide" if choices["wide"] and style == tables.TERMINAL else style
    options = replace(options, texts=bool(items or output_path))
    if items:
        check_place(Path(items))
        if Path(items).suffix in (".parquet", ".xlsx"):
            raise ItemsError(f"{items}: items are written as .csv")
    text: Any = {"newline": "", "encoding": "utf-8", "errors": "backslashreplace"}
    with ExitStack() as stack:
        results = stack.enter_context(ResultsWriter(output_path)) if output_path else None
        file: Any = None
        for run in score_files.score_places(places, options, fail, warn, progress):
            if results:
                results.write(run)
            if items:  # if nothing is scored, an older file is kept
                content = as_csv(run.table, header=file is None)
                file = file or stack.enter_context(written_whole(Path(items), **text))
                file.write(content)
            scored.append(run.without_texts() if by else run.for_tests())
            rows.append(records(run))
            del run  # otherwise it would be kept in memory with the next one
        for path in results.finish() if results else ():
            tell(f"wrote {path}")
    if file:
        tell(f"wrote {items}")
    lines = [*chain(*rows)]
    if scored and by:
        print(score_screen.parts(scored, by, style))
    elif scored:
        is_screen = style == tables.TERMINAL
        print(score_screen.screen(scored, rows) if is_screen else tables.scores(lines, style))
    if style in tables.RECORDS:  # these have no room for notes
        warn(*tables.not_comparable(lines))
    return fail.code


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("response")
@click.option("--task", required=True, help="the task's name in lm_eval")
@click.option("--id", "identity", help="id of the question that the response answers")
@click.option("--unit", help="unit that the question asks for; no data needed")
@options.questions
@options.think_end
def explain(
    response: str, identity: str | None, unit: str | None, think_end_token: str, **place: Any
) -> int:
    """Show what each rule of both filters reads in a response.

    RESPONSE is the text itself, @FILE, or - for a pipe; one trailing line end of a file or pipe is
    ignored. It may begin with a hyphen (put -- before -h). Either --id or --unit is needed.

    \b
    Examples:
      tempanswerqa explain 'Final Answer: 3 days' --task tempanswerqa_ttqa_head --unit days
      tempanswerqa explain @response.txt --task tempanswerqa_tot_arith --id QUESTION_ID
    """
    from tempanswerqa.reports import explaining

    if (identity is None) == (unit is None):
        raise click.UsageError("pass one of --id and --unit")
    text, end = explaining.response_text(response), think_end_token
    explanation = explaining.explain(text, identity=identity, unit=unit, think_end=end, **place)
    print(explaining.as_text(explanation))
    return 0


def _margin(_: object, __: object, text: str | None) -> tuple[str, float] | None:
    """Return the metric of a margin, and the margin."""
    if text is None:
        return None
    metric, _, number = text.rpartition("=")
    with suppress(ValueError):
        if 0 <= (size := float(number)) < math.inf:
            return metric or "exact_match", size
    raise click.BadParameter(f"{text}: name a number from 0, such as 2 or smape=1")


@click.command()
@click.argument("places", nargs=-1, required=True, metavar="RUN...", type=PATH)
@click.option("--twins", type=PATH, help="compare one run with this one, on twins of its questions")
@click.option(
    "--beside",
    type=PATH,
    nargs=2,
    metavar="RUN TWINS",
    help="with --twins, compare the change with that of this second model; give both its runs",
)
@click.option("--items", type=PATH, help="write what only one answers rightly, .csv or .parquet")
@click.option(
    "--margin",
    callback=_margin,
    metavar="[METRIC=]NUMBER",
    help="exit with 1 unless the second run is shown to be at most this much worse, over all tasks",
)
@click.option("--group", default="", help="field that groups the documents of other tasks")
@options.both_filters
@options.style
@options.reading
def compare(options: Any, group: str, **choices: Any) -> int:
    """Compare runs on the same questions, with intervals and p-values.

    RUN is the files of one run, as for score; quote a pattern. Only questions that both runs answer
    count. Exact match and sMAPE are tested, with correction for both, in each task and filter.
    Samples of other lm_eval tasks are compared by their own metrics.

    A model that remembers answers is right on a released question and wrong on its twin, which has
    other numbers, more often than the reverse.

    \b
    Examples:
      tempanswerqa compare 'results/MODEL_A/*' 'results/MODEL_B/*' --filter strict-match
      tempanswerqa compare 'results/released/*' --twins 'results/twins/*' --items apart.csv
      tempanswerqa compare results/BEFORE results/AFTER --margin acc=1
    """
    from tempanswerqa.reports import tables
    from tempanswerqa.reports.compare import compare
    from tempanswerqa.runs import other_tasks
    from tempanswerqa.runs.score_files import score_places

    if choices["twins"] and (choices["margin"] or group):
        raise click.UsageError("--twins cannot be used with --margin or --group")
    if choices["beside"] and not choices["twins"]:
        raise click.UsageError("--beside needs --twins")
    fail = Failures()
    rule = options.filters[0] if len(options.filters) == 1 else ""
    options = replace(options, others=not choices["twins"])

    def read(places: Sequence[str]) -> Iterator[Any]:
        yield from score_places(places, options, fail, warn)
        if options.others:
            yield from other_tasks.read(places, rule, group, fail)

    table, notes, shown = compare(**choices, read=read, warn=warn)
    if table:
        print(table)
    if notes:
        (tell if choices["style"] in tables.RECORDS else print)(notes)
    return fail.code or int(not shown)


@click.command()
@options.places
@options.main_filter("the filter shown first (default: flexible-extract for your own questions)")
@options.out
@options.reading
def report(places: Sequence[str], filter_name: str | None, out: str, options: Any) -> int:
    """Write a page with curves, scores and every answer of saved responses.

    RESULTS are saved responses, as for score. Of several runs of a model and task, the latest
    counts. DIR/index.html shows the scores, and every answer if DIR/answers is beside it. The page
    can save what it shows as SVG and CSV.

    \b
    Examples:
      tempanswerqa report results/ --out report
      tempanswerqa report 'runs/*few-shot*' --filter flexible-extract --out report
    """
    from tempanswerqa.files import check_folder
    from tempanswerqa.reports.report import answers, write
    from tempanswerqa.reports.report.numbers import Gathered
    from tempanswerqa.runs import score_files

    fail, folder = Failures(), Path(out)
    check_folder(folder)
    gathered = Gathered(filter_name or "")
    options = replace(options, beside=answers.pack, latest=True)
    for run in score_files.score_places(places, options, fail, warn, progress):
        if reason := gathered.add(run):
            warn(f"{run.path}: {run.task}: left out, as {reason}")
    if gathered.tasks:
        page = write.build(gathered, folder, "Temporal answers: scores and errors")
        tell(f"wrote {page}, with answers/ beside it")
    return fail.code


@click.command()
@options.places
@click.option(
    "--with",
    "others",
    metavar="TASK[:METRIC[,FILTER]]",
    multiple=True,
    required=True,
    help="scores of other tasks, named as in results files, or patterns; may be repeated",
)
@options.main_filter("the filter of the temporal tasks", "strict-match")
@options.style
def correlate(places: Sequence[str], others: Sequence[str], filter_name: str, style: str) -> int:
    """Correlate temporal scores with scores of other tasks of lm_eval, over models.

    RESULTS are results_*.json of lm_eval for at least three models, or folders of them. Their
    scores are used; nothing is scored again.

    \b
    Examples:
      tempanswerqa correlate results/ --with gsm8k:exact_match,strict-match
      tempanswerqa correlate results/ --with 'bbh_*' --with mmlu:acc
    """
    from tempanswerqa.reports import correlate, tables

    fail = Failures()
    results = correlate.collect(places, fail, progress)
    rows = correlate.relate(results, filter_name, others)
    warnings = correlate.warnings(results, rows)
    if style in tables.RECORDS:
        warn(*warnings)
    print(tables.render(correlate.table(rows), style, [*correlate.NOTES, *warnings]))
    return fail.code


@click.command()
@click.argument("places", nargs=-1, required=True, metavar="FOLDER...", type=PATH)
@options.out
@click.option("--strict", is_flag=True, help="exit with 1 if anything is wrong with a submission")
@click.option("--answers", is_flag=True, help="add a report with all questions and answers")
@options.reading
def leaderboard(places: Sequence[str], out: str, strict: bool, answers: bool, options: Any) -> int:
    """Score the responses of runs again, and write a page that ranks them.

    FOLDER contains runs written by `tempanswerqa pack` or lm_eval, or other saved responses, as for
    score. Each sender has a folder; of several runs of a model and task there, the latest counts.
    The page says what each run is, which runs have the same responses and what has no score, and
    shows the scores of the paper's Tables 11 and 12 below. DIR/index.html needs no other file;
    DIR/leaderboard.json has the same rows for programs.

    \b
    Examples:
      tempanswerqa leaderboard results/ --out leaderboard
      tempanswerqa leaderboard submissions/* --out leaderboard
    """
    from tempanswerqa.files import check_folder
    from tempanswerqa.reports import leaderboard

    fail, folder = Failures(), Path(out)
    check_folder(folder)
    board = leaderboard.collect(places, options, fail, warn, progress, answers)
    if board.runs:
        page = leaderboard.write(board, folder, "Temporal answers: leaderboard")
        tell(f"wrote {page}, with leaderboard.json beside it")
    return fail.code if strict or not board.runs else 0


@click.command()
@click.argument("places", nargs=-1, metavar="RUN...", type=PATH)
@click.option("--out", type=PATH, help="write the submission into this folder")
@click.option("--check", type=PATH, help="report the problems of a submission, and write nothing")
@click.option("--model", help="name of the model (default: that in the results)")
@click.option("--partial", is_flag=True, help="also pack a run that lacks tasks or answers")
@options.reading
def pack(
    places: Sequence[str], out: str | None, check: str | None, options: Any, **settings: Any
) -> int:
    """Write a run in lm_eval's own format, to publish it.

    RUN is the saved responses of one model and prompting to the four tasks, as for score. The
    folder contains the scores, and the responses with the ids of their questions. The only settings
    in it are the model's name, shots, versions and generation options: no question texts, no paths,
    no keys. Nothing is sent anywhere.

    \b
    Examples:
      tempanswerqa pack results/MODEL --out submission
      tempanswerqa pack 'runs/*MODEL*few-shot*' --partial --out submission
      tempanswerqa pack --check submission
    """
    from tempanswerqa.runs import submission

    fail = Failures()
    if check:
        for problem in submission.check(check, options, fail, warn):
            fail(problem)
        return fail.code
    if not (places and out):
        raise click.UsageError("pass RUN and --out, or --check")
    if path := submission.pack(places, Path(out), options, fail, warn, **settings):
        tell(f"wrote {path}")
    return fail.code
