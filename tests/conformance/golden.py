"""Recorded truths about each game: where its options matter, node counts, readable playthroughs,
and games to replay.

`make golden` writes all but the last anew; read the diff before you commit it.
"""

import json
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from allmende.conformance import Case, cases_of
from allmende.conformance.case import demand, played, random_match
from allmende.conformance.options import bite, biting_games
from allmende.core.game import Game
from allmende.core.record import Record
from tests.conformance.subjects import WHERE, bites_path, folder_of, subjects_of

SEEDS = ("golden/1", "golden/2", "golden/3")
MOST_NODES = 30_000
BOARD_EVERY = 10
MOST_BITES = 30
"""As many games as the laws look at."""
TRIES = 2_000
"""So many games an option has to show that it matters with a number of seats."""
STUBBORN_TRIES = 250_000
"""So many where it matters nowhere else: two toads in the turn of one mole take their time."""


def bites_of(where: str) -> dict[str, dict[str, int]]:
    """Find for each choice of an option games in which it matters, with the ply from which on."""
    cases = [case for case in cases_of(where) if case.options]
    path = bites_path(cases[0].game) if cases else Path()
    known = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    found = {str(case): dict(islice(biting_games(case, TRIES), MOST_BITES)) for case in cases}
    for choice in {str(case.options) for case in cases}:
        alike = [case for case in cases if str(case.options) == choice]
        if not any(found[str(case)] for case in alike):
            found[str(alike[0])] = rare_bite(alike[0], known.get(str(alike[0]), {}))
    return {name: games for name, games in found.items() if games}


def rare_bite(case: Case, known: dict[str, int]) -> dict[str, int]:
    """Find one game in which a rare option matters: the one known so far if it still does."""
    for seed in known:
        ply = bite(case, seed)
        if ply is not None:
            return {seed: ply}
    return dict(islice(biting_games(case, STUBBORN_TRIES), 1))


def starts_of(case: Case) -> list[tuple[str, int]]:
    """Choose where nodes are counted: the deal and the middle of some games; with options where
    they begin to matter, and halfway from there to the end."""
    games = case.biting[: len(SEEDS)] or [(seed, 0) for seed in SEEDS]
    ends = [len(played(case, seed).moves) for seed, _ in games]
    return [
        (seed, ply)
        for (seed, since), end in zip(games, ends, strict=True)
        for ply in (since, (since + end) // 2)
    ]


def count_nodes(game: Game, s: Record, depth: int) -> int:
    """Count the sequences of `depth` decisions from a record."""
    if depth == 0 or s.over:
        return 1
    if depth == 1:
        return sum(game.rules.legal(s, seat, scratch_of(game)) for seat in game.to_act(s))
    return sum(
        count_nodes(game, game.after(s, seat, move), depth - 1)
        for seat in game.to_act(s)
        for move in game.legal_moves(s, seat)
    )


@cache
def scratch_of(game: Game) -> np.ndarray:
    """Return room for all moves, where only their number is asked for."""
    return np.empty(game.moves, np.int64)


def node_counts(case: Case) -> dict[str, list[int]]:
    """Count nodes from some records, as deep as it stays quick."""
    counts: dict[str, list[int]] = {}
    for seed, ply in starts_of(case):
        s = played(case, seed).records[ply]
        found = [1]
        while found[-1] <= MOST_NODES and len(found) <= 6:
            branching = found[-1] / found[-2] if len(found) > 1 else 1
            if found[-1] * branching > MOST_NODES:
                break
            found.append(count_nodes(case.game, s, len(found)))
        counts[f"{seed} ply {ply}"] = found[1:]
    return counts


def node_counts_are_as_recorded(case: Case) -> None:
    """From fixed seeds there are as many sequences of moves as were recorded."""
    recorded = json.loads((folder_of(case.game) / "node_counts.json").read_text())
    found = node_counts(case)
    demand(found == recorded.get(str(case)), f"node counts {found}, not {recorded.get(str(case))}")


def playthrough(case: Case) -> str:
    """Write a whole random game as readable text: moves, story and the board now and then."""
    seed, since = (case.biting or ((SEEDS[0], 0),))[0]
    match = random_match(case, seed)
    speaker = case.game.speaker("en")
    lines = [f"# {case}, seed {seed}" + (f", another game from ply {since} on" * bool(since)), ""]
    for ply, move in enumerate(match.moves):
        if ply % BOARD_EVERY == 0:
            lines += [board_at(case, match.record_at(ply)), ""]
        told = case.game.words.story(
            match.record_at(ply), move.seat, move.number, match.record_at(ply + 1)
        )
        lines.append(f"{ply + 1}. seat {move.seat}: {move}")
        for event in told:
            hidden = "" if event.seen_by is None else f" [only for seats {event.seen_by}]"
            lines.append(f"     {speaker.say(event)}{hidden}")
    lines += ["", board_at(case, match.record), ""]
    lines.append(f"scores {match.scores()}, places {match.ranking()}, ending {match.ending}")
    for seat, breakdown in enumerate(match.breakdown()):
        lines.append(f"seat {seat}: " + ", ".join(f"{label} {n}" for label, n in breakdown))
    lines.append(f"digest {match.digest()}")
    return "\n".join(lines) + "\n"


def board_at(case: Case, s: Record) -> str:
    """Draw a record as a spectator sees it."""
    return case.game.words.board(case.game.view(s, None), case.game.speaker("en"))


def playthrough_path(case: Case) -> Path:
    """Return the file of a playthrough."""
    return playthroughs_of(case.game) / f"{case}.txt"


def playthroughs_of(game: Game) -> Path:
    """Return the folder of a game's playthroughs."""
    return folder_of(game) / "playthroughs"


def write_json(path: Path, truth: dict[str, Any]) -> None:
    """Write recorded numbers, one case in a few lines."""
    path.write_text(json.dumps(truth, indent=1) + "\n", encoding="utf-8")


def write_anew(where: str) -> None:
    """Write bites, node counts and playthroughs of a game anew."""
    bites = bites_of(where)
    cases = cases_of(where)
    playthroughs = playthroughs_of(cases[0].game)
    playthroughs.mkdir(parents=True, exist_ok=True)
    if bites:
        write_json(bites_path(cases[0].game), bites)
    for path in playthroughs.glob("*.txt"):
        path.unlink()
    subjects = subjects_of(where)
    for case in subjects:
        playthrough_path(case).write_text(playthrough(case), encoding="utf-8")
        print(case, flush=True)
    counts = {str(case): node_counts(case) for case in subjects}
    write_json(folder_of(cases[0].game) / "node_counts.json", counts)


def main() -> None:
    """Write everything anew."""
    for where in WHERE:
        write_anew(where)


if __name__ == "__main__":
    main()
