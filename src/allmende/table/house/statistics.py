"""How somebody has played so far: counted from the finished tables of a device.

A game counts where the device held one seat and its player was there to the end, or gave up. Where
a device is passed around nobody knows who "I" is: such games are counted, but nobody has won them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from allmende.bots.levels import LEVELS

from ..store.facts import BOT, Listed, Result, read_result
from ..tokens import Device
from ..wire import answers

PEOPLE = "people"


@dataclass(frozen=True)
class Played:
    """One finished game, as one player saw it."""

    game: str
    seats: int
    points: int
    place: int
    shared: bool
    opponents: frozenset[str]
    """The levels of the bots, and "people"."""

    @property
    def won(self) -> bool:
        """Whether it was won alone."""
        return self.place == 1 and not self.shared

    @property
    def drawn(self) -> bool:
        """Whether the first place was shared."""
        return self.place == 1 and self.shared


@dataclass
class Tally:
    """How many games there were, and how they went."""

    played: int = 0
    won: int = 0
    drawn: int = 0
    points: list[int] = field(default_factory=list)

    def add(self, game: Played) -> None:
        """Count a game."""
        self.played += 1
        self.won += game.won
        self.drawn += game.drawn
        self.points.append(game.points)

    def as_data(self) -> answers.Tally:
        """Return the numbers of games."""
        return {"played": self.played, "won": self.won, "drawn": self.drawn}


def statistics(tables: Iterable[Listed], devices: frozenset[Device]) -> answers.Statistics:
    """Sum up the finished tables of somebody who has some devices, in the order they ended."""
    finished = [
        (table, read_result(table.standing.result)) for table in tables if table.standing.result
    ]
    games = [game for game in (played_by(devices, *one) for one in finished) if game is not None]
    return {
        **tally(games).as_data(),
        "passed_around": sum(len(seats_of(devices, table)) > 1 for table, _ in finished),
        "streak": streaks(games),
        "games": [about_game(name, games) for name in sorted({game.game for game in games})],
        "opponents": [
            {"who": who, **tally([game for game in games if who in game.opponents]).as_data()}
            for who in (*LEVELS, PEOPLE)
            if any(who in game.opponents for game in games)
        ],
    }


def seats_of(devices: frozenset[Device], table: Listed) -> list[int]:
    """List the seats that some devices held."""
    return [chair.seat for chair in table.chairs if chair.holders & devices]


def played_by(devices: frozenset[Device], table: Listed, result: Result) -> Played | None:
    """Return a finished game as the player of some devices saw it, or None if it does not count."""
    mine = seats_of(devices, table)
    if len(mine) != 1:
        return None
    chair = table.chairs[mine[0]]
    if chair.kind == BOT and not chair.resigned:
        return None
    others = [other for other in table.chairs if other is not chair]
    last = len(table.chairs)
    place = last if chair.resigned else result.places[chair.seat]
    return Played(
        table.game,
        len(table.chairs),
        result.scores[chair.seat],
        place,
        result.places.count(place) > 1,
        frozenset(opponent(other.kind, other.level) for other in others),
    )


def opponent(kind: str, level: str | None) -> str:
    """Say what kind of opponent sits in a chair."""
    return level if kind == BOT and level else PEOPLE


def tally(games: Iterable[Played]) -> Tally:
    """Count games."""
    counted = Tally()
    for game in games:
        counted.add(game)
    return counted


def about_game(name: str, games: Sequence[Played]) -> answers.GameTally:
    """Sum up all that was played of one game."""
    mine = [game for game in games if game.game == name]
    counted = tally(mine)
    return {
        "game": name,
        **counted.as_data(),
        "best": max(counted.points),
        "mean": round(sum(counted.points) / len(counted.points), 1),
        "seats": [
            {"seats": count, **tally([game for game in mine if game.seats == count]).as_data()}
            for count in sorted({game.seats for game in mine})
        ],
    }


def streaks(games: Sequence[Played]) -> answers.Streak:
    """Find the longest run of victories, and the one that goes on."""
    now = longest = 0
    for game in games:
        now = now + 1 if game.won else 0
        longest = max(longest, now)
    return {"now": now, "longest": longest}
