"""Drawing at the width of a paper's column, as SVG for pages and files, and as PNG."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tempanswerqa.files import written_whole

if TYPE_CHECKING:
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

WIDTH = 3.3
"""Inches of a column."""
INK, MUTED, RULE, PAPER = "#1a1c1e", "#6a6f75", "#d5d9de", "#fefefd"
"""Text and lines; secondary text; grid lines; what is behind. Pages replace them by their own."""
DPI = 300

_ROLES = {INK: "var(--ink)", MUTED: "var(--muted)", RULE: "var(--rule)", PAPER: "var(--paper)"}
_STYLE = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 7,
    "axes.titlesize": 7.5,
    "axes.labelsize": 7,
    "xtick.labelsize": 6.5,
    "ytick.labelsize": 6.5,
    "legend.fontsize": 6.5,
    "legend.frameon": False,
    "text.color": INK,
    "text.parse_math": False,  # names of models may have dollar signs
    "axes.labelcolor": INK,
    "axes.edgecolor": MUTED,
    "axes.titlecolor": INK,
    "axes.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.6,
    "axes.grid": False,
    "axes.axisbelow": True,
    "axes.unicode_minus": True,
    "grid.color": RULE,
    "grid.linewidth": 0.5,
    "xtick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.color": MUTED,
    "ytick.labelcolor": INK,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "xtick.major.size": 2.5,
    "ytick.major.size": 2.5,
    "lines.linewidth": 1.1,
    "lines.markersize": 4,
    "figure.facecolor": PAPER,
    "svg.fonttype": "none",
    "svg.hashsalt": "tempanswerqa",
    "figure.dpi": 72,
}


class Picture(NamedTuple):
    """A figure, drawn."""

    name: str
    """Of its files, without suffix."""
    title: str
    reading: str
    """How to read it."""
    alternative: str
    """What it shows, for those who do not see it."""
    svg: str
    png: bytes

    @property
    def inline(self) -> str:
        """The SVG for a page: with the page's colours, font and ids of its own."""
        return _inline(self.svg, self.name)

    def write(self, folder: Path) -> None:
        """Write `<name>.svg` and `<name>.png`, each whole or not at all."""
        with written_whole(folder / f"{self.name}.svg", encoding="utf-8") as file:
            file.write(self.svg)
        with written_whole(folder / f"{self.name}.png", "wb") as file:
            file.write(self.png)


@contextmanager
def drawing(height: float, width: float = WIDTH) -> Iterator[Figure]:
    """A new figure, in inches, in the style of all figures."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ImportError(
            "figures need matplotlib, which the extra `report` brings: pip install '.[report]' in "
            "the clone, or pip install matplotlib"
        ) from error

    with matplotlib.rc_context(_STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from font")
        yield Figure(figsize=(width, height), layout="constrained")


def picture(
    draw: Callable[[Figure], None],
    height: float,
    *,
    name: str,
    title: str,
    reading: str,
    alternative: str,
) -> Picture:
    """What `draw` makes of a new figure of this height in inches."""
    with drawing(height) as figure:
        draw(figure)
        figure.draw_without_rendering()
        figure.set_layout_engine("none")  # found once, for both files
        svg, png = io.StringIO(), io.BytesIO()
        figure.savefig(svg, format="svg", metadata={"Date": None, "Creator": None})
        figure.savefig(png, format="png", dpi=DPI)
    return Picture(name, title, reading, alternative, svg.getvalue(), png.getvalue())


def plain_log(axis: Axis) -> None:
    """Label a log scale with plain numbers, as many as there is room for."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    low, high = axis.get_view_interval()
    wide = high > 30 * low
    axis.set_major_locator(LogLocator(subs=(1,) if wide else (1, 2, 5), numticks=5))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))
    axis.set_minor_formatter(NullFormatter())


def _inline(svg: str, name: str) -> str:
    """Without what only a file needs, and with ids that no other figure of the page has."""
    body = svg[svg.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    body = re.sub(r"<style.*?</style>", "", body, flags=re.DOTALL)
    body = re.sub(r'(\bid="|url\(#|xlink:href="#)', rf"\g<1>{name}-", body)
    body = re.sub(r'<svg [^>]*?viewBox="([^"]*)"[^>]*>', r'<svg viewBox="\1">', body, count=1)
    body = body.replace('xlink:href="#', 'href="#')
    for colour, role in _ROLES.items():
        body = body.replace(colour, role)
    return re.sub(r">\s+<", "><", body)
