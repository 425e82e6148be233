"""The table drawn with characters."""

from allmende.core.game import Json
from allmende.core.language import Message, Seat, Speaker

from ..components import SIZE, SPECIES_LETTERS, SPECIES_NAMES

ARROWS = {"north": "↑", "east": "→", "south": "↓", "west": "←"}
FACE_DOWN = "▒▒"
EMPTY = "· "
MARGIN = "   "
COLUMNS = " ".join(f"{column} " for column in "abcdefg")


def board(view: Json, speaker: Speaker) -> str:
    """Draw the board with its exits when they are open, and below it who has won what."""
    open_exits = view["phase"] == "last-turns"
    gate = MARGIN * (SIZE // 2 + 1) + "{}"
    lines = [gate.format("⇑").rstrip() if open_exits else ""]
    for row, fields in zip(reversed(range(1, SIZE + 1)), view["board"], strict=True):
        middle = open_exits and row == SIZE // 2 + 1
        cells = " ".join(draw_field(field) for field in fields)
        lines.append(f"{row}{'⇐' if middle else ' '} {cells}{'⇒' if middle else ''}".rstrip())
    lines.append(f"{MARGIN}{COLUMNS}".rstrip())
    if open_exits:
        lines.append(gate.format("⇓").rstrip())
    lines += [describe_seat(view, seat, speaker) for seat in range(view["seats"])]
    lines.append(speaker.say(state_of_play(view)))
    return "\n".join(lines).strip("\n")


def draw_field(field: Json | None) -> str:
    """Draw what lies on one field in two characters."""
    if field is None:
        return EMPTY
    if field["tile"] == "face-down":
        return FACE_DOWN
    letter = SPECIES_LETTERS[SPECIES_NAMES.index(field["tile"])]
    return letter + ARROWS.get(field.get("aim", ""), " ")


def describe_seat(view: Json, seat: int, speaker: Speaker) -> str:
    """Say who plays which side with how many points, and what is in the bag."""
    bag = view["bags"][seat]
    won = ", ".join(
        f"{count} × {speaker.say(Message(f'tile.{name}'))}" for name, count in bag.items()
    )
    message = Message(
        "board.seat",
        who=Seat(seat),
        side=Message(f"colour.{view['sides'][seat]}"),
        points=view["scores"][seat],
    )
    return speaker.say(message) + (f" ({won})" if won else "")


def state_of_play(view: Json) -> Message:
    """Say what the players are waiting for."""
    if view["over"]:
        return Message(f"ending.{view['over']}")
    who = Seat(view["to_act"][0])
    if view["phase"] == "last-turns":
        return Message("board.last_turns", who=who, plies=view["turns_left"])
    return Message("board.turn", who=who, count=view["face_down"])
