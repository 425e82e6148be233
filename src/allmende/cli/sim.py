"""`allmende sim`: many games, random or between players, and what came out."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from allmende.bots.levels import RANDOM
from allmende.core.data import read_document
from allmende.core.errors import BadSetup
from allmende.core.game import Game
from allmende.core.gpu import GPU
from allmende.core.registry import find_game
from allmende.lab import contest
from allmende.lab.crew import Crew
from allmende.lab.playing import simulate_players
from allmende.lab.rows import DataSet, Played, data_set
from allmende.lab.simulate import Plan, Result, simulate
from allmende.lab.staged import staging
from allmende.lab.variants import Variant, variants

from .arguments import the_options, the_players, the_seed
from .crews import Workers, crew_of
from .progress import watched
from .sim_tables import print_as_table

Play: TypeAlias = Callable[[Plan, Callable[[int], None], DataSet, Crew | None], Result]
"""Plays a plan: tells how far it is, keeps rows, and has a crew if one was brought."""


class Wishes(NamedTuple):
    """What was asked for on the command line."""

    game: str
    games: int
    seats: int | None
    seed: str | None
    options: Sequence[str]
    data: Path | None
    workers: Workers
    checking: bool
    players: str
    bots: Sequence[str]
    pace: float
    each_option: bool
    out: Path | None
    decisions: Path | None
    force: bool
    as_json: bool
    on: str


class Compared(NamedTuple):
    """A variant and what came out of it."""

    variant: Variant
    result: Result

    def as_data(self) -> dict[str, Any]:
        """Return it as JSON-ready data."""
        about = {"option": self.variant.option, "choice": self.variant.choice}
        return about | self.result.as_data()


def run_simulation(wishes: Wishes) -> None:
    """Play the games, with a progress bar if somebody watches, and print what came out."""
    game = find_game(wishes.game)
    plan = plan_of(wishes, game)
    others = list(variants(game, plan.options)) if wishes.each_option else []
    if wishes.each_option and not others:
        raise BadSetup(f"{game.name} has no options to compare")
    play = player_of(wishes, plan)
    facts = {} if plan.data is None else {"data": json.dumps(plan.data, ensure_ascii=False)}
    total = plan.games * (1 + len(others))
    with (
        staging() as stage,
        data_set(stage, game, wishes.out, wishes.decisions, facts, wishes.force) as rows,
        watched(total, "getting ready", game.name, "games") as progress,
        crew_of(wishes.workers, wishes.game, wishes.bots, plan.on) as crew,
    ):
        result = play(plan, progress, rows, crew)
        compared = [
            Compared(other, play(replace(plan, options=other.options), progress, rows, crew))
            for other in others
        ]
    if wishes.as_json:
        print_as_json(result, compared)
    else:
        print_as_table(result, [(one.variant, one.result) for one in compared])


def plan_of(wishes: Wishes, game: Game) -> Plan:
    """Check what was asked for."""
    chosen = the_options(wishes.options)
    game.option_indices(chosen)
    return Plan(
        game=game,
        games=wishes.games,
        seats=the_seats(wishes, game),
        seed=the_seed(wishes.seed),
        options={name: choices[0] for name, choices in game.options.items()} | chosen,
        jobs=wishes.workers.on_this_machine(),
        checking=wishes.checking,
        data=None if wishes.data is None else read_document(wishes.data),
        logged=wishes.decisions is not None,
        on=wishes.on,
    )


def the_seats(wishes: Wishes, game: Game) -> int:
    """Return how many play: as many as players are named, if more than one is."""
    named = len(the_players(wishes.players)) if wishes.players else 0
    if wishes.seats is not None:
        return game.check_seats(wishes.seats)
    return game.check_seats(named if named > 1 else min(game.seats))


def player_of(wishes: Wishes, plan: Plan) -> Play:
    """Return what plays a plan: chance alone, or players that are asked."""
    names = the_players(wishes.players) if wishes.players else (RANDOM,)
    if len(names) not in (1, plan.seats):
        raise BadSetup(
            f"--players {wishes.players}: these are {len(names)} players for {plan.seats} seats; "
            f"name one for each seat, or one for all"
        )
    seated = names * plan.seats if len(names) == 1 else names
    if set(seated) == {RANDOM}:
        return keep_at_random if wishes.out or wishes.decisions else play_at_random
    if wishes.checking:
        raise BadSetup("--check goes with random games, not with --players")
    if wishes.on == GPU:
        raise BadSetup("--on gpu goes with random games, not with --players")
    with_players = contest.Plan(
        game=wishes.game,
        players=seated,
        games=plan.games,
        seed=plan.seed,
        jobs=plan.jobs,
        pace=wishes.pace,
        bots=tuple(wishes.bots),
        seats=plan.seats,
        logged=plan.logged,
        data=None if plan.data is None else json.dumps(plan.data),
    )
    contest.check(replace(with_players, options=plan.options))

    def play(
        plan: Plan, progress: Callable[[int], None], rows: DataSet, crew: Crew | None
    ) -> Result:
        asked = replace(with_players, options=plan.options)
        return simulate_players(
            asked,
            progress,
            lambda outcome: rows.add_played(Played(outcome, plan.options, plan.seed, seated)),
            crew,
        )

    return play


def keep_at_random(
    plan: Plan, progress: Callable[[int], None], rows: DataSet, crew: Crew | None
) -> Result:
    """Play a plan by chance alone, and keep every game."""
    return simulate(plan, progress, lambda piece: rows.add_piece(plan, piece), crew)


def play_at_random(
    plan: Plan, progress: Callable[[int], None], rows: DataSet, crew: Crew | None
) -> Result:
    """Play a plan by chance alone, of which nobody keeps the single games."""
    return simulate(plan, progress, crew=crew)


def print_as_json(result: Result, compared: Sequence[Compared]) -> None:
    """Print one JSON object and nothing else."""
    each = {"each_option": [one.as_data() for one in compared]} if compared else {}
    print(json.dumps(result.as_data() | each, ensure_ascii=False))
