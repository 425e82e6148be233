"""The history of a game: the log of what happened, and the match that follows from it."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from allmende.core.errors import AllmendeError
from allmende.core.game import Game, Json, digest
from allmende.core.glance import glance
from allmende.core.language import Event, Message, Seat
from allmende.core.match import OUT_OF_TIME, RESIGNED, TWO, Match, Move, Step
from allmende.core.record import Record

from ..limits import STORY_AT_ONCE
from ..store.facts import MOVE, RESIGN, TIME_IS_UP, UNDO, Happening, Standing

PRINT_DIGITS = 16
NO_DATA: Json = {}


class BrokenHistory(AllmendeError):
    """The log of a table does not fit the rules that are installed."""


@dataclass(frozen=True)
class Beat:
    """Where in the course of a game a moment is: in which round, if the game counts them, in whose
    turn, and whether somebody knows more than a spectator then."""

    round: int | None
    turn: int | None
    private: bool = False


@dataclass(frozen=True)
class Told:
    """What an event of the log tells; each part says who may know it."""

    version: int
    seat: int
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Judged:
    """A legal move before it is written down: the record after it with a glance at it, and what was
    said of it about taking it back, if anything was."""

    after: Record
    seen: Record
    kind: int | None = None


class Story:
    """What all events of a log tell; what nobody has asked for yet may still have to be told."""

    def __init__(self, history: "History") -> None:
        self.history = history
        self.told: list[Told | None] = []

    def append(self, told: Told | None) -> None:
        """Add what the next event tells, or leave it for later."""
        self.told.append(told)

    def __len__(self) -> int:
        return len(self.told)

    def __iter__(self) -> Iterator[Told]:
        return iter(self.between(0, len(self.told)))

    def __getitem__(self, version: int) -> Told:
        """Return what one event tells, counted from 0. Who asks for one that is long ago will ask
        for others: all are told then."""
        told = self.told[version]
        return list(self)[version] if told is None else told

    def between(self, first: int, end: int) -> list[Told]:
        """Return what some events tell."""
        if None in self.told[first:end]:
            self.tell(first, end)
        return [told for told in self.told[first:end] if told is not None]

    def tell(self, first: int, end: int) -> None:
        """Play the game anew up to the end of some events, and put these into words."""
        game, match = self.history.game, Match(self.history.game, self.history.match.first, None)
        for at, happening in enumerate(self.history.log[:end]):
            if happening.kind == UNDO:
                for _ in range(happening.number):
                    match.undo()
            elif happening.kind == MOVE:
                seat, number = happening.seat, happening.number
                match.play_in_numbers(seat, number)
                if at >= first and self.told[at] is None:
                    before = match.record_at(len(match.moves) - 1)
                    events = game.words.story(glance(before), seat, number, glance(match.record))
                    self.told[at] = Told(happening.version, seat, tuple(events))


class History:
    """A match with the log that made it. The log is the truth; all else here is made from it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.log: list[Happening] = []
        self.told = Story(self)
        self.made_at: list[int] = []
        """The version at which each move that still stands was made."""
        self.foretold: dict[int, int] = {}
        """What was said about taking back the move of a version before it was made, if it was."""
        self.barriers: dict[int, Message | None] = {}
        """What keeps the move of a version from being taken back, as far as somebody asked."""
        self.waiting = [int(match.record.waiting)]
        """Who was to act at each version."""
        self.ending: str | None
        """The way the game ended, or None."""
        self.to_act: list[int]
        """The seats that may decide now."""
        self.beats: dict[int, Beat] = {}
        """Round and turn at each version, as far as somebody asked."""
        self.taken_back = 0
        """How many moves were ever taken back."""
        self.by_client: dict[str, Happening] = {}
        self.looked_at: tuple[int, Record] | None = None
        self.look_who_acts(match.record)

    @property
    def version(self) -> int:
        """The number of the last event."""
        return len(self.log)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.match.game

    @property
    def record(self) -> Record:
        """The record as it stands now."""
        return self.match.record

    @property
    def seen(self) -> Record:
        """A glance at the record as it stands now."""
        if self.looked_at is None or self.looked_at[0] != self.version:
            self.looked_at = self.version, glance(self.record)
        return self.looked_at[1]

    @property
    def resigned(self) -> Collection[int]:
        """The seats that have given up."""
        return self.match.given_up

    def look_who_acts(self, s: Record) -> None:
        """Find out whether the game is over and who may decide now, once after each event, from the
        record or a glance at it."""
        self.ending = ending_of(self.game, s, self.resigned, self.match.timed_out)
        self.to_act = [] if self.ending else self.game.to_act(s)

    def standing(self) -> Standing:
        """Return how the game stands."""
        return standing_of(len(self.match.moves), self.to_act, self.ending)

    def replay(self, happenings: Iterable[Happening]) -> None:
        """Let a whole log happen again. Only the end of it is put into words: to play is quick, to
        tell is not, and what is long ago is told when somebody asks for it."""
        log = list(happenings)
        for at, happening in enumerate(log):
            if happening.version != self.version + 1:
                raise BrokenHistory(f"event {self.version + 1} is missing in the log")
            long_ago = len(log) - at > STORY_AT_ONCE and happening.kind == MOVE
            try:
                (self.add_untold if long_ago else self.add)(happening)
            except AllmendeError as trouble:
                raise BrokenHistory(f"event {happening.version}: {trouble}") from trouble
        self.match.spell()
        self.check_print()

    def check_print(self) -> None:
        """Demand that the log has led where it led when it was written. Whatever changed on the
        way shows in the last record, so one look is enough."""
        last = self.log[-1] if self.log else None
        if last is not None and last.digest is not None and last.digest != print_of(self.record):
            raise BrokenHistory(f"event {last.version}: its record is not what it was at the time")

    def add_untold(self, happening: Happening) -> None:
        """Let a move happen that is told later."""
        self.match.play_in_numbers(happening.seat, happening.number)
        self.made_at.append(happening.version)
        self.note(happening, None, self.record)

    def add(self, happening: Happening) -> None:
        """Let an event happen."""
        kind, seat, number = happening.kind, happening.seat, happening.number
        events = {MOVE: self.play, UNDO: self.undo, RESIGN: self.resign}[kind](seat, number)
        self.note(happening, Told(happening.version, seat, tuple(events)), self.record)

    def add_judged(self, happening: Happening, move: Judged) -> None:
        """Let a move happen that was judged before it was written down."""
        seat, number, before = happening.seat, happening.number, self.seen
        self.match.go_on(before, seat, number, move.after)
        self.made_at.append(happening.version)
        if move.kind is not None:
            self.foretold[happening.version] = move.kind
        events = self.game.words.story(before, seat, number, move.seen)
        self.note(happening, Told(happening.version, seat, tuple(events)), move.seen)
        self.looked_at = self.version, move.seen

    def note(self, happening: Happening, told: Told | None, s: Record) -> None:
        """Write down an event that has happened, and who may decide now by the record after it."""
        self.log.append(happening)
        self.told.append(told)
        self.look_who_acts(s)
        self.waiting.append(mask_of(self.to_act))
        if happening.client is not None:
            self.by_client[happening.client] = happening

    def play(self, seat: int, number: int) -> Sequence[Event]:
        """Make a move and tell it."""
        self.match.play(Move(seat, number, "", NO_DATA))
        self.made_at.append(self.version + 1)
        before = self.match.record_at(len(self.match.moves) - 1)
        return self.game.words.story(glance(before), seat, number, glance(self.record))

    def undo(self, seat: int, count: int) -> Sequence[Event]:
        """Take back some moves and tell it."""
        for _ in range(count):
            self.match.undo()
            self.made_at.pop()
        self.taken_back += count
        return [Event("table.undone", who=Seat(seat), count=count)]

    def resign(self, seat: int, number: int) -> Sequence[Event]:
        """Let a seat give up, or lose because it has no time left."""
        timed_out = number == TIME_IS_UP
        self.match.resign(seat, timed_out)
        key = "table.time_is_up" if timed_out else "table.resigned"
        return [Event(key, who=Seat(seat))]

    def was_free_since(self, seat: int, version: int) -> bool:
        """Tell whether a seat could act at a version and ever since, with nothing taken back: then
        what it decides on that version is as good now."""
        if not 0 <= version <= self.version:
            return False
        waited = all(mask >> seat & 1 for mask in self.waiting[version:])
        return waited and all(happening.kind == MOVE for happening in self.log[version:])

    def story_of_last(self) -> Sequence[Event] | None:
        """Return what the last move tells, if it is the last thing that happened."""
        is_last = bool(self.log) and self.log[-1].kind == MOVE
        return self.told[-1].events if is_last else None

    def last_step(self) -> Step | None:
        """Return the last move that still stands."""
        return self.match.step(len(self.match.moves) - 1) if self.match.moves else None


def ending_of(
    game: Game, s: Record, resigned: Collection[int], timed_out: Collection[int]
) -> str | None:
    """Name the way a game ended, or None: with two seats it is over when one resigns, or loses
    because it has no time left."""
    if s.seats != TWO or not resigned:
        return game.ending(s)
    return RESIGNED if set(timed_out).isdisjoint(resigned) else OUT_OF_TIME


def print_of(s: Record) -> str:
    """Return the print of a record that the log keeps: enough of its digest to tell two apart."""
    return digest(s)[:PRINT_DIGITS]


def places_without(resigned: Collection[int], seats: int) -> list[int]:
    """Put those who have given up behind the others."""
    return [1 + (seat in resigned) for seat in range(seats)]


def standing_of(ply: int, to_act: Sequence[int], ending: str | None) -> Standing:
    """Sum up how a game stands."""
    return Standing(ply, 0 if ending else mask_of(to_act), ending)


def mask_of(seats: Iterable[int]) -> int:
    """Set a bit for each of some seats."""
    return sum(1 << seat for seat in seats)
