"""The law about what tables, replays and lessons ask of every game."""

from itertools import pairwise

from allmende.core.game import LESSON, VIEW_HEADER
from allmende.core.language import LANGUAGES
from allmende.core.record import Record

from .case import Case, demand, random_game, watchers

GAMES = 3
WORD_FOR_MOVE = "do."


def conventions_are_kept(case: Case) -> None:
    """Views leave the common names alone and tell turn and round, moves say what they do, and the
    lesson lies where the game says."""
    for index in range(GAMES):
        steps = list(random_game(case, f"conventions/{index}"))
        course = [steps[0].before, *(step.after for step in steps)]
        turns = {case.game.words.turn(s) for s in course}
        demand(turns <= {None, *range(case.seats)}, f"turns are of seats or None: {turns}")
        rounds = [case.game.words.round(s) for s in course]
        demand(rounds_are_counted(rounds), f"the rounds of a game go {rounds}")
        for s in (course[0], course[len(course) // 2], course[-1]):
            common_names_are_free(case, s)
    kinds = kinds_of_moves(case, case.deal("conventions"))
    words = {key.removeprefix(WORD_FOR_MOVE) for key in case.game.texts["en"] if is_word(key)}
    demand(not words or words == kinds, f"words for moves {sorted(words)}, kinds {sorted(kinds)}")
    lesson_can_be_read(case)


def common_names_are_free(case: Case, s: Record) -> None:
    """Demand that the game's own part of a view uses no name that all views have."""
    for seat in watchers(case):
        taken = sorted(set(VIEW_HEADER) & set(case.game.words.view(s, seat)))
        demand(not taken, f"the view uses names that all views have: {', '.join(taken)}")


def rounds_are_counted(rounds: list[int | None]) -> bool:
    """Tell whether rounds go 1, 2, 3, …, or whether none is counted at all."""
    counted = [number for number in rounds if number is not None]
    if not counted:
        return True
    steps = {after - before for before, after in pairwise(counted)}
    return len(counted) == len(rounds) and counted[0] == 1 and steps <= {0, 1}


def kinds_of_moves(case: Case, s: Record) -> set[str]:
    """Name the kinds of all moves there are, by what they say they do."""
    kinds = set()
    for move in range(case.game.moves):
        kind = case.game.words.move_data(s, 0, move).get("do")
        demand(type(kind) is str and bool(kind), f"move {move} says {kind!r} in 'do', no word")
        kinds.add(str(kind))
    return kinds


def is_word(key: str) -> bool:
    """Tell whether a key of a catalog is a word for a kind of move."""
    return key.startswith(WORD_FOR_MOVE)


def lesson_can_be_read(case: Case) -> None:
    """Demand the files of a lesson, if the game says that it has one."""
    if case.game.lessons is not None:
        for name in (LESSON, *(f"{language}.json" for language in LANGUAGES)):
            there = (case.game.lessons / name).is_file()
            demand(there, f"the lesson lacks {case.game.lessons / name}")
