"""What is stored of a table, told without the rules of its game: they may be gone."""

import re
from collections.abc import Collection, Sequence
from typing import Literal, TypeAlias

from ..store.facts import MOVE, RESIGN, TIME_IS_UP, UNDO, Chair, Happening, Kept, read_result
from ..tokens import Device
from ..wire import telling
from ..wire.answers import StoredEvent, StoredTable

MOVE_LINE = re.compile(r"[0-9]+ [0-9]+ (?P<move>.+)")
EventKind: TypeAlias = Literal["move", "undo", "resign", "timed_out"]
KINDS: dict[str, EventKind] = {MOVE: "move", UNDO: "undo", RESIGN: "resign"}


def stored_table(kept: Kept, game: str | None, device: Device | None) -> StoredTable:
    """Tell what is stored of a table, with its moves in notation if the game file was kept.

    After the end all of it is open. Before, seed and moves stay with those who know them: the rules
    that could say what is secret are not asked, and may be installed again."""
    deal, standing = kept.deal, kept.standing
    is_over = standing.ending is not None
    known = range(deal.seats) if is_over else seats_of(device, kept.chairs)
    spelled = {} if game is None else notation(game, kept.happenings)
    result = read_result(standing.result) if standing.result else None
    return {
        "id": deal.id,
        "game": deal.game,
        "rules": deal.rules,
        "options": deal.options,
        "opened": deal.created,
        "ending": standing.ending,
        "scores": result.scores if result else None,
        "places": result.places if result else None,
        "seed": deal.seed if is_over and deal.start is None else None,
        "start": deal.start if is_over else None,
        "players": telling.players(kept.chairs, set())["players"],
        "events": [stored_event(one, known, spelled) for one in kept.happenings],
        "has_file": game is not None,
        "chat": telling.chat(kept.remarks)["entries"],
    }


def seats_of(device: Device | None, chairs: Sequence[Chair]) -> list[int]:
    """List the seats that a device holds."""
    return [chair.seat for chair in chairs if device in chair.holders]


def stored_event(one: Happening, known: Collection[int], spelled: dict[int, str]) -> StoredEvent:
    """Tell an event to somebody who knows the moves of some seats."""
    is_open = one.kind != MOVE or one.seat in known
    return {
        "version": one.version,
        "kind": "timed_out" if is_timeout(one) else KINDS[one.kind],
        "seat": one.seat,
        "number": one.number if is_open else None,
        "notation": spelled.get(one.version),
        "at": one.at,
    }


def is_timeout(one: Happening) -> bool:
    """Tell whether somebody lost because no time was left."""
    return one.kind == RESIGN and one.number == TIME_IS_UP


def notation(game: str, log: Sequence[Happening]) -> dict[int, str]:
    """Return the moves that stand as a game file spells them, each by its version."""
    standing: list[int] = []
    for one in log:
        if one.kind == MOVE:
            standing.append(one.version)
        elif one.kind == UNDO:
            del standing[len(standing) - one.number :]
    found = (MOVE_LINE.fullmatch(line) for line in game.splitlines())
    spelled = [line["move"] for line in found if line]
    return dict(zip(standing, spelled, strict=True))
