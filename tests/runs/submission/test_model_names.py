"""Tests names of models: ASCII that can be seen, and no two that look alike."""

import pytest
from submission_support import forge

from tempanswerqa.runs.submission import SubmissionError, bundle, model_names


@pytest.mark.parametrize("name", ["org/Model-7B (v2)", "m", "m" * 200, "a + b"])
def test_names_that_can_stand(name):
    assert model_names.problem(name) == ""


@pytest.mark.parametrize("name", [
    "", " ", " a", "m" * 201, "a\nb", "a\n", "a\x00", "a\u202eb", "a\u200b", "\u0410BC", "--",
    "::add-mask::x", "a ##[error]",
])  # fmt: skip
def test_names_that_cannot(path, name):
    assert model_names.problem(name)
    forge(path, lambda content: content.update(model=name))
    with pytest.raises(SubmissionError, match=r"content\.model: "):
        bundle.read(path)
