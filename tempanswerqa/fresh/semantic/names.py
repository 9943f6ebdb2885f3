"""Names the entities and relations of a block by invented names or by codes."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tempanswerqa.fresh.declared import declared
from tempanswerqa.fresh.item import MEN, WOMEN
from tempanswerqa.fresh.semantic.relations import KINDS, Kind


class NameCast(NamedTuple):
    """Holds the names of a block; subjects and objects of one sort are the same list."""

    subjects: Sequence[str]
    objects: Sequence[str]
    relations: Sequence[str]
    """The names of the relations, with their preposition: `mayor of`."""
    kinds: Sequence[Kind]
    subject_noun: str
    object_noun: str
    article: str
    """The article before each relation: `the ` or nothing."""
    ranks: Sequence[int]
    """The ranks of the relations, as `relations.draw_triples` takes them."""


class World(NamedTuple):
    """Holds a setting with named entities."""

    subjects: str
    objects: str
    """The sorts of the names of subjects and objects, which are keys of `SORTS`."""
    relations: Mapping[str, str]
    """The kind of each relation, a key of `relations.KINDS`. No relation is another's reverse."""
    years: tuple[int, int]
    """The first and last year in which the facts are plausible."""
    span: int
    """The largest number of years within which the facts lie: no person grows older."""
    serving: Sequence[str] = ()
    """The relations in which the subject stands below an object of its sort, not above."""


def _words(text: str) -> list[str]:
    return text.split()


_FAMILY = _words(
    "Aldane Ambry Arbery Balk Bessom Birrel Callow Carve Cottam Dace Delf Dorrick Dunmar Ebbet "
    "Felk Fennimor Garnet Garrow Gort Harrel Hask Holm Ibsley Inskip Jarrow Kerrow Kestor Lamm "
    "Lorne Maddern Mellor Morrow Neary Oakes Orme Osk Pardoe Pell Penrow Pettifer Quayle "
    "Raske Reddan Rendle Rook Sallow Stroud Tillet Thorne Trevick Ulm Vesper Voss Warrick Weller "
    "Wexcombe Wren Yarrow Zell"
)
_STEMS = _words(
    "Ald Amber Ash Barrow Black Bram Bridge Bright Cald Carn Clay Cold Corn Crow Dun East Elder "
    "Elm Fair Fen Fox Glen Gold Gran Green Hart Hay Hazel Heath High Holl Iron Kel Kirk Lang "
    "Lark Lime Long Lyn Maple Marl Mill Moor North Oak Oster Pen Raven Red Rush Salt Sand Shel "
    "Silver Stan Stone Sutter Tarn Thorn Under Wall Warm West White Wick Wild Willow Winter Wood "
    "Wolver Yew"
)
_ENDINGS = _words(
    "bury by combe dale den field ford gate ham haven hurst ley mere mouth port stow thorpe ton "
    "wick worth"
)
_FITTING = {
    letter: [ending for ending in _ENDINGS if ending[0] != letter]
    for letter in {stem[-1]: None for stem in _STEMS}
}
"""The endings that may follow a stem's last letter, because they do not begin with it."""
_CLUBS = (
    *("Chess Club", "Choir", "Film Society", "Fencing Club", "Garden Society", "Rowing Club"),
    *("Reading Circle", "Theatre", "Museum", "Orchestra", "Cycling Club", "History Society"),
    *("Sailing Club", "Drama Circle"),
)
_FIRMS = _words("Bank Brewery Foundry Mills Press Shipyard Trust Works Glassworks Railway")
_VOWELS, _CONSONANTS, _LAST = "aeiou", "bdfgklmnprstvz", "bdfgkmpvz"


def _people(rng: random.Random, count: int) -> list[str]:
    families = zip(rng.sample(WOMEN + MEN, count), rng.sample(_FAMILY, count), strict=True)
    return [f"{first} {family}" for first, family in families]


def _towns(rng: random.Random, count: int) -> list[str]:
    return [stem + rng.choice(_FITTING[stem[-1]]) for stem in rng.sample(_STEMS, count)]


Namer = Callable[[random.Random, int], list[str]]


def _bodies(kinds: Sequence[str]) -> Namer:
    def draw(rng: random.Random, count: int) -> list[str]:
        chosen = zip(_towns(rng, count), rng.choices(kinds, k=count), strict=True)
        return [f"{town} {kind}" for town, kind in chosen]

    return draw


SORTS: Mapping[str, Namer] = {
    "person": _people,
    "town": _towns,
    "club": _bodies(_CLUBS),
    "firm": _bodies(_FIRMS),
    "house": lambda rng, count: [f"House {name}" for name in rng.sample(_FAMILY, count)],
}

WORLDS = tuple(World(**own) for own in declared(Path(__file__).with_name("worlds.yaml"))["worlds"])


def named(rng: random.Random, world: World, entities: int, relations: int) -> NameCast:
    """Return the names from a world, which may have fewer relations than wanted."""
    subjects = SORTS[world.subjects](rng, entities)
    same = world.subjects == world.objects
    objects = subjects if same else SORTS[world.objects](rng, entities)
    chosen = rng.sample(tuple(world.relations), min(relations, len(world.relations)))
    kinds = [KINDS[world.relations[relation]] for relation in chosen]
    ranks = [(-1 if relation in world.serving else 1) if same else 0 for relation in chosen]
    return NameCast(subjects, objects, chosen, kinds, world.subjects, world.objects, "", ranks)


def coded(rng: random.Random, entities: int, relations: int) -> NameCast:
    """Return codes without meaning: letters with a number, or nonsense syllables."""
    draw = rng.choice((_numbered, _hyphened, _alternating))
    names = [name.capitalize() for name in draw(rng, entities)]
    numbered = rng.choice((True, False))
    marks = _numbered(rng, relations, "fpqrs") if numbered else _alternating(rng, relations, 5)
    kinds = [KINDS[rng.choice(tuple(KINDS))] for _ in marks]
    noun = rng.choice(("entity", "party"))
    roles, ranks = [f"{mark} of" for mark in marks], [0] * len(marks)
    return NameCast(names, names, roles, kinds, noun, noun, "the ", ranks)


_LETTERS = "BCDGHJKLMNTVWXZ"


def _numbered(rng: random.Random, count: int, letters: str = _LETTERS) -> list[str]:
    letter = rng.choice(letters)
    return [f"{letter}{number}" for number in rng.sample(range(1, 100), count)]


def _hyphened(rng: random.Random, count: int) -> list[str]:
    letters = rng.choices(_LETTERS, k=count)
    numbers = rng.sample(range(10, 100), count)
    return [f"{letter}-{number}" for letter, number in zip(letters, numbers, strict=True)]


def _alternating(rng: random.Random, count: int, length: int = 3) -> list[str]:
    """Return different words of consonants and vowels in turn."""
    found: dict[str, None] = {}
    while len(found) < count:
        word = "".join(map(rng.choice, (_CONSONANTS, _VOWELS) * (length // 2))) + rng.choice(_LAST)
        if not {word, word[:3]} & _AVOIDED:
            found[word] = None
    return list(found)


_AVOIDED = frozenset(
    _words(
        "bad bag bed beg bib bid big bob bog bud bug bum dab dad dam deb did dig dik dim dip dog "
        "dub dud dug fad fag fap fat fed fib fig fog fuk gag gap gas gem gig git gob god gum keg "
        "kid kok kuk kut lad lag lap led leg lid lip lob log mad map mid mob mop mud mug nab nag "
        "nap nig nip nob nod pad pam peg pig pis pod pop pup rag ram rap red rib rid rig rim rip "
        "rob rod rub rug rum sad sag sap sip sob sod sum sup tab tag tap tim tip tit top tub tug "
        "vim zap zed zip ned sam sid ted tom tod zak fob fab gab mod nub rev dev guv lez liz kim "
        "meg bored dazed denim fazed fired gazed golem gored kebab lived modem motif moved named "
        "nomad noted rabid rated razed salad serif serum solid tamed tepid tired totem valid "
        "venom vivid pilaf kozak"
    )
)
"""The syllables to avoid: English words, and beginnings that sound rude."""
