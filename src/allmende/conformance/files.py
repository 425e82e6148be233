"""Laws about game files."""

import random

from allmende.core import file
from allmende.core.errors import AllmendeError, GameFileError
from allmende.core.match import Match

from .case import Case, demand, random_match

SPOILED = 12


def files_hold_the_game(case: Case) -> None:
    """A finished game, an unfinished one and one from a position come back as they were; what was
    spoiled does not come back."""
    (seed, _), *_ = case.games_for("file", 1)
    finished = random_match(case, seed)
    halfway = random_match(case, seed, len(finished.moves) // 2)
    late = Match(case.game, halfway.record, None)
    if not late.over:
        late.play(late.legal(late.to_act[0])[0])
    for match in (finished, halfway, late):
        again = file.read(file.write(match).encode(), Match)
        demand(again.digest() == match.digest(), "the file leads to another record")
        same = [str(move) for move in again.moves] == [str(move) for move in match.moves]
        demand(same, "the file holds other moves")
    if not case.options:  # an option is one line of a file, which its reader knows by itself
        spoiled_is_refused(file.write(finished).splitlines())


def spoiled_is_refused(good: list[str]) -> None:
    """Demand an error for a file that is cut off, shortened, reordered or edited."""
    chooser = random.Random("spoil")
    for _ in range(SPOILED):
        at = chooser.randrange(len(good))
        other = chooser.randrange(len(good))
        cut_off = good[:at]
        shortened = good[:at] + good[at + 1 :]
        edited = [*good[:at], good[at][:-1] + chr(ord(good[at][-1]) ^ 1), *good[at + 1 :]]
        reordered = list(good)
        reordered[at], reordered[other] = reordered[other], reordered[at]
        for lines in (cut_off, shortened, edited, reordered):
            if lines != good:
                is_refused("\n".join(lines).encode())


def is_refused(content: bytes) -> None:
    """Demand an error that names line and reason."""
    try:
        file.read(content, Match)
    except GameFileError as trouble:
        demand(trouble.line >= 1 and bool(trouble.reason), f"a poor error: {trouble}")
    except AllmendeError as trouble:
        demand(False, f"an error without a line: {trouble}")
    else:
        demand(False, "a spoiled file was accepted")
