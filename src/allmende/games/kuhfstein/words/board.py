"""The table drawn with characters, 80 columns wide."""

from textwrap import wrap

from allmende.core.data import label_in
from allmende.core.game import Json
from allmende.core.language import Message, Seat, Speaker

from ..components import LANDSCAPE_NAMES, LETTERS, WIDTH
from .names import COLUMNS, MIDDLE, name_at, scoring_text

WIDE = 80
GAP = "   "
COW = "•"
TREE = "♣"
FREE = "·"
CARD_WIDTH = 7


def board(view: Json, speaker: Speaker) -> str:
    """Draw the common table, then the layouts of all players, side by side if there is room."""
    return "\n".join(
        [
            *draw_common(view, speaker),
            "",
            *in_columns([draw_player(view, seat, speaker) for seat in range(view["seats"])]),
            *describe_own(view, speaker),
            *wrap(speaker.say(Message("board.legend")), WIDE),
            *wrap(label_in(view["label"], speaker.language), WIDE),
            speaker.say(state_of_play(view)),
        ]
    )


def draw_common(view: Json, speaker: Speaker) -> list[str]:
    """Draw the track, the displays and how many pieces are left."""
    places = ", ".join(
        f"{place['at']} {speaker.say(effect_message(place))}" for place in view["track"]["places"]
    )
    track = Message("board.track", end=view["track"]["end"], places=places)
    shown = "  ".join(letter_of(name) for name in view["tiles"]["display"])
    tiles = Message(
        "board.tiles",
        display=shown,
        stack=sum(view["tiles"]["stack"].values()),
        aside=sum(view["tiles"]["aside"].values()),
        trees=view["trees_left"],
    )
    cards = Message(
        "board.cards", pile=view["cards"]["pile"], discard=len(view["cards"]["discard"])
    )
    lines = [*wrap(speaker.say(track), WIDE), speaker.say(tiles), speaker.say(cards)]
    return lines + draw_cards([card for card in view["cards"]["display"] if card])


def effect_message(place: Json) -> Message:
    """Return the message that names a bonus."""
    return Message(f"effect.{place['effect']}")


def letter_of(landscape: str | None) -> str:
    """Return the letter of a landscape."""
    return "-" if landscape is None else LETTERS[LANDSCAPE_NAMES.index(landscape)]


def draw_cards(cards: list[Json]) -> list[str]:
    """Draw cards side by side: id and points above, the picture below."""
    lines = []
    for begin in range(0, len(cards), WIDE // CARD_WIDTH):
        row = cards[begin : begin + WIDE // CARD_WIDTH]
        pictures = [[f"{card['id']}:{card['points']}", *card["grid"]] for card in row]
        lines += in_columns([[f"{line:<{CARD_WIDTH - len(GAP)}}" for line in p] for p in pictures])
    return lines


def in_columns(blocks: list[list[str]]) -> list[str]:
    """Put blocks of lines side by side as long as they fit, and the others below."""
    rows: list[list[list[str]]] = [[]]
    for block in blocks:
        if rows[-1] and total_width([*rows[-1], block]) > WIDE:
            rows.append([])
        rows[-1].append(block)
    return [line for row in rows for line in beside_each_other(row)]


def total_width(blocks: list[list[str]]) -> int:
    """Return how wide blocks are side by side."""
    return sum(width_of(block) for block in blocks) + len(GAP) * (len(blocks) - 1)


def width_of(block: list[str]) -> int:
    """Return the length of the longest line."""
    return max((len(line) for line in block), default=0)


def beside_each_other(blocks: list[list[str]]) -> list[str]:
    """Put blocks of lines side by side."""
    height = max((len(block) for block in blocks), default=0)
    return [
        GAP.join(
            f"{block[at] if at < len(block) else '':<{width_of(block)}}" for block in blocks
        ).rstrip()
        for at in range(height)
    ]


def draw_player(view: Json, seat: int, speaker: Speaker) -> list[str]:
    """Draw a layout below its owner's name, points, cows and cards."""
    player = view["players"][seat]
    hand = " ".join(str(card["id"]) if card else "?" for card in player["hand"])
    lines = [
        speaker.say(Message("board.seat", who=Seat(seat), points=view["scores"][seat])),
        speaker.say(Message("board.cows", cows=player["supply"], tiles=player["tile_count"])),
        *wrap(speaker.say(Message("board.hand", cards=hand or "-")), WIDE // 2 - len(GAP)),
    ]
    return lines + draw_layout(player)


def draw_layout(player: Json) -> list[str]:
    """Draw the tiles and the free fields around them. A cow stands beside its letter; a tree on
    the right of the north-western tile of its square."""
    tiles = {(tile["row"], tile["column"]): tile for tile in player["tiles"]}
    if not tiles:
        return [f"   {COLUMNS[MIDDLE]}", f"{MIDDLE + 1:>2} {FREE}"]
    rows = range(min(row for row, _ in tiles) - 1, max(row for row, _ in tiles) + 2)
    columns = range(min(c for _, c in tiles) - 1, max(c for _, c in tiles) + 2)
    letters = "  ".join(COLUMNS[(MIDDLE + column) % WIDTH] for column in columns)
    lines = [f"   {letters}"]
    for row in rows:
        fields = "".join(draw_field(player, tiles, row, column) for column in columns)
        lines.append(f"{(MIDDLE + row) % WIDTH + 1:>2} {fields}".rstrip())
    return lines


def draw_field(player: Json, tiles: dict[tuple[int, int], Json], row: int, column: int) -> str:
    """Draw one field in three characters."""
    tile = tiles.get((row, column))
    name = name_at(row, column)
    if tile is None:
        return f"{FREE}  " if name in player["free"] else "   "
    cow = COW if tile["cow"] else " "
    return letter_of(tile["landscape"]) + cow + (TREE if name in player["trees"] else " ")


def describe_own(view: Json, speaker: Speaker) -> list[str]:
    """Show the cards and scoring tiles of the one who looks."""
    if view["seat"] is None:
        return []
    player = view["players"][view["seat"]]
    lines = ["", speaker.say(Message("board.your_hand")), *draw_cards(player["hand"])]
    entries = {entry["id"]: entry for entry in view["scoring_tiles"]}
    for tile in player["scoring"]:
        said = speaker.say(scoring_text(entries[tile["id"]]))
        lines += wrap(f"{tile['id']}: {said}", WIDE)
    return lines


def state_of_play(view: Json) -> Message:
    """Say what the players are waiting for."""
    if view["over"]:
        return Message(f"ending.{view['over']}")
    if view["phase"] == "scoring":
        return Message("board.scoring")
    return Message(
        "board.turn",
        who=Seat(view["to_act"][0]),
        round=view["round"],
        phase=phase_message(view),
        actions=view["actions_left"],
    )


def phase_message(view: Json) -> Message:
    """Say what is to be decided."""
    if view["phase"] == "place":
        return Message("phase.place", tile=Message(f"landscape.{view['taken']}"))
    if view["phase"] == "lay":
        return Message("phase.lay", card=view["playing"]["id"])
    return Message(f"phase.{view['phase']}")
