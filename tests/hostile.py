"""Texts that try to be more than text, and values of any form."""

from hypothesis import strategies as st

SIGNS = "=+-@\t\r\n|<>&;#\\[](){}!`*_%$^~'\" a1\x00\x1b\x9b\x85\u2028\u202e\ud800"
NAMES = st.text(st.sampled_from(SIGNS), min_size=1, max_size=12)
EXAMPLES = (
    *("=cmd|'/c calc'!A0", "\\<script>", "</td><script>", "a](//b)", "&#60;"),
    *("%\n\\input{x}", "[9cm]x", "*x", " *", "\x1b[2J", "x\r=1", "a|b"),
)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)
