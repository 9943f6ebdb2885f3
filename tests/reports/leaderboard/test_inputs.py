"""Tests of which places are submissions, and which saved responses."""

from tempanswerqa.reports.leaderboard.inputs import Places, sort


def made(folder, *names):
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return folder


def test_files_are_told_apart_by_their_names(tmp_path):
    names = "a.json", "b.json.gz", "c.jsonl", "d.csv.gz", "results_1.json"
    named = [str(made(tmp_path, *names) / name) for name in names]
    found = sort([*named, named[0]])
    assert found == Places(named[2:], [tmp_path / "a.json", tmp_path / "b.json.gz"], [])


def test_what_lies_among_submissions_is_no_run(tmp_path):
    both = made(tmp_path / "both", "x/submission.json", "stray.csv", "x/y/a.jsonl", "other.json")
    only = made(tmp_path / "only", "submission-of-mine.json.gz", "leaderboard.json")
    found = sort([str(both), str(only)])
    assert found.responses == []
    left_out = [both / "other.json", both / "stray.csv", both / "x/y/a.jsonl"]
    assert found.left_out == [*left_out, only / "leaderboard.json"]
    assert sort([str(both / "stray.csv"), str(both)]).responses == [str(both / "stray.csv")]
    assert found.submissions == [both / "x/submission.json", only / "submission-of-mine.json.gz"]


def test_patterns_are_sorted_and_each_place_counts_once(tmp_path):
    made(tmp_path, "2.json", "1.json", "runs/a.jsonl")
    found = sort([f"{tmp_path}/*", f"{tmp_path}/r*"])
    assert found == Places([f"{tmp_path}/runs"], [tmp_path / "1.json", tmp_path / "2.json"], [])


def test_what_is_not_there_stays_to_be_told_of(tmp_path):
    places = [f"{tmp_path}/none", f"{tmp_path}/*.csv", str(made(tmp_path / "empty", "x.txt"))]
    assert sort(places) == Places(places, [], [])
    assert sort([f"{tmp_path}/none.json"]).submissions == [tmp_path / "none.json"]
