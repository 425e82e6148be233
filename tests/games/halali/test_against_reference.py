"""Random matches, ply by ply against a second implementation, written from the rules alone."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest

from allmende import new
from allmende.core.chance import key_of_seed
from allmende.core.record import Record
from allmende.games.halali import game
from allmende.games.halali.components import FACE_DOWN, FIELD_NAMES, FIELDS, Tile
from tests.games.halali.reference import Move, ReferenceGame


class Style(NamedTuple):
    """How random players choose: first whether to win a tile, then whether to flip one."""

    matches: int
    wins: float
    flips: float


STYLES = (
    Style(matches=55, wins=0, flips=0.5),
    Style(matches=8, wins=0, flips=0.1),
    Style(matches=6, wins=0, flips=0.02),  # long hunts that come to a standstill
    Style(matches=36, wins=1, flips=0.1),  # greedy ones, who leave nothing of a side
)

TILE_NAMES = {tile: tile.name.lower().replace("_", "-") for tile in Tile if tile}
NAMES = TILE_NAMES | {FACE_DOWN + tile: f"?{name}" for tile, name in TILE_NAMES.items()}


def board_of(s: Record) -> dict[str, str]:
    """Return the board of a record in the words of the reference."""
    tiles = s.board[:FIELDS].tolist()
    return {FIELD_NAMES[field]: NAMES[tile] for field, tile in enumerate(tiles) if tile}


def deal_of(s: Record) -> dict[str, str]:
    """Return a fresh deal as the reference wants it: all tiles by field, as if face up."""
    return {field: tile.removeprefix("?") for field, tile in board_of(s).items()}


KNOWN_MOVES: dict[int, Move] = {}


def in_words(s: Record, seat: int, number: int) -> Move:
    """Return a move in the words of the reference, by way of its data."""
    if number not in KNOWN_MOVES:
        KNOWN_MOVES[number] = tuple(game.words.move_data(s, seat, number).values())
    return KNOWN_MOVES[number]


def choose(moves: list[Move], board: dict[str, str], style: Style, chance: random.Random) -> Move:
    """Choose a random move in the style of a player."""
    flips = [move for move in moves if move[0] == "flip"]
    others = [move for move in moves if move[0] != "flip"]
    wins = [move for move in others if move[0] == "leave" or move[-1] in board]
    if wins and chance.random() < style.wins:
        return chance.choice(wins)
    return chance.choice(flips if flips and chance.random() < style.flips else others or flips)


def compare(s: Record, reference: ReferenceGame) -> None:
    """Assert that a record and the reference are in the same state."""
    seat = reference.seat_to_act
    assert game.to_act(s) == ([] if seat is None else [seat])
    assert board_of(s) == reference.board()
    assert game.scores(s) == reference.points()
    assert (s.banked_tiles + s.bag.sum(axis=1)).tolist() == reference.tiles()
    assert game.places(s) == reference.places()
    assert game.ending(s) == reference.ending
    assert int(s.turns_left) == (reference.turns_left or 0)
    assert int(s.game) + 1 == reference.game_number


def play_both(seed: str, option: str, style: Style) -> Iterator[Move | str]:
    """Play a random match on both sides; yield what was done and how the match ended."""
    s = game.deal(2, key_of_seed(seed), {"match": option})
    deals = [deal_of(s)] if option == "single" else [deal_of(s), {}]
    reference = ReferenceGame(deals)
    chance = random.Random(seed)
    scratch = np.empty(game.moves, np.int64)
    compare(s, reference)
    while not s.over:
        seat = game.to_act(s)[0]
        numbers = scratch[: game.rules.legal(s, seat, scratch)].tolist()
        moves = [in_words(s, seat, number) for number in numbers]
        assert len(set(moves)) == len(moves)
        assert set(moves) == reference.legal()
        move = choose(moves, board_of(s), style, chance)
        round_before = s.game
        game.rules.play(s, seat, numbers[moves.index(move)])
        if s.game > round_before:
            deals[1] = deal_of(s)
        reference.play(move)
        compare(s, reference)
        yield move
    assert reference.legal() == set()
    yield str(game.ending(s))


@pytest.mark.parametrize("option", ["single", "return"])
def test_random_matches_agree_with_the_reference_after_every_ply(option: str) -> None:
    seen: Counter[str] = Counter()
    for style in STYLES:
        for number in range(style.matches):
            for event in play_both(f"{style} {number}", option, style):
                seen[event if isinstance(event, str) else event[0]] += 1
    # Only what occurred was compared: make sure that everything did.
    assert set(seen) == {"flip", "move", "leave", "pass", *game.endings}


def test_the_reference_gets_the_true_deal() -> None:
    match = new("halali", seed="deal", options={"match": "single"})
    position = match.position()["board"]
    codes = " ".join(position).replace("?", "").split()
    deal = deal_of(match.record)
    # North stands on top of a position, the names begin in the south.
    names = [f"{column}{row}" for row in range(7, 0, -1) for column in "abcdefg"]
    arrows = {"^": "-north", ">": "-east", "v": "-south", "<": "-west"}
    letters = {name[0].upper(): name for name in TILE_NAMES.values() if not name.startswith("hunt")}
    letters |= {f"H{arrow}": f"hunter{aim}" for arrow, aim in arrows.items()}
    expected = {name: code for name, code in zip(names, codes, strict=True) if code != "."}
    assert deal == {name: letters[code] for name, code in expected.items()}
