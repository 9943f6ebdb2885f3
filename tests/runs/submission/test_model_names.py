"""Tests names of models: one spelling each, and none that is invisible or looks like another."""

import pytest
from submission_support import command, forge

from tempanswerqa.runs.submission import SubmissionError, bundle, model_names


@pytest.mark.parametrize(("name", "spelled"), [
    ("org/Model-7B (v2)", "org/Model-7B (v2)"), ("  a \u00a0 b ", "a b"), ("ｇｐｔ－４", "gpt-4"),
    ("\u212bngstro\u0308m", "Ångström"), ("通义千问-Qwen", "通义千问-Qwen"),
    ("ЯндексГПТ 5", "ЯндексГПТ 5"), ("엑사원 EXAONE", "엑사원 EXAONE"),
])  # fmt: skip
def test_names_that_can_stand(name, spelled):
    assert (model_names.problem(name), model_names.normalized(name)) == ("", spelled)


@pytest.mark.parametrize(("name", "reason"), [
    ("", "1 to 200 characters that can be seen"),
    (" \u00a0", "1 to 200 characters that can be seen"),
    ("m" * 201, "1 to 200 characters that can be seen"),
    ("\ufdfa" * 12, "1 to 200 characters that can be seen"),  # 18 characters each in NFKC
    ("a\nb", "can be seen"),
    ("a\x00", "can be seen"), ("a\u202eb", "can be seen"), ("a\u200b", "can be seen"),
    ("a\u2028b", "can be seen"), ("a\ud800", "can be seen"), ("a\u3164", "can be seen"),
    ("a\ufe0f", "can be seen"), ("\u2800", "can be seen"), ("--", "a letter or a digit"),
    ("g\u0440t-4", "looks like gpt-4 and"),
    ("a\u0301\u0301\u0301\u0301", "at most 2 combining marks"),
    ("::add-mask::x", "no ::"), ("a ##[error]", "no ##["),
    ("gpt-4 \u0391", "looks like gpt-4 A and"),
])  # fmt: skip
def test_names_that_cannot_and_why(path, tmp_path, name, reason):
    assert reason in model_names.problem(name)
    forge(path, lambda content: content.update(model=name))
    with pytest.raises(SubmissionError, match=r"content\.model: "):
        bundle.read(path)


def test_a_name_is_read_as_it_is_spelled(path, run, tmp_path):
    forge(path, lambda content: content.update(model="ｏrg/a  model"))
    assert bundle.read(path).model == "org/a model"
    assert command("pack", run, "--out", tmp_path / "o.json", "--model", "ｏrg/a  model") == 0
    assert b'"model": "org/a model"' in (tmp_path / "o.json").read_bytes()
