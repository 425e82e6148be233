"""The table drawn with characters, 80 columns wide."""

from textwrap import wrap

from allmende.core.data import label_in
from allmende.core.game import Json
from allmende.core.language import Message, Seat, Speaker, listed

from ..components import FEWEST_SEATS, LETTERS, SYMBOL_NAMES

WIDE = 80
BOX = 36  # inside a place
SETTLED = "*"
FACE_DOWN = "?"


def board(view: Json, speaker: Speaker) -> str:
    """Draw the square of places, then the players, then what is being decided."""
    boxes = [draw_place(view, place, speaker) for place in view["locations"]]
    return "\n".join(
        [
            *wrap(speaker.say(head_line(view)), WIDE),
            *beside(boxes[0], boxes[1], "┌┬┐"),
            *beside(boxes[2], boxes[3], "├┼┤"),
            "└" + "─" * (BOX + 2) + "┴" + "─" * (BOX + 2) + "┘",
            *draw_business(view, speaker),
            *(line for seat in range(view["seats"]) for line in draw_player(view, seat, speaker)),
            *wrap(speaker.say(Message("board.legend")), WIDE),
            *wrap(label_in(view["label"], speaker.language), WIDE),
            *wrap(speaker.say(state_of_play(view)), WIDE),
        ]
    )


def head_line(view: Json) -> Message:
    """Say which round it is, who began it and how many cows are to come."""
    return Message("board.head", round=view["round"], who=Seat(view["first"]), stack=view["stack"])


def beside(left: list[str], right: list[str], edge: str) -> list[str]:
    """Put two boxes side by side under an edge."""
    height = max(len(left), len(right))
    rows = [[*box, *[""] * (height - len(box))] for box in (left, right)]
    line = "─" * (BOX + 2)
    lines = [edge[0] + line + edge[1] + line + edge[2]]
    return lines + [f"│ {a:<{BOX}} │ {b:<{BOX}} │" for a, b in zip(*rows, strict=True)]


def draw_place(view: Json, place: Json, speaker: Speaker) -> list[str]:
    """Draw a place: its name and symbol, its cows, and the bulls of each player."""
    title = speaker.say(Message(f"place.{place['name']}"))
    symbol = speaker.say(Message(f"symbol.{place['symbol']}"))
    cows = [draw_cow(cow) for cow in view["cows"] if cow["at"] == place["name"]]
    lines = [f"{title} ({symbol})", *wrap(" ".join(cows) or "-", BOX)]
    for seat, player in enumerate(view["players"]):
        bulls = [bull["id"] for bull in player["bulls"] if bull["at"] == place["name"]]
        if bulls:
            lines += wrap(f"{seat + 1}: {' '.join(bulls)}", BOX, subsequent_indent="   ")
    return lines


def draw_business(view: Json, speaker: Speaker) -> list[str]:
    """Draw what is under way: a cow being placed, a bull setting out, a cow being courted."""
    cows = view["cows"]
    lines = [Message("board.drawn", cow=draw_cow(cow)) for cow in cows if cow["drawn"]]
    if view["moving"]:
        bull, to = view["moving"]["bull"], Message(f"to.{view['moving']['to']}")
        lines.append(Message("board.moving", bull=bull, to=to))
    lines += [
        Message("board.courted", cow=draw_cow(cow)) for cow in cows if cow["id"] == view["fight"]
    ]
    return [speaker.say(line) for line in lines]


def draw_cow(cow: Json) -> str:
    """Draw a cow: her name, and her face if it is known; in brackets if only to some."""
    if cow["symbol"] is None:
        return f"{cow['id']}{FACE_DOWN}"
    face = letter(cow)
    if not cow["up"]:
        return f"{cow['id']}({face}){FACE_DOWN}"
    return f"{cow['id']}={face}" + (SETTLED if cow["settled"] else "")


def draw_player(view: Json, seat: int, speaker: Speaker) -> list[str]:
    """Draw one player: points and cards, the own hand, couples."""
    player = view["players"][seat]
    line = Message(
        "board.player",
        who=Seat(seat),
        sign=Message(f"sign.{player['sign']}"),
        points=view["scores"][seat],
        hand=player["hand_count"],
        pile=player["pile_count"],
        discard=len(player["discard"]),
    )
    lines = wrap(speaker.say(line), WIDE)
    couples = [f"{draw_cow(cow)}+{cow['bull']}" for cow in view["cows"] if cow["shack"] == seat]
    if couples:
        said = speaker.say(Message("board.couples", couples=" ".join(couples)))
        lines += wrap("   " + said, WIDE, subsequent_indent="   ")
    if player["hand"] is not None:
        cards = " ".join(bull["id"] for bull in player["hand"]) or "-"
        lines.append("   " + speaker.say(Message("board.hand", cards=cards)))
    elif player["known"]:
        cards = " ".join(letter(bull) for bull in player["known"])
        lines.append("   " + speaker.say(Message("board.known", cards=cards)))
    return lines + draw_fighter(player, speaker)


def letter(face: Json) -> str:
    """Write the face of a card."""
    return f"{LETTERS[SYMBOL_NAMES.index(face['symbol'])]}{face['value']}"


def draw_fighter(player: Json, speaker: Speaker) -> list[str]:
    """Draw what a player has in a fight."""
    if player["champion"] is None:
        return []
    line = Message(
        "board.fighter",
        champion=player["champion"],
        mates=" ".join(player["mates"]) or "-",
        cards=player["committed_count"],
    )
    return ["   " + speaker.say(line)]


def state_of_play(view: Json) -> Message:
    """Say what the players are waiting for."""
    if view["over"]:
        return Message(f"ending.{view['over']}")
    if view["phase"] == "choose":
        still, two = listed([Seat(seat) for seat in view["to_act"]]), view["seats"] == FEWEST_SEATS
        return Message("board.choosing_two" if two else "board.choosing", who=still)
    if view["phase"] == "challenge" and view["options"]["fight"] == "simultaneous":
        return Message("board.bidding", who=listed([Seat(seat) for seat in view["to_act"]]))
    who, phase = Seat(view["to_act"][0]), Message(f"phase.{view['phase']}")
    if view["to_act"] == [view["turn"]]:
        return Message("board.turn", who=who, phase=phase, actions=view["actions_left"])
    return Message("board.deciding", who=who, phase=phase)
