"""`allmende warm`: compile now, so that nobody has to wait later."""

import time
from collections.abc import Sequence

from allmende.bots.player import Player
from allmende.bots.random import RandomBot
from allmende.bots.search.thinker import Budget
from allmende.bots.searching import SearchBot
from allmende.core.game import Game
from allmende.core.match import Match, from_position, new
from allmende.core.registry import known_games
from allmende.lab.simulate import Plan, warm_up

from .arguments import the_game
from .bot_turn import let_bot_decide

SEED = "warm"
THOUGHT = Budget(iterations=8)
THOUGHTFUL_PLIES = 30
"""So many decisions are thought about, which uses every part of the search; then chance plays."""


def warm_games(names: Sequence[str]) -> None:
    """Compile the named games, or all that are installed."""
    games = [the_game(name) for name in names or known_games()]
    width = max((len(game.name) for game in games), default=0)
    for game in games:
        print(f"{game.name:<{width}}  … ", end="", flush=True)
        begin = time.perf_counter()
        warm_game(game)
        print(f"ready in {time.perf_counter() - begin:.1f} s", flush=True)


def warm_game(game: Game) -> None:
    """Compile everything that a table and a laboratory need of a game."""
    warm_up(Plan(game=game, games=1, seats=min(game.seats), seed=SEED))
    match = new(game, min(game.seats), SEED)
    play_out(match)
    look_at_everything(match)


def play_out(match: Match) -> None:
    """Play a whole game the way a table does: with advice and some thought, then fast."""
    thinker, fast = SearchBot(match.game, SEED, THOUGHT), RandomBot(SEED)
    match.advise(match.to_act[0], iterations=THOUGHT.iterations)
    while not match.over:
        bot: Player = thinker if len(match.moves) < THOUGHTFUL_PLIES else fast
        let_bot_decide(match, bot, match.to_act[0])


def look_at_everything(match: Match) -> None:
    """Ask a match for all that tables show: rules that only words use compile as well."""
    list(match.story())
    match.board()
    match.breakdown()
    match.ranking()
    from_position(match.game, match.position())
