"""The random player."""

from allmende import find_game, new
from allmende.bots.random import RandomBot
from allmende.core.sight import Sight


def test_moves_are_legal_and_the_seed_decides() -> None:
    game = find_game("halali")
    chosen = {}
    for seed in ("a", "a again", "b"):
        match, bot = new(game, seed=7), RandomBot(seed[0])
        while not match.over:
            seat = match.to_act[0]
            number = bot.choose(Sight(game, match.record, seat, seed))
            match.play(next(move for move in match.legal(seat) if move.number == number))
        chosen[seed] = [move.number for move in match.moves]
    assert chosen["a"] == chosen["a again"] != chosen["b"]
