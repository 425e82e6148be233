"""Why a move is not possible: one reason, the first that a teacher would name."""

from allmende.core.language import Message
from allmende.core.record import Record

from ..components import (
    ANY,
    COW,
    FIELDS,
    FREE,
    GROUND,
    MOST_EXCHANGES,
    ROTATIONS,
    SQUARE,
    SQUARES,
    USED,
    WIDEST,
    WIDTH,
)
from ..landscape import is_tile
from ..numbering import (
    CARD_ACTION,
    EXCHANGE_CARDS,
    EXCHANGE_TILES,
    HOME,
    KEEP,
    LAY,
    NO_TREE,
    PLACE,
    PLANT,
    PLAY,
    TAKE_CARD,
    TAKE_TILE,
    TILE_ACTION,
)
from ..state import PHASES, Phase, Place
from ..supply import open_cards
from .moves import open_fields
from .names import card_message, field_names, landscape_message, name_at
from .view import herds_of, tile_fields

ACTIONS = (Phase.ACTION, Phase.EXTRA_ACTION)
CHOOSING_TILE = (Phase.TILE, Phase.BONUS_TILE)
CHOOSING_CARD = (Phase.CARD, Phase.BONUS_CARD, Phase.START_CARD)

# The first move of each kind, and the phases that it belongs to.
BELONGS = (
    (TILE_ACTION, ACTIONS),
    (TAKE_TILE, CHOOSING_TILE),
    (PLACE, (Phase.PLACE,)),
    (NO_TREE, (Phase.TREE,)),
    (TAKE_CARD, CHOOSING_CARD),
    (LAY, (Phase.LAY,)),
    (KEEP, (Phase.SCORING,)),
)


def why_not(s: Record, seat: int, move: int) -> Message:
    """Give the reason why a move is not legal."""
    phases = next(phases for first, phases in reversed(BELONGS) if move >= first)
    if s.phase not in phases:
        if NO_TREE <= move < TAKE_CARD:
            return Message("not.tree_later")
        return Message(f"not.now.{PHASES[s.phase]}")
    if move < TAKE_TILE:
        return why_not_action(s, seat, move)
    if move < PLACE:
        return why_not_tile(s, move)
    if move < NO_TREE:
        return why_not_place(s, seat, move - PLACE)
    if move < TAKE_CARD:
        return why_not_tree(s, seat, (s.placed + int(SQUARES[move - PLANT])) % FIELDS)
    if move < LAY:
        return why_not_card(s, move)
    if move < KEEP:
        return why_not_laying(s, seat, *divmod(move - LAY, FIELDS))
    return Message("not.not_your_tile")


def why_not_action(s: Record, seat: int, move: int) -> Message:
    """Give the reason why an action cannot be completed."""
    if move in (TILE_ACTION, CARD_ACTION):
        return Message("not.no_tiles" if move == TILE_ACTION else "not.no_cards")
    if move < HOME:
        return why_not_play(s, seat, move - PLAY)
    at = field_names(s, seat)[move - HOME]
    for herd in herds_of(s, seat):
        if move - HOME in herd:
            return Message("not.herd_name", at=at, first=field_names(s, seat)[herd[0]])
    return Message("not.no_cow", at=at)


def why_not_play(s: Record, seat: int, card: int) -> Message:
    """Give the reason why a card cannot be played."""
    name = card_message(s, card)
    if card >= s.cards or s.card_place[card] != Place.HAND + seat:
        return Message("not.not_in_hand", card=name)
    need, have = int(s.card_cows[card]), int(s.supply[seat])
    if need > have:
        return Message("not.too_few_cows", need=need, have=have)
    anchors = tile_fields(s, seat)
    ways = [(rotation, field) for rotation in range(ROTATIONS) for field in anchors]
    if any(only_cows_disturb(s, seat, cells_of(s, card, *way)) for way in ways):
        return Message("not.cows_in_the_way", card=name)
    if any(all_accepted(s, seat, mirrored(s, card, *way)) for way in ways):
        return Message("not.mirrored", card=name)
    if not any(shape_lies(s, seat, cells_of(s, card, *way)) for way in ways):
        return Message("not.no_shape", card=name)
    return Message("not.wrong_landscapes", card=name)


Cells = list[tuple[int, int]]


def cells_of(s: Record, card: int, rotation: int, anchor: int) -> Cells:
    """List the fields under a card, each with the landscape it wants."""
    count = int(s.card_cells[card])
    offsets = s.card_offset[card, rotation, :count].tolist()
    wants = s.card_want[card, rotation, :count].tolist()
    return [((anchor + way) % FIELDS, want) for way, want in zip(offsets, wants, strict=True)]


def mirrored(s: Record, card: int, rotation: int, anchor: int) -> Cells:
    """List the fields under a card turned over like in a mirror, which is not allowed."""
    cells = cells_of(s, card, rotation, anchor)
    return [((anchor + flip(field - anchor)) % FIELDS, want) for field, want in cells]


def flip(way: int) -> int:
    """Swap east and west in a way of a few fields."""
    way = (way + FIELDS // 2) % FIELDS - FIELDS // 2
    row = (way + WIDTH // 2) // WIDTH
    return 2 * row * WIDTH - way


def shape_lies(s: Record, seat: int, cells: Cells) -> bool:
    """Tell whether a tile lies under each cell."""
    return all(is_tile(int(s.board[seat, field])) for field, _ in cells)


def only_cows_disturb(s: Record, seat: int, cells: Cells) -> bool:
    """Tell whether the landscapes are right, so that only cows are in the way."""
    return shape_lies(s, seat, cells) and all(
        want in (ANY, int(s.board[seat, field]) & GROUND) for field, want in cells
    )


def all_accepted(s: Record, seat: int, cells: Cells) -> bool:
    """Tell whether the landscapes are right and no cow is in the way."""
    no_cows = all(want == ANY or not s.board[seat, field] & COW for field, want in cells)
    return no_cows and only_cows_disturb(s, seat, cells)


def why_not_tile(s: Record, move: int) -> Message:
    """Give the reason why a tile cannot be taken or the display not be exchanged."""
    if move < EXCHANGE_TILES:
        return Message("not.tile_not_open", tile=landscape_message(move - TAKE_TILE + 1))
    if s.phase == Phase.BONUS_TILE:
        return Message("not.exchange_in_bonus")
    if s.exchanges == MOST_EXCHANGES:
        return Message("not.exchange_limit", most=MOST_EXCHANGES)
    return Message("not.exchange_tiles")


def why_not_place(s: Record, seat: int, field: int) -> Message:
    """Give the reason why a tile cannot go to a field."""
    at = field_names(s, seat)[field]
    content = int(s.board[seat, field])
    if is_tile(content):
        return Message("not.occupied", at=at)
    if content == FREE:
        return Message("not.too_wide", most=WIDEST)
    if not tile_fields(s, seat):
        return Message("not.first_tile", at=name_at(0, 0))
    return Message("not.apart", at=at)


def why_not_tree(s: Record, seat: int, corner: int) -> Message:
    """Give the reason why a square bears no tree."""
    contents = [int(s.board[seat, (corner + int(way)) % FIELDS]) for way in SQUARE]
    if not all(is_tile(content) for content in contents):
        return Message("not.square_incomplete")
    if any(content & USED for content in contents):
        return Message("not.square_used")
    return Message("not.square_mixed")


def why_not_card(s: Record, move: int) -> Message:
    """Give the reason why a card cannot be taken or the display not be exchanged."""
    if move < EXCHANGE_CARDS:
        return Message("not.card_not_open", card=card_message(s, move - TAKE_CARD))
    if s.phase == Phase.START_CARD:
        return Message("not.now.start-card")
    if s.phase == Phase.BONUS_CARD:
        return Message("not.exchange_in_bonus")
    if s.exchanges == MOST_EXCHANGES:
        return Message("not.exchange_limit", most=MOST_EXCHANGES)
    if open_cards(s) < len(s.card_display):
        return Message("not.exchange_gap")
    return Message("not.exchange_cards")


def why_not_laying(s: Record, seat: int, rotation: int, anchor: int) -> Message:
    """Give the reason why the card cannot be laid this way."""
    names = field_names(s, seat)
    for field, want in cells_of(s, int(s.playing), rotation, anchor):
        content, at = int(s.board[seat, field]), names[field]
        if not is_tile(content):
            return Message("not.lay_no_tile", at=at)
        if want not in (ANY, content & GROUND):
            has, wish = landscape_message(content & GROUND), landscape_message(want)
            return Message("not.lay_landscape", at=at, has=has, want=wish)
        if want != ANY and content & COW:
            return Message("not.lay_cow", at=at)
    cows = ", ".join(names[field] for field in open_fields(s, rotation, anchor))
    return Message("not.lay_twin", cows=cows)
