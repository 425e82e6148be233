"""Positions for rule tests: a drawn landscape, and everything else by keyword."""

import copy
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import Any

from allmende import Match, from_position
from allmende.games.kuhfstein.equipment import EQUIPMENT

# Written out here once more, so that a slip in the game's own table cannot hide.
COUNTS = {"H": 16, "M": 15, "F": 15, "L": 13, "B": 12}
NAMES = {"H": "hay", "M": "meadow", "F": "forest", "L": "lake", "B": "house", "-": None}

# Card 16 is the one in the rulebook's example, and this landscape fits it: m13, m14, m15 and n15.
EXAMPLE = """
    L .
    M .
    F H
"""


def rows(drawing: str) -> list[str]:
    """Cut a drawing into rows."""
    return [line.strip() for line in drawing.strip().splitlines() if line.strip()]


def table(
    drawing: str = "",
    *,
    seats: int = 2,
    to_act: int = 0,
    phase: str = "action",
    tiles: str = "HMFLB",
    cards: Sequence[int | None] | None = None,
    hand: list[int] | None = None,
    points: int = 0,
    trees: list[str] | None = None,
    corner: str | None = None,
    others: dict[int, dict[str, Any]] | None = None,
    options: dict[str, str] | None = None,
    **fields: Any,
) -> Match:
    """Begin a match in which the seat to act has the drawn landscape, these cards and points.

    `tiles` and `cards` are the displays; `others` has what further seats have. Further keywords
    are fields of the position document.
    """
    players: list[dict[str, Any]] = [{} for _ in range(seats)]
    players[to_act] = {
        "layout": rows(drawing),
        "hand": hand or [],
        "points": points,
        "trees": trees or [],
        "corner": corner,
    }
    for seat, player in (others or {}).items():
        players[seat] = {**players[seat], **player}
    deck = [card["id"] for card in fields.get("data", EQUIPMENT.document)["deck"]]
    used = {card for player in players for card in player.get("hand", [])}
    used |= {player.get("secret") for player in players} | set(fields.get("discard", []))
    free = islice((card for card in reversed(deck) if card not in used), 4)
    document = {
        "seats": seats,
        "options": options or {},
        "phase": phase,
        "to_act": [to_act],
        "tiles": {
            "display": [NAMES[letter] for letter in tiles],
            "aside": fields.pop("aside", {}),
        },
        "cards": {
            "display": list(free) if cards is None else list(cards),
            "discard": fields.pop("discard", []),
            "pile_seen": fields.pop("pile_seen", False),
        },
        "players": players,
        **fields,
    }
    return from_position("kuhfstein", document)


def final(*players: dict[str, Any], **keywords: Any) -> Match:
    """Begin where all that is left is the choice of scoring tiles."""
    document = {
        "seats": len(players),
        "phase": "scoring",
        "finale": "shortage",
        "to_act": list(range(len(players))),
        "players": list(players),
        **keywords,
    }
    return from_position("kuhfstein", document)


def awards(match: Match, *kept: str) -> list[int]:
    """Let each seat keep a scoring tile and return the points for it."""
    for seat, tile in enumerate(kept):
        match.play(f"keep {tile}", seat)
    return [player["award"] for player in match.view()["players"]]


def play(match: Match, *moves: str) -> Match:
    """Play moves and return the match."""
    for move in moves:
        match.play(move)
    return match


def legal(match: Match, seat: int | None = None) -> list[str]:
    """Return the legal moves of the seat to act."""
    return [str(move) for move in match.legal(seat)]


def told(match: Match, seat: int | None = None) -> list[str]:
    """Return the keys of what the last move set off."""
    return [event.key for event in match.story(len(match.moves) - 1, seat)]


def player(match: Match, seat: int = 0) -> dict[str, Any]:
    """Return what everybody sees of a player."""
    shown: dict[str, Any] = match.view(seat)["players"][seat]
    return shown


def cows(match: Match, seat: int = 0) -> set[str]:
    """Return the fields on which a player's cows stand."""
    return {tile["at"] for tile in player(match, seat)["tiles"] if tile["cow"]}


def ids(cards: list[Any]) -> list[int | None]:
    """Return the ids of shown cards."""
    return [card and card["id"] for card in cards]


def all_tiles_but(kept: str, seats: int = 2, width: int = 8) -> list[str]:
    """Return a landscape of all tiles in the game but those named."""
    left = Counter({letter: count - (4 - seats) for letter, count in COUNTS.items()})
    left.subtract(Counter(kept))
    letters = sorted(left.elements())
    return [" ".join(letters[at : at + width]) for at in range(0, len(letters), width)]


def own_document(**changes: Any) -> dict[str, Any]:
    """Return a copy of the game's document with some parts replaced."""
    document: dict[str, Any] = copy.deepcopy(EQUIPMENT.document)
    return {**document, **changes}


def own_track(*effects: tuple[int, str]) -> dict[str, Any]:
    """Return a track with these bonuses at these scores, and no printed cow field."""
    tiles = [
        {"id": at, "front": effect, "back": effect} for at, (_, effect) in enumerate(effects, 1)
    ]
    return {
        "end": 65,
        "fixed_cow_fields": [],
        "slots": [score for score, _ in effects],
        "tiles": tiles,
        "default": [
            {"slot": score, "tile": at, "side": "front"} for at, (score, _) in enumerate(effects, 1)
        ],
    }


def small_deck(*cards: int) -> dict[str, Any]:
    """Return a document whose deck has only these cards."""
    document = own_document()
    return {**document, "deck": [card for card in document["deck"] if card["id"] in cards]}


def turned(drawing: str, quarter_turns: int) -> str:
    """Turn a drawing clockwise."""
    cells = [row.split() for row in rows(drawing)]
    for _ in range(quarter_turns):
        cells = [list(column) for column in zip(*reversed(cells), strict=True)]
    return "\n".join(" ".join(row) for row in cells)


def mirrored(drawing: str) -> str:
    """Swap left and right in a drawing."""
    return "\n".join(" ".join(reversed(row.split())) for row in rows(drawing))
