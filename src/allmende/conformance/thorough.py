"""A compiled random game in which every legal move of every state is tried."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from allmende.core.chance import next_word
from allmende.core.game import Game
from allmende.core.turns import may_act

from .play import rule_over

UNORDERED, NO_MOVE, WRONG_SEAT, FLAW, PLY, NOBODY, ENDLESS = 1, 2, 3, 4, 5, 6, 7


@cache
def thorough_player(game: Game) -> Callable[..., Any]:
    """Compile the check: it plays table[0] to the end and returns what broke, or 0.

    table[1] is where each legal move is tried, table[2] lends its chance to the choices.
    """
    legal, play, flaw = game.rules.legal, game.rules.play, game.rules.flaw
    space, longest, compiled = game.moves, game.longest, rule_over(game)

    @compiled
    def moves_in_order(moves: np.ndarray, count: int) -> bool:
        last = -1
        for i in range(count):
            if moves[i] <= last or moves[i] >= space:
                return False
            last = moves[i]
        return True

    @compiled
    def try_moves(table: np.ndarray, seat: int, moves: np.ndarray, count: int) -> int:
        for i in range(count):
            table[1] = table[0]
            play(table[1], seat, moves[i])
            if flaw(table[1]) != 0:
                return FLAW
            if table[1].ply != table[0].ply + 1:
                return PLY
            if (table[1].over == 0) == (table[1].waiting == 0):
                return NOBODY
        return 0

    @compiled
    def try_everything(table: np.ndarray, moves: np.ndarray, tried: np.ndarray) -> int:
        s = table[0]
        table[2] = s
        while s.over == 0:
            if s.ply >= longest:
                return ENDLESS
            turn = next_word(table[2]) % int(s.seats)
            acting, count = -1, 0
            for k in range(s.seats):
                seat = (turn + k) % s.seats
                found = legal(s, seat, tried)
                if not moves_in_order(tried, found):
                    return UNORDERED
                if found > 0 and not may_act(s, seat):
                    return WRONG_SEAT
                if found == 0 and may_act(s, seat):
                    return NO_MOVE
                if found > 0:
                    trouble = try_moves(table, seat, tried, found)
                    if trouble != 0:
                        return trouble
                    if acting < 0:
                        acting, count = seat, found
                        moves[:found] = tried[:found]
            if acting < 0:
                return NOBODY
            play(s, acting, moves[next_word(table[2]) % count])
        return FLAW if flaw(s) != 0 else 0

    return try_everything
