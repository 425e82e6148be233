"""Poppies in the hay: a trick-taking game with hidden hands, the whole of it on one page.

Clover, grass and poppies are numbered 1 to 8. Everybody holds four cards. One leads, the others
follow clockwise with any card, and the highest of the flower that was led takes the trick and leads
next; before that everybody draws. A trick is worth two points, each poppy in it costs one.
"""

import numpy as np

from allmende import Game, Rules, Words
from allmende.core.chance import draw, set_chance
from allmende.core.fields import NONE, each_seat, hidden, one_of, or_none
from allmende.core.game import Json
from allmende.core.language import Event, Message, Seat, Speaker, texts_from
from allmende.core.points import by_points
from allmende.core.record import Record, record_type
from allmende.core.rule import rule
from allmende.core.secrets import UNKNOWN, forget_chance
from allmende.core.turns import finish, may_act, seat_after, wait_for

FLOWERS, NUMBERS, HAND_SIZE, MOST_SEATS, MOWN = ("clover", "grass", "poppy"), 8, 4, 4, 0
CARDS, POPPIES, TRICK_POINTS = len(FLOWERS) * NUMBERS, 2 * NUMBERS, 2  # poppies are the last cards
DECK, HAND, TABLE, TAKEN = 0, 1, 1 + MOST_SEATS, 1 + 2 * MOST_SEATS  # but for the deck + seat
NAMES = [f"{flower[0]}{number}" for flower in FLOWERS for number in range(1, NUMBERS + 1)]
PLACE = hidden(one_of(1, *3 * [each_seat(MOST_SEATS)]))  # the deck, then three places by seat
RECORD = record_type([("place", "i1", (CARDS,), PLACE), ("led", "i1", or_none(one_of(CARDS)))])


@rule
def count(s: Record, place: int) -> int:
    """Count the cards in a place."""
    found = 0
    for card in range(CARDS):
        found += s.place[card] == place
    return found


@rule
def tricks(s: Record) -> int:
    """Count the tricks that have been taken."""
    taken = 0
    for card in range(CARDS):
        taken += s.place[card] >= TAKEN
    return taken // int(s.seats)


@rule
def due(s: Record, seat: int) -> int:
    """Count the cards that a seat must hold: four, in the end fewer, less the one on the table."""
    return min(HAND_SIZE, CARDS // int(s.seats) - tricks(s)) - count(s, TABLE + seat)


@rule
def deal_out(s: Record) -> None:
    """Fill every hand from the deck, which has no order: each of its cards is equally likely."""
    for seat in range(s.seats):
        for _ in range(due(s, seat) - count(s, HAND + seat)):
            skip, card = draw(s, count(s, DECK)), 0
            while skip > 0 or s.place[card] != DECK:
                skip -= s.place[card] == DECK
                card += 1
            s.place[card] = HAND + seat


@rule
def deal(s: Record) -> None:
    """Deal four cards to everybody and draw lots for who leads."""
    s.led = NONE
    deal_out(s)
    wait_for(s, draw(s, int(s.seats)))


@rule
def conceal(s: Record, seat: int) -> None:
    """Overwrite which cards are in the deck and in the hands of all others; -1 is a spectator."""
    forget_chance(s)
    for card in range(CARDS):
        if s.place[card] < TABLE and (seat < 0 or s.place[card] != HAND + seat):
            s.place[card] = UNKNOWN


@rule
def imagine(s: Record, key: np.ndarray) -> None:
    """Take all unknown cards for the deck and deal the hands from it."""
    set_chance(s, key, 0)
    for card in range(CARDS):
        s.place[card] = DECK if s.place[card] == UNKNOWN else s.place[card]
    deal_out(s)


@rule
def legal(s: Record, seat: int, moves: np.ndarray) -> int:
    """List the cards in hand."""
    n = 0
    for card in range(CARDS):
        moves[n] = card
        n += may_act(s, seat) and s.place[card] == HAND + seat
    return n


@rule
def play(s: Record, seat: int, move: int) -> None:
    """Play a card; the last one to do so completes the trick."""
    s.ply += 1
    s.place[move], s.led = TABLE + seat, move if s.led == NONE else s.led
    wait_for(s, seat_after(s, seat))
    if s.place[s.led] == TABLE + seat_after(s, seat):
        end_trick(s)


@rule
def end_trick(s: Record) -> None:
    """Give the trick to the highest card of the flower that was led, and let everybody draw."""
    winner = 0
    for card in range(CARDS):
        if TABLE <= s.place[card] < TAKEN and card // NUMBERS == s.led // NUMBERS:
            winner = s.place[card] - TABLE
    for card in range(CARDS):
        if TABLE <= s.place[card] < TAKEN:
            s.place[card] = TAKEN + winner
    s.led = NONE
    deal_out(s)
    wait_for(s, winner)
    if count(s, HAND + winner) == 0:
        finish(s, MOWN)


@rule
def points_of(s: Record, seat: int) -> int:
    """Add up the tricks of a seat, less the poppies in them."""
    points = TRICK_POINTS * (count(s, TAKEN + seat) // int(s.seats))
    for card in range(POPPIES, CARDS):
        points -= s.place[card] == TAKEN + seat
    return points


@rule
def flaw(s: Record) -> int:
    """Return 0 for a sound record, else the number of the flaw."""
    found, played, acting = count(s, DECK), 0, 0
    for seat in range(s.seats):
        held, taken = count(s, HAND + seat), count(s, TAKEN + seat)
        if held != due(s, seat) or taken % s.seats:
            return 1
        found, played = found + held + taken, played + count(s, TABLE + seat)
        acting += seat * may_act(s, seat)
    if found + played != CARDS:
        return 1
    over = tricks(s) == CARDS // s.seats
    if (s.over > 0) != over or s.waiting != (not over) << acting or played == s.seats:
        return 2
    for back in range(1, s.seats):  # who has played sits before the one to act, the leader first
        seat = (acting + s.seats - back) % s.seats
        leads = 0 <= s.led < CARDS and s.place[s.led] == TABLE + seat
        if count(s, TABLE + seat) != (back <= played) or leads != (back == played):
            return 2
    return 0 if (s.led == NONE) == (played == 0) else 2


def names_in(s: Record, place: int) -> list[str]:
    """Name the cards in a place: c5 is the clover with the number 5."""
    return [NAMES[card] for card in range(CARDS) if s.place[card] == place]


def card_message(card: int) -> Message:
    """Return the message that names a card."""
    return Message(f"card.{FLOWERS[card // NUMBERS]}", number=card % NUMBERS + 1)


def view(s: Record, seat: int | None) -> Json:
    """Show the own hand, and of the others what everybody has seen."""
    seats = range(s.seats)
    return {
        "hand": None if seat is None else names_in(s, HAND + seat),
        "hands": [len(names_in(s, HAND + player)) for player in seats],
        "deck": len(names_in(s, DECK)),
        "led": None if s.led == NONE else NAMES[s.led],
        "table": [next(iter(names_in(s, TABLE + player)), None) for player in seats],
        "taken": [names_in(s, TAKEN + player) for player in seats],
        "points": [int(points_of(s, player)) for player in seats],
    }


def story(before: Record, seat: int, move: int, after: Record) -> list[Event]:
    """Tell everybody the card and who takes the trick, and only the one who draws what it is."""
    events = [Event("story.play", who=Seat(seat), card=card_message(move))]
    for player in range(after.seats):
        if after.place[move] == TAKEN + player:
            points = int(points_of(after, player)) - int(points_of(before, player))
            events.append(Event("story.trick", who=Seat(player), points=points))
        drawn = np.flatnonzero((after.place == HAND + player) & (before.place != HAND + player))
        events += [Event("story.drew", seen_by=[player], card=card_message(int(c))) for c in drawn]
    return [*events, Event("ending.mown")] if after.over else events


def board(view: Json, speaker: Speaker) -> str:
    """Draw a line for each seat with its card on the table, and the own hand below."""
    rows = zip(view["table"], view["points"], view["taken"], strict=True)
    lines = [
        f"{speaker.name_of(seat)} ({points}): {card or '-'}  [{' '.join(taken)}]"
        for seat, (card, points, taken) in enumerate(rows)
    ]
    return "\n".join(lines if view["hand"] is None else [*lines, " ".join(view["hand"])])


score, rank = by_points(points_of)
SAID = {
    "game.title": ("Poppies in the hay", "Mohn im Heu", "Klaprozen in het hooi"),
    "game.about": ("Tricks without poppies.", "Stiche ohne Mohn.", "Slagen zonder klaprozen."),
    "ending.mown": ("The meadow is mown.", "Die Wiese ist gemäht.", "De wei is gemaaid."),
    "card.clover": ("clover {number}", "Klee {number}", "klaver {number}"),
    "card.grass": ("grass {number}", "Gras {number}", "gras {number}"),
    "card.poppy": ("poppy {number}", "Mohn {number}", "klaproos {number}"),
    "story.play": ("{who} plays {card}.", "{who} spielt {card}.", "{who} speelt {card}."),
    "story.trick": ("{who} wins {points}.", "{who} gewinnt {points}.", "{who} wint {points}."),
    "story.drew": ("You draw {card}.", "Du ziehst {card}.", "Je trekt {card}."),
    "not.in_hand": ("You lack {card}.", "Dir fehlt {card}.", "Je mist {card}."),
}
game = Game(
    name="poppies",
    version=1,
    seats=(2, 3, 4),
    record=RECORD,
    moves=CARDS,
    longest=CARDS,
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
    words=Words(
        view=view,
        notation=lambda s, seat, move: NAMES[move],
        move_data=lambda s, seat, move: {"do": "play", "card": NAMES[move]},
        story=story,
        why_not=lambda s, seat, move: Message("not.in_hand", card=card_message(move)),
        board=board,
        round=lambda s: min(1 + int(tricks(s)), CARDS // int(s.seats)),
    ),
    texts=texts_from(SAID),
    endings=("mown",),
    flaws=("a card is nowhere, or a hand has the wrong size", "the trick or the turn is wrong"),
    secrets=True,
    seats_alike=True,
)
