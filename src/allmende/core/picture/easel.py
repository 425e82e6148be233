"""The easel: a list of plain shapes in a rectangle. What is painted hangs on nothing but the data
that it is painted from, and can be shown at any size."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias
from xml.sax.saxutils import escape, quoteattr

from . import paints

Point: TypeAlias = tuple[float, float]
Anchor: TypeAlias = Literal["start", "middle", "end"]
LETTERS = "'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif"


@dataclass(frozen=True)
class Box:
    """A rectangle, with round corners perhaps."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    round: float = 0
    line: str | None = None
    thick: float = 0


@dataclass(frozen=True)
class Disc:
    """An ellipse around a point."""

    x: float
    y: float
    across: float
    down: float
    fill: str
    line: str | None = None
    thick: float = 0


@dataclass(frozen=True)
class Shape:
    """A surface between points."""

    points: tuple[Point, ...]
    fill: str


@dataclass(frozen=True)
class Stroke:
    """A line along points."""

    points: tuple[Point, ...]
    line: str
    thick: float


@dataclass(frozen=True)
class Words:
    """A line of text; `y` is the middle of its height."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    anchor: Anchor = "start"
    bold: bool = False


Mark: TypeAlias = Box | Disc | Shape | Stroke | Words


@dataclass
class Easel:
    """A rectangle with what is painted on it, the lowest first."""

    width: float
    height: float
    marks: list[Mark] = field(default_factory=list)

    def box(
        self, x: float, y: float, width: float, height: float, fill: str, round: float = 0
    ) -> None:
        """Paint a rectangle, with round corners perhaps."""
        self.marks.append(Box(x, y, width, height, fill, round))

    def frame(
        self, x: float, y: float, width: float, height: float, fill: str, line: str, thick: float
    ) -> None:
        """Paint a rectangle with round corners and an edge."""
        self.marks.append(Box(x, y, width, height, fill, 3 * thick, line, thick))

    def disc(self, x: float, y: float, radius: float, fill: str, down: float | None = None) -> None:
        """Paint a circle, or an ellipse of another height."""
        self.marks.append(Disc(x, y, radius, radius if down is None else down, fill))

    def ring(self, x: float, y: float, radius: float, line: str, thick: float, fill: str) -> None:
        """Paint a circle with an edge."""
        self.marks.append(Disc(x, y, radius, radius, fill, line, thick))

    def shape(self, fill: str, *points: Point) -> None:
        """Paint a surface between points."""
        self.marks.append(Shape(points, fill))

    def stroke(self, line: str, thick: float, *points: Point) -> None:
        """Paint a line along points."""
        self.marks.append(Stroke(points, line, thick))

    def words(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        fill: str = paints.INK,
        anchor: Anchor = "middle",
        bold: bool = False,
    ) -> None:
        """Write a line of text."""
        self.marks.append(Words(x, y, text, size, fill, anchor, bold))

    def hang(self, other: "Easel", x: float, y: float, width: float, height: float) -> None:
        """Put another picture into a rectangle, as large as it fits, in the middle."""
        by = min(width / other.width, height / other.height)
        left = x + (width - by * other.width) / 2
        top = y + (height - by * other.height) / 2
        self.marks.extend(moved(mark, by, left, top) for mark in other.marks)

    def svg(self, title: str) -> str:
        """Write the picture as SVG."""
        size = f"{self.width:g} {self.height:g}"
        inside = "".join(element(mark) for mark in self.marks)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" role="img" '
            f'font-family="{LETTERS}"><title>{escape(title)}</title>{inside}</svg>\n'
        )


def moved(mark: Mark, by: float, left: float, top: float) -> Mark:
    """Return a mark at another size and place."""
    if isinstance(mark, Shape | Stroke):
        points = tuple((left + by * x, top + by * y) for x, y in mark.points)
        if isinstance(mark, Shape):
            return replace(mark, points=points)
        return replace(mark, points=points, thick=by * mark.thick)
    x, y = left + by * mark.x, top + by * mark.y
    if isinstance(mark, Words):
        return replace(mark, x=x, y=y, size=by * mark.size)
    if isinstance(mark, Disc):
        across, down = by * mark.across, by * mark.down
        return replace(mark, x=x, y=y, across=across, down=down, thick=by * mark.thick)
    return replace(
        mark,
        x=x,
        y=y,
        width=by * mark.width,
        height=by * mark.height,
        round=by * mark.round,
        thick=by * mark.thick,
    )


def element(mark: Mark) -> str:
    """Write a mark as an element of SVG."""
    if isinstance(mark, Words):
        weight = ' font-weight="bold"' if mark.bold else ""
        return (
            f'<text x="{n(mark.x)}" y="{n(mark.y)}" font-size="{n(mark.size)}" fill="{mark.fill}" '
            f'text-anchor="{mark.anchor}" dominant-baseline="central"{weight}>'
            f"{escape(mark.text)}</text>"
        )
    if isinstance(mark, Shape):
        return f'<polygon points="{listed(mark.points)}" fill="{mark.fill}"/>'
    if isinstance(mark, Stroke):
        return (
            f'<polyline points="{listed(mark.points)}" fill="none" stroke={quoteattr(mark.line)} '
            f'stroke-width="{n(mark.thick)}" stroke-linecap="round" stroke-linejoin="round"/>'
        )
    edge = f' stroke="{mark.line}" stroke-width="{n(mark.thick)}"' if mark.line else ""
    if isinstance(mark, Disc):
        return (
            f'<ellipse cx="{n(mark.x)}" cy="{n(mark.y)}" rx="{n(mark.across)}" '
            f'ry="{n(mark.down)}" fill="{mark.fill}"{edge}/>'
        )
    return (
        f'<rect x="{n(mark.x)}" y="{n(mark.y)}" width="{n(mark.width)}" height="{n(mark.height)}" '
        f'rx="{n(mark.round)}" fill="{mark.fill}"{edge}/>'
    )


def n(number: float) -> str:
    """Write a number as short as it needs."""
    return f"{round(number, 1):g}"


def listed(points: Iterable[Point]) -> str:
    """Write points."""
    return " ".join(f"{n(x)},{n(y)}" for x, y in points)


def cut(text: str, most: int) -> str:
    """Shorten a text that is too long for its place."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def fit_rows(count: int, aspect: float) -> tuple[int, int]:
    """Return into how many columns and rows a number of things goes best, in a rectangle that is
    so many times as wide as high."""
    shapes: Sequence[tuple[int, int]] = [
        (columns, -(-count // columns)) for columns in range(1, max(count, 1) + 1)
    ]
    return max(shapes, key=lambda shape: min(aspect / shape[0], 1 / shape[1]))
