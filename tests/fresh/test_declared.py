"""Tests that a declaration which cannot be used is named, and that none is lost silently."""

import importlib
import random

import pytest

from tempanswerqa.fresh import arithmetic, declared
from tempanswerqa.fresh.arithmetic import strata
from tempanswerqa.fresh.arithmetic.pen import Template
from tempanswerqa.fresh.tables import drawing, solver
from tempanswerqa.questions.draws import FreshError

kinds = importlib.import_module("tempanswerqa.fresh.tables.kinds")
KIND = kinds._read("bodies")["company"]
STEP = {"label": "Founded", "verb": "was|founded", "gap": [0, 90]}


@pytest.mark.parametrize(("text", "told"), [
    ("a: 1\nb: {c: 1, d: 2, c: 3}\n", "x.yaml: 'c' stands twice"), ("a: 1\na: 2\n", "line 1"),
])  # fmt: skip
def test_no_key_stands_twice(tmp_path, text, told):
    path = tmp_path / "x.yaml"
    path.write_text(text)
    with pytest.raises(FreshError, match=told):
        declared.declared(path)


def test_a_key_may_replace_one_that_is_merged(tmp_path):
    path = tmp_path / "x.yaml"
    path.write_text("a: &a {b: 1, c: 2}\nd:\n  <<: *a\n  b: 3\ne:\n  <<: *a\n")
    assert declared.declared(path)["d"] == {"b": 3, "c": 2}


@pytest.fixture
def stated(monkeypatch):
    """Return what declares kinds of tables in the place of the files."""

    def state(**files):
        given = {"extras": kinds._read("extras"), "tail_extras": {}}
        monkeypatch.setattr(kinds, "_read", lambda name: {**given, **files}[name])
        monkeypatch.setattr(kinds, "FILES", {"head": tuple(files)})
        return kinds.kinds.__wrapped__("head")

    return state


@pytest.mark.parametrize(("changed", "told"), [
    ({"eras": 1}, "unexpected keyword argument 'eras'"), ({"extras": ["bodie"]}, "'bodie'"),
    ({"steps": [{**STEP, "gaps": 1}]}, "'gaps'"),
])  # fmt: skip
def test_a_kind_that_cannot_be_used_is_named(stated, changed, told):
    with pytest.raises(FreshError, match=rf"bodies\.yaml, company: .*{told}"):
        stated(bodies={"company": KIND | changed})


@pytest.mark.parametrize("changed", [{"steps": [{**STEP, "verb": "founded"}]}, {"listed_since": 9}])
def test_a_kind_that_cannot_be_drawn_is_named(stated, changed):
    drawn = stated(bodies={"company": KIND | changed})
    with pytest.raises(FreshError, match="the kind 'company': IndexError"):
        drawing.draw(random.Random(1), "easy", [0.5], split="head", kinds=drawn)


def test_two_files_have_no_kind_of_one_name(stated):
    with pytest.raises(FreshError, match=r"state\.yaml, company: .*another kind has this category"):
        stated(bodies={"company": KIND}, state={"company": KIND})


@pytest.mark.parametrize(("made", "told"), [
    ({"make": "shfit", "texts": ["?"]}, "'shfit'"),
    ({"make": {"shift": {"no": 1}}, "texts": ["?"]}, "'no'"), ({"make": "shift"}, "'texts'"),
])  # fmt: skip
def test_a_template_that_cannot_be_used_is_named(made, told):
    with pytest.raises(FreshError, match=f"the template 'mine': .*{told}"):
        strata._template("mine", made)


def test_a_template_that_cannot_be_written_is_named(monkeypatch):
    stratum = strata.STRATA[0]
    wrong = Template("mine", stratum.templates[0].make, ("When is {dat2}?",))
    monkeypatch.setattr(strata, "chosen", lambda pick: stratum._replace(templates=(wrong,)))
    with pytest.raises(FreshError, match=r"the template 'mine' of add_subtract\.yaml: .*'dat2'"):
        arithmetic.draw(random.Random(1), "easy", [0.5])


def test_the_solver_knows_each_word_that_stands_in_place_of_a_name():
    called = {kind.called for split in kinds.FILES for kind in kinds.kinds(split).values()}
    assert "player" in called
    for word in called - {""}:
        assert solver._anonymous(f"Is the {word} old?", "Ada") == "Is @ old?"
