"""Older forms of commands do what the new ones do, and say so in one line."""

import shlex

import pytest
from scored import write_lines
from support import SAMPLE

from tempanswerqa import cli, questions
from tempanswerqa.cli.old_forms import renewed
from tempanswerqa.fresh import bank
from tempanswerqa.questions.draws import Draw
from tempanswerqa.runs.analysis import contamination

pytestmark = pytest.mark.usefixtures("sampled")

FORMS = [
    ("shortcuts --family tot_arith --n 40", "fresh shortcuts --subset tot_arith --n 40"),
    ("shortcuts --family=ttqa_head --n 40", "fresh shortcuts --subset=ttqa_head --n 40"),
    ("tasks", "tasks --path"),
    ("submit /none --out a.json", "pack /none --out a.json"),
    (
        "explain 3 --task tempanswerqa_ttqa_head --unit days --format '<num_days>'",
        "explain 3 --task tempanswerqa_ttqa_head --unit days --answer_format '<num_days>'",
    ),
]


def run(capsys, text: str) -> tuple[int, str, list[str]]:
    code = cli.main(shlex.split(text))
    out, err = capsys.readouterr()
    return code, out, err.splitlines()


@pytest.mark.parametrize(("old", "new"), FORMS)
def test_the_older_form_gives_the_same_and_names_the_new_one(capsys, old, new):
    code, out, (warning, *problems) = run(capsys, old)
    assert (code, out, problems) == run(capsys, new)
    named = new.partition(" --")[0] if "explain" not in new else "explain --answer_format"
    assert warning.startswith("tempanswerqa: warning: ")
    if old == "tasks":
        assert "for the list add `--format table`" in warning
        return
    assert f"it is now `tempanswerqa {named.partition(' /')[0]}" in warning


def test_files_of_fresh_questions_are_the_same(capsys, tmp_path):
    given = f"tot_arith --n 9 --out {tmp_path}"
    assert run(capsys, f"fresh --family {given}/old.csv")[2][0].endswith("draw --subset`")
    assert len(run(capsys, f"fresh draw --subset {given}/new.csv")[2]) == 1
    assert (tmp_path / "old.csv").read_bytes() == (tmp_path / "new.csv").read_bytes()


def test_compare_resamples_no_more(capsys):
    old = ["compare", "a", "--bootstrap", "9", "b", "--seed=1", "--format", "csv"]
    assert renewed(old) == ["compare", "a", "b", "--format", "csv"]
    assert "of `tempanswerqa compare` have no effect" in capsys.readouterr().err


def test_leak(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(contamination, "FEWEST", 5)
    sides = (questions.load("ttqa_head", SAMPLE), bank.load(Draw("ttqa_head", n=60)))
    for name, asked in zip("ab", sides, strict=True):
        lines = [{"id": question.id, "response": "Final Answer: 3"} for question in asked]
        write_lines(tmp_path / f"{name}.jsonl", lines)
    given = f"{tmp_path}/a.jsonl {tmp_path}/b.jsonl --format csv"
    _, old, (warning, *problems) = run(capsys, f"leak {given}")
    assert (0, old, problems) == run(capsys, f"contamination {given}")
    assert old.startswith("subset,filter,unit,question_type,metric,n_released,n_fresh,first,")
    assert "`tempanswerqa contamination`" in warning
    drawn = run(capsys, f"leak {given} --bootstrap 9 --seed=3")
    assert drawn == (0, old, [drawn[2][0], warning, *problems])
    assert "`--bootstrap` and `--seed` of `tempanswerqa contamination` have no" in drawn[2][0]


STAYS = (
    *("lm_eval --include-path x --family y", "explain --task t -- --no-prefill", "fresh --help"),
    *("explain 'the 2-day --data-dir trip' --unit days", "tasks --path", ""),
)
HYPHENS = ("score a --data-dir b-c --output-path=d-e", "score a --data_dir b-c --output_path=d-e")


@pytest.mark.parametrize(("given", "wanted"), [*zip(STAYS, STAYS, strict=True), HYPHENS])
def test_what_is_no_older_form_stays_but_for_hyphens(capsys, given, wanted):
    assert renewed(shlex.split(given)) == shlex.split(wanted)
    assert capsys.readouterr().err == ""
