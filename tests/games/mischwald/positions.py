"""Positions for rule tests: forests in short words, everything else by keyword.

A forest reads `oak: red_squirrel, lynx@left; birch; sapling: mole/oak`: trees, and after a colon
what lies around each. A dweller is the first unused half of its species, of a side (`@left`) or
with a tree symbol (`/oak`) if one is named, or a card and its side (`H070@left`). A card in
brackets behind `sapling` says which card it is. Hands and clearing read `linden linden H070`.
"""

from typing import Any

from allmende import Match, from_position
from allmende.core.chance import key_of_seed
from allmende.core.language import Message
from allmende.games.mischwald import game
from allmende.games.mischwald.cards import TABLE
from allmende.games.mischwald.kinds import SIDE_NAMES

NAME = "mischwald"
TREES = TABLE.symbols
SPLIT = [at for at, face in enumerate(TABLE.face_of_card) if len(TABLE.faces[face]) > 1]
SPLIT_IDS = [TABLE.ids[at] for at in SPLIT]


def half_of(card: str, side: str) -> tuple[str, str]:
    """Return species and symbol of one half of a card."""
    face = TABLE.faces[TABLE.face_of_card[TABLE.ids.index(card)]]
    half = next(half for half in face if SIDE_NAMES[half.side] == side)
    return TABLE.species[half.species], TABLE.symbols[half.symbol]


def find(species: str, side: str = "", symbol: str = "", used: tuple[str, ...] = ()) -> str:
    """Return `H070@left` for the first unused half of a species."""
    for at in SPLIT:
        for half in TABLE.faces[TABLE.face_of_card[at]]:
            fits = TABLE.species[half.species] == species and TABLE.ids[at] not in used
            fits &= side in ("", SIDE_NAMES[half.side])
            if fits and symbol in ("", TABLE.symbols[half.symbol]):
                return f"{TABLE.ids[at]}@{SIDE_NAMES[half.side]}"
    raise KeyError(f"{species} {side} {symbol}")


def card(species: str, side: str = "", symbol: str = "", used: tuple[str, ...] = ()) -> str:
    """Return the id of the first unused card with a half of a species."""
    return find(species, side, symbol, used).split("@")[0]


def forest(text: str, owner: int, used: list[str]) -> list[dict[str, Any]]:
    """Read a forest."""
    trees = []
    for part in text.split(";"):
        name, _, around = part.strip().partition(":")
        if not name:
            continue
        tree: dict[str, Any] = {"owner": owner, "card": name.strip(), "at": {}}
        if name.startswith("sapling"):
            inside = name.partition("(")[2].strip(" )")
            tree["card"] = inside or next(c for c in reversed(SPLIT_IDS) if c not in used)
            tree["sapling"] = True
            used.append(tree["card"])
        for dweller in filter(None, (word.strip() for word in around.split(","))):
            place_dweller(tree, dweller, used)
        trees.append(tree)
    return trees


def place_dweller(tree: dict[str, Any], text: str, used: list[str]) -> None:
    """Read what lies at a side of a tree."""
    text, _, symbol = text.partition("/")
    name, _, side = text.partition("@")
    if name not in TABLE.ids:
        name, side = find(name, side, symbol, tuple(used)).split("@")
    used.append(name)
    tree["at"].setdefault(side, []).append(name)


def table(
    *forests: str,
    hands: tuple[str, ...] = (),
    clearing: str = "",
    seats: int = 2,
    to_act: int = 0,
    phase: str = "action",
    options: dict[str, str] | None = None,
    players: dict[int, dict[str, Any]] | None = None,
    gone: str = "",
    **fields: Any,
) -> Match:
    """Begin a match with these forests and hands. `players` adds to what a player has; further
    keywords are fields of the position."""
    used = [name for text in (*hands, clearing, gone) for name in text.split()]
    for player in (players or {}).values():
        used += [name for names in player.values() for name in names]
    document = {
        "seats": seats,
        "options": options or {},
        "phase": phase,
        "to_act": [to_act],
        "clearing": clearing.split(),
        "gone": gone.split(),
        "trees": [tree for seat, text in enumerate(forests) for tree in forest(text, seat, used)],
        "players": [
            {
                "hand": hands[seat].split() if seat < len(hands) else [],
                **(players or {}).get(seat, {}),
            }
            for seat in range(seats)
        ],
        **fields,
    }
    return from_position(NAME, document)


def play(match: Match, *moves: str) -> Match:
    """Play moves and return the match."""
    for move in moves:
        match.play(move)
    return match


def legal(match: Match) -> list[str]:
    """Return the legal moves of the seat to act."""
    return [str(move) for move in match.legal()]


def kinds(match: Match, word: str) -> list[str]:
    """Return the legal moves that begin with a word."""
    return [move for move in legal(match) if move.split()[0] == word]


def why(match: Match, move: str) -> str | None:
    """Return the key of the reason against a move."""
    reason = match.why_not(move)
    return None if reason is None else reason.key


def told(match: Match, seat: int | None = None) -> list[str]:
    """Return the keys of what the last move set off."""
    return [event.key for event in match.story(len(match.moves) - 1, seat)]


def player(match: Match, seat: int = 0) -> dict[str, Any]:
    """Return all that is true of a player."""
    found: dict[str, Any] = match.position()["players"][seat]
    return found


def held(match: Match, seat: int = 0) -> int:
    """Count the cards in a hand."""
    return len(player(match, seat)["hand"])


def clearing(match: Match) -> list[str]:
    """Name the cards in the clearing."""
    return [shown["card"] for shown in match.view()["clearing"]]


def trees(match: Match, seat: int = 0) -> list[dict[str, Any]]:
    """Return the trees of a forest."""
    found: list[dict[str, Any]] = match.view()["players"][seat]["forest"]
    return found


def asked(match: Match, seat: int = 0) -> dict[str, Any] | None:
    """Return the question that a seat is asked."""
    question: dict[str, Any] | None = match.view(seat)["asked"]
    return question


def species_points(match: Match, species: str, seat: int = 0) -> int:
    """Add up the points of a species in a forest; butterflies are paid all together."""
    total = 0
    for label, points in game.breakdown(match.record, seat):
        named = label.args.get("species")
        sets = label.key == "points.sets" and species in BUTTERFLIES
        if sets or (isinstance(named, Message) and named.key == f"species.{species}"):
            total += points
    return total


BUTTERFLIES = tuple(
    name
    for name, tags in zip(TABLE.species, TABLE.tag_mask.tolist(), strict=True)
    if tags >> TABLE.tags.index("butterfly") & 1
)


def imagined(match: Match, seat: int | None, looks: int = 40) -> list[dict[str, Any]]:
    """Return positions that a seat may imagine."""
    records = [game.veiled(match.record, seat, f"look/{look}") for look in range(looks)]
    return [game.words.describe(s) for s in records]


def dealt(seats: int, seed: int | str = 1) -> Match:
    """Deal a game."""
    return Match(game, game.deal(seats, key_of_seed(seed), {}), str(seed))
