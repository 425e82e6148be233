"""What is sent, compared between worlds that a watcher cannot tell apart.

The tests look at a few games; `python -m tests.table.traffic --games 1000` at many of each title.
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, TypeAlias

from allmende.core.game import Game, Json
from allmende.core.glance import glance
from allmende.core.match import Match, Move, new
from allmende.core.record import Record, copy_record, own_fields
from allmende.core.registry import game_named, known_games
from allmende.table.store.facts import MOVE, Happening
from allmende.table.tables.history import History, Judged
from allmende.table.tables.knowledge import knowledge, veiled, watchers
from allmende.table.tables.scene import Scene, entry, state
from allmende.table.wire.telling import encoded

from .asked_once import asked_once

Traffic: TypeAlias = tuple[Json, Json | None]
"""A state, and the story of the move that led to it."""

OTHER_WORLD = 5
FROM_ONE_RECORD = ("views", "legal", "to_act", "over", "scores", "places")
"""The parts of a state that are made from the last record alone. The result is left out: with the
end comes the seed, and then everybody may know everything."""


@dataclass(frozen=True)
class Decision:
    """A move of a game, and the records around it."""

    game: Game
    before: Record
    move: Move
    after: Record

    @cached_property
    def look(self) -> Scene[History]:
        """Look at the game after this move alone. All watchers share the look, as at a table."""
        history = History(Match(self.game, self.before, None))
        happening = Happening(1, MOVE, self.move.seat, self.move.number, None, "")
        history.add_judged(happening, Judged(self.after, glance(self.after)))
        return Scene(history)

    @cached_property
    def standing(self) -> Scene[History]:
        """Look at the record after this move, whatever led to it."""
        return standing_at(self.game, self.after)

    @cached_property
    def content(self) -> bytes:
        """What the record after this move holds."""
        return content(self.after)

    def watchers(self) -> list[int | None]:
        """List all who look on."""
        return watchers(int(self.after.seats))


def standing_at(game: Game, s: Record) -> Scene[History]:
    """Look at a game of which no move is known."""
    return Scene(History(Match(game, s, None)))


def random_steps(game: Game, seed: int, every: int) -> Iterator[Decision]:
    """Play a game by chance and yield some of its moves: with each seed others."""
    chance = Random(f"{game.name} {seed}")
    match = new(game, chance.choice(game.seats), seed)
    while not match.over:
        seat = chance.choice(match.to_act)
        before = copy_record(match.record)
        number = chance.choice(game.legal_moves(before, seat))
        match.play(Move(seat, number, "", {}))
        if len(match.moves) % every == seed % every:
            yield Decision(game, before, match.moves[-1], copy_record(match.record))


def sent_to(look: Scene[History], watcher: int | None) -> tuple[Any, Any]:
    """Return all that a watcher is sent of the last event."""
    you = () if watcher is None else (watcher,)
    return state(look, you), entry(look.history.told[-1], you)


def shown_to(look: Scene[History], watcher: int | None) -> tuple[Any, Any]:
    """Return the last move and its story, as a watcher gets them."""
    you = () if watcher is None else (watcher,)
    return look.last([watcher]), entry(look.history.told[-1], you)


def of_one_record(look: Scene[History], watcher: int | None) -> dict[str, Any]:
    """Return what a watcher is sent of the last record."""
    message: Mapping[str, Any] = state(look, () if watcher is None else (watcher,))
    return {name: message[name] for name in FROM_ONE_RECORD}


def content(s: Record) -> bytes:
    """Return what the record of a game holds besides what every record holds."""
    return b"".join(s[name].tobytes() for name in own_fields(s.dtype))


def compare_hidden_parts(step: Decision, watcher: int | None) -> bool:
    """Swap what a watcher cannot know and demand that it is sent the same; tell whether there was
    anything to swap."""
    other = veiled(step.game, step.after, watcher, OTHER_WORLD)
    twin = standing_at(step.game, other)
    assert of_one_record(twin, watcher) == of_one_record(step.standing, watcher), (step, watcher)
    return content(other) != step.content


def compare_worlds(step: Decision, watcher: int | None) -> bool:
    """Make the move in another world that the watcher thinks possible and demand that it is told
    and shown in the same way; tell whether that led to the same knowledge."""
    game, move = step.game, step.move
    world = veiled(game, step.before, watcher, OTHER_WORLD)
    if move.number not in game.legal_moves(world, move.seat):
        return False
    other = game.after(world, move.seat, move.number)
    if knowledge(game, other, watcher) != knowledge(game, step.after, watcher):
        return False
    twin = Decision(game, world, move, other)
    assert shown_to(twin.look, watcher) == shown_to(step.look, watcher), (step, watcher)
    return True


def compare_games(game: Game, seeds: range, every: int, in_full: int = 1) -> Counter[str]:
    """Compare what all watchers of some games are sent, and count the comparisons. Of the moves
    that are looked at, one in so many is compared with all messages made in full; at the others
    nothing is asked twice of the same bytes."""
    made = Counter(games=len(seeds))
    for seed in seeds:
        for number, step in enumerate(random_steps(game, seed, every)):
            with nullcontext() if number % in_full == 0 else asked_once():
                made += compare_step(step)
    return made


def compare_step(step: Decision) -> Counter[str]:
    """Compare what all watchers of a move are sent, and count the comparisons."""
    made: Counter[str] = Counter()
    for watcher in step.watchers():
        made["messages"] += 1
        made["swapped"] += compare_hidden_parts(step, watcher)
        made["worlds"] += compare_worlds(step, watcher)
    return made


def what_is_sent(match: Match, devices: Sequence[Sequence[int]]) -> list[list[Traffic]]:
    """Make all states and stories of a game anew, for devices that hold these seats."""
    past = History(Match(match.game, match.record_at(0), match.seed))
    sent: list[list[Traffic]] = [[(plain(state(Scene(past), you)), None)] for you in devices]
    for number, move in enumerate(match.moves, start=1):
        past.add(Happening(number, MOVE, move.seat, move.number, None, ""))
        for at, you in enumerate(devices):
            told = plain(entry(past.told[-1], you))
            sent[at].append((plain(state(Scene(past), you)), told))
    return sent


def check_traffic(messages: list[Json], expected: Sequence[Traffic]) -> None:
    """Demand that states and stories are what a device may know, and nothing else is there."""
    for message in messages:
        if message["type"] == "state":
            # When it came to this is known to all: it is the time of the message.
            assert {**message, "since": None} == expected[message["version"]][0]
        elif message["type"] == "story":
            for told in message["entries"]:
                assert told == expected[told["version"]][1]
        else:
            assert message["type"] in ("welcome", "players", "chat", "seating", "ack"), message


def tells_seed(message: Json) -> bool:
    return message["type"] == "welcome" and message["table"]["seed"] is not None


def plain(message: Mapping[str, Any]) -> Json:
    """A message as it comes over the wire."""
    heard: Json = json.loads(encoded(message))
    return heard


def main() -> None:
    """Compare many games of each title."""
    parser = argparse.ArgumentParser(description="Look for secrets in what is sent.")
    parser.add_argument("--games", type=int, default=1000, help="games of each title")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game")
    parser.add_argument("--every", type=int, default=10, help="look at one move in so many")
    parser.add_argument("--in-full", type=int, default=10, help="make one in so many of these anew")
    parser.add_argument("--only", default="", help="only these titles, with commas between them")
    arguments = parser.parse_args()
    seeds = range(arguments.first, arguments.first + arguments.games)
    for name in [name for name in arguments.only.split(",") if name] or known_games():
        begin = time.process_time()
        made = compare_games(game_named(name), seeds, arguments.every, arguments.in_full)
        print(name, dict(made), f"{time.process_time() - begin:.0f} s of CPU", flush=True)


if __name__ == "__main__":
    main()
