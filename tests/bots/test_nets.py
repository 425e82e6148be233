"""Nets: what they look at, how they judge, and which files are theirs."""

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import allmende
from allmende.bots.levels import LEVELS, levels_of, player_named
from allmende.bots.nets import file as files
from allmende.bots.nets.file import BadNet, header_for, packed, read_net, write_net
from allmende.bots.nets.instinct import Instinct
from allmende.bots.nets.judging import desk_for, judge_of
from allmende.bots.nets.rows import NO_ROW, fingerprint, rows_of
from allmende.bots.nets.weights import Weights, shapes_for, width_for
from allmende.bots.puct.thinker import NetThinker
from allmende.bots.search.thinker import Budget
from allmende.core.chance import key_of_seed
from allmende.core.errors import BadSetup
from allmende.core.game import Game
from allmende.core.match import Match
from allmende.core.observation import size
from allmende.core.registry import find_game, known_games
from allmende.core.sight import Sight

FOUR = find_game("examples/four_in_a_row.py")
POPPIES = find_game("examples/poppies.py")
CLOSE = 1e-4
SIZES_OF_TABLES = [(FOUR, 2), (POPPIES, 2), (POPPIES, 3), (POPPIES, 4)]


def any_net(game: Game, seed: int = 7) -> Weights:
    chance = np.random.default_rng(seed)
    shapes = shapes_for(game, width_for(game))
    return Weights(*(chance.normal(0, 0.1, shape).astype(np.float32) for shape in shapes))


def after(game: Game, seats: int, plies: int) -> Match:
    match = allmende.new(game, seats, seed="nets")
    while len(match.moves) < plies:
        seat = match.to_act[0]
        moves = match.legal(seat)
        match.play_in_numbers(seat, moves[len(match.moves) % len(moves)].number)
    return match


def judged_by_hand(game: Game, match: Match, seat: int, net: Weights) -> tuple[list[float], ...]:
    """Compute with plain NumPy what a net says."""
    rows, seats = rows_of(game), match.seats
    total = net.rows_bias + net.rows[rows.of_seats[seats]]
    for entry, value in enumerate(game.observe(match.record, seat)):
        row = rows.columns[seats, entry]
        if row != NO_ROW:
            total = total + value * net.rows[row]
    legal = game.legal_moves(match.record, seat)
    total = total + net.allowed[legal].sum(0)
    one = np.maximum(np.maximum(total, 0) @ net.first + net.first_bias, 0)
    two = np.maximum(one @ net.second + net.second_bias, 0) + one
    numbers = np.exp(net.moves[legal] @ two + net.moves_bias[legal])
    values = np.tanh(two @ net.values + net.values_bias)[:seats]
    return (numbers / numbers.sum()).tolist(), values.tolist()


@pytest.mark.parametrize(("game", "seats"), SIZES_OF_TABLES)
def test_compiled_judgement_is_that_of_plain_arithmetic(game: Game, seats: int) -> None:
    match, net = after(game, seats, 5), any_net(game)
    seat = match.to_act[0]
    desk, legal = desk_for(game, net), np.array(game.legal_moves(match.record, seat))
    judge_of(game)(game.concealed(match.record, seat), seat, legal, len(legal), net, desk)
    likely, values = judged_by_hand(game, match, seat, net)
    assert desk.likely[: len(legal)].tolist() == pytest.approx(likely, abs=CLOSE)
    assert desk.values[:seats].tolist() == pytest.approx(values, abs=CLOSE)


@pytest.mark.parametrize("game", [FOUR, POPPIES])
def test_judgement_is_the_same_whatever_was_judged_before(game: Game) -> None:
    net = any_net(game)
    judge, desk = judge_of(game), desk_for(game, net)
    for match in [after(game, it, plies) for plies in range(9) for it in game.seats]:
        seat, legal = match.to_act[0], np.array([move.number for move in match.legal()])
        for used in (desk, fresh := desk_for(game, net)):
            judge(game.concealed(match.record, seat), seat, legal, len(legal), net, used)
        assert desk.likely[: len(legal)] == pytest.approx(fresh.likely[: len(legal)], abs=CLOSE)
        assert desk.values == pytest.approx(fresh.values, abs=CLOSE)


def test_every_entry_but_the_first_of_some_kinds_has_a_row() -> None:
    rows = rows_of(POPPIES)
    for seats in POPPIES.seats:
        entries = rows.columns[seats, : size(POPPIES, seats)]
        assert rows.sizes[seats] == len(entries)
        assert 0 < (entries == NO_ROW).sum() < len(entries) / 4
        assert (rows.columns[seats, len(entries) :] == NO_ROW).all()
    assert rows.columns.max() < rows.count


def test_larger_tables_share_the_rows_of_smaller_ones() -> None:
    rows = rows_of(POPPIES)
    of = {seats: {*rows.columns[seats].tolist()} - {NO_ROW} for seats in POPPIES.seats}
    assert of[2] < of[3] < of[4]
    assert len({int(rows.of_seats[seats]) for seats in POPPIES.seats}) == len(POPPIES.seats)


def test_file_holds_a_net_in_little_room(tmp_path: Path) -> None:
    net, file = any_net(POPPIES), tmp_path / "net.npz"
    write_net(file, net, header_for(POPPIES, width_for(POPPIES), 12, "a seed"))
    found, header = read_net(file, POPPIES)
    assert (header.game, header.positions, header.seed) == ("poppies", 12, "a seed")
    for name, part in found._asdict().items():
        was = getattr(net, name)
        assert np.abs(part - was).max() <= np.abs(was).max() / files.FINEST
    assert file.stat().st_size < sum(part.nbytes for part in net) / 3


def test_all_games_have_nets_below_three_megabytes() -> None:
    for name in ("halali", "kuh_vadis", "kuhfstein", "mischwald", "stieren_versieren"):
        game = find_game(name)
        header = header_for(game, width_for(game), 0, "")
        assert len(packed(any_net(game), header)) <= files.MOST_BYTES


def test_every_net_that_lies_beside_a_game_is_one_for_it() -> None:
    with_nets = [game for game in map(find_game, known_games()) if files.has_net(game)]
    assert [game.name for game in with_nets] == ["halali", "kuh_vadis", "stieren_versieren"]
    for game in with_nets:
        header = read_net(files.net_file(game), game)[1]
        assert (header.game, header.rules) == (game.name, game.version)
        assert files.net_file(game).stat().st_size <= files.MOST_BYTES


def test_wrong_files_say_what_is_wrong(tmp_path: Path) -> None:
    file, width = tmp_path / "net.npz", width_for(FOUR)
    right = header_for(FOUR, width, 0, "")
    with pytest.raises(BadNet, match="no such file"):
        read_net(file, FOUR)
    file.write_bytes(b"nothing of that kind")
    with pytest.raises(BadNet, match="holds no net"):
        read_net(file, FOUR)
    file.write_bytes(packed(any_net(FOUR), right)[:5000])
    with pytest.raises(BadNet, match="holds no net"):
        read_net(file, FOUR)
    wrong: dict[str, dict[str, Any]] = {
        "is a net for chess": {"game": "chess"},
        "learned version 9 of the rules": {"rules": 9},
        "looks at other fields": {"layout": "0123"},
        "has the format 77": {"format": 77},
    }
    for said, change in wrong.items():
        write_net(file, any_net(FOUR), replace(right, **change))
        with pytest.raises(BadNet, match=said):
            read_net(file, FOUR)
    short = any_net(FOUR)._replace(values_bias=np.zeros(5, np.float32))
    write_net(file, short, right)
    with pytest.raises(BadNet, match="values_bias"):
        read_net(file, FOUR)
    broken = any_net(FOUR)._replace(values_bias=np.array([math.nan, 0], np.float32))
    write_net(file, broken, right)
    with pytest.raises(BadNet, match="values_bias"):
        read_net(file, FOUR)


def test_nothing_in_a_file_is_run(tmp_path: Path) -> None:
    file = tmp_path / "net.npz"
    header = np.frombuffer(json.dumps({"format": files.FORMAT}).encode(), np.uint8)
    np.savez(file, header=header, rows=np.array([print], object), allow_pickle=True)
    with pytest.raises(BadNet):
        read_net(file, FOUR)


def test_fingerprint_tells_layouts_apart() -> None:
    assert fingerprint(FOUR) != fingerprint(POPPIES)
    assert fingerprint(FOUR) == fingerprint(find_game("examples/four_in_a_row.py"))


def sight_of(match: Match) -> Sight:
    return Sight(match.game, match.record, match.to_act[0], "sight")


def test_instinct_plays_the_likeliest_move() -> None:
    net = any_net(FOUR)
    net.moves_bias[:] = [0, 0, 0, 0, 50, 0, 0]
    assert Instinct(FOUR, net).choose(sight_of(after(FOUR, 2, 3))) == 4


@pytest.mark.parametrize(("game", "seats"), SIZES_OF_TABLES)
def test_same_number_of_iterations_gives_the_same_thought(game: Game, seats: int) -> None:
    sight, net = sight_of(after(game, seats, 4)), any_net(game)
    one, two = (NetThinker(game, "a", net).think(sight, Budget(iterations=200)) for _ in range(2))
    assert (one.moves, one.chances) == (two.moves, two.chances)
    assert sum(move.visits for move in one.moves) == one.iterations == 200


def test_search_takes_a_win_that_the_net_does_not_see() -> None:
    match = allmende.new(FOUR, seed="nets")
    for column in (0, 1, 0, 1, 0, 1):
        match.play_in_numbers(match.to_act[0], column)
    blind = Weights(*(np.zeros_like(part) for part in any_net(FOUR)))
    thought = NetThinker(FOUR, "a", blind).think(sight_of(match), Budget(iterations=200))
    assert (thought.best, thought.moves[0].win) == (0, 1.0)


def test_search_prevents_a_loss_that_the_net_does_not_see() -> None:
    match = allmende.new(FOUR, seed="nets")
    for column in (3, 0, 3, 0, 3):
        match.play_in_numbers(match.to_act[0], column)
    blind = Weights(*(np.zeros_like(part) for part in any_net(FOUR)))
    thought = NetThinker(FOUR, "a", blind).think(sight_of(match), Budget(iterations=1000))
    assert thought.best == 3


def test_thought_hangs_on_nothing_that_the_seat_does_not_know() -> None:
    match, net = after(POPPIES, 3, 5), any_net(POPPIES)
    seat = match.to_act[0]
    known = POPPIES.concealed(match.record, seat)
    worlds = [POPPIES.imagined(known, key_of_seed(f"world {number}")) for number in range(3)]
    assert len({world.tobytes() for world in worlds}) > 1
    thoughts = [
        NetThinker(POPPIES, "a", net).think(
            Sight(POPPIES, world, seat, "sight"), Budget(iterations=150)
        )
        for world in worlds
    ]
    assert len({thought.moves for thought in thoughts}) == 1


def test_full_tree_goes_on_thinking() -> None:
    sight, net = sight_of(after(FOUR, 2, 4)), any_net(FOUR)
    thought = NetThinker(FOUR, "a", net, nodes=64).think(sight, Budget(iterations=500))
    assert thought.iterations == 500


def test_game_without_a_net_has_no_owl() -> None:
    assert levels_of(FOUR) == [name for name in LEVELS if name != "owl"]
    with pytest.raises(BadSetup, match=r"has no owl.*allmende train"):
        player_named("owl", FOUR, "a")


def test_game_with_a_net_has_an_owl(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    beside = tmp_path / "owl.npz"
    write_net(beside, any_net(POPPIES), header_for(POPPIES, width_for(POPPIES), 0, ""))
    monkeypatch.setattr(files, "net_file", lambda game: beside)
    assert levels_of(POPPIES)[-1] == "owl"
    sight = sight_of(after(POPPIES, 2, 3))
    owl = LEVELS["owl"].player(POPPIES, "a", iterations=50)
    assert owl.choose(sight) in sight.legal()
    assert owl.thought is not None
    files.net_of.cache_clear()
