"""A slow and plain Halali!, written from the rules alone, to check the fast one against.

The ids H1 to H34 name the rulings in the notes on the game.
"""

from functools import cache

Move = tuple[str, ...]

COLUMNS = "abcdefg"
ROWS = "1234567"
STEPS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
EXITS = {"north": "d7", "east": "g4", "south": "d1", "west": "a4"}

BLUE = ["bear", "fox"]
BROWN = ["lumberjack", "hunter"]
BIRDS = ["pheasant", "duck"]

PREY = {
    "bear": ["hunter", "lumberjack"],
    "fox": ["pheasant", "duck"],
    "lumberjack": ["tree"],
    "hunter": ["bear", "fox", "pheasant", "duck"],
    "pheasant": [],
    "duck": [],
}
POINTS = {
    "bear": 10,
    "fox": 5,
    "lumberjack": 5,
    "hunter": 5,
    "pheasant": 3,
    "duck": 2,
    "tree": 2,
}
STANDSTILL_PLIES = 60
END_PHASE_PLIES = 10


@cache
def kind_of(tile: str) -> str:
    """The sort of tile, without a hunter's aim."""
    return tile.split("-", maxsplit=1)[0]


@cache
def next_field(field: str, direction: str) -> str | None:
    """The neighbouring field in a direction, or None beyond the edge of the board."""
    right, up = STEPS[direction]
    column = COLUMNS.index(field[0]) + right
    row = ROWS.index(field[1]) + up
    if 0 <= column < len(COLUMNS) and 0 <= row < len(ROWS):
        return COLUMNS[column] + ROWS[row]
    return None


@cache
def can_capture(hunting: str, hunted: str, direction: str) -> bool:
    """Whether one face-up tile may take another when it arrives in this direction."""
    if kind_of(hunted) not in PREY[kind_of(hunting)]:
        return False
    # Only a hunter cares where it comes from: it shoots along its fixed aim (H9, H10).
    return kind_of(hunting) != "hunter" or hunting == "hunter-" + direction


class ReferenceGame:
    """One game, or two with swapped roles, between seat 0 and seat 1."""

    def __init__(self, deals: list[dict[str, str]]) -> None:
        """Begin the first game with the first deal."""
        self.deals = deals
        self.won: list[list[str]] = [[], []]
        self.ending: str | None = None
        self.game_number = 0
        self.seat_to_act: int | None = None
        self._set_up_next_game()

    def _set_up_next_game(self) -> None:
        """Lay out the next deal face down; blue starts (H26)."""
        self.tile_on = dict(self.deals[self.game_number])
        self.face_down = set(self.tile_on)
        self.game_number += 1
        self.blue_seat = self.game_number - 1
        self.seat_to_act = self.blue_seat
        self.turns_left: int | None = None
        self.quiet_plies = 0
        # The bird that the seat to act may not move in this turn.
        self.locked_bird: str | None = None
        # Per seat: the own tile moved in its last turn, as (field it is on, field it came from).
        self.last_own_move: list[tuple[str, str] | None] = [None, None]

    # What the players see

    def board(self) -> dict[str, str]:
        """Every field that is not empty with its tile; face-down tiles begin with "?"."""
        seen = {}
        for field, tile in self.tile_on.items():
            seen[field] = "?" + tile if field in self.face_down else tile
        return seen

    def points(self) -> list[int]:
        """Points per seat over all games so far."""
        return [sum(POINTS[kind_of(tile)] for tile in won) for won in self.won]

    def tiles(self) -> list[int]:
        """Number of tiles won per seat over all games so far."""
        return [len(won) for won in self.won]

    def places(self) -> list[int]:
        """Place per seat: more points, then more tiles, else a shared first place (H24, H25)."""
        first, second = zip(self.points(), self.tiles(), strict=True)
        if first == second:
            return [1, 1]
        return [1, 2] if first > second else [2, 1]

    # What a player may do

    def legal(self) -> set[Move]:
        """All moves of the seat to act; none once the match is over."""
        if self.seat_to_act is None:
            return set()
        moves: set[Move] = {("flip", field) for field in self.face_down}
        for field in self._movable_fields():
            for direction in STEPS:
                moves |= self._moves_along(field, direction)
        moves -= self._banned_return()
        # Passing is only for a player who can do nothing else (H16, H30).
        return moves or {("pass",)}

    def _own_kinds(self) -> list[str]:
        """The sorts of tile in the colour of the seat to act."""
        return BLUE if self.seat_to_act == self.blue_seat else BROWN

    def _movable_fields(self) -> list[str]:
        """Fields with a face-up tile that the seat to act may move."""
        fields = []
        for field, tile in self.tile_on.items():
            if field in self.face_down or field == self.locked_bird:
                continue
            if kind_of(tile) in self._own_kinds() + BIRDS:
                fields.append(field)
        return fields

    def _moves_along(self, start: str, direction: str) -> set[Move]:
        """Moves of one tile in a straight line: to empty fields, onto prey, or out by an exit."""
        tile = self.tile_on[start]
        moves: set[Move] = set()
        reach = 1 if kind_of(tile) in ["bear", "lumberjack"] else 7
        here = start
        for _ in range(reach):
            there = next_field(here, direction)
            if there is None:
                # The tile stands on, or has slid to, the edge: one more step leaves (H18, H19).
                if self._may_leave(tile) and here == EXITS[direction]:
                    moves.add(("leave", start, direction))
                break
            if there in self.tile_on:
                # A face-down tile blocks and cannot be taken (H12).
                if there not in self.face_down and can_capture(
                    tile, self.tile_on[there], direction
                ):
                    moves.add(("move", start, there))
                break
            moves.add(("move", start, there))
            here = there
        return moves

    def _may_leave(self, tile: str) -> bool:
        """The exits are open in the end phase, and only for the player's own colour (H21)."""
        return self.turns_left is not None and kind_of(tile) in self._own_kinds()

    def _banned_return(self) -> set[Move]:
        """The move that would take the last moved own tile straight back, capture or not (H4)."""
        if self.seat_to_act is None:
            return set()
        last = self.last_own_move[self.seat_to_act]
        # If that tile has been captured, an opposing tile is there, so nothing else is hit.
        return set() if last is None else {("move", *last)}

    # What happens in a turn

    def play(self, move: Move) -> None:
        """Carry out one legal move and everything that follows from it."""
        if self.seat_to_act is None or move not in self.legal():
            raise ValueError(f"not a legal move: {move}")
        # Ban and lock last one turn only: whatever is done now replaces them (H3, H8, H30).
        self.locked_bird = None
        self.last_own_move[self.seat_to_act] = None
        self.quiet_plies += 1
        if self.turns_left is not None:
            self.turns_left -= 1

        if move[0] == "flip":
            self._turn_up(move[1])
        elif move[0] == "move":
            self._move_tile(self.seat_to_act, move[1], move[2])
        elif move[0] == "leave":
            self.won[self.seat_to_act].append(self.tile_on.pop(move[1]))

        how = self._how_game_ended()
        if how is None:
            self.seat_to_act = 1 - self.seat_to_act
        else:
            self._finish_game(how)

    def _turn_up(self, field: str) -> None:
        """Show a tile; the last one opens the end phase, and this turn is not part of it (H15)."""
        self.face_down.remove(field)
        self.quiet_plies = 0
        self._lock_if_bird(field)
        if not self.face_down:
            self.turns_left = END_PHASE_PLIES

    def _move_tile(self, seat: int, start: str, target: str) -> None:
        """Move a tile, taking what lies on the target field."""
        if target in self.tile_on:
            self.won[seat].append(self.tile_on.pop(target))
            self.quiet_plies = 0
        self.tile_on[target] = self.tile_on.pop(start)
        self._lock_if_bird(target)
        # Only tiles of a player's colour are barred from going back (H2).
        if kind_of(self.tile_on[target]) not in BIRDS:
            self.last_own_move[seat] = (target, start)

    def _lock_if_bird(self, field: str) -> None:
        """The opponent may not move a bird just turned up or moved, but may take it (H6, H7)."""
        if kind_of(self.tile_on[field]) in BIRDS:
            self.locked_bird = field

    # How a game ends

    def _how_game_ended(self) -> str | None:
        """The way in which the last ply ended the game, or None if it goes on."""
        if self.turns_left is None:
            return "standstill" if self.quiet_plies >= STANDSTILL_PLIES else None
        # Tested even right after the last flip (H22), and before counting turns.
        if self._is_gone(BLUE) or self._is_gone(BROWN):
            return "side-gone"
        return "last-turns" if self.turns_left == 0 else None

    def _is_gone(self, kinds: list[str]) -> bool:
        """Whether no tile of a colour is left on the board."""
        return all(kind_of(tile) not in kinds for tile in self.tile_on.values())

    def _finish_game(self, how: str) -> None:
        """Go on to the return game if there is one (H33), else close the match."""
        if self.game_number < len(self.deals):
            self._set_up_next_game()
        else:
            self.seat_to_act = None
            self.ending = how
