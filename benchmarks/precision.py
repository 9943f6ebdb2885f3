"""Measures how often the reading of each rule is what the response states.

    TEMPANSWERQA_DATA=FOLDER python benchmarks/precision.py [--write]

Labelled are the cases of `tests/answers/data/styles` and, of the recorded responses, those that
`stated/stated.csv` in the folder of the data labels. With `--write` the table
`tempanswerqa/answers/precision.json` is replaced, by which `answers.result.certainty` says how
sure a reading is.
"""

import csv
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tempanswerqa.answers import reading, released_code
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.run import read_runs

CHECKOUT = Path(__file__).parents[1]
sys.path.append(str(CHECKOUT / "tests"))
from readings import cases  # noqa: E402


def labelled(data: Path) -> Iterator[tuple[str, QuestionView, str]]:
    """Yield responses with their questions and what they state: a number, a date or `none`."""
    for path in sorted((CHECKOUT / "tests/answers/data/styles").glob("*.jsonl")):
        yield from ((case["response"], view, case["stated"]) for case, view in cases(path))
    answers = {}
    for path in sorted((data / "responses").glob("*.csv.gz")):
        for run in read_runs(path, Library(data), texts=True):
            name = path.name.split(f"_{run.model}_")[0], run.model, run.prompting
            answers |= {(*name, item.row): (run, item) for item in run.responses.itertuples()}
    with (data / "stated/stated.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["stated"] != "ambiguous":
                run, item = answers[row["dataset"], row["model"], row["prompting"], int(row["row"])]
                yield item.response, run.question(item.id).view, row["stated"]


def main() -> None:
    """Print the readings of each rule and how many of them are right, and their share."""
    right, read = Counter(), Counter()
    for response, view, stated in labelled(Path(os.environ["TEMPANSWERQA_DATA"])):
        found = reading.flexible(response, view)
        if (number := found.number) is not None:
            label = None if stated == "none" else released_code.read_plain(stated, view.unit)
            read[found.name] += 1
            near = label is not None and abs(number - label) <= 1e-9 * max(1, abs(label))
            right[found.name] += near
    for rule, count in read.most_common():
        print(f"{rule:35} {right[rule]:5} of {count:5}  {right[rule] / count:.3f}")
    print(f"all {sum(right.values())} of {sum(read.values())}")
    if sys.argv[1:] == ["--write"]:
        table = {rule: [right[rule], read[rule]] for rule in sorted(read)}
        lines = ",\n".join(f"  {json.dumps(rule)}: {pair}" for rule, pair in table.items())
        path = Path(reading.__file__).with_name("precision.json")
        path.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
