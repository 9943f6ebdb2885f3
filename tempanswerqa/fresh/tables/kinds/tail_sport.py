"""Rare kinds of sportspeople: drivers, cricketers, cyclists, hockey players."""

from __future__ import annotations

from tempanswerqa.fresh.tables.facts import MONTH
from tempanswerqa.fresh.tables.kinds.extras import ATHLETE, FIGURES
from tempanswerqa.fresh.tables.kinds.plan import Step, called, place, word
from tempanswerqa.fresh.tables.kinds.tail_extras import CRICKET, MOTORS, PEDALS
from tempanswerqa.fresh.tables.kinds.tail_plan import Medals, Rare, Spells, Titles, coaching

_REMARKS = ("Club records only", "Exhibition matches left out", "Unofficial events left out")


DRIVER = Rare(
    era=(1925, 1988),
    figures=("Dry, Wet, Night", "Starts, Finishes, Retirements"),
    heading="Formula racing career",
    starting_age=(18, 22),
    listed_since=1,
    women_since=1990,
    picture=("{} in the pits.jpg", "{} during practice"),
    remarks=_REMARKS,
    steps=(
        Step("Maiden entry", "made|make|a maiden entry", "maiden entry", (5, 200), place, "at {x}"),
        Step(
            "Podium finish",
            "achieved|achieve|a podium finish",
            "podium finish",
            (14, 700),
            place,
            "{x} Ring",
        ),
        Step("Pole position", "took|take|pole position", "pole position", (60, 900), place, "{x}"),
        Step("Crash", "survived|survive|a crash", "crash", (60, 1_200), place, "in {x}"),
        Step(
            "Speed record",
            "set|set|a speed record",
            "speed record",
            (200, 1_400),
            precision=MONTH,
        ),
        Step(
            "Test contract",
            "signed|sign|a test contract",
            "test contract signing",
            (30, 900),
            precision=MONTH,
        ),
    ),
    spells=(
        Spells(
            "team",
            "Racing teams",
            "the {} team",
            ("joined|join|{}", "arrival at {}"),
            ("left|leave|{}", "departure from {}"),
            ("drove|drive|for {}", "spell with {}"),
            word,
            (1, 7),
            (0, 1),
            "the {} team that {they} joined",
            limit=18,
            held="stayed with",
            delay=(0, 1),
        ),
    ),
    last_heading="Farewell",
    last_steps=(
        Step("Farewell race", "drove|drive|a farewell race", "farewell race", (5, 300)),
        Step("Museum opening", "opened|open|a museum", "museum opening", (60, 1_500)),
    ),
    afterwards=(coaching("academy", "Driver academies"),),
    repeats=(
        Titles(
            "Grands Prix won",
            called("{place} {choice}", "Grand Prix", "Trophy", "Mountain Prize", "Coast Rally"),
            "won|win|the {}",
            "{} win",
        ),
    ),
    pools=(MOTORS, MOTORS),
)

CRICKETER = Rare(
    era=(1862, 1988),
    figures=("Test, Tour, County, Club", "Matches, Innings, Catches, Wickets"),
    heading="International information",
    starting_age=(17, 20),
    women_since=1935,
    picture=("{} batting.jpg", "{} in the nets"),
    remarks=("First-class matches only", "Tour matches left out"),
    steps=(
        Step("Trial", "passed|pass|a trial", "trial", (5, 100), precision=MONTH),
        Step(
            "Test debut", "made|make|{their} Test debut", "Test debut", (300, 900), place, "v {x}"
        ),
        Step("Maiden century", "scored|score|a maiden century", "maiden century", (20, 900)),
        Step("Hat-trick", "took|take|a hat-trick", "hat-trick", (20, 1_000), place, "v {x}"),
        Step(
            "Vice-captaincy",
            "was|given the vice-captaincy",
            "vice-captaincy award",
            (90, 900),
            precision=MONTH,
        ),
        Step("Benefit match", "had|have|a benefit match", "benefit match", (90, 900)),
        Step(
            "Shoulder operation",
            "had|have|a shoulder operation",
            "shoulder operation",
            (30, 700),
            precision=MONTH,
        ),
    ),
    spells=(
        Spells(
            "county",
            "County teams",
            "{}",
            ("joined|join|{}", "arrival at {}"),
            ("left|leave|{}", "departure from {}"),
            ("played|play|for {}", "spell with {}"),
            place,
            (1, 8),
            (0, 1),
            "the {} county that {they} joined",
            limit=18,
            held="stayed with",
            delay=(0, 1),
        ),
    ),
    last_heading="Farewell",
    last_steps=(
        Step("Farewell innings", "played|play|a farewell innings", "farewell innings", (5, 300)),
        Step("Umpire licence", "received|receive|an umpire licence", "umpire licence", (90, 1_500)),
    ),
    afterwards=(coaching("side", "Sides coached"),),
    repeats=(
        Titles(
            "Trophies",
            called("{place} {choice}", "Trophy", "Shield", "Plate", "Urn"),
            "won|win|the {}",
            "{} win",
        ),
    ),
    pools=(CRICKET, CRICKET),
)

CYCLIST = Rare(
    era=(1880, 1988),
    figures=("Road, Track, Cross", "Starts, Placings, Falls"),
    heading="Cycling",
    starting_age=(17, 21),
    women_since=1955,
    picture=("{} on the climb.jpg", "{} behind the finish line"),
    remarks=_REMARKS,
    steps=(
        Step("Amateur licence", "received|receive|an amateur licence", "amateur licence", (5, 200)),
        Step(
            "Stage victory",
            "scored|score|a stage victory",
            "stage victory",
            (60, 900),
            place,
            "at {x}",
        ),
        Step(
            "Hour record",
            "broke|break|the hour record",
            "hour record",
            (60, 1_200),
            place,
            "{x} velodrome",
        ),
        Step("Collarbone fracture", "broke|break|a collarbone", "collarbone fracture", (30, 700)),
        Step(
            "Training camp",
            "attended|attend|a training camp",
            "training camp",
            (90, 900),
            precision=MONTH,
        ),
        Step(
            "Tyre patent",
            "obtained|obtain|a tyre patent",
            "tyre patent",
            (60, 900),
            precision=MONTH,
        ),
    ),
    spells=(
        Spells(
            "team",
            "Professional teams",
            "the {} team",
            ("joined|join|{}", "arrival at {}"),
            ("left|leave|{}", "departure from {}"),
            ("rode|ride|for {}", "spell with {}"),
            called(
                "{word} {choice}", "Cycles, Tyres, Coffee, Watches, Tools, Paints, Steel, Chocolate"
            ),
            (1, 6),
            (0, 1),
            "the {} team that {they} joined",
            limit=18,
            held="stayed with",
            delay=(0, 1),
        ),
    ),
    last_heading="Later life",
    last_steps=(
        Step(
            "Farewell criterium", "rode|ride|a farewell criterium", "farewell criterium", (10, 400)
        ),
        Step("Bicycle shop", "founded|found|a bicycle shop", "bicycle shop founding", (60, 1_500)),
    ),
    afterwards=(coaching("squad", "Squads coached"),),
    repeats=(
        Titles(
            "Major wins",
            called("{place} {choice}", "Tour", "Classic", "Criterion", "Circuit"),
            "won|win|the {}",
            "{} win",
        ),
        Medals(
            called("{place} {choice}", "Games", "Championships", "Road Cup"),
            ("Time trial", "Road race"),
        ),
    ),
    pools=(PEDALS, PEDALS),
)

HOCKEY = Rare(
    era=(1900, 1988),
    figures=("League, Cup, Friendly", "Caps, Goals, Assists"),
    heading="Playing career",
    starting_age=(16, 20),
    women_since=1925,
    picture=("{} at a penalty corner.jpg", "{} after the final"),
    remarks=_REMARKS,
    steps=(
        Step("Senior debut", "made|make|{their} senior debut", "senior debut", (5, 300)),
        Step("Opening goal", "scored|score|an opening goal", "opening goal", (10, 700), place),
        Step(
            "Armband",
            "was|handed the armband",
            "armband award",
            (90, 1_200),
        ),
        Step("Hundredth cap", "won|win|the hundredth cap", "hundredth cap", (200, 1_500)),
        Step(
            "Ankle surgery",
            "underwent|undergo|ankle surgery",
            "ankle surgery",
            (20, 700),
            precision=MONTH,
        ),
        Step(
            "Sports diploma",
            "obtained|obtain|a sports diploma",
            "sports diploma",
            (100, 900),
            precision=MONTH,
        ),
    ),
    spells=(
        Spells(
            "club",
            "Clubs",
            "{}",
            ("joined|join|{}", "arrival at {}"),
            ("left|leave|{}", "departure from {}"),
            ("played|play|for {}", "spell with {}"),
            called(
                "{place} {choice}",
                "Hawks, Lancers, Pioneers, Storks, Harriers, Sabres, Elks, Otters, Comets",
            ),
            (1, 7),
            (0, 1),
            "the {} club that {they} joined",
            limit=17,
            held="stayed with",
            delay=(0, 1),
        ),
    ),
    last_heading="Later",
    last_steps=(
        Step("Farewell match", "played|play|a farewell match", "farewell match", (5, 300)),
        Step("Hall of Fame", "entered|enter|the Hall of Fame", "Hall of Fame entry", (400, 2_500)),
    ),
    afterwards=(coaching("squad", "Squads coached"),),
    repeats=(
        Medals(called("{place} {choice}", "Games", "Nations Cup", "Champions Trophy"), ("Team",)),
    ),
    pools=(ATHLETE, FIGURES),
)

KINDS = {"f1": DRIVER, "cricket": CRICKETER, "cycling": CYCLIST, "hockey": HOCKEY}
