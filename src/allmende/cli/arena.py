"""`allmende arena`: players against each other, and who is stronger."""

import json
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from math import comb
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table
from rich.text import Text

from allmende.core.errors import BadSetup
from allmende.core.language import Message
from allmende.core.registry import find_game
from allmende.lab.arena import check_tournament, compete
from allmende.lab.contest import Plan, check
from allmende.lab.outcome import Outcome
from allmende.lab.rows import Played, data_set
from allmende.lab.run import kept_run, seed_in
from allmende.lab.saved import save_game
from allmende.lab.staged import staging
from allmende.lab.standings import Pair, Result, Row

from .arguments import the_options, the_players, the_seed
from .crews import Workers, crew_of
from .progress import watched
from .sim_tables import clock_note
from .speech import plain_console
from .tables import around, counted, percents, plain_table

WARNING_STYLE = "yellow"
MOST_INCIDENTS = 5


class Wishes(NamedTuple):
    """What was asked for on the command line."""

    game: str
    players: str
    games: int
    seats: int | None
    seed: str | None
    options: Sequence[str]
    workers: Workers
    pace: float
    bots: Sequence[str]
    limit: float
    swiss: int | None
    out: Path | None
    decisions: Path | None
    saved: Path | None
    run: Path | None
    resume: bool
    force: bool


def run_arena(wishes: Wishes) -> Result:
    """Play the games, with a progress bar if somebody watches."""
    plan = plan_of(wishes)
    names = [entrant.name for entrant in check(plan)]
    check_tournament(plan)
    game = find_game(wishes.game)
    keepers: list[Callable[[Outcome], None]] = []
    with staging() as stage, ExitStack() as opened:
        rows = opened.enter_context(
            data_set(stage, game, wishes.out, wishes.decisions, force=wishes.force)
        )
        keepers.append(lambda game: rows.add_played(Played(game, plan.options, plan.seed, names)))
        if wishes.saved is not None:
            folder = stage.folder(wishes.saved, wishes.force)
            keepers.append(lambda game: save_game(folder, plan, game, names))
        run = None
        if wishes.run is not None:
            stage.claim(wishes.run)
            run = opened.enter_context(kept_run(wishes.run, plan, wishes.resume, wishes.force))
        progress = opened.enter_context(
            watched(plan.deals * plan.table, "getting ready", game.name, "games")
        )
        crew = opened.enter_context(crew_of(wishes.workers, wishes.game, wishes.bots))
        return compete(plan, progress, lambda game: tell(keepers, game), run, crew=crew)


def tell(keepers: Sequence[Callable[[Outcome], None]], outcome: Outcome) -> None:
    """Give what came out of a game to all who keep something of it."""
    for keep in keepers:
        keep(outcome)


def plan_of(wishes: Wishes) -> Plan:
    """Check what was asked for."""
    game, chosen = find_game(wishes.game), the_options(wishes.options)
    if wishes.resume and wishes.run is None:
        raise BadSetup("--resume goes with --run FILE, the run to go on with")
    seed = wishes.seed
    if wishes.resume and wishes.run is not None and wishes.run.exists() and seed is None:
        seed = seed_in(wishes.run)
    return Plan(
        game=wishes.game,
        players=the_players(wishes.players),
        games=wishes.games,
        seed=the_seed(seed),
        options={name: choices[0] for name, choices in game.options.items()} | chosen,
        jobs=wishes.workers.on_this_machine(),
        pace=wishes.pace,
        bots=tuple(wishes.bots),
        limit=wishes.limit,
        seats=wishes.seats,
        swiss=wishes.swiss,
        logged=wishes.decisions is not None or wishes.saved is not None,
    )


def show_result(result: Result, where: str, as_json: bool) -> None:
    """Print the result for a program or for people."""
    if as_json:
        print_as_json(result)
    else:
        print_as_table(result, find_game(where).speaker().say(Message("game.title")))


def print_as_json(result: Result) -> None:
    """Print one JSON object and nothing else."""
    print(json.dumps(result.as_data(), ensure_ascii=False))


def print_as_table(result: Result, title: str) -> None:
    """Print what was played, the standings, and how far they can be trusted."""
    console = plain_console()
    headline = f"{title}: {counted(result.games, 'game')}, {counted(result.deals, 'deal')}"
    console.print(Text(headline, style="bold"), soft_wrap=True)
    console.print(conditions(result), soft_wrap=True)
    console.print()
    console.print(standings(result), soft_wrap=True)
    if len(result.different) < len(result.names):
        console.print()
        console.print(single_players(result), soft_wrap=True)
    console.print()
    console.print(seats_table(result), soft_wrap=True)
    console.print()
    for line in footnotes(result):
        console.print(Text(line, style="dim"))
    warn(console, result)


def conditions(result: Result) -> str:
    """Say what is needed to play the same games again."""
    options = [f"{name}={choice}" for name, choice in result.options.items()]
    pace = [f"pace {result.pace:g}: {result.pace:g} times the time of each level"]
    return ", ".join([*options, f"seed {result.seed}", *(pace if result.pace != 1 else [])])


def standings(result: Result) -> Table:
    """Lay out a row for each name, the strongest first."""
    table = plain_table("player", "wins", "95 %", "Elo", "95 %", "score", "s/decision")
    table.add_column("decisions/s", justify="right")
    if result.incidents:
        table.add_column("incidents", justify="right")
    for row in result.rows:
        at = result.different.index(row.name)
        points, interval = result.ratings.elo[at], result.ratings.intervals[at]
        table.add_row(
            row.name if row.players == 1 else f"{row.name} ×{row.players}",
            f"{row.win_rate:.1%}",
            percents(row.win_interval),
            f"{points:+.0f}",
            f"{interval.low:+.0f}…{interval.high:+.0f}",
            *costs(row),
            *([str(row.incidents)] if result.incidents else []),
        )
    return table


def costs(row: Row) -> list[str]:
    """Write the mean score and the time a player took."""
    return [
        f"{row.mean_score:,.2f}",
        f"{row.seconds_per_decision:.3f}",
        f"{row.decisions_per_second:,.1f}",
    ]


def single_players(result: Result) -> Table:
    """Lay out the players one by one, where several share a name."""
    table = plain_table("player by player", "wins", "95 %", "score")
    for row in result.single_rows:
        share = f"{row.win_rate:.1%}"
        table.add_row(row.name, share, percents(row.win_interval), f"{row.mean_score:,.2f}")
    return table


def seats_table(result: Result) -> Table:
    """Lay out what each seat is worth."""
    table = plain_table("seat", "wins", "95 %", "score", "95 %")
    for row in result.seat_rows:
        share, wins = f"{row.win_rate:.1%}", percents(row.win_interval)
        score = f"{row.mean_score:,.2f}"
        table.add_row(str(row.seat + 1), share, wins, score, around(row.score_interval))
    return table


def footnotes(result: Result) -> list[str]:
    """Say how the numbers came about."""
    rounded = f" Rounded up from {counted(result.asked, 'game')}."
    return [
        f"Every deal was played in {counted(result.seats, 'seating')}, each player once in each "
        f"seat.{rounded if result.asked != result.games else ''}{how_they_met(result)}",
        "A shared victory counts as a part of one. Scores are means. Elo is relative to the mean. "
        "Intervals are over deals; two deals are added, one won and one lost, so that few deals "
        "do not look sure and no Elo becomes infinite; those of scores are Student's.",
        *clock_note(result.names),
        f"Time: {result.seconds:,.1f} s by {counted(result.jobs, 'worker')}.",
    ]


def how_they_met(result: Result) -> str:
    """Say how the groups were made where not all play at one table."""
    players = len(result.names)
    if result.swiss:
        return f" A Swiss tournament of {counted(result.swiss, 'round')}."
    if players == result.seats:
        return ""
    groups = comb(players, result.seats)
    if result.deals % groups:
        whole = groups * result.seats
        return f" Groups met equally often if the number of games were a multiple of {whole:,}."
    return f" All {groups:,} groups of {result.seats} out of {players} players met equally often."


def warn(console: Console, result: Result) -> None:
    """Say plainly what the games do not tell, and what went wrong."""
    for pair in result.too_close:
        console.print(Text(f"WARNING: {too_close(pair, result)}", style=WARNING_STYLE))
    for incident in result.incidents[:MOST_INCIDENTS]:
        console.print(Text(f"INCIDENT: {incident}", style=WARNING_STYLE))
    left_out = len(result.incidents) - MOST_INCIDENTS
    if left_out > 0:
        console.print(Text(f"… and {left_out:,} more; --json lists all.", style=WARNING_STYLE))


def too_close(pair: Pair, result: Result) -> str:
    """Say that two players cannot be told apart."""
    return (
        f"{counted(result.games, 'game')} are too few to tell {pair.first} and {pair.second} "
        f"apart: {pair.first} was ahead in {pair.share:.1%}, 95 % interval "
        f"{percents(pair.interval)} %."
    )
