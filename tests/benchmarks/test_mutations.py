"""Tests the count of changes that tests catch, on a module of which they test one half."""

import sys

from benchmarks import mutations

CODE = """
def double(x: int = True) -> int:
    "Return 2 x."
    return x + x


def untested(x):
    return -x if not x else x
"""
TEST = """
from toy.half import double


def test_double():
    assert double(3) == 6
"""


def test_a_tested_change_is_caught_and_an_untested_one_survives(tmp_path, monkeypatch, capsys):
    for name, text in {
        "toy/half.py": CODE,
        "tests/test_half.py": TEST,
        "tests/slow/test_half.py": TEST.replace("6", "7"),
        "pytest.ini": "[pytest]\npythonpath = .",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.setattr(mutations, "PACKAGE", tmp_path / "toy")
    monkeypatch.setattr(mutations, "HEAVY", ())
    monkeypatch.setattr(sys, "argv", ["mutations", str(tmp_path / "toy")])
    mutations.main()
    told = capsys.readouterr().out.splitlines()
    assert [(line.split()[0], line.split()[1]) for line in told[:-1]] == [
        ("caught", "half.py:4:"),
        ("SURVIVED", "half.py:8:"),
    ]
    assert told[-1] == "caught 1 of 2"


def test_what_is_changed_and_what_is_not():
    source = b"""
NAME: Literal[1] = r"a{1,2}b[c]+" "d{3}"
def f(x: int = 4) -> Literal[5]:
    "6 and 7"
    if not x is None and x[0] <= 1.5: return f"{x + 8}"
"""
    found = {
        source[start:end].decode() + " to " + new for start, end, new in mutations.changes(source)
    }
    assert found == {
        *(
            "1 to 2",
            "1 to 0",
            "2 to 3",
            "2 to 1",
            "+ to *",
            "4 to 5",
            "4 to 3",
            "not to ",
            "3 to 4",
        ),
        *("is to is not", "and to or", "0 to 1", "0 to -1", "<= to <", "1.5 to 2.5", "1.5 to 0.5"),
        *("3 to 2", "not x is None and x[0] <= 1.5 to False"),
    }
