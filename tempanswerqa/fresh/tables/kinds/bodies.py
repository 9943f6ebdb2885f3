"""Bodies and buildings: companies, universities, monuments, railway stations, bands, wars."""

from __future__ import annotations

from tempanswerqa.fresh.tables.facts import MONTH
from tempanswerqa.fresh.tables.kinds.extras import BODY, CONFLICT, GROUNDS, MONUMENTAL, MUSIC, RAIL
from tempanswerqa.fresh.tables.kinds.plan import Plan, Repeats, Stays, Step, called, place, word

COMPANY = Plan(
    era=(1790, 1975),
    name=called("{word} {choice}", "Works, Instruments, Clockmakers", later={1895: "Motors"}),
    picture="{} head office.jpg",
    steps=(
        Step("Founded", "was|founded", "founding", (0, 90), place, "in {x}"),
        Step(
            "First factory", "opened|open|{their} first factory", "first factory opening", (60, 900)
        ),
        Step(
            "Stock listing",
            "obtained|obtain|a stock listing",
            "stock listing",
            (200, 2_800),
        ),
        Step(
            "Relief fund",
            "set|set|up a relief fund",
            "relief fund launch",
            (90, 2_400),
            precision=MONTH,
        ),
        Step("Strike", "faced|face|a strike", "strike", (90, 2_000), precision=MONTH),
    ),
    stays=(
        Stays(
            "model",
            "Models",
            "introduced|introduce|{}",
            "dropped|drop|{}",
            "built",
            ("introduced|introduce|the {}", "introduction of the {}"),
            ("dropped|drop|the {}", "withdrawal of the {}"),
            ("built|build|the {}", "production of the {}"),
            word,
            23,
            55,
            overlapping=True,
            since=1,
        ),
    ),
    repeats=Repeats(
        "Trade fairs",
        called("{place} {choice}", "Fair", "Salon", "Expo", "Exhibition"),
        "took|take|gold at the {}",
        "{} gold medal",
    ),
    pools=(BODY, BODY),
)

UNIVERSITY = Plan(
    era=(1701, 1960),
    name=called("the University of {place}"),
    picture="{} main hall.jpg",
    steps=(
        Step("Founded", "was|founded", "founding", (0, 90)),
        Step("Royal charter", "received|receive|{their} royal charter", "royal charter", (90, 900)),
        Step(
            "First examinations",
            "held|hold|{their} first examinations",
            "first examinations",
            (200, 1_500),
        ),
        Step("Library", "opened|open|{their} library", "library opening", (90, 3_000)),
    ),
    stays=(
        Stays(
            "campus",
            "Campuses",
            "opened|open|{}",
            "closed|close|{}",
            "used",
            ("opened|open|the {} campus", "opening of the {} campus"),
            ("closed|close|the {} campus", "closing of the {} campus"),
            ("used|use|the {} campus", "use of the {} campus"),
            place,
            32,
            150,
            delay=(0, 0),
        ),
    ),
    repeats=Repeats(
        "Student contests",
        called("{word} {choice}", "Essay Prize", "Debating Cup", "Latin Medal", "Fencing Trophy"),
        "won|win|the {}",
        "{} win",
    ),
    listed_since=2,
    pools=(BODY, GROUNDS),
)

MONUMENT = Plan(
    era=(1705, 1970),
    name=called("{place} {choice}", "Tower", "Exchange", "Rotunda", "Palace"),
    picture="{} from the square.jpg",
    steps=(
        Step(
            "Foundation stone",
            "received|receive|{their} foundation stone",
            "foundation stone laying",
            (0, 90),
        ),
        Step("Topped out", "was|topped out", "topping out", (300, 1_700)),
        Step("Inaugurated", "was|inaugurated", "inauguration", (30, 700), place, "Mayor of {x}"),
        Step("Fire", "caught|catch|fire", "fire", (500, 3_800)),
        Step("Reopened", "was|reopened", "reopening", (90, 1_500)),
    ),
    stays=(
        Stays(
            "tenant",
            "Tenants",
            "took|take|in {}",
            "lost|lose|{}",
            "housed",
            ("took|take|in the {} as a tenant", "the start of the {}'s tenancy"),
            ("lost|lose|the {} as a tenant", "the end of the {}'s tenancy"),
            ("housed|house|the {}", "the {}'s tenancy"),
            called(
                "{word} {choice}",
                "Museum, Bank, Club, Archive, Theatre, Library, Bureau, Consulate, College",
            ),
            29,
            120,
            overlapping=True,
            since=2,
        ),
    ),
    repeats=Repeats(
        "Events hosted",
        called("{place} {choice}", "Convention", "Ball", "Book Fair", "Flower Show"),
        "hosted|host|the {}",
        "{}",
    ),
    listed_since=2,
    pools=(MONUMENTAL, MONUMENTAL),
)

STATION = Plan(
    era=(1850, 1935),
    name=called("{place} {choice}", "Junction", "Road", "Cross", "Quay"),
    picture="{} platform.jpg",
    heading="History",
    steps=(
        Step("Opened", "was|opened", "opening", (0, 90)),
        Step("Goods yard", "gained|gain|a goods yard", "goods yard opening", (90, 1_800)),
        Step("Footbridge", "gained|gain|a footbridge", "footbridge construction", (500, 3_900)),
        Step("Signal box", "received|receive|a signal box", "signal box installation", (60, 1_800)),
    ),
    stays=(
        Stays(
            "operator",
            "Operators",
            "passed|pass|to {}",
            "left|leave|{}",
            "belonged to",
            ("passed|pass|to the {}", "takeover by the {}"),
            ("left|leave|the {}", "departure from the {}"),
            ("belonged|belong|to the {}", "time under the {}"),
            called(
                "{place} {choice}",
                "Railway, Tramways, Lines, Company, Transit, Northern, Southern, Eastern",
            ),
            24,
            100,
            pause=0,
            delay=(0, 0),
        ),
    ),
    last_heading="Closure",
    last_steps=(
        Step(
            "Loss of freight service",
            "lost|lose|{their} freight service",
            "loss of freight service",
            (0, 200),
        ),
        Step("Demolished", "was|demolished", "demolition", (90, 1_900)),
    ),
    repeats=Repeats(
        "Upkeep",
        called("{word} {choice}", "Garden Prize", "Cup", "Plaque", "Ribbon"),
        "won|win|the {}",
        "{} win",
    ),
    pools=(RAIL, RAIL),
)

BAND = Plan(
    era=(1948, 1990),
    name=called("the {word} {choice}", "Trio", "Collective", "Quintet", "Express"),
    picture="{} live.jpg",
    steps=(
        Step("Formed", "was|formed", "formation", (0, 90), place, "in {x}"),
        Step("First gig", "played|play|{their} first gig", "first gig", (10, 300)),
        Step(
            "Debut album", "released|release|{their} debut album", "debut album release", (60, 900)
        ),
        Step(
            "Recording sessions",
            "started|start|recording sessions for a double LP",
            "recording sessions",
            (60, 900),
            precision=MONTH,
        ),
        Step(
            "World tour",
            "set|set|out on a world tour",
            "world tour",
            (300, 2_000),
            precision=MONTH,
        ),
        Step("Hometown concert", "gave|give|a hometown concert", "hometown concert", (300, 3_500)),
    ),
    stays=(
        Stays(
            "record label",
            "Record labels",
            "signed|sign|with {}",
            "left|leave|{}",
            "stayed with",
            ("signed|sign|with {}", "signing with {}"),
            ("left|leave|{}", "departure from {}"),
            ("recorded|record|for {}", "time with {}"),
            word,
            8,
            30,
            since=1,
            delay=(0, 0),
        ),
    ),
    repeats=Repeats(
        "Festivals",
        called("{place} {choice}", "Festival", "Weekender", "Jamboree", "Open Air"),
        "played|play|the {}",
        "{} show",
    ),
    pools=(MUSIC, MUSIC),
)

WAR = Plan(
    era=(1705, 1930),
    name=called("the {place} {choice}", "War", "Revolt", "Campaign", "Uprising"),
    picture="Map of the {}.svg",
    steps=(
        Step("Broke out", "broke|break|out", "outbreak", (0, 90)),
        Step(
            "Siege of {x}",
            "opened|open|",
            "the siege of {x}",
            (15, 500),
            place,
            subject="the siege of {x}",
        ),
        Step(
            "Battle of {x}",
            "took|take|place",
            "the battle of {x}",
            (10, 500),
            place,
            subject="the battle of {x}",
        ),
        Step(
            "Raid on {x}",
            "took|take|place",
            "the raid on {x}",
            (10, 600),
            place,
            subject="the raid on {x}",
        ),
    ),
    stays=(
        Stays(
            "belligerent",
            "Belligerents",
            "",
            "",
            "",
            ("entered|enter|the fighting", "the entry of {}", "{}"),
            ("left|leave|the fighting", "the departure of {}", "{}"),
            ("fought|fight|", "the participation of {}", "{}"),
            place,
            10,
            15,
            overlapping=True,
            delay=(0, 0),
            least_total=2,
        ),
    ),
    last_heading="Peace",
    last_steps=(
        Step("Ceasefire", "reached|reach|a ceasefire", "ceasefire", (0, 0)),
        Step(
            "Treaty of {x}",
            "was|settled by the treaty of {x}",
            "treaty of {x}",
            (20, 600),
            place,
        ),
    ),
    repeats=Repeats(
        "Truces",
        called("{place} {choice}", "truce", "armistice", "parley", "standstill"),
        "was|interrupted by the {}",
        "{}",
    ),
    pools=(CONFLICT, CONFLICT),
)

KINDS = {
    "company": COMPANY,
    "university": UNIVERSITY,
    "monument": MONUMENT,
    "railway": STATION,
    "music": BAND,
    "current war": WAR,
}
