"""Observations, masks and knowledge: what stands where, and who may know it."""

import os
import re
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

import allmende
from allmende.core.errors import BadSetup
from allmende.core.game import Game
from allmende.core.observation import layout, masker, observer, size
from allmende.core.record import Record, fields_of, record_type
from allmende.core.registry import find_game
from allmende.core.rule import INTERPRETED, rule

FOUR, POPPIES = "examples/four_in_a_row.py", "examples/poppies.py"
COLUMN = 7  # bits of a column in four in a row


def entries(match: allmende.Match, seat: int | None) -> dict[str, np.ndarray]:
    """Return what a seat observes by name."""
    out = match.observe(seat)
    spans = layout(match.game, match.seats)
    return {span.name: out[span.start : span.stop].reshape(span.shape) for span in spans}


def played(where: str, moves: str, seats: int = 2, seed: int = 7) -> allmende.Match:
    """Play moves in notation."""
    match = allmende.new(where, seats=seats, seed=seed)
    for move in moves.split():
        match.play(move)
    return match


def test_own_seat_comes_first() -> None:
    match = played(FOUR, "a a c")
    first, second = (entries(match, seat) for seat in (0, 1))
    assert np.flatnonzero(first["discs"][0]).tolist() == [0, 2 * COLUMN]
    assert np.flatnonzero(first["discs"][1]).tolist() == [1]
    assert np.array_equal(first["discs"], second["discs"][::-1])
    assert (first["waiting"].tolist(), second["waiting"].tolist()) == ([0, 1], [1, 0])
    assert (first["own_seat"].tolist(), second["own_seat"].tolist()) == ([1, 0], [0, 1])


def test_spectator_counts_from_the_first_seat_on() -> None:
    match = played(FOUR, "a a c")
    seen = entries(match, None)
    assert seen["own_seat"].tolist() == [0, 0]
    assert np.array_equal(seen["discs"], entries(match, 0)["discs"])


def test_what_is_hidden_is_unknown_and_what_is_held_is_the_own_hand() -> None:
    match = played(POPPIES, "", seats=3)
    s, (seat,) = match.record, match.to_act
    place = entries(match, seat)["place"]
    kinds = 1 + 3 * match.seats  # the deck, then hands, table and tricks of all seats, own first
    own_hand = np.flatnonzero(s.place == 1 + seat)
    assert place.shape == (24, kinds + 1)
    assert np.flatnonzero(place[:, 1]).tolist() == own_hand.tolist()
    assert place[:, kinds].sum() == 24 - len(own_hand)
    assert place.sum() == 24


def test_numbers_are_shares_of_their_range_and_never_leave_it() -> None:
    match = allmende.new("halali", seed=1, options={"match": "single"})
    assert entries(match, 0)["face_down"].tolist() == [1]
    match.play(match.legal()[0])
    assert entries(match, 0)["face_down"].tolist() == [np.float32(47 / 48)]
    match.record.quiet = 127
    assert entries(match, 0)["quiet"].tolist() == [1]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_shape_hangs_on_the_seats_only(seats: int) -> None:
    match = allmende.new("mischwald", seats=seats, seed=3)
    first = match.observe(0)
    for _ in range(20):
        match.play(match.legal(match.to_act[0])[0])
    assert match.observe(0).shape == first.shape == (size(match.game, seats),)
    assert first.dtype == np.float32


def test_mask_marks_the_legal_moves() -> None:
    match = played(FOUR, "a a a a a a")
    assert match.mask().tolist() == [False] + 6 * [True]
    assert not match.mask(1).any()
    assert [move.number for move in match.legal()] == np.flatnonzero(match.mask()).tolist()
    match.resign(0)
    assert not match.mask(0).any()


@pytest.mark.skipif(INTERPRETED, reason="plain Python allocates as it likes")
def test_compiled_rules_allocate_nothing() -> None:
    game = find_game(POPPIES)
    write, write_mask = observer(game, 3), masker(game)

    @rule
    def look(s: Record, known: Record, memory: tuple[np.ndarray, ...], times: int) -> None:
        out, moves, mask = memory
        for _ in range(times):
            write(known, 1, out)
            write_mask(s, 1, moves, mask)

    s = game.deal(3, np.arange(8, dtype=np.uint32), {})
    moves, mask = np.zeros(game.moves, np.int64), np.zeros(game.moves, np.bool_)
    memory, allocated = (np.zeros(size(game, 3), np.float32), moves, mask), []
    _nrt_python.memsys_enable_stats()
    for times in (1, 1, 50):
        before = rtsys.get_allocation_stats().alloc
        look(s, game.concealed(s, 1), memory, times)
        allocated.append(rtsys.get_allocation_stats().alloc - before)
    _nrt_python.memsys_disable_stats()
    assert allocated[1] == allocated[2]


def without_words(game: Game) -> Game:
    """Return a game in which one of the fields does not say what it is."""
    place = fields_of(game.record)["place"]
    return replace(game, record=record_type([("place", "i1", (24,), place), ("led", "i1")]))


def test_a_field_without_a_word_is_named() -> None:
    with pytest.raises(BadSetup, match="poppies: field 'led' does not say what it is"):
        layout(without_words(find_game(POPPIES)), 2)


def test_wrong_number_of_seats_is_refused() -> None:
    for ask in (layout, observer, size):
        with pytest.raises(BadSetup, match="is played by 2, not by 3"):
            ask(find_game(FOUR), 3)


def test_knowledge_is_the_same_in_all_worlds_and_no_other() -> None:
    match = played(POPPIES, "", seats=2)
    game, seat = match.game, match.to_act[0]
    known = match.knowledge(seat)
    imagined = allmende.Match(game, game.veiled(match.record, seat, "imagined"), None)
    assert imagined.digest() != match.digest()
    assert imagined.knowledge(seat) == known
    assert imagined.knowledge(1 - seat) != match.knowledge(1 - seat)
    assert len({known, match.knowledge(1 - seat), match.knowledge(None)}) == 3
    match.play(match.legal()[0])
    assert match.knowledge(seat) != known


def test_knowledge_reads_as_named_fields() -> None:
    match = played(POPPIES, "", seats=2)
    s, seat = match.record, match.to_act[0]
    text = str(match.knowledge(seat))
    assert text.splitlines()[:3] == [
        f"poppies with 2 seats, as seat {seat} knows it",
        "rules: 1",
        "ply: 0",
    ]
    (place,) = re.findall(r"^place: (.*)$", text, re.MULTILINE)
    own = [str(at) if at == 1 + seat else "?" for at in s.place.tolist()]
    assert place.split() == own
    assert f"\nto act: {seat}\nover: -\n" in text
    assert "\nled: -" in text


def test_long_fields_are_told_by_what_is_unusual() -> None:
    text = str(allmende.new("kuhfstein", seats=2, seed=1).knowledge(0))
    (board,) = re.findall(r"^board of seat 1: (.*)$", text, re.MULTILINE)
    assert board == "all 0/{} but [312] 7/{}"


DIGEST = "print(allmende.new('halali', seed=5).knowledge(0).digest)"


def test_hash_is_the_same_in_every_process() -> None:
    asked = [
        subprocess.run(
            [sys.executable, "-c", f"import allmende; {DIGEST}"],
            env={**os.environ, "PYTHONHASHSEED": str(seed), "ALLMENDE_INTERPRET": "1"},
            capture_output=True,
            check=True,
            text=True,
        ).stdout.strip()
        for seed in (1, 2)
    ]
    here = allmende.new("halali", seed=5).knowledge(0).digest
    assert asked == [here, here]
    assert here == "c18057c230135cd0dd5361bcc9a3d53ca5534611eeb7d0a0e5c8cc44efa00c09"


def test_information_state_remembers_the_way() -> None:
    one, other = played(FOUR, "a b c d"), played(FOUR, "c b a d")
    assert one.knowledge(0) == other.knowledge(0)
    assert one.information_state(0).digest != other.information_state(0).digest
    assert one.information_state(0) == played(FOUR, "a b c d").information_state(0)
    assert "seat 0 makes move 2" in str(one.information_state(1))


def test_information_state_shows_a_secret_move_in_disguise() -> None:
    match = allmende.new("kuhfstein", seats=2, seed=2)
    while match.game.phases[match.record.phase] != "scoring":
        match.play(match.legal(match.to_act[0])[0])
    first, second = match.legal(0)
    match.play(first)
    one = [match.information_state(seat) for seat in (0, 1)]
    match.undo()
    match.play(second)
    assert match.information_state(1) == one[1]
    assert match.information_state(0) != one[0]
