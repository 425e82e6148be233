"""`allmende train`: lets a net learn a game by playing itself."""

import math
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.table import Table

from allmende.core.errors import BadSetup
from allmende.core.game import Game
from allmende.core.language import Message
from allmende.core.registry import find_game
from allmende.env.optional import needed

from .arguments import the_seed
from .progress import watched
from .speech import plain_console
from .tables import plain_table

if TYPE_CHECKING:
    from allmende.train.keeping import Look

PARTS = 1000
"""The length of the progress bar."""
CPU, CUDA = "cpu", "cuda"


class Wishes(NamedTuple):
    """What was asked for on the command line."""

    game: str
    out: Path
    minutes: float | None
    positions: int | None
    tables: int
    looks: int
    games: int
    threads: int | None
    seed: str
    on: str
    device: str | None
    reward: str | None
    start: Path | None
    resume: bool
    force: bool
    beside: bool


def train_game(wishes: Wishes) -> None:
    """Train a net, show how it goes, and say where it is."""
    game = find_game(wishes.game)
    check_players(game)
    try:
        torch = needed("torch", "train")
    except ModuleNotFoundError as missing:
        raise BadSetup(str(missing)) from None
    from allmende.train.run import train
    from allmende.train.settings import Settings

    device = wishes.device or (CUDA if torch.cuda.is_available() else CPU)
    check_device(device, torch)
    settings = Settings(
        game=wishes.game,
        seed=the_seed(wishes.seed),
        minutes=wishes.minutes or math.inf,
        **({"positions": wishes.positions} if wishes.positions else {}),
        tables=wishes.tables,
        looks=wishes.looks,
        games=wishes.games,
        threads=wishes.threads or os.cpu_count() or 1,
        on=wishes.on,
        device=device,
        reward=wishes.reward,
    )
    with watched(PARTS, "getting ready", "training", "‰") as advance:
        shown = Shown(advance)
        file = train(
            settings,
            wishes.out,
            resume=wishes.resume,
            force=wishes.force,
            start=wishes.start,
            tell=shown.tell,
        )
    print_end(game, file, wishes, shown.looks)


def check_players(game: Game) -> None:
    """Make sure that there is somebody to be better than."""
    if max(game.seats) < 2:
        raise BadSetup(f"{game.name} is played alone here: a net learns by playing against itself")


def check_device(device: str, torch: Any) -> None:
    """Make sure that PyTorch has a device."""
    try:
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError) as trouble:
        reason = str(trouble).splitlines()[0]
        raise BadSetup(f"--device {device}: PyTorch cannot use it here: {reason}") from None


class Shown:
    """What is shown while a net is trained: a bar, and a line for each look."""

    def __init__(self, advance: Any) -> None:
        self.advance, self.done = advance, 0
        self.looks: list[Look] = []

    def tell(self, course: Any, done: float, look: "Look | None") -> None:
        """Show how far it has come, and what was seen."""
        reached = int(done * PARTS)
        self.advance(reached - self.done)
        self.done = reached
        if look is not None:
            self.looks.append(look)
            print(line_of(look), file=sys.stderr, flush=True)


def line_of(look: "Look") -> str:
    """Write one look as a line."""
    from allmende.train.looking import OTHERS

    met = [
        f"{share:.0%} against {who}"
        for who, share in zip(OTHERS, look.shares, strict=True)
        if share is not None
    ]
    return (
        f"{look.seconds:6,.0f} s  {look.games:,} games  {look.positions:,} positions  "
        f"{look.pace:,.0f}/s  {', '.join(met)}"
    )


def print_end(game: Game, file: Path, wishes: Wishes, looks: "list[Look]") -> None:
    """Print how the net did, and where it is."""
    from allmende.bots.nets.file import net_file

    console = plain_console()
    console.print(f"{game.speaker().say(Message('game.title'))}: {file}", soft_wrap=True)
    if looks:
        console.print(table_of(looks), soft_wrap=True)
    place = net_file(game)
    if wishes.beside:
        place.write_bytes(file.read_bytes())
        console.print(f"The owl plays with it now: {place}", soft_wrap=True)
    else:
        console.print(f"The owl looks for its net here: {place}", soft_wrap=True)


def table_of(looks: "list[Look]") -> Table:
    """Lay out what was seen."""
    from allmende.train.looking import OTHERS

    table = plain_table("positions", "games", "positions/s", *OTHERS)
    for look in looks:
        shares = ["" if share is None else f"{share:.0%}" for share in look.shares]
        table.add_row(f"{look.positions:,}", f"{look.games:,}", f"{look.pace:,.0f}", *shares)
    return table
