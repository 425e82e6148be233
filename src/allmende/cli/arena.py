"""`allmende arena`: players against each other, and who is stronger."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from rich.console import Console
from rich.table import Table
from rich.text import Text

from allmende.core.errors import BadSetup
from allmende.core.language import Message
from allmende.core.registry import find_game
from allmende.lab.arena import Plan, compete
from allmende.lab.rating import Interval
from allmende.lab.standings import Pair, Result, Row

from .arguments import the_options, the_seed
from .progress import watched
from .sim import counted
from .speech import plain_console

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
    jobs: int
    pace: float
    bots: Sequence[str]
    limit: float


def run_arena(wishes: Wishes) -> Result:
    """Play the games, with a progress bar if somebody watches."""
    game = find_game(wishes.game)
    players = the_players(wishes)
    chosen = the_options(wishes.options)
    plan = Plan(
        game=wishes.game,
        players=players,
        games=wishes.games,
        seed=the_seed(wishes.seed),
        options={name: choices[0] for name, choices in game.options.items()} | chosen,
        jobs=wishes.jobs,
        pace=wishes.pace,
        bots=tuple(wishes.bots),
        limit=wishes.limit,
    )
    total = plan.deals * plan.seatings
    with watched(total, "getting ready", game.name, "games") as progress:
        return compete(plan, progress)


def the_players(wishes: Wishes) -> tuple[str, ...]:
    """Read the names of the players, given as `fox,bull`."""
    players = tuple(name.strip() for name in wishes.players.split(","))
    if not all(players):
        raise BadSetup(f"--players {wishes.players!r}: write them as --players fox,cow")
    if wishes.seats not in (None, len(players)):
        raise BadSetup(
            f"--players {wishes.players}: these are {len(players)} players for {wishes.seats} "
            f"seats; name one for each seat, a name may stand there more than once"
        )
    return players


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
    if len(result.different) < result.seats:
        console.print()
        console.print(single_players(result), soft_wrap=True)
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


def plain_table(first: str, *headings: str) -> Table:
    """Return a table without lines, numbers to the right."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column(first)
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def percents(interval: Interval) -> str:
    """Write an interval in per cent."""
    return f"{100 * interval.low:.1f}…{100 * interval.high:.1f}"


def footnotes(result: Result) -> list[str]:
    """Say how the numbers came about."""
    rounded = f" Rounded up from {counted(result.asked, 'game')}."
    return [
        f"Every deal was played in {counted(result.seats, 'seating')}, each player once in each "
        f"seat.{rounded if result.asked != result.games else ''}",
        "A shared victory counts as a part of one. Scores are means. Elo is relative to the mean. "
        "Intervals are over deals; two deals are added, one won and one lost, so that few deals "
        "do not look sure and no Elo becomes infinite.",
        f"Time: {result.seconds:,.1f} s on {counted(result.jobs, 'process', 'processes')}.",
    ]


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
