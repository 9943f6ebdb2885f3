"""The templates of questions that ask for a number of years."""

from tempanswerqa.fresh.semantic import durations
from tempanswerqa.fresh.semantic.events import Template

_LENGTH = (
    "The {which} {spell} of {s} as {ro} lasted how many years? {length}",
    "{s} was {ro} {times}. What was the length in years of the {which} {spell}? {length}",
    "What was the length in years of the {which} {spell} of {s} as {ro}? {length}",
)
_ONLY_LENGTH = (
    "For how many years was {s} {ro}? {length}",
    "How many years did {s} spend as {ro}? {length}",
    "What was the length in years of the {spell} of {s} as {ro}? {length}",
)

TAILS = {
    "length": (
        "Take the year it ended minus the year it began.",
        "Count its end year minus its start year.",
        "Subtract its first year from its last.",
        "Its length is the closing year less the opening year.",
    ),
    "passed": (
        "Subtract the earlier of the two years from the later.",
        "Take the later year minus the earlier one.",
        "The count is the later year less the earlier.",
    ),
    "sum": (
        "Take the end year minus the start year of each and add these up.",
        "Each counts as its end year minus its start year.",
        "For each, take its last year less its first year; then add these up.",
    ),
    "common": (
        "Subtract the first year they share from the last.",
        "Take the last year that both have in common minus the first such year.",
    ),
}
"""How a number of years is to be counted; a wording names its tail as a field."""

DURATIONS = (
    Template("length_only", durations.length_of("only"), 0, 5, _ONLY_LENGTH),
    Template("length_kth", durations.length_of("kth"), 0, 8, _LENGTH),
    Template("length_last", durations.length_of("last"), 0, 3, _LENGTH),
    Template("length_penultimate", durations.length_of("penultimate"), 0, 2, _LENGTH),
    Template("length_longest", durations.length_of("longest"), 1, 2, _LENGTH),
    Template("length_shortest", durations.length_of("shortest"), 1, 1, _LENGTH),
    Template(
        "length_around_year",
        durations.length_around_year,
        0,
        4,
        (
            "{s} was {ro} in {year}. How many years did that {spell} last? {length}",
            "The {spell} of {s} as {ro} that covers {year} lasted how many years? {length}",
        ),
    ),
    Template(
        "length_of_holder",
        durations.length_of_holder,
        1,
        2,
        (
            "A certain {noun} was {ro} in {year}. How many years did that {spell} last? {length}",
            "One {spell} as {ro} was under way in {year}. How many years did it last? {length}",
        ),
    ),
    Template(
        "gap",
        durations.gap,
        1,
        3,
        (
            "How many years separate the end of the {which} {spell} of {s} as {ro} from the start "
            "of the {next}? {passed}",
            "After the {which} {spell} of {s} as {ro} ended, how many years went by until the "
            "{next} began? {passed}",
        ),
    ),
    Template(
        "first_to_last",
        durations.first_to_last,
        1,
        2,
        (
            "How many years lie between the first time that {s} {became} {ro} and the last time "
            "that {s} gave up that role? {passed}",
            "From the start of the first {spell} of {s} as {ro} to the end of the last, how many "
            "years passed? {passed}",
        ),
    ),
    Template(
        "total",
        durations.total,
        1,
        3,
        (
            "Taking all {spells} of {s} as {ro} together, how many years do they come to? {sum}",
            "How many years did the {spells} of {s} as {ro} last, all added up? {sum}",
        ),
    ),
    Template(
        "difference",
        durations.difference,
        1,
        2,
        (
            "By how many years was the {which} {spell} of {s} as {ro} longer than the {other}? "
            "Each counts as its end year minus its start year.",
            "Of the {spells} of {s} as {ro}, the {which} was longer than the {other} by how many "
            "years? Each counts as its end year minus its start year.",
        ),
    ),
    Template(
        "successor_gap",
        durations.successor_gap,
        2,
        3,
        (
            "After the {which} {spell} of {s} as {ro} had ended, how many years passed until "
            "another {noun} next took up that role? {passed}",
        ),
    ),
    Template(
        "successor_length",
        durations.successor_length,
        2,
        3,
        (
            "After the {which} {spell} of {s} as {ro} had ended, another {noun} was the next to "
            "take up that role. How many years did the {spell} so begun last? {length}",
            "Of all other {nouns}, one was the next to {become} {ro} after the {which} {spell} of "
            "{s} in that role had ended. How many years did the {spell} so begun last? {length}",
        ),
    ),
    Template(
        "predecessor_length",
        durations.predecessor_length,
        2,
        3,
        (
            "Before the {which} {spell} of {s} as {ro} began, another {noun} was the last to "
            "leave that role. How many years had the {spell} so ended lasted? {length}",
            "Of all other {nouns}, one was the last to {cease} {ro} before the {which} {spell} of "
            "{s} in that role began. How many years had the {spell} so ended lasted? {length}",
        ),
    ),
    Template(
        "start_to_start",
        durations.between("start"),
        2,
        3,
        (
            "{s} {became} {ro}{time}. How many years later did {s2} {become} {ro2}{time2}? "
            "{passed}",
            "{s} {became} {ro}{time}; later, {s2} {became} {ro2}{time2}. How many years lay "
            "between the two events? {passed}",
        ),
    ),
    Template(
        "start_to_end",
        durations.between("end"),
        2,
        3,
        (
            "{s} {became} {ro}{time}. How many years later did {s2} {cease} {ro2}{time2}? {passed}",
            "{s} {became} {ro}{time}; later, {s2} {ceased} {ro2}{time2}. How many years lay "
            "between the two events? {passed}",
        ),
    ),
    Template(
        "shared_length",
        durations.shared_length,
        2,
        3,
        (
            "For how many years was {s} {ro} while {s2} was {ro2}? {common}",
            "How long in years was the time in which both {s} was {ro} and {s2} was {ro2}? "
            "{common}",
        ),
    ),
    Template(
        "seat_span",
        durations.seat_span,
        1,
        2,
        (
            "How many years lie between the earliest and the latest year in which any {noun} was "
            "{ro}? {passed}",
            "From the earliest to the latest year in which any {noun} was {ro}, how many years "
            "passed? {passed}",
        ),
    ),
    Template(
        "career_total",
        durations.career_total,
        2,
        3,
        (
            "Taking all {spells} of {s} as {role} any {object_noun} together, how many years do "
            "they come to? {sum}",
            "How many years did the {spells} of {s} as {role} any {object_noun} last, all added "
            "up? {sum}",
        ),
    ),
)
