"""The view and the moves of Kuhfstein, as types. After a change run `make wire`."""

from typing import Literal, NotRequired, TypeAlias, TypedDict, get_args

from allmende.core.shapes import Header, Shapes

Landscape: TypeAlias = Literal["hay", "meadow", "forest", "lake", "house"]
Effect: TypeAlias = Literal["cow", "extra_action", "take_card", "all_cows_home", "place_tile"]
Condition: TypeAlias = Literal["enclosed", "edge", "supply", "tiles", "points", "most", "trees"]
Square: TypeAlias = Literal["nw", "ne", "sw", "se"]
PlaceSide: TypeAlias = Literal["front", "back"]
LANDSCAPES: tuple[Landscape, ...] = get_args(Landscape)
EFFECTS: tuple[Effect, ...] = get_args(Effect)
SQUARES: tuple[Square, ...] = get_args(Square)
PLACE_SIDES: tuple[PlaceSide, ...] = get_args(PlaceSide)


class Card(TypedDict):
    """The face of a card."""

    id: int
    grid: list[str]
    """Rows of signs: a letter for a landscape, `?` for any tile, `.` for no tile."""
    points: int


class HandCard(Card):
    """A card in a hand."""

    secret: bool
    """The others have not seen it."""


class Prospect(TypedDict):
    """What a card of the hand or of the display would bring the seat that looks, if it had it."""

    card: int
    fits: bool
    """There are cows and a place for it now."""
    points: int
    """Where the marker would stand."""
    bonuses: list[int]
    """The bonus places it would reach or pass, the first one first."""


class Tile(TypedDict):
    """A tile of a layout."""

    at: str
    row: int
    column: int
    landscape: Landscape
    cow: bool


class Place(TypedDict):
    """A bonus place of the track; tile and side are null if it is printed."""

    at: int
    effect: Effect
    tile: int | None
    side: PlaceSide | None


class Track(TypedDict):
    """The track for points."""

    end: int
    places: list[Place]


class Tiles(TypedDict):
    """The tile display and what is in the stacks; only their order is hidden."""

    display: list[Landscape | None]
    stack: dict[Landscape, int]
    aside: dict[Landscape, int]


class Cards(TypedDict):
    """The card display and the piles."""

    display: list[Card | None]
    pile: int
    pile_cards: list[int] | None
    """Null until the discard pile has become the draw pile."""
    discard: list[int]
    unseen: list[int]
    """Cards that this seat has never seen: they are in the pile, or start cards of others."""


class ScoringTile(TypedDict):
    """A scoring tile, and what it asks for."""

    id: str
    condition: Condition
    points: int
    landscape: NotRequired[Landscape]
    need: NotRequired[int]


class HeldScoring(TypedDict):
    """A scoring tile before a player."""

    id: str
    kept: bool
    fulfilled: bool


class Player(TypedDict):
    """What lies before a player."""

    points: int
    award: int
    supply: int
    tile_count: int
    tiles: list[Tile]
    trees: list[str]
    """The north-western fields of the squares that bear a tree."""
    free: list[str]
    herds: list[list[str]]
    hand: list[HandCard | None]
    """Null for a card that this seat has not seen."""
    scoring: list[HeldScoring | None]
    """Null for a tile that this seat has not seen."""
    chosen: bool


class Shown(TypedDict):
    """What lies on the table."""

    label: str | dict[str, str]
    """Where the components come from, in one language or in several."""
    first: int
    last_round: bool
    actions_left: int
    exchanges: int
    taken: Landscape | None
    placed: str | None
    """The field of the tile that may earn a tree."""
    playing: Card | None
    waiting_bonuses: list[int]
    track: Track
    tiles: Tiles
    cards: Cards
    prospects: list[Prospect]
    """Empty for who plays no part."""
    trees_left: int
    scoring_tiles: list[ScoringTile]
    players: list[Player]
    scores: list[int]
    places: list[int]


class Options(TypedDict):
    """What can be chosen before a game."""

    bonus: Literal["basic", "random"]
    start_card: Literal["drawn", "chosen"]
    enclosed: Literal["4", "8"]


Phase: TypeAlias = Literal[
    "start-card",
    "action",
    "extra-action",
    "tile",
    "bonus-tile",
    "place",
    "tree",
    "card",
    "bonus-card",
    "lay",
    "scoring",
]


class View(Header, Shown):
    """What somebody may see of a game."""

    game: Literal["kuhfstein"]
    options: Options
    phase: Phase
    turn: int | None
    round: int
    over: Literal["goal", "shortage"] | None


class Plain(TypedDict):
    """Begin an action, or plant no tree."""

    do: Literal["tile", "card", "no tree"]


class Exchange(TypedDict):
    """Exchange a display."""

    do: Literal["exchange"]
    what: Literal["tiles", "cards"]


class TakeTile(TypedDict):
    """Take a tile of the display."""

    do: Literal["take"]
    tile: Landscape


class TakeCard(TypedDict):
    """Take a card of the display."""

    do: Literal["take"]
    card: int


class PlayCard(TypedDict):
    """Play a card of the hand."""

    do: Literal["play"]
    card: int


class AtField(TypedDict):
    """Place the tile that was taken, or send the herd of a field home."""

    do: Literal["place", "home"]
    at: str


class PlantTree(TypedDict):
    """Plant a tree in a square."""

    do: Literal["tree"]
    square: Square


class Lay(TypedDict):
    """Lay the card that is being played on the landscape, turned so often."""

    do: Literal["lay"]
    turn: int
    at: str
    cows: list[str]


class Keep(TypedDict):
    """Keep a scoring tile."""

    do: Literal["keep"]
    tile: str


MoveData: TypeAlias = (
    Plain | Exchange | TakeTile | TakeCard | PlayCard | AtField | PlantTree | Lay | Keep
)

SHAPES = Shapes(View, MoveData)
