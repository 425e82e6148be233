"""The rules of Halali!: the set-up, what may be done in a turn, and what follows."""

import numpy as np

from allmende.core.record import Record
from allmende.core.rule import Count, rule
from allmende.core.turns import finish, may_act, wait_for

from .components import (
    CENTRE,
    DIRECTIONS,
    EDGE,
    EMPTY,
    ENTERS,
    FACE_DOWN,
    FAR,
    FIELDS,
    IS_BIRD,
    LAST_TURNS,
    MOST_QUIET_PLIES,
    NEXT,
    OUTSIDE,
    REACH,
    ROOM,
    SEATS,
    SIDE_OF,
    SPECIES_OF,
    STEP,
    TILES,
    WALL,
    WAY_OUT,
    Side,
)
from .numbering import FLIP, MOVES, PASS, WALK, walk_number
from .scoring import bag_points, bag_tiles
from .secrets import scatter_face_down
from .state import MATCH_OPTION, NOWHERE, RETURN_MATCH, Ending, Phase

# The far end of the list of moves is never reached by moves; notes are taken there.
OPEN_WAYS = Count(MOVES - FIELDS * DIRECTIONS)
MOVABLE = OPEN_WAYS - Count(FIELDS)


@rule
def deal(s: Record) -> None:
    """Lay out the first game of a match."""
    lay_out(s)


@rule
def lay_out(s: Record) -> None:
    """Mix all tiles face down, leave the centre free, and let blue begin."""
    for field in range(FIELDS):
        s.board[field] = FACE_DOWN
    s.board[CENTRE] = EMPTY
    s.board[EDGE] = WALL
    s.board[OUTSIDE] = WALL
    s.bag[:] = 0
    s.face_down = TILES
    scatter_face_down(s)
    s.phase = Phase.HUNT
    s.quiet = 0
    s.turns_left = 0
    s.locked = NOWHERE
    for seat in range(SEATS):
        forget_walk(s, seat)
    wait_for(s, seat_of(s, Side.BLUE))


@rule
def side_of(s: Record, seat: int) -> int:
    """Return the side a seat plays in this game; sides are swapped in the second."""
    return (seat + s.game) % SEATS


@rule
def seat_of(s: Record, side: int) -> int:
    """Return the seat that plays a side in this game."""
    return (side + s.game) % SEATS


@rule
def legal(s: Record, seat: int, moves: np.ndarray) -> int:
    """List flips and walks; the pass only if there is nothing else."""
    if not may_act(s, seat):
        return 0
    n = list_moves(s, seat, moves)
    if n == 0:
        moves[0] = PASS
        return 1
    return np.int64(n)  # type: ignore[return-value]


@rule(inline=True)
def list_moves(s: Record, seat: int, moves: np.ndarray) -> Count:
    """List every face-down tile to be turned up, then every walk of a tile that the seat may move:
    to empty fields, onto prey and, when the exits are open, out of the wood."""
    board, locked = s.board, s.locked
    came_from, went_to = s.came_from[seat], s.went_to[seat]
    reaches = REACH[side_of(s, seat)]
    n, tiles = list_flips(board, reaches, moves)
    for i in range(note_open_ways(board, tiles, moves)):
        way = moves[OPEN_WAYS + i]
        field, direction = way // DIRECTIONS, way % DIRECTIONS
        if field != locked:
            tile = board[field]
            banned = came_from if field == went_to else NOWHERE
            distance = 0
            to = NEXT[field, direction]
            while distance < reaches[tile] and ENTERS[tile, direction, board[to]]:
                distance += 1
                moves[n] = walk_number(field, direction, distance)
                n += Count(to != banned)
                if board[to] != EMPTY:
                    break
                to = NEXT[to, direction]
    return n


# Whether a field matters is a matter of chance, and a processor that guesses wrong loses time. So
# every candidate is written down, and counted only if it holds: no branch, half the time.


@rule(inline=True)
def list_flips(board: np.ndarray, reaches: np.ndarray, moves: np.ndarray) -> tuple[Count, Count]:
    """List every face-down tile to be turned up, and note the tiles that may be moved."""
    n, tiles = Count(0), Count(0)
    for field in range(FIELDS):
        tile = board[field]
        moves[n] = FLIP + field
        n += Count(tile >= FACE_DOWN)
        moves[MOVABLE + tiles] = field
        tiles += Count(reaches[tile] > 0)
    return n, tiles


@rule(inline=True)
def note_open_ways(board: np.ndarray, tiles: Count, notes: np.ndarray) -> Count:
    """Note each movable tile and direction in which its first step is possible."""
    ways = Count(0)
    for i in range(tiles):
        field = notes[MOVABLE + i]
        tile = board[field]
        for direction in range(DIRECTIONS):
            found = board[NEXT[field, direction]]
            notes[OPEN_WAYS + ways] = field * DIRECTIONS + direction
            ways += Count(ENTERS[tile, direction, found])
    return ways


@rule
def play(s: Record, seat: int, move: int) -> None:
    """Flip, walk or pass, then see whether the game goes on."""
    s.ply += 1
    s.quiet += 1
    s.locked = NOWHERE
    forget_walk(s, seat)
    if move < WALK:
        turn_up(s, move - FLIP)
    elif move < PASS:
        walk_tile(s, seat, move - WALK)
    end_turn(s, seat)


@rule
def forget_walk(s: Record, seat: int) -> None:
    """Lift the ban on moving back and forth."""
    s.came_from[seat] = NOWHERE
    s.went_to[seat] = NOWHERE


@rule
def turn_up(s: Record, field: int) -> None:
    """Turn up a tile; a bird may not be moved by the opponent at once."""
    s.board[field] -= FACE_DOWN
    s.face_down -= 1
    s.quiet = 0
    lock_bird(s, field)


@rule
def lock_bird(s: Record, field: int) -> None:
    """Bar the opponent from moving a bird that was just turned up or moved."""
    if IS_BIRD[s.board[field]]:
        s.locked = field


@rule
def walk_tile(s: Record, seat: int, walk: int) -> None:
    """Move a tile straight on: to an empty field, onto its prey, or out of the wood."""
    field, way = divmod(walk, DIRECTIONS * FAR)
    direction, distance = way // FAR, way % FAR + 1
    tile = s.board[field]
    s.board[field] = EMPTY
    if distance > ROOM[field, direction]:
        put_in_bag(s, seat, tile)
        return
    to = field + distance * STEP[direction]
    if s.board[to] != EMPTY:
        put_in_bag(s, seat, s.board[to])
    s.board[to] = tile
    lock_bird(s, to)
    if not IS_BIRD[tile]:
        s.came_from[seat] = field
        s.went_to[seat] = to


@rule
def put_in_bag(s: Record, seat: int, tile: int) -> None:
    """Give a captured tile, or one that left the wood, to a seat."""
    s.bag[seat, SPECIES_OF[tile]] += 1
    s.quiet = 0


@rule
def end_turn(s: Record, seat: int) -> None:
    """End the game if it is time, begin the last turns if it is time, else pass the turn on."""
    if s.phase == Phase.LAST_TURNS:
        s.turns_left -= 1
    elif s.face_down == 0:
        open_exits(s)
    wait_for(s, 1 - seat)
    if s.phase == Phase.LAST_TURNS and a_side_is_gone(s):
        end_game(s, Ending.SIDE_GONE)
    elif s.phase == Phase.LAST_TURNS and s.turns_left == 0:
        end_game(s, Ending.LAST_TURNS)
    elif s.quiet == MOST_QUIET_PLIES:
        end_game(s, Ending.STANDSTILL)


@rule
def open_exits(s: Record) -> None:
    """Begin the last turns: each player has five, and own tiles may leave the wood."""
    s.phase = Phase.LAST_TURNS
    s.turns_left = LAST_TURNS
    s.board[OUTSIDE] = WAY_OUT


@rule
def a_side_is_gone(s: Record) -> bool:
    """Tell whether blue or brown has no tile left on the board."""
    blue, brown = False, False
    for field in range(FIELDS):
        tile = s.board[field]
        if tile != EMPTY:
            blue |= SIDE_OF[tile] == Side.BLUE
            brown |= SIDE_OF[tile] == Side.BROWN
            if blue and brown:
                return False
    return True


@rule
def end_game(s: Record, ending: int) -> None:
    """End the match, or bank the first game of two and swap roles for the second."""
    if s.options[MATCH_OPTION] == RETURN_MATCH and s.game == 0:
        for seat in range(SEATS):
            s.banked_points[seat] = bag_points(s, seat)
            s.banked_tiles[seat] = bag_tiles(s, seat)
        s.game = 1
        lay_out(s)
    else:
        finish(s, ending)
