"""The table drawn with characters."""

from allmende.core.game import Json
from allmende.core.language import Message, Seat, Speaker

from ..components import FIELD_NAMES, SIDE_LETTERS, SIZE
from .names import UNMARKED

MARGIN = " " * 3
COLUMNS = "  ".join("abcdefg")
MARKS = {"x": "×", "o": "○"}


def board(view: Json, speaker: Speaker) -> str:
    """Draw the sheet and its marks, and below it who plays what and how the dice lie."""
    lines = [speaker.say(name_sheet(view))]
    for line in range(SIZE):
        cells = "".join(draw_field(view, line, column) for column in range(SIZE))
        lines.append(f"{SIZE - line} {cells}".rstrip())
    lines.append(f"{MARGIN}{COLUMNS}")
    lines += [speaker.say(describe_seat(view, seat)) for seat in range(view["seats"])]
    lines.append(speaker.say(state_of_play(view)))
    return "\n".join(lines)


def name_sheet(view: Json) -> Message:
    """Say which sheet is played on."""
    if view["sheet_id"] is None:
        return Message("board.mixed_sheet")
    return Message("board.sheet", id=view["sheet_id"])


def draw_field(view: Json, line: int, column: int) -> str:
    """Draw a field in three characters: its face, a start `[X]`, a mark, the last mark `(×)`."""
    printed, mark = view["sheet"][line][column], view["marks"][line][column]
    if printed in SIDE_LETTERS:
        return f"[{printed}]"
    if mark == UNMARKED:
        return f" {printed} "
    is_last = view["last_mark"] == FIELD_NAMES[(SIZE - 1 - line) * SIZE + column]
    return f"({MARKS[mark]})" if is_last else f" {MARKS[mark]} "


def describe_seat(view: Json, seat: int) -> Message:
    """Say which symbol a seat plays, how many marks it has made, and whether it is blocked."""
    side = view["sides"][seat]
    count = sum(line.count(side.lower()) for line in view["marks"])
    blocked = view["blocked"][seat]
    return Message(
        "board.blocked_seat" if blocked else "board.seat", who=Seat(seat), side=side, count=count
    )


def state_of_play(view: Json) -> Message:
    """Say how the dice lie and what is to be decided."""
    if view["over"]:
        return Message(f"ending.{view['over']}")
    who, dice = Seat(view["to_act"][0]), " ".join(view["dice"])
    if view["phase"] == "mark":
        return Message("board.mark", who=who, dice=dice)
    return Message("board.throw", who=who, dice=dice, count=view["throws_left"])
