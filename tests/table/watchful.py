"""All that tables and bots ask of a game, asked of one whose rules and words refuse a concealed
record, and whose `imagine` refuses any other.

Run with interpreted rules, so that every call of every rule is seen:
`ALLMENDE_INTERPRET=1 python -m tests.table.watchful`.
"""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np

from allmende import new
from allmende.bots.search.thinker import Budget, Thinker
from allmende.core.game import Game
from allmende.core.registry import find_game
from allmende.core.secrets import is_concealed
from allmende.core.sight import Sight
from allmende.table.library.branch import imagined_world
from allmende.table.store.facts import MOVE, Happening
from allmende.table.tables.dealing import has_hands
from allmende.table.tables.history import History
from allmende.table.tables.scene import Scene, state

SMALL_GAME, SEATS = "tests/games/small/small_game.py", 3
RULES = ("legal", "play", "score", "rank", "flaw", "disguise")
WORDS = ("view", "notation", "move_data", "story", "breakdown")
THOUGHT = Budget(iterations=4)


def refusing(concealed: bool, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Watch over a function: no record that it gets may be concealed, or every one must be."""

    def watched(*given: Any) -> Any:
        for it in given:
            if hasattr(it, "drawn") and is_concealed(it) == concealed:
                raise AssertionError(f"'{name}' got {'a' if concealed else 'no'} concealed record")
        return function(*given)

    return watched


def watchful(game: Game) -> Game:
    """Return a game that notices if a concealed record goes where it must not."""
    rules: dict[str, Any] = {
        name: refusing(True, name, getattr(game.rules, name)) for name in RULES
    }
    rules["imagine"] = refusing(False, "imagine", game.rules.imagine)
    words: dict[str, Any] = {
        name: refusing(True, name, getattr(game.words, name)) for name in WORDS
    }
    return replace(game, rules=replace(game.rules, **rules), words=replace(game.words, **words))


def interpreted_thinker(game: Game) -> Thinker:
    """Return a thinker whose nodes have attributes in plain Python, too."""
    thinker = Thinker(game, "watchful", nodes=1 << 10)
    thinker.tree = thinker.tree._replace(nodes=thinker.tree.nodes.view(np.recarray))
    return thinker


def main() -> None:
    """Play a game at a table, with everybody looking and thinking at each decision."""
    game, chance = watchful(find_game(SMALL_GAME)), Random(1)
    history, thinker = History(new(game, SEATS, 1)), interpreted_thinker(game)
    while history.ending is None:
        seat = chance.choice(history.to_act)
        for you in ([], [0], [1, 2]):
            state(Scene(history), you)
        assert has_hands(game, history.record)
        imagined_world(history, len(history.match.moves), seat)
        thought = thinker.think(Sight(game, history.record, seat, "watchful"), THOUGHT)
        history.add(Happening(history.version + 1, MOVE, seat, thought.best, None, ""))
    state(Scene(history), [0])


if __name__ == "__main__":
    main()
