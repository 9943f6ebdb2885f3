"""The templates of questions that ask for a year."""

from tempanswerqa.fresh.semantic import events
from tempanswerqa.fresh.semantic.events import Template

_ONLY_START = (
    "In which year did {s} {become} {ro}?",
    "Name the year in which {s} {became} {ro}.",
    "When did {s} {become} {ro}?",
)
_ONLY_END = (
    "In which year did {s} {cease} {ro}?",
    "Name the year in which {s} {ceased} {ro}.",
    "When did {s} {cease} {ro}?",
)
_START = (
    "When did {s} {become} {ro}{time}?",
    "Name the year in which {s} {became} {ro}{time}.",
    "In which year did the {which} {spell} of {s} as {ro} begin?",
    "When did the {which} {spell} of {s} as {ro} begin?",
)
_END = (
    "When did {s} {cease} {ro}{time}?",
    "Name the year in which {s} {ceased} {ro}{time}.",
    "In which year did the {which} {spell} of {s} as {ro} end?",
    "When did the {which} {spell} of {s} as {ro} end?",
)
EVENTS = (
    Template("start_only", events.edge_of("only", "start"), 0, 5, _ONLY_START),
    Template("end_only", events.edge_of("only", "end"), 0, 5, _ONLY_END),
    Template("start_kth", events.edge_of("kth", "start"), 0, 4, _START),
    Template("end_kth", events.edge_of("kth", "end"), 0, 4, _END),
    Template("start_last", events.edge_of("last", "start"), 0, 2, _START),
    Template("end_last", events.edge_of("last", "end"), 0, 2, _END),
    Template("start_penultimate", events.edge_of("penultimate", "start"), 0, 1, _START),
    Template("end_penultimate", events.edge_of("penultimate", "end"), 0, 1, _END),
    Template("start_longest", events.edge_of("longest", "start"), 1, 1, _START[2:]),
    Template("end_longest", events.edge_of("longest", "end"), 1, 1, _END[2:]),
    Template("start_shortest", events.edge_of("shortest", "start"), 1, 1, _START[2:]),
    Template("end_shortest", events.edge_of("shortest", "end"), 1, 1, _END[2:]),
    Template(
        "start_around_year",
        events.edge_around_year("start"),
        0,
        2,
        (
            "{s} was {ro} in {year}. When did that {spell} begin?",
            "When did the {spell} of {s} as {ro} that covers {year} begin?",
        ),
    ),
    Template(
        "end_around_year",
        events.edge_around_year("end"),
        0,
        2,
        (
            "{s} was {ro} in {year}. When did that {spell} end?",
            "When did the {spell} of {s} as {ro} that covers {year} end?",
        ),
    ),
    Template(
        "next_after_year",
        events.next_after_year,
        1,
        2,
        (
            "After {year}, in which year did {s} next {become} {ro}?",
            "Name the first year after {year} in which {s} {became} {ro}.",
        ),
    ),
    Template(
        "last_before_year",
        events.last_before_year,
        1,
        2,
        (
            "Before {year}, in which year did {s} last {cease} {ro}?",
            "Name the last year before {year} in which {s} {ceased} {ro}.",
        ),
    ),
    Template(
        "seat_first",
        events.seat_first,
        1,
        2,
        (
            "What is the earliest year in which any {noun} was {ro}?",
            "When did the earliest {spell} of any {noun} as {ro} begin?",
        ),
    ),
    Template(
        "seat_last",
        events.seat_last,
        1,
        2,
        (
            "What is the latest year in which any {noun} was {ro}?",
            "Name the latest year in which any {noun} was {ro}.",
        ),
    ),
    Template(
        "career_first",
        events.career_first,
        1,
        2,
        (
            "What is the earliest year in which {s} was {role} any {object_noun}?",
            "When did the earliest {spell} of {s} as {role} any {object_noun} begin?",
        ),
    ),
    Template(
        "career_last",
        events.career_last,
        1,
        2,
        (
            "What is the latest year in which {s} was {role} any {object_noun}?",
            "Name the latest year in which {s} was {role} any {object_noun}.",
        ),
    ),
    Template(
        "start_of_holder",
        events.edge_of_holder("start"),
        1,
        2,
        (
            "A certain {noun} was {ro} in {year}. When did that {spell} begin?",
            "One {spell} as {ro} was under way in {year}. When did it begin?",
        ),
    ),
    Template(
        "end_of_holder",
        events.edge_of_holder("end"),
        1,
        2,
        (
            "A certain {noun} was {ro} in {year}. When did that {spell} end?",
            "One {spell} as {ro} was under way in {year}. When did it end?",
        ),
    ),
    Template(
        "successor_start",
        events.successor_start,
        2,
        3,
        (
            "After the {which} {spell} of {s} as {ro} had ended, in which year did another {noun} "
            "next take up that role?",
            "When did another {noun} next {become} {ro} after the {which} {spell} of {s} in that "
            "role had ended?",
        ),
    ),
    Template(
        "predecessor_end",
        events.predecessor_end,
        2,
        3,
        (
            "Before the {which} {spell} of {s} as {ro} began, in which year did another {noun} "
            "last leave that role?",
            "When did another {noun} last {cease} {ro} before the {which} {spell} of {s} in that "
            "role began?",
        ),
    ),
    Template(
        "next_after_event",
        events.next_after_event,
        2,
        3,
        (
            "In which year did {s} next {become} {ro} after {s2} {ceased} {ro2}{time2}?",
            "{s2} {ceased} {ro2}{time2}. In which later year did {s} next {become} {ro}?",
        ),
    ),
    Template(
        "start_around_event",
        events.edge_around_event("start"),
        2,
        2,
        (
            "{s2} {became} {ro2}{time2}, while {s} was {ro}. When did that {spell} of {s} begin?",
            "During a {spell} of {s} as {ro}, {s2} {became} {ro2}{time2}. When did that {spell} "
            "of {s} begin?",
        ),
    ),
    Template(
        "end_around_event",
        events.edge_around_event("end"),
        2,
        2,
        (
            "{s2} {became} {ro2}{time2}, while {s} was {ro}. When did that {spell} of {s} end?",
            "During a {spell} of {s} as {ro}, {s2} {became} {ro2}{time2}. When did that {spell} "
            "of {s} end?",
        ),
    ),
    Template(
        "shared_first",
        events.shared_first,
        2,
        2,
        (
            "What is the first year in which {s} was {ro} while {s2} was {ro2}?",
            "Name the earliest year with both {s} as {ro} and {s2} as {ro2}.",
        ),
    ),
    Template(
        "shared_last",
        events.shared_last,
        2,
        2,
        (
            "What is the last year in which {s} was {ro} while {s2} was {ro2}?",
            "Name the latest year with both {s} as {ro} and {s2} as {ro2}.",
        ),
    ),
)
