"""Measure what we claim, side by side with the peers, in one run on one core."""

from __future__ import annotations

import argparse
import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

from claims import Json, all_ratios, judged_claims
from entrants import EXAMPLE_FILE, Entrant, chosen_entrants, tables_of
from machine import machine_facts, pin_to_one_core
from random_play import Pace, play_rounds
from record_copy import measure_copies
from report import print_results, write_docs
from rich.console import Console
from search import measure_search
from soak import soak_game
from start_up import measure_start_up

from allmende.core.rule import INTERPRETED

HERE = Path(__file__).resolve().parent
FULL_PACE, QUICK_PACE = Pace(seconds=3.0, rounds=3), Pace(seconds=0.3, rounds=1)
FULL_SOAK, QUICK_SOAK = 10_000_000, 100_000
FULL_COPIES, QUICK_COPIES = 20_000_000, 1_000_000

progress = Console(stderr=True, highlight=False)


def say(line: str) -> None:
    """Tell what is going on, apart from the results."""
    progress.print(f"[dim]{line}[/dim]")


def measure_all(entrants: list[Entrant], peers: str | None, soak: int, quick: bool) -> Json:
    """Take every measurement, one after the other."""
    pace = QUICK_PACE if quick else FULL_PACE
    copies = QUICK_COPIES if quick else FULL_COPIES
    results: Json = {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "machine": machine_facts(),
        "settings": {
            "quick": quick,
            "seconds": pace.seconds,
            "rounds": pace.rounds,
            "soak_moves_per_game": soak,
        },
        **play_rounds(tables_of(entrants), peers, pace, say),
    }
    results["search"] = []
    for table in tables_of(entrants):
        say(f"search: {table.label}")
        results["search"].append(measure_search(table, pace.seconds / 2, pace.rounds))
    say("copy of a record")
    results["record_copy"] = [measure_copies(entrant, copies, pace.rounds) for entrant in entrants]
    results["start_up"] = []
    for entrant in entrants:
        say(f"compile and load: {entrant.name}")
        results["start_up"].append(measure_start_up(entrant, pace.rounds))
    results["soak"] = soak_all(entrants, soak)
    results["ratios"] = all_ratios(results)
    results["claims"] = judged_claims(results)
    return results


def soak_all(entrants: list[Entrant], moves: int) -> list[Json]:
    """Soak the installed games; the example is not one of them."""
    rows: list[Json] = []
    for entrant in entrants:
        if moves and entrant.registered:
            say(f"soak: {entrant.name}")
            rows += soak_game(entrant, moves)
    return rows


def usable_peers(python: str) -> str | None:
    """Return the Python of the peers, or say in one line that it is missing."""
    if shutil.which(python) is None:
        say("the peers' environment is missing, going on without them: see docs/benchmarks.md")
        return None
    return python


def not_negative(text: str) -> int:
    """Read a number of moves for the command line."""
    count = int(text.replace("_", ""))
    if count < 0:
        raise argparse.ArgumentTypeError(f"must be 0 or more, not {text}")
    return count


def read_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--peers",
        default=".venv-bench/bin/python",
        help="the Python of the peers' environment (default: %(default)s)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=HERE / "results.json",
        help="where the results are written (default: results.json beside this script)",
    )
    parser.add_argument("--games", default="", help="only these games, with commas between them")
    parser.add_argument(
        "--soak",
        type=not_negative,
        metavar="MOVES",
        help=f"checked random moves for each game, 0 for none (default: {FULL_SOAK})",
    )
    parser.add_argument("--quick", action="store_true", help="a short trial with rough numbers")
    parser.add_argument(
        "--write-docs",
        action="store_true",
        help="measure nothing; put the results of the last run into docs/benchmarks.md",
    )
    return parser.parse_args()


def fill_docs(results_file: Path) -> None:
    """Put the results of a full run into the documentation."""
    if not results_file.is_file():
        raise SystemExit("there are no results yet: run the benchmarks first")
    results = json.loads(results_file.read_text(encoding="utf-8"))
    if results["settings"]["quick"]:
        raise SystemExit("these are the rough numbers of a quick trial: make a full run first")
    write_docs(results)


def run(arguments: argparse.Namespace) -> int:
    """Measure, print and write; return the exit code."""
    if INTERPRETED:
        raise SystemExit("rules are interpreted here: unset ALLMENDE_INTERPRET")
    pin_to_one_core()
    names = [name.strip() for name in arguments.games.split(",") if name.strip()]
    if not EXAMPLE_FILE.is_file():
        say("there is no examples/four_in_a_row.py, going on without it")
    entrants = chosen_entrants(names)
    peers = usable_peers(arguments.peers)
    usual_soak = QUICK_SOAK if arguments.quick else FULL_SOAK
    soak = usual_soak if arguments.soak is None else arguments.soak
    results = measure_all(entrants, peers, soak, arguments.quick)
    text = json.dumps(results, indent=2, ensure_ascii=False) + "\n"
    arguments.out.write_text(text, encoding="utf-8")
    print_results(results, Console())
    return 1 if any(claim["passed"] is False for claim in results["claims"]) else 0


def main() -> None:
    """Run from the command line."""
    arguments = read_arguments()
    if arguments.write_docs:
        fill_docs(arguments.out)
        return
    raise SystemExit(run(arguments))


if __name__ == "__main__":
    main()
