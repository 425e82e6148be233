"""The turn of a bot: it decides over a record that holds no secret from it."""

from allmende.bots.random import RandomBot
from allmende.core.match import Match, fresh_seed


def let_bot_decide(match: Match, bot: RandomBot, seat: int) -> None:
    """Ask a bot for the decision of a seat and carry it out."""
    imagined = match.game.veiled(match.record, seat, fresh_seed())
    number = bot.choose(imagined, seat)
    match.play(next(move for move in match.legal(seat) if move.number == number))
