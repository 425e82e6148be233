"""What is true of every record of Halali!, whatever was played."""

from allmende.core.flaws import Flaws, sentences
from allmende.core.record import Record
from allmende.core.rule import rule
from allmende.core.turns import one_seat_acts

from .components import (
    COUNT,
    EDGE,
    EMPTY,
    FACE_DOWN,
    FIELDS,
    LAST_TURNS,
    MOST_QUIET_PLIES,
    OUTSIDE,
    SEATS,
    SPECIES,
    SPECIES_OF,
    WALL,
    WAY_OUT,
)
from .rules import a_side_is_gone
from .state import MATCH_OPTION, NOWHERE, RETURN_MATCH, Ending, Phase


class Flaw(Flaws):
    """What can be wrong with a record."""

    TILES = "the tiles on the board and in the bags are not the 48 of the game"
    FACE_DOWN = "the number of face-down tiles is wrong"
    PHASE = "the last turns begin exactly when the last tile is turned up"
    COUNTERS = "the count of quiet plies or of turns left is out of bounds"
    END = "the last turns end exactly when a side is gone or all of them are taken"
    WAITING = "exactly one seat acts while the game goes on"
    GAME = "only the second game of a match has points from the first"
    MARKS = "a marked field is not on the board"


FLAWS = sentences(Flaw)


@rule
def flaw(s: Record) -> int:
    """Return 0 for a sound record, else the number of the first flaw."""
    if not tiles_are_complete(s):
        return Flaw.TILES
    if count_face_down(s) != s.face_down:
        return Flaw.FACE_DOWN
    if (s.phase == Phase.LAST_TURNS) != (s.face_down == 0):
        return Flaw.PHASE
    if not counters_are_in_bounds(s):
        return Flaw.COUNTERS
    if s.phase == Phase.LAST_TURNS and not last_turns_end_in_time(s):
        return Flaw.END
    if not one_seat_acts(s):
        return Flaw.WAITING
    if not games_add_up(s):
        return Flaw.GAME
    if not marks_are_on_board(s):
        return Flaw.MARKS
    return 0


@rule
def tiles_are_complete(s: Record) -> bool:
    """Tell whether every species has all its tiles on the board and in the bags."""
    if s.board[EDGE] != WALL:
        return False
    if s.board[OUTSIDE] != (WAY_OUT if s.phase == Phase.LAST_TURNS else WALL):
        return False
    for species in range(SPECIES):
        found = s.bag[0, species] + s.bag[1, species]
        for field in range(FIELDS):
            tile = s.board[field] % FACE_DOWN
            if tile != EMPTY and SPECIES_OF[tile] == species:
                found += 1
        if found != COUNT[species] or s.bag[0, species] < 0 or s.bag[1, species] < 0:
            return False
    return True


@rule
def count_face_down(s: Record) -> int:
    """Count the face-down tiles on the board."""
    found = 0
    for field in range(FIELDS):
        if s.board[field] >= FACE_DOWN:
            found += 1
    return found


@rule
def counters_are_in_bounds(s: Record) -> bool:
    """Tell whether quiet plies and turns left can be as they are."""
    if s.quiet < 0 or s.quiet > MOST_QUIET_PLIES or s.turns_left < 0 or s.turns_left > LAST_TURNS:
        return False
    if s.phase == Phase.HUNT:
        stopped = s.quiet == MOST_QUIET_PLIES
        return s.turns_left == 0 and stopped == (s.over == 1 + Ending.STANDSTILL)
    return s.quiet <= LAST_TURNS - s.turns_left


@rule
def last_turns_end_in_time(s: Record) -> bool:
    """Tell whether the game went on for as long as both sides were there and turns were left."""
    if a_side_is_gone(s):
        return s.over == 1 + Ending.SIDE_GONE
    return s.over == (1 + Ending.LAST_TURNS if s.turns_left == 0 else 0)


@rule
def games_add_up(s: Record) -> bool:
    """Tell whether points are banked only in the second game of a match of two."""
    if s.game == 1:
        return s.options[MATCH_OPTION] == RETURN_MATCH
    for seat in range(SEATS):
        if s.banked_points[seat] != 0 or s.banked_tiles[seat] != 0:
            return False
    return s.game == 0 and not (s.over > 0 and s.options[MATCH_OPTION] == RETURN_MATCH)


@rule
def marks_are_on_board(s: Record) -> bool:
    """Tell whether the lock and the bans point to fields of the board, or nowhere."""
    sound = NOWHERE <= s.locked < FIELDS
    for seat in range(SEATS):
        sound = sound and NOWHERE <= s.came_from[seat] < FIELDS
        sound = sound and NOWHERE <= s.went_to[seat] < FIELDS
        sound = sound and (s.came_from[seat] == NOWHERE) == (s.went_to[seat] == NOWHERE)
    return sound
