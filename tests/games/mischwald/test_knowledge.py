"""What is left of a record when all is concealed that a seat cannot know."""

from allmende import Match
from allmende.core.record import Record
from allmende.core.secrets import UNKNOWN
from allmende.games.mischwald import game
from allmende.games.mischwald.cards import TABLE
from allmende.games.mischwald.cave import CAVE
from allmende.games.mischwald.deck import CLEARING, GONE
from allmende.games.mischwald.forest import FOREST
from allmende.games.mischwald.hand import HAND, KNOWN
from allmende.games.mischwald.rules import MULLIGANED
from tests.games.mischwald.positions import SPLIT_IDS, card, play, table


def known_to(match: Match, seat: int | None) -> Record:
    """Return what a seat knows."""
    return game.concealed(match.record, seat)


def number(name: str) -> int:
    """Return the number of a card."""
    return TABLE.ids.index(name)


def places(s: Record) -> dict[str, int]:
    """Return where those cards are whose place is known."""
    return {TABLE.ids[at]: zone for at, zone in enumerate(s.zone.tolist()) if zone != UNKNOWN}


def hand(s: Record, seat: int) -> list[str | None]:
    """Name the cards of a hand as far as they are known."""
    cards = s.hand[seat, : s.held[seat]].tolist()
    return [None if card == UNKNOWN else TABLE.ids[card] for card in cards]


def test_only_the_own_hand_and_what_lies_open_is_left() -> None:
    match = table(hands=("H070 H071", "H072 H073"), clearing="V114", gone="V115")
    open_to_all = {"V114": CLEARING, "V115": GONE}
    assert places(known_to(match, 0)) == {"H070": HAND, "H071": HAND, **open_to_all}
    assert places(known_to(match, 1)) == {"H072": HAND + 1, "H073": HAND + 1, **open_to_all}
    assert places(known_to(match, None)) == open_to_all


def test_a_hidden_hand_is_counted_not_listed() -> None:
    match = table(hands=("H070 H071", "H072 H073 H074"))
    s = known_to(match, 0)
    assert hand(s, 0) == ["H070", "H071"]
    assert hand(s, 1) == [None, None, None]
    assert s.pool == match.record.pool  # how many are in deck and box is known, but not which
    assert (s.zone == UNKNOWN).sum() == s.pool + 3
    for field in (s.mark, s.side, s.tree):
        assert ((field == UNKNOWN) == (s.zone == UNKNOWN)).all()


def test_m71_a_card_taken_openly_is_listed_first() -> None:
    match = play(table(hands=("V116", "H071"), clearing="V114 oak"), "take V114", "draw")
    assert hand(known_to(match, 1), 0) == ["V114", None, None]
    assert hand(known_to(match, None), 0) == ["V114", None, None]
    assert known_to(match, 0).mark[number("V114")] == KNOWN  # who took it knows what is known


def test_m70_a_sapling_is_known_to_its_owner() -> None:
    match = table("sapling(H070): H071@left", "sapling(H072)")
    own, other, nobody = (known_to(match, seat) for seat in (0, 1, None))
    assert own.tree_card[:2].tolist() == [number("H070"), UNKNOWN]
    assert other.tree_card[:2].tolist() == [UNKNOWN, number("H072")]
    assert nobody.tree_card[:2].tolist() == [UNKNOWN, UNKNOWN]
    for s in (own, other, nobody):
        assert s.zone[number("H071")] == FOREST
        assert s.tree_owner.tolist() == match.record.tree_owner.tolist()
        assert s.slots.tolist() == match.record.slots.tolist()


def test_m33_a_cave_is_counted_and_only_its_owner_looks_into_it() -> None:
    cave = {"cave": ["H070", "H071", "H072"], "cave_seen": ["H071"]}
    match = table(players={0: cave})
    assert places(known_to(match, 0)) == dict.fromkeys(cave["cave"], CAVE)
    assert places(known_to(match, 1)) == {"H071": CAVE}
    assert known_to(match, 1).caved[0] == 3


def test_m70_exchanged_cards_are_known_to_who_exchanged_them() -> None:
    exchanged = SPLIT_IDS[:6]
    match = table(players={1: {"exchanged": exchanged}})
    assert places(known_to(match, 1)) == dict.fromkeys(exchanged, MULLIGANED + 1)
    assert places(known_to(match, 0)) == {}
    assert known_to(match, 0).exchanged == 1 << 1


def test_equal_trees_are_numbered_by_where_they_can_be_seen() -> None:
    one = table("T005", "T003", hands=("T001", "T002"), clearing="T004")
    two = table("T001", "T009", hands=("T004", "T006"), clearing="T002")
    assert known_to(one, 0).tobytes() == known_to(two, 0).tobytes()
    lindens = {"T001": CLEARING, "T002": HAND, "T003": FOREST, "T004": FOREST + 1}
    assert places(known_to(one, 0)) == lindens
    assert known_to(one, 0).tree_card[:2].tolist() == [number("T003"), number("T004")]
    assert places(known_to(one, None)) == {"T001": CLEARING, "T002": FOREST, "T003": FOREST + 1}


def test_what_the_turn_notes_of_hidden_cards_is_counted() -> None:
    raccoon = card("raccoon", "left", "douglas_fir")
    match = table("birch", hands=(f"{raccoon} linden H070 H071", ""))
    play(match, f"play {raccoon} left", "pay linden", "cave H070")
    s = known_to(match, 1)
    assert (s.stashed, s.caved[0], hand(s, 0)) == (1, 1, [None])
    assert s.mark[number("H070")] == UNKNOWN


def test_what_limits_the_worlds_stays() -> None:
    match = play(table(hands=("oak V160 V161 H070", "")), "play oak", "pay V160")
    s = known_to(match, 1)
    kept = ("playing", "owed", "last_paid", "matched", "turn", "phase", "waiting")
    assert [s[name] for name in kept] == [match.record[name] for name in kept]
