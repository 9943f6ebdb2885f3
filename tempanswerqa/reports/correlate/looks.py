"""Gives each model of a page a look, with a colour that no other one has."""

from __future__ import annotations

import colorsys
from collections.abc import Iterable

from tempanswerqa.reports.page import palette
from tempanswerqa.reports.page.legend import Cast, cast
from tempanswerqa.reports.page.palette import Look
from tempanswerqa.runs.summary import RunName

LUMINANCES = (0.16, 0.27)
"""The luminances of neighbouring hues, with a contrast above 3:1 on light and on dark pages."""
_SATURATION = 0.85


def members(models: Iterable[str]) -> Cast:
    """Return the cast of these models: that of reports, or with colours of evenly spaced hues if
    there are more models than colours.
    """
    found = cast(RunName(model, "") for model in models)
    if len(found.looks) <= len(palette.COLOURS):
        return found
    looks = found.looks.items()
    return found._replace(
        looks={
            model: Look(colour(n / len(looks), LUMINANCES[n % 2]), look.mark)
            for n, (model, look) in enumerate(looks)
        }
    )


def colour(hue: float, target: float) -> str:
    """Return the colour of a hue, from 0 to 1, with this luminance, as `#rrggbb`."""
    low, high = 0.0, 1.0
    for _ in range(12):
        middle = (low + high) / 2
        dark = palette.luminance(colorsys.hls_to_rgb(hue, middle, _SATURATION)) < target
        low, high = (middle, high) if dark else (low, middle)
    rgb = colorsys.hls_to_rgb(hue, low, _SATURATION)
    return "#" + "".join(f"{round(255 * part):02x}" for part in rgb)
