"""Kuhn poker, the smallest poker there is: three cards, two players, one bet.

Everybody puts one chip into the pot and gets one of three cards; the third stays hidden. In turn
they pass or bet one more chip. Who passes after a bet folds and leaves the pot to the other;
otherwise the higher card takes it. Points are the chips that were won or lost.
"""

import numpy as np

from allmende import Game, Rules, Words
from allmende.core.chance import draw, set_chance
from allmende.core.fields import by_seat, hidden, number, one_of
from allmende.core.game import Json
from allmende.core.language import Event, Message, Seat, Speaker, texts_from
from allmende.core.points import by_points
from allmende.core.record import Record, record_type
from allmende.core.rule import rule
from allmende.core.secrets import UNKNOWN, forget_chance
from allmende.core.turns import finish, may_act, wait_for

CARDS, SEATS, ANTE = ("jack", "queen", "king"), 2, 1  # the cards in rising order
MOVES, PASS, BET = ("pass", "bet"), 0, 1
ENDINGS, SHOWDOWN, FOLD = ("showdown", "fold"), 0, 1
CARD, CHIP = by_seat(hidden(one_of(len(CARDS)))), by_seat(number(0, 1))
RECORD = record_type([("card", "i1", (SEATS,), CARD), ("bet", "i1", (SEATS,), CHIP)])
FLAWS = ("there is no such card, or two have the same", "the bets do not fit who is to act")


@rule
def deal(s: Record) -> None:
    """Deal a card to each seat and let the first one begin."""
    s.card[0] = draw(s, len(CARDS))
    deal_another(s, 1)
    wait_for(s, 0)


@rule
def deal_another(s: Record, seat: int) -> None:
    """Deal one of the two cards to a seat that the other does not have."""
    s.card[seat] = draw(s, len(CARDS) - 1)
    s.card[seat] += s.card[seat] >= s.card[1 - seat]


@rule
def conceal(s: Record, seat: int) -> None:
    """Overwrite the cards that a seat has not seen; only a showdown shows them to everybody."""
    forget_chance(s)
    for owner in range(SEATS):
        if owner != seat and s.over != 1 + SHOWDOWN:
            s.card[owner] = UNKNOWN


@rule
def imagine(s: Record, key: np.ndarray) -> None:
    """Deal the unknown cards: to a spectator both are."""
    set_chance(s, key, 0)
    if s.card[0] == s.card[1]:
        s.card[0] = draw(s, len(CARDS))
    for seat in range(SEATS):
        if s.card[seat] == UNKNOWN:
            deal_another(s, seat)


@rule
def legal(s: Record, seat: int, moves: np.ndarray) -> int:
    """Let whoever is to act pass or bet."""
    moves[PASS], moves[BET] = PASS, BET
    return len(MOVES) * may_act(s, seat)


@rule
def play(s: Record, seat: int, move: int) -> None:
    """Pass or bet; a bet after a pass comes back to the first seat."""
    s.ply += 1
    s.bet[seat] += move
    wait_for(s, 1 - seat)
    if s.ply > 1 and (s.ply > SEATS or s.bet[0] >= s.bet[1]):
        finish(s, SHOWDOWN if s.bet[0] == s.bet[1] else FOLD)


@rule
def points_of(s: Record, seat: int) -> int:
    """Count the chips that a seat has won from the other, whose card is lower or who folded; what
    it has lost is less than nothing."""
    if s.over == 0:
        return 0
    if s.bet[0] == s.bet[1]:
        wins = s.card[seat] > s.card[1 - seat]
    else:
        wins = s.bet[seat] > s.bet[1 - seat]
    chips: int = ANTE + min(s.bet[0], s.bet[1])
    return chips if wins else -chips


score, rank = by_points(points_of)


@rule
def flaw(s: Record) -> int:
    """Return 0 for a sound record, else the number of the flaw."""
    if min(s.card) < 0 or max(s.card) >= len(CARDS) or s.card[0] == s.card[1]:
        return 1
    if min(s.bet) < 0 or max(s.bet) > 1 or not 0 <= s.ply <= SEATS + 1:
        return 2
    first, second = s.bet[0], s.bet[1]
    if s.ply == 0:
        fits = first + second == 0 and s.waiting == 1
    elif s.ply == 1:
        fits = second == 0 and s.waiting == 1 << 1
    elif s.ply == SEATS:
        fits = s.waiting == (first < second)
    else:
        fits = second == 1 and s.waiting == 0
    over = (1 + SHOWDOWN if first == second else 1 + FOLD) if s.waiting == 0 else 0
    return 0 if fits and s.over == over else 2


def card_of(s: Record, seat: int) -> str:
    """Name the card of a seat."""
    return CARDS[s.card[seat]]


def view(s: Record, seat: int | None) -> Json:
    """Show the own card and all chips; after a showdown all cards."""
    shown = s.over == 1 + SHOWDOWN
    return {
        "cards": [card_of(s, it) if shown or it == seat else None for it in range(SEATS)],
        "chips": [ANTE + int(bet) for bet in s.bet],
    }


def story(before: Record, seat: int, move: int, after: Record) -> list[Event]:
    """Tell what was done, what a showdown shows, and who takes the pot."""
    events = [Event(f"story.{MOVES[move]}", who=Seat(seat))]
    if after.over == 1 + SHOWDOWN:
        for it in range(SEATS):
            card = Message(f"card.{card_of(after, it)}")
            events.append(Event("story.shows", who=Seat(it), card=card))
    if after.over:
        winner = 0 if points_of(after, 0) > 0 else 1
        events.append(Event("story.wins", who=Seat(winner), chips=int(points_of(after, winner))))
        events.append(Event(f"ending.{ENDINGS[after.over - 1]}"))
    return events


def board(view: Json, speaker: Speaker) -> str:
    """Draw a line for each seat with its card, or a question mark, and its chips."""
    rows = zip(view["cards"], view["chips"], strict=True)
    return "\n".join(
        f"{speaker.name_of(seat)}: {(card or '?')[0].upper()} {'o' * chips}"
        for seat, (card, chips) in enumerate(rows)
    )


WORDS = Words(
    view=view,
    notation=lambda s, seat, move: MOVES[move],
    move_data=lambda s, seat, move: {"do": MOVES[move]},
    story=story,
    why_not=lambda s, seat, move: Message("core.unknown_move"),
    board=board,
)
SAID = {
    "game.title": ("Kuhn poker", "Kuhn-Poker", "Kuhn-poker"),
    "game.about": (
        "Three cards, one bet.",
        "Drei Karten, ein Einsatz.",
        "Drie kaarten, een inzet.",
    ),
    "ending.showdown": ("The cards are shown.", "Die Karten sind offen.", "De kaarten zijn open."),
    "ending.fold": ("Nobody calls the bet.", "Niemand geht mit.", "Niemand gaat mee."),
    "card.jack": ("the jack", "den Buben", "de boer"),
    "card.queen": ("the queen", "die Dame", "de vrouw"),
    "card.king": ("the king", "den König", "de heer"),
    "story.pass": ("{who} passes.", "{who} passt.", "{who} past."),
    "story.bet": ("{who} bets a chip.", "{who} setzt einen Chip.", "{who} zet een fiche in."),
    "story.shows": ("{who} shows {card}.", "{who} zeigt {card}.", "{who} toont {card}."),
    "story.wins": ("{who} wins {chips}.", "{who} gewinnt {chips}.", "{who} wint {chips}."),
    "do.pass": ("pass", "passen", "passen"),
    "do.bet": ("bet", "setzen", "inzetten"),
}
game = Game(
    name="kuhn-poker",
    version=1,
    seats=(SEATS,),
    record=RECORD,
    moves=len(MOVES),
    longest=1 + SEATS,  # a bet after a pass is answered
    rules=Rules(
        deal=deal,
        legal=legal,
        play=play,
        score=score,
        rank=rank,
        flaw=flaw,
        conceal=conceal,
        imagine=imagine,
    ),
    words=WORDS,
    texts=texts_from(SAID),
    endings=ENDINGS,
    flaws=FLAWS,
    secrets=True,
    stakes=True,
)
