"""`allmende verify`, `replay` and `position`: what a saved game holds."""

import json
from pathlib import Path

from rich.console import Console
from rich.text import Text

from allmende.core.language import Message, Seat, Speaker
from allmende.core.match import Match

from .arguments import the_match
from .keyboard import ask, somebody_is_there
from .speech import names_in, plain_console, show_as_drawn, speaker_for


def verify_file(path: Path, game_name: str | None) -> None:
    """Replay a game file and say what came out."""
    match = the_match(path, game_name)
    facts = [
        f"{match.game.name}, {len(match.moves)} moves",
        how_it_ended(match),
        f"scores {spaced(match.scores())}, places {spaced(match.ranking())}",
        f"digest {match.digest()}",
    ]
    print(f"OK: {path}: " + ", ".join(facts))


def how_it_ended(match: Match) -> str:
    """Say how a game came to its end, if it did."""
    left = [
        f"seat {seat} {how_it_lost(match, seat)} after {ply} moves"
        for seat, ply in match.given_up.items()
    ]
    if match.resigned is None:
        left.append(f"ended by {match.ending}" if match.over else "not ended")
    return ", ".join(left)


def how_it_lost(match: Match, seat: int) -> str:
    """Say how a seat lost before the end."""
    return "ran out of time" if seat in match.timed_out else "resigned"


def spaced(numbers: list[int]) -> str:
    """Write one number per seat."""
    return " ".join(str(number) for number in numbers)


def print_position(path: Path, game_name: str | None) -> None:
    """Print the whole truth about the last state of a game file."""
    print(json.dumps(the_match(path, game_name).position(), ensure_ascii=False, indent=2))


def replay_file(path: Path, game_name: str | None, every: bool, language: str) -> None:
    """Tell a game file move by move and show the board, in the end or after each move."""
    match = the_match(path, game_name)
    speaker = speaker_for(match.game, language, names_in(match, language))
    console = plain_console()
    if every:
        show_board(console, match, speaker, 0)
    tell_who_gave_up(console, match, speaker, 0)
    for ply in range(1, len(match.moves) + 1):
        if every and not wait_for_reader(speaker):
            return
        tell_move(console, match, speaker, ply)
        if every:
            show_board(console, match, speaker, ply)
        tell_who_gave_up(console, match, speaker, ply)
    if not every:
        show_board(console, match, speaker, len(match.moves))


def tell_who_gave_up(console: Console, match: Match, speaker: Speaker, ply: int) -> None:
    """Tell who gave up when so many moves had been made."""
    for seat in match.given_up_at(ply):
        who = Seat(seat)
        is_late = seat in match.timed_out
        words = Message("cli.timed_out", who=who) if is_late else Message("cli.resigned", who=who)
        console.print(speaker.say(words))


def wait_for_reader(speaker: Speaker) -> bool:
    """Wait for Enter if somebody sits at the terminal. False if they have seen enough."""
    if not somebody_is_there():
        return True
    answer = ask(speaker.say(Message("cli.go_on")))
    return answer is not None and answer != "quit"


def tell_move(console: Console, match: Match, speaker: Speaker, ply: int) -> None:
    """Tell what a spectator saw of one move, with its number in the margin."""
    move = match.moves[ply - 1]
    before, after = match.record_at(ply - 1), match.record_at(ply)
    events: list[Message] = [
        event
        for event in match.game.words.story(before, move.seat, move.number, after)
        if event.visible_to(None)
    ]
    if not events:
        events = [Message("cli.hidden_move", who=Seat(move.seat))]
    width = len(str(len(match.moves)))
    for at, event in enumerate(events):
        margin = "" if at else str(ply)
        console.print(Text.assemble((f"{margin:>{width}}  ", "dim"), speaker.say(event)))


def show_board(console: Console, match: Match, speaker: Speaker, ply: int) -> None:
    """Show the board as it was after some moves."""
    view = match.game.view(match.record_at(ply), None)
    console.print()
    show_as_drawn(console, match.game.words.board(view, speaker))
    console.print()
