"""Game files: every damage is named by line and reason."""

from pathlib import Path

import pytest

import allmende
from allmende.core.errors import GameFileError, IllegalMove
from allmende.core.file import Player
from allmende.core.match import Match


@pytest.fixture
def lines(tmp_path: Path) -> list[str]:
    match = allmende.new("halali", seed=7, options={"match": "single"})
    for move in ("flip c4", "flip d5", "flip a1"):
        match.play(move)
    match.save(tmp_path / "evening.allmende")
    return (tmp_path / "evening.allmende").read_text(encoding="utf-8").splitlines()


def trouble_with(tmp_path: Path, lines: list[str]) -> str:
    path = tmp_path / "spoiled.allmende"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(GameFileError) as caught:
        allmende.load(path)
    return str(caught.value)


def changed(lines: list[str], number: int, text: str) -> list[str]:
    return [*lines[: number - 1], text, *lines[number:]]


def test_file_reads_as_documented(lines: list[str]) -> None:
    assert lines[:-2] == [
        "allmende game file 1",
        "game halali",
        "rules 1",
        "seats 2",
        "option match=single",
        "seed 7",
        "moves",
        "1 0 flip c4",
        "2 1 flip d5",
        "3 0 flip a1",
        "end 3 moves",
        "scores 0 0",
        "places 1 1",
    ]
    assert lines[-2].startswith("digest ")
    assert lines[-1].startswith("seal ")


@pytest.mark.parametrize(
    ("number", "text", "complaint"),
    [
        (1, "PGN 1.0", "line 1: this is not an allmende game file"),
        (2, "game chess", "line 2: there is no game 'chess'"),
        (2, "halali", "line 2: 'game …' must stand here, not 'halali'"),
        (3, "rules 0", "line 3: written under rules 0 of halali, this is rules 1"),
        (2, "game examples/four_in_a_row.py", "line 2: there is no game 'examples/"),
        (4, "seats two", "line 4: 'two' is not a small whole number"),
        (4, "seats " + "9" * 5000, "is not a small whole number"),
        (6, "seed 7" + "/1" * 5000, "the moves lead to"),
        (8, "1 " + "0" * 5000 + " flip c4", "line 8: move 1 must stand here"),
        (4, "seats 9", "halali is played by 2, not by 9"),
        (5, "option match=never", "'never' is not one of return, single"),
        (
            5,
            "option luck=no",
            "line 5: 'option luck' must not stand here; options not yet",
        ),
        (7, "Moves", "line 7: the line 'moves' must stand here"),
        (8, "1 0 flip d4", "line 8: 'flip d4': There is nothing on d4."),
        (8, "1 1 flip c4", "line 8: seat 1 is not to act"),
        (8, "5 0 flip c4", "line 8: move 1 must stand here as '1 SEAT MOVE'"),
        (9, "2 1 flip c4", "line 9: 'flip c4': The tile on c4 is face up already."),
        (10, "3 0 flip b1", "line 14: the moves lead to 'digest"),
        (6, "seed 8", "the moves lead to"),
        (11, "end 4 moves", "line 11: 'end 4 moves', but 3 moves stand above"),
        (12, "scores 5 0", "line 12: the moves lead to 'scores 0 0'"),
        (15, "seal 0", "line 15: the seal is broken"),
        (13, "places 1 2", "line 13: the moves lead to 'places 1 1'"),
    ],
)
def test_edited_line_is_named(
    tmp_path: Path, lines: list[str], number: int, text: str, complaint: str
) -> None:
    assert complaint in trouble_with(tmp_path, changed(lines, number, text))


def test_cut_off_file_is_named_at_every_line(tmp_path: Path, lines: list[str]) -> None:
    for kept in range(len(lines)):
        trouble = trouble_with(tmp_path, lines[:kept])
        assert f"line {max(kept + 1, 1)}" in trouble or kept == 0


def test_something_behind_the_end_is_named(tmp_path: Path, lines: list[str]) -> None:
    assert "line 16: nothing may stand behind" in trouble_with(tmp_path, [*lines, "p.s."])


def test_binary_file_is_foreign(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\xff")
    with pytest.raises(GameFileError, match="line 1: this is not a text file"):
        allmende.load(path)


def test_match_from_a_position_saves_its_start(tmp_path: Path) -> None:
    first = allmende.new("halali", seed=7, options={"match": "single"})
    first.play("flip c4")
    late = allmende.from_position("halali", first.position())
    late.play("flip d5")
    late.save(tmp_path / "late.allmende")
    text = (tmp_path / "late.allmende").read_text(encoding="utf-8")
    assert "\nstart {" in text
    assert "seed" not in text
    assert allmende.load(tmp_path / "late.allmende").digest() == late.digest()
    broken = text.replace('"ply": 1', '"ply": "x"').splitlines()
    assert "line 4: position, field 'ply'" in trouble_with(tmp_path, broken)
    assert "line 4: this is not a JSON document" in trouble_with(
        tmp_path, changed(broken, 4, "start {")
    )


def test_a_file_says_who_played_and_who_imagined_it(tmp_path: Path) -> None:
    match = allmende.new("halali", seed=7)
    match.play("flip c4")
    match.players = (Player("Anna Maria"), Player("Reineke", "fox"))
    match.imagined_by = 1
    match.save(tmp_path / "evening.allmende")
    lines = (tmp_path / "evening.allmende").read_text(encoding="utf-8").splitlines()
    assert lines[6:9] == ["player 0 Anna Maria", "bot 1 fox Reineke", "imagined 1"]
    again = allmende.load(tmp_path / "evening.allmende")
    assert (again.players, again.imagined_by) == (match.players, 1)
    match.players = (Player(), Player("", "calf"))
    match.save(tmp_path / "evening.allmende")
    assert allmende.load(tmp_path / "evening.allmende").players == match.players


@pytest.mark.parametrize(
    ("inserted", "complaint"),
    [
        (["player 0 Anna"], "line 8: 'player 1 NAME' or 'bot 1 LEVEL NAME' must stand here"),
        (["player 1 Anna", "player 0 Bert"], "line 7: 'player 0 NAME'"),
        (["player 0 " + "A" * 41, "player 1 B"], "line 7: 'player 0 NAME'"),
        (["player 0 A\u200b", "player 1 B"], "line 7: 'player 0 NAME'"),
        (["player 0 A", "bot 1 a-level B"], "line 8: 'player 1 NAME'"),
        (["player 0 A", "bot 1"], "line 8: 'player 1 NAME'"),
        (["imagined 2"], "line 7: '2' is not a seat of this game"),
        (["imagined me"], "line 7: 'me' is not a small whole number"),
        (["player 0 Anna", "player 1 Bert"], "the seal is broken"),
    ],
)
def test_players_that_do_not_fit_are_named(
    tmp_path: Path, lines: list[str], inserted: list[str], complaint: str
) -> None:
    assert complaint in trouble_with(tmp_path, [*lines[:6], *inserted, *lines[6:]])


def test_a_file_says_who_gave_up(tmp_path: Path) -> None:
    match = allmende.new("halali", seed=7)
    match.play("flip c4")
    match.resign(0)
    match.save(tmp_path / "given-up.allmende")
    lines = (tmp_path / "given-up.allmende").read_text(encoding="utf-8").splitlines()
    assert lines[-6:-2] == ["end 1 moves", "resigned 0", "scores 0 0", "places 2 1"]
    again = allmende.load(tmp_path / "given-up.allmende")
    assert (again.over, again.ending, again.resigned) == (True, "resigned", 0)
    assert (again.ranking(), again.to_act, again.legal()) == ([2, 1], [], [])
    again.undo()
    assert not again.over


def test_a_file_tells_to_give_up_from_having_no_time_left(tmp_path: Path) -> None:
    match, path = allmende.new("halali", seed=7), tmp_path / "late.allmende"
    match.play("flip c4")
    match.resign(1, timed_out=True)
    match.save(path)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[-6:-2] == ["end 1 moves", "timed_out 1", "scores 0 0", "places 1 2"]
    again = allmende.load(path)
    assert (again.over, again.ending, again.resigned) == (True, "out_of_time", 1)
    again.undo()
    again.resign(0)
    assert again.ending == "resigned"
    three = allmende.new("stieren_versieren", seats=3, seed=7)
    three.resign(2, timed_out=True)
    three.resign(0)
    three.save(path)
    again = allmende.load(path)
    assert (again.given_up, again.timed_out, again.ending) == ({2: 0, 0: 0}, {2}, None)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("resigned 2", "line 12: there is no seat 2"),
        ("timed_out 2", "line 12: there is no seat 2"),
        ("resigned x", "line 12: 'x' is not a small whole number"),
    ],
)
def test_only_somebody_who_plays_can_give_up(
    tmp_path: Path, lines: list[str], line: str, complaint: str
) -> None:
    assert complaint in trouble_with(tmp_path, [*lines[:11], line, *lines[11:]])


def three_of_whom_two_give_up() -> Match:
    """A game of three: one gives up before the first move, another after the fourth."""
    match = allmende.new("stieren_versieren", seats=3, seed=7)
    match.resign(2)
    for ply in range(6):
        if ply == 4:
            match.resign(0)
        match.play(match.legal(match.to_act[0])[0])
    return match


def test_with_more_than_two_a_game_goes_on_and_its_file_says_who_gave_up_when(
    tmp_path: Path,
) -> None:
    match, path = three_of_whom_two_give_up(), tmp_path / "given-up.allmende"
    assert not match.over
    match.save(path)
    lines = path.read_text(encoding="utf-8").splitlines()
    begin = lines.index("moves")
    words = [line.split()[0] for line in lines[begin + 1 :]]
    moves = ["resigned", "1", "2", "3", "4", "resigned", "5", "6", "end"]
    assert words == [*moves, "scores", "places", "digest", "seal"]
    again = allmende.load(path)
    assert again.given_up == match.given_up == {2: 0, 0: 4}
    assert (again.resigned, again.ending, again.to_act) == (None, None, match.to_act)
    assert (again.ranking(), again.digest()) == (match.ranking(), match.digest())
    again.save(tmp_path / "again.allmende")
    assert (tmp_path / "again.allmende").read_bytes() == path.read_bytes()
    # Who gave up does not come back when moves are taken back.
    for _ in range(3):
        again.undo()
    assert again.given_up == {2: 0, 0: 3}


def test_nobody_gives_up_twice_or_in_a_game_that_is_over() -> None:
    match = three_of_whom_two_give_up()
    for seat, complaint in ((0, "seat 0 has given up already"), (3, "there is no seat 3")):
        with pytest.raises(IllegalMove, match=complaint):
            match.resign(seat)
    two = allmende.new("halali", seed=7)
    two.resign(1)
    with pytest.raises(IllegalMove, match="the game is over"):
        two.resign(0)
