"""Spend thousands of simulated evenings in a house where everything goes wrong.

    python benchmarks/evenings.py --evenings 2000 --seed 1
    python benchmarks/evenings.py --evenings 500 --houses 3
    python benchmarks/evenings.py --only 1234 --trace

The real application runs in a world of its own: seeded time, order, threads, sockets and disk. The
house is killed between any two of its steps, connections break, the disk is slow, full or broken,
and a few guests are up to mischief. Nothing that was acknowledged may be lost or doubled, and
everybody must end with what the log says and their seats may know. A failure is printed with the
seed of its evening; `--only` spends that one again, `--trace` shows every step of it.

Whoever has gone is called by push and by mail, through services that are slow, fail and lose
answers: nothing is lost, nothing comes twice that a house could know of, nobody is called in quiet
hours, and no secret is told.

With `--houses` that many share a database. Guests come to any of them, and what one house tells the
others comes late or never.
"""

import argparse
import json
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parents[1]
AT_A_TIME = 10

if TYPE_CHECKING:
    from tests.table.simulation.evening import Report


def spend(
    seed: int, games: Sequence[str] | None = None, trace: bool = False, houses: int = 1
) -> "Report":
    """Spend one evening."""
    sys.path.insert(0, str(ROOT))
    from tests.table.simulation.evening import spend as spend_evening

    return spend_evening(seed, games or None, on_note=print if trace else None, houses=houses)


def reports(wanted: argparse.Namespace) -> Iterator["Report"]:
    """Spend all evenings, in one process or in several."""
    one = partial(spend, games=tuple(wanted.game), trace=wanted.trace, houses=wanted.houses)
    seeds = range(wanted.seed, wanted.seed + wanted.evenings)
    if wanted.only is not None:
        yield one(wanted.only)
    elif wanted.processes == 1:
        yield from map(one, seeds)
    else:
        with multiprocessing.get_context("spawn").Pool(wanted.processes) as pool:
            yield from pool.imap(one, seeds, AT_A_TIME)


def tell(report: "Report", wanted: argparse.Namespace) -> None:
    """Say what went wrong in an evening, and how to look at it again."""
    houses = f" --houses {wanted.houses}" if wanted.houses > 1 else ""
    games = "".join(f" --game {game}" for game in wanted.game)
    again = f"--only {report.seed} --trace{houses}{games}"
    print(f"evening {report.seed}: {report.trouble}")
    print(f"  again: python benchmarks/evenings.py {again}", flush=True)


def main() -> None:
    """Run, and print what came of it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--evenings", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1, help="that of the first evening")
    parser.add_argument("--only", type=int, metavar="SEED", help="spend only this evening")
    parser.add_argument("--trace", action="store_true", help="show all that happens")
    parser.add_argument("--game", action="append", default=[], help="play only this; repeatable")
    parser.add_argument("--every", type=int, default=100, help="report after so many evenings")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--houses", type=int, default=1, help="that share a database")
    wanted = parser.parse_args()
    total: Counter[str] = Counter()
    failed, begin = [], time.monotonic()
    for report in reports(wanted):
        total.update(report.counts)
        if report.trouble is not None:
            failed.append(report.seed)
            tell(report, wanted)
        if total["evenings"] % wanted.every == 0:
            print(
                f"{total['evenings']} evenings, {total['deaths']} deaths, "
                f"{total['acknowledged']} acknowledged, {len(failed)} failed",
                flush=True,
            )
    seconds = round(time.monotonic() - begin, 1)
    print(json.dumps({**dict(sorted(total.items())), "wall seconds": seconds, "failed": failed}))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
