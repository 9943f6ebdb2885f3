"""Tests what `tempanswerqa correlate` prints and draws."""

import csv
import io
import json
import math
import re

import pytest
from correlate_support import (
    GSM8K,
    MMLU,
    MODELS,
    ORDER,
    OURS,
    collect,
    gsm8k,
    ours,
    related,
    write,
    write_all,
)
from scipy.stats import spearmanr

from tempanswerqa import cli
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.reports import tables

HOSTILE = "<script>alert(1)</script>\n\x1b[2J\u202e{{7}}$x^2$\\input{x}\ud800|"


def printed(capsys, *places, others=(GSM8K,), style="json", more=()):
    """Return the exit code, the output and the standard error of the command."""
    asked = "--with", *others, "--format", style, *map(str, more)
    code = cli.main(["correlate", *map(str, places), *asked])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_records_hold_both_correlations(tmp_path, capsys):
    more = ("--metric", *METRICS)
    code, out, err = printed(capsys, write_all(tmp_path), more=more)
    assert (code, err) == (0, "")
    rows = {row["metric"]: row for row in json.loads(out)}
    assert list(rows) == list(METRICS)
    rho = spearmanr(range(8), ORDER).statistic
    for metric, row in rows.items():
        assert row["rho"] == pytest.approx(rho)
        assert row["rho_low"] < row["rho"] < row["rho_high"]
        assert (row["task"], row["filter"], row["other"]) == (OURS, "strict-match", GSM8K)
        assert (row["models"], row["other_higher_is_better"]) == (8, True)
        assert row["higher_is_better"] == METRICS[metric].higher_is_better
        assert row["given_exact_match"] is row["given_exact_match_low"] is None
    lines = csv.DictReader(io.StringIO(printed(capsys, tmp_path, style="csv", more=more)[1]))
    assert [row["given_exact_match"] for row in lines] == [""] * len(METRICS)


def test_a_terminal_of_80_columns_has_room_for_long_names(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    names = [f"bbh_cot_fewshot_logical_deduction_{n}_objects" for n in ("five", "seven")]
    for n, (model, rank) in enumerate(zip(MODELS, ORDER, strict=True)):
        others = {name: {"acc,none": rank / 10, "acc_stderr,none": 0.02} for name in names}
        smape = {"smape,strict-match": 30 - 3 * ((5 * n) % 8)}
        write(tmp_path, model, {OURS: ours(n) | smape} | others)
    code, out, _ = printed(capsys, tmp_path, others=["bbh_*"], style=tables.TERMINAL)
    assert code == 0
    assert max(map(len, out.splitlines())) <= 80
    table = out.partition("\n\nSpearman")[0]
    (end, *_) = (found.start() for line in table.splitlines() if (found := re.search(r" 8 ", line)))
    shown = "".join(line[:end].strip() for line in table.splitlines())
    assert all(name in shown for name in names)
    for relation in related(collect(tmp_path), *names):
        low, high = (f"{end:.2f}".replace("0.", ".") for end in relation.shown[1:3])
        assert (f"[{low}, {high}]" in table) == (relation.own.metric != "capped_ase")


def test_scores_that_are_not_defined_are_empty(tmp_path, capsys):
    for n, model in enumerate(MODELS):
        undefined = ours(n) | {"smape,strict-match": math.nan, "capped_ase,strict-match": 0.5}
        write(tmp_path, model, {OURS: undefined, "gsm8k": gsm8k(n / 10)})
    rows = {row["metric"]: row for row in json.loads(printed(capsys, tmp_path)[1])}
    assert (rows["capped_ase"]["models"], rows["capped_ase"]["rho"]) == (8, None)  # all are equal
    assert rows["exact_match"]["rho"] == pytest.approx(1)
    assert rows["smape"]["models"] == 0
    assert " - " in printed(capsys, tmp_path, style="markdown")[1]


@pytest.mark.parametrize("style", [tables.TERMINAL, "markdown", "latex", *tables.RECORDS])
def test_warnings_stand_where_there_is_room(tmp_path, capsys, style):
    write_all(tmp_path)
    part = {"n-samples": {}, "config": {"limit": 5}}
    write(tmp_path, MODELS[0], {OURS: ours(3)}, 1.9e9, **part)
    _, out, err = printed(capsys, tmp_path, style=style)
    for said in (f"IN PART: {MODELS[0]}: ", f"SEVERAL FILES: {MODELS[0]}: "):
        assert (said in out) == (style not in tables.RECORDS)
        assert (f"warning: {said}" in err) == (style in tables.RECORDS)


def test_a_broken_file_is_named_and_the_rest_is_shown(tmp_path, capsys):
    write_all(tmp_path)
    (tmp_path / "results_broken.json").write_text("{")
    code, out, err = printed(capsys, tmp_path)
    assert code == 1
    assert len(json.loads(out)) == 3
    assert f"error: {tmp_path}/results_broken.json: " in err


@pytest.mark.slow
@pytest.mark.parametrize(("suffix", "begin"), [
    ("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG"),
])  # fmt: skip
def test_the_matrix_is_drawn(tmp_path, capsys, suffix, begin):
    pytest.importorskip("matplotlib", reason="figures need the extra `report`")
    folder, out = write_all(tmp_path / "runs"), tmp_path / f"matrix.{suffix}"
    write(folder, HOSTILE, {OURS: ours(9), "gsm8k": gsm8k(0.95), HOSTILE: {"acc,none": 1.0}})
    for n in (1, 2):
        write(folder, MODELS[n], {HOSTILE: {"acc,none": n / 10}})
    _, shown, err = printed(
        capsys, folder, others=[GSM8K, MMLU, f"{HOSTILE}:acc"], more=["--out", out]
    )
    assert err == f"tempanswerqa: wrote {out}\n"
    assert out.read_bytes().startswith(begin)
    if suffix == "svg":
        drawn = out.read_text(encoding="utf-8")
        rows = json.loads(shown)
        for row in rows:
            assert row["metric"] != "exact_match" or f">{row['rho'] or math.nan:.2f}<" in drawn
        assert "<script>" not in drawn
        for said in ("EM", "sMAPE given EM", "capped ASE given EM", GSM8K.split(":")[0], "mmlu"):
            assert f">{said}<" in drawn


@pytest.mark.parametrize("name", ["", "no/m.svg", "m.html", "m"])
def test_the_figure_needs_a_place_and_a_format(tmp_path, capsys, name):
    folder = write_all(tmp_path / "runs")
    code, shown, err = printed(capsys, folder, more=["--out", tmp_path / name])
    assert (code, shown) == (1, "")
    assert str(tmp_path / "no" if "no" in name else tmp_path / name) in err
