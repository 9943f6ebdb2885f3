"""Naval vessels and space probes."""

from __future__ import annotations

from tempanswerqa.fresh.tables.facts import DAY
from tempanswerqa.fresh.tables.kinds.extras import CRAFT, VESSEL, hull
from tempanswerqa.fresh.tables.kinds.plan import Plan, Repeats, Stays, Step, called, place, word

NAVAL_VESSEL = Plan(
    era=(1850, 1970),
    name=called("{choice} {word}", "KNS", "RNV", "HDS", "SMV"),
    picture="{} at anchor.jpg",
    steps=(
        Step(
            "Admiralty approval",
            "received|receive|admiralty approval",
            "admiralty approval",
            (0, 40),
            place,
            "for {x} Yard",
        ),
        Step("Keel laid", "had|have|{their} keel laid", "keel laying", (40, 700)),
        Step("Launched", "was|launched", "launch", (150, 900)),
        Step("Commissioned", "was|commissioned", "commissioning", (60, 800)),
    ),
    stays=(
        Stays(
            "home port",
            "Home ports",
            "moved|move|to {}",
            "left|leave|{}",
            "was based at",
            ("arrived|arrive|at {}", "arrival at {}"),
            ("left|leave|{}", "departure from {}"),
            ("was|based at {}", "time at {}"),
            place,
            12,
            since=3,
            delay=(0, 0),
            limit=42,
        ),
    ),
    last_heading="Fate",
    last_steps=(
        Step("Decommissioned", "was|decommissioned", "decommissioning", (5, 200)),
        Step("Scrapped", "was|scrapped", "scrapping", (60, 1_500), place, "at {x}"),
    ),
    repeats=Repeats(
        "Exercises",
        called("{word} {choice}", "Shield", "Lantern", "Trident", "Manoeuvre"),
        "took|take|part in Exercise {}",
        "{} exercise",
    ),
    listed_since=3,
    pools=(hull, VESSEL),
)

SPACE_PROBE = Plan(
    era=(1960, 2006),
    name=called("{word} {choice}", "1", "2", "3", "4"),
    picture="{} (artist's view).png",
    steps=(
        Step("Launch", "was|launched", "launch", (0, 60), place, "{x} Space Centre"),
        Step("Fly-by of {x}", "flew|fly|by {x}", "fly-by of {x}", (90, 500), word),
        Step("Orbit insertion", "entered|enter|orbit", "orbit insertion", (60, 900)),
        Step("Lander release", "released|release|{their} lander", "lander release", (10, 300)),
    ),
    stays=(
        Stays(
            "phase",
            "Mission phases",
            "began|begin|{}",
            "finished|finish|{}",
            "stayed in",
            ("began|begin|the {} phase", "entry into the {} phase"),
            ("finished|finish|the {} phase", "exit from the {} phase"),
            ("was|in the {} phase", "time in the {} phase"),
            called(
                "{choice}",
                "Mapping, Survey, Relay, Descent, Sounding, Imaging, Tour, Standby, Gravity",
            ),
            1_000,
            precision=DAY,
            since=3,
        ),
        Stays(
            "control centre",
            "Control centres",
            "joined|join|{}",
            "left|leave|{}",
            "was steered from",
            ("was|taken over by {}", "takeover by {}"),
            ("was|handed over by {}", "handover by {}"),
            ("was|steered from {}", "time under {}"),
            place,
            5,
            18,
            pause=0,
            delay=(0, 0),
        ),
    ),
    last_heading="End of mission",
    last_steps=(
        Step("Last contact", "made|make|{their} last contact", "last contact", (1, 60)),
        Step("Impact", "made|make|{their} impact", "impact", (5, 700)),
    ),
    repeats=Repeats(
        "Observations",
        called("{word} {choice}", "eclipse", "meteor stream", "transit", "aurora"),
        "observed|observe|the {}",
        "{} observation",
    ),
    pools=(CRAFT, CRAFT),
)

KINDS = {"navy vessel": NAVAL_VESSEL, "space probe": SPACE_PROBE}
