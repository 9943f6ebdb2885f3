"""Untrusted text has no effect in any format."""

import csv
import io
import re
import unicodedata

from cases import EXAMPLES, NAMES, data, results_of
from hypothesis import example, given
from hypothesis import strategies as st

from tempanswerqa.text import (
    conjoined,
    csv_cell,
    excerpt,
    listed,
    markdown,
    printable,
    shortened,
    shown,
    visible,
)

ANY = st.text(st.characters(), max_size=60)  # surrogates among them


def hostile(test):
    for text in EXAMPLES:
        test = example(text)(test)
    return given(NAMES | st.text(max_size=20))(test)


@hostile
def test_a_line_for_a_terminal(text):
    shown = printable(text)
    assert len(shown.splitlines() or [""]) == 1
    assert shown.isprintable()


@hostile
def test_markdown_has_no_html_no_link_and_no_further_cell(text):
    shown = markdown(text, cell=True)
    plain = re.sub(r"\\\\|\\[<|&([*`@:.]", " ", shown)  # what a backslash stands before is text
    assert not re.search("[<*`@]", plain)
    assert "|" not in plain
    assert not re.search(r"&#?\w+;", plain)
    assert not re.search(r"(?<!\\)\][(\[]", shown)
    assert "://" not in plain
    assert re.sub(r"\\([\\<|&([*`@:.])", r"\1", shown) == printable(text)  # nothing is lost


@hostile
def test_csv_cells_are_no_formulas_and_come_back(text):
    file = io.StringIO(newline="")
    csv.writer(file).writerow([csv_cell(text), "end"])
    file.seek(0)
    ((cell, end),) = csv.reader(file)
    assert end == "end"
    assert not cell.startswith(("=", "@", "\t", "\r", "\n"))
    assert not re.match(r"[+-](?![0-9])", cell)
    assert "\x1b" not in cell
    assert "\u202e" not in cell
    if visible(text) == text:
        assert text in (cell, cell.removeprefix("'"))


test_cells = results_of(
    csv_cell,
    [
        *((number, number) for number in (-1, -0.5, None, "", "-44", "+3.5", "-1e-05", True)),
        ("-5+cmd()", "'-5+cmd()"),
        ("-", "'-"),
        ("\uff1dA1", "'\uff1dA1"),
        ("a=b", "a=b"),
        ("'quoted", "'quoted"),
        ("x\x1b\x9b", "x␛⟨U+009B⟩"),
        ("\r=1", "'␍=1"),
        ("a\r\nb", "a\nb"),
        *(("-1.", "-1."), ("-1e", "'-1e"), ("\x1f \x7f\x80", "␟ ␡⟨U+0080⟩")),
    ],
)


test_numbers_fit_into_a_cell = results_of(shown, data(__file__, "numbers fit into a cell"))
test_numbers_without_digits = results_of(shown, data(__file__, "numbers without digits"))
test_excerpts_are_short = results_of(excerpt, data(__file__, "excerpts are short"))
test_lists_of_names = results_of(listed, data(__file__, "lists of names"))
test_names_in_a_sentence = results_of(conjoined, data(__file__, "names in a sentence"))
test_names_lose_their_middle = results_of(shortened, data(__file__, "names lose their middle"))


@given(ANY)
def test_visible_text_can_be_written_and_turns_nothing(text):
    shown = visible(text)
    shown.encode("utf-8")
    assert not any(unicodedata.bidirectional(c) in ("RLO", "LRO", "RLE", "PDF") for c in shown)
    assert all(c in "\t\n" or unicodedata.category(c) != "Cc" for c in shown)
    assert visible(shown) == shown
