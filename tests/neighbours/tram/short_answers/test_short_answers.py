"""Tests short answers: kinds of labels, reading responses, scores, and left-out questions."""

import math
from datetime import datetime, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import evaluate
from tram_support import SHORT, AnsweringLM, short_rows, table, write_archive

from tempanswerqa.neighbours.tram.archives import ArchiveError
from tempanswerqa.neighbours.tram.short_answers import items as short
from tempanswerqa.neighbours.tram.short_answers import prompts
from tempanswerqa.neighbours.tram.short_answers.reading import KINDS, TEXT, kind, read

DURATION = "How long did it last?"


def seconds(*parts: int) -> float:
    return datetime(*parts, tzinfo=timezone.utc).timestamp()


LABELS = [
    # label, question, kind, number
    ("22:17", "The clock after 20:00 + 02:17?", "clock", 1337),
    ("6:05 PM", "The clock after 5:00 PM + 01:05?", "clock", 1085),
    ("12:05 AM", "When will it land?", "clock", 5),
    ("08-02-1295", "What will be the new date?", "date", seconds(1295, 8, 2)),
    ("1/11/1987", "What will be the new date?", "date", seconds(1987, 1, 11)),
    ("Thursday, 02 November 2023", "On which day?", "date", seconds(2023, 11, 2)),
    ("October 1806", "What will be the time?", "month", seconds(1806, 10, 1)),
    ("8 PM on April 21, 1945", "What is the time there?", "moment", seconds(1945, 4, 21, 20)),
    ("12 AM on August 5, 1180", "What is the time there?", "moment", seconds(1180, 8, 5)),
    ("Week 47", "In which week?", "week", 47), ("1287", "Which year was it?", "year", 1287),
    ("It will appear in 1832", "It was seen in 1800. When will it appear?", "year", 1832),
    ("It will occur 1200 times", "How many times in 100 years?", "count", 1200),
    ("It will occur 650 times", "How many times in 50 years?", "count", 650),
    ("196", "How long will it take to travel that distance in minutes?", "minutes", 196),
    ("0.277777778", "Convert 1000 seconds into hours.", "hours", 0.277777778),
    ("129600", "Convert 90 days into minutes.", "minutes", 129600),
    ("44", "It was long. How many years did it last?", "years", 44),
    ("11", "How many times will he take it in a day?", "count", 11),
    ("97 minutes 50 seconds", DURATION, "seconds", 5870),
    ("201 minute 36 seconds", DURATION, "seconds", 12096),
    ("2 hours and 40 minutes", DURATION, "seconds", 9600),
    ("17 hours", DURATION, "hours", 17), ("17.4 weeks", DURATION, "weeks", 17.4),
    ("2.6 days", DURATION, "days", 2.6), ("17.2 months", DURATION, "months", 17.2),
    ("5 years 6 months", DURATION, "months", 66), ("four years", DURATION, "years", 4),
    ("1,400 years", DURATION, "years", 1400), ("July", "Which month?", TEXT, None),
    ("4 years, 3 months and 14 days", DURATION, TEXT, None),
    ("Once a year", "How often?", TEXT, None), ("since 1979", DURATION, TEXT, None),
    ("Saturday", "On which day?", TEXT, None),
    ("Gospel Choir", "Which lasted longest?", TEXT, None),
]  # fmt: skip


@pytest.mark.parametrize(("label", "question", "wanted", "number"), LABELS)
def test_kinds_of_labels_and_their_numbers(label, question, wanted, number):
    assert kind(label, question) == wanted
    if wanted != TEXT:
        assert read(f"Final Answer: {label}", wanted, question) == pytest.approx(number, rel=1e-12)


@pytest.mark.parametrize("label", ["18-Jun", "Jun-56", "7-Dec", "May-37", "11-May"])
def test_months_that_a_spreadsheet_spoiled(label):
    assert kind(label, "What will be the time?") is None


@pytest.mark.parametrize(("response", "kind", "number"), [
    ("Final Answer: The flight lands at 1:00 AM the next day.", "clock", 60),
    ("Final Answer: It lands at 6:05 PM.", "clock", 1085),
    ("Final Answer: 6 PM", "clock", 1080), ("Final Answer: 18:05", "clock", 1085),
    ("So it is 5 years and 6 months.\nFinal Answer: 5 years and 6 months", "months", 66),
    ("Final Answer: 97 min 50 s", "seconds", 5870), ("Final Answer: 411 minutes", "hours", 6.85),
    ("Final Answer: 6.85 hours", "hours", 6.85), ("Final Answer: 6.85", "hours", 6.85),
    ("Final Answer: 3 hours 16 minutes", "minutes", 196),
    ("Final Answer: October 1806", "month", seconds(1806, 10, 1)),
    ("Final Answer: October 6, 1806", "month", seconds(1806, 10, 6)),
    ("Final Answer: August 2, 1295", "date", seconds(1295, 8, 2)),
    ("Final Answer: 8:00 PM on April 21, 1945", "moment", seconds(1945, 4, 21, 20)),
    ("Final Answer: April 21, 1945, 8:00 PM", "moment", seconds(1945, 4, 21, 20)),
    ("Final Answer: April 21, 1945", "moment", None),
    ("Final Answer: 8 PM", "moment", None), ("Final Answer: 47", "week", 47),
    ("Final Answer: 11 times", "count", 11), ("Final Answer: eleven", "count", 11),
    ("Final Answer: I cannot tell.", "count", None),
    ("", "clock", None),
])  # fmt: skip
def test_responses(response, kind, number):
    assert read(response, kind, "") == (None if number is None else pytest.approx(number))


@pytest.mark.parametrize(("response", "text"), [
    ("Final Answer: The Gospel Choir.", "gospel choir"),
    ("It is clear.\n**Final Answer:** Gospel  Choir", "gospel choir"),
    ("Answer: July\nFinal Answer: May", "may"), ("July", "july"),
    ("The final answer is: once a year", "once a year"),
    ("One line.\nAnother line.", None), ("Final Answer:", "final answer"), ("x" * 300, None),
    ("<think>Final Answer: July</think>\nHm.\nHm.", None),
    ("", None), (" .", None),
])  # fmt: skip
def test_answers_that_are_text(response, text):
    assert short.said(response) == text


def item(**changes):
    known = {"kind": "days", "number": 4.0, "centroid": 2.0, "label": "4 days"}
    return known | changes


def test_scores_by_hand():
    found = short.scores(6.0, item())
    by_hand = {"exact_match": 0, "within_one": 0, "smape": 20, "mase": 1, "capped_ase": 1,
               "parsed": 1}  # fmt: skip
    assert found | by_hand == pytest.approx(found)
    assert short.scores(None, item())["capped_ase"] == 1
    for points in ("year", "date", "month", "moment", "week"):
        assert math.isnan(short.scores(6.0, item(kind=points))["smape"])
    text = item(kind=TEXT, number=math.nan, label="The Choir & Co.")
    right = short.scores("choir & co", text)
    assert (right["exact_match"], right["parsed"]) == (1, 1)
    assert all(math.isnan(right[name]) for name in ("smape", "mase", "capped_ase"))
    missing = short.scores(None, text)
    assert (missing["exact_match"], missing["parsed"]) == (0, 0)


def write(folder, rows):
    members = {f"duration{of}_saq.csv": table(rows) for of in ("", "_shots")}
    return write_archive(folder, "duration.zip", members).parent


def test_tables_without_their_spoiled_rows(tmp_path):
    found = short.load("duration", write(tmp_path, short_rows()))
    assert [item.kind for item in found.items] == ["clock", "year", "date", TEXT, "month"]
    assert [(row.row, row.label) for row in found.spoiled] == [(6, "18-Jun")]
    assert found.note == "1 of Shift - MT"
    clock = found.items[0]
    assert (clock.number, clock.centroid) == (695, 695)
    assert math.isnan(found.items[3].number)
    assert math.isnan(found.items[3].centroid)


@pytest.mark.parametrize(("rows", "said"), [
    ([{"Question": "How long?", "Answer": "1 day"}], "lacks the column.s. Category"),
    ([{"Question": "How long?", "Answer": "", "Category": "x"}], "row 1: no question or no"),
])  # fmt: skip
def test_tables_that_cannot_be_used(tmp_path, rows, said):
    with pytest.raises(ArchiveError, match=said):
        short.load("duration", write(tmp_path, rows))


def test_prompts():
    found = short.ShortItem("x", "c", "When?", "May 4, 1911", "date", 0.0, 0.0)
    turns = prompts.build_messages(found, [found], "Be brief.")
    assert [turn["role"] for turn in turns] == ["system", "user", "assistant", "user"]
    assert turns[2]["content"] == "Final Answer: May 4, 1911"
    assert turns[3]["content"].startswith("Question: When?\n")
    assert "month day, year" in turns[3]["content"]


@pytest.mark.parametrize("shots", [0, 5])
def test_right_answers_through_the_harness(archives, shots, caplog):
    results = evaluate(AnsweringLM(), "tram_saq", data_dir=archives, num_fewshot=shots)
    for name in ("arithmetic", "duration", "frequency"):
        found = results["results"][f"tram_{name}_saq"]
        scores = {
            key: found[f"{key},flexible-extract"] for key in ("exact_match", "capped_ase", "parsed")
        }
        assert scores == {"exact_match": 1, "capped_ase": 0, "parsed": 1}
        assert found["exact_match_facts,flexible-extract"] == 1
        assert found["exact_match_stderr,flexible-extract"] == 0
        assert f"tram_{name}_saq: answers spoiled by a spreadsheet left out: 1 of" in caplog.text
    prompt = results["samples"]["tram_duration_saq"][-1]["arguments"][0][0]
    assert prompt.count("Question: ") == (4 if shots else 1)  # three exemplars are not spoiled
    assert results["groups"]["tram_saq"]["exact_match,flexible-extract"] == 1
    assert results["n-samples"]["tram_duration_saq"]["original"] == len(SHORT) - 1


class OffLM(AnsweringLM):
    """Answers one hour late if a time is asked for, and else not at all."""

    def response(self, doc: dict) -> str:
        return "Final Answer: 12:35" if doc["kind"] == "clock" else "I cannot\ntell."


def test_scores_through_the_harness(archives):
    results = evaluate(OffLM(), "tram_duration_saq", data_dir=archives)
    found = results["results"]["tram_duration_saq"]
    scores = {
        name: found[f"{name},flexible-extract"] for name in ("exact_match", "smape", "capped_ase")
    }
    # 755 for 695; no other number has a symmetric error, and none is parsed
    assert scores == {"exact_match": 0, "smape": pytest.approx(100 * 60 / 1450), "capped_ase": 1}
    assert found["parsed,flexible-extract"] == pytest.approx(1 / 5)
    assert len({tuple(s["metrics"]) for s in results["samples"]["tram_duration_saq"]}) == 1


PIECES = st.sampled_from([
    *("Final Answer: ", "12:30", "PM", " on ", "April 5, 1911", "October 1806", "7 times", "\n"),
    *("3 years", "1e400", "9" * 30, "99:99", "May 1", "10000", "<think>", "}", ": "),
])  # fmt: skip
TEXTS = st.text(max_size=200) | st.lists(PIECES, max_size=12).map("".join)


@given(TEXTS, st.sampled_from(sorted(KINDS)))
def test_any_text_is_read_to_a_number_or_nothing(response, of_kind):
    number = read(response, of_kind, "When was it?")
    assert number is None or math.isfinite(number)
    text = short.said(response)
    assert text is None or text == short.normal(text)


@given(TEXTS, TEXTS)
def test_any_label_has_a_kind(label, question):
    assert kind(label, question) in {*KINDS, TEXT, None}
