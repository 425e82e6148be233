"""The table drawn with characters, 80 columns wide."""

from textwrap import wrap

from allmende.core.game import Json
from allmende.core.language import Message, Seat, Speaker

from .names import FACE_IDS, face_message

WIDE = 80
INDENT = "     "
TREE = 22  # columns for a tree, before what lies around it
ARROWS = {"top": "↑", "bottom": "↓", "left": "←", "right": "→", "tree": "♣"}
SIDES = ("left", "top", "right", "bottom")
WINTER = "❄"


def board(view: Json, speaker: Speaker) -> str:
    """Draw deck and clearing, then the forests, then the own hand and what is being decided."""
    return "\n".join(
        [
            *wrap(speaker.say(head_line(view)), WIDE),
            *draw_cards(Message("board.clearing"), view["clearing"], speaker),
            *(line for seat in range(view["seats"]) for line in draw_player(view, seat, speaker)),
            *(
                line
                for player in view["players"]
                if player["hand"] is not None
                for line in draw_cards(Message("board.hand"), player["hand"], speaker)
            ),
            *wrap(speaker.say(state_of_play(view)), WIDE),
        ]
    )


def head_line(view: Json) -> Message:
    """Say how many cards are in the deck and how many winters have come."""
    winters = WINTER * view["winters"] or "-"
    return Message("board.head", deck=view["deck"], winters=winters)


def draw_cards(title: Message, cards: list[Json], speaker: Speaker) -> list[str]:
    """Draw cards with both halves, their costs and symbols, one in a line."""
    lines = [f"{speaker.say(title)} {'' if cards else '-'}".rstrip()]
    for card in cards:
        halves = "  ".join(draw_half(half, speaker) for half in card["halves"])
        lines += wrap(f"{INDENT}{card['card']}: {halves}", WIDE, subsequent_indent=INDENT * 2)
    return lines


def draw_half(half: Json, speaker: Speaker) -> str:
    """Draw a half: where it goes, what it is, its cost and its tree symbol."""
    name = species(half["species"], speaker)
    if half["side"] == "tree":
        return f"{ARROWS['tree']} {name} ({half['cost']})"
    symbol = species(half["symbol"], speaker)
    return f"{ARROWS[half['side']]} {name} ({half['cost']}, {symbol})"


def species(name: str, speaker: Speaker) -> str:
    """Say the name of a species."""
    return speaker.say(Message(f"species.{name}"))


def draw_player(view: Json, seat: int, speaker: Speaker) -> list[str]:
    """Draw one player: points and cards, then each tree with what lies around it; trees with
    nothing around them share a line."""
    player = view["players"][seat]
    line = Message(
        "board.player",
        who=Seat(seat),
        points=view["scores"][seat],
        hand=player["hand_count"],
        cave=player["cave_count"],
    )
    lines = wrap(speaker.say(line), WIDE)
    bare: dict[str, list[str]] = {}
    for tree in player["forest"]:
        around = [draw_side(tree, side, speaker) for side in SIDES if tree[side]]
        name = tree_species(tree, speaker)
        if around:
            drawn = f"  {tree['id'] + ' ' + name:<{TREE}}{'  '.join(around)}"
            lines += wrap(drawn, WIDE, subsequent_indent=" " * (TREE + 2))
        else:
            bare.setdefault(name, []).append(tree["id"])
    if bare:
        trees = ", ".join(f"{name} {' '.join(ids)}" for name, ids in bare.items())
        said = speaker.say(Message("board.bare", trees=trees))
        lines += wrap("  " + said, WIDE, subsequent_indent=INDENT)
    if player["known"] and player["hand"] is None:
        cards = ", ".join(speaker.say(face_message(FACE_IDS.index(n))) for n in player["known"])
        said = speaker.say(Message("board.known", cards=cards))
        lines += wrap("  " + said, WIDE, subsequent_indent=INDENT)
    return lines


def tree_species(tree: Json, speaker: Speaker) -> str:
    """Say the species of a tree, or that it is a sapling."""
    return speaker.say(Message("sapling")) if tree["sapling"] else species(tree["species"], speaker)


def draw_side(tree: Json, side: str, speaker: Speaker) -> str:
    """Draw what lies at one side of a tree."""
    cards = tree[side]
    copies = f" ×{len(cards)}" if len(cards) > 1 else ""
    return f"{ARROWS[side]} {species(cards[0]['species'], speaker)}{copies}"


def state_of_play(view: Json) -> Message:
    """Say what the players are waiting for."""
    if view["over"]:
        return Message(f"ending.{view['over']}")
    who = Seat(view["to_act"][0])
    if view["asked"] is not None:
        return Message("board.asked", who=who, question=question(view["asked"]))
    if view["playing"] is not None:
        name = Message(f"species.{view['playing']['species']}")
        if view["phase"] == "place":
            return Message("board.place", who=who, card=name)
        return Message("board.pay", who=who, card=name, owed=view["playing"]["owed"])
    return Message("board.turn", who=who, phase=Message(f"phase.{view['phase']}"))


def question(asked: Json) -> Message:
    """Put the question that a player is asked into words."""
    if asked["species"] is None:
        about = Message("sapling")
    else:
        about = Message(f"species.{asked['species']}")
    if asked["kind"] == "react":
        by = Message(f"species.{asked['by']}")
        return Message("ask.react", card=about, by=by)
    if asked["kind"] == "gain":
        return question_of_gain(asked, about)
    if asked["kind"] == "place":
        return Message("ask.place", card=about, tag=Message(f"tag.{asked['tag']}"))
    return Message(f"ask.{asked['kind']}", card=about)


def question_of_gain(asked: Json, about: Message) -> Message:
    """Ask about cards to draw, another turn, or both."""
    if not asked["cards"]:
        return Message("ask.turns", card=about)
    return Message(
        "ask.turns_and_cards" if asked["turns"] else "ask.cards", card=about, cards=asked["cards"]
    )
