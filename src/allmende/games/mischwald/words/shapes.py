"""The view and the moves of Mischwald, as types. After a change run `make wire`."""

from typing import Literal, NotRequired, TypeAlias, TypedDict, get_args

from allmende.core.shapes import Header, Shapes

Slot: TypeAlias = Literal["top", "bottom", "left", "right"]
"""A side of a tree."""
Side: TypeAlias = Literal["top", "bottom", "left", "right", "tree"]
PlainDeed: TypeAlias = Literal["keep", "mulligan", "draw", "yes", "no"]
CardDeed: TypeAlias = Literal["take", "sapling", "pay", "cave"]
StepName: TypeAlias = Literal["react", "effect", "bonus"]
SLOTS: tuple[Slot, ...] = get_args(Slot)
SIDES: tuple[Side, ...] = get_args(Side)
STEPS: tuple[StepName, ...] = get_args(StepName)


class Half(TypedDict):
    """What is printed on a half of a card, or on a tree."""

    side: Side
    species: str
    symbol: str
    cost: int


class Card(TypedDict):
    """A card with all that is printed on it."""

    card: str
    halves: list[Half]


class Dweller(TypedDict):
    """A card at a side of a tree."""

    card: str
    species: str
    symbol: str
    new: bool
    """Placed in the turn that is being played."""
    points: int | None
    """Null for one that makes no points of its own."""


class Tree(TypedDict):
    """A tree of a forest with what lies at its sides; a sapling is a card face down."""

    id: str
    species: str | None
    sapling: bool
    card: str | None
    """Null for a sapling of somebody else."""
    new: bool
    points: int | None
    top: list[Dweller]
    bottom: list[Dweller]
    left: list[Dweller]
    right: list[Dweller]


class Player(TypedDict):
    """What a player has; hand and cave are shown to the owner only."""

    hand_count: int
    hand: list[Card] | None
    held_back: list[str] | None
    """Cards of the hand that came too late for the Mole."""
    known: list[str]
    """Cards of the hand that everybody has seen."""
    cave_count: int
    cave: list[str] | None
    stashed: list[str] | None
    """Cards that the Raccoon has put under the cave so far."""
    cave_seen: list[str]
    """Cards under the cave that everybody has seen."""
    has_exchanged: bool
    exchanged: list[str] | None
    """The first hand, if it was exchanged."""
    forest: list[Tree]


class Playing(TypedDict):
    """The card that is being played."""

    name: str
    species: str
    side: Side
    symbol: str
    at: str | None
    """The tree where it was placed."""
    owed: int
    last_paid: str | None
    matched: bool
    """Every card paid so far shows the right symbol."""


class Queued(TypedDict):
    """A card that is to be worked off, and how far it is."""

    name: str | None
    species: str | None
    step: StepName | None
    matched: bool
    free: bool
    through_mole: bool


QuestionKind: TypeAlias = Literal[
    "react", "gain", "place", "clearing_to_cave", "hand_to_cave", "play_cards"
]


class Question(TypedDict):
    """What the one whose turn it is is being asked."""

    step: StepName
    kind: QuestionKind
    species: str | None
    by: NotRequired[str]
    """The mushroom that reacts."""
    cards: NotRequired[int]
    turns: NotRequired[int]
    tag: NotRequired[str]


class Gain(TypedDict):
    """What a half in hand would add to the points now, at the best tree for it or at a given one;
    without effects and without the cave."""

    card: str
    half: Side
    tree: str | None
    points: int


class Shown(TypedDict):
    """What lies on the table."""

    first: int
    extra_turns: int
    deck: int
    winters: int
    box: int
    clearing: list[Card]
    gone: list[str]
    """Cards that left the game with a full clearing."""
    playing: Playing | None
    queue: list[Queued]
    reacted: int
    through_mole: int
    held_back: int
    stashed: int
    asked: Question | None
    """Only for the one whose turn it is."""
    gains: list[Gain]
    """Only for the one whose turn it is; none while nothing is to be played."""
    players: list[Player]
    named: dict[str, list[Half]]
    """What is printed on cards that are known by name only."""
    scores: list[int]
    places: list[int]


class Options(TypedDict):
    """What can be chosen before a game."""

    mole_cards: Literal["placed", "effect"]
    share_same_turn: NotRequired[Literal["yes", "no"]]
    """Since rules 2."""
    toads_share_same_turn: NotRequired[Literal["yes", "no"]]
    """Under rules 1."""


class View(Header, Shown):
    """What somebody may see of a game."""

    game: Literal["mischwald"]
    options: Options
    phase: Literal["mulligan", "action", "draw", "place", "pay", "choice"]
    turn: int
    round: None
    over: Literal["third-winter", "empty-deck"] | None


class Plain(TypedDict):
    """A decision without a card."""

    do: PlainDeed


class WithCard(TypedDict):
    """Take a card of the clearing, or use one of the hand."""

    do: CardDeed
    card: str


class PlayCard(TypedDict):
    """Play a tree, or a half of a split card."""

    do: Literal["play"]
    card: str
    half: NotRequired[Slot]


class PlaceAt(TypedDict):
    """Place the card that is being played at a tree."""

    do: Literal["place"]
    tree: str


MoveData: TypeAlias = Plain | WithCard | PlayCard | PlaceAt

SHAPES = Shapes(View, MoveData)
