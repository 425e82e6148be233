"""Verifying, replaying and describing saved games."""

import json
from pathlib import Path

import pytest

from allmende import from_position, load, new
from allmende.core.file import Player

from .conftest import InTerminal, Run


def test_verify(allmende: Run, saved: Path) -> None:
    match = load(saved)
    done = allmende("verify", saved, from_nothing=True)
    assert done.returncode == 0
    assert done.stdout.startswith(f"OK: {saved}: halali, {len(match.moves)} moves, ended by ")
    assert f"scores {match.scores()[0]} {match.scores()[1]}, places " in done.stdout
    assert done.stdout.endswith(f"digest {match.digest()}\n")


def test_position(allmende: Run, saved: Path) -> None:
    match = load(saved)
    document = json.loads(allmende("position", saved).stdout)
    assert document == match.position()
    assert from_position("halali", document).digest() == match.digest()


@pytest.mark.parametrize("language", ["en", "nl"])
def test_replay(allmende: Run, saved: Path, language: str) -> None:
    match = load(saved)
    done = allmende("replay", saved, "--lang", language)
    assert done.returncode == 0
    say = match.game.speaker(language).say
    for event in match.story():
        assert say(event) in " ".join(done.stdout.split())
    assert done.stdout.strip().endswith(match.board(language=language))


def test_replay_names_those_who_played(allmende: Run, saved: Path, tmp_path: Path) -> None:
    match = load(saved)
    match.players = (Player("Anna"), Player("", "fox"))
    match.save(tmp_path / "named.allmende")
    told = allmende("replay", tmp_path / "named.allmende", "--lang", "de").stdout
    assert "Anna" in told
    assert "Fuchs" in told


def test_replay_with_every_board(allmende: Run, saved: Path) -> None:
    match = load(saved)
    shown = allmende("replay", saved, "--every").stdout
    assert shown.count("   a  b  c  d  e  f  g") == len(match.moves) + 1


def test_replay_waits_for_the_reader(in_terminal: InTerminal, saved: Path) -> None:
    terminal = in_terminal("replay", saved, "--every")
    for line in ("", "", "quit"):
        assert terminal.read_until("Enter goes on").count("   a  b  c  d  e  f  g") == 1
        terminal.type(line)
    terminal.read_to_the_end()
    assert terminal.process.returncode == 0


def test_who_gave_up_is_told_where_it_happened(allmende: Run, tmp_path: Path) -> None:
    match, path = new("kuhfstein", seats=3, seed=7), tmp_path / "given-up.allmende"
    for _ in range(2):
        match.play(match.legal(match.to_act[0])[0])
    match.resign(1)
    match.play(match.legal(match.to_act[0])[0])
    match.resign(0, timed_out=True)
    match.save(path)
    lost = "seat 1 resigned after 2 moves, seat 0 ran out of time after 3 moves"
    facts = f"kuhfstein, 3 moves, {lost}, not ended"
    assert allmende("verify", path).stdout.startswith(f"OK: {path}: {facts}")
    told = allmende("replay", path).stdout.splitlines()
    at = next(at for at, line in enumerate(told) if line.endswith("resigns."))
    assert told[at + 1].startswith("3 ")
    assert any(line.startswith("The time of") for line in told[at:])
