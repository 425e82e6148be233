"""The rows of games and decisions, from what simulations and arenas hand out piece by piece."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from allmende import __version__
from allmende.bots.levels import RANDOM
from allmende.core.chance import key_of_seed, set_chance
from allmende.core.game import Game

from .columns import DECISION_COLUMNS, DECISIONS, GAMES, OPTION, Column, game_columns
from .contest import seed_of
from .outcome import Outcome
from .parquet import RowWriter, arrow, parquet_file
from .random_play import table_for
from .simulate import Piece, Plan
from .staged import Stage
from .summary import winners

OUTCOMES_AT_ONCE = 256
NO_FACTS: Mapping[str, str] = {}


class Played(NamedTuple):
    """A game between players, with the options and the seed of its series and all their names."""

    outcome: Outcome
    options: Mapping[str, str]
    seed: str
    names: Sequence[str]


@dataclass
class DataSet:
    """The files that rows of one command go to, if they were asked for, and how many games they
    hold so far."""

    game: Game
    games: RowWriter | None
    decisions: RowWriter | None
    written: int = 0
    waiting: list[Played] = field(default_factory=list)

    def add_piece(self, plan: Plan, piece: Piece) -> None:
        """Add random games, and their decisions."""
        if self.games is not None:
            self.games.add(random_games(plan, piece, self.written))
        if self.decisions is not None:
            self.decisions.add(random_decisions(plan, piece, self.written))
        self.written += len(piece.games.plies)

    @property
    def is_kept(self) -> bool:
        """Whether any file was asked for."""
        return self.games is not None or self.decisions is not None

    def add_played(self, played: Played) -> None:
        """Add a game between players; they are written in small heaps."""
        self.waiting.append(played)
        if len(self.waiting) >= OUTCOMES_AT_ONCE:
            self.write_waiting()

    def write_waiting(self) -> None:
        """Write the games that wait."""
        numbered = list(enumerate(self.waiting, self.written))
        if self.games is not None and numbered:
            rows = [played_game(self.game, index, one) for index, one in numbered]
            self.games.add(in_columns(self.games, rows))
        if self.decisions is not None and numbered:
            found = [
                row for index, one in numbered for row in played_decisions(self.game, index, one)
            ]
            self.decisions.add(in_columns(self.decisions, found))
        self.written += len(self.waiting)
        self.waiting.clear()


@contextmanager
def data_set(
    stage: Stage,
    game: Game,
    games: Path | None = None,
    decisions: Path | None = None,
    facts: Mapping[str, str] = NO_FACTS,
    force: bool = False,
) -> Iterator[DataSet]:
    """Open the files that are asked for on a stage."""
    facts = {"version": __version__, **facts}
    with ExitStack() as files:

        def opened(path: Path | None, kind: str, columns: Sequence[Column]) -> RowWriter | None:
            if path is None:
                return None
            return files.enter_context(parquet_file(stage, path, kind, columns, facts, force))

        rows = DataSet(
            game,
            opened(games, GAMES, game_columns(game)),
            opened(decisions, DECISIONS, DECISION_COLUMNS),
        )
        yield rows
        rows.write_waiting()


def in_columns(writer: RowWriter, rows: Iterable[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Turn rows into columns."""
    together = list(rows)
    return {name: [row[name] for row in together] for name in writer.schema.names}


def option_values(game: Game, chosen: Mapping[str, str]) -> dict[str, str]:
    """Return what stands in the columns of options; what is not chosen is the default."""
    return {
        f"{OPTION}{name}": chosen.get(name, choices[0]) for name, choices in game.options.items()
    }


def played_game(game: Game, index: int, played: Played) -> dict[str, Any]:
    """Return the row of a game between players."""
    outcome, sitting = played.outcome, played.outcome.sitting
    return {
        "game": game.name,
        "rules": game.version,
        **option_values(game, played.options),
        "seats": len(sitting.players),
        "seed": seed_of(played.seed, sitting.deal),
        "index": index,
        "round": sitting.round,
        "deal": sitting.deal,
        "players": [played.names[player] for player in sitting.players],
        "places": outcome.places,
        "scores": outcome.points,
        "winners": [seat for seat, place in enumerate(outcome.places) if place == 1],
        "ending": game.endings[outcome.ending],
        "moves": outcome.plies,
        "choices": outcome.decisions,
        "legal": outcome.legal,
        "incidents": [len(mine) for mine in outcome.incidents],
    }


def played_decisions(game: Game, index: int, played: Played) -> Iterator[dict[str, Any]]:
    """Yield the rows of the decisions of a game between players."""
    outcome = played.outcome
    players = [played.names[player] for player in outcome.sitting.players]
    for ply, decision in enumerate(outcome.log):
        yield {
            "game": game.name,
            "index": index,
            "ply": ply,
            "player": players[decision.seat],
            **decision._asdict(),
        }


def random_games(plan: Plan, piece: Piece, index: int) -> dict[str, Any]:
    """Return the columns of random games."""
    pa, games, count = arrow(), piece.games, len(piece.games.plies)
    numbers = np.arange(piece.first, piece.first + count)
    won = winners(games.places)
    constant = {
        "game": plan.game.name,
        "rules": np.int32(plan.game.version),
        "seats": np.int32(plan.seats),
        "round": np.int32(0),
        **option_values(plan.game, plan.options),
    }
    return {
        **{name: pa.repeat(pa.scalar(value), count) for name, value in constant.items()},
        "seed": seeds_of(plan.seed, numbers),
        "index": index + np.arange(count),
        "deal": numbers,
        "players": lists(pa.repeat(pa.scalar(RANDOM), count * plan.seats), plan.seats),
        "places": lists(int32s(games.places), plan.seats),
        "scores": lists(pa.array(games.points.reshape(-1)), plan.seats),
        "winners": pa.ListArray.from_arrays(
            np.concatenate([[0], won.sum(axis=1).cumsum()]).astype(np.int32),
            int32s(np.nonzero(won)[1]),
        ),
        "ending": pa.array(plan.game.endings).take(pa.array(games.endings)),
        "moves": int32s(games.plies),
        "choices": lists(int32s(games.choices), plan.seats),
        "legal": games.legal,
        "incidents": lists(int32s(np.zeros_like(games.places)), plan.seats),
    }


def seeds_of(series: str, numbers: np.ndarray) -> Any:
    """Write the seeds of deals; the first number of a series is cut off and each put behind it."""
    pa = arrow()
    import pyarrow.compute as compute

    digits = pa.array(numbers).cast(pa.string())
    return compute.binary_join_element_wise(pa.scalar(seed_of(series, 0)[:-1]), digits, "")


def int32s(numbers: np.ndarray) -> Any:
    """Return numbers, row by row, as narrower ones."""
    return arrow().array(numbers.reshape(-1).astype(np.int32))


def lists(values: Any, width: int) -> Any:
    """Cut values into lists of equal length."""
    pa = arrow()
    edges = pa.array(np.arange(0, len(values) + 1, width, dtype=np.int32))
    return pa.ListArray.from_arrays(edges, values)


def random_decisions(plan: Plan, piece: Piece, index: int) -> dict[str, Any]:
    """Return the columns of the decisions of random games; phases and notations come from playing
    them again."""
    pa, log, plies = arrow(), piece.log, piece.games.plies
    count = len(log.moves)
    begins = np.repeat(plies.cumsum() - plies, plies)
    phases, notations = words_of(plan, piece)
    return {
        "game": pa.repeat(pa.scalar(plan.game.name), count),
        "index": index + np.repeat(np.arange(len(plies)), plies),
        "ply": int32s(np.arange(count) - begins),
        "seat": int32s(log.seats),
        "player": pa.repeat(pa.scalar(RANDOM), count),
        "phase": phases,
        "legal": int32s(log.legal),
        "move": int32s(log.moves),
        "notation": notations,
        "iterations": pa.nulls(count, pa.int64()),
        "value": pa.nulls(count, pa.float64()),
        "incident": pa.nulls(count, pa.string()),
    }


def words_of(plan: Plan, piece: Piece) -> tuple[list[str], list[str]]:
    """Play random games again from their log, and put each decision into words."""
    game, phases, notations = plan.game, list[str](), list[str]()
    table = table_for(game, plan.seats, plan.options, plan.data)
    decisions = zip(piece.log.seats.tolist(), piece.log.moves.tolist(), strict=True)
    for number, plies in enumerate(piece.games.plies.tolist(), piece.first):
        s = table[0]
        table[0] = table[1]
        set_chance(s, key_of_seed(seed_of(plan.seed, number)), 0)
        game.rules.deal(s)
        for _ in range(plies):
            seat, move = next(decisions)
            phases.append(game.phases[int(s.phase)])
            notations.append(game.words.notation(s, seat, move))
            game.rules.play(s, seat, move)
    return phases, notations
