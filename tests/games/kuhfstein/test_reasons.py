"""Why something is not possible: every wish gets the reason that teaches most."""

from typing import Any

import pytest

from allmende import Match, new
from allmende.core.language import LANGUAGES, Message
from allmende.games.kuhfstein import game
from tests.games.kuhfstein.positions import EXAMPLE, final, table

SIXTEEN = Message(
    "card.shown",
    landscapes=Message("card.and", first=Message("landscape.lake"), rest=Message("landscape.hay")),
    points=8,
)
ONE = Message(
    "card.shown",
    landscapes=Message("card.and", first=Message("landscape.hay"), rest=Message("landscape.lake")),
    points=6,
)
MEADOW, LAKE = Message("landscape.meadow"), Message("landscape.lake")
WIDE = " ".join("HM" * 12)


def keys_of(*families: str) -> set[str]:
    """Return the message keys that begin with one of the given words."""
    return {key for key in game.texts["en"] if key.split(".")[0] in families}


def lay(turn: int, at: str, *cows: str) -> dict[str, Any]:
    """Return the wish to lay a card."""
    return {"do": "lay", "turn": turn, "at": at, "cows": list(cows)}


PLACING = {"phase": "place", "taken": "hay"}
LAYING = {"phase": "lay", "hand": [16], "playing": 16}

# A landscape, further fields, the wish, and the reason against it.
REASONS: list[tuple[str, dict[str, Any], Any, Message]] = [
    ("H H\nH H", {}, "tree nw", Message("not.tree_later")),
    ("H", {}, "place n13", Message("not.now.action")),
    ("H", {"phase": "extra-action"}, "place n13", Message("not.now.extra-action")),
    ("H", {"phase": "tile"}, "card", Message("not.now.tile")),
    ("H", {"phase": "bonus-tile"}, "card", Message("not.now.bonus-tile")),
    ("H", PLACING, "card", Message("not.now.place")),
    ("H H\nH H", {"phase": "tree", "placed": "n14"}, "card", Message("not.now.tree")),
    ("H", {"phase": "card"}, "tile", Message("not.now.card")),
    ("H", {"phase": "bonus-card"}, "tile", Message("not.now.bonus-card")),
    (EXAMPLE, LAYING, "tile", Message("not.now.lay")),
    ("H*", {"tiles": "-----"}, "tile", Message("not.no_tiles")),
    ("H*", {"cards": [None] * 4}, "card", Message("not.no_cards")),
    ("H* H*", {}, "home n13", Message("not.herd_name", at="n13", first="m13")),
    ("H* H", {}, "home n13", Message("not.no_cow", at="n13")),
    ("H", {}, "play 16", Message("not.not_in_hand", card=SIXTEEN)),
    ("H* H* H* L", {"hand": [16]}, "play 16", Message("not.too_few_cows", need=2, have=1)),
    ("H L", {"hand": [16]}, "play 16", Message("not.no_shape", card=SIXTEEN)),
    ("L* .\nM .\nF H", {"hand": [16]}, "play 16", Message("not.cows_in_the_way", card=SIXTEEN)),
    (". L\n. M\nH F", {"hand": [16]}, "play 16", Message("not.mirrored", card=SIXTEEN)),
    ("L .\nM .\nF F", {"hand": [16]}, "play 16", Message("not.wrong_landscapes", card=SIXTEEN)),
    (
        "H",
        {"phase": "tile", "tiles": "HHHHM"},
        "take lake",
        Message("not.tile_not_open", tile=LAKE),
    ),
    ("H", {"phase": "tile"}, "exchange tiles", Message("not.exchange_tiles")),
    (
        "H",
        {"phase": "bonus-tile", "tiles": "HHHHH"},
        "exchange tiles",
        Message("not.exchange_in_bonus"),
    ),
    (
        "H",
        {"phase": "tile", "tiles": "HHHHH", "exchanges": 10},
        "exchange tiles",
        Message("not.exchange_limit", most=10),
    ),
    ("H M", PLACING, "place n13", Message("not.occupied", at="n13")),
    ("H M", PLACING, "place p13", Message("not.apart", at="p13")),
    ("", PLACING, "place n13", Message("not.first_tile", at="m13")),
    (WIDE, PLACING, "place l13", Message("not.too_wide", most=24)),
    (
        "H H\nH H",
        {"phase": "tree", "placed": "n14"},
        "tree se",
        Message("not.square_incomplete"),
    ),
    (
        "H H F\nH H M",
        {"phase": "tree", "placed": "n13"},
        "tree se",
        Message("not.square_mixed"),
    ),
    (
        "H H .\nH H M\n. L F",
        {"phase": "tree", "placed": "n15", "trees": ["m13"]},
        "tree ne",
        Message("not.square_used"),
    ),
    ("H", {"phase": "card"}, "take 1", Message("not.card_not_open", card=ONE)),
    (
        "H",
        {"phase": "card", "cards": [1, 4, 2, 5]},
        "exchange cards",
        Message("not.exchange_cards"),
    ),
    (
        "H",
        {"phase": "card", "cards": [1, 4, 7, None]},
        "exchange cards",
        Message("not.exchange_gap"),
    ),
    (
        "H",
        {"phase": "bonus-card", "cards": [1, 4, 7, 9]},
        "exchange cards",
        Message("not.exchange_in_bonus"),
    ),
    (
        "H",
        {"phase": "card", "cards": [1, 4, 7, 9], "exchanges": 10},
        "exchange cards",
        Message("not.exchange_limit", most=10),
    ),
    (EXAMPLE, LAYING, lay(0, "n13", "n13", "o15"), Message("not.lay_no_tile", at="n13")),
    (
        EXAMPLE,
        LAYING,
        lay(0, "m14", "m14", "n16"),
        Message("not.lay_landscape", at="m14", has=MEADOW, want=LAKE),
    ),
    (
        "L . L* .\nM M M .\nF H F H",
        LAYING,
        lay(0, "o13", "o13", "p15"),
        Message("not.lay_cow", at="o13"),
    ),
    (
        "H M F H",
        {"phase": "lay", "hand": [26], "playing": 26},
        lay(2, "m13", "m13", "p13"),
        Message("not.lay_twin", cows="m13, p13"),
    ),
]


@pytest.mark.parametrize(("drawing", "fields", "wish", "reason"), REASONS)
def test_every_impossible_wish_gets_the_right_reason(
    drawing: str, fields: dict[str, Any], wish: Any, reason: Message
) -> None:
    assert reason_of(table(drawing, **fields), wish) == reason


def reason_of(match: Match, wish: Any) -> Message | None:
    """Return the reason against a wish. Two turns of a card can have the same notation and cows,
    so a wish as data is looked up by its number."""
    if isinstance(wish, str):
        return match.why_not(wish)
    words = game.words.move_data
    number = next(n for n in range(game.moves) if words(match.record, 0, n) == wish)
    return game.why_not(match.record, 0, number)


def test_a_start_card_must_be_chosen_first() -> None:
    match = new("kuhfstein", seed=1, options={"start_card": "chosen"})
    seat = match.to_act[0]
    for wish in ("tile", "exchange cards"):
        assert match.why_not(wish, seat) == Message("not.now.start-card")


def test_only_own_scoring_tiles_can_be_kept() -> None:
    match = final({"scoring": ["trees", "goal"]}, {"scoring": ["most-hay", "edge-lakes"]})
    assert match.why_not("keep most-hay", 0) == Message("not.not_your_tile")
    assert match.why_not("tile", 0) == Message("not.now.scoring")


def test_every_reason_in_the_catalog_is_given() -> None:
    others = {"not.now.start-card", "not.now.scoring", "not.not_your_tile"}
    assert {reason.key for *_, reason in REASONS} | others == keys_of("not")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_can_be_said(language: str) -> None:
    for *_, reason in REASONS:
        assert "{" not in game.speaker(language).say(reason)


def test_a_reason_teaches() -> None:
    match = table("H H F\nH H M", phase="tree", placed="n13")
    reason = match.why_not("tree se")
    assert reason is not None
    said = game.speaker("en").say(reason)
    assert said == "These four landscapes are neither all equal nor all different."
