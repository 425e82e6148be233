"""A win-probability curve as SVG. Every player has a colour and a dash pattern, so that it can be
read in grey; turning points are marked with a ring and the number of the move."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

WIDTH, HEIGHT = 760, 400
LEFT, RIGHT, TOP, BOTTOM = 64, 150, 52, 56
PAPER, INK, FAINT = "#fdfbf5", "#2b2a26", "#d9d4c5"
COLOURS = ("#1f4e79", "#b3541e", "#3f7d3a", "#7a3b78", "#8a6d00", "#444444")
DASHES = ("none", "9 4", "2 4", "12 4 2 4", "6 2 2 2 2 2", "1 6")
SHARES = (0, 25, 50, 75, 100)
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST_TICKS = 10
SAMPLE = 34  # the length of a line in the legend
LINE_HEIGHT = 22


class Labels(NamedTuple):
    """The words of a drawing, in the language of its reader."""

    title: str
    description: str
    moves: str
    chance: str
    players: tuple[str, ...]
    turning_point: str


class Mark(NamedTuple):
    """A turning point: after which move, and whose."""

    ply: int
    seat: int


def draw_curve(curve: Sequence[Sequence[float]], marks: Sequence[Mark], labels: Labels) -> str:
    """Draw the chances of all players after every move."""
    last = max(1, len(curve) - 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-labelledby="title desc" font-family="system-ui, sans-serif" font-size="13" '
        f'fill="{INK}">',
        f'<title id="title">{escape(labels.title)}</title>',
        f'<desc id="desc">{escape(labels.description)}</desc>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
        text(LEFT, TOP - 26, labels.title, 'font-size="17" font-weight="600"'),
        *chance_axis(labels.chance),
        *move_axis(last, labels.moves),
        *(line(curve, seat, last) for seat in range(len(curve[0]))),
        *(ring(curve, mark, last) for mark in marks),
        *legend(labels, bool(marks)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def across(ply: float, last: int) -> float:
    """Return where a move stands from left to right."""
    return LEFT + (WIDTH - LEFT - RIGHT) * ply / last


def down(chance: float) -> float:
    """Return where a chance stands from top to bottom."""
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * chance


def text(x: float, y: float, words: str, more: str = "") -> str:
    """Write words."""
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{escape(words)}</text>'


def stroke(x1: float, y1: float, x2: float, y2: float, look: str) -> str:
    """Draw a straight line."""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" {look}/>'


def chance_axis(label: str) -> list[str]:
    """Draw the lines of the chances and write what they are."""
    parts = []
    for share in SHARES:
        y = down(share / 100)
        parts.append(stroke(LEFT, y, WIDTH - RIGHT, y, f'stroke="{FAINT}"'))
        parts.append(text(LEFT - 8, y + 4, f"{share} %", 'text-anchor="end"'))
    middle = down(0.5)
    turned = f'text-anchor="middle" transform="rotate(-90 16 {middle:.1f})"'
    return [*parts, text(16, middle, label, turned)]


def move_axis(last: int, label: str) -> list[str]:
    """Write the numbers of moves at pleasant distances."""
    step = next((step for step in STEPS if last / step <= MOST_TICKS), last)
    bottom = down(0)
    parts = []
    for ply in range(0, last + 1, step):
        x = across(ply, last)
        parts.append(stroke(x, bottom, x, bottom + 5, f'stroke="{INK}"'))
        parts.append(text(x, bottom + 20, str(ply), 'text-anchor="middle"'))
    return [*parts, text(across(last / 2, last), bottom + 42, label, 'text-anchor="middle"')]


def look_of(seat: int) -> str:
    """Return the colour and the dashes of a player."""
    colour, dashes = COLOURS[seat % len(COLOURS)], DASHES[seat % len(DASHES)]
    return f'stroke="{colour}" stroke-dasharray="{dashes}" stroke-width="2.2" fill="none"'


def line(curve: Sequence[Sequence[float]], seat: int, last: int) -> str:
    """Draw the chances of one player."""
    points = " ".join(
        f"{across(ply, last):.1f},{down(chances[seat]):.1f}" for ply, chances in enumerate(curve)
    )
    return f'<polyline points="{points}" {look_of(seat)} stroke-linejoin="round"/>'


def ring(curve: Sequence[Sequence[float]], mark: Mark, last: int) -> str:
    """Mark a turning point on the line of whose move it was."""
    x, y = across(mark.ply, last), down(curve[mark.ply][mark.seat])
    above = y - 12 if y > TOP + 16 else y + 22
    colour = COLOURS[mark.seat % len(COLOURS)]
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5.5" fill="{PAPER}" stroke="{colour}" '
        f'stroke-width="2.2"/>' + text(x, above, str(mark.ply), 'text-anchor="middle"')
    )


def legend(labels: Labels, marked: bool) -> list[str]:
    """Say whose line is whose, and what a ring means."""
    x, y = WIDTH - RIGHT + 14, TOP + 6
    parts = []
    for seat, name in enumerate(labels.players):
        parts.append(stroke(x, y, x + SAMPLE, y, look_of(seat)))
        parts.append(text(x + SAMPLE + 8, y + 4, name))
        y += LINE_HEIGHT
    if marked:
        parts.append(
            f'<circle cx="{x + SAMPLE / 2:.1f}" cy="{y:.1f}" r="5.5" fill="{PAPER}" '
            f'stroke="{INK}" stroke-width="2.2"/>'
        )
        parts.append(text(x + SAMPLE + 8, y + 4, labels.turning_point))
    return parts
