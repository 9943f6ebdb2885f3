"""Tests the table of items: its types, its size, and its files."""

import math
from datetime import date

import pandas as pd
import pytest
from cases import items as scored
from cases import question

from tempanswerqa import items
from tempanswerqa.items import ItemsError
from tempanswerqa.metrics.scores import COUNTED, METRICS
from tempanswerqa.paper_scoring import EPOCH

DAY = (date(1998, 5, 23) - EPOCH.date()).days * 86_400.0
ASKED = [
    question(family="ttqa", id="a-1", split="own", unit="hours", number=3.0, group="g"),
    question(
        family="ttqa", id="a-2", split="own", unit="date", number=DAY, group="h", kind="event"
    ),
    question(
        family="ttqa", id="a-3", split="own", unit="clock", number=2.0, group="h", kind="event"
    ),
]
SAID = ["Final Answer: 4 hours", "Final Answer: May 20, 1998", "Final Answer: 23:58"]
KEYS = ("model", "prompting", "task", "filter", "id", "group", *items.OF_QUESTION, "rule", "unread")


@pytest.fixture(scope="module")
def made():
    return scored(ASKED, SAID, model="m", prompting="zero-shot", task="t")


def test_each_response_has_a_row_for_each_filter(made):
    assert len(made) == 6
    assert made["filter"].tolist() == ["strict-match"] * 3 + ["flexible-extract"] * 3
    assert made["group"].tolist()[:3] == ["ttqa:g", "ttqa:h", "ttqa:h"]
    assert made["id"].cat.categories.tolist() == ["a-1", "a-2", "a-3"]


def test_errors_are_in_the_unit_and_go_the_shorter_way_around(made):
    own = made[made["filter"] == "flexible-extract"]
    assert own["error"].tolist() == [1, 3, 4]  # hours, days, minutes
    assert own["number"].tolist() == [4, DAY - 3 * 86_400, 1_438]
    unread = scored(ASKED[:1], ["I do not know."])
    assert unread[["number", "error"]].isna().all(axis=None)
    assert unread["parsed"].tolist() == [0, 0]


def test_responses_to_one_question_are_counted():
    found = scored([ASKED[0]] * 2, ["1 hour", "2 hours"], ["flexible-extract"])
    assert found["sample"].tolist() == found["row"].tolist() == [0, 1]


def test_joined_tables_keep_their_types(made):
    """Different categories would otherwise become texts, which take ten times the memory."""
    other = scored(ASKED[:1], SAID[:1], model="n", task="u")
    found = items.join([made, other, made])
    assert len(found) == 14
    assert found.dtypes.astype(str).to_dict() == made.dtypes.astype(str).to_dict()
    for name in KEYS:
        assert isinstance(found[name].dtype, pd.CategoricalDtype)
    assert found["model"].tolist() == ["m"] * 6 + ["n"] * 2 + ["m"] * 6
    assert [*found] == [
        *("model", "prompting", "task", "filter", "id", "sample", "row", "group"),
        *items.OF_QUESTION,
        *("number", "label", "error", *METRICS, "rule", "probability", "unread", *COUNTED),
    ]


def test_a_row_takes_at_most_110_bytes(made):
    many = items.join([made] * 2_000)
    assert many.memory_usage(deep=True).sum() / len(many) <= 110


def test_a_parquet_file_keeps_items_as_they_are(made, tmp_path, monkeypatch):
    items.write(made, tmp_path / "x.parquet")
    pd.testing.assert_frame_equal(items.read(tmp_path / "x.parquet"), made)
    monkeypatch.setattr(items.markers, "VERSION", -1)
    with pytest.raises(ItemsError, match="-1"):
        items.read(tmp_path / "x.parquet")


def test_a_csv_file_has_dates_and_empty_cells(made, tmp_path):
    items.write(made, tmp_path / "x.csv")
    found = pd.read_csv(tmp_path / "x.csv", dtype=str, keep_default_na=False)
    assert found["label"].tolist()[:3] == ["3.0", "1998-05-23", "2.0"]
    assert found["smape"].tolist()[4] == ""
    assert math.isnan(made["smape"][4])
    with pytest.raises(ItemsError):
        items.write(made, tmp_path / "x.json")
