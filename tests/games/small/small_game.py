"""A small game with all that is hard: hidden hands, a secret simultaneous choice, chance.

Everybody holds two of ten cards and secretly chooses one. The highest card wins one of two prizes
by the toss of a coin, then everybody draws. The prizes are data that can be replaced.
The environment variable SMALL_GAME_BUG plants a bug.
"""

import os

import numpy as np

from allmende.core.chance import draw, set_chance, shuffle
from allmende.core.data import DataError, Equipment
from allmende.core.fields import by_seat, component, each_seat, hidden, number, one_of
from allmende.core.game import Game, Json, Rules, Words
from allmende.core.language import Event, Message, Seat, Speaker, texts_from
from allmende.core.layout import Cards, Facts, Pile, Track
from allmende.core.record import Record, record_type
from allmende.core.rule import rule
from allmende.core.secrets import UNKNOWN, forget_chance
from allmende.core.turns import finish, may_act
from tests.conformance.bugs import plant

CARDS, HAND_SIZE, RICH_POINTS, MOST_SEATS = 10, 2, 5, 3
HAND, CHOSEN, SHOWN = 10, 20, 30  # below HAND a place is a position in the deck
RICH, SPENT = 0, 1
PRIZES = {"label": "prizes", "prizes": [1, 2]}
PLACE = one_of(HAND, each_seat(CHOSEN - HAND), each_seat(SHOWN - CHOSEN), 1)
RECORD = record_type(
    (
        ("place", "i1", (CARDS,), hidden(PLACE)),
        ("points", "i1", (MOST_SEATS,), by_seat(number(0, 2 * RICH_POINTS))),
        ("prizes", "i1", (2,), component()),
    )
)


def equip(s: Record, document: Json) -> None:
    """Write the two prizes into a record."""
    for at, prize in enumerate(document["prizes"]):
        if prize not in range(1, RICH_POINTS):
            raise DataError(f"prizes, entry {at + 1}: {prize} is not a whole number from 1 to 4")
        s.prizes[at] = prize


EQUIPMENT = Equipment(PRIZES, equip)


@rule
def deal(s: Record) -> None:
    """Mix the cards and give two to everybody."""
    for card in range(CARDS):
        s.place[card] = card
    shuffle(s, s.place, CARDS)
    for _ in range(HAND_SIZE):
        draw_cards(s)
    s.waiting = (1 << s.seats) - 1


@rule
def draw_cards(s: Record) -> None:
    """Let everybody draw the top card of the deck."""
    for seat in range(s.seats):
        top = -1
        for card in range(CARDS):
            if s.place[card] < HAND and (top < 0 or s.place[card] < s.place[top]):
                top = card
        if top >= 0:
            s.place[top] = HAND + seat


@rule
def is_hidden(s: Record, card: int, seat: int) -> bool:
    """Tell whether a seat cannot know where a card is."""
    place = s.place[card]
    in_others_hands = HAND <= place < SHOWN and place % HAND != seat
    return place < HAND or in_others_hands


@rule
def conceal(s: Record, seat: int) -> None:
    """Overwrite where the cards are that a seat cannot know; how many everybody holds follows from
    those that were played."""
    forget_chance(s)
    for card in range(CARDS):
        if is_hidden(s, card, seat):
            s.place[card] = UNKNOWN


@rule
def imagine(s: Record, key: np.ndarray) -> None:
    """Deal the unknown cards to all places that are not taken."""
    set_chance(s, key, 0)
    tricks = count_in(s, SHOWN) // int(s.seats)
    drawn = min(CARDS, (HAND_SIZE + tricks) * int(s.seats))
    for place in range(drawn, CARDS):
        deal_unknown(s, place)
    for seat in range(s.seats):
        chosen = int(s.over == 0 and not may_act(s, seat))
        held = (drawn - seat + int(s.seats) - 1) // int(s.seats) - tricks - chosen
        for _ in range(held - count_in(s, HAND + seat)):
            deal_unknown(s, HAND + seat)
        for _ in range(chosen - count_in(s, CHOSEN + seat)):
            deal_unknown(s, CHOSEN + seat)


@rule
def deal_unknown(s: Record, place: int) -> None:
    """Put one of the unknown cards into a place."""
    skip, card = draw(s, count_in(s, UNKNOWN)), 0
    while skip > 0 or s.place[card] != UNKNOWN:
        skip -= s.place[card] == UNKNOWN
        card += 1
    s.place[card] = place


@rule
def disguise(s: Record, seat: int, move: int) -> int:
    """Show the others that a card was chosen, but not which, unless all are turned up now."""
    return move if s.waiting == 1 << seat else 0


@rule
def legal(s: Record, seat: int, moves: np.ndarray) -> int:
    """List the cards in hand."""
    n = 0
    if may_act(s, seat):
        for card in range(CARDS):
            if s.place[card] == HAND + seat:
                moves[n] = card
                n += 1
    return n


@rule
def play(s: Record, seat: int, move: int) -> None:
    """Choose a card; the last to choose sets off the reveal."""
    s.ply += 1
    s.place[move] = CHOSEN + seat
    s.waiting &= ~(1 << seat)
    if s.waiting == 0:
        reveal(s)


@rule
def reveal(s: Record) -> None:
    """Show the chosen cards, pay the highest, draw, and see whether the game goes on."""
    winner = 0
    for card in range(CARDS):
        if CHOSEN <= s.place[card] < SHOWN:
            winner = s.place[card] - CHOSEN
            s.place[card] = SHOWN
    s.points[winner] += s.prizes[draw(s, 2)]
    draw_cards(s)
    s.waiting = (1 << s.seats) - 1
    if s.points[winner] >= RICH_POINTS:
        finish(s, RICH)
    elif count_in(s, HAND + s.seats - 1) == 0:
        finish(s, SPENT)


@rule
def count_in(s: Record, place: int) -> int:
    """Count the cards in a place."""
    found = 0
    for card in range(CARDS):
        found += s.place[card] == place
    return found


@rule
def score(s: Record, out: np.ndarray) -> None:
    """Points are points."""
    for seat in range(s.seats):
        out[seat] = s.points[seat]


@rule
def rank(s: Record, out: np.ndarray) -> None:
    """More points are better; equal points share a place."""
    for seat in range(s.seats):
        out[seat] = 1
        for other in range(s.seats):
            out[seat] += s.points[other] > s.points[seat]


@rule
def flaw(s: Record) -> int:
    """Everybody holds the same number of cards, and has chosen one exactly when not waiting."""
    for seat in range(s.seats):
        chosen = 0
        for card in range(CARDS):
            chosen += s.place[card] == CHOSEN + seat
        if s.over == 0 and chosen == may_act(s, seat):
            return 1
    for card in range(CARDS):
        for other in range(card):
            if s.place[card] == s.place[other] and s.place[card] < HAND:
                return 2
    return 0


def cards_at(s: Record, place: int) -> list[int]:
    """List the cards at a place."""
    return [card for card, found in enumerate(s.place.tolist()) if found == place]


def view(s: Record, seat: int | None) -> Json:
    """Show the own cards, how many the others hold, and who has chosen."""
    return {
        "label": EQUIPMENT.of(s)["label"],
        "prizes": s.prizes.tolist(),
        "hand": [] if seat is None else cards_at(s, HAND + seat),
        "choice": [] if seat is None else cards_at(s, CHOSEN + seat),
        "hands": [len(cards_at(s, HAND + other)) for other in range(s.seats)],
        "chosen": [len(cards_at(s, CHOSEN + other)) for other in range(s.seats)],
        "shown": cards_at(s, SHOWN),
        "deck": sorted(int(place) for place in s.place if place < HAND),
        "points": [int(points) for points in s.points[: s.seats]],
    }


def notation(s: Record, seat: int, move: int) -> str:
    """Write `card 7`."""
    return f"card {move}"


def move_data(s: Record, seat: int, move: int) -> Json:
    """Return a move as data."""
    return {"do": "choose", "card": move}


def story(before: Record, seat: int, move: int, after: Record) -> list[Event]:
    """Tell everybody that a choice was made, the chooser what it was, and the result."""
    events = [
        Event("story.chose", who=Seat(seat)),
        Event("story.choice", seen_by=[seat], card=move),
    ]
    gains = after.points - before.points
    if gains.any():
        winner = int(gains.argmax())
        events.append(Event("story.won", who=Seat(winner), points=int(gains[winner])))
    return events


def why_not(s: Record, seat: int, move: int) -> Message:
    """There is one reason only."""
    return Message("not.in_hand", card=move)


def board(view: Json, speaker: Speaker) -> str:
    """Draw the table in one line."""
    return speaker.say(
        Message(
            "board", hand=str(view["hand"]), shown=str(view["shown"]), points=str(view["points"])
        )
    )


def breakdown(s: Record, seat: int) -> list[tuple[Message, int]]:
    """All points come from tricks."""
    return [(Message("tricks"), int(s.points[seat]))]


LAYOUT = (
    Cards("hand", label="cards.hand", chosen_by=("card",)),
    Cards("choice", label="cards.choice"),
    Cards("shown", label="cards.shown"),
    Pile("deck"),
    Pile("hands", label="cards.hand"),
    Pile("chosen", label="cards.choice"),
    Track("points", most=RICH_POINTS + 3),
    Facts("prizes"),
)

TEXTS = texts_from(
    {
        "game.title": ("Small game", "Kleines Spiel", "Klein spel"),
        "game.about": (
            "Choose a card in secret.",
            "Wähle heimlich eine Karte.",
            "Kies in het geheim een kaart.",
        ),
        "story.chose": ("{who} has chosen.", "{who} hat gewählt.", "{who} heeft gekozen."),
        "story.choice": ("You chose {card}.", "Du hast {card} gewählt.", "Je koos {card}."),
        "story.won": ("{who} wins {points}.", "{who} gewinnt {points}.", "{who} wint {points}."),
        "not.in_hand": ("You lack {card}.", "Dir fehlt {card}.", "Je mist {card}."),
        "board": (
            "hand {hand}, shown {shown}, points {points}",
            "Hand {hand}, offen {shown}, Punkte {points}",
            "hand {hand}, open {shown}, punten {points}",
        ),
        "cards.hand": ("Hand", "Hand", "Hand"),
        "cards.choice": ("Choice", "Wahl", "Keuze"),
        "cards.shown": ("Played", "Gespielt", "Gespeeld"),
        "field.deck": ("Deck", "Stapel", "Stapel"),
        "field.points": ("Points", "Punkte", "Punten"),
        "field.prizes": ("Prizes", "Preise", "Prijzen"),
        "move.choose": ("Choose card {card}", "Karte {card} wählen", "Kaart {card} kiezen"),
        "tricks": ("tricks", "Stiche", "slagen"),
        "ending.rich": ("Somebody is rich.", "Jemand ist reich.", "Iemand is rijk."),
        "ending.spent": ("All is spent.", "Alles ist gespielt.", "Alles is gespeeld."),
    }
)

HEALTHY = Game(
    name="small",
    version=1,
    seats=(2, 3),
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
        disguise=disguise,
    ),
    words=Words(
        view=view,
        notation=notation,
        move_data=move_data,
        story=story,
        why_not=why_not,
        board=board,
        breakdown=breakdown,
        layout=LAYOUT,
    ),
    texts=TEXTS,
    endings=("rich", "spent"),
    flaws=("who waits has not chosen yet", "two cards lie at the same place of the deck"),
    secrets=True,
    seats_alike=True,
    equipment=EQUIPMENT,
)

game = plant(os.environ.get("SMALL_GAME_BUG", ""), HEALTHY)
