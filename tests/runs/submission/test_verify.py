"""Tests submissions that hold, and every way to spoil one with a new digest."""

import csv
import io
import json

import pytest
from cases import results_of
from submission_support import SEED, N, command, edit, forge
from support import CHECKOUT, SAMPLE, SUBSETS

from tempanswerqa.answers import markers
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.scoring import FILTERS
from tempanswerqa.runs.submission import SubmissionError, bundle, verify

ARITH, SEMANTIC, HEAD, TAIL = (f"tempanswerqa_fresh_{subset}" for subset in SUBSETS)
LIBRARY = Library(SAMPLE)
KEY = "sk-abcdEFGH1234ijklMNOP5678"


def problems(path) -> list[str]:
    return verify.check(bundle.read(path), LIBRARY)[0]


def test_a_submission_holds_and_its_scores_are_told(path, capsys):
    assert command("verify", path) == 0
    shown = capsys.readouterr().out
    assert f"VERIFIED: a_model, zero-shot, {4 * N} fresh questions (released, seed {SEED})" in shown
    assert shown.count("mean of the tasks, ") == 2
    for task in (ARITH, SEMANTIC, HEAD, TAIL):
        assert f"\n{shown}".count(f"\n{task}, ") == 2


def test_records_keep_verdicts_off_standard_output(path, capsys):
    assert command("verify", path, "--format", "csv") == 0
    told = capsys.readouterr()
    rows = list(csv.DictReader(io.StringIO(told.out)))
    assert [row["task"] for row in rows] == [
        t for t in (ARITH, SEMANTIC, HEAD, TAIL) for _ in (1, 2)
    ]
    assert "VERIFIED" in told.err
    edit(path, lambda held: held.update(format=2))
    assert command("verify", path, "--format", "json") == 1
    told = capsys.readouterr()
    assert json.loads(told.out) == []
    assert "FAILED" in told.err


def test_one_that_fails_is_no_part_of_the_table_and_sets_the_exit_code(path, submitted, capsys):
    forge(path, lambda content: content.update(model="liar"))
    forge(path, lambda content: content["tasks"].pop(HEAD))
    assert command("verify", submitted, path, path.with_name("none.json")) == 1
    shown = capsys.readouterr().out
    assert "liar" not in shown
    assert shown.count("a_model") == 9
    assert f"{path}: FAILED, 1 problem:\n  - ttqa_head is missing" in shown
    assert "none.json: FAILED, 1 problem:\n  - cannot be read" in shown


def test_damage_is_told_from_a_wrong_score(path):
    edit(path, lambda held: held["content"].update(model="another"))
    with pytest.raises(SubmissionError, match="the digest is not that of the content"):
        bundle.read(path)


def response(content, task=ARITH):
    return content["tasks"][task]["responses"]


def score(content, task=ARITH, metric="exact_match", rule="strict-match"):
    return content["tasks"][task]["scores"][rule][metric]


def sign(content, rules=FILTERS, **fields):
    for task in content["tasks"].values():
        for rule in rules:
            task["signatures"][rule].update(fields)


def renamed(content, old, new):
    responses = response(content, HEAD)
    content["tasks"][HEAD]["responses"] = {
        new(i) if n == old else i: text for n, (i, text) in enumerate(responses.items())
    }


def other_draw(content, **fields):
    for task in content["tasks"].values():
        task["fresh"].update(fields)


def rename_task(content, old, new):
    content["tasks"][new] = content["tasks"].pop(old)


ALL_RIGHT = '"all right", "answer": "no number"}'
FORGERIES = {
    "a score": (lambda c: score(c).update(value=0.99),
     [f"{ARITH}, strict-match: the responses do not score as stated: exact_match 0.99 (her"]),
    "a score by little": (lambda c: score(c).update(value=score(c)["value"] + 1e-7),
     [f"{ARITH}, strict-match: the responses do not score as stated: exact_match 0."]),
    "another field": (lambda c: sign(c, note="best"), ["differs from that here: note best"]),
    "another draw": (lambda c: sign(c, fresh="0.released.7"), ["fresh 0.released.7 (here: "]),
    "another scale": (lambda c: sign(c, scale_method="by hand"), ["scale_method by hand (here: "]),
    "a limit": (lambda c: sign(c, limit=9), ["differs from that here: limit 9 (here: None)"]),
    "the filter": (lambda c: sign(c, rules=["strict-match"], filter="flexible-extract"),
     ["strict-match: the signature differs from that here: filter flexible-extract"]),
    "no version of a task": (lambda c: c["tasks"][HEAD].update(version=None),
     [f"{HEAD}: states no version of the task"]),
    "an error": (lambda c: score(c).update(stderr=0.0), ["exact_match_stderr 0 (here"]),
    "an interval": (lambda c: score(c).update(low=0.5), ["exact_match_low 0.5 (here"]),
    "an undefined score": (lambda c: score(c, metric="mase").update(value=None),
     ["mase None (here: "]),
    "a mean": (lambda c: c["mean"]["flexible-extract"]["smape"].update(value=1),
     ["mean of the tasks, flexible-extract: does not follow as stated: smape 1 ("]),
    "a response": (lambda c: response(c).update(dict.fromkeys([*response(c)][:1], ALL_RIGHT)),
     [f"{ARITH}, strict-match: the responses do not score", f"{ARITH}, flexible-extract: the",
      "mean of the tasks, strict-match: ", "mean of the tasks, flexible-extract: "]),
    "an id": (lambda c: renamed(c, 3, lambda identity: identity[:-12] + "0" * 12),
     [f"{HEAD}: 1 of 9 questions have no response: fresh_ttqa_head.released.7.3-",
      f"{HEAD}: 1 responses are to other questions: fresh_ttqa_head.released.7.3-000000000000",
      "strict-match: the", "flexible-extract: the", "mean", "mean"]),
    "a further response": (lambda c: response(c, TAIL).update({"\x1b[31m\nmine": "x"}),
     [f"{TAIL}: 1 responses are to other questions: ?[31m?mine"]),
    "no responses": (lambda c: response(c, TAIL).clear(),
     [f"{TAIL}: 9 of 9 questions have no response"]),
    "the count": (lambda c: other_draw(c, n=N - 1),
     [f"{ARITH}: 1 responses are to other questions: fresh_tot_arith.released.7.8-"]),
    "a count without answers": (lambda c: other_draw(c, n=100_000),
     [f"{ARITH}: 99991 of 100000 questions have no response: number 10, number 11, "]),
    "the seed": (lambda c: other_draw(c, seed=10**19 - 1),
     [f"{ARITH}: 9 of 9 questions have no response", f"{ARITH}: 9 responses are to other"]),
    "the seed of one task": (lambda c: c["tasks"][TAIL]["fresh"].update(seed=8),
     ["the tasks ask different questions (tempanswerqa_fresh_tot_arith: fresh, released, n 9, s"]),
    "the level": (lambda c: other_draw(c, level="hard"),
     [f"{ARITH}: the name is not that of questions which are fresh, hard, n 9, seed 7"]),
    "released ones": (lambda c: c["tasks"][TAIL].update(fresh=None),
     ["the tasks ask different", f"{TAIL}: the name is not that of questions which are rel"]),
    "the data": (lambda c: sign(c, data="0" * 40),
     [f"{ARITH}, strict-match: the signature differs from that here: data 0000000"]),
    "a field of the signature": (lambda c: [fields.pop("limit") for task in c["tasks"].values()
                                            for fields in task["signatures"].values()],
     [f"{ARITH}, strict-match: the signature differs from that here: limit not stated"]),
    "a mark of another type": (lambda c: sign(c, think_end_token=7), ["think_end_token 7 (here: "]),
    "the end of thinking": (lambda c: sign(c, think_end_token="@@"),
     [f"{ARITH}, strict-match: the responses do not score as stated: exact_match 0."]),
    "the end of thinking of one filter": (
        lambda c: sign(c, rules=["flexible-extract"], think_end_token="@@"),
        ["flexible-extract: the signature differs from that here: think_end_token @@ (here: None)"],
    ),
    "the end of thinking of one task": (
        lambda c: sign({"tasks": {TAIL: c["tasks"][TAIL]}}, think_end_token="@@"),
        [f"the tasks name different ends of thinking ({ARITH}: ''; "],
    ),
    "a task twice": (lambda c: c["tasks"].update({f"{ARITH}.hard": c["tasks"][ARITH]}),
     ["tot_arith is there 2 times", f"{ARITH}.hard: the name is not that"]),
    "a task for another": (lambda c: rename_task(c, TAIL, HEAD),
     ["ttqa_tail is missing", f"{HEAD}: 9 of 9 questions have no response"]),
    "one chat task": (lambda c: rename_task(c, ARITH, f"{ARITH}_chat"),
     ["begins the model's turn and the other does not"]),
    "the prompting": (lambda c: c.update(prompting="few-shot"),
     ["it is called few-shot; the numbers of exemplars deny it: tempanswerqa_fresh_tot_arith"]),
    "the version of a task": (lambda c: c["tasks"][HEAD].update(version=0.5),
     [f"{HEAD}: states version 0.5 of the task, and 1.0 is known here; run it again"]),
    "an older harness": (lambda c: c["tasks"][HEAD].update(lm_eval="0.4.12"),
     [f"{HEAD}: lm_eval 0.4.12 was used; accepted: 0.4.13 to below 0.5.0"]),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGERIES)
def test_forgeries_are_told(path, name):
    change, expected = FORGERIES[name]
    found = problems(forge(path, change))
    assert found
    for told in expected:
        assert any(told in problem for problem in found), (told, found)
    assert not any("digest" in problem for problem in found)


@pytest.mark.parametrize(("change", "where"), [
    (lambda held: held.update(model=KEY), "content.model"),
    (lambda held: held["settings"].update(backend=KEY), "settings.backend"),
    (lambda held: held["settings"].update(generation={"until": ["x", f"Bearer {KEY}"]}),
     "settings.generation.until"),
    (lambda held: held["tasks"][HEAD]["signatures"]["strict-match"].update(think_end_token=KEY),
     "think_end_token"),
    (lambda held: held["tasks"][HEAD]["signatures"]["strict-match"].update(lm_eval=KEY),
     "strict-match.lm_eval"),
])  # fmt: skip
def test_secrets_of_others_are_refused(path, tmp_path, capsys, change, where):
    forge(path, change)
    assert command("verify", path) == 1
    assert command("leaderboard", path, "--out", tmp_path / "board") == 1
    said = capsys.readouterr()
    for told in (said.out, said.err):
        assert where in told
        assert KEY not in told
    assert not (tmp_path / "board/index.html").exists()


@pytest.mark.parametrize(("n", "ids"), [
    (1_000, [f"junk{n}" for n in range(1_000)]),
    (N, [f"fresh_tot_arith.released.{SEED}.{n}-000000000000" for n in range(N + 1)]),
    (N, [f"fresh_tot_arith.released.8.{n}-000000000000" for n in range(N)]),
    (1, ["fresh_tot_semantic.hard.7.0-000000000000"]), (100_000, []),
], ids=["junk", "too many", "another seed", "another level", "none"])  # fmt: skip
def test_nothing_is_drawn_for_responses_that_cannot_be_to_it(path, monkeypatch, n, ids):
    def change(content):
        for task in content["tasks"].values():
            task["fresh"]["n"], task["responses"] = n, dict.fromkeys(ids, "")

    monkeypatch.setattr("tempanswerqa.fresh.bank.drawn", pytest.fail)
    forge(path, change)
    found = verify.check(bundle.read(path), Library(SAMPLE))[0]
    assert any(f"{ARITH}: " in told and "respons" in told for told in found)


@pytest.mark.parametrize("difference", [-1, 1])
def test_another_extraction_is_named_in_place_of_the_scores_it_gave(path, difference):
    there = markers.VERSION + difference
    forge(path, lambda content: sign(content, extraction=there, package="0.0.7"))
    forge(path, lambda content: score(content).update(value=0.99))
    found = problems(path)
    assert len(found) == len(SUBSETS)
    for told in found:
        assert f"extraction {there}, by version 0.0.7 of the package" in told
        assert f"here these are format 1 and extraction {markers.VERSION}" in told
        assert "submit the run's results again" in told


test_versions_of_the_harness = results_of(verify.in_range, [
    ("0.4.13", True), ("0.4.13.dev0", True), ("0.4.130", True), ("0.4.12", False),
    ("0.5.0", False), ("0.5", False), ("1.4.13", False), ("", False), ("0.4.1٣", False),
    ("0.4." + "9" * 10, False), ("newest", False),
])  # fmt: skip


def test_the_range_is_that_of_the_package():
    first, last = (".".join(map(str, end)) for end in verify.HARNESS)
    stated = f"lm-eval>={first},<{last.removesuffix('.0')}"
    assert f"    {stated}\n" in (CHECKOUT / "setup.cfg").read_text()
