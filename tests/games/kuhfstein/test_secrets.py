"""What is open and what is hidden: views, and what a seat may imagine."""

from typing import Any

from allmende import Match, new
from allmende.core.game import watcher_of
from allmende.games.kuhfstein import game
from allmende.games.kuhfstein.survey import survey
from tests.games.kuhfstein.positions import EXAMPLE, ids, play, small_deck, table


def imagined(match: Match, seat: int | None, looks: int = 40) -> list[dict[str, Any]]:
    """Return positions that a seat may imagine."""
    records = [game.veiled(match.record, seat, f"look/{look}") for look in range(looks)]
    return [game.words.describe(s) for s in records]


def test_k64_a_card_taken_from_the_display_is_known_to_all() -> None:
    match = play(table("H"), "card", "take 55")
    for seat in (0, 1, None):
        assert ids(match.view(seat)["players"][0]["hand"]) == [55]
    assert all(55 in position["players"][0]["hand"] for position in imagined(match, 1))


def test_k64_a_start_card_is_seen_by_its_owner_alone() -> None:
    match = table("H", others={1: {"secret": 16, "hand": [1]}})
    assert ids(match.view(1)["players"][1]["hand"]) == [1, 16]
    assert [card["secret"] for card in match.view(1)["players"][1]["hand"]] == [False, True]
    for seat in (0, None):
        shown = match.view(seat)["players"][1]["hand"]
        assert ids(shown) == [1, None]
        assert 16 in match.view(seat)["cards"]["unseen"]
    assert 16 not in match.view(1)["cards"]["unseen"]


def test_k64_the_others_imagine_any_card_that_they_have_not_seen() -> None:
    match = table("H", hand=[2], cards=[3, 4, 5, 6], discard=[7], others={1: {"secret": 16}})
    found = {position["players"][1]["secret"] for position in imagined(match, 0, 1500)}
    assert found == set(range(1, 56)) - {2, 3, 4, 5, 6, 7}
    assert {position["players"][1]["secret"] for position in imagined(match, 1)} == {16}


def test_k64_a_start_card_is_known_once_it_is_shown() -> None:
    others = {0: {"secret": 16, "hand": []}}
    match = play(table(EXAMPLE, others=others), "play 16")
    assert ids(match.view(1)["players"][0]["hand"]) == [16]
    play(match, "cows m13 n15")
    assert match.view()["cards"]["discard"] == [16]


def test_k64_discards_and_set_aside_tiles_lie_open() -> None:
    match = table("H", discard=[20, 21], aside={"lake": 3})
    assert match.view()["cards"]["discard"] == [20, 21]
    assert match.view()["tiles"]["aside"] == {"lake": 3}


def test_k64_what_was_shuffled_in_again_is_no_start_card() -> None:
    # The discards have become the pile, so everybody knows them: the secret cards of the others
    # are the two that never lay open, and only who has which is unknown.
    deck = small_deck(*range(1, 15))
    others = {1: {"secret": 13}, 2: {"secret": 14}}
    match = table("H", seats=3, cards=[1, 2, 3, 4], pile_seen=True, others=others, data=deck)
    assert match.view(0)["cards"]["unseen"] == [13, 14]
    assert match.view(0)["cards"]["pile_cards"] == list(range(5, 13))
    found = {
        tuple(player["secret"] for player in position["players"][1:])
        for position in imagined(match, 0)
    }
    assert found == {(13, 14), (14, 13)}
    assert {p["players"][2]["secret"] for p in imagined(match, 1)} == {14}


def test_k64_scoring_tiles_of_the_others_may_be_any_but_the_own() -> None:
    match = new("kuhfstein", seats=2, seed=4)
    own = set(match.position()["players"][0]["scoring"])
    found = {tile for p in imagined(match, 0, 300) for tile in p["players"][1]["scoring"]}
    assert len(found) == 7
    assert not found & own
    assert all(set(p["players"][0]["scoring"]) == own for p in imagined(match, 0))


def test_k64_a_spectator_knows_only_what_lies_open() -> None:
    match = new("kuhfstein", seats=3, seed=4)
    view = match.view()
    assert [ids(player["hand"]) for player in view["players"]] == [[None]] * 3
    assert [player["scoring"] for player in view["players"]] == [[None, None]] * 3
    assert len(view["cards"]["unseen"]) == 51


def test_k64_what_is_remembered_of_a_view_holds_nothing_imagined() -> None:
    match = new("kuhfstein", 3, "survey")
    for seat in (0, 1, 2, None):
        worlds = [game.veiled(match.record, seat, f"look/{look}") for look in range(40)]
        assert len({s.card_place.tobytes() for s in worlds}) > 1
        assert all(
            survey(s, watcher_of(seat)) == survey(worlds[0], watcher_of(seat)) for s in worlds
        )


def test_k64_nobody_can_tell_what_comes_next() -> None:
    # The next tile depends on the chance key alone, and that is replaced in what a seat imagines.
    match = table("H", actions_left=1)
    refills = set()
    for look in range(40):
        s = game.veiled(match.record, 0, look)
        for notation in ("tile", "take hay", "place n13"):
            again = Match(game, s, None)
            again.play(notation)
            s = again.record
        refills.add(tuple(s.tile_display.tolist()))
    assert len(refills) == 5
