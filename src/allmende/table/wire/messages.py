"""What travels over the socket of a table, in both directions, as types.

`docs/wire.md` says what it means. The types of the page are written from this file: after a change
run `make wire`.
"""

from typing import Literal, NotRequired, TypeAlias, TypedDict

from allmende.core.game import Json
from allmende.core.shapes import Message

from .pacing import Pacing


class Move(TypedDict):
    """A move: the number that the page sends back, and the same in words and as data."""

    n: int
    notation: str
    data: Json
    about: NotRequired[Message]
    """What it is about, where the data only has a number for that."""


class LegalMove(Move):
    """A move that a seat may make now."""

    final: bool
    """It cannot be taken back: it uses chance, shows something to somebody or ends the game."""


class LastMove(Move):
    """The last move that still stands."""

    seat: int


class TableFacts(TypedDict):
    """What a table is about."""

    id: str
    game: str
    seats: int
    options: dict[str, str]
    hints: bool
    hands: bool
    """Seats know something from the deal on that a spectator does not. Then such a seat goes to
    somebody else in a running game only after the table has agreed."""
    dealt: bool
    """False as long as hands are not dealt, because not everybody has sat down."""
    seed_hash: str | None
    """The SHA-256 of the seed, from the deal on; the seed itself is told at the end."""
    seed: str | None
    from_position: bool
    """It began from a position of an analysis: then the hash is that of the line `start` of its
    file, and there is no seed."""
    rematch: str | None
    """Where the next game of the same people is."""
    opened: str
    pace: Pacing | None
    """Null where nobody is hurried."""
    public: bool
    """Strangers may have sat down here, or may still."""
    talks: list[int] | None
    """At a table of strangers the seats whose players want to talk: they can once all people do.
    Null where everybody may."""


class Player(TypedDict):
    """Who sits in a seat."""

    seat: int
    kind: Literal["person", "bot", "open"]
    name: str
    level: str | None
    bot: str | None
    """What the bot is called that sits there; `name` may be that of the person it plays for."""
    here: bool
    """A device that holds the seat is connected; a bot is always here."""
    resigned: bool
    timed_out: bool
    """It did not resign, but lost because it had no time left; `resigned` is true then as well."""
    devices: int
    """How many devices hold the seat."""


class PointsLine(TypedDict):
    """A line of where points come from."""

    label: Message
    points: int


class TieLine(TypedDict):
    """How much somebody has of what decides between equal points."""

    label: Message
    value: int


class Result(TypedDict):
    """Where the points of each seat come from, and what it has of that which decides between equal
    points, the first thing first."""

    breakdown: list[list[PointsLine]]
    tie_break: list[list[TieLine]]


class Picture(TypedDict):
    """A moment of a game, as a device may know it that holds some seats or none."""

    version: int
    views: dict[str, Json]
    """By seat, or one for "spectator"."""
    to_act: list[int]
    over: str | None
    """The name of the ending; "resigned" or "out_of_time" where one of two gave up, or lost because
    no time was left."""
    scores: list[int | None]
    """Null where they hang on what this device cannot know."""
    places: list[int] | None
    """Null as long as they hang on such points."""
    last: LastMove | None
    """Null also if a seat of this device may not know it."""
    result: Result | None


class Undo(TypedDict):
    """How far a device may take back: so many decisions of a seat, to a version."""

    to: int
    moves: int
    seat: int


class Told(TypedDict):
    """What somebody may know of an event."""

    version: int
    events: list[Message]
    events_for: NotRequired[dict[str, list[Message]]]
    """By seat, for a device that holds several."""


class StoryEntry(Told):
    """An event, and whose doing it was."""

    seat: int


ChatEntry = TypedDict("ChatEntry", {"n": int, "from": str, "seat": int, "text": str, "at": str})
"""Something that was said at the table."""


class SeatingEntry(TypedDict):
    """A change of who holds a seat, at a version of the game."""

    n: int
    version: int
    seat: int
    event: Message
    at: str


class Hint(Move):
    """How good a move is: the chance to win with it, the points to come, and how sure that is."""

    win: float
    points: float
    visits: int
    error: float


class Nudge(TypedDict):
    """Where to look, without the move: a kind of move, or a few moves of which one is the best."""

    do: str | None
    among: list[Move]
    close: bool
    """Another move is about as good."""


# From the table


class Welcome(TypedDict):
    """Which table this is, and who the device is at it."""

    type: Literal["welcome"]
    table: TableFacts
    you: list[int]
    host: bool
    now: str
    """The time at the table: what clocks elsewhere show may differ."""


class Players(TypedDict):
    """Who sits where and who is here."""

    type: Literal["players"]
    players: list[Player]


class State(Picture):
    """The game as it stands now."""

    type: Literal["state"]
    legal: dict[str, list[LegalMove]]
    """By seat, for each held seat that may act now."""
    undo: Undo | None
    undo_barrier: Message | None
    """Why undo reaches no further, or not at all."""
    since: str | None
    """When it came to this; null as long as nothing has happened."""


class Story(TypedDict):
    """What happened."""

    type: Literal["story"]
    entries: list[StoryEntry]
    gap: bool
    """There is more between what was received before and the first entry: ask for it, or not."""


class Thinking(TypedDict):
    """A bot thinks, or has stopped."""

    type: Literal["thinking"]
    seat: int
    on: bool
    waits: bool
    """It would think, but others are before it: the house is busy."""


class Chat(TypedDict):
    """What was said."""

    type: Literal["chat"]
    entries: list[ChatEntry]


class Seating(TypedDict):
    """Who came to a seat and who left it."""

    type: Literal["seating"]
    entries: list[SeatingEntry]


class Proposal(TypedDict):
    """The host proposes to give a seat to somebody else."""

    type: Literal["proposal"]
    seat: int | None
    """Null if there is no proposal any more."""
    asked: list[int]
    agreed: list[int]


class Clock(TypedDict):
    """How much time each seat has left, in milliseconds, at the moment when this is sent."""

    type: Literal["clock"]
    left: list[int]
    free: list[int]
    """How long the decision that a seat thinks about is still free; then `left` runs."""
    rests: list[int]
    """For how long the time of a seat rests, as its player is on vacation."""
    running: list[int]
    """The seats whose time runs."""


class Ahead(TypedDict):
    """Moves that a seat may be able to make when its turn comes; empty where none can be told."""

    type: Literal["ahead"]
    id: str
    version: int
    moves: list[LegalMove]


class Ack(TypedDict):
    """A wish is fulfilled and on the disk."""

    type: Literal["ack"]
    id: str
    version: int


class No(TypedDict):
    """A wish is not fulfilled. The id is null if it could not be read."""

    type: Literal["no"]
    id: str | None
    reason: Message


class Why(TypedDict):
    """Why a move is not possible; null if it is."""

    type: Literal["why"]
    id: str
    reason: Message | None


class Earlier(TypedDict):
    """An earlier part of the story, as far as one message holds it."""

    type: Literal["earlier"]
    id: str
    entries: list[StoryEntry]


class NudgeHint(TypedDict):
    """The first step of a hint."""

    type: Literal["hint"]
    id: str
    version: int
    step: Literal["nudge"]
    nudge: Nudge


class MovesHint(TypedDict):
    """The further steps of a hint: the best move alone, or all that were thought about."""

    type: Literal["hint"]
    id: str
    version: int
    step: Literal["move", "reason"]
    moves: list[Hint]


class Bye(TypedDict):
    """The connection ends, and why."""

    type: Literal["bye"]
    reason: Message


Answer: TypeAlias = Ack | No | Why | Earlier | NudgeHint | MovesHint | Ahead
"""What a wish is answered with."""

FromServer: TypeAlias = (
    Welcome | Players | State | Story | Thinking | Chat | Seating | Proposal | Clock | Answer | Bye
)
"""All that a table sends."""


# From the page


class MoveWish(TypedDict):
    """Make a move."""

    do: Literal["move"]
    id: str
    version: int
    seat: int
    n: int
    thought: NotRequired[int]
    """For how many milliseconds since the last `clock`; what else has passed was the way."""


class UndoWish(TypedDict):
    """Take back."""

    do: Literal["undo"]
    id: str
    version: int
    moves: NotRequired[int]
    """How many; one if left out."""


class WhyWish(TypedDict):
    """Ask why a move is not possible."""

    do: Literal["why"]
    id: str
    seat: int
    move: str | Json


class EarlierWish(TypedDict):
    """Ask for what happened before a version."""

    do: Literal["earlier"]
    id: str
    before: int


HintStep: TypeAlias = Literal["nudge", "move", "reason"]


class HintWish(TypedDict):
    """Ask for a hint; the reason if no step is named."""

    do: Literal["hint"]
    id: str
    seat: int
    step: NotRequired[HintStep]


class SayWish(TypedDict):
    """Say something to the table."""

    do: Literal["say"]
    id: str
    text: str
    seat: NotRequired[int]


class RenameWish(TypedDict):
    """Take another name."""

    do: Literal["rename"]
    id: str
    seat: int
    name: str


class BotWish(TypedDict):
    """Let a bot play for a seat."""

    do: Literal["bot"]
    id: str
    seat: int
    level: str


class SeatWish(TypedDict):
    """Take a seat back from the bot, give up, give the seat back, drop the devices that came to it
    by a link, or propose to give it to somebody else."""

    do: Literal["return", "resign", "leave", "alone", "propose"]
    id: str
    seat: int


class AheadWish(TypedDict):
    """Ask which moves a seat may be able to make when its turn comes."""

    do: Literal["ahead"]
    id: str
    seat: int


class LookWish(TypedDict):
    """Say that the page is hidden, or seen again."""

    do: Literal["look"]
    id: str
    on: bool


class TalkWish(TypedDict):
    """Want to talk at a table of strangers, or not."""

    do: Literal["talk"]
    id: str
    seat: int
    on: bool


class VoteWish(TypedDict):
    """Say yes or no to the proposal about a seat."""

    do: Literal["vote"]
    id: str
    seat: int
    agree: bool


class RematchWish(TypedDict):
    """Play again."""

    do: Literal["rematch"]
    id: str


FromPage: TypeAlias = (
    MoveWish
    | UndoWish
    | WhyWish
    | EarlierWish
    | HintWish
    | SayWish
    | RenameWish
    | BotWish
    | SeatWish
    | AheadWish
    | LookWish
    | TalkWish
    | VoteWish
    | RematchWish
)
"""All that a page sends."""
