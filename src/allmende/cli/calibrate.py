"""`allmende calibrate`: asks the coach about many positions, and writes down how to read it."""

from pathlib import Path
from typing import NamedTuple

from rich.table import Table
from rich.text import Text

from allmende.bots.calibration import FILE, FILE_WITH_NET
from allmende.bots.nets.file import has_net
from allmende.core.beside import file_beside
from allmende.core.errors import BadSetup
from allmende.core.registry import find_game
from allmende.lab.calibrate import calibrate
from allmende.lab.forecasts import Forecast, Series, forecasts
from allmende.lab.reliability import Reliability, Tenth, measure_crosswise
from allmende.lab.staged import staging

from .arguments import the_seed
from .progress import watched
from .speech import plain_console


class Wishes(NamedTuple):
    """What was asked for on the command line."""

    game: str
    games: int
    seed: str
    jobs: int
    out: Path | None
    with_net: bool


def make_calibration(wishes: Wishes) -> None:
    """Play games, fit what was said in them to how they ended, hold each half of them against what
    was fitted to the other one, and write both down."""
    game = find_game(wishes.game)
    if wishes.with_net and not has_net(game):
        raise BadSetup(f"{game.name} has no net to think with: train one (allmende train)")
    usual = file_beside(game, FILE_WITH_NET if wishes.with_net else FILE)
    file = usual if wishes.out is None else wishes.out
    with staging() as stage:
        out = stage.file(file, Path(FILE).suffix, force=True)
        found = collect(wishes)
        if not found:
            raise BadSetup(f"nobody ever has a choice in {game.name}: there is nothing to ask")
        reliability = measure_crosswise(found, wishes.games)
        out.write((calibrate(found).as_line() + reliability.as_lines()).encode())
    print_reliability(reliability)
    print(f"\n{file} says how to read the coach in {game.name}.")


def collect(wishes: Wishes) -> list[Forecast]:
    """Play the games, with a progress bar if somebody watches."""
    seed = the_seed(wishes.seed)
    series = Series(wishes.game, wishes.games, seed, wishes.jobs, wishes.with_net)
    with watched(wishes.games, "getting ready", "asking the coach", "games") as progress:
        return list(forecasts(series, progress))


def print_reliability(found: Reliability) -> None:
    """Print what was said and what came true, tenth by tenth."""
    console = plain_console()
    console.print(Text(f"{found.positions:,} positions of {found.games:,} games", style="bold"))
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
    for heading in ("chances", "games", "said", "won", ""):
        table.add_column(heading, justify="right")
    for tenth in found.tenths:
        table.add_row(*cells_of(tenth))
    console.print(table)
    console.print(
        f"Brier score {found.brier:.3f}; the search taken at its word has {found.plain_brier:.3f}, "
        f"the same chance for everybody {found.fair_brier:.3f}.",
        soft_wrap=True,
    )


def cells_of(tenth: Tenth) -> tuple[str, ...]:
    """Write the row of a tenth."""
    few = "" if tenth.counts else "few games"
    shares = (f"{tenth.said:.1%}", f"{tenth.won:.1%}")
    return (f"{tenth.chances:,}", f"{tenth.games:,}", *shares, few)
