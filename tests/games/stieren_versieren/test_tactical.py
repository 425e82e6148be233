"""The tactical Bull Fight, with several challengers."""

from allmende import Match
from tests.games.stieren_versieren.positions import TACTICAL, legal, out, play, player, table, why

COW = "h5@opera"


def begin(*bulls: str, hands: tuple[str, ...] = ()) -> Match:
    """Let the first player court with the first bull in the opera."""
    places = [f"opera: {names}" for names in bulls]
    match = table(COW, *places, seats=len(bulls), options=TACTICAL, hands=hands)
    return play(match, f"court {bulls[0].split()[0]} c1")


def shack(match: Match) -> int | None:
    """Return in whose Love Shack the cow is."""
    seat: int | None = match.view()["cows"][0]["shack"]
    return seat


def test_s48_the_strongest_challenger_wins() -> None:
    match = play(begin("h2", "h3", "h4"), "challenge h3", "challenge h4", "done", "done", "done")
    assert (shack(match), match.scores()) == (2, [0, 0, 20])


def test_s48_romeo_picks_between_equal_challengers() -> None:
    match = play(begin("h2", "h3", "h3", "h1"), "challenge h3", "challenge h3", "challenge h1")
    play(match, "done", "done", "done", "done")
    assert (match.view()["phase"], match.to_act) == ("pick", [0])
    assert legal(match) == ["pick 1", "pick 2"]
    assert why(match, "pick 3") == "not.not_tied"
    play(match, "pick 2")
    assert (shack(match), match.view()["actions_left"]) == (2, 1)


def test_s48_romeo_wins_if_he_equals_the_best() -> None:
    match = play(begin("h3", "h3", "h3"), "challenge h3", "challenge h3", "done", "done", "done")
    assert shack(match) == 0


def test_s48_in_the_standard_game_there_is_one_challenger() -> None:
    match = table(COW, "opera: h1", "opera: h2", "opera: h3", seats=3)
    play(match, "court h1 c1", "challenge h2")
    assert match.view()["phase"] == "commit"


def test_s49_each_beaten_challenger_loses_his_champion_only() -> None:
    match = play(begin("h5", "h1 h2", "h3 h4"), "challenge h1", "challenge h3")
    play(match, "join h2", "done", "done", "done")
    assert shack(match) == 0
    assert (out(match, 1), out(match, 2)) == ({"opera": ["h2"]}, {"opera": ["h4"]})
    assert (player(match, 1)["discard"], player(match, 2)["discard"]) == (["h1"], ["h3"])


def test_s49_the_challenger_who_is_not_picked_is_beaten() -> None:
    match = play(begin("h2", "h3", "h3"), "challenge h3", "challenge h3", "done", "done", "done")
    play(match, "pick 1")
    assert (out(match, 2), player(match, 2)["discard"]) == ({}, ["h3"])
    assert out(match) == {"opera": ["h2"]}


def test_s64_all_answer_first_then_put_in_romeo_last() -> None:
    match = begin("h2", "h3", "h4", "h5")
    seats = []
    for move in ("challenge h3", "decline", "challenge h5", "done", "done", "done"):
        seats.append((match.to_act[0], match.view()["phase"]))
        play(match, move)
    assert seats == [
        (1, "challenge"),
        (2, "challenge"),
        (3, "challenge"),
        (1, "commit"),
        (3, "commit"),
        (0, "commit"),
    ]


def test_s64_if_all_decline_there_is_no_fight() -> None:
    assert shack(play(begin("h2", "h3", "h4"), "decline", "decline")) == 0
