"""Secrets at the terminal: each person sees and hears what their seat may know, nothing more."""

from pathlib import Path

import pytest

from allmende import find_game, new

from .cli_process import SECRET_CARDS
from .conftest import InTerminal, Run

CARDS = ("play", SECRET_CARDS, "--seed", "3")
QUICK = {"ALLMENDE_INTERPRET": "1"}
CLEAR = "\x1b[2J"


@pytest.fixture
def dealt() -> list[int]:
    match = new(find_game(SECRET_CARDS), seats=2, seed="3")
    return [int(card) for card in match.record.cards[:2]]


def test_the_card_of_a_bot_stays_hidden(allmende: Run, dealt: list[int]) -> None:
    done = allmende(*CARDS, typed="quit\n", **QUICK)
    assert f"<{dealt[0]}> <?>" in done.stdout
    assert str(dealt[1]) not in done.stdout
    assert done.stdout.count("Your card is") == 0


def test_the_own_secret_is_told(allmende: Run, dealt: list[int]) -> None:
    done = allmende(*CARDS, typed="keep\n", **QUICK)
    assert f"› Your card is {dealt[0]}." in done.stdout
    assert done.stdout.count("Your card is") == 1
    assert "All cards are shown." in done.stdout


def test_the_keyboard_is_handed_over(in_terminal: InTerminal, dealt: list[int]) -> None:
    terminal = in_terminal(*CARDS, "--against", "people", **QUICK)
    assert f"<{dealt[0]}> <?>" in terminal.read_until("Seat 1> ")
    terminal.type("keep")
    told = terminal.read_until("Now it is Seat 2's turn to look.")
    assert f"Your card is {dealt[0]}." in told
    terminal.type("")
    wiped = terminal.read_until("Seat 2> ").split(CLEAR)[1]
    assert f"<?> <{dealt[1]}>" in wiped
    assert str(dealt[0]) not in wiped
    terminal.type("quit")
    terminal.read_to_the_end()
    assert terminal.process.returncode == 0


def test_a_replay_tells_public_facts_only(allmende: Run, tmp_path: Path) -> None:
    path = tmp_path / "cards.allmende"
    typed = f"keep\nswap\nsave {path}\n"
    allmende(*CARDS, "--against", "people", typed=typed, **QUICK)
    done = allmende("replay", path, "--game", SECRET_CARDS, **QUICK)
    assert "1  Seat 1 decides in secret.\n2  Seat 2 swaps.\n" in done.stdout
    assert "Your card" not in done.stdout


def test_a_saved_game_of_a_game_in_a_file(allmende: Run, tmp_path: Path) -> None:
    path = tmp_path / "cards.allmende"
    allmende(*CARDS, "--against", "people", typed=f"keep\nsave {path}\n", **QUICK)
    again = allmende("play", SECRET_CARDS, "--load", path, "--against", "people", **QUICK)
    assert "The game goes on after move 1." in again.stdout
    assert allmende("verify", path, "--game", SECRET_CARDS, **QUICK).returncode == 0
    assert allmende("verify", path, **QUICK).returncode == 1
