"""What people see of a match in the terminal."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from rich.table import Table
from rich.text import Text

from allmende.bots.speech import about_level, name_of_level
from allmende.core.language import Event, Message, Speaker
from allmende.core.match import Match, Move

from .columns import in_columns
from .result import result_table, winners
from .speech import plain_console, show_as_drawn

MOST_ROWS = 8
"""A longer list of moves is cut here until somebody asks for all."""

STORY_MARK = "› "
HINT_STYLE = "yellow"
QUIET_STYLE = "dim"
TYPED_STYLE = "cyan"


class Screen:
    """Shows one match in one language."""

    def __init__(self, match: Match, speaker: Speaker) -> None:
        self.match = match
        self.speaker = speaker
        self.console = plain_console()

    def clear(self) -> None:
        """Wipe the screen."""
        self.console.clear()

    def note(self, message: Message) -> None:
        """Say something in passing."""
        self.print_whole_words(Text(self.speaker.say(message), style=QUIET_STYLE))

    def hint(self, message: Message) -> None:
        """Say why something is not possible, or what would be."""
        self.print_whole_words(Text(self.speaker.say(message), style=HINT_STYLE))

    def print_whole_words(self, text: Text) -> None:
        """Print a text without breaking words: a long file name can be copied from the screen."""
        self.console.print(text, overflow="ignore", crop=False)

    @contextmanager
    def waiting(self, message: Message) -> Iterator[None]:
        """Show what everybody waits for; it is gone from the screen afterwards."""
        if self.console.is_terminal:
            with self.console.status(Text(self.speaker.say(message), style=QUIET_STYLE)):
                yield
        else:
            yield

    def greet(self, people: Sequence[int], level: str) -> None:
        """Say what is played and who plays."""
        say = self.speaker.say
        self.console.print(Text(say(Message("game.title")), style="bold"))
        for name, choice in self.match.options.items():
            option = say(Message(f"option.{name}"))
            self.note(Message("cli.option", option=option, choice=self.choice(name, choice)))
        bots = [seat for seat in range(self.match.seats) if seat not in people]
        if bots:
            you, others = self.names(people), self.names(bots)
            self.note(Message("cli.you_and_others", you=you, others=others))
            self.introduce(level)
        if self.match.moves:
            self.note(Message("cli.loaded", count=len(self.match.moves)))
        self.note(Message("cli.how_to_begin"))

    def introduce(self, level: str) -> None:
        """Say who the bots are and how they play."""
        words = Message("cli.level", who=name_of_level(level), about=about_level(level))
        self.console.print(Text(self.speaker.say(words), style=QUIET_STYLE))

    def choice(self, option: str, choice: str) -> Message:
        """Return the message that explains the choice made for an option."""
        return Message(f"option.{option}.{choice}")

    def names(self, seats: Sequence[int]) -> str:
        """List the names of those who sit in some seats."""
        return ", ".join(self.speaker.name_of(seat) for seat in seats)

    def tell(self, events: Iterable[Event]) -> None:
        """Tell what happened."""
        for event in events:
            self.console.print(Text(STORY_MARK + self.speaker.say(event)))

    def show_board(self, seat: int | None) -> None:
        """Show what a seat, or a spectator, sees."""
        self.console.print()
        drawing = self.match.game.words.board(self.match.view(seat), self.speaker)
        show_as_drawn(self.console, drawing)
        self.console.print()

    def list_all_moves(self, moves: Sequence[Move]) -> None:
        """List moves with the numbers to type for them."""
        self.console.print(in_columns([str(move) for move in moves], self.console.width)[0])

    def list_some_moves(self, moves: Sequence[Move]) -> None:
        """List as many moves as are pleasant to read."""
        listed, left_out = in_columns([str(move) for move in moves], self.console.width, MOST_ROWS)
        self.console.print(listed)
        if left_out:
            self.note(Message("cli.more_moves", count=left_out))

    def explain(self, moves: Sequence[Move]) -> None:
        """Explain what can be typed, with a move that is possible now as the example."""
        say = self.speaker.say
        table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), show_header=False)
        table.add_column(style=TYPED_STYLE, no_wrap=True)
        table.add_column()
        if moves:
            table.add_row("1", say(Message("cli.help.number")))
            table.add_row(str(moves[0]), say(Message("cli.help.notation")))
        table.add_row("undo", say(Message("cli.help.undo")))
        table.add_row("moves", say(Message("cli.help.moves")))
        table.add_row("board", say(Message("cli.help.board")))
        table.add_row("hint", say(Message("cli.help.hint")))
        table.add_row(f"save {say(Message('cli.file'))}", say(Message("cli.help.save")))
        table.add_row("help", say(Message("cli.help.help")))
        table.add_row("quit", say(Message("cli.help.quit")))
        self.console.print(table)

    def show_result(self) -> None:
        """Show who won, all places and points, and what can be done now."""
        self.tell_ending()
        self.console.print(Text(self.speaker.say(winners(self.match, self.speaker)), style="bold"))
        self.console.print(result_table(self.match, self.speaker))
        self.console.print()
        if self.match.seed is not None:
            self.note(Message("cli.seed", seed=self.match.seed))
        self.note(Message("cli.what_now"))

    def tell_ending(self) -> None:
        """Say in which way the game ended, unless the story has just said so."""
        ending = Message(f"ending.{self.match.ending}")
        last_ply = max(0, len(self.match.moves) - 1)
        if all(event.key != ending.key for event in self.match.story(last_ply)):
            self.console.print(Text(self.speaker.say(ending)))
