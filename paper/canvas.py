"""Draws figures at the width of a paper's column as SVG, PDF and PNG, and as SVG for pages."""

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tempanswerqa.files import written_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes as Axes
    from matplotlib.figure import Figure as Figure
else:
    Axes = Figure = object  # for annotations; matplotlib is imported to draw

WIDTH = 3.3
"""The width of a paper's column, in inches."""
INK, MUTED, RULE, PAPER = "#1a1c1e", "#6a6f75", "#d5d9de", "#fefefd"
"""The colours of text, secondary text, grid lines and background; pages have their own."""
DPI = 300
SMALL = 8.5
"""The font size of ticks, legends and numbers, in points."""
LINE = 0.17
"""The height of a row with a line of text, in inches."""
SHADES = "PuOr"
"""A colour map of matplotlib, from disagreement (orange) to agreement (purple)."""
LUMINANCE = (0.2126, 0.7152, 0.0722)
"""The weights of red, green and blue in the luminance (WCAG 2.1)."""
DARK = 0.18
"""The luminance of a background below which numbers are white, not black."""
SUFFIXES = ("svg", "pdf", "png")
"""The file suffixes of a picture."""

_METADATA: dict[str, dict[str, None]] = {
    "svg": {"Date": None, "Creator": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
    "png": {},
}
"""The metadata omitted from each kind of file, as it depends on the date or on matplotlib."""
_STYLE: dict[Any, object] = {
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 9,
    "axes.titlesize": 9,
    "legend.fontsize": SMALL,
    "legend.frameon": False,
    "text.color": INK,
    "text.parse_math": False,  # model names may contain dollar signs
    "axes.labelcolor": INK,
    "axes.edgecolor": MUTED,
    "axes.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.6,
    "axes.axisbelow": True,
    "grid.color": RULE,
    "grid.linewidth": 0.5,
    **{f"{axis}tick.color": MUTED for axis in "xy"},
    **{f"{axis}tick.labelcolor": INK for axis in "xy"},
    **{f"{axis}tick.labelsize": SMALL for axis in "xy"},
    **{f"{axis}tick.major.width": 0.6 for axis in "xy"},
    **{f"{axis}tick.major.size": 2.5 for axis in "xy"},
    "lines.linewidth": 1.1,
    "lines.markersize": 4.5,
    "figure.facecolor": PAPER,
    "pdf.fonttype": 42,  # publishers refuse Type 3 fonts
    "svg.fonttype": "none",
    "svg.hashsalt": "tempanswerqa",
    "figure.dpi": 72,
}


class Picture(NamedTuple):
    """A drawn figure with its title and files."""

    files: Mapping[str, bytes]
    """The content of its files, by suffix."""
    name: str
    """The name of its files, without suffix."""
    title: str

    @property
    def svg(self) -> str:
        """Return the SVG as text."""
        return self.files["svg"].decode()

    def write(self, folder: Path) -> None:
        """Write the files `<name>.<suffix>`, each atomically."""
        for suffix, content in self.files.items():
            with written_whole(folder / f"{self.name}.{suffix}", "wb") as file:
                file.write(content)


def check() -> None:
    """Raise ImportError if matplotlib is missing; call this before long work."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise ImportError(
            "figures need matplotlib, which is in the extra `dev`: pip install matplotlib"
        ) from error


def picture(draw: Callable[[Figure], None], height: float, *, name: str, title: str) -> Picture:
    """Return the picture that `draw` makes on a new figure of this height, in inches."""
    check()
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.transforms import Bbox

    with matplotlib.rc_context(_STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from font")
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        draw(figure)
        figure.draw_without_rendering()
        figure.set_layout_engine("none")  # the layout is computed once, for all files
        for axes in figure.axes:  # the last digits of a layout vary between runs
            axes.set_position(Bbox(axes.get_position(original=True).get_points().round(6)))
        files = {suffix: io.BytesIO() for suffix in SUFFIXES}
        for suffix, file in files.items():
            figure.savefig(file, format=suffix, dpi=DPI, metadata=_METADATA[suffix])
    return Picture({suffix: file.getvalue() for suffix, file in files.items()}, name, title)


def shaded_cell(
    axes: Axes, at: tuple[int, int], correlation: float, number: str, below: str
) -> None:
    """Draw a cell of a heat map: a number with a smaller text below it.

    The shade is that of a correlation from -1 (orange) to 1 (purple); grey for NaN.
    """
    import matplotlib
    from matplotlib.colors import to_hex
    from matplotlib.patches import Rectangle

    shade, ink = RULE, INK
    if not math.isnan(correlation):
        colour = matplotlib.colormaps[SHADES]((correlation + 1) / 2)
        light = sum(weight * part**2.2 for weight, part in zip(LUMINANCE, colour, strict=False))
        shade, ink = to_hex(colour), "#ffffff" if light < DARK else "#111111"
    corner = at[0] - 0.48, at[1] - 0.48
    edge: dict[str, Any] = {"edgecolor": MUTED, "linewidth": 0.4}
    axes.add_patch(Rectangle(corner, 0.96, 0.96, facecolor=shade, **edge))
    lines = below.count("\n") + 1 if below else 0
    axes.text(at[0], at[1] - 0.16 * lines, number, ha="center", va="center", color=ink)
    middle = at[1] + (0.2 if lines > 1 else 0.22)
    small: dict[str, Any] = {"size": SMALL - 1, "linespacing": 1.0, "color": ink}
    axes.text(at[0], middle, below, ha="center", va="center", **small)


def spread(wanted: Sequence[float], low: float, high: float, gap: float) -> list[float]:
    """Return places for lines of text near the wanted ones, which are in descending order.

    They are between `low` and `high`, at least `gap` apart if there is room, and closest by least
    squares: lines that would be too close are centred on their mean.
    """
    gap = min(gap, (high - low) / max(1, len(wanted) - 1))
    blocks: list[tuple[float, int]] = []
    for at, place in enumerate(wanted):
        mean, count = place + gap * at, 1
        while blocks and blocks[-1][0] <= mean:
            before, its = blocks.pop()
            mean, count = (before * its + mean * count) / (its + count), its + count
        blocks.append((mean, count))
    level = [mean for mean, count in blocks for _ in range(count)]
    ends = low + gap * (len(wanted) - 1), high
    return [min(max(place, ends[0]), ends[1]) - gap * at for at, place in enumerate(level)]
