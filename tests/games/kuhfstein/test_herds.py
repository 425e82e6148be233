"""Bringing herds home."""

from tests.games.kuhfstein.positions import cows, legal, play, player, table, told


def homes(drawing: str) -> list[str]:
    """Return the herds that may come home, by their first field."""
    moves = legal(table(drawing, points=25))
    return [move.removeprefix("home ") for move in moves if move.startswith("home")]


def test_k37_a_herd_is_a_group_side_by_side() -> None:
    assert homes("H* M*\nF L*\nB B") == ["m13"]
    assert homes("H* M F*") == ["m13", "o13"]


def test_k37_corners_do_not_join() -> None:
    assert homes("H* M\nF L*") == ["m13", "n14"]


def test_k37_the_example_of_the_rulebook() -> None:
    # A herd of four and a single cow: one of them comes home with one action.
    match = table("H* M* F\nL* B* H\nF M H*", points=25)
    assert [move for move in legal(match) if move.startswith("home")] == ["home m13", "home o15"]
    play(match, "home m13")
    assert cows(match) == {"o15"}
    assert player(match)["supply"] == 5
    assert told(match)[0] == "story.herd_home"


def test_k37_two_arms_of_one_herd_are_found() -> None:
    # The first two cows meet only through the last ones.
    assert homes("H* M F*\nL* B* H*") == ["m13"]
    assert homes("H M F*\nL* B* H*") == ["o13"]


def test_k38_a_herd_comes_home_as_a_whole() -> None:
    match = table("H* M* F*", points=25)
    assert [move for move in legal(match) if move.startswith("home")] == ["home m13"]
    reason = match.why_not("home n13")
    assert reason is not None
    assert reason.key == "not.herd_name"
    play(match, "home m13")
    assert cows(match) == set()


def test_k38_other_herds_stay() -> None:
    match = play(table("H* M F*", points=25), "home o13")
    assert cows(match) == {"m13"}


def test_k53_all_six_cows_can_be_one_herd() -> None:
    match = table("H* M* F*\nL* B* H*", points=25)
    assert player(match)["supply"] == 0
    play(match, "home m13")
    assert player(match)["supply"] == 6
    assert cows(match) == set()


def test_k53_a_single_cow_is_a_herd() -> None:
    match = play(table("H* M"), "home m13")
    assert player(match)["supply"] == 4
