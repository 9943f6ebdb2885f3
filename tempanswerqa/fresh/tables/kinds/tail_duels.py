"""Rare kinds of people who compete one against one: wrestlers, squash players, boxers."""

from __future__ import annotations

from tempanswerqa.fresh.tables.facts import DAY, MONTH
from tempanswerqa.fresh.tables.kinds.extras import ATHLETE, FIGURES
from tempanswerqa.fresh.tables.kinds.plan import Step, called, person, place
from tempanswerqa.fresh.tables.kinds.tail_extras import RING
from tempanswerqa.fresh.tables.kinds.tail_plan import Medals, Rare, Spells, Titles, coaching

_REMARKS = ("Club records only", "Exhibition matches left out", "Unofficial events left out")

SUMO = Rare(
    era=(1880, 1988),
    figures=("January, May, September", "Wins, Losses, Absences"),
    heading="Ring career",
    starting_age=(15, 19),
    listed_since=1,
    women_since=3000,
    picture=("{} entering the ring.jpg", "{} before a bout"),
    remarks=("Exhibition bouts left out", "Rank as listed by the association"),
    steps=(
        Step("Debut", "made|make|{their} debut", "debut", (10, 300), precision=MONTH),
        Step(
            "Salaried division",
            "reached|reach|the salaried division",
            "salaried division entry",
            (300, 900),
        ),
        Step(
            "Gold star",
            "gained|gain|a gold star",
            "gold star",
            (90, 900),
            place,
            "in the {x} tournament",
        ),
        Step(
            "Champion promotion",
            "was|granted promotion as a champion",
            "champion promotion",
            (90, 900),
            precision=MONTH,
        ),
        Step("Elbow injury", "suffered|suffer|an elbow injury", "elbow injury", (90, 700)),
        Step("Return bout", "won|win|{their} return bout", "return bout", (60, 500)),
    ),
    spells=(
        Spells(
            "stable",
            "Stables",
            "the {} stable",
            ("entered|enter|{}", "arrival at {}"),
            ("left|leave|{}", "departure from {}"),
            ("belonged|belong|to {}", "time with {}"),
            place,
            (1, 9),
            (0, 1),
            "the {} stable that {they} entered",
            limit=17,
            held="belonged to",
            delay=(0, 1),
        ),
    ),
    last_heading="Retirement",
    last_steps=(
        Step("Topknot ceremony", "had|have|a topknot ceremony", "topknot ceremony", (20, 700)),
        Step("Elder licence", "took|take|an elder licence", "elder licence", (60, 1_500)),
    ),
    afterwards=(coaching("squad", "Squads coached"),),
    repeats=(
        Titles(
            "Championships",
            called("{place} {choice}", "Basho", "Autumn Basho", "Spring Basho", "Jubilee Basho"),
            "won|win|the {}",
            "{} win",
        ),
    ),
    pools=(RING, RING),
)

SQUASH = Rare(
    era=(1910, 1988),
    figures=("Hard, Glass, Clay", "Matches, Wins, Walkovers"),
    heading="Squash career",
    starting_age=(16, 19),
    listed_since=1,
    women_since=1950,
    picture=("{} on court.jpg", "{} at a tie-break"),
    remarks=_REMARKS,
    steps=(
        Step(
            "Turned professional",
            "turned|turn|professional",
            "start as a professional",
            (5, 200),
            precision=MONTH,
        ),
        Step("Maiden final", "played|play|a maiden final", "maiden final", (60, 700), place, "{x}"),
        Step("Marathon match", "won|win|a marathon match", "marathon match", (30, 900), place),
        Step(
            "Highest ranking",
            "reached|reach|{their} highest ranking",
            "highest ranking",
            (60, 900),
            None,
            "No. 3",
            precision=MONTH,
        ),
        Step("Racket patent", "obtained|obtain|a racket patent", "racket patent", (60, 900)),
        Step("Achilles tear", "suffered|suffer|an Achilles tear", "Achilles tear", (60, 900)),
    ),
    spells=(
        Spells(
            "trainer",
            "Trainers",
            "{}",
            ("began|begin|work with {}", "the start of work with {}"),
            ("ended|end|work with {}", "the end of work with {}"),
            ("worked|work|with {}", "work with {}"),
            person,
            (1, 7),
            (0, 1),
            "the {} trainer that {they} hired",
            limit=17,
            held="worked with",
            delay=(0, 1),
        ),
    ),
    last_heading="Retirement",
    last_steps=(
        Step("Exhibition match", "played|play|an exhibition match", "exhibition match", (5, 400)),
        Step(
            "Autobiography",
            "published|publish|an autobiography",
            "autobiography release",
            (90, 1_400),
        ),
    ),
    afterwards=(coaching("academy", "Academies"),),
    repeats=(
        Titles(
            "Titles",
            called("{place} {choice}", "Open", "Invitational", "Masters", "Classic"),
            "won|win|the {}",
            "{} win",
        ),
        Medals(called("{place} {choice}", "Games", "World Cup", "Championships"), ("Singles",)),
    ),
    pools=(ATHLETE, FIGURES),
)

BOXER = Rare(
    era=(1870, 1984),
    figures=("Home, Abroad, Total", "Bouts, Knockouts, Rounds"),
    heading="Boxing career",
    starting_age=(17, 21),
    women_since=1995,
    picture=("{} at the weigh-in.jpg", "{} with a trainer"),
    remarks=("Newspaper decisions left out", "Amateur bouts left out"),
    steps=(
        Step("Debut bout", "fought|fight|a debut bout", "debut bout", (5, 300), place, "in {x}"),
        Step("Opening knockout", "scored|score|an opening knockout", "opening knockout", (10, 500)),
        Step(
            "Rib fracture",
            "suffered|suffer|a rib fracture",
            "rib fracture",
            (30, 800),
            precision=MONTH,
        ),
        Step("Draw", "boxed|box|a draw", "draw", (20, 900), place, "in {x}"),
        Step(
            "Suspension",
            "received|receive|a suspension",
            "suspension",
            (20, 900),
            precision=MONTH,
        ),
    ),
    spells=(
        Spells(
            "belt",
            "Belts held",
            "the {} belt",
            ("took|take|{}", "start as holder of {}"),
            ("lost|lose|{}", "loss of {}"),
            ("held|hold|{}", "reign with {}"),
            called(
                "{place} {choice}", "Light, Feather, Welter, Middle, Cruiser, Heavy, Straw, Fly"
            ),
            (30, 700),
            (20, 400),
            "the {} belt that {they} took",
            DAY,
            held="held",
            delay=(700, 1_600),
        ),
        Spells(
            "manager",
            "Managers",
            "{}",
            ("signed|sign|with {}", "signing with {}"),
            ("left|leave|{}", "exit from the care of {}"),
            ("was|managed by {}", "time under {}"),
            person,
            (1, 7),
            (0, 1),
            "the {} manager that {they} signed with",
            limit=18,
            held="stayed with",
            delay=(0, 0),
        ),
    ),
    last_heading="After boxing",
    last_steps=(
        Step("Farewell bout", "fought|fight|a farewell bout", "farewell bout", (5, 400)),
        Step("Gymnasium opening", "opened|open|a gymnasium", "gymnasium opening", (60, 1_400)),
    ),
    repeats=(
        Titles(
            "Tournaments",
            called("{place} {choice}", "Gloves", "Shield", "Trophy", "Cup"),
            "won|win|the {}",
            "{} win",
        ),
    ),
    pools=(ATHLETE, FIGURES),
)

KINDS = {"sumo": SUMO, "squash": SQUASH, "boxing": BOXER}
