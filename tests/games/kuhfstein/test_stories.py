"""What has happened: every move is told, with all that it set off."""

from typing import Any

import pytest

from allmende import Match, new
from allmende.games.kuhfstein import game
from tests.games.kuhfstein.positions import (
    EXAMPLE,
    all_tiles_but,
    final,
    own_document,
    own_track,
    play,
    small_deck,
    table,
)


def nearly_no_cards() -> Match:
    """Return a match in which one card is left in the pile and one is discarded."""
    data, others = small_deck(*range(1, 13)), {1: {"hand": [5, 6, 8, 10, 11, 12]}}
    fields: dict[str, Any] = {"phase": "card", "actions_left": 0}
    return table("H", data=data, cards=[1, 4, 7, 9], discard=[2], others=others, **fields)


def stories() -> list[tuple[Match, list[str]]]:
    """Return matches with what their last move sets off."""
    lost = own_document(track=own_track((8, "take_card"), (90, "place_tile")))
    more = own_document(track=own_track((8, "place_tile"), (90, "cow")))
    card = own_document(track=own_track((8, "take_card"), (90, "cow")))
    cows = ("play 16", "cows m13 n15")
    return [
        (play(table("H"), "tile"), ["Seat 1 is going to place a tile."]),
        (play(table("H"), "card"), ["Seat 1 is going to take a card."]),
        (play(table("H", phase="tile"), "take lake"), ["Seat 1 takes a tile: lake."]),
        (
            play(table("H", phase="place", taken="hay"), "place n13"),
            ["Seat 1 places it on n13: hay."],
        ),
        (
            play(table("H H\nH H", phase="tree", placed="m13"), "no tree"),
            ["Seat 1 plants no tree."],
        ),
        (
            play(table("H H\nH H", phase="tree", placed="n14", points=12), "tree nw"),
            [
                "Seat 1 plants a tree in the square from m13 on: 5 points.",
                "Seat 1 reaches the bonus on 15: own cow.",
                "Seat 1 takes one more cow from the track into the supply.",
            ],
        ),
        (
            play(table("H* M*\nF L"), "home m13"),
            ["Seat 1 brings a herd home, cows: 2 (from m13, n13)."],
        ),
        (play(table(EXAMPLE, hand=[16]), "play 16"), ["Seat 1 plays a card: lake + hay (8)."]),
        (
            play(table(EXAMPLE, hand=[16], points=30), *cows),
            [
                "Seat 1 puts cows on m13, n15 (in all 2): the card scores 8 points.",
                "Seat 1 reaches the bonus on 35: extra action.",
                "Seat 1 has one more action at once.",
            ],
        ),
        (
            play(table(EXAMPLE, hand=[16], points=40), *cows),
            [
                "Seat 1 puts cows on m13, n15 (in all 2): the card scores 8 points.",
                "Seat 1 reaches the bonus on 45: all cows home.",
                "All cows of Seat 1 come home.",
            ],
        ),
        (
            play(table(EXAMPLE, hand=[16], cards=[None] * 4, data=lost), *cows),
            [
                "Seat 1 puts cows on m13, n15 (in all 2): the card scores 8 points.",
                "Seat 1 reaches the bonus on 8: take a card.",
                "This bonus of Seat 1 is not possible and is lost: take a card.",
            ],
        ),
        (
            play(table(EXAMPLE, hand=[16], data=more), *cows),
            [
                "Seat 1 puts cows on m13, n15 (in all 2): the card scores 8 points.",
                "Seat 1 reaches the bonus on 8: take and place a tile.",
                "Seat 1 may take and place a tile at once.",
            ],
        ),
        (
            play(table(EXAMPLE, hand=[16], data=card), *cows),
            [
                "Seat 1 puts cows on m13, n15 (in all 2): the card scores 8 points.",
                "Seat 1 reaches the bonus on 8: take a card.",
                "Seat 1 may take a card at once.",
            ],
        ),
        (
            play(nearly_no_cards(), "take 4"),
            [
                "Seat 1 takes a card: lake + meadow (6).",
                "The discard pile is shuffled into a new draw pile.",
                "New cards in the display: forest + hay (6).",
                "It is Seat 2's turn.",
            ],
        ),
    ]


def said(match: Match, seat: int | None = None) -> list[str]:
    """Return what is told of the last move."""
    events = match.story(len(match.moves) - 1, seat)
    return [game.speaker("en").say(event) for event in events]


@pytest.mark.parametrize("index", range(14))
def test_the_story_of_a_move(index: int) -> None:
    match, sentences = stories()[index]
    assert said(match) == sentences


def test_the_story_of_an_exchange_of_tiles() -> None:
    crowd = {1: {"layout": all_tiles_but("HHHHM" + "FL" + "B")}}
    match = play(table("B", tiles="HHHHM", phase="tile", others=crowd), "exchange tiles")
    first, second = said(match)
    assert first.startswith("Seat 1 exchanges the tile display. New: ")
    assert second == "The tiles set aside are shuffled into a new stack."


def test_the_story_of_an_exchange_of_cards() -> None:
    match = play(table("H", cards=[1, 4, 7, 9], phase="card"), "exchange cards")
    assert said(match)[0].startswith("Seat 1 exchanges the card display. New: ")


def test_the_story_of_the_last_round() -> None:
    match = play(table("H", points=66, phase="card", actions_left=0), "take 55")
    assert said(match)[1:] == [
        said(match)[1],
        "Seat 1 has 66 points: this round is played to its end.",
        "It is Seat 2's turn.",
    ]


def test_the_story_of_the_first_turn() -> None:
    match = new("kuhfstein", seed=1, options={"start_card": "chosen"})
    match.play(match.legal()[0])
    assert said(match)[-1].endswith("turn.")
    match.play(match.legal()[0])
    assert said(match)[-1].startswith("All have a card. Seat ")


def test_the_story_of_the_final_choice() -> None:
    match = final(
        {"scoring": ["most-hay", "goal"], "points": 9}, {"scoring": ["trees", "edge-lakes"]}
    )
    match.play("keep most-hay", 0)
    assert said(match, 1) == ["Seat 1 has chosen a scoring tile."]
    keeping = "You keep: hay, nobody has more of it: 4 points."
    assert said(match, 0) == ["Seat 1 has chosen a scoring tile.", keeping]
    match.play("keep trees", 1)
    assert said(match) == [
        "Seat 2 has chosen a scoring tile.",
        "Seat 1 reveals a scoring tile (hay, nobody has more of it: 4 points) and gets 4.",
        "Seat 2 reveals a scoring tile (at least 3 trees: 6 points) and gets 0.",
        "Final score: Seat 1 13, Seat 2 0.",
    ]
