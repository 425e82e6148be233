"""Laws about moves."""

import json
from typing import Any

import numpy as np

from allmende.core.game import Game
from allmende.core.language import Message
from allmende.core.match import Match
from allmende.core.record import Record, blank_records

from .case import Case, demand, random_states, speakers_of
from .thorough import thorough_player

GAMES = 20
THOROUGH_GAMES = 4_000
WISHES = 40
TROUBLES = {
    1: "legal moves are not ascending, not unique or out of range",
    2: "a seat that may act has no legal move",
    3: "a seat that may not act has legal moves",
    4: "a legal move leads to a record that breaks an invariant",
    5: "a legal move does not raise the ply by exactly one",
    6: "nobody is to act although the game goes on, or somebody although it is over",
    7: "the game passes its longest",
}


def every_legal_move_plays(case: Case) -> None:
    """In thousands of random games every legal move of every state plays and leaves all sound."""
    table = blank_records(case.game.record, 3)
    moves, tried = np.zeros(case.game.moves, np.int64), np.zeros(case.game.moves, np.int64)
    player = thorough_player(case.game)
    biting = [seed for seed, _ in case.biting]
    for seed in [*biting, *(f"{case}/{index}" for index in range(case.share(THOROUGH_GAMES)))]:
        table[0] = case.deal(seed)
        trouble = player(table, moves, tried)
        if trouble:
            text = TROUBLES[trouble]
            demand(False, f"{text}: random game {seed}, ply {table[0].ply}")


def words_find_their_moves(case: Case) -> None:
    """Notation and data of each legal move are unique and lead back to it; those of every other
    move lead to one that is spelled like that."""
    chooser = np.random.default_rng(2)
    for s in random_states(case, "words", GAMES // 4, 6):
        match = Match(case.game, s, None)
        for seat in match.to_act:
            moves = match.legal(seat)
            notations = [move.notation for move in moves]
            demand(len(set(notations)) == len(notations), f"notation not unique: {notations}")
            data = [json.dumps(move.data, sort_keys=True) for move in moves]
            demand(len(set(data)) == len(data), f"move data not unique: {data}")
            for move in moves:
                leads_back(match, seat, move.notation, move.number)
                leads_back(match, seat, json.loads(json.dumps(move.data)), move.number)
            for number in chooser.choice(case.game.moves, min(WISHES, case.game.moves), False):
                is_found(case.game, s, seat, int(number))


def is_found(game: Game, s: Record, seat: int, number: int) -> None:
    """The words of a move are understood, also where it is not legal."""
    data = json.loads(json.dumps(game.words.move_data(s, seat, number)))
    found = game.number_of(s, seat, data)
    same = found is not None and game.words.move_data(s, seat, found) == data
    demand(same, f"{data} means move {found}, but it is the data of move {number}")
    notation = game.words.notation(s, seat, number)
    found = game.number_of(s, seat, notation)
    same = found is not None and game.words.notation(s, seat, found) == notation
    demand(same, f"'{notation}' means move {found}, but it is how move {number} is written")


def leads_back(match: Match, seat: int, words: Any, number: int) -> None:
    """Playing the words of a move plays that move."""
    played = match.play(words, seat)
    match.undo()
    demand(played.number == number, f"'{words}' plays move {played.number} instead of {number}")


def refusals_have_reasons(case: Case) -> None:
    """A legal move has no reason against it; every other has one that can be said."""
    chooser = np.random.default_rng(1)
    for s in random_states(case, "reasons", GAMES // 4, 4):
        for seat in range(case.seats):
            legal = case.game.legal_moves(s, seat)
            wishes = chooser.integers(-1, case.game.moves + 1, WISHES).tolist()
            for move in {*wishes, *legal}:
                reason = case.game.why_not(s, seat, move)
                demand((reason is None) == (move in legal), f"move {move}: {reason}")
                if reason is not None:
                    can_be_said(case, reason)
            refuses_to_play(case, s, seat, legal)


def can_be_said(case: Case, message: Message) -> None:
    """A message has words in every language, with all its blanks filled."""
    for speaker in speakers_of(case.game):
        sentence = speaker.say(message)
        demand("{" not in sentence, f"'{sentence}' has an empty place")


def refuses_to_play(case: Case, s: Record, seat: int, legal: list[int]) -> None:
    """A match refuses what is not legal and stays as it was."""
    match = Match(case.game, s, None)
    before = match.digest()
    for wish in ("no such move", {"do": "no such thing"}):
        refused = False
        try:
            match.play(wish, seat)
        except Exception as trouble:
            refused = type(trouble).__name__ == "IllegalMove"
        demand(refused, f"{wish!r} must be refused as an illegal move")
    demand(match.digest() == before, "a refused move changed the record")
