"""A sensible greedy player, to see the pace of the game. It knows only what its seat may know."""

from allmende.core.game import Game
from allmende.core.record import Record
from allmende.core.rule import rule
from allmende.games.kuhfstein.components import (
    ACCEPTS,
    FACE,
    FIELDS,
    FREE,
    GROUND,
    NOTHING,
    ROTATIONS,
)
from allmende.games.kuhfstein.landscape import around
from allmende.games.kuhfstein.numbering import (
    CARD_ACTION,
    EXCHANGE_CARDS,
    EXCHANGE_TILES,
    HOME,
    LAY,
    NO_TREE,
    PLAY,
    TAKE_CARD,
    TAKE_TILE,
)
from allmende.games.kuhfstein.state import Phase, Place

FAR = 9
ENOUGH_CARDS = 3


@rule
def missing_tiles(s: Record, seat: int, card: int) -> int:
    """Count the tiles that a card lacks where it fits best, FAR if it fits nowhere."""
    best = FAR
    for anchor in range(FIELDS):
        if s.board[seat, anchor] != NOTHING:
            for rotation in range(ROTATIONS):
                lacks = 0
                for cell in range(s.card_cells[card]):
                    field = around(anchor + int(s.card_offset[card, rotation, cell]))
                    found = s.board[seat, field]
                    want = s.card_want[card, rotation, cell]
                    if found in (NOTHING, FREE):
                        lacks += 1
                    elif not ACCEPTS[want, found & FACE]:
                        # A cow in the way can come home, a wrong tile stays.
                        lacks += 2 if want == found & GROUND else FAR
                best = min(best, lacks)
    return best


def promise(s: Record, seat: int, card: int) -> float:
    """Weigh a card by its points and by how far it is from being played."""
    return float(s.card_points[card]) * 0.6 ** int(missing_tiles(s, seat, card))


def hand_of(s: Record, seat: int) -> list[int]:
    """List the cards of a seat."""
    return [card for card in range(s.cards) if s.card_place[card] == Place.HAND + seat]


def outlook(s: Record, seat: int) -> float:
    """Weigh the points and the hand of a seat."""
    return int(s.points[seat]) + sum(promise(s, seat, card) for card in hand_of(s, seat))


def choose(game: Game, s: Record, seat: int) -> int:
    """Choose a move for a seat."""
    moves = game.legal_moves(s, seat)
    if s.phase in (Phase.ACTION, Phase.EXTRA_ACTION):
        return choose_action(s, seat, moves)
    if s.phase in (Phase.TILE, Phase.BONUS_TILE):
        return choose_tile(game, s, seat, moves)
    if s.phase == Phase.PLACE:
        return best_place(game, s, seat, moves)[1]
    if s.phase == Phase.TREE:
        return next(move for move in moves if move > NO_TREE)
    if s.phase == Phase.LAY:
        return max(moves, key=lambda move: closeness(game, s, seat, move))
    if s.phase == Phase.SCORING:
        return moves[0]
    cards = [move for move in moves if move < EXCHANGE_CARDS]
    return max(cards, key=lambda move: promise(s, seat, move - TAKE_CARD))


def choose_action(s: Record, seat: int, moves: list[int]) -> int:
    """Play the best card; else bring a herd home if cows are short; else work for the hand."""
    playable = [move for move in moves if PLAY <= move < HOME]
    if playable:
        return max(playable, key=lambda move: int(s.card_points[move - PLAY]))
    hand = hand_of(s, seat)
    herds = [move for move in moves if HOME <= move < TAKE_TILE]
    ready = [card for card in hand if missing_tiles(s, seat, card) == 0]
    short = s.supply[seat] < min((int(s.card_cows[card]) for card in hand), default=2)
    if herds and (ready or short):
        return max(herds, key=lambda move: herd_size(s, seat, move - HOME))
    near = [card for card in hand if missing_tiles(s, seat, card) <= 2]
    wants_card = len(near) < 2 and len(hand) < ENOUGH_CARDS
    return CARD_ACTION if wants_card and CARD_ACTION in moves else moves[0]


def herd_size(s: Record, seat: int, field: int) -> int:
    """Count the cows of the herd that begins on a field."""
    herd, cows = [field], [int(cow) for cow in s.cow_at[seat, : s.grazing[seat]]]
    for cow in herd:
        herd += [c for c in cows if c not in herd and abs(c - cow) in (1, 25, 600, 624)]
    return len(herd)


def choose_tile(game: Game, s: Record, seat: int, moves: list[int]) -> int:
    """Take the tile with the best place."""
    tiles = [move for move in moves if move < EXCHANGE_TILES]
    return max(tiles, key=lambda move: best_place(game, game.after(s, seat, move), seat)[0])


def best_place(
    game: Game, s: Record, seat: int, moves: list[int] | None = None
) -> tuple[float, int]:
    """Find the place after which hand and trees promise most."""
    moves = game.legal_moves(s, seat) if moves is None else moves
    found = []
    for move in moves:
        after = game.after(s, seat, move)
        tree = 5 if after.phase == Phase.TREE else 0
        found.append((outlook(after, seat) + tree, -move))
    value, move = max(found)
    return value, -move


def closeness(game: Game, s: Record, seat: int, move: int) -> int:
    """Count the pairs of neighbouring cows after a card is laid this way."""
    anchor, rotation = (move - LAY) % FIELDS, (move - LAY) // FIELDS
    offsets = s.card_offset[s.playing, rotation, : s.card_cows[s.playing]].tolist()
    cows = [(anchor + way) % FIELDS for way in offsets] + s.cow_at[seat, : s.grazing[seat]].tolist()
    return sum(abs(a - b) in (1, 25, 600, 624) for a in cows for b in cows)


def play_greedily(game: Game, s: Record) -> Record:
    """Play a game to its end."""
    while not s.over:
        seat = game.to_act(s)[0]
        s = game.after(s, seat, choose(game, s, seat))
    return s
