"""Rows of rare tables that no question needs."""

from __future__ import annotations

from tempanswerqa.fresh.tables.record import Extras, Since


def _one(*values: str):
    return lambda rng, names: rng.choice(values)


def _count(least: int, most: int, unit: str = ""):
    return lambda rng, names: f"{rng.randint(least, most)}{unit}"


def _thousands(unit: str = "", most: int = 950):
    return lambda rng, names: f"{rng.randint(3, most)},{rng.randint(0, 999):03}{unit}"


def _people(rng, names) -> str:
    return " | ".join(names.person() for _ in range(rng.randint(3, 5)))


def _places(rng, names) -> str:
    return " | ".join(names.place() for _ in range(rng.randint(3, 6)))


def _estimate(rng, names) -> str:
    return f"{rng.randint(3, 95)},{rng.randint(0, 999):03} (estimate)"


def _size(rng, names) -> str:
    inches = rng.randint(65, 78)
    return f"{inches * 2.54:.0f} cm ({inches // 12}′ {inches % 12}″)"


RING: Extras = {
    "Height": _size,
    "Weight": lambda rng, names: f"{(kilos := rng.randint(61, 168))} kg ({kilos * 2.2046:.0f} lb)",
    "Record": lambda rng, names: (
        f"{rng.randint(120, 890)}-{rng.randint(20, 119)}-{rng.randint(2, 19)}"
    ),
    "Trainer's brother": lambda rng, names: names.person(False),
    "Fighting stance": _one("Orthodox", "Southpaw", "Switch"),
    "Reach": _count(168, 204, " cm"),
    "Ring name": lambda rng, names: f"{names.word()} the {rng.choice(('Elder', 'Anvil', 'Oak'))}",
    "Favourite grip": _one("Inside left", "Belt, right hand", "Throat push"),
    "Special prizes": lambda rng, names: (
        f"{rng.randint(2, 9)} (technique) | {rng.randint(2, 9)} (spirit)"
    ),
    "Rounds": _count(90, 720),
    "Sponsors": lambda rng, names: f"{names.word()} Rice | {names.word()} Tea",
    "Fan club": lambda rng, names: f"{names.place()} | {rng.randint(40, 900)} people",
    "Purse": lambda rng, names: f"{rng.randint(11, 880)},000 crowns",
    "Brothers": _one("1", "2", "3"),
}
MOTORS: Extras = {
    "Height": _size,
    "Nationality": lambda rng, names: f"{names.word()}ian",
    "Car number": _count(2, 98),
    "Engines": lambda rng, names: f"{names.word()} | {names.word()} | {names.word()}",
    "Mechanics": _people,
    "Entries": lambda rng, names: (
        f"{(all_ := rng.randint(60, 310))} ({all_ - rng.randint(2, 19)} starts)"
    ),
    "Podiums": _count(9, 88),
    "Fastest laps": _count(2, 31),
    "Career points": _count(120, 980),
    "Tyres": lambda rng, names: f"{names.word()} Rubber",
    "Helmet": _one("white with a red band", "plain yellow", "blue and silver"),
    "Residence": lambda rng, names: f"{names.place()}, near {names.place()}",
    "Nickname": _one("The Comet", "Diesel", "The Notary", "Third Gear"),
    "Co-drivers": _people,
}
PEDALS: Extras = {
    "Height": _size,
    "Races on": _one("Road", "Track and road", "Road, some cyclo-cross"),
    "Role": _one("Rider", "Captain", "Domestique"),
    "Strength": _one("All-rounder", "Sprinter", "Climber", "Time triallist"),
    "Nickname": _one("The Heron of the Hills", "Little Hare", "The Notary", "Diesel"),
    "Mechanics": _people,
    "Masseurs": _people,
    "Frame size": _count(48, 63, " cm"),
    "Tyres": lambda rng, names: f"{names.word()} Rubber",
    "Nationality": lambda rng, names: f"{names.word()}ian",
    "Residence": lambda rng, names: f"{names.place()}, near {names.place()}",
    "Mountain points": _count(40, 980),
    "Bonus seconds": _count(20, 640),
    "Training rides": _places,
}
LIGHT: Extras = {
    "Location": lambda rng, names: f"{names.place()} Rocks, off {names.place()}",
    "Height of tower": _count(14, 58, " m"),
    "Focal height": _count(20, 140, " m above the sea"),
    "Range": _count(11, 29, " nautical miles"),
    "Characteristic": _one("Two white flashes", "One red flash", "Fixed white", "White and red"),
    "Construction": _one("Granite | oak floors", "Cast iron plates", "Brick, whitewashed"),
    "Markings": _one("red bands", "plain white", "black and white stripes"),
    "Lamp": _one("Paraffin burner", "Vapour lamp", "Arc lamp", "Oil wicks"),
    "Steps": _count(60, 380),
    "Rooms": _count(3, 11),
    "Fog signal": _one("Siren", "Explosive charge", "Reed horn"),
    "Masons": _people,
    "Nearby ports": _places,
    "Cost": _count(11, 96, ",000 crowns"),
}
SHIPPING: Extras = {
    "Tonnage": _count(110, 980, " tons burthen"),
    "Length": _count(24, 88, " m"),
    "Beam": _count(6, 14, " m"),
    "Draught": _count(2, 6, " m"),
    "Decks": _count(2, 4),
    "Speed": _count(7, 14, " knots"),
    "Crew": _count(14, 90, " men | 2 boys"),
    "Boats carried": _count(2, 8),
    "Hull": _one("Oak, sheathed in copper", "Iron plates", "Steel", "Larch on oak frames"),
    "Port of registry": lambda rng, names: names.place(),
    "Captains": _people,
    "Ports of call": _places,
    "Figurehead": _one("A mermaid", "A heron", "A bearded king", "None"),
    "Cargo": _one("Coal | timber", "Salt fish, hides", "Stores | sledges", "Grain | rope"),
}
CRICKET: Extras = {
    "Height": _size,
    "Batting": _one("Left hand", "Right hand"),
    "Bowling": _one("Leg spin", "Off spin", "Medium pace", "Fast, left arm"),
    "Role": _one("Batter", "Wicket-keeper", "All-rounder", "Opening bowler"),
    "Relations": lambda rng, names: f"{names.person()} (cousin)",
    "Shirt no.": Since(1990, _count(2, 98)),
    "Matches": lambda rng, names: f"{rng.randint(41, 160)} | {rng.randint(20, 290)}",
    "Runs": _thousands(most=19),
    "Batting average": lambda rng, names: f"{rng.randint(17, 58)}.{rng.randint(10, 99)}",
    "100s/50s": lambda rng, names: f"{rng.randint(2, 30)}/{rng.randint(9, 80)}",
    "Top score": _count(88, 390, "*"),
    "Wickets": _count(4, 480),
    "Best bowling": lambda rng, names: f"{rng.randint(3, 9)}/{rng.randint(11, 90)}",
    "Catches/stumpings": lambda rng, names: f"{rng.randint(20, 290)}/{rng.randint(2, 40)}",
    "Nickname": _one("Biscuit", "The Gate", "Sparrow", "Doc"),
}
STORM: Extras = {
    "Highest winds": lambda rng, names: (
        f"{(mph := rng.randint(75, 178))} mph ({mph * 1.609:.0f} km/h)"
    ),
    "Lowest pressure": _count(898, 989, " mbar (hPa)"),
    "Fatalities": lambda rng, names: f"{rng.randint(4, 90)} direct, {rng.randint(2, 30)} indirect",
    "Damage": _count(12, 940, " million crowns"),
    "Areas affected": _places,
    "Sea temperature": lambda rng, names: f"{rng.randint(26, 31)}.{rng.randint(0, 9)} °C",
    "Evacuees": _thousands(),
    "Tide gauges": _count(4, 60),
    "Buoys": _count(3, 44),
    "Worst-hit port": lambda rng, names: names.place(),
    "Rainfall": _count(210, 980, " mm"),
    "Shelters": _count(12, 480),
    "Forecasters": _people,
    "Insurers": lambda rng, names: f"{names.word()} Mutual | {names.word()} Re",
}
DISEASE: Extras = {
    "Symptoms": _one("Chills | thirst", "Cramps | cough", "Headache | rash"),
    "Pathogen": _one("Bacterium", "Virus", "Unknown agent"),
    "Location": _places,
    "Confirmed cases": _thousands(most=19),
    "Suspected cases": _estimate,
    "Deaths": _count(120, 990),
    "Recovered": _thousands(most=9),
    "Wards": _count(3, 41),
    "Physicians": _people,
    "Nurses": _count(40, 940),
    "Beds": _count(80, 990),
    "Incubation": lambda rng, names: f"{rng.randint(2, 4)}-{rng.randint(5, 9)} nights",
    "Districts": _count(3, 29),
    "Remedy": _one("Quinine | rest", "Lime water", "Willow bark", "None known"),
}
FEAST: Extras = {
    "Also called": lambda rng, names: f"{names.word()} Night ({names.place()})",
    "Observed by": lambda rng, names: f"People of {names.place()} | sailors | emigrants",
    "Type": _one("Cultural", "Regional", "Agricultural"),
    "Significance": _one("Blessing of the boats", "End of the harvest", "Return of the herds"),
    "Celebrations": _one("Bonfires; processions; dances", "Lanterns; games", "Feasts; masks"),
    "Frequency": _one("Movable", "Set by the moon", "Set by the tide"),
    "Related to": lambda rng, names: f"{names.word()} Eve | {names.word()} Sunday",
    "Dishes": _one("Saffron buns", "Smoked eel | rye cakes", "Chestnut soup"),
    "Music": _one("Drums | bagpipes", "Brass bands", "Choirs"),
    "Attendance": _thousands(most=190),
    "Stewards": _count(20, 480),
    "Organisers": _people,
    "Floats": _count(8, 92),
    "Colours": _one("white and green", "red and ochre", "blue"),
}
PARTY: Extras = {
    "Headquarters": lambda rng, names: f"{rng.randint(2, 90)} {names.place()} Street",
    "Newspaper": lambda rng, names: f"The {names.word()} Courier",
    "Youth wing": lambda rng, names: f"Young {names.word()}",
    "Ideology": _one("Agrarianism | federalism", "Liberalism", "Social democracy"),
    "Position": _one("Centre", "Centre-left", "Centre-right", "Big tent"),
    "Colours": _one("Orange", "Teal", "Dark red", "Green and white"),
    "Slogan": _one('"Bread and bridges"', '"Fair shares"', '"Our valley first"'),
    "Anthem": lambda rng, names: f'"Song of {names.place()}"',
    "Membership": _estimate,
    "Treasurers": _people,
    "Seats in the upper house": lambda rng, names: f"{rng.randint(2, 30)} / {rng.randint(60, 99)}",
    "Mayors": lambda rng, names: f"{rng.randint(2, 90)} / {rng.randint(110, 400)}",
    "Symbol": _one("A plough", "An oak leaf", "A lantern", "A bridge"),
    "Think tank": lambda rng, names: f"{names.word()} Foundation",
}
FORCE: Extras = {
    "Allegiance": lambda rng, names: f"Crown of {names.place()}",
    "Branch": _one("Infantry", "Light cavalry", "Artillery", "Mountain troops"),
    "Size": _count(2, 6, " battalions"),
    "Nickname": _one("The Wolves", "The Brass Buttons", "The Old Owls"),
    "Motto": _one("We hold", "Steady under fire", "Ever first"),
    "Colours": _one("Crimson and gold", "Bottle green", "Navy and white"),
    "March": lambda rng, names: f"The {names.word()} March",
    "Mascot": _one("A goat", "A mule", "A wolfhound"),
    "Colonels": _people,
    "Active personnel": _thousands(most=5),
    "Reserve personnel": _count(120, 990),
    "Service age": _count(17, 21),
    "Budget": _count(11, 890, ",000 crowns"),
    "Suppliers": lambda rng, names: f"{names.word()} Arms | {names.word()} Works",
}
BAND: Extras = {
    "Location": _places,
    "Commanders": _people,
    "Strength": _count(140, 980, " fighters"),
    "Killed": _count(12, 240),
    "Wounded": _count(30, 480),
    "Captured": _count(20, 460),
    "Motto": _one("Never kneel", "Bread and land", "Our hills, our laws"),
    "Colours": _one("Black and green", "Red and white", "Plain blue"),
    "Newspaper": lambda rng, names: f"The {names.word()} Spark",
    "Quartermaster": lambda rng, names: names.person(),
    "Bank raids": _count(2, 31),
    "Outcome": _one("Stalemate", "Partition of the province", "Absorbed by the army"),
    "Mediator": lambda rng, names: names.person(),
    "Correspondents": _people,
}
HEAVENLY: Extras = {
    "Named after": lambda rng, names: f"{names.word()}, a spirit of the harbour",
    "Aphelion": lambda rng, names: f"{rng.randint(3, 38)}.{rng.randint(10, 99)} AU",
    "Perihelion": lambda rng, names: f"{rng.randint(1, 2)}.{rng.randint(10, 99)} AU",
    "Eccentricity": lambda rng, names: f"0.{rng.randint(101, 899)}",
    "Inclination": lambda rng, names: f"{rng.randint(2, 38)}.{rng.randint(101, 999)}°",
    "Mean anomaly": lambda rng, names: f"{rng.randint(4, 355)}.{rng.randint(1, 9)}°",
    "Mean diameter": lambda rng, names: f"{rng.randint(12, 940)} ± {rng.randint(2, 9)} km",
    "Mass": lambda rng, names: f"{rng.randint(1, 9)}.{rng.randint(10, 99)} × 10 | 18 | kg",
    "Rotation": lambda rng, names: f"{rng.randint(4, 90)}.{rng.randint(1, 9)} h",
    "Albedo": lambda rng, names: f"0.{rng.randint(10, 79)}",
    "Surface temperature": _count(48, 210, " K"),
    "Magnitude": lambda rng, names: f"{rng.randint(7, 19)}.{rng.randint(1, 9)}",
    "Spectral type": _one("S", "C", "M", "D"),
    "Adjectives": lambda rng, names: f"{names.word()}ian",
}
GAMES: Extras = {
    "Location": lambda rng, names: f"{names.place()}, {names.place()}",
    "Competitors": lambda rng, names: f"{rng.randint(40, 980)} from {rng.randint(8, 90)} nations",
    "Spectators": _thousands(most=190),
    "Winning time": lambda rng, names: (
        f"{rng.randint(2, 9)}:{rng.randint(10, 59)}.{rng.randint(10, 99)}"
    ),
    "Medallists": _people,
    "Referees": _people,
    "Flag bearers": _people,
    "Mascot": Since(1950, _one("Pip the puffin", "Lolo the lynx", "Barnaby the boar")),
    "Prize fund": _count(12, 870, ",000 crowns"),
    "Events": _count(6, 88),
    "Volunteers": _count(40, 940),
    "Broadcasters": Since(1930, lambda rng, names: f"Radio {names.word()}"),
    "Ball": lambda rng, names: f"{names.word()} No. {rng.randint(2, 9)}",
    "Anthem singers": _people,
}
