"""Bend positions and game files of real games, and watch what is made of them.

    NUMBA_BOUNDSCHECK=1 python benchmarks/positions.py --minutes 5

A bent document is either refused with a sentence that names its field, or it is played on to the
end with everything that a table asks of it: views, moves, veils, and every invariant after each
move. Anything else, like an error of ours or a call that takes long, is printed with its seed.
"""

import argparse
import copy
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from numba.core import config

from allmende import from_position, new
from allmende.core.errors import GameFileError, PositionError
from allmende.core.file import read, seal_of, write
from allmende.core.match import Match, Move
from allmende.core.record import Record, copy_record
from allmende.core.registry import find_game, known_games

MOST_MOVES = 3_000
LENGTHS = (1, 10, 50, 200, 600)
BENT_PER_MATCH = 10
LOOKS = 0.01  # at so many of the positions on the way
LONG = 0.25  # seconds for one call: a hundred times what any of them takes in a real game
FAR = (-1, 0, 1, 2, 3, 5, 59, 60, 127, 128, 255, 32_767, 2**31, 2**63, 2**70)
FOREIGN: tuple[object, ...] = (None, True, "", "x", [], {}, 1.5, float("nan"), "0" * 300)
KEEPS_THE_CHANCE = 0.9


@dataclass
class Findings:
    """What came of bent documents."""

    counts: Counter[str] = field(default_factory=Counter)
    troubles: list[dict[str, Any]] = field(default_factory=list)
    longest: dict[str, float] = field(default_factory=dict)

    def note(self, what: str, seed: str, whole: Any, bent: Any) -> None:
        """Remember something that may not happen."""
        changed = differences(whole, bent)
        self.troubles.append({"what": what, "seed": seed, "phase": phase_of(bent), "bent": changed})


def places_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """List where something stands in a document."""
    inner: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    below = [place for name, part in inner for place in places_in(part, (*path, name))]
    return [path, *below] if path else below


def differences(one: Any, other: Any, path: str = "") -> list[str]:
    """Say where two documents differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        names = sorted({*one, *other})
        return [
            line
            for name in names
            for line in differences(one.get(name), other.get(name), f"{path}.{name}")
        ]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        return [line for at, pair in pairs for line in differences(*pair, f"{path}.{at}")]
    return [] if one == other else [f"{path[1:]}: {one!r} became {other!r}"]


def phase_of(document: Any) -> Any:
    """Return the phase of a position."""
    return document.get("phase") if isinstance(document, dict) else None


def bend(document: Any, chance: random.Random) -> Any:
    """Change a few things of a document: most a little, some beyond recognition."""
    bent = copy.deepcopy(document)
    for _ in range(chance.choice((1, 1, 1, 2, 2, 3))):
        places = [
            place
            for place in places_in(bent)
            if place[0] != "chance" or chance.random() > KEEPS_THE_CHANCE
        ]
        if not places:
            return bent
        *path, last = chance.choice(places)
        holder = bent
        for name in path:
            holder = holder[name]
        change(holder, last, bent, chance)
    return bent


def change(holder: Any, at: Any, whole: Any, chance: random.Random) -> None:
    """Change one thing: by another that stands near it or elsewhere, by a number, or by nothing."""
    kind, old = chance.random(), holder[at]
    if kind < 0.1:
        del holder[at]
    elif kind < 0.2 and isinstance(holder, list):
        holder.insert(at, copy.deepcopy(old))
    elif kind < 0.35 and isinstance(holder, list):
        other = chance.randrange(len(holder))
        holder[at], holder[other] = holder[other], old
    elif kind < 0.6 and isinstance(old, int):
        holder[at] = old + chance.choice((-2, -1, 1, 2))
    elif kind < 0.7:
        holder[at] = chance.choice(FAR)
    elif kind < 0.75:
        holder[at] = chance.choice(FOREIGN)
    else:
        holder[at] = copy.deepcopy(somewhere(whole, type(old), chance))


def somewhere(whole: Any, kind: type, chance: random.Random) -> Any:
    """Return something of the same kind from anywhere in a document."""
    found = []
    for place in places_in(whole):
        value = whole
        for name in place:
            value = value[name]
        if isinstance(value, kind):
            found.append(value)
    return chance.choice(found) if found else None


def a_match(name: str, seed: str, chance: random.Random) -> Match:
    """Play a random game for a while."""
    game = find_game(name)
    options = {name: chance.choice(choices) for name, choices in game.options.items()}
    match = new(name, chance.choice(game.seats), seed, options)
    for _ in range(chance.randrange(chance.choice(LENGTHS))):
        if match.over:
            break
        seat = chance.choice(match.to_act)
        number = chance.choice(game.legal_moves(match.record, seat))
        match.play(Move(seat, number, "", {}))
    return match


class Bender:
    """Bends what one game writes, and plays on with what is accepted."""

    def __init__(self, name: str) -> None:
        self.game = find_game(name)
        self.findings = Findings()
        self.long = float("inf")
        self.warm_up()
        self.findings = Findings()
        self.long = LONG

    def warm_up(self) -> None:
        """Look at a whole game and its file once, however long that takes: rules compile then."""
        chance = random.Random(0)
        match = new(self.game, seed=0)
        self.play_on(copy_record(match.record), chance)
        read(write(match).encode(), Match)

    def run(self, begin: int, seconds: float) -> int:
        """Bend for so long, in processor time; return the number of the next document."""
        number, end = begin, time.process_time() + seconds
        while time.process_time() < end:
            chance = random.Random(f"{self.game.name}/{number}")
            match = a_match(self.game.name, str(number), chance)
            for _ in range(BENT_PER_MATCH):
                self.try_position(f"{number}", match, chance)
            self.try_file(f"{number}", match, chance)
            number += 1
        return number

    def try_position(self, seed: str, match: Match, chance: random.Random) -> None:
        """Bend a position. It is refused with its reason, or can be played to the end."""
        whole = match.position()
        bent = bend(whole, chance)
        try:
            begun = self.timed("restore", lambda: from_position(self.game, bent))
        except PositionError:
            self.findings.counts["positions refused"] += 1
            return
        except Exception as trouble:
            self.findings.note(f"restore: {type(trouble).__name__}: {trouble}", seed, whole, bent)
            return
        self.findings.counts["positions played"] += 1
        try:
            self.play_on(begun.record, chance)
        except Exception as trouble:
            self.findings.note(f"{type(trouble).__name__}: {trouble}", seed, whole, bent)

    def play_on(self, s: Record, chance: random.Random) -> None:
        """Look at a record as a table does and play it to its end, with every invariant."""
        game = self.game
        self.look_at(s, chance)
        for _ in range(MOST_MOVES):
            if s.over:
                break
            seat = chance.choice(game.to_act(s))
            legal = game.legal_moves(s, seat)
            assert legal, f"seat {seat} has no move"
            game.rules.play(s, seat, chance.choice(legal))
            broken = game.flaw(s)
            assert broken is None, f"later it breaks an invariant: {broken}"
            if chance.random() < LOOKS:
                self.look_at(s, chance)
        else:
            self.findings.counts["games that did not end"] += 1

    def look_at(self, s: Record, chance: random.Random) -> None:
        """Ask what a table asks, of every seat and of a spectator."""
        match = Match(self.game, s, None)
        for seat in (*range(match.seats), None):
            self.timed("view", partial(match.view, seat))
        for seat in match.to_act:
            self.timed("legal", partial(match.legal, seat))
        for seat in range(match.seats):
            seed = chance.getrandbits(32)
            veiled = self.timed("veil", partial(self.game.veiled, s, seat, seed))
            assert self.game.flaw(veiled) is None, f"veil of {seat}: {self.game.flaw(veiled)}"
            same = json.dumps(match.view(seat)) == json.dumps(self.game.view(veiled, seat))
            assert same, f"seat {seat} sees another thing under its veil"
        match.scores(), match.ranking(), match.breakdown(), str(match)
        assert from_position(self.game, match.position()).digest() == match.digest(), "round trip"

    def timed(self, name: str, call: Callable[[], Any]) -> Any:
        """Do something and note how long it takes in processor time."""
        begin = time.process_time()
        result = call()
        took = time.process_time() - begin
        self.findings.longest[name] = max(took, self.findings.longest.get(name, 0.0))
        assert took < self.long, f"{name} took {took:.2f} s"
        return result

    def try_file(self, seed: str, match: Match, chance: random.Random) -> None:
        """Bend the lines of a game file, seal it again, and read it."""
        whole = write(match).splitlines()[:-1]
        bent = bend(whole, chance)
        lines = [str(line) for line in bent]
        text = "\n".join([*lines, f"seal {seal_of(lines)}", ""])
        try:
            read(text.encode(errors="surrogateescape"), Match)
        except GameFileError:
            self.findings.counts["files refused"] += 1
        except Exception as trouble:
            self.findings.note(f"file: {type(trouble).__name__}: {trouble}", seed, whole, lines)
        else:
            self.findings.counts["files read"] += 1


def main() -> None:
    """Bend for a while, print what was found, and fail if that was anything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5, help="of processor time")
    parser.add_argument("--begin", type=int, default=0, help="the number of the first document")
    parser.add_argument("--show", type=int, default=3, help="how many troubles to show in full")
    parser.add_argument("games", nargs="*", metavar="GAME")
    wanted = parser.parse_args()
    games, troubles = wanted.games or known_games(), 0
    for name in games:
        bender = Bender(name)
        end = bender.run(wanted.begin, 60 * wanted.minutes / len(games))
        found = bender.findings
        troubles += len(found.troubles)
        report = {
            "game": name,
            "documents": end - wanted.begin,
            "bounds checks": bool(config.BOUNDSCHECK),
            **found.counts,
            "longest call (ms)": {what: round(1000 * s, 1) for what, s in found.longest.items()},
            "troubles": len(found.troubles),
            "kinds of trouble": Counter(it["what"][:120] for it in found.troubles),
            "shown": found.troubles[: wanted.show],
        }
        print(json.dumps(report, indent=2, default=str), flush=True)
    if troubles:
        sys.exit(f"{troubles} documents were neither refused nor played")


if __name__ == "__main__":
    main()
