"""What came out of a simulation, laid out for people."""

import math
from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from allmende.core.language import Message
from allmende.lab.distribution import Distribution
from allmende.lab.entrants import Named
from allmende.lab.rating import Interval
from allmende.lab.simulate import Result
from allmende.lab.summary import Summary
from allmende.lab.variants import Variant

from .speech import plain_console
from .tables import around, counted, percents, plain_table

BARS = "▁▂▃▄▅▆▇█"
MOST_BARS = 10
SHOWN = {"min": 0.0, "25 %": 0.25, "median": 0.5, "75 %": 0.75, "max": 1.0}


def print_as_table(result: Result, compared: Sequence[tuple[Variant, Result]] = ()) -> None:
    """Print what was played, a line per seat, what holds for all seats, and each option."""
    console = plain_console()
    console.print(Text(headline(result), style="bold"), soft_wrap=True)
    console.print(conditions(result), soft_wrap=True)
    for table in (seat_table(result), spread_table(result), fact_table(result)):
        console.print()
        console.print(table, soft_wrap=True)
    for table in option_tables(result, compared) if compared else []:
        console.print()
        console.print(table, soft_wrap=True)
    console.print()
    for line in footnotes(result):
        console.print(Text(line, style="dim"))


def headline(result: Result) -> str:
    """Say what was played."""
    title = result.game.speaker().say(Message("game.title"))
    games = counted(result.summary.games, "game" if result.players else "random game")
    return f"{title}: {games} with {counted(result.seats, 'seat')}"


def conditions(result: Result) -> str:
    """Say what is needed to play the same games again."""
    players = [f"players {', '.join(result.players)}"] if result.players else []
    options = [f"{name}={choice}" for name, choice in result.options.items()]
    checked = ["all invariants checked"] if result.checking else []
    return ", ".join([*players, *options, f"seed {result.seed}", *checked])


def seat_table(result: Result) -> Table:
    """Lay out wins, shared wins and points by seat."""
    summary = result.summary
    table = plain_table(
        "seat", "wins", "shared wins", "share", "95 %", "mean score", "95 %", places=(0, 3)
    )
    for seat in range(result.seats):
        who = f" {result.players[seat]}" if result.players else ""
        scores = summary.scores[seat]
        table.add_row(
            f"{seat + 1}{who}",
            f"{summary.wins[seat]:,}",
            f"{summary.shared_wins[seat]:,}",
            f"{summary.win_share(seat):.1%}",
            percents(summary.win_interval(seat)),
            f"{scores.mean:,.2f}",
            around(scores.mean_interval),
        )
    return table


def spread_table(result: Result) -> Table:
    """Lay out how length, choice and scores are distributed."""
    table = plain_table("distribution", "mean", "95 %", *SHOWN)
    table.add_column("histogram", no_wrap=True)
    summary = result.summary
    spreads = {"length": summary.length, "branching": summary.branching}
    spreads |= {f"score {seat + 1}": it for seat, it in enumerate(summary.scores)}
    for name, spread in spreads.items():
        # Decisions of one game are not independent, so nothing is said about their mean.
        sure = "" if name == "branching" else around(spread.mean_interval)
        quantiles = (f"{value:,}" for value in spread.quantiles(tuple(SHOWN.values())))
        table.add_row(name, f"{spread.mean:,.1f}", sure, *quantiles, bars(spread))
    return table


def bars(spread: Distribution) -> str:
    """Draw a small histogram; where there is anything, there is a bar."""
    counts = [bar.height for bar in spread.histogram(MOST_BARS)]
    top = len(BARS) - 1
    return "".join(BARS[-(-count * top // max(counts))] if count else " " for count in counts)


def fact_table(result: Result) -> Table:
    """Lay out endings, choices and speed."""
    summary, games = result.summary, result.summary.games
    endings = zip(summary.endings, summary.ended.tolist(), strict=True)
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), show_header=False)
    table.add_column(style="dim")
    table.add_column()
    table.add_row("mean length", f"{summary.length.mean:,.1f} moves")
    table.add_row("real choices", f"{chosen(summary)} of the moves")
    table.add_row("endings", ", ".join(f"{name} {count / games:.1%}" for name, count in endings))
    data = result.as_data()
    table.add_row(
        "speed",
        f"{data['games_per_second']:,.0f} games/s, {data['moves_per_second']:,.0f} moves/s",
    )
    where = f"on {result.gpu}" if result.gpu else f"by {counted(result.jobs, 'worker')}"
    table.add_row("time", f"{result.seconds:,.2f} s {where}")
    return table


def option_tables(result: Result, compared: Sequence[tuple[Variant, Result]]) -> list[Table]:
    """Lay out what each choice of each option changes, below what was played first: how the game
    goes, and who wins it from which seat."""
    rows = [("as above", result), *((f"{it.option}={it.choice}", other) for it, other in compared)]
    course = plain_table("with", "length", "branching", "real choices")
    shares = plain_table("wins in % with", *(f"seat {seat + 1}" for seat in range(result.seats)))
    for name, other in rows:
        summary = other.summary
        length = with_reach(summary.length.mean, summary.length.mean_interval)
        course.add_row(name, length, f"{summary.branching.mean:,.1f}", chosen(summary))
        wins = (
            with_reach(100 * summary.win_share(seat), in_percent(summary.win_interval(seat)))
            for seat in range(result.seats)
        )
        shares.add_row(name, *wins)
    return [course, shares]


def with_reach(value: float, interval: Interval) -> str:
    """Write a number and how far off it may be: half the width of its interval."""
    reach = (interval.high - interval.low) / 2
    return f"{value:,.1f}" if math.isinf(reach) else f"{value:,.1f} ±{reach:,.1f}"


def in_percent(interval: Interval) -> Interval:
    """Return an interval of a share in per cent."""
    return Interval(100 * interval.low, 100 * interval.high)


def chosen(summary: Summary) -> str:
    """Say how many of the moves were a choice."""
    return f"{sum(summary.choices.tolist()) / summary.moves:.1%}"


def footnotes(result: Result) -> list[str]:
    """Say how the numbers came about."""
    return [
        "A shared victory counts as a part of one in the share. Intervals are 95 %: Wilson's for "
        "shares, Student's t for means. Branching counts the legal moves of every move made, "
        "forced ones included; scores are numbered by seat.",
        *clock_note(result.players),
    ]


def clock_note(names: Sequence[str]) -> list[str]:
    """Say who cannot play the same games again."""
    hasty = [name for name in dict.fromkeys(names) if Named(name, 1.0).looks_at_the_clock]
    if not hasty:
        return []
    return [
        f"{' and '.join(hasty)} looked at the clock, so another run gives other games; "
        f"{hasty[0]}@400 imagines 400 games for a move instead."
    ]
