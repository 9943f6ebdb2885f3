"""Sportspeople: footballers, tennis players, chess players, skiers."""

from __future__ import annotations

from tempanswerqa.fresh.tables.kinds.extras import BOARD, FIGURES, GAMES, RACKET, SNOW, TEAM
from tempanswerqa.fresh.tables.kinds.plan import Plan, Repeats, Stays, Step, called, place

_CLUB = called(
    "{place} {choice}",
    "United, Rovers, Athletic, Wanderers, City, Albion, Rangers, Sporting, Dynamo",
)

FOOTBALLER = Plan(
    era=(1880, 1978),
    women_since=1970,
    heading="Club and country",
    starting_age=(16, 20),
    picture="{} (cropped).jpg",
    steps=(
        Step(
            "League debut",
            "made|make|{their} league debut",
            "league debut",
            (60, 700),
            place,
            "at {x}",
        ),
        Step("First goal", "scored|score|{their} first goal", "first goal", (14, 500)),
        Step(
            "International debut",
            "made|make|{their} international debut",
            "international debut",
            (90, 1_600),
            place,
            "against {x}",
        ),
        Step("Captaincy", "was|given the captaincy", "captaincy appointment", (200, 1_800)),
    ),
    stays=(
        Stays(
            "club",
            "Senior clubs",
            "joined|join|{}",
            "left|leave|{}",
            "represented",
            ("joined|join|{}", "arrival at {}"),
            ("left|leave|{}", "departure from {}"),
            ("played|play|for {}", "spell at {}"),
            _CLUB,
            9,
            20,
            delay=(-1, 0),
            limit=20,
        ),
        Stays(
            "team",
            "Teams managed",
            "began|begin|with {}",
            "left|leave|{}",
            "managed",
            ("became|become|manager of {}", "start as manager of {}"),
            ("quit|quit|as manager of {}", "exit as manager of {}"),
            ("managed|manage|{}", "spell as manager of {}"),
            place,
            10,
            20,
            since=None,
        ),
    ),
    repeats=Repeats(
        "Honours",
        called("{word} {choice}", "Cup", "League", "Shield", "Trophy"),
        "won|win|the {}",
        "{} win",
    ),
    pools=(TEAM, FIGURES),
)

_BASES = Stays(
    "training base",
    "Training bases",
    "moved|move|to {}",
    "left|leave|{}",
    "trained at",
    ("moved|move|to {}", "move to {}"),
    ("left|leave|{}", "departure from {}"),
    ("trained|train|at {}", "time at {}"),
    place,
    11,
    18,
    delay=(-1, 0),
    limit=19,
)

TENNIS = Plan(
    era=(1870, 1982),
    women_since=1884,
    heading="Playing career",
    starting_age=(15, 20),
    steps=(
        Step(
            "Tournament debut",
            "made|make|{their} tournament debut",
            "tournament debut",
            (60, 900),
            place,
            "at {x}",
        ),
        Step("Maiden final", "reached|reach|{their} maiden final", "maiden final", (60, 1_500)),
        Step(
            "Team selection",
            "was|called into the national team",
            "team selection",
            (60, 2_000),
            place,
            "match against {x}",
        ),
    ),
    last_heading="Retirement",
    last_steps=(
        Step("Farewell match", "played|play|{their} farewell match", "farewell match", (5, 200)),
    ),
    stays=(_BASES,),
    listed_since=1,
    repeats=Repeats(
        "Singles victories",
        called("{place} {choice}", "Open", "Masters", "Indoors", "Classic"),
        "won|win|the {}",
        "{} win",
    ),
    pools=(RACKET, FIGURES),
)

CHESS = Plan(
    era=(1850, 1985),
    women_since=1895,
    heading="Chess",
    starting_age=(13, 22),
    picture="{} at the board.jpg",
    steps=(
        Step("Master title", "earned|earn|the master title", "master title", (60, 1_200)),
        Step(
            "Brilliancy prize",
            "was|awarded a brilliancy prize",
            "brilliancy prize",
            (120, 2_600),
            place,
            "in {x}",
        ),
        Step(
            "National crown",
            "took|take|the national crown",
            "national crown",
            (60, 2_900),
        ),
        Step(
            "Blindfold record",
            "set|set|a blindfold record",
            "blindfold record",
            (30, 900),
            lambda r: str(r.rng.randint(8, 34)),
            "{x} boards",
        ),
    ),
    stays=(
        Stays(
            "chess club",
            "Chess clubs",
            "joined|join|{}",
            "left|leave|{}",
            "represented",
            ("joined|join|{}", "arrival at {}"),
            ("left|leave|{}", "departure from {}"),
            ("played|play|for {}", "time at {}"),
            called(
                "{place} {choice}",
                "Bishops, Knights, Rooks, Castle, Gambit, Endgame, Zugzwang, Fianchetto",
            ),
            14,
        ),
    ),
    repeats=Repeats(
        "Tournaments won",
        called("{place} {choice}", "Congress", "Memorial", "Invitational", "Handicap"),
        "won|win|the {}",
        "{} win",
    ),
    pools=(BOARD, GAMES),
)

SKIER = Plan(
    era=(1895, 1984),
    women_since=1928,
    heading="Skiing",
    starting_age=(15, 18),
    picture="{} at the start gate.jpg",
    steps=(
        Step("Junior crown", "took|take|the junior crown", "junior crown", (20, 400)),
        Step(
            "International debut",
            "made|make|{their} international debut",
            "international debut",
            (60, 700),
            place,
            "at {x}",
        ),
        Step(
            "First podium",
            "reached|reach|{their} first podium",
            "first podium",
            (20, 1_000),
        ),
        Step("Leg fracture", "broke|break|a leg", "leg fracture", (60, 1_200)),
        Step("Comeback", "made|make|{their} comeback", "comeback", (90, 500)),
    ),
    stays=(_BASES,),
    listed_since=4,
    repeats=Repeats(
        "Championships",
        called("{place} {choice}", "Games", "Nordics", "Championships", "Descent"),
        "took|take|gold at the {}",
        "{} gold medal",
    ),
    pools=(SNOW, FIGURES),
)

KINDS = {
    "footballer": FOOTBALLER,
    "tennis": TENNIS,
    "chess player": CHESS,
    "skier": SKIER,
}
