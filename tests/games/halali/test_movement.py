"""Rules of the tiles: how many there are, how they move, whom they capture."""

from collections import Counter

import pytest

from allmende import from_position, new
from allmende.core.chance import key_of_seed
from allmende.games.halali import game
from tests.games.halali.positions import (
    BLUE,
    BROWN,
    COUNTS,
    NAMES,
    legal,
    placed,
    play,
    targets,
    tiles_on,
)

COLUMN_D = {"d1", "d2", "d3", "d5", "d6", "d7"}
ROW_4 = {"a4", "b4", "c4", "e4", "f4", "g4"}
CROSS = COLUMN_D | ROW_4
FURTHER = {"d1", "d2", "a4", "b4"}
NEIGHBOURS = {"north": "d5", "east": "e4", "south": "d3", "west": "c4"}
AIMS = {"H^": "north", "H>": "east", "Hv": "south", "H<": "west"}
TILES = ["B", "F", "L", *AIMS, "P", "D", "T"]

OWNERS = {"B": [BLUE], "F": [BLUE], "L": [BROWN], "H": [BROWN], "T": []}
BOTH = [BLUE, BROWN]
PREY = {"B": "HL", "F": "PD", "L": "T", "H": "BFPD", "P": "", "D": "", "T": ""}


@pytest.mark.parametrize("seed", range(5))
def test_h1_48_tiles_lie_face_down_around_an_empty_centre(seed: int) -> None:
    tiles = tiles_on(new("halali", seed=seed))
    assert len(tiles) == 48
    assert "d4" not in tiles
    assert all(tile.startswith("?") for tile in tiles.values())
    assert Counter(tile[1] for tile in tiles.values()) == COUNTS


@pytest.mark.parametrize(
    ("letter", "points"),
    [("B", 10), ("F", 5), ("L", 5), ("H", 5), ("P", 3), ("D", 2), ("T", 2)],
)
def test_h1_points_of_a_tile(letter: str, points: int) -> None:
    document = new("halali", seed=1, options={"match": "single"}).position()
    line = next(line for line in document["board"] if f"?{letter}" in line)
    tile = next(tile for tile in line.split() if tile[1] == letter)
    document["board"][document["board"].index(line)] = line.replace(tile, ".", 1)
    document["bags"] = [{}, {NAMES[letter]: 1}]
    assert from_position("halali", document).scores() == [0, points]


def test_h1_all_tiles_together_are_worth_168_points() -> None:
    assert sum(placed("Fa1 Ba2 H^b1 Lb2").scores()) == 168 - 5 - 10 - 5 - 5


@pytest.mark.parametrize("seat", BOTH)
@pytest.mark.parametrize("tile", TILES)
def test_h1_range_of_a_tile_and_who_may_move_it(tile: str, seat: int) -> None:
    match = placed(f"{tile}d4 ?Ta1", to_act=seat)
    reach = set(NEIGHBOURS.values()) if tile in "BL" else CROSS
    assert targets(match, "d4") == (reach if seat in OWNERS.get(tile[0], BOTH) else set())


@pytest.mark.parametrize("prey", TILES)
@pytest.mark.parametrize("tile", [tile for tile in TILES if tile != "T"])
@pytest.mark.parametrize("direction", NEIGHBOURS)
def test_h1_who_captures_whom_in_which_direction(tile: str, prey: str, direction: str) -> None:
    there = NEIGHBOURS[direction]
    aimed = AIMS.get(tile, direction) == direction
    for seat in OWNERS.get(tile[0], BOTH):
        match = placed(f"{tile}d4 {prey}{there} ?Ta1", to_act=seat)
        assert (there in targets(match, "d4")) == (aimed and prey[0] in PREY[tile[0]])


@pytest.mark.parametrize(
    ("tile", "prey", "seat"),
    [("F", "D", BLUE), ("F", "P", BLUE), ("H^", "F", BROWN), ("H^", "B", BROWN)],
)
def test_h1_far_movers_capture_from_afar(tile: str, prey: str, seat: int) -> None:
    match = placed(f"{tile}d1 {prey}d7 ?Ta1", to_act=seat)
    match.play(f"{tile[0]}d1xd7")
    assert tiles_on(match) == {"d7": tile, "a1": "?T"}


def test_h1_bear_and_lumberjack_capture_next_to_them_only() -> None:
    match = placed("Bd4 H^d6 Lf4 Te7 La1 Tc1 ?Tg1")
    assert targets(match, "d4") == {"d3", "d5", "c4", "e4"}
    match.play("Bd4-d5")
    assert targets(match, "a1") == {"a2", "b1"}


def test_h1_there_is_no_duty_to_capture() -> None:
    match = placed("Fd4 Dd5 ?Ta1")
    assert {"Fd4xd5", "Fd4-d3", "flip a1"} <= legal(match)


def test_h1_a_captured_tile_goes_to_the_one_who_took_it() -> None:
    match = placed("Fd4 Dd5 H^a2 ?Ta1")
    before = match.view()["bags"]
    match.play("Fd4xd5")
    after = match.view()["bags"]
    assert after[BLUE]["duck"] == before[BLUE]["duck"] + 1
    assert after[BROWN] == before[BROWN]
    assert tiles_on(match) == {"d5": "F", "a2": "H^", "a1": "?T"}


def test_h1_no_tile_jumps_or_turns_a_corner() -> None:
    match = placed("Fd4 Td6 Tf4 Td3 Tc4 ?Ta1")
    assert targets(match, "d4") == {"d5", "e4"}


def aims_of_deal(seed: int) -> list[str]:
    """Return the aims of the hunters in a fresh deal."""
    s = game.deal(2, key_of_seed(seed), {"match": "single"})
    words = " ".join(game.words.describe(s)["board"]).split()
    return [word[2] for word in words if word[1:2] == "H"]


def test_h9_every_aim_is_equally_likely() -> None:
    deals = [aims_of_deal(seed) for seed in range(2000)]
    # The first and the last hunter as well as all of them: no place on the board is special.
    all_aims = [aim for deal in deals for aim in deal]
    for aims in ([deal[0] for deal in deals], [deal[-1] for deal in deals], all_aims):
        expected = len(aims) / 4
        counts = Counter(aims)
        assert set(counts) == set("^>v<")
        # 16.27: a fair die of four faces exceeds it once in a thousand series.
        assert sum((count - expected) ** 2 / expected for count in counts.values()) < 16.27


def test_h9_the_aim_is_set_before_the_flip() -> None:
    match = play(placed("Fa7 ?H>d4 ?Ta1"), "flip d4")
    assert tiles_on(match)["d4"] == "H>"


def test_h9_moving_does_not_turn_the_hunter() -> None:
    match = play(placed("H^d4 Fa7 ?Ta1", to_act=BROWN), "Hd4-g4", "Fa7-a6", "Hg4-g1")
    assert tiles_on(match) == {"g1": "H^", "a6": "F", "a1": "?T"}


def test_h10_a_hunter_shoots_along_the_free_line_of_its_aim_at_any_distance() -> None:
    match = placed("H>a4 Fg4 ?Ta1", to_act=BROWN)
    match.play("Ha4xg4")
    assert tiles_on(match) == {"g4": "H>", "a1": "?T"}


@pytest.mark.parametrize("obstacle", ["T", "H^", "?D", "L"])
def test_h10_a_hunter_does_not_shoot_past_another_tile(obstacle: str) -> None:
    match = placed(f"H>a4 {obstacle}c4 Fg4 ?Ta1", to_act=BROWN)
    assert targets(match, "a4") == {"a2", "a3", "a5", "a6", "a7", "b4"}


def test_h11_a_hunter_moves_to_free_fields_in_all_directions() -> None:
    match = placed("Hvd4 Fd6 Fb4 Ff4 Fd2 ?Ta1", to_act=BROWN)
    assert targets(match, "d4") == {"d5", "c4", "e4", "d3", "d2"}


@pytest.mark.parametrize(
    ("tile", "hidden", "seat"),
    [("F", "?D", BLUE), ("B", "?H^", BLUE), ("L", "?T", BROWN), ("H^", "?F", BROWN)],
)
def test_h12_a_face_down_tile_blocks_and_cannot_be_captured(
    tile: str, hidden: str, seat: int
) -> None:
    match = placed(f"{tile}d4 {hidden}d5 Fc4 Fe4 Fd3", to_act=seat)
    assert targets(match, "d4") == set()
    assert "flip d5" in legal(match)


@pytest.mark.parametrize("seat", BOTH)
def test_h12_a_face_down_tile_does_not_move(seat: int) -> None:
    match = placed("?Fa1 ?Bc1 ?H^e1 ?Lg1 ?Da3 ?Pc3 ?Te3", to_act=seat)
    assert legal(match) == {f"flip {field}" for field in tiles_on(match)}


def test_h13_a_tile_just_turned_up_moves_in_the_next_own_turn() -> None:
    match = play(placed("?Fd4 H^g7 ?Ta1"), "flip d4", "Hg7-g6")
    assert targets(match, "d4") == CROSS


def test_h13_a_tile_just_turned_up_by_its_opponent_moves_at_once() -> None:
    match = play(placed("?H^d4 Fg7 ?Ta1"), "flip d4")
    assert targets(match, "d4") == CROSS


def test_h14_a_hunter_turned_up_by_blue_may_shoot_at_once() -> None:
    match = play(placed("?H<d4 Ba4 Bd6 ?Ta1"), "flip d4")
    assert {"Hd4xa4"} == {move for move in legal(match) if "x" in move}
    match.play("Hd4xa4")
    assert tiles_on(match) == {"a4": "H<", "d6": "B", "a1": "?T"}


@pytest.mark.parametrize(
    ("own", "seat"), [("B F", BLUE), ("L H^", BROWN), ("P D", BLUE), ("P D", BROWN)]
)
def test_h28_no_tile_captures_its_own_kind(own: str, seat: int) -> None:
    first, second = own.split()
    match = placed(f"{first}d4 {second}d5 {second}e4 {first}d6 ?Ta1", to_act=seat)
    assert targets(match, "d4") == {"d3", "c4"} | (set() if first in "BL" else FURTHER)
    assert not {move for move in legal(match) if "x" in move}


def test_h28_a_bear_captures_neither_foxes_nor_birds_nor_trees() -> None:
    match = placed("Bd4 Dd5 Fc4 Te4 Pd3 ?Ta1")
    assert targets(match, "d4") == set()


def test_h29_a_lumberjack_takes_the_place_of_the_tree() -> None:
    match = placed("Ld4 Td5 Fa7 ?Ta1", to_act=BROWN)
    trees = match.view()["bags"][BROWN].get("tree", 0)
    match.play("Ld4xd5")
    assert tiles_on(match) == {"d5": "L", "a7": "F", "a1": "?T"}
    assert match.view()["bags"][BROWN]["tree"] == trees + 1


def test_h34_fields_are_named_by_column_and_row() -> None:
    fields = {f"{column}{row}" for column in "abcdefg" for row in range(1, 8)} - {"d4"}
    assert legal(new("halali", seed=1)) == {f"flip {field}" for field in fields}


@pytest.mark.parametrize(("aim", "prey"), [("^", "d5"), (">", "e4"), ("v", "d3"), ("<", "c4")])
def test_h34_north_is_the_growing_row_number(aim: str, prey: str) -> None:
    match = placed(f"H{aim}d4 Fd5 Fe4 Fd3 Fc4 ?Ta1", to_act=BROWN)
    assert targets(match, "d4") == {prey}


def test_h34_leaving_by_different_exits_are_different_moves() -> None:
    match = placed("Fd4 H^a1")
    leaving = [move for move in match.legal() if move.data["do"] == "leave"]
    assert {str(move) for move in leaving} == {"Fd4-north", "Fd4-east", "Fd4-south", "Fd4-west"}
    assert len({move.number for move in leaving}) == 4
