"""Recorded truths about each game: node counts, readable playthroughs, and games to replay.

`make golden` writes node counts and playthroughs anew; read the diff before you commit it.
"""

import json
from pathlib import Path

from allmende.conformance.case import Case, demand, random_match
from allmende.core.game import Game
from allmende.core.record import Record

ROOT = Path("tests/games")
SEEDS = ("golden/1", "golden/2", "golden/3")
MOST_NODES = 30_000
BOARD_EVERY = 10


def folder_of(game: Game) -> Path:
    """Return the folder of a game's recorded truths."""
    return ROOT / game.name.replace("-", "_")


def count_nodes(game: Game, s: Record, depth: int) -> int:
    """Count the sequences of `depth` decisions from a record."""
    if depth == 0 or s.over:
        return 1
    moves = [(seat, move) for seat in game.to_act(s) for move in game.legal_moves(s, seat)]
    if depth == 1:
        return len(moves)
    return sum(count_nodes(game, game.after(s, seat, move), depth - 1) for seat, move in moves)


def node_counts(case: Case) -> dict[str, list[int]]:
    """Count nodes from a fresh deal and from the middle of a game, as deep as it stays quick."""
    counts: dict[str, list[int]] = {}
    for seed in SEEDS:
        middle = random_match(case, seed)
        middle_ply = len(middle.moves) // 2
        for name, s in (("deal", middle.record_at(0)), ("middle", middle.record_at(middle_ply))):
            found = [1]
            while found[-1] <= MOST_NODES and len(found) <= 6:
                branching = found[-1] / found[-2] if len(found) > 1 else 1
                if found[-1] * branching > MOST_NODES:
                    break
                found.append(count_nodes(case.game, s, len(found)))
            counts[f"{seed} {name}"] = found[1:]
    return counts


def node_counts_are_as_recorded(case: Case) -> None:
    """From fixed seeds there are as many sequences of moves as were recorded."""
    recorded = json.loads((folder_of(case.game) / "node_counts.json").read_text())
    found = node_counts(case)
    demand(found == recorded.get(str(case)), f"node counts {found}, not {recorded.get(str(case))}")


def playthrough(case: Case) -> str:
    """Write a whole random game as readable text: moves, story and the board now and then."""
    match = random_match(case, SEEDS[0])
    speaker = case.game.speaker("en")
    lines = [f"# {case}, seed {SEEDS[0]}", ""]
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
    return folder_of(case.game) / "playthroughs" / f"{case}.txt"


def main() -> None:
    """Write all node counts and playthroughs anew."""
    from tests.conformance.subjects import all_cases

    counts: dict[Path, dict[str, dict[str, list[int]]]] = {}
    for case in all_cases():
        path = playthrough_path(case)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(playthrough(case), encoding="utf-8")
        counts.setdefault(folder_of(case.game) / "node_counts.json", {})[str(case)] = node_counts(
            case
        )
        print(case)
    for path, by_case in counts.items():
        path.write_text(json.dumps(by_case, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
