"""Tests the recipes for memory benchmarks on small made-up files in the benchmarks' formats."""

import json

import pytest

from examples import locomo, longmemeval, memory


@pytest.mark.parametrize(
    ("question", "answer", "unit"),
    [
        ("How many days passed between the frost and the thaw?", "9 days", "days"),
        ("How many weeks a year is the mill shut?", "3", "weeks"),
        ("How many lanterns hang in the mill when it opens?", "14", "count"),
        ("How many times did the mill flood?", "twice", "count"),
        ("What time does the mill open?", "7:15 am", "time"),
        ("How long was the ferry out of service?", "about two months", "months"),
        ("How old was the miller when the ferry sank?", "41", "years"),
        ("How much older is the miller than the smith?", "6 years", "years"),
        ("When did the ferry sink?", "the Friday before 9 May 2014", "when"),
        ("Remind me: in which year did the ferry sink?", "2014", "when"),
        ("Where was the smith when the ferry sank?", "in the inn", None),
        ("When did the smith leave?", "after a quarrel", None),
        ("How long has the smith been away?", "since the quarrel", None),
        ("Who rang the bell?", "the miller", None),
    ],
)
def test_a_question_has_the_unit_of_its_words_or_of_its_answer(question, answer, unit):
    assert memory.unit(question, answer) == unit


def left(report: str) -> list[str]:
    """Return what a report says about the answers left to a judge."""
    return [line for line in report.splitlines() if line.startswith("A judge ")]


def test_hypotheses_of_longmemeval_are_scored_and_compared(tmp_path, capsys):
    questions = [
        ("q1", "How many days ago did I oil the mill?", "4 days. 5 days also count.", "5 days ago"),
        ("q2", "When did I oil the mill?", "3 May 2014", "two days ago"),
        ("q3", "How many cogs did I replace?", 12, "I did not find that."),
        ("q4", "Who helped me with the cogs?", "the smith", "the smith"),
        ("q5_abs", "How many wheels did I replace?", "No wheel.", "You did not say."),
    ]
    rows = [
        {
            "question_id": name,
            "question_type": "temporal-reasoning",
            "question": question,
            "answer": answer,
            "question_date": "2014/05/05 (Mon) 10:20",
        }
        for name, question, answer, _ in questions
    ]
    (tmp_path / "questions.json").write_text(json.dumps(rows))
    said = [{"question_id": name, "hypothesis": text} for name, *_, text in questions]
    for name, lines in (("a", said), ("b", said[1:])):  # b has no answer to q1
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, lines)))
    longmemeval.main(*(str(tmp_path / name) for name in ("questions.json", "a.jsonl", "b.jsonl")))
    report = capsys.readouterr().out
    assert {"75.00", "50.00"} <= {*report.split()}  # EM: of four q1, q2, q5; q2 and q5
    assert "q3 (count): " in report
    assert not {"q4", "q5_abs"} & {*report.split()}
    assert [line.split(" of ")[0][-1] for line in left(report)] == ["2", "2"]  # q3, q4
    assert "25.0" in report.split("a.jsonl against ")[1]


def test_predictions_of_locomo_are_scored(tmp_path, capsys):
    qa = [
        ("When did Ada visit the mill?", "The week before 9 June 2014", 2, "3 June 2014"),
        ("How long did Ada stay?", "two weeks", 1, "14 days"),
        ("When did Ada paint the mill?", 2013, 2, "I cannot say."),
        ("Why did Ada leave?", "the ferry sank", 4, "the mill was shut"),
    ]
    rows = [
        {"question": q, "answer": a, "category": c, "evidence": ["D1:2"], "ours_prediction": said}
        for q, a, c, said in qa
    ]
    rows.append({"question": "When did Ada swim?", "category": 5, "ours_prediction": "Never."})
    path = tmp_path / "out.json"
    path.write_text(json.dumps([{"sample_id": "talk-1", "qa": rows}]))
    locomo.main(str(path))
    report = capsys.readouterr().out
    assert "talk-1_2 (when): " in report
    assert [line.split(" of ")[0][-1] for line in left(report)] == ["2"]
    assert "n = 3, groups = 1" in report
