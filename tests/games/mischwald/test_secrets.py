"""What is hidden, what is known, and what a seat may imagine."""

from collections import Counter
from typing import Any

from allmende import Match
from allmende.core.game import digest
from allmende.core.record import Record
from allmende.games.mischwald import game
from allmende.games.mischwald.cards import TABLE
from tests.games.mischwald.positions import (
    SPLIT_IDS,
    card,
    dealt,
    find,
    held,
    imagined,
    kinds,
    legal,
    play,
    player,
    table,
)


def known(position: dict, seat: int) -> set[str]:  # type: ignore[type-arg]
    """Return the hand of a seat in a position."""
    return set(position["players"][seat]["hand"])


def test_hands_are_imagined_among_what_nobody_has_seen() -> None:
    match = table("linden", hands=("H070 H071", "H072 H073"), clearing="V114", gone="V115")
    looks = imagined(match, 0, 300)
    assert all(known(p, 0) == {"H070", "H071"} for p in looks)
    found = {name for p in looks for name in known(p, 1)}
    assert not found & {"H070", "H071", "V114", "V115"}
    assert len(found) > 130
    assert all(len(known(p, 1)) == 2 for p in looks)


def test_m71_a_card_taken_openly_is_known_to_all() -> None:
    match = table(hands=("H070", "H071"), clearing="V114 oak")
    play(match, "take V114", "take oak")
    for seat in (1, None):
        assert match.view(seat)["players"][0]["known"] == ["oak", "V114"]
        for position in imagined(match, seat):
            assert "V114" in known(position, 0)
            assert any(name in known(position, 0) for name in player(match)["hand"][:1])


def test_m71_until_that_hand_loses_a_card_face_down() -> None:
    match = table(hands=("H070", "H071 linden"), clearing="V114 oak")
    play(match, "take V114", "take oak", "sapling linden", "sapling H070")
    assert match.view(1)["players"][0]["known"] == []
    hands = [known(p, 0) for p in imagined(match, 1, 100)]
    assert not all("V114" in hand for hand in hands)
    assert any("V114" in known(p, 0) for p in imagined(match, 0))


def test_m71_playing_openly_hides_nothing_else() -> None:
    match = table(hands=("H070 linden beech", "H071 linden"), clearing="V114 oak")
    play(match, "take V114", "take oak", "sapling linden", "play linden", "pay beech")
    assert match.view(1)["players"][0]["known"] == ["oak", "V114"]
    play(match, "draw", "draw", "play oak", "pay H070", "pay V114")
    assert match.view(1)["players"][0]["known"] == []


def test_m71_a_raccoon_hides_the_hand_too() -> None:
    raccoon = card("raccoon", "left", "douglas_fir")
    match = table("birch", hands=(f"{raccoon} linden H070", ""), clearing="V114 V115")
    play(match, "take V114", "take V115", "draw", "draw")
    play(match, f"play {raccoon} left", "pay linden", "cave H070", "no")
    assert match.view(1)["players"][0]["known"] == []


def test_m71_of_equal_cards_the_known_one_is_shown_first() -> None:
    match = table(hands=("T010 beech linden", ""), clearing="T011 V114")
    play(match, "take oak", "take V114", "draw", "draw", "play linden", "pay oak")
    assert match.view(1)["players"][0]["known"] == ["V114"]
    assert any(name.startswith("T01") for name in player(match)["hand"])  # an Oak is left


def test_equal_trees_cannot_be_told_apart() -> None:
    one = table("linden", hands=("T003 beech", "T004"), clearing="T002")
    two = table("T005", hands=("T001 beech", "T002"), clearing="T009")
    for seat in (0, None):
        assert game.view(one.record, seat) == game.view(two.record, seat)
        assert digest(game.veiled(one.record, seat, 1)) == digest(game.veiled(two.record, seat, 1))
    assert legal(one) == legal(two)
    assert kinds(one, "play") == ["play linden", "play beech"]


def test_who_is_paying_can_go_on() -> None:
    match = table(hands=("oak V160 V161 H070", ""))
    play(match, "play oak", "pay V160")
    for look in range(40):
        s = game.veiled(match.record, 1, look)
        assert game.flaw(s) is None
        assert game.legal_moves(s, 0)


def test_who_is_asked_for_a_free_card_has_one() -> None:
    hare = card("european_hare", "left", "oak")
    match = table(hands=(f"silver_fir silver_fir silver_fir {hare}", ""))
    play(match, "play silver_fir", "pay silver_fir", "pay silver_fir")
    found = Counter[str]()
    for look in range(60):
        s = game.veiled(match.record, 1, look)
        moves = game.legal_moves(s, 0)
        assert len(moves) > 1
        found[game.words.notation(s, 0, moves[0])] += 1
    assert len(found) > 10


def all_but(*names: str) -> str:
    """Name all cards but some, so that they are all that is hidden."""
    return " ".join(name for name in TABLE.ids if name not in names)


def imagines_evenly(match: Match, seat: int, outcomes: int) -> None:
    """Demand that a seat can imagine so many things, the truth among them, each equally often. The
    sum of squared differences is chi-squared, with a deviation of the root of twice its mean."""
    found = Counter(
        hidden_things(game.veiled(match.record, seat, look)) for look in range(200 * outcomes)
    )
    assert len(found) == outcomes
    assert hidden_things(match.record) in found
    surprise = sum((count - 200) ** 2 for count in found.values()) / 200
    assert surprise < outcomes - 1 + 6 * (2 * outcomes) ** 0.5


def hidden_things(s: Record) -> bytes:
    """Return where all cards are and what is noted of them."""
    whole: bytes = s.zone.tobytes() + s.mark.tobytes() + s.tree.tobytes()
    return whole


def tags_of(name: str) -> set[str]:
    """Name the tags of both halves of a card."""
    halves = TABLE.faces[TABLE.face_of_card[TABLE.ids.index(name)]]
    masks = [int(TABLE.tag_mask[half.species]) for half in halves]
    return {tag for at, tag in enumerate(TABLE.tags) for mask in masks if mask >> at & 1}


FEW = ("H070", "H071", "V114", "T009")
LATE: dict[str, Any] = {"winters": 2, "deck": 2}


def test_hands_are_imagined_evenly() -> None:
    match = table(hands=("", "H070 V114"), gone=all_but(*FEW), **LATE)
    imagines_evenly(match, 0, 6)
    known = {1: {"hand": ["H070", "V114"], "known": ["V114"]}}
    imagines_evenly(table(gone=all_but(*FEW), players=known, **LATE), 0, 3)


def test_saplings_caves_and_hands_are_imagined_evenly() -> None:
    match = table(
        "",
        "sapling(H070)",
        gone=all_but(*FEW, "T016"),
        players={1: {"hand": ["T009"], "cave": ["H071", "T016"], "cave_seen": ["T016"]}},
        **LATE,
    )
    imagines_evenly(match, 0, 24)


def test_exchanged_hands_are_imagined_evenly_without_a_tree() -> None:
    exchanged = SPLIT_IDS[:6]
    match = table(
        gone=all_but(*exchanged, SPLIT_IDS[6], "T009"),
        players={1: {"hand": ["T009"], "exchanged": exchanged}},
        winters=2,
        deck=1,
    )
    imagines_evenly(match, 0, 7 * 2)


def test_who_is_paying_is_imagined_evenly() -> None:
    split = SPLIT_IDS[:6]
    match = table(
        hands=("", f"T016 {split[0]} {split[3]} {split[5]}"),
        gone=all_but("T016", *split),
        to_act=1,
        winters=2,
        deck=1,
    )
    play(match, "play oak", f"pay {split[3]}")
    # Two of five cards are held, and one of them comes behind the one that was paid.
    imagines_evenly(match, 0, 10 - 3)


LAST_TREES = ["T009", "T016", "T022", "T042"]
"""One of each kind; equal trees that are seen have the lower numbers."""
RAREST = TABLE.ids[-5:]
"""The cards that come last in a payment."""


def a_payment_of_the_last_cards(others: list[str], *, exchanged: tuple[str, ...] = ()) -> Match:
    """Let seat 1 pay for a wolf with the rarest cards: one is paid, two of the next three are held
    with another card, and these and some others are all that is hidden."""
    wolf = card("wolf")
    _, paid, *left = RAREST
    hand = [wolf, paid, *left[:2], others[0]]
    match = table(
        "",
        "T032",
        gone=all_but(*hand, *left, *others, *exchanged, "T032"),
        to_act=1,
        winters=2,
        deck=1,
        players={1: {"hand": hand, "exchanged": list(exchanged)}},
    )
    side = find("wolf").split("@")[1]
    return play(match, f"play {wolf} {side}", f"pay {paid}")


def test_a_payment_that_hardly_comes_together_is_imagined_evenly() -> None:
    match = a_payment_of_the_last_cards([*LAST_TREES, *SPLIT_IDS[:3]])
    # Two of the three last cards with one of seven others, or all three.
    imagines_evenly(match, 0, 3 * 7 + 1)


def test_it_is_imagined_evenly_beside_an_exchanged_hand() -> None:
    match = a_payment_of_the_last_cards(LAST_TREES, exchanged=tuple(SPLIT_IDS[:6]))
    # Of nine halves two are paid with and another or a tree is held; or all three that pay.
    imagines_evenly(match, 0, 3 * 6 * 1 + 3 * 4 * 7 + 1)


def test_no_position_keeps_an_imagination_busy() -> None:
    wolf, (*_, paid, next_to_last, last) = card("wolf"), RAREST
    match = table("", "linden", hands=("", f"{wolf} {paid} {next_to_last} {last}"), to_act=1)
    side = find("wolf").split("@")[1]
    play(match, f"play {wolf} {side}", f"pay {paid}")
    draws = [int(game.veiled(match.record, 0, look).drawn) for look in range(200)]
    assert sum(draws) / len(draws) < 100, "by chance alone it takes ten thousand deals"


def test_who_may_place_a_card_for_nothing_is_imagined_evenly() -> None:
    pawed, others = (card("lynx"), card("raccoon")), ("V114", "V115", "V116")
    fir = "T022"
    match = table(
        f"{fir}: H070@right, V160@top",
        hands=(),
        gone=all_but(fir, "H070", "V160", *pawed, *others),
        to_act=0,
        phase="choice",
        queue=[{"half": "silver_fir", "step": "bonus", "matched": True}],
        players={0: {"hand": [pawed[0], others[0]]}},
        winters=2,
        deck=1,
    )
    # Two of five cards are held, not both of them without paws.
    imagines_evenly(match, 1, 10 - 3)


def test_it_is_imagined_evenly_beside_an_exchanged_hand_too() -> None:
    pawed, others, fir = (card("lynx"), card("raccoon")), ("V114", "V115", "V116", "V117"), "T022"
    exchanged = [*others, "V118", "V119"]
    assert not any("pawed" in tags_of(name) for name in exchanged)
    match = table(
        f"{fir}: H070@right, V160@top",
        gone=all_but(fir, "H070", "V160", "T009", *pawed, *exchanged),
        phase="choice",
        queue=[{"half": "silver_fir", "step": "bonus", "matched": True}],
        players={0: {"hand": [pawed[0], "T009"], "exchanged": exchanged}},
        winters=2,
        deck=1,
    )
    # Six of eight halves were exchanged. With both pawed ones left any two of three cards may be
    # held, with one of them and another half (in twelve ways) not the two others.
    imagines_evenly(match, 1, 3 + 12 * 2)


def test_what_a_turn_notes_of_hidden_cards_is_imagined_evenly() -> None:
    held_back = {"hand": ["H070", "V114"], "held_back": ["V114"]}
    stashed = {"hand": ["H070"], "cave": ["V114"], "stashed": ["V114"]}
    for name, noted in (("mole", held_back), ("raccoon", stashed)):
        place = find(name, used=FEW)
        match = table(
            f"T032: {place}",
            gone=all_but(*FEW, "T032", place.split("@")[0]),
            phase="choice",
            queue=[{"half": place.replace("@", " "), "step": "effect"}],
            players={0: noted},
            **LATE,
        )
        imagines_evenly(match, 1, 4 * 3)


def test_a_drawn_card_is_a_secret() -> None:
    match = play(table(hands=("", "")), "draw")
    assert held(match) == 1
    assert match.view(1)["players"][0]["hand"] is None
    assert match.view(1)["players"][0]["hand_count"] == 1


def test_everybody_is_asked_about_the_hand() -> None:
    shown = {str(dealt(2, seed).view(None)["phase"]) for seed in range(30)}
    assert shown == {"mulligan"}
