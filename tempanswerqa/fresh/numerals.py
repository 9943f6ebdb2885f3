"""Writes the ordinals of questions, in words or digits."""

SPELLED = (
    *("first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)
"""The ordinals in words, from the first on."""


def ordinal(number: int) -> str:
    """Return a number from 0 on as an ordinal: 1st, 2nd, 3rd, 4th, 11th, ..."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return str(number) + {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
