"""Foreign text in pages and figures shows what it is and moves nothing."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.reports.page.text import clipped, shortened, visible

ANY = st.text(st.characters(), max_size=60)  # surrogates among them


@pytest.mark.parametrize(("text", "shown"), [
    ("7 days\r\nor\tso\n", "7 days\nor\tso\n"), ("a\x00b\x1b[2J", "a␀b␛[2J"),
    ("\x7f\x85", "␡⟨U+0085⟩"), ("abc\u202edef\u202c", "abc⟨U+202E⟩def⟨U+202C⟩"),
    ("x\ud800y", "x⟨U+D800⟩y"), ("zero\u200bwide\ufeff", "zero⟨U+200B⟩wide⟨U+FEFF⟩"),
    ("lone\rreturn", "lone␍return"), ("שלום, 中文, é", "שלום, 中文, é"),
    ("<script>&amp;", "<script>&amp;"),
])  # fmt: skip
def test_what_shows_nothing_gets_a_sign(text, shown):
    assert visible(text) == shown


@given(ANY)
def test_visible_text_can_be_written_and_turns_nothing(text):
    shown = visible(text)
    shown.encode("utf-8")
    assert not any(unicodedata.bidirectional(c) in ("RLO", "LRO", "RLE", "PDF") for c in shown)
    assert all(c in "\t\n" or unicodedata.category(c) != "Cc" for c in shown)
    assert visible(shown) == shown


@given(st.text(max_size=50), st.integers(1, 60))
def test_clipped_text_keeps_its_ends(text, most):
    kept = clipped(text, most)
    if len(text) <= most:
        assert kept == text
    else:
        head, tail = most // 3, most - most // 3
        assert kept.startswith(text[:head])
        assert kept.endswith(text[-tail:])
        assert f"… {len(text) - most} characters left out …" in kept


@given(ANY, st.integers(2, 40))
def test_shortened_names_fit_on_one_line(name, most):
    short = shortened(name, most)
    assert len(short) <= most
    assert "\n" not in short
    assert ("…" in short) >= (len(" ".join(visible(name).split())) > most)


def test_shortened_names_keep_both_ends():
    assert shortened("a-model-with-a-long-name-7B", 11) == "a-mod…me-7B"
    assert shortened("  a \n b ", 10) == "a b"
    assert shortened("", 5) == ""
