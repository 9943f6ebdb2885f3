"""Commands on leaderboards and submissions: `leaderboard`, `pack`, `verify`."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from tempanswerqa.cli import options
from tempanswerqa.cli.options import PATH, option
from tempanswerqa.cli.terminal import Failures, progress, tell, warn
from tempanswerqa.exceptions import TempAnswerError

section = options.Section("Publish")


@section.command()
@click.argument("places", nargs=-1, metavar="[RESULTS...]", type=PATH)
@option("--out DIR", "write the page, and the files that belong to it, into this folder")
@option(
    "--site DIR", "make or rebuild a site in this folder, of the submissions in DIR/submissions"
)
@option("--title TEXT", "heading of the page", default="Temporal answers: leaderboard")
@options.reading
def leaderboard(
    places: Sequence[str], out: str | None, site: str | None, title: str, options: Any
) -> int:
    """Write a page and a JSON file that rank runs and submissions beside the published scores.

    RESULTS are saved responses, as for score; submissions of `tempanswerqa pack`; folders of both,
    in which submissions are named submission*.json or submission*.json.gz; none with --site. Of
    several runs of a model and task, the latest counts.

    DIR/index.html needs nothing beside it; DIR/leaderboard.json has the same rows for programs. The
    figures of the paper's Tables 11 and 12 stand among them as marked reference rows. Submissions
    are verified first, and left out if they do not hold.

    --site makes a folder for GitHub Pages or another static host: the page of the submissions in
    DIR/submissions, a workflow that verifies them in pull requests and publishes the page, and a
    README that says what to do. Run it again to rebuild the page; all other files stay as they are.

    \b
    Examples:
      tempanswerqa leaderboard results/ --out leaderboard
      tempanswerqa leaderboard results/ submissions/*.json.gz --out leaderboard
      tempanswerqa leaderboard --site board
    """
    from tempanswerqa.files import check_folder
    from tempanswerqa.reports.leaderboard import inputs, write
    from tempanswerqa.reports.leaderboard.inputs import prepare

    if (out is None) == (site is None):
        raise click.UsageError("give one of --out and --site")
    fail, folder = Failures(), Path(site or out or "")
    check_folder(folder)
    if not site and not places:
        raise TempAnswerError("name saved responses or submissions, or --site in place of --out")
    sorted_places = prepare(folder, places) if site else inputs.sort(places)
    entries, rivals = write.collect(sorted_places, options, fail, warn, tell, progress)
    if rivals:
        for problem in rivals:
            fail(problem)
        tell(f"{folder} was not written")
    elif entries or (site and not sorted_places.submissions):
        tell(f"wrote {write.build(entries, folder, title)}, with {inputs.JSON} beside it")
    return fail.code


@section.command()
@click.argument("places", nargs=-1, required=True, metavar="RESULTS...", type=PATH)
@option(
    "--out FILE",
    "a .json or .json.gz file to write; a folder for the formats of others",
    required=True,
)
@option("--model NAME", "name of the model (default: as in the results, of a path the last part)")
@option(
    "--format [tempanswerqa|huggingface|every_eval_ever]",
    "format of the output; `tempanswerqa verify` checks the default",
    "packed",
    default="tempanswerqa",
)
@option("--dataset_id ID", "huggingface: the dataset of the questions, ORGANIZATION/NAME")
@option("--organization NAME", "every_eval_ever: organization that ran the model")
@options.data_dir
def pack(
    places: Sequence[str],
    out: str,
    model: str | None,
    packed: str,
    dataset_id: str | None,
    organization: str | None,
    data_dir: str | None,
) -> int:
    """Write a run on all four tasks into a file that anyone can verify, or as others publish it.

    RESULTS are results_DATE.json of lm_eval or of score, with the samples beside it; the samples
    themselves; folders or patterns of these.

    A submission holds one run of one model on all four tasks: the released questions, or fresh ones
    of one level, n and seed. It needs every response, so lm_eval runs without --limit.

    If results holds several runs, name the results_DATE.json of the one that counts. If the tasks
    were run one by one, name the results_DATE.json of each. `tempanswerqa score RESPONSES
    --output_path DIR` makes results of saved responses of other kinds.

    The file states the model's name, how responses were generated (never model arguments, which may
    hold keys and paths), signatures, the scores of both filters, and every response by question id,
    so that anyone can score it again. --format huggingface writes the scores of strict-match for
    the repositories of a model and of a dataset. --format every_eval_ever writes scores and
    responses with both filters. Nothing is sent anywhere.

    \b
    Examples:
      lm_eval --tasks tempanswerqa --model hf --model_args pretrained=MODEL \\
          --output_path results --log_samples
      tempanswerqa pack results --out submission.json.gz
      tempanswerqa pack results --format huggingface --dataset_id ORGANIZATION/DATASET --out hub
      tempanswerqa pack results --format every_eval_ever --organization NAME --out eee
    """
    from tempanswerqa.files import check_folder
    from tempanswerqa.reports import tables
    from tempanswerqa.runs.catalog import Library
    from tempanswerqa.runs.submission import SubmissionError, bundle, create

    publisher, name = None, (dataset_id if packed == "huggingface" else organization) or ""
    if packed != "tempanswerqa":  # a module has the name of its format
        publisher = import_module(f"tempanswerqa.runs.submission.{packed}")
        check_folder(Path(out))
        publisher.check(name)
    else:
        bundle.checked_place(out)
    library = Library(data_dir)
    written: list[object] = [out]
    try:
        built = create.build(places, library, model or "")
        if publisher:
            written = publisher.write(built, library, Path(out), name)
        else:
            bundle.write(built, out)
    except SubmissionError as error:
        for problem in error.problems:
            tell(f"error: {problem}")
        tell(f"{len(error.problems)} to put right; {out} was not written")
        return 1
    description, *means = tables.submission(built)
    for path in written:
        print(f"wrote {path}: {description}")
    print("\n".join(means))
    return 0


@section.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=PATH)
@options.style
@options.data_dir
def verify(files: Sequence[str], style: str, data_dir: str | None) -> int:
    """Check submissions and score their responses again.

    FILE is what `tempanswerqa pack` wrote. The command checks that it is whole, that the tasks are
    complete and have the questions of the data or of the draw, that versions are known, and that
    the responses score as stated. A file cannot show who gave the responses, nor how.

    \b
    Examples:
      tempanswerqa verify submission.json.gz
      tempanswerqa verify submissions/*.json.gz --format csv
    """
    from tempanswerqa.reports import score_screen, tables
    from tempanswerqa.runs.catalog import Library
    from tempanswerqa.runs.run_set import RANKING, RunRow
    from tempanswerqa.runs.submission.verify import Rivals, check_files
    from tempanswerqa.text import printable

    rivals, failures = Rivals(), Failures()
    summaries, verdicts = [], []
    for path, submission, problems, by_subset in check_files(progress(files), Library(data_dir)):
        if submission and not problems:
            summaries += [row for by_filter in by_subset.values() for row in by_filter.values()]
            description, *means = tables.submission(submission)
            verdicts += [f"{path}: VERIFIED: {description}", *means]
            rivals.add(path, submission)
        else:
            failures.code = 1
            verdicts.append(f"{path}: FAILED, {len(problems)} problem{'s' * (len(problems) > 1)}:")
            verdicts += [f"  - {problem}" for problem in problems]
    if rivals.problems:
        failures.code = 1
        verdicts += ["FAILED together:", *(f"  - {problem}" for problem in rivals.problems)]
    record = style in tables.RECORDS  # which has no room for verdicts
    if style == tables.TERMINAL and summaries:
        unknown = dict.fromkeys(RANKING, ())
        print(score_screen.screen([RunRow(one, {}, unknown) for one in summaries]) + "\n")
    elif summaries or record:
        print(tables.scores(summaries, style) + "\n" * (not record))
    say = tell if record else print
    for verdict in verdicts:
        say(printable(verdict))
    return failures.code
