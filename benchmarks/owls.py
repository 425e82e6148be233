"""Train the owls of all games side by side, and let them meet the other levels.

python benchmarks/owls.py train OUT --until 400            # a folder for each game under OUT
python benchmarks/owls.py train OUT --until 400 --from OLD # begins with the nets under OLD
python benchmarks/owls.py shipped OUT                      # puts the nets of the owls there
python benchmarks/owls.py meet OUT --until 120             # adds to OUT/meetings.jsonl
python benchmarks/owls.py solve OUT --until 60             # four in a row against a solver
python benchmarks/owls.py tell OUT                         # the table of all meetings

`--until` is in seconds from now on. Works where the package is not installed, too. Where there is a
GPU tables stand on it: a game takes one core then, and the others are free for meetings.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SOURCES, BUILD = HERE.parent / "src", HERE.parent / "build" / "offered"
GROUP = "allmende.games"
MEETINGS = "meetings.jsonl"
POLICY = "policy"
PLAIN = ("calf", "cow", "bull", "fox")
"""Levels that need no net, and have their own time."""
RATE, RATE_OF_MORE = 8e-4, 6e-4


@dataclass(frozen=True)
class Share:
    """What a game gets of a machine with a GPU and 16 cores."""

    tables: int
    """On a GPU; in the memory of the CPU half as many."""
    threads: int
    piece: int = 8192
    steps: int = 16
    curiosity: float = 0.02


FOUR_IN_A_ROW = "examples/four_in_a_row.py"
SHARES = {
    "halali": Share(8192, 4),
    "kuh_vadis": Share(8192, 3),
    "stieren_versieren": Share(8192, 4),
    "mischwald": Share(8192, 5),
    "kuhfstein": Share(8192, 4),
    FOUR_IN_A_ROW: Share(8192, 1, curiosity=0.05),  # no deal brings variety into it
}
SOLVING = 20_000
"""Imagined games for a decision of an owl that meets a solver."""
TRIED = 20
"""Steps that tables make before a training, to see how fast they are."""


@dataclass(frozen=True)
class Meeting:
    """One deal, played from every seat: a net alone, or as an owl that thinks so many seconds,
    against as many others as there are seats left."""

    game: str
    first: str
    second: str
    seats: int
    seconds: float
    """What the owl and the fox have for a decision; other levels have their own time."""
    deal: int


def offer_games() -> None:
    """Let the games be found by name also where the package is not installed."""
    facts = tomllib.loads((HERE.parent / "pyproject.toml").read_text("utf-8"))["project"]
    place = BUILD / f"allmende-{facts['version']}.dist-info"
    place.mkdir(parents=True, exist_ok=True)
    lines = [f"{name} = {where}" for name, where in facts["entry-points"][GROUP].items()]
    (place / "entry_points.txt").write_text("\n".join([f"[{GROUP}]", *lines, ""]), "utf-8")
    named = f"Metadata-Version: 2.1\nName: allmende\nVersion: {facts['version']}\n"
    (place / "METADATA").write_text(named, "utf-8")
    for folder in (str(SOURCES), str(BUILD)):
        if folder not in sys.path:
            sys.path.insert(0, folder)
    os.environ["PYTHONPATH"] = os.pathsep.join((str(SOURCES), str(BUILD)))


def started(*words: str, log: Path) -> subprocess.Popen[bytes]:
    """Start this file once more, with what it says in a log."""
    with log.open("ab") as out:
        asked = [sys.executable, "-u", str(Path(__file__).resolve()), *words]
        return subprocess.Popen(asked, stdout=out, stderr=subprocess.STDOUT)


def folder_of(game: str, out: Path) -> Path:
    """Return the folder of a game: of one in a file it is called like the file."""
    return out / Path(game).stem


def net_in(game: str, out: Path) -> Path:
    """Return where the net of a game is kept."""
    return folder_of(game, out) / "net.npz"


def train_all(
    out: Path, deadline: float, old: Path | None, reward: str | None, games: list[str]
) -> None:
    """Train all games at the same time, each in a process of its own."""
    out.mkdir(parents=True, exist_ok=True)
    going = []
    more = [*(["--from", str(old)] if old else []), *(["--reward", reward] if reward else [])]
    for game in games:
        words = ("one", game, str(out), str(deadline), *more)
        going.append(started(*words, log=out / f"{Path(game).stem}.txt"))
    getting_ready = [started("ready", game, log=out / "ready.txt") for game in games]
    for process in (*going, *getting_ready):
        process.wait()


def try_tables(game: str, count: int, on: str) -> None:
    """Compile tables, and say how fast they are."""
    from allmende.env import Tables

    begun = time.time()
    tables = Tables(game, count, skip_forced=True, on=on)
    for _ in range(TRIED):
        tables.step(tables.sample())
    print(f"{game}: {count} tables on the {on} are ready after {time.time() - begun:.1f} s")
    begun = time.time()
    for _ in range(TRIED):
        tables.step(tables.sample())
    print(f"{game}: a step takes {(time.time() - begun) / TRIED * 1000:.2f} ms", flush=True)


def place_for(game: str, share: Share) -> tuple[str, int]:
    """Return where tables stand, and how many: on the GPU, unless there is trouble with it."""
    from allmende.core.gpu import has_gpu

    if has_gpu():
        try:
            try_tables(game, share.tables, "gpu")
            return "gpu", share.tables
        except Exception as trouble:  # a training on the CPU is better than none
            print(f"{game}: no tables on the GPU: {trouble!r}", flush=True)
    try_tables(game, share.tables // 2, "cpu")
    return "cpu", share.tables // 2


def train_one(game: str, out: Path, deadline: float, old: Path | None, reward: str | None) -> None:
    """Train one game until the deadline; compiling comes before and is part of the time."""
    import torch

    from allmende.train.run import train
    from allmende.train.settings import Settings

    share, start = SHARES[game], net_in(game, old) if old else None
    start = start if start and start.exists() else None
    on, tables = place_for(game, share)
    settings = Settings(
        game,
        minutes=(deadline - time.time()) / 60,
        tables=tables,
        on=on,
        threads=share.threads,
        piece=share.piece,
        steps=share.steps,
        curiosity=share.curiosity,
        looks=6,
        games=0,
        reward=reward,
        rate=RATE if start is None else RATE_OF_MORE,
        device="cuda" if torch.cuda.is_available() else "cpu",
    )

    def tell(course: Any, done: float, look: Any) -> None:
        if look is not None:
            print(json.dumps({"done": round(done, 3), **asdict(look)}), flush=True)

    train(settings, folder_of(game, out), start=start, force=True, tell=tell)


def get_ready(game: str) -> None:
    """Compile what meetings need, while the others train."""
    begun = time.time()
    import numpy as np

    from allmende.bots.nets.instinct import Instinct
    from allmende.bots.nets.weights import Weights, shapes_for, width_for
    from allmende.bots.puct.thinker import NetThinker
    from allmende.bots.search.thinker import Thinker
    from allmende.core.gpu import has_gpu
    from allmende.core.registry import find_game
    from allmende.env import Tables
    from allmende.lab.arena import Plan, compete

    known = find_game(game)
    for seats in known.seats[1:] if has_gpu() else ():
        Tables(known, 1, seats=seats, on="gpu")  # what more seats see is compiled for them alone
    shapes = shapes_for(known, width_for(known))
    blank = Weights(*(np.zeros(shape, np.float32) for shape in shapes))
    Thinker(known, "ready")
    NetThinker(known, "ready", blank)
    Instinct(known, blank)
    compete(Plan(game, ("fox@2", "fox@2"), games=1, seed="ready", limit=None))
    print(f"{game}: players are compiled after {time.time() - begun:.0f} s", flush=True)


def player(first: str, seconds: float, file: Path, game: Any, seed: str) -> Any:
    """Make a player of a net, or of a level with its own time."""
    from allmende.bots.levels import player_named
    from allmende.bots.nets.file import read_net
    from allmende.bots.nets.instinct import Instinct
    from allmende.bots.puct.bot import NetBot
    from allmende.bots.puct.thinker import NetThinker
    from allmende.bots.search.thinker import Budget

    if first in PLAIN:
        return player_named(first, game, seed)
    weights = read_net(file, game)[0]
    if first == POLICY:
        return Instinct(game, weights)
    if "@" in first:  # owl@200: with so many iterations, whatever time they take
        return NetBot(game, seed, Budget(iterations=int(first.partition("@")[2])), weights)
    owl = NetBot(game, seed, Budget(seconds=seconds), weights)
    if "/" in first:  # owl/0.3: with another curiosity
        owl.thinker = NetThinker(game, seed, weights, curiosity=float(first.partition("/")[2]))
    return owl


def fox_for(seconds: float, game: Any, seed: str) -> Any:
    """Make a fox that thinks so long."""
    from allmende.bots.search.thinker import Budget
    from allmende.bots.searching import SearchBot

    return SearchBot(game, seed, Budget(seconds=seconds))


def is_fox(name: str) -> bool:
    """Tell whether a name is that of a fox with a number of iterations, as fox@400."""
    return name.startswith("fox@")


def meet(meeting: Meeting, out: Path) -> dict[str, Any]:
    """Play one meeting."""
    from allmende.lab.arena import Plan, compete
    from allmende.lab.entrants import Entrant

    make = partial(player, meeting.first, meeting.seconds, net_in(meeting.game, out))
    second: Any = meeting.second
    if meeting.second == "fox" and meeting.seconds:
        second = Entrant("fox", partial(fox_for, meeting.seconds))
    first = meeting.first if is_fox(meeting.first) else Entrant(meeting.first, make)
    players = (first, *[second] * (meeting.seats - 1))
    begun = time.time()
    plan = Plan(meeting.game, players, games=1, seed=f"owls {meeting.deal}", limit=None)
    result = compete(plan)
    rows = {row.name: row for row in result.rows}
    return {
        **asdict(meeting),
        "games": result.games,
        "share": result.pair(meeting.first, meeting.second).share,
        "win_rate": rows[meeting.first].win_rate,
        "took": time.time() - begun,
    }


def meetings(kinds: list[tuple[str, str, int, float]], games: list[str]) -> Iterator[Meeting]:
    """Yield deal after deal of all meetings in turn, without an end."""
    from allmende.core.registry import find_game

    deal = 0
    while True:
        for first, second, seats, seconds in kinds:
            for game in games:
                if seats in find_game(game).seats:
                    yield Meeting(game, first, second, seats, seconds, deal)
        deal += 1


def wanted_kinds(kinds: list[str]) -> list[tuple[str, str, int, float]]:
    """Read kinds of meetings, as `owl,fox,2,0.5`: who, against whom, seats, and seconds."""
    split = [kind.split(",") for kind in kinds]
    return [(first, second, int(seats), float(time)) for first, second, seats, time in split]


def keep_meeting(out: Path, number: int, jobs: int, kinds: list[str], games: list[str]) -> None:
    """Play one of so many parts of all meetings, until somebody ends it."""
    for meeting in islice(meetings(wanted_kinds(kinds), games), number, None, jobs):
        plain = meeting.first in PLAIN or is_fox(meeting.first)
        if not plain and not net_in(meeting.game, out).exists():
            continue
        line = json.dumps(meet(meeting, out))
        with (out / MEETINGS).open("a", encoding="utf-8") as file:
            file.write(line + "\n")


def copy_shipped(out: Path, games: list[str]) -> None:
    """Put the nets that lie beside games where meetings look for them."""
    from allmende.bots.nets.file import has_net, net_file
    from allmende.core.registry import find_game

    for name in games:
        game, place = find_game(name), net_in(name, out)
        if has_net(game):
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(net_file(game).read_bytes())


def meet_all(out: Path, deadline: float, kinds: list[str], games: str, jobs: int) -> None:
    """Let nets meet levels on all cores; a deal that is not over in time does not count."""
    busy = []
    for number in range(jobs):
        words = ("part", str(out), str(number), "--jobs", str(jobs), "--games", games, "--kinds")
        busy.append(started(*words, *kinds, log=out / "meetings.txt"))
    while time.time() < deadline and any(process.poll() is None for process in busy):
        time.sleep(0.1)
    for process in busy:
        process.kill()
        process.wait()


def begin_against_solver(file: Path, deal: int) -> str:
    """Play one game of four in a row, the net with search from the first seat; say how it ended."""
    from solver import Solver

    from allmende.bots.nets.file import read_net
    from allmende.bots.puct.bot import NetBot
    from allmende.bots.search.thinker import Budget
    from allmende.core.chance import key_of_seed
    from allmende.core.registry import find_game
    from allmende.core.sight import Sight

    game, seed = find_game(FOUR_IN_A_ROW), f"solver {deal}"
    owl = NetBot(game, seed, Budget(iterations=SOLVING), read_net(file, game)[0])
    players, s = (owl, Solver(game, seed, SOLVING)), game.deal(2, key_of_seed(seed), {})
    while not s.over:
        seat = game.to_act(s)[0]
        s = game.after(s, seat, players[seat].choose(Sight(game, s, seat, seed)))
    own, other = game.scores(s)
    return "won" if own > other else "lost" if own < other else "even"


def solve(out: Path, deadline: float) -> None:
    """Begin games of four in a row against a solver until a deadline, and print how they ended."""
    ended: Counter[str] = Counter()
    while time.time() < deadline:
        ended[begin_against_solver(net_in(FOUR_IN_A_ROW, out), ended.total())] += 1
    print(f"four in a row, {SOLVING} iterations, first seat against the solver: {dict(ended)}")


def tell(out: Path) -> None:
    """Print all meetings, summed up, with the interval that holds the truth with 95 %."""
    import numpy as np

    from allmende.lab.rating import share_interval

    found: dict[tuple[Any, ...], list[float]] = defaultdict(list)
    for line in (out / MEETINGS).read_text("utf-8").splitlines():
        it = json.loads(line)
        kind = it["game"], it["first"], it["second"], it["seats"], it["seconds"]
        found[kind].append(it["share"])
    for kind, shares in sorted(found.items()):
        low, high = share_interval(np.array(shares))
        said = " ".join(map(str, kind))
        print(f"{said}: {np.mean(shares):.1%} of {len(shares)} deals ({low:.1%} to {high:.1%})")


def main() -> None:
    """Do what was asked for."""
    offer_games()
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("what")
    asked.add_argument("words", nargs="*")
    asked.add_argument("--until", type=float, default=0.0)
    asked.add_argument("--from", dest="old", type=Path)
    asked.add_argument("--reward")
    asked.add_argument("--games", default=",".join(SHARES))
    asked.add_argument("--kinds", nargs="*", default=["policy,cow,2,0"])
    asked.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    found = asked.parse_args()
    deadline, games = time.time() + found.until, found.games.split(",")
    if found.what == "shipped":
        copy_shipped(Path(found.words[0]), games)
    elif found.what == "train":
        train_all(Path(found.words[0]), deadline, found.old, found.reward, games)
    elif found.what == "one":
        game, out, end = found.words
        train_one(game, Path(out), float(end), found.old, found.reward)
    elif found.what == "ready":
        get_ready(found.words[0])
    elif found.what == "meet":
        meet_all(Path(found.words[0]), deadline, found.kinds, found.games, found.jobs)
    elif found.what == "solve":
        solve(Path(found.words[0]), deadline)
    elif found.what == "part":
        out, number = Path(found.words[0]), int(found.words[1])
        keep_meeting(out, number, found.jobs, found.kinds, games)
    else:
        tell(Path(found.words[0]))


if __name__ == "__main__":
    main()
