"""Names and nouns that questions are about."""

from __future__ import annotations

NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five", "six")

PLACES = (
    *("Ardenholm", "Belvora", "Brinmoor", "Calder Bay", "Castrel", "Corvenna", "Dunmarrow"),
    *("Eastmere", "Elvaston", "Farrowgate", "Fenwick Isle", "Galdenport", "Grimsay", "Halvik"),
    *("Harrowdale", "Ilverton", "Jasper Quay", "Kestrel Point", "Korvath", "Lindmoor", "Lorvale"),
    *("Marisport", "Merrowby", "Nordhaven", "Northolm", "Osterby", "Pellandra", "Port Selwyn"),
    *("Quillon", "Ravensund", "Redmarsh", "Saltmere", "Silverhythe", "Stonebrook", "Tamarin Cove"),
    *(
        "Thornbury Sound",
        "Ulverdale",
        "Valdris",
        "Vesper Falls",
        "Westerlin",
        "Windmere",
        "Zarento",
    ),
)

REALMS = (
    *("Aurelic", "Bronze Gate", "Cedar", "Copper", "Corvid", "Eastern Reed", "Falcon", "Granite"),
    *("Heron", "Indigo", "Jade", "Kestrel", "Lion Gate", "Marsh", "Northern Star", "Obsidian"),
    *(
        "Olive",
        "Pearl",
        "Red Sand",
        "River",
        "Salt",
        "Saffron",
        "Silver Oak",
        "Tarnic",
        "Upper Vale",
    ),
    *("Velori", "White Stone", "Yarrow"),
)

CHORES = (
    # one unit of work: what a person does with one of them, the noun, its plural
    *(("sew", "puppet", "puppets"), ("mend", "kite", "kites")),
    *(("polish", "trophy", "trophies"), ("repair", "umbrella", "umbrellas")),
    *(("restore", "photograph", "photographs"), ("tune", "harp", "harps")),
    *(("label", "fossil", "fossils"), ("bind", "notebook", "notebooks")),
    *(("carve", "chess piece", "chess pieces"), ("sand", "chair", "chairs")),
    *(("knit", "scarf", "scarves"), ("glaze", "vase", "vases")),
    *(("scan", "old map", "old maps"), ("inspect", "lift", "lifts")),
    *(("frame", "poster", "posters"), ("prune", "apple tree", "apple trees")),
    *(("service", "bicycle", "bicycles"), ("engrave", "medal", "medals")),
    *(("weave", "basket", "baskets"), ("wire", "lantern", "lanterns")),
    *(("paint", "shutter", "shutters"), ("draw", "portrait", "portraits")),
    *(("stitch", "costume", "costumes"), ("assemble", "clock", "clocks")),
)

MACHINES = (
    # one that is slow at each of its pieces, what it does with them, the piece, the plural
    *(("a 3D printer", "print", "gear", "gears"), ("a loom", "weave", "carpet", "carpets")),
    *(("a stone saw", "cut", "marble slab", "marble slabs"),),
    *(("a milling machine", "mill", "propeller", "propellers"),),
    *(("a telescope", "photograph", "galaxy", "galaxies"),),
    *(("a server", "render", "film scene", "film scenes"),),
    *(("a sequencing machine", "read", "DNA sample", "DNA samples"),),
    *(("a supercomputer", "simulate", "hurricane", "hurricanes"),),
    *(("an embroidery machine", "stitch", "banner", "banners"),),
    *(("a robot arm", "weld", "boat hull", "boat hulls"),),
)

SIZES = {
    # pieces that are not small or large: what takes less time, and what takes more
    **{"scarf": ("short", "long"), "film scene": ("short", "long")},
    **{"galaxy": ("bright", "faint"), "hurricane": ("weak", "strong")},
}
