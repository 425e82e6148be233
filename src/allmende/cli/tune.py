"""`allmende tune`: finds better numbers for the insight of a game."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rich.table import Table
from rich.text import Text

from allmende.core.errors import BadSetup
from allmende.core.game import Game
from allmende.core.language import Message
from allmende.core.locking import take
from allmende.core.registry import find_game
from allmende.env.optional import needed
from allmende.lab.processes import processes

from .arguments import the_options, the_seed
from .crews import Workers, crew_of
from .progress import watched
from .speech import plain_console
from .tables import counted, percents, plain_table

if TYPE_CHECKING:
    from optuna.storages import RDBStorage

    from allmende.lab.tuning.study import Finalist, Match, Plan

SEED_OF_STUDY = "select value_json from study_user_attributes where key = 'settings'"


class Wishes(NamedTuple):
    """What was asked for on the command line."""

    game: str
    trials: int
    games: int
    final: int
    iterations: int
    seats: int | None
    seed: str | None
    options: Sequence[str]
    workers: Workers
    study: Path | None
    as_json: bool


def tune_game(wishes: Wishes) -> None:
    """Look for a better insight and say whether there is one."""
    game = find_game(wishes.game)
    seats, options = the_seats(game, wishes.seats), the_options(wishes.options)
    game.option_indices(options)
    seed = the_seed(wishes.seed or kept_seed(wishes.study))
    check_optuna()
    from allmende.lab.tuning.study import Plan

    plan = Plan(
        game=wishes.game,
        seats=seats,
        options={name: choices[0] for name, choices in game.options.items()} | options,
        seed=seed,
        trials=wishes.trials,
        games=wishes.games,
        final=wishes.final,
        iterations=wishes.iterations,
    )
    finalists = run(plan, wishes)
    if wishes.as_json:
        print(json.dumps({**plan.settings(), "finalists": [it.as_data() for it in finalists]}))
    else:
        print_finalists(plan, game, finalists)


def the_seats(game: Game, seats: int | None) -> tuple[int, ...]:
    """Return with how many players games are played: as many as was said, or all numbers in turn
    with which somebody can be beaten."""
    chosen = game.seats if seats is None else (game.check_seats(seats),)
    several = tuple(count for count in chosen if count > 1)
    if not several:
        raise BadSetup(f"{game.name} is played alone here: there is nobody to be better than")
    return several


def check_optuna() -> None:
    """Make sure that Optuna is there, and keep it from talking."""
    try:
        optuna = needed("optuna", "tune")
    except ModuleNotFoundError as missing:
        raise BadSetup(str(missing)) from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)


def kept_seed(file: Path | None) -> str | None:
    """Return the seed of a study that is there already; a file that is none is left alone."""
    if file is None:
        return None
    if not file.exists():
        if not file.parent.is_dir():
            raise BadSetup(f"{file} cannot be written: there is no folder {file.parent}")
        return None
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as kept:
            found = kept.execute(SEED_OF_STUDY).fetchone()
    except sqlite3.Error as trouble:
        raise BadSetup(f"{file} is no study of allmende tune: {trouble}") from None
    return None if found is None else str(json.loads(found[0])["seed"])


@contextmanager
def storage_in(file: Path | None) -> "Iterator[RDBStorage | None]":
    """Open the file of a study. A new one gets its name once it is whole, so that no moment is a
    bad one to be stopped in."""
    if file is None:
        yield None
        return
    from optuna.exceptions import StorageInternalError
    from sqlalchemy.exc import SQLAlchemyError

    try:
        with locked(file):
            if not file.exists():
                unfinished = file.with_name(f"{file.name}.new")
                unfinished.unlink(missing_ok=True)
                opened(unfinished).engine.dispose()
                unfinished.replace(file)
            storage = opened(file)
            yield storage
            storage.engine.dispose()
    except (OSError, SQLAlchemyError, StorageInternalError) as trouble:
        raise BadSetup(f"{file} cannot be used: {str(trouble).splitlines()[0]}") from None


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Keep other commands away from a study; the lock goes when the process ends, however."""
    with file.with_name(f"{file.name}.lock").open("a", encoding="utf-8") as lock:
        try:
            take(lock)
        except OSError:
            raise BadSetup(f"another allmende tune is at work on {file}") from None
        yield


def opened(file: Path) -> "RDBStorage":
    """Open a database of Optuna's, with fresh tables if there are none."""
    from optuna.storages import RDBStorage
    from sqlalchemy import URL

    return RDBStorage(str(URL.create("sqlite", database=str(file.resolve()))))


def run(plan: "Plan", wishes: Wishes) -> "list[Finalist]":
    """Play the trials and the final matches, with a progress bar if somebody watches."""
    from allmende.lab.tuning.duel import Hall
    from allmende.lab.tuning.study import FINALISTS, Tuning

    jobs = wishes.workers.on_this_machine()
    with (
        storage_in(wishes.study) as storage,
        crew_of(wishes.workers, wishes.game) as brought,
        nullcontext(brought) if brought is not None else processes(jobs) as crew,
    ):
        tuning = Tuning(plan, Hall(crew), storage)
        trials = plan.trials * plan.games_in(range(tuning.deals))
        with watched(trials, "getting ready", "trying", "games") as progress:
            tuning.search(progress)
        matches = (FINALISTS + 1) * plan.games_in(range(tuning.final_deals))
        with watched(matches, "getting ready", "final matches", "games") as progress:
            return tuning.final(progress)


def print_finalists(plan: "Plan", game: Game, finalists: "list[Finalist]") -> None:
    """Print what was played, how the best trials did, and what to paste if one is better."""
    console = plain_console()
    title = game.speaker().say(Message("game.title"))
    trials = f"{counted(plan.trials, 'trial')} of up to {counted(plan.games, 'game')}"
    console.print(Text(f"{title}: {trials}", style="bold"), soft_wrap=True)
    console.print(conditions(plan), soft_wrap=True)
    if finalists:
        console.print()
        console.print(table_of(finalists), soft_wrap=True)
    console.print()
    better = [finalist for finalist in finalists if finalist.is_better]
    if not better:
        console.print("Nothing was found that is clearly better than the present insight.")
        return
    console.print(f"Trial {better[0].trial} is better than the present insight. For insight.py:")
    console.print()
    for line in better[0].numbers.as_lines():
        console.print(line, soft_wrap=True)


def conditions(plan: "Plan") -> str:
    """Say what is needed to do the same again."""
    seats = "seats " + ", ".join(str(count) for count in plan.seats)
    options = [f"{name}={choice}" for name, choice in plan.options.items()]
    thought = f"about {counted(plan.iterations, 'imagined game')} for a decision"
    return ", ".join([*options, seats, thought, f"seed {plan.seed}"])


def table_of(finalists: "list[Finalist]") -> Table:
    """Lay out the matches of the best trials against the present insight."""
    table = plain_table("trial", "games", "ahead", "95 %", "games, more thought", "ahead", "95 %")
    for finalist in finalists:
        table.add_row(str(finalist.trial), *cells(finalist.match), *cells(finalist.deeper))
    return table


def cells(match: "Match | None") -> list[str]:
    """Write down a match, if it was played."""
    if match is None:
        return ["", "", ""]
    return [f"{match.games:,}", f"{match.share:.1%}", percents(match.interval)]
