"""`allmende sim`: many random games, and what came out."""

import json
from collections.abc import Sequence
from pathlib import Path

from rich.table import Table
from rich.text import Text

from allmende.core.data import read_document
from allmende.core.language import Message
from allmende.core.registry import find_game
from allmende.lab.simulate import Plan, Result, simulate

from .arguments import the_options, the_seed
from .progress import watched
from .speech import plain_console


def run_simulation(
    name: str,
    games: int,
    seats: int | None,
    seed: str | None,
    options: Sequence[str],
    data: Path | None,
    jobs: int,
    checking: bool,
) -> Result:
    """Play the games, with a progress bar if somebody watches."""
    game = find_game(name)
    chosen = the_options(options)
    plan = Plan(
        game=game,
        games=games,
        seats=game.check_seats(min(game.seats) if seats is None else seats),
        seed=the_seed(seed),
        options={name: choices[0] for name, choices in game.options.items()} | chosen,
        jobs=jobs,
        checking=checking,
        data=None if data is None else read_document(data),
    )
    game.option_indices(chosen)
    with watched(games, "getting ready", game.name, "games") as progress:
        return simulate(plan, progress)


def print_as_json(result: Result) -> None:
    """Print one JSON object and nothing else."""
    print(json.dumps(result.as_data(), ensure_ascii=False))


def print_as_table(result: Result) -> None:
    """Print what was played, a line per seat, and what holds for all seats."""
    console = plain_console()
    console.print(Text(headline(result), style="bold"), soft_wrap=True)
    console.print(conditions(result), soft_wrap=True)
    console.print()
    console.print(seat_table(result))
    console.print()
    console.print(fact_table(result))


def headline(result: Result) -> str:
    """Say what was played."""
    plan = result.plan
    title = plan.game.speaker().say(Message("game.title"))
    return f"{title}: {counted(plan.games, 'random game')} with {counted(plan.seats, 'seat')}"


def conditions(result: Result) -> str:
    """Say what is needed to play the same games again."""
    options = [f"{name}={choice}" for name, choice in result.plan.options.items()]
    checked = ["all invariants checked"] if result.plan.checking else []
    return ", ".join([*options, f"seed {result.plan.seed}", *checked])


def seat_table(result: Result) -> Table:
    """Lay out wins, shared wins and points by seat."""
    data = result.as_data()
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
    for heading in ("seat", "wins", "", "shared wins", "", "mean score"):
        table.add_column(heading, justify="right")
    for seat in range(result.plan.seats):
        wins, shared = data["wins"][seat], data["shared_wins"][seat]
        table.add_row(
            str(seat + 1),
            f"{wins:,}",
            share(wins, result),
            f"{shared:,}",
            share(shared, result),
            f"{data['mean_score'][seat]:,.2f}",
        )
    return table


def fact_table(result: Result) -> Table:
    """Lay out length, endings and speed."""
    data = result.as_data()
    endings = [f"{name} {share(count, result)}" for name, count in data["endings"].items()]
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), show_header=False)
    table.add_column(style="dim")
    table.add_column()
    table.add_row("mean length", f"{data['mean_length']:,.1f} moves")
    table.add_row("endings", ", ".join(endings))
    table.add_row(
        "speed",
        f"{data['games_per_second']:,.0f} games/s, {data['moves_per_second']:,.0f} moves/s",
    )
    table.add_row("time", f"{data['seconds']:,.2f} s on {counted(result.plan.jobs, 'thread')}")
    return table


def share(count: int, result: Result) -> str:
    """Write a part of all games in per cent."""
    return f"{count / result.plan.games:.1%}"


def counted(count: int, thing: str, things: str | None = None) -> str:
    """Write `1 game` or `2 games`."""
    return f"{count:,} {thing if count == 1 else things or f'{thing}s'}"
