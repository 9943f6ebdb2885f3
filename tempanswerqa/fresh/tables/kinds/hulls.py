"""Rows on a ship's size and engines."""

from __future__ import annotations

from tempanswerqa.fresh.tables.kinds.patterns import metres, one_of
from tempanswerqa.fresh.tables.record import Extra, Record


def hull(r: Record) -> tuple[Extra, ...]:
    """Return rows without dates that fit one another and the ship's year."""
    rng, progress = r.rng, min(1.0, (r.begun - 1850) / 100)
    length = rng.randint(55, 90 + round(120 * progress))
    beam = length * 100 // rng.randint(610 + round(100 * progress), 700 + round(200 * progress))
    draught = max(3, beam * rng.randint(30, 40) // 100)
    tons = length * beam * draught * rng.randint(45, 60) // 100
    knots = rng.randint(8 + round(10 * progress), 12 + round(20 * progress))
    shafts = rng.randint(2, 4)
    drive = "turbines" if r.begun > 1905 else "compound engines" if r.begun > 1865 else "boilers"
    values = {
        "Displacement": f"{tons:,} t",
        "Length": metres(length),
        "Beam": metres(beam),
        "Draught": metres(draught),
        "Speed": f"{knots} knots ({round(knots * 1.852)} km/h)",
        "Range": f"{rng.randint(1, 2 + round(6 * progress))},{rng.randint(11, 99)}0 nmi",
        "Complement": f"{60 + tons // rng.randint(16, 40)} officers and ratings",
        "Propulsion": f"{shafts} × {drive} | {shafts} shafts",
        "Armament": f"{rng.randint(2, 9)} × {rng.randint(8, 8 + length // 12)} cm guns",
    }
    return tuple(Extra(label, one_of([value])) for label, value in values.items())
