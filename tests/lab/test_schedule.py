"""Who meets whom: equally often, in every seat, as far as the number of games allows."""

from collections import Counter
from itertools import combinations, islice
from math import comb

import pytest

from allmende.lab.schedule import (
    MOST_GROUPS,
    Meetings,
    Sitting,
    all_play_all,
    in_another_order,
    sittings_of,
    swiss_round,
)


def sittings(players: int, seats: int, deals: int) -> list[Sitting]:
    return list(sittings_of(all_play_all(players, seats, deals)))


def meetings(games: list[Sitting]) -> Counter[tuple[int, int]]:
    return Counter(pair for game in games for pair in combinations(sorted(game.players), 2))


@pytest.mark.parametrize(("players", "seats"), [(2, 2), (5, 2), (4, 3), (6, 4), (5, 5)])
def test_all_meet_equally_often_in_every_seat(players: int, seats: int) -> None:
    games = sittings(players, seats, 2 * comb(players, seats))
    assert [game.number for game in games] == list(range(len(games)))
    assert len(set(meetings(games).values())) == 1
    assert len(meetings(games)) == comb(players, 2)
    seated = Counter((player, seat) for game in games for seat, player in enumerate(game.players))
    assert len(set(seated.values())) == 1
    assert len(seated) == players * seats


@pytest.mark.parametrize(("players", "seats"), [(7, 2), (6, 4), (30, 5)])
def test_wherever_it_ends_nobody_has_played_much_more(players: int, seats: int) -> None:
    groups = list(all_play_all(players, seats, 60))
    assert (comb(players, seats) > MOST_GROUPS) == (players == 30)
    assert all(len(set(group)) == seats for group in groups)
    for end in range(1, len(groups) + 1):
        played = Counter(player for group in groups[:end] for player in group)
        counts = [played[player] for player in range(players)]
        assert max(counts) - min(counts) <= 2


def test_a_group_that_meets_again_sits_in_another_order() -> None:
    behind = Counter(
        (group[at], group[(at + 1) % 4]) for group in all_play_all(4, 4, 6) for at in range(4)
    )
    assert len(behind) == 12
    assert set(behind.values()) == {2}
    assert len({in_another_order((3, 1, 4, 2), times) for times in range(12)}) == 6
    assert len(in_another_order(tuple(range(31)), 10**9)) == 31


def test_swiss_neighbours_meet_who_have_not_met() -> None:
    met = Meetings(4)
    assert swiss_round([0, 1, 2, 3], 2, met) == [(0, 1), (2, 3)]
    assert swiss_round([0, 2, 1, 3], 2, met) == [(0, 2), (1, 3)]
    assert swiss_round([0, 1, 2, 3], 2, met) == [(0, 3), (1, 2)]


def test_swiss_lets_the_last_sit_out_who_played_most() -> None:
    met = Meetings(5)
    resting = []
    for standing in ([0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [0, 1, 2, 3, 4]):
        groups = swiss_round(standing, 2, met)
        (out,) = set(range(5)) - {player for group in groups for player in group}
        resting.append(out)
    assert resting == [4, 0, 3]


def test_swiss_tables_of_four() -> None:
    met = Meetings(9)
    groups = swiss_round(list(range(9)), 4, met)
    assert groups == [(0, 1, 2, 3), (4, 5, 6, 7)]
    again = swiss_round(list(range(9)), 4, met)
    assert sorted(player for group in again for player in group).count(8) == 1
    new = [pair for group in again for pair in combinations(group, 2) if met.met[pair] == 1]
    assert len(new) >= 6


def test_sittings_go_on_from_round_to_round() -> None:
    games = list(islice(sittings_of(iter([(3, 1)]), first_game=8, first_deal=4, round=2), 2))
    assert games == [Sitting(8, 2, 4, (3, 1)), Sitting(9, 2, 4, (1, 3))]
