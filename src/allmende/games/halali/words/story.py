"""What happened with a move, told from the records before and after it."""

from allmende.core.game import per_seat
from allmende.core.language import Event, Message, Seat
from allmende.core.record import Record, copy_record

from ..components import DIRECTION_NAMES, EMPTY, FACE_DOWN, FIELD_NAMES, SEATS
from ..numbering import FLIP, PASS, WALK
from ..rules import play
from ..scoring import score
from ..state import ENDINGS, MATCH_OPTION, SINGLE_GAME
from .moves import walk_of
from .names import species_name, tile_message


def story(before: Record, seat: int, move: int, after: Record) -> list[Event]:
    """Tell the move, then what it set off."""
    return [tell_move(before, seat, move, after), *tell_consequences(before, seat, move, after)]


def tell_move(before: Record, seat: int, move: int, after: Record) -> Event:
    """Tell the move itself."""
    who = Seat(seat)
    if move == PASS:
        return Event("story.pass", who=who)
    if move < WALK:
        field = move - FLIP
        return Event("story.flip", who=who, at=FIELD_NAMES[field], tile=found(before, field, after))
    walk = walk_of(move)
    tile = tile_message(int(before.board[walk.field]))
    start = FIELD_NAMES[walk.field]
    if walk.to is None:
        side = Message(f"side.{DIRECTION_NAMES[walk.direction]}")
        return Event("story.leave", who=who, tile=tile, start=start, side=side)
    to = FIELD_NAMES[walk.to]
    prey = int(before.board[walk.to])
    if prey == EMPTY:
        return Event("story.move", who=who, tile=tile, start=start, to=to)
    return Event("story.capture", who=who, tile=tile, start=start, to=to, prey=tile_message(prey))


def found(before: Record, field: int, after: Record) -> Message:
    """Name the tile that was turned up, as far as everybody saw it."""
    if after.game > before.game:
        # The next game has been laid out already. It was the last tile, so all know its species.
        return Message(f"tile.{species_name(int(before.board[field]) - FACE_DOWN)}")
    return tile_message(int(after.board[field]))


def tell_consequences(before: Record, seat: int, move: int, after: Record) -> list[Event]:
    """Tell of the last turns, of the end of a game and of the swap of roles."""
    if after.game > before.game:
        return [*tell_turning_points(before, first_game_end(before, seat, move)), *tell_swap(after)]
    events = tell_turning_points(before, after)
    if after.over:
        points = per_seat(score, after)
        events.append(Event("story.result", first=points[0], second=points[1]))
    return events


def tell_turning_points(before: Record, after: Record) -> list[Event]:
    """Tell that the last turns begin, and how a game ended."""
    events = []
    if after.phase > before.phase:
        events.append(Event("story.last_turns"))
    if after.over:
        events.append(Event(f"ending.{ENDINGS[after.over - 1]}"))
    return events


def first_game_end(before: Record, seat: int, move: int) -> Record:
    """Carry out the last move of the first game as in a single game, which stays as it ended."""
    end = copy_record(before)
    end.options[MATCH_OPTION] = SINGLE_GAME
    play(end, seat, move)
    return end


def tell_swap(after: Record) -> list[Event]:
    """Tell the points of the first game of a match, and who begins the second in which role."""
    first, second = (int(after.banked_points[player]) for player in range(SEATS))
    return [
        Event("story.first_game_over", one=Seat(0), first=first, two=Seat(1), second=second),
        Event("story.roles_swapped", who=Seat(1)),
    ]
