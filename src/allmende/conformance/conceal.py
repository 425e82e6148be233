"""The laws of concealing: what is left of a record is what a seat knows, and always the same."""

import random
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np

from allmende.core.chance import key_of_seed
from allmende.core.game import Game, Json
from allmende.core.record import Record, own_fields, record_from
from allmende.core.secrets import UNKNOWN

from .case import BrokenLaw, Case, demand, random_states, watchers
from .differences import Place, differing_places, named_places, who

GAMES = 6
PER_GAME = 8
SWAP_GAMES = 24
SWAPS = 30


def conceal_forgets_the_chance(case: Case) -> None:
    """A concealed record has no key, no block, and UNKNOWN words drawn."""
    for s in random_states(case, "chance", GAMES, PER_GAME):
        for seat in watchers(case):
            known = case.game.concealed(s, seat)
            kept = [name for name in ("key", "block") if known[name].any()]
            kept += ["drawn"] if known.drawn != UNKNOWN else []
            demand(not kept, f"{who(seat)} knows chance: {', '.join(kept)} is not wiped")


def concealing_twice_changes_nothing(case: Case) -> None:
    """What is concealed from a seat stays as it is when it is concealed from that seat again."""
    for s in random_states(case, "twice", GAMES, PER_GAME):
        for seat in watchers(case):
            once = case.game.concealed(s, seat)
            twice = case.game.concealed(once, seat)
            if once.tobytes() != twice.tobytes():
                changed = named_places(once, twice)
                raise BrokenLaw(f"{changed} changes when it is concealed twice from {who(seat)}")


def conceal_is_canonical(case: Case) -> None:
    """Conceal, imagine and conceal again: the same bytes, so nothing unknown shows through."""
    for at, s in enumerate(random_states(case, "canon", GAMES, PER_GAME)):
        for seat in watchers(case):
            known = case.game.concealed(s, seat)
            world = case.game.imagined(known, key_of_seed(f"canon/{at}"))
            again = case.game.concealed(world, seat)
            if known.tobytes() != again.tobytes():
                shown = named_places(known, again)
                raise BrokenLaw(f"{shown} shows {who(seat)} a secret, or is not imagined as known")


def conceal_hides_every_secret(case: Case) -> None:
    """Swap two values that a seat cannot tell apart: concealed, both records must be the same.

    This does not trust the game to know what is hidden: whatever leaves the record sound, the
    view the same and the moves the same is a secret.
    """
    chooser = random.Random("swap")
    for at, s in enumerate(random_states(case, "swap", case.share(SWAP_GAMES), PER_GAME)):
        for seat in watchers(case):
            likely = own_places(s, case.game.veiled(s, seat, f"likely/{at}"))
            known, look = case.game.concealed(s, seat), Look(case.game, s, seat)
            for _ in range(SWAPS):
                other = swap_two_values(s, likely, chooser)
                if other is None or case.game.flaw(other) is not None:
                    continue  # no rule has to cope with an unsound record
                known_then = case.game.concealed(other, seat)
                if known_then.tobytes() == known.tobytes():
                    continue
                if look.is_the_same_at(other):
                    raise BrokenLaw(f"{named_places(known, known_then)} shows {who(seat)} a secret")


@cache
def places_of(dtype: np.dtype[Any]) -> list[Place]:
    """List every value of the game's own fields by field and index."""
    sizes = {name: int(np.prod(dtype[name].shape)) for name in own_fields(dtype)}
    return [(name, at) for name, size in sizes.items() for at in range(size)]


def own_places(s: Record, t: Record) -> list[Place]:
    """List the places of the game's own fields where two records differ."""
    own = own_fields(s.dtype)
    return [place for place in differing_places(s, t) if place[0] in own]


@cache
def bytes_by_place(dtype: np.dtype[Any]) -> dict[Place, slice]:
    """Say where in the bytes of a record each value of the game's own fields stands."""
    found = {}
    for name, at in places_of(dtype):
        size, begin = dtype[name].base.itemsize, dtype.fields[name][1] if dtype.fields else 0
        found[name, at] = slice(begin + at * size, begin + (at + 1) * size)
    return found


def swap_two_values(s: Record, likely: list[Place], chooser: random.Random) -> Record | None:
    """Return the record with two different values swapped, one of them at a likely place."""
    here = chooser.choice(likely or places_of(s.dtype))
    there = chooser.choice(places_of(s.dtype))
    one, other = (bytes_by_place(s.dtype)[place] for place in (here, there))
    before, after = s.tobytes(), bytearray(s.tobytes())
    if before[one] == before[other] or s.dtype[here[0]].base != s.dtype[there[0]].base:
        return None
    after[one], after[other] = before[other], before[one]
    return record_from(s.dtype, bytes(after))


@dataclass
class Look:
    """What a seat sees of a sound record, to be held against others."""

    game: Game
    s: Record
    seat: int | None

    @cached_property
    def view(self) -> Json:
        """What it is shown."""
        return self.game.view(self.s, self.seat)

    @cached_property
    def moves(self) -> list[int]:
        """What it may do."""
        return [] if self.seat is None else self.game.legal_moves(self.s, self.seat)

    def is_the_same_at(self, other: Record) -> bool:
        """Tell whether the seat sees no difference between this record and another sound one."""
        then = Look(self.game, other, self.seat)
        return then.view == self.view and then.moves == self.moves
