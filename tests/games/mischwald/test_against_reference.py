"""Points of random forests against a second count, written from the words on the cards alone."""

import random
from collections import Counter
from collections.abc import Iterator

from allmende import new
from allmende.core.game import per_seat
from allmende.core.language import Message
from allmende.core.record import Record
from allmende.games.mischwald import game
from allmende.games.mischwald.cards import CARDS, TABLE
from allmende.games.mischwald.cave import CAVE
from allmende.games.mischwald.components import FACE, FIRST_HALF, TREE_CARDS
from allmende.games.mischwald.forest import SAPLING_SIDE, TREE_SIDE, attach, may_go_to, plant
from allmende.games.mischwald.rules import clear_table
from allmende.games.mischwald.scoring import rank, score
from tests.games.mischwald.positions import NAME
from tests.games.mischwald.reference import BUTTERFLIES, places, points_by_species

MADE_UP, PLAYED, LOOKS = 400, 16, 12
SEATS = (2, 3, 4, 5)
TRIES = 8  # trees to try for a card
NEVER_PAID = {
    "brown_bear",
    "chanterelle",
    "fly_agaric",
    "mole",
    "parasol_mushroom",
    "penny_bun",
    "raccoon",
    "violet_carpenter_bee",
}


def made_up(seats: int, chance: random.Random) -> Record:
    """Plant random forests: from many cards or few, with saplings or without, and caves."""
    s = game.prepare(seats, {})
    clear_table(s)
    cards = chance.sample(range(CARDS), chance.choice([20, 60, 110, CARDS]))
    saplings, caved = chance.choice([0, 0.1, 0.3]), chance.choice([0, 0.1])
    for card in sorted(cards, key=lambda card: chance.random() + (card >= TREE_CARDS) / 2):
        seat = int(seats * chance.random() ** 1.5)  # some forests are big
        first, behind = (int(FIRST_HALF[FACE[card] + more]) for more in (0, 1))
        half = chance.randrange(first, behind)
        if chance.random() < caved:
            s.zone[card] = CAVE + seat
            s.caved[seat] += 1
        elif chance.random() < saplings:
            plant(s, seat, card, SAPLING_SIDE)
        elif card < TREE_CARDS:
            plant(s, seat, card, TREE_SIDE)
        else:
            settle(s, seat, card, half, chance)
    return s


def settle(s: Record, seat: int, card: int, half: int, chance: random.Random) -> None:
    """Put a card at the first of a few random trees that has room for it."""
    for tree in chance.sample(range(s.trees), min(int(s.trees), TRIES)):
        if may_go_to(s, seat, half, tree):
            attach(s, seat, card, half, tree)
            return


def played(seats: int, seed: int, chance: random.Random) -> Iterator[Record]:
    """Play a game at random; yield some of its states and the last one."""
    match = new(NAME, seats=seats, seed=f"points/{seed}")
    while not match.over:
        match.play(chance.choice(match.legal()))
        if chance.random() < LOOKS / 300:
            yield match.record
    yield match.record


def counted(s: Record, seat: int) -> Counter[str]:
    """Return the points of a forest by species, as the breakdown has them."""
    found = Counter[str]()
    for label, points in game.breakdown(s, seat):
        named = label.args["species"] if label.args else label
        assert isinstance(named, Message)
        found[named.key.removeprefix("species.")] += points
    return found


def check_points(s: Record) -> set[str]:
    """Compare points and places with the second count, and return the species that were paid."""
    view = game.view(s, None)
    forests = [player["forest"] for player in view["players"]]
    caves = [player["cave_count"] for player in view["players"]]
    totals, paid = [], set[str]()
    for seat, forest in enumerate(forests):
        others = forests[:seat] + forests[seat + 1 :]
        expected = points_by_species(forest, others)
        paid |= set(expected)
        totals.append(expected.total() + caves[seat])
        expected["points.sets"] = expected.pop("butterflies", 0)
        expected["points.cave"] = caves[seat]
        assert counted(s, seat) == expected
    assert per_seat(score, s) == totals
    assert per_seat(rank, s) == places(totals)
    return paid


def test_made_up_forests_pay_what_the_cards_say() -> None:
    chance = random.Random("forests")
    paid = set[str]()
    for at in range(MADE_UP):
        paid |= check_points(made_up(SEATS[at % len(SEATS)], chance))
    assert set(TABLE.species) - BUTTERFLIES == paid - {"butterflies"} | NEVER_PAID


def test_played_forests_pay_what_the_cards_say() -> None:
    chance = random.Random("games")
    for at in range(PLAYED):
        for s in played(SEATS[at % len(SEATS)], at, chance):
            check_points(s)
