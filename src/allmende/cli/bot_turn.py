"""The turn of a bot: it decides from what its seat may know, under guard."""

import hashlib
from collections.abc import Callable

from allmende.bots.guard import Guard, Incident
from allmende.bots.levels import player_named
from allmende.bots.player import Player
from allmende.core.match import Match, fresh_seed
from allmende.core.sight import Sight


def let_bot_decide(match: Match, bot: Player, seat: int) -> None:
    """Ask a bot for the decision of a seat and carry it out."""
    number = bot.choose(Sight(match.game, match.record, seat, fresh_seed()))
    match.play(next(move for move in match.legal(seat) if move.number == number))


class Opponents:
    """The players of one level at a table. Each is made when it first has to decide, so that
    people are asked for their first move at once."""

    def __init__(
        self,
        match: Match,
        level: str,
        name_of: Callable[[int], str],
        report: Callable[[Incident], None],
    ) -> None:
        self.match = match
        self.level = level
        self.name_of = name_of
        self.report = report
        self.players: dict[int, Guard] = {}

    def decide(self, seat: int) -> None:
        """Let the player in a seat decide."""
        if seat not in self.players:
            self.players[seat] = self.player_in(seat)
        let_bot_decide(self.match, self.players[seat], seat)

    def player_in(self, seat: int) -> Guard:
        """Make the player of a seat and put it under guard."""
        seed = f"{seed_for_bots(self.match)} {seat}"
        player = player_named(self.level, self.match.game, seed)
        return Guard(player, self.name_of(seat), seed, report=self.report)


def seed_for_bots(match: Match) -> str:
    """Make the seed of the bots from that of the match, so that it does not give that one away."""
    origin = match.seed or match.digest()
    return hashlib.sha256(f"allmende bots: {origin}".encode()).hexdigest()
