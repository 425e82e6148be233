"""Positions for rule tests: cows and bulls in short words, everything else by keyword.

A cow reads `h4@pub` (face up), `?h4@pub` (face down), `?h4@pub:0` (seat 0 has peeked), `?h4:0`
(just drawn) or `h4+h3:1` (with bull h3 in the Love Shack of seat 1). Bulls read
`pub: b3 b4, gym: h1`.
"""

import copy
from typing import Any

from allmende import Match, from_position
from allmende.games.stieren_versieren import game

NAME = "stieren_versieren"
TACTICAL = {"fight": "tactical"}
SIMULTANEOUS = {"fight": "simultaneous"}

# Couples that use up cows without leaving any on the table: the whole stack but for some.
COUPLES = ("h2+h1:0", "h3+h2:0", "m2+m1:0", "m3+m2:0", "d2+d1:1", "d3+d2:1", "b2+b1:1", "b3+b2:1")


def cow(text: str) -> dict[str, Any]:
    """Read a cow."""
    if "+" in text:
        card, rest = text.split("+")
        bull, shack = rest.split(":")
        return {"card": card, "shack": int(shack), "bull": bull, "up": True}
    face_down = text.startswith("?")
    where, _, seen = text.removeprefix("?").partition(":")
    card, _, place = where.partition("@")
    return {
        "card": card,
        "at": place or None,
        "up": not face_down,
        "seen_by": [int(seat) for seat in seen],
    }


def bulls(text: str) -> dict[str, list[str]]:
    """Read the bulls of a player by place."""
    parts = [part.split(":") for part in text.split(",") if part.strip()]
    return {place.strip(): names.split() for place, names in parts}


def table(
    cows: str = "",
    *out: str,
    seats: int = 2,
    hands: tuple[str, ...] = (),
    phase: str = "action",
    to_act: int = 0,
    options: dict[str, str] | None = None,
    players: dict[int, dict[str, Any]] | None = None,
    **fields: Any,
) -> Match:
    """Begin a match with these cows; `out` are the bulls of each seat on the table, `hands` those
    in hand. `players` adds to what a player has; further keywords are fields of the position."""
    document = {
        "seats": seats,
        "options": options or {},
        "phase": phase,
        "to_act": [to_act],
        "cows": [cow(text) for text in cows.split()],
        "players": [
            {
                "at": bulls(out[seat]) if seat < len(out) else {},
                "hand": hands[seat].split() if seat < len(hands) else [],
                **(players or {}).get(seat, {}),
            }
            for seat in range(seats)
        ],
        **fields,
    }
    return from_position(NAME, document)


def choosing(*hands: str, cows: str = "?h2@pub", **fields: Any) -> Match:
    """Begin where everybody with a hand chooses a bull."""
    document = {
        "seats": len(hands),
        "phase": "choose",
        "to_act": [seat for seat, hand in enumerate(hands) if hand],
        "cows": [cow(text) for text in cows.split()],
        "players": [{"hand": hand.split()} for hand in hands],
        **fields,
    }
    return from_position(NAME, document)


def play(match: Match, *moves: str) -> Match:
    """Play moves and return the match."""
    for move in moves:
        match.play(move)
    return match


def paths(match: Match, phase: str) -> list[tuple[str, ...]]:
    """List every way to decide from here on until a phase is over, for the seat to act."""
    seat = match.to_act
    found: list[tuple[str, ...]] = []
    for move in legal(match):
        match.play(move)
        going_on = match.view()["phase"] == phase and match.to_act == seat
        found += [(move, *rest) for rest in paths(match, phase)] if going_on else [(move,)]
        match.undo()
    return found


def legal(match: Match, seat: int | None = None) -> list[str]:
    """Return the legal moves of the seat to act."""
    return [str(move) for move in match.legal(seat)]


def kinds(match: Match, word: str) -> list[str]:
    """Return the legal moves that begin with a word."""
    return [move for move in legal(match) if move.split()[0] == word]


def why(match: Match, move: str, seat: int | None = None) -> str | None:
    """Return the key of the reason against a move."""
    reason = match.why_not(move, seat)
    return None if reason is None else reason.key


def at(match: Match, name: str) -> str | None:
    """Return the place of a cow."""
    shown = next(cow for cow in match.view()["cows"] if cow["id"] == name)
    place: str | None = shown["at"]
    return place


def out(match: Match, seat: int = 0) -> dict[str, list[str]]:
    """Return the bulls of a player by place."""
    found: dict[str, list[str]] = {}
    for bull in match.view()["players"][seat]["bulls"]:
        found.setdefault(bull["at"], []).append(bull["id"])
    return found


def player(match: Match, seat: int = 0) -> dict[str, Any]:
    """Return all that is true of a player."""
    found: dict[str, Any] = match.position()["players"][seat]
    return found


def told(match: Match, seat: int | None = None) -> list[str]:
    """Return the keys of what the last move set off."""
    return [event.key for event in match.story(len(match.moves) - 1, seat)]


def imagined(match: Match, seat: int | None, looks: int = 40) -> list[dict[str, Any]]:
    """Return positions that a seat may imagine."""
    records = [game.veiled(match.record, seat, f"look/{look}") for look in range(looks)]
    return [game.words.describe(s) for s in records]


def own_document(**changes: Any) -> dict[str, Any]:
    """Return a copy of the game's document with some parts replaced."""
    assert game.equipment is not None
    document: dict[str, Any] = copy.deepcopy(game.equipment.document)
    return {**document, **changes}


def end_round(match: Match) -> Match:
    """Let everybody pass until the round is over."""
    number = match.view()["round"]
    while not match.over and match.view()["round"] == number and match.view()["phase"] == "action":
        match.play("pass")
    return match
