"""Rare kinds of bodies and conflicts: parties, regiments, insurgencies, armed groups."""

from __future__ import annotations

from tempanswerqa.fresh.tables.facts import MONTH
from tempanswerqa.fresh.tables.kinds.extras import CONFLICT
from tempanswerqa.fresh.tables.kinds.plan import Step, called, person, place, word
from tempanswerqa.fresh.tables.kinds.tail_extras import BAND, FORCE, PARTY
from tempanswerqa.fresh.tables.kinds.tail_plan import Rare, Spells, Titles

POLITICAL_PARTY = Rare(
    era=(1832, 1960),
    name=called(
        "the {place} {choice}",
        "Farmers' Party, Radical Union, Labour League, Reform Party, National Bloc",
    ),
    figures=("Cities, Towns, Villages", "Branches, Councillors, Offices"),
    heading="History",
    picture=("Logo of the {}.svg", "Delegates of the {}"),
    remarks=("Seats as of the latest count", "Local branches left out"),
    steps=(
        Step("Founded", "was|founded", "founding", (0, 90), place, "in {x}"),
        Step(
            "Inaugural congress", "held|hold|an inaugural congress", "inaugural congress", (30, 600)
        ),
        Step(
            "Manifesto",
            "published|publish|a manifesto",
            "manifesto release",
            (30, 900),
            precision=MONTH,
        ),
        Step("Ban", "suffered|suffer|a ban", "ban", (300, 2_400)),
        Step("Legalisation", "obtained|obtain|legalisation", "legalisation", (90, 1_500)),
        Step(
            "Press office",
            "set|set|up a press office",
            "press office opening",
            (60, 1_500),
            precision=MONTH,
        ),
        Step("Split", "suffered|suffer|a split", "split", (90, 2_000), word, "{x} faction"),
    ),
    spells=(
        Spells(
            "leader",
            "Leaders",
            "{}",
            ("assumed|assume|the leadership", "the appointment of {}", "{}"),
            ("resigned|resign|", "the resignation of {}", "{}"),
            ("led|lead|the party", "the term of {}", "{}"),
            person,
            (1, 19),
            (0, 1),
            "the {} leader to take office",
            held="stayed in office",
            delay=(0, 1),
        ),
        Spells(
            "alliance",
            "Alliances",
            "the {} Alliance",
            ("joined|join|{}", "entry into {}"),
            ("left|leave|{}", "withdrawal from {}"),
            ("belonged|belong|to {}", "membership in {}"),
            word,
            (2, 34),
            (0, 9),
            "the {} alliance that {they} joined",
            limit=110,
            held="belonged to",
        ),
    ),
    repeats=(
        Titles(
            "Ballots won",
            called("{place} {choice}", "by-election", "recall vote", "runoff", "referendum"),
            "won|win|the {}",
            "{} win",
        ),
    ),
    pools=(PARTY, PARTY),
)

REGIMENT = Rare(
    era=(1702, 1850),
    name=called(
        "the {place} {choice}", "Regiment", "Legion", "Rifle Corps", "Light Horse", "Battalion"
    ),
    figures=("Officers, Sergeants, Privates", "In peace, In war, Wounded"),
    heading="Formation",
    picture=("Badge of the {}.png", "{} on parade"),
    remarks=("Strength in peace time", "Militia companies left out"),
    steps=(
        Step("Raised", "was|raised", "raising", (0, 90), person, "by {x}"),
        Step("Colours presented", "was|presented with colours", "presentation", (60, 900)),
        Step(
            "Depot",
            "built|build|a depot",
            "depot construction",
            (90, 1_500),
            place,
            "{x}",
            precision=MONTH,
        ),
        Step(
            "Battle of {x}", "fought|fight|at {x}", "{x} battle", (200, 1_900), place, "under fire"
        ),
        Step("Mutiny", "had|have|a mutiny", "mutiny", (90, 1_500)),
        Step("Royal title", "was|granted a royal title", "royal title award", (90, 2_500)),
        Step(
            "Muskets issued",
            "was|issued with new muskets",
            "issue of new muskets",
            (90, 2_500),
            precision=MONTH,
        ),
    ),
    spells=(
        Spells(
            "garrison",
            "Garrisons",
            "the {} garrison",
            ("moved|move|into {}", "arrival in {}"),
            ("left|leave|{}", "departure from {}"),
            ("stayed|stay|in {}", "stay in {}"),
            place,
            (2, 47),
            (0, 6),
            "the {} garrison that {they} moved into",
            limit=160,
            held="stayed in",
        ),
        Spells(
            "expedition",
            "Expeditions",
            "the {} expedition",
            ("joined|join|{}", "entry into {}"),
            ("left|leave|{}", "departure from {}"),
            ("served|serve|with {}", "service with {}"),
            place,
            (1, 12),
            (3, 30),
            "the {} expedition that {they} joined",
            limit=160,
            held="served with",
        ),
    ),
    last_heading="Later history",
    last_steps=(
        Step("Reorganised", "was|reorganised", "reorganisation", (60, 900)),
        Step("Amalgamated", "was|amalgamated", "amalgamation", (300, 3_500), place, "with {x}"),
    ),
    repeats=(
        Titles(
            "Battle honours",
            called("{place} {choice}", "heights", "bridge", "ridge", "ford"),
            "fought|fight|at {}",
            "{} honour",
        ),
    ),
    pools=(FORCE, FORCE),
)

INSURGENCY = Rare(
    era=(1810, 1965),
    name=called("the {place} {choice}", "Insurgency", "Rebellion", "Emergency", "Border War"),
    figures=("North, South, Coast", "Raids, Bridges, Prisoners"),
    heading="Course",
    picture=("Map of the {}.svg", "Front lines of the {}"),
    remarks=("Losses as claimed by the government", "Militias left out"),
    steps=(
        Step("Opening raid", "began|begin|with an opening raid", "opening raid", (0, 90)),
        Step(
            "Martial law",
            "led|lead|to martial law",
            "martial law decree",
            (10, 500),
            place,
            "in {x}",
        ),
        Step(
            "Siege of {x}",
            "led|lead|to the siege of {x}",
            "the siege of {x}",
            (30, 900),
            place,
            "outer forts",
        ),
        Step("Amnesty", "led|lead|to an amnesty", "amnesty", (60, 1_500), precision=MONTH),
        Step("Peace talks", "led|lead|to peace talks", "peace talks", (60, 1_200), precision=MONTH),
    ),
    spells=(
        Spells(
            "belligerent",
            "Belligerents",
            "{}",
            ("entered|enter|the fighting", "the entry of {}", "{}"),
            ("left|leave|the fighting", "the departure of {}", "{}"),
            ("fought|fight|", "the campaign of {}", "{}"),
            place,
            (2, 21),
            (0, 2),
            "the {} belligerent to take part",
            limit=26,
            held="fought",
            delay=(0, 0),
        ),
        Spells(
            "supporter",
            "Foreign supporters",
            "{}",
            ("began|begin|sending aid", "the start of aid by {}", "{}"),
            ("ended|end|all aid", "the end of aid by {}", "{}"),
            ("helped|help|", "the aid of {}", "{}"),
            called(
                "{place} {choice}",
                "Republic, Kingdom, League, Duchy, Union, Emirate, Sultanate, Federation, Colony",
            ),
            (1, 26),
            (0, 3),
            "the {} supporter to send aid",
            limit=26,
            held="helped",
            delay=(0, 2),
        ),
    ),
    last_heading="Settlement",
    last_steps=(
        Step("Fall of {x}", "led|lead|to the fall of {x}", "the fall of {x}", (5, 200), place),
        Step("Ceasefire", "ended|end|in a ceasefire", "ceasefire", (5, 300)),
        Step(
            "Treaty of {x}",
            "was|settled by the treaty of {x}",
            "the treaty of {x}",
            (20, 700),
            place,
        ),
    ),
    repeats=(
        Titles(
            "Truces",
            called("{place} {choice}", "truce", "parley", "armistice", "prisoner exchange"),
            "saw|see|the {}",
            "{}",
        ),
    ),
    pools=(CONFLICT, CONFLICT),
)

ARMED_GROUP = Rare(
    era=(1850, 1975),
    name=called("the {word} {choice}", "Brigade", "Column", "League", "Militia"),
    figures=("Hills, Forest, Coast", "Patrols, Rifles, Mules"),
    heading="Activity",
    picture=("Flag of the {}.svg", "Veterans of the {}"),
    remarks=("Splinter groups left out", "Strength as estimated abroad"),
    steps=(
        Step("Formed", "was|formed", "formation", (0, 90), place, "in {x}"),
        Step("Oath", "swore|swear|an oath", "oath", (10, 400), place, "at {x} Chapel"),
        Step("Prison break", "organised|organise|a prison break", "prison break", (60, 900)),
        Step("Training camp", "opened|open|a training camp", "training camp opening", (60, 1_200)),
        Step("Outlawed", "was|outlawed", "outlawing", (60, 1_300), precision=MONTH),
        Step(
            "Manifesto",
            "issued|issue|a manifesto",
            "manifesto release",
            (60, 1_300),
            precision=MONTH,
        ),
    ),
    spells=(
        Spells(
            "ally",
            "Allies",
            "{}",
            ("became|become|an ally", "the start of the alliance with {}", "{}"),
            ("left|leave|the alliance", "the exit of {}", "{}"),
            ("stayed|stay|an ally", "the alliance with {}", "{}"),
            place,
            (1, 22),
            (0, 3),
            "the {} ally to join",
            limit=32,
            held="was allied",
        ),
        Spells(
            "hideout",
            "Hideouts",
            "the {} hideout",
            ("moved|move|into {}", "arrival in {}"),
            ("abandoned|abandon|{}", "departure from {}"),
            ("used|use|{}", "use of {}"),
            place,
            (1, 17),
            (0, 2),
            "the {} hideout that {they} moved into",
            limit=32,
            held="used",
        ),
    ),
    last_heading="Disarmament",
    last_steps=(
        Step("Arms surrendered", "surrendered|surrender|{their} arms", "surrender", (20, 700)),
        Step("Pardon", "received|receive|a pardon", "pardon", (20, 1_500), person, "by {x}"),
    ),
    repeats=(
        Titles(
            "Offensives",
            called("{place} {choice}", "Offensive", "Advance", "Thrust", "Sortie"),
            "launched|launch|the {}",
            "{}",
        ),
    ),
    pools=(BAND, BAND),
)

KINDS = {
    "political party": POLITICAL_PARTY,
    "army": REGIMENT,
    "proxy war": INSURGENCY,
    "armed group": ARMED_GROUP,
}
