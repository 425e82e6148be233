"""The view and the moves of Stieren Versieren, as types. After a change run `make wire`."""

from typing import Literal, TypeAlias, TypedDict, get_args

from allmende.core.shapes import Header, Shapes

Symbol: TypeAlias = Literal["heart", "money", "dumbbell", "beer"]
Sign: TypeAlias = Literal["horseshoe", "tail", "horns", "nose_ring"]
BullDeed: TypeAlias = Literal["choose", "extra", "swap", "take", "challenge", "join", "support"]
PlainDeed: TypeAlias = Literal["pass", "alone", "decline", "done"]
SYMBOLS: tuple[Symbol, ...] = get_args(Symbol)
SIGNS: tuple[Sign, ...] = get_args(Sign)


class Face(TypedDict):
    """The face of a card."""

    symbol: Symbol
    value: int


class Bull(Face):
    """A card with its name: a bull, or a cow of the deck."""

    id: str


class PlacedBull(Bull):
    """A bull at a place."""

    at: str


class Deck(TypedDict):
    """Which bulls every player has, and which cows there are."""

    bulls: list[Bull]
    cows: list[Bull]


class Location(TypedDict):
    """A place, which lies in a corner of the square."""

    name: str
    symbol: Symbol
    row: int
    column: int


class Cow(TypedDict):
    """A cow: where she is, who has seen her, and her face to those."""

    id: str
    at: str | None
    drawn: bool
    shack: int | None
    """Whose Love Shack she lives in; with which bull, and what the couple is worth."""
    bull: str | None
    points: int | None
    up: bool
    seen_by: list[int]
    symbol: Symbol | None
    """Null for who has not seen her."""
    value: int | None
    settled: bool


class Moving(TypedDict):
    """The bull that is about to move."""

    bull: str
    to: str


class Elimination(TypedDict):
    """What can be known of a hand by elimination."""

    known: list[Face]
    """What everybody knows to be held."""
    pool: list[Face]
    """Bulls of which a watcher cannot tell whether they are in the pile or held."""


class Player(Elimination):
    """What a player has on the table, in hand and in the fight."""

    sign: Sign
    hand: list[Bull] | None
    """Only in the owner's own view."""
    face_down: list[Bull] | None
    """Only in the owner's own view."""
    hand_count: int
    chosen_count: int
    committed_count: int
    has_chosen: bool
    pile_count: int
    reshuffles: int
    discard: list[Bull]
    married: list[str]
    bulls: list[PlacedBull]
    champion: str | None
    mates: list[str]
    support: list[str]
    """Hand cards that were turned up at the end of a fight, or the bull of a bid that was shown
    before it (then there is no strength yet), until the next decision."""
    strength: int


class Shown(TypedDict):
    """What lies on the table."""

    label: str | dict[str, str]
    """Where the components come from, in one language or in several."""
    no_peek: bool
    first: int
    actions_left: int
    extra_done: bool
    locations: list[Location]
    stack: int
    removed: int
    cows: list[Cow]
    unseen_cows: list[Face]
    deck: Deck
    moving: Moving | None
    talked: str | None
    swapped: str | None
    fight: str | None
    """The cow that is fought for."""
    players: list[Player]
    scores: list[int]
    places: list[int]


class Options(TypedDict):
    """What can be chosen before a game."""

    fight: Literal["standard", "tactical", "simultaneous"]
    layout: Literal["standard", "random"]


Phase: TypeAlias = Literal[
    "cow", "choose", "action", "companion", "swap", "challenge", "commit", "pick", "shortage"
]


class View(Header, Shown):
    """What somebody may see of a game."""

    game: Literal["stieren_versieren"]
    options: Options
    phase: Phase
    turn: int | None
    round: int
    over: Literal["last-cow", "extra-round"] | None


class Plain(TypedDict):
    """A decision without a card."""

    do: PlainDeed


class PutCow(TypedDict):
    """Put the cow that was drawn at a place."""

    do: Literal["cow"]
    to: str


class WithBull(TypedDict):
    """Do something with one bull."""

    do: BullDeed
    bull: str


class ChooseTwo(TypedDict):
    """Choose two bulls."""

    do: Literal["choose"]
    bulls: list[str]


class BullAndCow(TypedDict):
    """Let a bull talk with a cow, or court her."""

    do: Literal["talk", "court"]
    bull: str
    cow: str


class MoveBull(TypedDict):
    """Move a bull."""

    do: Literal["move"]
    bull: str
    to: str


class Chase(TypedDict):
    """Chase a cow away."""

    do: Literal["chase"]
    cow: str
    to: str


class Lead(TypedDict):
    """Take a cow along."""

    do: Literal["lead"]
    cow: str


class Pick(TypedDict):
    """Pick one of those who are tied."""

    do: Literal["pick"]
    seat: int


MoveData: TypeAlias = (
    Plain | PutCow | WithBull | ChooseTwo | BullAndCow | MoveBull | Chase | Lead | Pick
)

SHAPES = Shapes(View, MoveData)
