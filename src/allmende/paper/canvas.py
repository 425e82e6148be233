"""Drawing with Matplotlib, as SVG that stands in a page: its text is text, its colours are those of
the page by day and by night, and the same numbers give the same bytes."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from allmende.core.errors import BadSetup
from allmende.env.optional import needed

from .html import Html, element

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH, HEIGHT = 4.6, 3.0  # inches of 72 points: as wide as a small phone
INK, FAINT, FIRST, SECOND, PAPER = "#010203", "#040506", "#070809", "#0a0b0c", "#0d0e0f"
"""Colours that the page replaces by its own."""
NAMES = {INK: "ink", FAINT: "faint", FIRST: "first", SECOND: "second", PAPER: "paper"}
HATCH = "////"
"""Told apart from a full bar also in black and white."""
LOOK: dict[str, Any] = {
    "text.parse_math": False,
    "svg.fonttype": "none",
    "font.family": "DejaVu Sans",  # it comes with Matplotlib, so it is the same everywhere
    "font.size": 9,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "text.color": INK,
    "hatch.linewidth": 0.6,
    "legend.frameon": False,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
}
NOTHING_ABOUT_IT: dict[str, Any] = dict.fromkeys(("Creator", "Date", "Format", "Type"))


def check_library() -> None:
    """Make sure that there is something to draw with."""
    try:
        needed("matplotlib", "report")
    except ModuleNotFoundError as missing:
        raise BadSetup(str(missing)) from None


def drawing(name: str, about: str, draw: Callable[[Axes], Any], height: float = HEIGHT) -> Html:
    """Draw something under a name that no other drawing of the page has; `about` says in words what
    it shows."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    file = io.StringIO()
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        for setting, value in {**LOOK, "svg.hashsalt": name}.items():
            matplotlib.rcParams[setting] = value  # type: ignore[index]
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        FigureCanvasSVG(figure)
        draw(figure.add_subplot())
        figure.savefig(file, format="svg", metadata=NOTHING_ABOUT_IT)
    return element("figure", standing_in_a_page(file.getvalue(), name, about))


def standing_in_a_page(svg: str, name: str, about: str) -> Html:
    """Take what a page does not need out of a drawing, and give it the colours of the page, words,
    and names that occur nowhere else."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r' (xmlns(:xlink)?|version)="[^"]*"', "", svg)
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    svg = re.sub(
        r'(xlink:href="#|url\(#)', lambda it: it[0].removeprefix("xlink:") + name + "-", svg
    )
    svg = re.sub(r'(<svg)[^>]*?(viewBox="[^"]*")[^>]*>', r"\1 \2 @>", svg, count=1)
    svg = svg.replace("@", str(element("x", role="img", aria_label=about))[3:-5], 1)
    for colour, role in NAMES.items():
        svg = svg.replace(colour, f"var(--{role})")
    return Html(svg.strip())
