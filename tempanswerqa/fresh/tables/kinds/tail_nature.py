"""Rare kinds of happenings: storms, epidemics, festivals, games."""

from __future__ import annotations

from tempanswerqa.fresh.tables.facts import DAY, MONTH
from tempanswerqa.fresh.tables.kinds.plan import Step, called, person, place, word
from tempanswerqa.fresh.tables.kinds.tail_extras import DISEASE, FEAST, GAMES, STORM
from tempanswerqa.fresh.tables.kinds.tail_plan import Rare, Spells, Titles

CYCLONE = Rare(
    era=(1890, 1975),
    name=called("the {place} {choice}", "cyclone belt, storm zone, hurricane zone"),
    figures=("Coast, Islands, Hills", "Gauges, Shelters, Floods"),
    heading="Observation",
    picture=("Tracks in the {}.png", "Clouds over the {}"),
    remarks=("Winds over one minute", "Depressions left out"),
    steps=(
        Step("Barometer", "was|given a barometer", "barometer delivery", (0, 90), place, "at {x}"),
        Step("Record surge", "brought|bring|a record surge", "record surge", (60, 1_500), place),
        Step("Tide station", "was|given a tide station", "tide station opening", (60, 1_500)),
        Step(
            "Weather ship", "received|receive|a weather ship", "weather ship arrival", (90, 2_000)
        ),
        Step(
            "Telegraph line",
            "gained|gain|a telegraph line",
            "telegraph line opening",
            (90, 2_500),
            precision=MONTH,
        ),
        Step(
            "Siren network",
            "received|receive|a siren network",
            "siren installation",
            (90, 2_500),
            precision=MONTH,
        ),
    ),
    spells=(
        Spells(
            "storm",
            "Storms",
            "Storm {}",
            ("formed|form|", "the formation of {}", "{}"),
            ("dissipated|dissipate|", "the dissipation of {}", "{}"),
            ("lasted|last|", "the life of {}", "{}"),
            word,
            (6, 24),
            (12, 900),
            "the {} storm to form",
            DAY,
            held="lasted",
            delay=(60, 700),
        ),
        Spells(
            "warning centre",
            "Warning centres",
            "the {} centre",
            ("opened|open|", "the opening of {}", "{}"),
            ("closed|close|", "the closing of {}", "{}"),
            ("gave|give|the warnings", "the service of {}", "{}"),
            place,
            (2, 31),
            (0, 2),
            "the {} warning centre to open",
            limit=90,
            held="was in service",
        ),
    ),
    repeats=(
        Titles(
            "Landfalls",
            called("{place}{choice}", " Cape", " Island", " Point", " Head"),
            "saw|see|a landfall at {}",
            "{} landfall",
        ),
    ),
    pools=(STORM, STORM),
)

EPIDEMIC = Rare(
    era=(1720, 1958),
    name=called("the {place} {choice}", "fever, influenza, plague, flux"),
    figures=("Town, Port, Barracks", "Sick, Recovered, Beds"),
    heading="Outbreak",
    picture=("Ward during the {}.jpg", "Poster about the {}"),
    remarks=("Cases as registered by parishes", "Figures without the army"),
    steps=(
        Step("Index case", "had|have|{their} index case", "index case", (0, 90), person, "{x}"),
        Step("Alarm", "led|lead|to an alarm", "alarm", (5, 120), place, "in {x}"),
        Step("Port blockade", "led|lead|to a port blockade", "port blockade", (5, 200)),
        Step("Field hospital", "led|lead|to a field hospital", "field hospital", (5, 500)),
        Step("Inoculation", "led|lead|to inoculation", "inoculation", (90, 1_500), precision=MONTH),
        Step(
            "Relief fund",
            "led|lead|to a relief fund",
            "relief fund launch",
            (60, 1_500),
            precision=MONTH,
        ),
        Step(
            "Memorial",
            "received|receive|a memorial",
            "memorial unveiling",
            (400, 3_500),
            place,
            "{x}",
        ),
    ),
    spells=(
        Spells(
            "wave",
            "Waves",
            "the {} wave",
            ("began|begin|", "the beginning of {}", "{}"),
            ("ended|end|", "the end of {}", "{}"),
            ("lasted|last|", "the course of {}", "{}"),
            place,
            (28, 260),
            (20, 500),
            "the {} wave to begin",
            DAY,
            held="lasted",
            delay=(2, 30),
        ),
        Spells(
            "quarantine station",
            "Quarantine stations",
            "the {} station",
            ("opened|open|", "the opening of {}", "{}"),
            ("closed|close|", "the closing of {}", "{}"),
            ("took|take|in patients", "the service of {}", "{}"),
            place,
            (1, 24),
            (0, 3),
            "the {} quarantine station to open",
            limit=40,
            held="took in patients",
            since=1,
            delay=(0, 1),
        ),
    ),
    repeats=(
        Titles(
            "Later flare-ups",
            called("{place}{choice}", " Harbour", " Valley", " Barracks", " Mill"),
            "flared|flare|up in {}",
            "{} flare-up",
        ),
    ),
    pools=(DISEASE, DISEASE),
)

FESTIVAL = Rare(
    era=(1790, 1962),
    name=called("the {place} {choice}", "Tide Feast, Eel Feast, Rye Feast, Snow Feast"),
    figures=("Upper town, Lower town, Harbour", "Stalls, Choirs, Lanterns"),
    heading="Observance",
    picture=("{} procession.jpg", "Crowds at the {}"),
    remarks=("Dates by the civil calendar", "Set by the first full moon of the season"),
    steps=(
        Step("Inaugurated", "was|inaugurated", "inauguration", (0, 90), person, "by {x}"),
        Step("Hymn", "adopted|adopt|a hymn", "hymn adoption", (60, 1_500), person, "words by {x}"),
        Step("Riot", "saw|see|a riot", "riot", (60, 2_000), place, "in {x} Lane"),
        Step(
            "Public holiday", "became|become|a public holiday", "public holiday status", (90, 2_500)
        ),
        Step(
            "Banner", "received|receive|a banner", "banner dedication", (90, 2_500), precision=MONTH
        ),
        Step("Songbook", "inspired|inspire|a songbook", "songbook", (90, 2_500), precision=MONTH),
    ),
    spells=(
        Spells(
            "edition",
            "Editions",
            "the {} edition",
            ("opened|open|", "the opening of {}", "{}"),
            ("closed|close|", "the closing of {}", "{}"),
            ("lasted|last|", "the run of {}", "{}"),
            place,
            (6, 34),
            (290, 1_100),
            "the {} edition to open",
            DAY,
            held="lasted",
            delay=(200, 900),
        ),
        Spells(
            "patron",
            "Patrons",
            "{}",
            ("became|become|patron", "the appointment of {}", "{}"),
            ("resigned|resign|", "the resignation of {}", "{}"),
            ("held|hold|the post", "the service of {}", "{}"),
            person,
            (1, 29),
            (0, 2),
            "the {} patron to serve",
            limit=120,
            held="served",
        ),
    ),
    repeats=(
        Titles(
            "Rained off",
            called("{word} {choice}", "parade", "bonfire", "regatta", "pageant"),
            "had|have|the {} rained off",
            "washed-out {}",
        ),
    ),
    pools=(FEAST, FEAST),
)

EVENT = Rare(
    era=(1860, 1985),
    name=called("the {place} {choice}", "Summer Games, Spring Games, Autumn Games, Jubilee Games"),
    figures=("Men, Women, Juniors", "Entrants, Heats, Protests"),
    listed_since=-1,
    heading="First Games",
    picture=("{} poster.jpg", "Opening ceremony of the {}"),
    remarks=("Results before protests", "Demonstration events left out"),
    steps=(
        Step(
            "Bid accepted",
            "had|have|{their} bid accepted",
            "bid acceptance",
            (0, 90),
            place,
            "{x} Town",
        ),
        Step(
            "Stadium",
            "received|receive|a stadium",
            "stadium completion",
            (200, 1_500),
            place,
            "{x} Park",
        ),
        Step("Torch lit", "had|have|{their} torch lit", "torch lighting", (20, 400)),
        Step("Heats", "held|hold|{their} heats", "heats", (6, 40), place, "{x} Hall"),
        Step("Protest", "faced|face|a protest", "protest", (20, 300), person, "by {x}"),
        Step("Audit", "passed|pass|an audit", "audit", (30, 600), precision=MONTH),
        Step(
            "Museum show",
            "inspired|inspire|a museum show",
            "museum show",
            (90, 1_800),
            precision=MONTH,
        ),
    ),
    spells=(
        Spells(
            "tournament",
            "Tournaments",
            "the {} tournament",
            ("opened|open|", "the opening of {}", "{}"),
            ("closed|close|", "the closing of {}", "{}"),
            ("lasted|last|", "the run of {}", "{}"),
            called(
                "{choice}",
                "fencing, rowing, archery, chess, sailing, wrestling, croquet, cricket, curling",
                later={1905: "polo, hockey, tennis"},
            ),
            (5, 16),
            (1, 9),
            "the {} tournament to open",
            DAY,
            held="lasted",
            since=3,
            delay=(1, 9),
        ),
        Spells(
            "sponsor",
            "Sponsors",
            "{}",
            ("joined|join|", "the arrival of {}", "{}"),
            ("withdrew|withdraw|", "the withdrawal of {}", "{}"),
            ("paid|pay|", "the support of {}", "{}"),
            called(
                "{word} {choice}",
                "Bank, Dairy, Telegraph, Soap, Brewery, Paper, Glass, Tea, Insurance",
                later={1930: "Motors, Airways"},
            ),
            (1, 22),
            (0, 2),
            "the {} sponsor to sign up",
            limit=35,
            held="paid",
            delay=(0, 1),
        ),
    ),
    repeats=(
        Titles(
            "Later guest teams",
            place,
            "welcomed|welcome|{}",
            "{} visit",
        ),
    ),
    pools=(GAMES, GAMES),
)

KINDS = {
    "cyclone": CYCLONE,
    "disease": EPIDEMIC,
    "holiday": FESTIVAL,
    "sports event": EVENT,
}
