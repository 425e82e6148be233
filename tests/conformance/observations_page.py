"""Writes docs/observations.md: the layout of the observations of every game.

`make observations` writes the tables at the end of the page; read the diff before you commit it.
"""

from pathlib import Path

from allmende.core.game import Game
from allmende.core.observation import Span, layout, size
from allmende.core.record import fields_of
from allmende.core.registry import find_game
from tests.conformance.subjects import POPPIES, WHERE

PAGE = Path("docs/observations.md")
TABLES = "## The layout of every game\n"


def title(game: Game) -> str:
    """Return the heading of a game."""
    return f"### {game.texts['en']['game.title']}"


def span_at(spans: tuple[Span, ...], name: str) -> str:
    """Say where a fact stands, and in which shape."""
    span = next(span for span in spans if span.name == name)
    return f"{span.start}:{span.stop} | {' × '.join(map(str, span.shape))}"


def table_of(game: Game) -> list[str]:
    """Write the table of a game, at its smallest and its largest table."""
    seats = sorted({min(game.seats), max(game.seats)})
    spans = [layout(game, count) for count in seats]
    heads = [f"with {count}: entries | shape" for count in seats]
    sizes = [f"{size(game, count):,} entries with {count} seats" for count in seats]
    rows = [
        f"| `{span.name}` | {span.what} | {' | '.join(span_at(it, span.name) for it in spans)} |"
        for span in spans[0]
    ]
    return [
        title(game),
        "",
        f"{' and '.join(sizes)}; {game.moves:,} moves in the mask.",
        "",
        f"| fact | what it is | {' | '.join(heads)} |",
        f"| --- | --- | {' | '.join('--: | --:' for _ in seats)} |",
        *rows,
        "",
        *left_out(game),
    ]


def left_out(game: Game) -> list[str]:
    """Say which fields do not stand in an observation, and why."""
    reasons: dict[str, list[str]] = {}
    for name, what in fields_of(game.record).items():
        if what.left_out:
            reasons.setdefault(what.left_out, []).append(f"`{name}`")
    if not reasons:
        return []
    said = [f"{', '.join(names)} ({reason})" for reason, names in reasons.items()]
    return [f"Left out: {'; '.join(said)}.", ""]


def tables() -> str:
    """Write the tables of all games here and of the examples."""
    shown = WHERE[: WHERE.index(POPPIES) + 1]
    lines = [line for where in shown for line in table_of(find_game(where))]
    return "\n".join(lines).rstrip() + "\n"


def main() -> None:
    """Write the tables anew, below all that people wrote."""
    words = PAGE.read_text("utf-8").partition(TABLES)[0]
    PAGE.write_text(f"{words}{TABLES}\n{tables()}", encoding="utf-8")


if __name__ == "__main__":
    main()
