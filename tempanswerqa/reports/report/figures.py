"""Draws the figures of a report: the tolerance curve as it is printed, and four more."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from tempanswerqa.metrics import tolerance
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions.record import Question
from tempanswerqa.reports.page import canvas
from tempanswerqa.reports.page.canvas import Axes, Figure, Picture, picture
from tempanswerqa.reports.page.palette import CATEGORIES, DARK, LIGHT
from tempanswerqa.reports.report import captions, live_data, verdict
from tempanswerqa.reports.report.data import Field, Gathered

WIDTH = 5.0
"""The width of a figure, in inches; the page shows two side by side."""
ROW = 1.5 * canvas.LINE
"""The height of a model's bar."""
NEAR = 10
"""The number of units that parts wrong answers into near and far ones."""
FREQUENT = 8
"""The largest number of errors in the figure of frequent ones."""
MANY = 12
"""The number of models above which the ranges of ranks are left out, which would cover lines."""
PANELS = {"percent": "durations and other numbers", "time": "points in time"}
"""The axes of the curve's panels, with their titles."""


def figures(gathered: Gathered, of: Field) -> list[Callable[[], Picture]]:
    """Return the functions that draw the figures for which there is something to draw."""
    if not of.models:
        return []
    read = {model: list(gathered.read(of, model)) for model in of.models}
    errors = {model: gathered.errors(of, model) for model in of.models}
    drawn = [lambda: curve(gathered, of, read)]
    if not all(live_data.is_point(question) for question, _ in read[of.models[0]]):
        drawn.append(lambda: smape_parts(gathered, of))
    if any(errors.values()):
        drawn.append(lambda: sizes(gathered, errors, read))
        drawn.append(lambda: frequent(errors))
    if verdict.standing(gathered, of, "exact_match"):
        drawn.append(lambda: ranks(gathered, of))
    return drawn


Read = Mapping[str, Sequence[tuple[Question, float | None]]]
"""The questions with the numbers that were read, by model."""


def _picture(
    name: str,
    draw: Callable[[Figure], None],
    height: float,
    texts: Mapping[str, str],
    lines: Sequence[str],
    facts: Mapping[str, object],
    title: str = "title",
    panels: int = 1,
) -> Picture:
    """Return a picture with `texts` of `captions`, of which the title has the `facts` and the
    alternative has the `lines`.
    """
    own = {"title": texts[title].format(**facts), "caption": texts.get("caption", "")}
    own["alternative"] = texts["alternative"].format(told="; ".join(lines))
    return picture(draw, height, WIDTH * panels, name=name, **own)


def curve(gathered: Gathered, of: Field, read: Read) -> Picture:
    """Draw the share of answers within a tolerated error: durations, and points in time."""
    points = {live_data.is_point(question) for question, _ in read[of.models[0]]}
    kinds = {axis: title for axis, title in PANELS.items() if (axis == "time") in points}

    def draw(figure: Figure) -> None:
        panels = figure.subplots(1, len(kinds), sharey=True, squeeze=False)[0]
        for axes, (axis, title) in zip(panels, kinds.items(), strict=True):
            _panel(axes, axis, gathered, read)
            axes.set_title(title)
        panels[0].set_ylabel("% of answers within")

    lines = [
        captions.CURVE["line"].format(model=name, exact=exact, read=100 - float(unread))
        for name, exact, *_, unread in verdict.rows(gathered, of)
    ]
    return _picture("tolerance", draw, 3.4, captions.CURVE, lines, {}, panels=len(kinds))


def _panel(axes: Axes, axis: str, gathered: Gathered, read: Read) -> None:
    ends, exact = [], []
    for model, pairs in read.items():
        shown = [(q, n) for q, n in pairs if live_data.is_point(q) == (axis == "time")]
        errors = [live_data.error(axis, number, question) for question, number in shown]
        points = tolerance.curve(errors, [(q.family, q.group) for q, _ in shown])
        places = [live_data.place(axis, point.tolerance) for point in points] + [1.0]
        shares = [100 * point.share for point in points]
        look = gathered.cast.looks[model]
        dashes = tuple(float(part) / 2 for part in look.dash.split())
        style: dict[str, Any] = {"linestyle": (0, dashes)} if dashes else {}
        line = [*zip(places, [*shares, shares[-1]], strict=True)]
        kept = line[:1]  # without points that a page cannot show apart
        for (x, y), (after, _) in pairwise(line):
            if abs(x - kept[-1][0]) + abs(after - kept[-1][0]) > 1 / 400 or y - kept[-1][1] > 0.5:
                kept.append((round(x, 4), round(y, 2)))
        axes.step(*zip(*kept, line[-1], strict=True), where="post", color=look.colour, **style)
        ends.append((shares[-1], model))
        exact.append(shares[0])
    knots = live_data.AXES[axis]["knots"]
    axes.set_xticks([at for *_, at in knots], [label for _, label, _ in knots])
    axes.set_xlabel(live_data.AXES[axis]["label"])
    axes.set(xlim=(0, 1), ylim=(min(90, 10 * math.floor(min(exact) / 10)), 100))
    axes.grid()
    ends.sort(key=lambda end: -end[0])
    gap = 10.5 / (2.5 * 72) * (axes.get_ylim()[1] - axes.get_ylim()[0])
    wanted = [end for end, _ in ends]
    places = canvas.spread(wanted, axes.get_ylim()[0], 100.0, gap)
    for (end, model), at in zip(ends, places, strict=True):
        look = gathered.cast.looks[model]
        axes.plot([1, 1.03], [end, at], color=look.colour, linewidth=0.6, clip_on=False)
        axes.text(1.04, at, gathered.cast.short[model], va="center", size=canvas.SMALL)


def _bars(axes: Axes, gathered: Gathered, models: Sequence[str], label: str) -> range:
    """Name a row for each model, and return the places of the rows."""
    places = range(len(models))
    axes.set_yticks(places, [gathered.cast.short[model] for model in models])
    canvas.bars(axes, label)
    axes.set_ylim(len(models) - 0.4, -0.6)
    return places


def smape_parts(gathered: Gathered, of: Field) -> Picture:
    """Draw the sMAPE of each model in two parts: answers that were not read, and wrong ones."""
    totals, unread = [], []
    for model in of.models:
        smapes = gathered.column(of, model, "smape")
        parsed = gathered.column(of, model, "parsed")
        known = [(s, p) for s, p in zip(smapes, parsed, strict=True) if s == s]
        totals.append(math.fsum(smape for smape, _ in known) / len(known))
        # an answer that was not read counts 100; of several samples the share that was not read
        unread.append(math.fsum(100 * (1 - read) for _, read in known) / len(known))

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        places = _bars(axes, gathered, of.models, "sMAPE")
        axes.barh(places, unread, 0.7, color=LIGHT, label="not read (100 each)")
        wrong = [total - part for total, part in zip(totals, unread, strict=True)]
        bars = axes.barh(places, wrong, 0.7, unread, color=DARK, label="wrong")
        labels = [f"{total:.1f} ({part:.1f} + {rest:.1f})"
                  for total, part, rest in zip(totals, unread, wrong, strict=True)]  # fmt: skip
        axes.bar_label(bars, labels, padding=2, fontsize=canvas.SMALL)
        most = 1.5 * max(*totals, 1)
        axes.set_xlim(0, most)
        axes.set_xticks([tick for tick in axes.get_xticks() if tick <= min(most, 100)])
        figure.legend(loc="outside lower center", ncols=3, borderaxespad=0)

    shares = [100 * part / total for part, total in zip(unread, totals, strict=True) if total]
    low, high = (f"{end(shares, default=0):.0f}" for end in (min, max))
    names = [gathered.cast.short[model] for model in of.models]
    facts = {"low": low, "high": high, "model": names[0] if len(names) == 1 else "each model"}
    lines = [
        captions.SMAPE["line"].format(model=name, total=total, unread=part)
        for name, total, part in zip(names, totals, unread, strict=True)
    ]
    height, title = 0.7 + ROW * len(totals), "title" if low != high else "one"
    return _picture("smape_in_parts", draw, height, captions.SMAPE, lines, facts, title)


def sizes(gathered: Gathered, errors: Mapping[str, Sequence[float]], read: Read) -> Picture:
    """Draw the wrong answers of each model by direction, and by size in units of the question."""
    bounds = ((0, 1), (1, NEAR), (NEAR, math.inf))
    names = ("1 unit or less", f"up to {NEAR}", "more")
    colours = (CATEGORIES[3], CATEGORIES[2], CATEGORIES[4])
    shares = {
        (model, sign): [
            100 * sum(low < sign * error <= high for error in wrong) / len(read[model])
            for low, high in bounds
        ]
        for model, wrong in errors.items()
        for sign in (-1, 1)
    }

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        models = list(errors)
        places = _bars(axes, gathered, models, "% of answers")
        for sign in (-1, 1):
            left = [0.0] * len(models)
            for at, (name, colour) in enumerate(zip(names, colours, strict=True)):
                widths = [sign * shares[model, sign][at] for model in models]
                label = name if sign > 0 else None
                axes.barh(places, widths, 0.7, left, color=colour, label=label)
                left = [start + width for start, width in zip(left, widths, strict=True)]
        axes.axvline(0, color=canvas.INK, linewidth=0.8)
        reach = 1.05 * max(math.fsum(widths) for widths in shares.values())
        axes.set_xlim(-reach, reach)
        axes.xaxis.set_major_formatter(lambda number, _: f"{abs(number):g}")
        figure.legend(loc="outside lower center", ncols=3, borderaxespad=0)

    every = [error for wrong in errors.values() for error in wrong]
    facts = {
        "small": 100 * sum(error < 0 for error in every) / len(every),
        "far": 100 * sum(abs(error) > NEAR for error in every) / len(every),
        "most": NEAR,
    }
    lines = []
    for model in errors:
        small, large = (math.fsum(shares[model, sign]) for sign in (-1, 1))
        name = gathered.cast.short[model]
        lines.append(captions.ERRORS["line"].format(model=name, small=small, large=large))
    height = 0.9 + ROW * len(errors)
    return _picture("error_sizes", draw, height, captions.ERRORS, lines, facts)


def frequent(errors: Mapping[str, Sequence[float]]) -> Picture:
    """Draw the most frequent errors of all models together, with their signs."""
    counts = Counter(error for wrong in errors.values() for error in wrong)
    total = counts.total()
    rows = sorted(counts.items(), key=lambda pair: (-pair[1], abs(pair[0]), pair[0]))[:FREQUENT]
    labels = [f"{error:+,g}".replace("-", "−") for error, _ in rows]
    shares = [100 * count / total for _, count in rows]

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        bars = axes.barh(range(len(rows)), shares, 0.7, color=DARK)
        axes.set_yticks(range(len(rows)), labels)
        axes.bar_label(bars, fmt="%.1f", padding=2, fontsize=canvas.SMALL)
        axes.set_ylabel("off by")
        canvas.bars(axes, "% of wrong answers")
        axes.set_xlim(0, 1.15 * shares[0])

    share = 100 * (counts[1] + counts[-1]) / total
    told = ", ".join(f"{label}: {own:.1f} %" for label, own in zip(labels, shares, strict=True))
    height = 0.6 + ROW * len(rows)
    return _picture("frequent_errors", draw, height, captions.FREQUENT, [told], {"share": share})


def ranks(gathered: Gathered, of: Field) -> Picture:
    """Draw the ranks of models by each score that ranks them, as one line for each model."""
    by_metric = {
        name: standing[0]
        for name, metric in METRICS.items()
        if metric.in_ranks and (standing := verdict.standing(gathered, of, name))
    }
    exact = by_metric["exact_match"]
    moved = [
        any(column[at].worst < exact[at].best or exact[at].worst < column[at].best
            for column in by_metric.values())
        for at in range(len(of.models))
    ]  # fmt: skip
    # models with one rank stand below each other, in the order of the page
    heights = [
        [sum(other.rank < rank.rank or (other.rank == rank.rank and n < at)
             for n, other in enumerate(column)) for at, rank in enumerate(column)]
        for column in by_metric.values()
    ]  # fmt: skip
    names = [gathered.cast.short[model] for model in of.models]
    many = len(names) > MANY

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        columns = list(by_metric.values())
        for at, model in enumerate(of.models):
            look = gathered.cast.looks[model]
            places = [column[at] for column in heights]
            width = 2.2 if moved[at] else 1.1
            axes.plot(places, color=look.colour, marker=look.mark, linewidth=width)
            ranges = [] if many else zip(places, columns, strict=True)
            for column, (height, ranking) in enumerate(ranges):
                canvas.beside(axes, str(ranking[at]), (column, height), (0, -9), ha="center",
                              fontsize=canvas.SMALL - 2, color=canvas.MUTED)  # fmt: skip
            for column, side, align in ((0, -0.15, "right"), (len(places) - 1, 0.15, "left")):
                axes.text(column + side, places[column], names[at], va="center", ha=align,
                          size=canvas.SMALL)  # fmt: skip
        axes.set_xticks(range(len(columns)), [METRICS[name].heading for name in by_metric])
        axes.set(xlim=(-0.1, len(columns) - 0.9), ylim=(len(of.models) - 0.4, -0.6), yticks=[])
        axes.spines[:].set_visible(False)
        axes.tick_params(length=0)

    lines = [
        f"{name}: "
        + ", ".join(f"{METRICS[m].heading} {column[at]}" for m, column in by_metric.items())
        for at, name in enumerate(names)
    ]
    height = 0.5 + (0.8 if many else 1.6) * ROW * len(names)
    title = "title" if any(moved) else "none"
    facts = {"count": sum(moved), "models": len(moved)}
    return _picture("ranks", draw, height, captions.RANKS, lines, facts, title)
