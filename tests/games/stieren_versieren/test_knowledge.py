"""What is left of a record when all is concealed that a seat cannot know."""

from collections import Counter
from typing import Any

from allmende import Match
from allmende.core.chance import key_of_seed
from allmende.core.record import Record
from allmende.core.secrets import UNKNOWN
from allmende.games.stieren_versieren import game
from allmende.games.stieren_versieren.bulls import AT, CHOSEN, COMMITTED, DISCARD, HAND, PILE
from allmende.games.stieren_versieren.imagination import count_from
from allmende.games.stieren_versieren.secrets import ANSWER, FACE_DOWN, IN_HAND
from allmende.games.stieren_versieren.state import EVERYBODY
from allmende.games.stieren_versieren.words.names import card_ids, faces_of
from tests.games.stieren_versieren.positions import (
    SIMULTANEOUS,
    choosing,
    play,
    table,
)
from tests.games.stieren_versieren.twins import twins

LOOKS = 200


def known_to(match: Match, seat: int | None) -> Record:
    """Return what a seat knows."""
    return game.concealed(match.record, seat)


def zones(s: Record, seat: int) -> dict[str, int]:
    """Return where the bulls of a seat are, as far as that is known."""
    names = card_ids(faces_of(s.bull_symbol, s.bull_value))
    found = zip(names, s.bull_zone[seat].tolist(), strict=True)
    return {name: zone for name, zone in found if zone != UNKNOWN}


def cards_without_face(s: Record, seat: int) -> tuple[int, int]:
    """Count the cards of a seat in hand, and those that lie face down."""
    noted = int(s.support[seat])
    return count_from(noted, IN_HAND), count_from(noted, FACE_DOWN)


def imagines_evenly(match: Match, seat: int | None, outcomes: int) -> None:
    """Demand that a seat can imagine so many worlds, the truth among them, each equally often. The
    sum of squared differences is chi-squared, with a deviation of the root of twice its mean."""
    concealed = known_to(match, seat)
    worlds = [game.imagined(concealed, key_of_seed(look)) for look in range(LOOKS * outcomes)]
    found = Counter(hidden_things(world) for world in worlds)
    assert len(found) == outcomes
    assert hidden_things(match.record) in found
    surprise = sum((count - LOOKS) ** 2 for count in found.values()) / LOOKS
    assert surprise < outcomes - 1 + 6 * (2 * outcomes) ** 0.5


def hidden_things(s: Record) -> bytes:
    """Return all that can be hidden in a record."""
    fields = (s.cow_card, s.bull_zone, s.bull_seen, s.champion, s.support)
    return b"".join(field.tobytes() for field in fields)


def test_a_face_down_cow_is_known_to_who_peeked_at_her() -> None:
    match = table("?h4@pub ?m2@gym:1 d3@opera", "pub: h1")
    faces = match.record.cow_card[:3].tolist()
    assert known_to(match, 0).cow_card[:3].tolist() == [UNKNOWN, UNKNOWN, faces[2]]
    assert known_to(match, 1).cow_card[:3].tolist() == [UNKNOWN, *faces[1:]]
    assert known_to(match, None).cow_card[:3].tolist() == [UNKNOWN, UNKNOWN, faces[2]]
    # That somebody peeked, all have seen.
    assert (known_to(match, None).cow_seen == match.record.cow_seen).all()


def test_the_hand_of_another_is_counted_not_listed() -> None:
    match = table("", "pub: b1", "pub: b2", hands=("h1 h2", "m1 m2 m3"))
    own, other = known_to(match, 1), known_to(match, 0)
    assert (own.bull_zone[1] == match.record.bull_zone[1]).all()
    assert zones(other, 1) == {"b2": AT + 3}
    assert (other.bull_seen[1] == UNKNOWN).sum() == 19
    assert cards_without_face(other, 1) == (3, 0)
    assert cards_without_face(other, 0) == (0, 0)


def test_where_nothing_is_held_all_that_is_hidden_is_in_the_pile() -> None:
    match = table("", "pub: b1", "pub: b2", hands=("h1 h2", ""))
    shown = zones(known_to(match, 0), 1)
    assert shown.pop("b2") == AT + 3
    assert set(shown.values()) == {PILE}
    assert len(shown) == 19


HELD: dict[str, Any] = {
    "hand": ["h4", "h5", "b1"],
    "known": ["h4", "h5"],
    "discard": ["m1", "m2", "m3", "m4", "m5", "d1", "d2", "d3", "d4", "d5"],
}
IN_PILE = 20 - len(HELD["hand"]) - len(HELD["discard"])


def test_s68_a_bull_known_to_be_held_stays_in_hand() -> None:
    match = table(hands=("h1", ""), players={1: HELD})
    s = known_to(match, 0)
    shown = zones(s, 1)
    assert {name for name, zone in shown.items() if zone == HAND} == {"h4", "h5"}
    assert {zone for zone in shown.values() if zone != HAND} == {DISCARD}
    assert (s.bull_zone[1] == UNKNOWN).sum() == IN_PILE + 1


def test_s68_it_may_lie_face_down_as_soon_as_a_card_does() -> None:
    match = choosing("h1", "h4", "m1", players=[{"hand": ["h1"]}, HELD, {"hand": ["m1"]}])
    match.play("choose h5", 1)
    s = known_to(match, 0)
    assert HAND not in zones(s, 1).values()
    assert CHOSEN not in zones(s, 1).values()
    assert (s.bull_seen[1] == EVERYBODY).sum() == len(HELD["known"]) + len(HELD["discard"])
    assert cards_without_face(s, 1) == (2, 1)


def test_where_all_that_is_held_is_known_the_rest_is_in_the_pile() -> None:
    held = {**HELD, "hand": ["h4", "h5"]}
    match = choosing("h1", "h4", "m1", players=[{"hand": ["h1"]}, held, {"hand": ["m1"]}])
    match.play("choose h5", 1)
    shown = zones(known_to(match, 0), 1)
    assert set(shown) == {f"{symbol}{n}" for symbol in "hmdb" for n in range(1, 6)} - {"h4", "h5"}
    assert {zone for zone in shown.values() if zone != DISCARD} == {PILE}
    assert cards_without_face(known_to(match, 0), 1) == (1, 1)


def test_what_is_put_into_a_fight_is_counted() -> None:
    match = table("h5@opera", "opera: h1", "opera: h2", hands=("h3", "m1 b1"))
    play(match, "court h1 c1", "challenge h2", "support m1")
    assert cards_without_face(known_to(match, 0), 1) == (1, 1)
    assert COMMITTED not in zones(known_to(match, None), 1).values()
    assert zones(known_to(match, 1), 1)["m1"] == COMMITTED


def test_an_answer_given_at_once_is_known_to_who_gave_it() -> None:
    match = table("h5@opera", "opera: h1", "opera: h2", "opera: h3", seats=3, options=SIMULTANEOUS)
    play(match, "court h1 c1")
    match.play("decline", 2)
    declined, asked = known_to(match, 2), known_to(match, 1)
    assert (declined.champion[2], declined.support[2] >> ANSWER) == (-1, 0)
    assert (asked.champion[2], asked.support[2] >> ANSWER) == (UNKNOWN, 1)
    imagines_evenly(match, 1, 2)
    assert {int(game.imagined(declined, key_of_seed(look)).champion[2]) for look in range(20)} == {
        -1
    }


def test_of_equal_bulls_the_first_ones_count_as_known() -> None:
    records = [
        known_to(
            table(hands=("m1", ""), players={1: {"hand": hand, "known": shown}}, data=twins()), 0
        )
        for hand, shown in ((["h1b", "h2"], ["h1b"]), (["h1", "h3"], ["h1"]))
    ]
    assert records[0].tobytes() == records[1].tobytes()
    assert zones(records[0], 1) == {"h1": HAND}


def test_romeos_cards_are_imagined_evenly_beside_a_known_one() -> None:
    discard = [f"{symbol}{n}" for symbol in "mdb" for n in range(1, 6) if f"{symbol}{n}" != "m1"]
    romeo = {"hand": ["h3", "h4", "m1"], "known": ["h3"], "discard": discard}
    match = table("h5@opera", "opera: h1", "opera: h2", players={0: romeo})
    play(match, "court h1 c1", "challenge h2", "done", "support h4")
    # Hidden are h2 to h5 and m1, and h3 is held. If it lies face down, two of the other four are in
    # hand; if one of the other three hearts does, h3 and one of the three that are left.
    imagines_evenly(match, 1, 6 + 3 * 3)


def test_answers_given_at_once_are_imagined_evenly() -> None:
    names = (f"{symbol}{n}" for symbol in "hmdb" for n in range(1, 6))
    discard = [name for name in names if name not in ("h2", "h3")]
    rivals = {"at": {"opera": ["h2", "h3"]}, "discard": discard}
    match = table(
        "h5@opera", "opera: h1", seats=3, options=SIMULTANEOUS, players={1: rivals, 2: rivals}
    )
    play(match, "court h1 c1")
    match.play("challenge h3", 1)
    imagines_evenly(match, 2, 3)
    imagines_evenly(match, 0, 3)
