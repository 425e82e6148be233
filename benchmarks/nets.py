"""Measure how fast nets judge, and how fast searches with and without one imagine, on one core.

python benchmarks/nets.py [GAME …]
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

import numpy as np

from allmende.bots.nets.judging import desk_for, judge_of
from allmende.bots.nets.weights import Weights, shapes_for, width_for
from allmende.bots.puct.thinker import NetThinker
from allmende.bots.search.thinker import Budget, Thinker
from allmende.core.game import Game
from allmende.core.match import new
from allmende.core.registry import find_game, known_games
from allmende.core.sight import Sight

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
SEED, SECONDS, DECISIONS = "nets", 1.0, 12
THOUGHT = Budget(iterations=500)


def any_net(game: Game) -> Weights:
    """Return a net that has learned nothing: it takes as long."""
    chance = np.random.default_rng(1)
    shapes = shapes_for(game, width_for(game))
    return Weights(*(chance.normal(0, 0.1, shape).astype(np.float32) for shape in shapes))


def decisions(game: Game) -> list[Sight]:
    """Return decisions spread over a game that is played by lot."""
    match, chance, found = new(game, game.seats[0], SEED), random.Random(SEED), []
    while not match.over:
        seat = match.to_act[0]
        legal = game.legal_moves(match.record, seat)
        if len(legal) > 1:
            found.append(Sight(game, match.record, seat, SEED))
        match.play_in_numbers(seat, chance.choice(legal))
    return found


def judgements(game: Game, sights: list[Sight]) -> float:
    """Return how many decisions a net judges in a second, from what a seat knows to the chances."""
    net, judge = any_net(game), judge_of(game)
    desk = desk_for(game, net)
    asked = [(sight.known, sight.seat, np.array(sight.legal())) for sight in sights]
    judge(*asked[0], len(asked[0][2]), net, desk)
    done, begin = 0, time.perf_counter()
    while (spent := time.perf_counter() - begin) < SECONDS:
        for known, seat, legal in asked:
            judge(known, seat, legal, len(legal), net, desk)
        done += len(asked)
    return done / spent


def imagined(thinker: Thinker, sights: list[Sight]) -> float:
    """Return how many games a search imagines in a second."""
    done, begin = 0, time.perf_counter()
    for sight in sights[:: max(1, len(sights) // DECISIONS)]:
        thinker.expect_nothing()
        done += thinker.think(sight, THOUGHT).iterations
    return done / (time.perf_counter() - begin)


def main() -> None:
    """Measure the named games, or all installed ones and an example."""
    names = sys.argv[1:] or [str(EXAMPLES / "four_in_a_row.py"), *known_games()]
    print("| game | judged a second | imagined with a net | without |")
    print("| :-- | --: | --: | --: |")
    for name in names:
        game = find_game(name)
        sights = decisions(game)
        with_net = imagined(NetThinker(game, SEED, any_net(game)), sights)
        without = imagined(Thinker(game, SEED), sights)
        judged = judgements(game, sights)
        print(f"| {game.name} | {judged:,.0f} | {with_net:,.0f} | {without:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
