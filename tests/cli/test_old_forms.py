"""Older forms of commands do what the new ones do, and say so in one line."""

import shlex

import pytest

from tempanswerqa import cli
from tempanswerqa.cli.old_forms import renewed

pytestmark = pytest.mark.usefixtures("sampled")

FORMS = [
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


STAYS = (
    *("lm_eval --include-path x --family y", "explain --task t -- --no-prefill", "fresh --help"),
    *("explain 'the 2-day --data-dir trip' --unit days", "tasks --path", ""),
)
HYPHENS = ("score a --data-dir b-c --output-path=d-e", "score a --data_dir b-c --output_path=d-e")


@pytest.mark.parametrize(("given", "wanted"), [*zip(STAYS, STAYS, strict=True), HYPHENS])
def test_what_is_no_older_form_stays_but_for_hyphens(capsys, given, wanted):
    assert renewed(shlex.split(given)) == shlex.split(wanted)
    assert capsys.readouterr().err == ""
