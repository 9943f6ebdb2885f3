"""Drawing at the width of a paper's column, as SVG for pages and files, and as PNG."""

from __future__ import annotations

import io
import itertools
import math
import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tempanswerqa.files import written_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure
    from matplotlib.typing import RcKeyType
else:
    Axes = Figure = object  # for annotations; matplotlib is imported where something is drawn

WIDTH = 3.3
"""Inches of a column."""
INK, MUTED, RULE, PAPER = "#1a1c1e", "#6a6f75", "#d5d9de", "#fefefd"
"""Text and lines; secondary text; grid lines; what is behind. Pages replace them by their own."""
DPI = 300
SMALL = 8.5
"""Points of the smallest text."""
LINE = 0.17
"""Inches that a row with a line of text takes."""
DASHED: dict[str, Any] = {"linestyle": (0, (3, 2)), "linewidth": 0.8}
"""The look of a line that scores are read against."""
SUFFIXES = ("svg", "pdf", "png")
"""Of the files of a picture."""

_METADATA: dict[str, dict[str, None]] = {
    "svg": {"Date": None, "Creator": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
    "png": {},
}
"""What the files do not say, as it would differ each time."""
_ROLES = {INK: "var(--ink)", MUTED: "var(--muted)", RULE: "var(--rule)", PAPER: "var(--paper)"}
_STYLE: dict[RcKeyType, object] = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 9,
    "axes.titlesize": 9,
    "axes.labelsize": 9,
    "xtick.labelsize": SMALL,
    "ytick.labelsize": SMALL,
    "legend.fontsize": SMALL,
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
    "lines.markersize": 4.5,
    "figure.facecolor": PAPER,
    "pdf.fonttype": 42,  # publishers refuse Type 3
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
    pdf: bytes
    caption: str = ""
    """What is seen in it, in one or two plain sentences."""

    @property
    def inline(self) -> str:
        """Return the SVG for a page: with the page's colours, font and ids of its own.

        What has the gid `model-<slug>` has that slug as `data-model`.
        """
        return _inline(self.svg, self.name)

    def write(self, folder: Path) -> None:
        """Write `<name>.svg`, `<name>.pdf` and `<name>.png`, each whole or not at all."""
        for suffix in SUFFIXES:
            written = getattr(self, suffix)
            content = written.encode() if suffix == "svg" else written
            with written_whole(folder / f"{self.name}.{suffix}", "wb") as file:
                file.write(content)


def check() -> None:
    """Raise ImportError where what draws figures is missing; to be called before long work."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise ImportError(
            "figures need matplotlib, which the extra `report` brings: pip install '.[report]' in "
            "the clone, or pip install matplotlib"
        ) from error


@contextmanager
def drawing(height: float, width: float = WIDTH) -> Iterator[Figure]:
    """Yield a new figure, in inches, in the style of all figures."""
    check()
    import matplotlib
    from matplotlib.figure import Figure

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
    caption: str = "",
) -> Picture:
    """Return what `draw` makes of a new figure of this height in inches."""
    with drawing(height) as figure:
        draw(figure)
        figure.draw_without_rendering()
        figure.set_layout_engine("none")  # found once, for all files
        files = {suffix: io.BytesIO() for suffix in SUFFIXES}
        for suffix, file in files.items():
            figure.savefig(file, format=suffix, dpi=DPI, metadata=_METADATA[suffix])
    svg, pdf, png = (file.getvalue() for file in files.values())
    drawn = _with_single_ids(svg.decode())
    return Picture(name, title, reading, alternative, drawn, png, pdf, caption)


def bars(axes: Axes, label: str, ticks: int = 5) -> None:
    """Set axes of bars or dots in rows: the label of numbers below, a grid with at most so many
    steps on a linear scale, and no line at names. The first row is at the top.
    """
    axes.set_xlabel(label)
    axes.grid(axis="x")
    if axes.get_xscale() == "linear":
        axes.locator_params(axis="x", nbins=ticks)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    if not axes.yaxis_inverted():
        axes.invert_yaxis()


def beside(
    axes: Axes, text: str, at: tuple[float, float], offset: tuple[float, float], **style: Any
) -> None:
    """Write a text beside a point, so many points to the right and above, on an even ground."""
    ground = {"facecolor": PAPER, "edgecolor": "none", "pad": 0.2}
    given = {"xytext": offset, "textcoords": "offset points", "va": "center", "bbox": ground}
    axes.annotate(text, at, **given | style)


def plain_log(axis: Axis, most: int = 5) -> None:
    """Label a log scale, as it is now, with at most so many plain numbers."""
    axis.set_ticks(ticks := _log_ticks(*axis.get_view_interval(), most))
    axis.set_ticklabels([format_tick(tick) for tick in ticks])
    axis.set_ticks([], minor=True)


def _log_ticks(low: float, high: float, most: int) -> list[float]:
    """Return 1, 2 and 5 of each decade; of too many the powers of ten, or every so many."""
    from matplotlib.ticker import MaxNLocator

    decades = [10.0**k for k in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)]
    steps = [step * ten for ten in decades for step in (1, 2, 5) if low <= step * ten <= high]
    if len(steps) < 2:
        locator = MaxNLocator(most - 1, steps=[1, 2, 5, 10])
        return [tick for tick in locator.tick_values(low, high) if low <= tick <= high][:most]
    whole = [ten for ten in decades if low <= ten <= high]
    chosen = steps if len(steps) <= most or len(whole) < 2 else whole
    return chosen[:: math.ceil(len(chosen) / most)]


def log_floor(values: Iterable[float]) -> float:
    """Return where a log scale of these values ends below: at a tenth of the least that is above
    0.
    """
    return min((value for value in values if value > 0), default=1.0) / 10


def format_tick(number: float) -> str:
    """Return a number for a narrow axis: 0.01, 2,000, 50k, 1e7."""
    if abs(number) >= 1e6:
        return f"{number:.3g}".replace("e+0", "e").replace("e+", "e")
    return f"{number:,g}" if abs(number) < 10_000 else f"{number / 1000:,g}k"


def _with_single_ids(svg: str) -> str:
    """Return the SVG with a number behind the gid of each part of a model."""
    count = itertools.count(1)
    return re.sub(r'id="(model-[^"]*)"', lambda found: f'id="{found[1]}-{next(count)}"', svg)


def _inline(svg: str, name: str) -> str:
    """Return the SVG without what only a file needs, with ids that no other figure has."""
    body = svg[svg.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    body = re.sub(r"<style.*?</style>", "", body, flags=re.DOTALL)
    body = re.sub(r'id="model-([^"]*)-\d+"', r'\g<0> data-model="\1"', body)
    body = re.sub(r'(\bid="|url\(#|xlink:href="#)', rf"\g<1>{name}-", body)
    body = re.sub(r'<svg [^>]*?viewBox="([^"]*)"[^>]*>', r'<svg viewBox="\1">', body, count=1)
    body = body.replace('xlink:href="#', 'href="#')
    for colour, role in _ROLES.items():
        body = body.replace(colour, role)
    return re.sub(r">\s+<", "><", body)
