"""Games that chance has played, and tables that begin where one of them is nearly over."""

from random import Random
from typing import Any, NamedTuple

from allmende.core import file
from allmende.core.match import Match, new

from .guest import Guest

SEED, MOST_BETWEEN_TURNS = 7, 60


class End(NamedTuple):
    """Where a game that chance plays from a seed is nearly over: so many moves are left of it."""

    left: int
    seed: int = SEED


def played(
    game: str,
    seats: int = 2,
    moves: int = 10_000,
    options: dict[str, str] | None = None,
    seed: int = SEED,
) -> Match:
    """A game that is played by chance."""
    chance, match = Random(game), new(game, seats, seed, options)
    while not match.over and len(match.moves) < moves:
        match.play(chance.choice(match.legal(chance.choice(match.to_act))))
    return match


def sit_down_late(
    guest: Guest,
    game: str,
    *others: dict[str, str],
    end: End,
    options: dict[str, str] | None = None,
) -> None:
    """Sit down as Anna with others where only so many moves of a game are left, or about so many:
    what Anna cannot know there is dealt anew."""
    match = played(game, 1 + len(others), options=options, seed=end.seed)
    sit_down_at(guest, match, len(match.moves) - end.left, *others)


def sit_down_to_act(
    guest: Guest, game: str, *others: dict[str, str], after: int, **wishes: Any
) -> None:
    """Sit down as Anna with others in the middle of a game, where it is Anna's turn to act."""
    match = played(game, 1 + len(others), moves=after + MOST_BETWEEN_TURNS)
    for step in range(after, len(match.moves)):
        record = match.record_at(step)
        if list(match.game.to_act(record)) == [0]:
            if match.game.view(record, 0)["phase"] == "action":
                return sit_down_at(guest, match, step, *others, **wishes)
    raise AssertionError(f"Anna never has to act in {game} after move {after}")


def sit_down_at(
    guest: Guest, match: Match, step: int, *others: dict[str, str], **wishes: Any
) -> None:
    """Sit down as Anna with others at a step of a game."""
    made = guest.context.request.post(
        f"{guest.address}/api/files",
        data={"file": file.write(match)},
        headers={"origin": guest.address},
    )
    assert made.ok, made.text()
    start: dict[str, Any] = {"step": step, "line": "", "file": made.json()["id"]}
    guest.sit_down(match.game.name, *others, start=start, **wishes)
