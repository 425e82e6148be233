"""What travels over HTTP: the bodies of requests and the answers, as types.

`docs/wire.md` says what it means and at which address. The types of the page are written from this
file: after a change run `make wire`.
"""

from typing import Literal, NotRequired, TypeAlias, TypedDict

from allmende.core.game import Json
from allmende.core.shapes import LayoutPart, Message

from .meeting import OpenWish
from .messages import (
    ChatEntry,
    Hint,
    LastMove,
    LegalMove,
    Move,
    Nudge,
    Picture,
    Player,
    State,
    Told,
)
from .pacing import Pacing


class Failure(TypedDict):
    """The answer to a request that was refused."""

    error: Message


class Nothing(TypedDict):
    """Nothing to say."""


class Health(TypedDict):
    """How the server is."""

    status: Literal["ok", "closing", "broken", "not saving"]


class Door(TypedDict):
    """Where others find this server."""

    state: Literal["open", "closed", "fixed"]
    """Whether the door for the people in this house is open; `fixed` where there is none, because
    the server was told where to listen."""
    origins: list[str]
    """Where others come in, or would if the door were opened; the best first."""
    public: str | None
    """The address under which everybody knows this server, if one was given."""
    yours: bool
    """Whoever asks may open and close the door."""


class DoorWish(TypedDict):
    """Open the door for the people in this house, or close it."""

    open: bool


# Games and their words


PageFile: TypeAlias = Literal["board", "style", "cover"]


class GameInfo(TypedDict):
    """A game that can be played."""

    name: str
    seats: list[int]
    options: dict[str, list[str]]
    secrets: bool
    levels: list[str]
    """The levels of bots that play it, from friendly to strong."""
    lesson: bool
    """It has a lesson with first steps."""
    puzzles: int
    """How many puzzles it has."""
    layout: list[LayoutPart]
    """Hints for the general board, in the order in which the fields are to be seen."""
    page: dict[PageFile, str]
    """Addresses of what the game brings for the page; each may be missing."""


class Stage(TypedDict):
    """How far a game is for one purpose: rules that are there, of all that are needed."""

    state: Literal["waiting", "compiling", "ready", "failed"]
    done: int
    of: int


class Readiness(TypedDict):
    """How far a game is that has to be compiled first."""

    table: Stage
    bots: Stage


class BrokenGame(TypedDict):
    """A game that is installed and cannot be loaded, and what went wrong."""

    name: str
    reason: str


class Games(TypedDict):
    """What there is to play, against whom, in which languages."""

    games: list[GameInfo]
    broken: list[BrokenGame]
    levels: list[str]
    bots: dict[str, list[str]]
    """What the bots of a level are called, by seat; those further on begin anew."""
    languages: list[str]


Catalog: TypeAlias = dict[str, str]
"""Sentences by their keys."""


class Texts(TypedDict):
    """All sentences in one language."""

    core: Catalog
    table: Catalog
    levels: Catalog
    games: dict[str, Catalog]


class LessonFrame(State):
    """A picture of a lesson: a state, and what happened just before it."""

    events: list[Message]


class LessonMove(TypedDict):
    """A move that the learner is asked for at a picture. Those in `accept` count as the same."""

    frame: int
    n: int
    accept: list[int]


class LessonStep(TypedDict):
    """A comment of the teacher, and what the learner does then."""

    say: str
    """The key of the comment."""
    frames: list[int]
    """The pictures on the way to this step; the last one stands."""
    not_yet: str | None
    """The key of what is said to another legal move, where the lesson has words for it."""
    moves: list[LessonMove]
    """None where there is only something to read."""


class Lesson(TypedDict):
    """The first steps of a game."""

    game: str
    seat: int
    seats: int
    teacher: str
    texts: dict[str, Catalog]
    frames: list[LessonFrame]
    steps: list[LessonStep]


class LessonWhyWish(TypedDict):
    """Ask why the learner cannot make a move at a picture."""

    frame: int
    move: str | Json


class Reason(TypedDict):
    """Why a move is not possible; null if it is."""

    reason: Message | None


class PuzzleMove(Move):
    """A move of a puzzle: the chance to win with it, and the points to come."""

    win: float
    points: float


class Puzzle(TypedDict):
    """A position with one clearly best move, as the seat to move knows it."""

    game: str
    id: str
    seat: int
    seats: int
    number: int
    """Which of the puzzles of the game it is, from 1 on …"""
    of: int
    """… of how many."""
    next: str
    """The puzzle after it; the first one comes after the last."""
    missed: float
    """How often, from 0 to 1, the weakest bot does not think of the best move first."""
    error: float
    """The largest standard error of how much worse another move is."""
    nudge: Nudge
    moves: list[PuzzleMove]
    """All legal moves, the best one first."""
    state: State


class PuzzleWhyWish(TypedDict):
    """Ask why a move is not possible in a puzzle."""

    move: str | Json


# Tables


class PersonWish(TypedDict):
    """Whoever opens the table, or somebody at the same device."""

    kind: Literal["me", "device"]
    name: str


class GuestWish(TypedDict):
    """Somebody who gets a link; a name may wait for them."""

    kind: Literal["link"]
    name: NotRequired[str]


class BotPlayerWish(TypedDict):
    """A bot, which may have a name of its own."""

    kind: Literal["bot"]
    level: str
    name: NotRequired[str]


PlayerWish: TypeAlias = PersonWish | GuestWish | BotPlayerWish


class StartWish(TypedDict):
    """A place in the tree of a game file."""

    file: str
    step: int
    line: str


class TableWish(TypedDict):
    """Open a table, with a player for each seat."""

    game: str
    seats: NotRequired[int]
    options: NotRequired[dict[str, str]]
    players: list[PlayerWish]
    hints: NotRequired[bool]
    start: NotRequired[StartWish]
    """Begin where a line of an analysis has led to; the number of seats and the options are those
    of its game."""
    pace: NotRequired[Pacing]
    """Without it nobody is hurried."""
    open: NotRequired[OpenWish]
    """Everybody may sit down on the free seats; only where the house lets strangers meet."""


class Invite(TypedDict):
    """The link to a seat."""

    seat: int
    url: str


class NewTable(TypedDict):
    """A table that was opened."""

    id: str
    url: str
    invites: list[Invite]


class TableSummary(TypedDict):
    """A table in the list of a device."""

    id: str
    game: str
    players: list[Player]
    you: list[int]
    your_turn: bool
    over: str | None
    ply: int
    updated: str
    removal: Literal["table", "seat", "later"]
    """What goes when this device removes the table: all of it, or only what this device left there;
    a game that others still play stays for now."""
    pace: Pacing | None
    due: str | None
    """When a seat of this device that is to decide will have no time left."""


class Removed(TypedDict):
    """What went: the whole table, or only what the device left there."""

    removed: Literal["table", "seat"]


class RemovedAll(TypedDict):
    """How many tables were removed, and how many stay because others still play there."""

    removed: int
    left: int


class Keeping(TypedDict):
    """How long a house keeps what was played, in days; null is for ever."""

    days: int | None


class Tables(TypedDict):
    """The tables of a device, those that wait for it first."""

    tables: list[TableSummary]


class Gathering(TypedDict):
    """Who has come to a table, for those who are invited to it."""

    game: str
    host: str | None
    """The name of whoever opened the table, if they sit at it."""
    players: list[Player]


class StoredEvent(TypedDict):
    """An event of the log as it is stored."""

    version: int
    kind: Literal["move", "undo", "resign", "timed_out"]
    seat: int
    number: int | None
    """The number of the move, or how many moves were taken back; null for a move of somebody else
    as long as the game is not over, as it may be a secret."""
    notation: str | None
    """The move in words, if it stands and the game file was kept."""
    at: str


class StoredTable(TypedDict):
    """What is stored of a table. It can be read without the rules of the game."""

    id: str
    game: str
    rules: int
    options: dict[str, str]
    opened: str
    ending: str | None
    """The way the game ended; null if it did not."""
    scores: list[int] | None
    places: list[int] | None
    seed: str | None
    """The seed, once the game is over; null for a game that began from a position."""
    start: str | None
    """The position that the game began from, once it is over."""
    players: list[Player]
    events: list[StoredEvent]
    has_file: bool
    """The game file was kept when the game ended."""
    chat: list[ChatEntry]
    """What was said last."""


class JoinWish(TypedDict):
    """Exchange an invitation for a seat."""

    token: str
    name: str


class Joined(TypedDict):
    """The seat that an invitation led to."""

    seat: int


class DeviceWish(TypedDict):
    """Come to a seat by the link that another device of the same person made."""

    token: str


class DeviceLink(TypedDict):
    """A link for another device; it can be used once, for so many seconds."""

    url: str
    seconds: int


class Invites(TypedDict):
    """Invitations to the seats that nobody holds."""

    invites: list[Invite]


class NewInvite(TypedDict):
    """The new invitation to a seat that was revoked."""

    url: str


# Looking back


class PastStep(Told):
    """What happened at a step, from the deal on, which is nobody's doing. Only what still stands is
    a step."""

    step: int
    ply: int
    round: int
    seat: int | None


class OutlineFacts(TypedDict):
    """What a game is about that is looked back at."""

    game: str
    seats: int
    options: dict[str, str]
    version: int
    over: str | None
    open: bool
    """Nothing is a secret any more: one may look through any eyes."""
    players: list[Player]
    """None where nobody has said who played."""
    imagined_by: int | None
    """The seat whose imagined world this is, if it is not the true one."""


class Outline(OutlineFacts):
    """The course of a game."""

    private: bool
    """Somebody knew something that a spectator did not: then it matters whose eyes one looks
    through."""
    steps: list[PastStep]


class Frame(Picture):
    """A past position, as it was shown at its time; after the end with everything open."""

    step: int


class Frames(TypedDict):
    """Some past positions."""

    frames: list[Frame]


class FileWish(TypedDict):
    """Look at a game file."""

    file: str


class NewFile(TypedDict):
    """Where a game file can be looked at."""

    id: str
    url: str


# Playing on


class BranchWish(TypedDict):
    """Play on from a version of a table: once it is over with everything open, else in a world
    that a seat of this device imagines, its first one if none is named."""

    version: int
    seat: NotRequired[int]


class NewBranch(TypedDict):
    """Where one can play on."""

    id: str
    url: str


class BranchMove(LastMove):
    """A move of a line, with what is told of it to the one who made it."""

    events: list[Message]


class Branch(Picture):
    """Where a line leads to: a picture for each seat that may act there, with what it may do."""

    step: int
    """Of the game file, where the line begins."""
    line: list[BranchMove]
    legal: dict[str, list[LegalMove]]


class BranchWhyWish(TypedDict):
    """Ask why a seat cannot make a move at the end of a line."""

    step: int
    line: str
    seat: int
    move: str | Json


class Advice(TypedDict):
    """What the coach thinks of the moves of a seat, the best one first."""

    seat: int
    moves: list[Hint]


class TurningPoint(TypedDict):
    """A move that cost much: the chance to win with the better one, how much of it was lost, and
    the standard error of that."""

    version: int
    seat: int
    played: Move
    better: Move
    win: float
    loss: float
    error: float


class Coach(TypedDict):
    """How far the coach is, while it thinks."""

    done: int
    of: int


class Course(TypedDict):
    """The points of a finished game. All lists go from the deal to the end, with a place for each
    move that stands."""

    versions: list[int]
    seats: list[int | None]
    """Who made the move that led there."""
    points: list[list[int]]


class Judgement(TypedDict):
    """What the coach says, once it has thought; null also where it could not finish."""

    chances: list[list[float]] | None
    turning_points: list[TurningPoint] | None


class Review(Course, Judgement):
    """A finished game looked at again."""

    coach: Coach | None


# Statistics


class Tally(TypedDict):
    """How many games there were, and how they went."""

    played: int
    won: int
    drawn: int
    """The first place was shared."""


class SeatsTally(Tally):
    """Games with so many seats."""

    seats: int


class GameTally(Tally):
    """Games of one title."""

    game: str
    best: int
    mean: float
    seats: list[SeatsTally]


class OpponentTally(Tally):
    """Games against bots of a level, or against "people"."""

    who: str


class Streak(TypedDict):
    """Victories in a row."""

    now: int
    longest: int


class Statistics(Tally):
    """How a device has played so far."""

    passed_around: int
    """Games at a device that went from hand to hand: they have no "I"."""
    streak: Streak
    games: list[GameTally]
    opponents: list[OpponentTally]
