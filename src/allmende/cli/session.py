"""A game at the terminal: show, ask, carry out, until somebody leaves."""

from collections.abc import Callable, Sequence

from allmende.bots.guard import Incident
from allmende.core.language import Message, Seat, Speaker
from allmende.core.match import Match, Move

from .bot_turn import Opponents
from .choices import RANDOM
from .hint import SECONDS, hint_table
from .keyboard import ask, somebody_is_there
from .saving import try_to_save
from .screen import Screen

MOST_DIGITS = 9


class Session:
    """One match at one terminal, with people in some seats and bots of a level in the others."""

    def __init__(self, match: Match, speaker: Speaker, people: Sequence[int], level: str) -> None:
        self.match = match
        self.people = people
        self.level = level
        self.speaker = speaker
        self.screen = Screen(match, speaker)
        self.bots = Opponents(match, level, speaker.name_of, self.report)
        self.at_keyboard = people[0]
        self.told = dict.fromkeys(people, len(match.moves))  # plies each person has heard of
        self.leaving = False
        self.commands: dict[str, Callable[[str], bool]] = {
            "undo": self.undo,
            "moves": self.list_moves,
            "board": self.show_board,
            "hint": self.hint,
            "save": self.save,
            "help": self.help,
            "?": self.help,
            "quit": self.quit,
        }

    def run(self) -> None:
        """Play until the game is over and everybody has left."""
        self.screen.greet(self.people, self.level)
        while not self.leaving:
            self.let_bots_decide()
            if self.match.over:
                self.end()
            else:
                self.give_turn(self.person_to_act())

    def let_bots_decide(self) -> None:
        """Let bots decide as long as one of them may, and show who is thinking."""
        while bots := [seat for seat in self.match.to_act if seat not in self.people]:
            if self.level == RANDOM:
                self.bots.decide(bots[0])
            else:
                with self.screen.waiting(Message("cli.thinking", who=Seat(bots[0]))):
                    self.bots.decide(bots[0])

    def report(self, incident: Incident) -> None:
        """Say at once what went wrong with a bot."""
        self.screen.hint(incident.message())

    def person_to_act(self) -> int:
        """Choose who decides next: whoever is at the keyboard, if they may."""
        to_act = self.match.to_act
        return self.at_keyboard if self.at_keyboard in to_act else to_act[0]

    def give_turn(self, seat: int) -> None:
        """Show a person all they need, and listen to them."""
        if seat != self.at_keyboard and self.people_have_secrets():
            self.hand_over(seat)
        self.at_keyboard = seat
        self.tell(seat)
        self.screen.show_board(seat)
        self.screen.list_some_moves(self.match.legal(seat))
        self.listen(f"{self.speaker.name_of(seat)}> ")

    def people_have_secrets(self) -> bool:
        """Tell whether somebody at this terminal sees what another must not see."""
        view, s = self.match.game.words.view, self.match.record
        return any(view(s, seat) != view(s, None) for seat in self.people)

    def hand_over(self, seat: int) -> None:
        """Let the next person come to the keyboard and wipe what the last one saw."""
        if somebody_is_there():
            ask(self.speaker.say(Message("cli.hand_over", who=Seat(seat))))
            self.screen.clear()

    def tell(self, seat: int) -> None:
        """Tell a person what happened since they last heard; without secrets all hear it."""
        self.screen.tell(self.match.story(self.told[seat], seat))
        for person in [seat] if self.people_have_secrets() else self.people:
            self.told[person] = len(self.match.moves)

    def end(self) -> None:
        """Show how the game ended, and offer to keep it."""
        self.tell(self.at_keyboard)
        self.screen.show_board(self.at_keyboard if len(self.people) == 1 else None)
        self.screen.show_result()
        self.listen("> ")

    def listen(self, prompt: str) -> None:
        """Read lines until one changes the game or somebody leaves."""
        changed = False
        while not changed and not self.leaving:
            line = ask(prompt)
            changed = self.quit("") if line is None else self.obey(line)

    def obey(self, line: str) -> bool:
        """Carry out a line. True if the game is now another."""
        word, _, rest = line.partition(" ")
        if word.lower() in self.commands:
            return self.commands[word.lower()](rest.strip())
        if line:
            return self.try_move(line)
        return self.quit("") if self.match.over else False

    def try_move(self, line: str) -> bool:
        """Play what was typed, or say why it cannot be played."""
        move = find_move(line, self.match.legal(self.at_keyboard) if not self.match.over else [])
        if move is None:
            self.screen.hint(self.why_not(line))
            return False
        self.match.play(move)
        self.tell(move.seat)
        return True

    def why_not(self, line: str) -> Message:
        """Find the reason why what was typed cannot be played."""
        if self.match.over:
            return Message("core.over")
        if line.isdecimal():
            return Message("cli.no_such_number", count=len(self.match.legal(self.at_keyboard)))
        reason = self.match.why_not(line, self.at_keyboard)
        if reason is None or reason.key == "core.unknown_move":
            return Message("cli.not_understood", line=line)
        return reason

    def undo(self, rest: str) -> bool:
        """Go back to the last decision of a person."""
        decisions = [ply for ply, move in enumerate(self.match.moves) if move.seat in self.people]
        if not decisions:
            self.screen.hint(Message("cli.nothing_to_undo"))
            return False
        while len(self.match.moves) > decisions[-1]:
            self.match.undo()
        self.told = {seat: min(ply, decisions[-1]) for seat, ply in self.told.items()}
        self.screen.note(Message("cli.undone"))
        return True

    def list_moves(self, rest: str) -> bool:
        """List all moves."""
        if self.match.over:
            self.screen.hint(Message("core.over"))
        else:
            self.screen.list_all_moves(self.match.legal(self.at_keyboard))
        return False

    def show_board(self, rest: str) -> bool:
        """Show the board again."""
        self.screen.show_board(self.at_keyboard)
        return False

    def hint(self, rest: str) -> bool:
        """Say which moves are best, from what the person at the keyboard may know."""
        if self.match.over:
            self.screen.hint(Message("core.over"))
            return False
        with self.screen.waiting(Message("cli.coach_thinks")):
            advice = self.match.advise(self.at_keyboard, seconds=SECONDS)
        self.screen.console.print(hint_table(advice, self.speaker))
        return False

    def save(self, rest: str) -> bool:
        """Keep the game in a file."""
        if not rest:
            self.screen.hint(Message("cli.save_where"))
            return False
        trouble = try_to_save(self.match, rest)
        if trouble is None:
            self.screen.note(Message("cli.saved", file=rest))
        else:
            self.screen.hint(trouble)
        return False

    def help(self, rest: str) -> bool:
        """Explain what can be typed."""
        self.screen.explain([] if self.match.over else self.match.legal(self.at_keyboard))
        return False

    def quit(self, rest: str) -> bool:
        """Leave the table."""
        self.screen.note(Message("cli.goodbye"))
        self.leaving = True
        return False


def find_move(line: str, moves: Sequence[Move]) -> Move | None:
    """Find the move that a line means: by number, by notation, or by notation in other case."""
    if line.isdecimal():
        number = int(line[:MOST_DIGITS])
        return moves[number - 1] if 1 <= number <= len(moves) else None
    typed = " ".join(line.split())
    for spell in (str, lambda text: str(text).casefold()):
        found = [move for move in moves if spell(move) == spell(typed)]
        if len(found) == 1:
            return found[0]
    return None
