"""People known for their work: painters, scientists, office holders, musicians."""

from __future__ import annotations

from tempanswerqa.fresh.tables.facts import DAY
from tempanswerqa.fresh.tables.kinds.extras import SCHOLAR
from tempanswerqa.fresh.tables.kinds.plan import Plan, Repeats, Stays, Step, called, place

PAINTER = Plan(
    era=(1730, 1950),
    women_since=1860,
    heading="Work",
    picture="Portrait of {}.jpg",
    steps=(
        Step(
            "Diploma",
            "took|take|a diploma in {x}",
            "diploma",
            (60, 900),
            place,
            "Drawing School of {x}",
        ),
        Step(
            "First exhibition",
            "opened|open|{their} first exhibition",
            "first exhibition",
            (90, 2_400),
            place,
            "Town Hall, {x}",
        ),
        Step("Guild election", "was|elected into the guild", "guild election", (60, 3_000)),
    ),
    stays=(
        Stays(
            "town",
            "Towns of residence",
            "moved|move|to {}",
            "left|leave|{}",
            "lived in",
            ("moved|move|to {}", "move to {}"),
            ("left|leave|{}", "departure from {}"),
            ("lived|live|in {}", "stay in {}"),
            place,
            19,
        ),
    ),
    repeats=Repeats(
        "Prizes",
        called("{word} {choice}", "Prize", "Medal", "Award", "Ribbon"),
        "received|receive|the {}",
        "{} win",
    ),
    pools=(SCHOLAR, SCHOLAR),
)

SCIENTIST = Plan(
    era=(1740, 1962),
    women_since=1880,
    heading="Scientific career",
    steps=(
        Step(
            "Doctorate",
            "received|receive|{their} doctorate in {x}",
            "doctorate",
            (60, 900),
            place,
            "Faculty of Philosophy, {x}",
        ),
        Step(
            "Inaugural lecture",
            "gave|give|{their} inaugural lecture",
            "inaugural lecture",
            (90, 1_500),
        ),
        Step("Patent", "was|granted a patent", "patent grant", (100, 2_900)),
        Step(
            "Academy admission",
            "was|admitted into the academy",
            "academy admission",
            (200, 3_500),
        ),
    ),
    stays=(
        Stays(
            "post",
            "Posts held",
            "began|begin|{}",
            "left|leave|{}",
            "held",
            ("joined|join|the {}", "arrival at the {}"),
            ("left|leave|the {}", "departure from the {}"),
            ("worked|work|at the {}", "time at the {}"),
            called(
                "{place} {choice}",
                "Observatory, Institute, Laboratory, Hospital, Museum",
                "Mint, Arsenal, Foundry, Herbarium",
            ),
            16,
        ),
    ),
    repeats=Repeats(
        "Distinctions",
        called("{word} {choice}", "Medal", "Prize", "Lectureship", "Fellowship"),
        "was|awarded the {}",
        "{}",
    ),
    pools=(SCHOLAR, SCHOLAR),
)

OFFICE_HOLDER = Plan(
    era=(1720, 1955),
    women_since=1920,
    heading="Political career",
    starting_age=(23, 34),
    picture="{} at the lectern.jpg",
    steps=(
        Step("Bar examination", "passed|pass|the bar examination", "bar examination", (40, 700)),
        Step(
            "Town council election",
            "was|elected into the town council",
            "town council election",
            (90, 1_400),
        ),
        Step(
            "Privy chamber admission",
            "was|admitted into the privy chamber",
            "privy chamber admission",
            (200, 2_600),
        ),
    ),
    stays=(
        Stays(
            "office",
            "Offices held",
            "entered|enter|{}",
            "left|leave|{}",
            "held",
            ("became|become|Minister of {}", "start as Minister of {}"),
            ("left|leave|office as Minister of {}", "departure as Minister of {}"),
            ("served|serve|as Minister of {}", "time as Minister of {}"),
            called(
                "{choice}",
                "Trade, Justice, Forests, Mines, War, Fisheries, Finance, Customs, Police, Crafts",
                later={
                    1860: "Agriculture, Railways, Education",
                    1900: "Labour, Health",
                    1925: "Transport, Housing, Energy, Science, Culture",
                },
            ),
            2_600,
            precision=DAY,
            since=2,
        ),
        Stays(
            "seat",
            "Parliamentary seats",
            "gained|gain|{}",
            "lost|lose|{}",
            "represented",
            ("entered|enter|parliament for {}", "entry as member for {}"),
            ("left|leave|parliament as member for {}", "departure as member for {}"),
            ("sat|sit|in parliament for {}", "time as member for {}"),
            place,
            14,
        ),
    ),
    repeats=Repeats(
        "Gatherings",
        called("{place} {choice}", "convention", "congress", "assembly", "rally"),
        "chaired|chair|the {}",
        "{} chairmanship",
    ),
    pools=(SCHOLAR, SCHOLAR),
)

MUSICIAN = Plan(
    era=(1730, 1968),
    heading="Musical career",
    picture="{} on stage.jpg",
    steps=(
        Step(
            "First recital",
            "gave|give|{their} first recital",
            "first recital",
            (30, 900),
            place,
            "Casino of {x}",
        ),
        Step(
            "Conservatory diploma",
            "finished|finish|the conservatory with a diploma",
            "conservatory diploma",
            (90, 1_300),
        ),
        Step("First opera", "premiered|premiere|{their} first opera", "first opera", (90, 3_200)),
        Step("Charity gala", "gave|give|a charity gala", "charity gala", (300, 3_900)),
    ),
    stays=(
        Stays(
            "ensemble",
            "Ensembles",
            "joined|join|{}",
            "left|leave|{}",
            "played with",
            ("joined|join|the {}", "entry into the {}"),
            ("left|leave|the {}", "departure from the {}"),
            ("played|play|with the {}", "time with the {}"),
            called(
                "{place} {choice}",
                "Orchestra, Quartet, Philharmonic, Sinfonietta, Octet",
                "Camerata, Trio, Consort, Band",
            ),
            15,
        ),
    ),
    repeats=Repeats(
        "Festivals",
        called("{place} {choice}", "Festival", "Serenade", "Jubilee", "Music Week"),
        "appeared|appear|at the {}",
        "{} engagement",
    ),
    pools=(SCHOLAR, SCHOLAR),
)

KINDS = {
    "painter": PAINTER,
    "scientist": SCIENTIST,
    "office holder": OFFICE_HOLDER,
    "musician": MUSICIAN,
}
