"""What happened with a move, told from the records before and after it."""

from collections.abc import Iterable

from allmende.core.game import per_seat
from allmende.core.language import Event, Message, Seat, listed
from allmende.core.record import Record

from ..components import EFFECT_NAMES, FIELDS, SQUARES, TREE_POINTS, Effect
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
from ..scoring import score
from ..state import ENDINGS, EVERYBODY, NONE, Phase, Place
from ..supply import total
from ..track import effect_of
from .moves import open_fields
from .names import card_message, cards_at, field_names, landscape_message, scoring_message
from .view import acting_seat, herds_of


def story(before: Record, seat: int, move: int, after: Record) -> list[Event]:
    """Tell the move, then what it set off."""
    return [
        *tell_move(before, seat, move, after),
        *tell_bonuses(before, seat, after),
        *tell_refills(before, move, after),
        *tell_turn(before, after),
        *tell_end(after),
    ]


def tell_move(before: Record, seat: int, move: int, after: Record) -> list[Event]:
    """Tell the move itself."""
    if move >= KEEP:
        return tell_keeping(before, seat, move - KEEP)
    if move >= LAY:
        return [tell_laying(before, seat, move - LAY)]
    return [tell_plain_move(before, seat, move, after)]


def tell_plain_move(before: Record, seat: int, move: int, after: Record) -> Event:
    """Tell a move that everybody sees and that has no other parts."""
    who, names = Seat(seat), field_names(before, seat)
    if move == TILE_ACTION:
        return Event("story.tile_action", who=who)
    if move == CARD_ACTION:
        return Event("story.card_action", who=who)
    if move < HOME:
        return Event("story.play", who=who, card=card_message(before, move - PLAY))
    if move < TAKE_TILE:
        herd = next(herd for herd in herds_of(before, seat) if move - HOME in herd)
        at = ", ".join(names[field] for field in herd)
        return Event("story.herd_home", who=who, count=len(herd), at=at)
    if move < EXCHANGE_TILES:
        tile = landscape_message(move - TAKE_TILE + 1)
        return Event("story.take_tile", who=who, tile=tile)
    if move == EXCHANGE_TILES:
        tiles = [landscape_message(int(tile)) for tile in after.tile_display if tile]
        return Event("story.exchange_tiles", who=who, tiles=listed(tiles))
    if move < NO_TREE:
        tile = landscape_message(int(before.taken))
        return Event("story.place", who=who, tile=tile, at=names[move - PLACE])
    if move == NO_TREE:
        return Event("story.no_tree", who=who)
    if move < TAKE_CARD:
        corner = (before.placed + int(SQUARES[move - PLANT])) % FIELDS
        return Event("story.tree", who=who, at=names[corner], points=TREE_POINTS)
    if move < EXCHANGE_CARDS:
        return Event("story.take_card", who=who, card=card_message(before, move - TAKE_CARD))
    return Event("story.exchange_cards", who=who, cards=named_cards(after, after.card_display))


def named_cards(s: Record, cards: Iterable[int]) -> Message | Seat:
    """List cards by what they show."""
    return listed([card_message(s, int(card)) for card in cards if card != NONE])


def tell_laying(before: Record, seat: int, laying: int) -> Event:
    """Tell where the cows of a card go."""
    names = field_names(before, seat)
    fields = open_fields(before, *divmod(laying, FIELDS))
    return Event(
        "story.lay",
        who=Seat(seat),
        count=len(fields),
        at=", ".join(names[field] for field in fields),
        points=int(before.card_points[before.playing]),
    )


def tell_keeping(before: Record, seat: int, tile: int) -> list[Event]:
    """Tell everybody that a seat has chosen, and only that seat what."""
    own = Event("story.keep", seen_by=[seat], tile=scoring_message(before, tile))
    return [Event("story.chosen", who=Seat(seat)), own]


def tell_bonuses(before: Record, seat: int, after: Record) -> list[Event]:
    """Tell which bonus places a marker reached, and what became of those whose turn it was."""
    start, end = int(before.points[seat]), int(after.points[seat])
    track = before.place_at[: before.places].tolist()
    reached = [place for place, at in enumerate(track) if start < at <= end]
    events = [
        Event(
            "story.bonus_reached",
            who=Seat(seat),
            at=int(after.place_at[place]),
            bonus=Message(f"effect.{EFFECT_NAMES[effect_of(after, place)]}"),
        )
        for place in reached
    ]
    waiting = [*before.waiting_bonus[: before.waiting_bonuses].tolist(), *reversed(reached)]
    done = waiting[after.waiting_bonuses :]
    for place in reversed(done):
        last = place == done[0]
        events.append(tell_bonus(seat, int(effect_of(after, place)), asks_now(after, seat, last)))
    return events


def asks_now(after: Record, seat: int, last: bool) -> bool:
    """Tell whether the bonus carried out last asks its owner for a decision."""
    asking = (Phase.EXTRA_ACTION, Phase.BONUS_CARD, Phase.BONUS_TILE)
    return last and after.phase in asking and bool(after.waiting >> seat & 1)


def tell_bonus(seat: int, effect: int, asks: bool) -> Event:
    """Tell what a bonus does, or that it is lost."""
    if effect in (Effect.COW, Effect.ALL_COWS_HOME) or asks:
        return Event(f"story.bonus.{EFFECT_NAMES[effect]}", who=Seat(seat))
    bonus = Message(f"effect.{EFFECT_NAMES[effect]}")
    return Event("story.bonus_lost", who=Seat(seat), bonus=bonus)


def tell_refills(before: Record, move: int, after: Record) -> list[Event]:
    """Tell what came into the displays, and which piles were shuffled for it."""
    events = []
    if tiles_were_restacked(before, move, after):
        events.append(Event("story.tiles_reshuffled"))
    if cards_were_reshuffled(before, after):
        events.append(Event("story.cards_reshuffled"))
    if move not in (EXCHANGE_TILES, EXCHANGE_CARDS):
        events += tell_filled_gaps(before, move, after)
    return events


def tiles_were_restacked(before: Record, move: int, after: Record) -> bool:
    """Tell whether the tiles set aside have become the stack."""
    added = sum(tile > 0 for tile in before.tile_display) if move == EXCHANGE_TILES else 0
    return bool(total(after.aside) < total(before.aside) + added)


def cards_were_reshuffled(before: Record, after: Record) -> bool:
    """Tell whether cards that lay open have become the draw pile."""
    lay, lie, seen = before.card_place.tobytes(), after.card_place.tobytes(), after.card_seen
    if lie == lay:  # as after most moves
        return False
    pile = cards_at(after, Place.PILE)
    return any(seen[card] == EVERYBODY and lay[card] != Place.PILE for card in pile)


def tell_filled_gaps(before: Record, move: int, after: Record) -> list[Event]:
    """Tell what was turned up to fill the displays."""
    events = []
    tiles = [
        landscape_message(new)
        for old, new in zip(before.tile_display.tolist(), after.tile_display.tolist(), strict=True)
        if not old and new
    ]
    if tiles:
        events.append(Event("story.tiles_refilled", tiles=listed(tiles)))
    taken = move - TAKE_CARD if TAKE_CARD <= move < EXCHANGE_CARDS else NONE
    cards = [
        new
        for old, new in zip(before.card_display.tolist(), after.card_display.tolist(), strict=True)
        if old in (NONE, taken) and new not in (NONE, taken)
    ]
    if cards:
        events.append(Event("story.cards_refilled", cards=named_cards(after, cards)))
    return events


def tell_turn(before: Record, after: Record) -> list[Event]:
    """Tell of the last round, the final choice, and whose turn it is."""
    events = []
    if after.last_round > before.last_round:
        leader = max(range(after.seats), key=lambda player: int(after.points[player]))
        points = int(after.points[leader])
        events.append(Event("story.last_round", who=Seat(leader), points=points))
    if after.phase == Phase.SCORING and before.phase != Phase.SCORING:
        events.append(Event(f"ending.{ENDINGS[after.finale]}"))
        events.append(Event("story.choose_scoring"))
    elif turn_begins(before, after):
        chosen = before.phase == Phase.START_CARD and after.phase == Phase.ACTION
        who = Seat(acting_seat(after))
        events.append(Event("story.first_turn" if chosen else "story.turn", who=who))
    return events


def turn_begins(before: Record, after: Record) -> bool:
    """Tell whether a seat begins its turn, or is the next to choose a start card."""
    if after.phase not in (Phase.ACTION, Phase.START_CARD):
        return False
    return bool(after.waiting != before.waiting or before.phase == Phase.START_CARD)


def tell_end(after: Record) -> list[Event]:
    """Tell which scoring tiles were kept and how the game ended."""
    if not after.over:
        return []
    events = []
    for seat in range(after.seats):
        for tile in range(after.scoring_tiles):
            if after.scoring_place[tile] == Place.KEPT + seat:
                kept = scoring_message(after, tile)
                points = int(after.award[seat])
                events.append(Event("story.reveal", who=Seat(seat), tile=kept, points=points))
    totals = [
        Message("story.total", who=Seat(seat), points=points)
        for seat, points in enumerate(per_seat(score, after))
    ]
    return [*events, Event("story.result", totals=listed(totals))]
