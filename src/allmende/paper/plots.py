"""The kinds of plots that a report has. Each knows numbers and labels, and nothing of games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from allmende.lab.distribution import Distribution
from allmende.lab.rating import Interval

from .canvas import FAINT, FIRST, HATCH, HEIGHT, INK, PAPER, SECOND, drawing
from .html import Html
from .numbers import Numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_BARS = 24
MOST_DRAWN = 0.99
"""Of a distribution with a long tail this part is drawn."""
ROW, MARGIN = 0.24, 0.75  # inches


class Range(NamedTuple):
    """A share or a mean, and the interval that it lies in."""

    value: float
    interval: Interval


class Row(NamedTuple):
    """A row of a plot whose labels stand on the left."""

    label: str
    ranges: tuple[Range, ...]


class Words(NamedTuple):
    """What is written in a plot."""

    name: str
    about: str
    across: str
    up: str = ""
    series: tuple[str, ...] = ()


def ranges(
    words: Words, rows: Sequence[Row], numbers: Numbers, even: float | None, per_cent: bool
) -> Html:
    """Draw points with their intervals, row by row, the first on top; where there are two series,
    the first is full and the second is hollow. A line shows what would be even."""

    def draw(axes: Axes) -> None:
        count = len(rows[0].ranges)
        for at in range(count):
            drop = (at - (count - 1) / 2) * 0.3
            points = [row.ranges[at] for row in rows]
            axes.errorbar(
                [it.value for it in points],
                [place + drop for place in range(len(rows))],
                xerr=[
                    [max(0.0, it.value - it.interval.low) for it in points],
                    [max(0.0, it.interval.high - it.value) for it in points],
                ],
                fmt=("o", "s")[at],
                color=(FIRST, SECOND)[at],
                markerfacecolor=(FIRST, PAPER)[at],
                markersize=5,
                capsize=3,
                linewidth=1.4,
                label=words.series[at] if words.series else None,
            )
        if even is not None:
            axes.axvline(even, color=INK, linestyle=(0, (5, 3)), linewidth=0.9)
        axes.set_yticks(range(len(rows)), [row.label for row in rows])
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.set_xlabel(words.across)
        axes.grid(axis="x", color=FAINT, linewidth=0.6)
        write_axis(axes, "x", numbers, per_cent)
        if words.series:
            legend_above(axes)

    series = max(1, len(words.series))
    return drawing(words.name, words.about, draw, MARGIN + (0.3 + 0.18 * series) * (len(rows) + 1))


def histogram(words: Words, first: Distribution, second: Distribution, numbers: Numbers) -> Html:
    """Draw how two distributions lie: the first in full bars, the second in hatched ones."""

    def draw(axes: Axes) -> None:
        both = first + second
        most = max(it.quantiles((MOST_DRAWN,))[0] for it in (first, second))
        bars = Distribution(both.values[both.values <= most], both.counts[both.values <= most])
        edges = [bar.low for bar in bars.histogram(MOST_BARS)]
        width = bars.histogram(MOST_BARS)[0].high - edges[0]
        shares = [
            [100 * share_between(it, low, low + width) for low in edges] for it in (first, second)
        ]
        middles = [low + (width - 1) / 2 for low in edges]
        axes.bar(middles, shares[0], 0.9 * width, color=FIRST, label=words.series[0])
        axes.bar(
            middles,
            shares[1],
            0.9 * width,
            fill=False,
            edgecolor=SECOND,
            hatch=HATCH,
            linewidth=0.9,
            label=words.series[1],
        )
        axes.set_xlabel(words.across)
        axes.set_ylabel(words.up)
        axes.locator_params(axis="x", integer=True)
        write_axis(axes, "x", numbers, per_cent=False)
        write_axis(axes, "y", numbers, per_cent=False)
        legend_above(axes)

    return drawing(words.name, words.about, draw)


def share_between(numbers: Distribution, low: int, high: int) -> float:
    """Return which part of all numbers lies from `low` up to but without `high`."""
    there = (numbers.values >= low) & (numbers.values < high)
    return float(numbers.counts[there].sum() / numbers.count)


def curves(words: Words, lines: Sequence[Sequence[float]], numbers: Numbers) -> Html:
    """Draw shares that grow with the part of a game that was played."""

    def draw(axes: Axes) -> None:
        looks = (("-", FIRST), ((0, (6, 2)), SECOND), ((0, (1.5, 1.5)), INK))
        for line, label, (dash, colour) in zip(lines, words.series, looks, strict=False):
            parts = [100 * step / (len(line) - 1) for step in range(len(line))]
            shares = [100 * share for share in line]
            axes.plot(parts, shares, linestyle=dash, color=colour, linewidth=1.8, label=label)
        axes.set_xlim(0, 100)
        axes.set_ylim(0, 102)
        axes.set_xlabel(words.across)
        axes.set_ylabel(words.up)
        axes.grid(color=FAINT, linewidth=0.6)
        legend_above(axes, columns=1)

    return drawing(words.name, words.about, draw, HEIGHT + 0.5)


class Bar(NamedTuple):
    """A bar, and where it would end by lot."""

    label: str
    share: float
    by_lot: float


def bars(words: Words, rows: Sequence[Bar], numbers: Numbers) -> Html:
    """Draw shares as bars, with a mark where each would end by lot."""

    def draw(axes: Axes) -> None:
        places = range(len(rows))
        axes.barh(
            places, [100 * row.share for row in rows], 0.6, color=FIRST, label=words.series[0]
        )
        axes.plot(
            [100 * row.by_lot for row in rows],
            places,
            marker="D",
            linestyle="none",
            markersize=5,
            markerfacecolor=PAPER,
            markeredgecolor=INK,
            label=words.series[1],
        )
        axes.set_yticks(places, [row.label for row in rows])
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.set_xlim(0, 104)
        axes.set_xlabel(words.across)
        axes.grid(axis="x", color=FAINT, linewidth=0.6)
        axes.set_axisbelow(True)
        legend_above(axes)

    return drawing(words.name, words.about, draw, MARGIN + ROW * (len(rows) + 1))


def factors(words: Words, rows: Sequence[tuple[str, float]], numbers: Numbers) -> Html:
    """Draw how many times as often as by lot things were taken, on a scale of doublings."""

    def draw(axes: Axes) -> None:
        places = range(len(rows))
        least = min([0.25, *(factor for _, factor in rows if factor)])
        values = [max(factor, least) for _, factor in rows]
        axes.set_xscale("log", base=2)
        axes.hlines(places, 1, values, color=FIRST, linewidth=2)
        axes.plot(values, places, "o", color=FIRST, markersize=5)
        axes.axvline(1, color=INK, linewidth=0.9)
        axes.set_yticks(places, [label for label, _ in rows])
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.set_xlabel(words.across)
        axes.xaxis.set_major_formatter(
            lambda value, at: f"{value:g}".replace(".", numbers.decimal(0.5)[1])
        )
        axes.grid(axis="x", color=FAINT, linewidth=0.6)

    return drawing(words.name, words.about, draw, MARGIN + ROW * (len(rows) + 1))


class Dot(NamedTuple):
    """What was said and what came true, and whether there is enough to tell."""

    said: float
    won: float
    counts: bool


def diagonal(words: Words, dots: Sequence[Dot], numbers: Numbers) -> Html:
    """Draw what came true over what was said; on the line it is the same."""

    def draw(axes: Axes) -> None:
        axes.plot([0, 100], [0, 100], color=INK, linestyle=(0, (5, 3)), linewidth=0.9)
        for counts, fill in ((True, FIRST), (False, PAPER)):
            these = [dot for dot in dots if dot.counts == counts]
            axes.plot(
                [100 * dot.said for dot in these],
                [100 * dot.won for dot in these],
                "o",
                markersize=6,
                markerfacecolor=fill,
                markeredgecolor=FIRST,
                clip_on=False,
                label=words.series[not counts] if these else None,
            )
        axes.set_xlim(0, 100)
        axes.set_ylim(0, 100)
        axes.set_xlabel(words.across)
        axes.set_ylabel(words.up)
        axes.grid(color=FAINT, linewidth=0.6)
        legend_above(axes)

    return drawing(words.name, words.about, draw, HEIGHT + 0.6)


def legend_above(axes: Axes, columns: int = 2) -> None:
    """Say above the plot which series is which."""
    figure = axes.get_figure(root=True)
    assert figure is not None
    figure.legend(loc="outside upper left", ncols=columns)


def write_axis(axes: Axes, which: str, numbers: Numbers, per_cent: bool) -> None:
    """Write the numbers of an axis as people of the language do."""
    axis = axes.xaxis if which == "x" else axes.yaxis
    factor = 100 if per_cent else 1

    def write(value: float, at: float) -> str:
        scaled = value * factor
        return numbers.decimal(scaled, 0 if abs(scaled - round(scaled)) < 1e-9 else 1)

    axis.set_major_formatter(write)
