"""What people may see of a game, and where points come from."""

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import groupby

from allmende.core.game import per_seat, watcher_of
from allmende.core.language import Message
from allmende.core.record import Record

from ..cards import TABLE
from ..cave import CAVE
from ..components import (
    COST,
    EFFECT,
    FIRST_HALF,
    HALF_COST,
    HALF_FACE,
    HALF_SPECIES,
    HALVES_OF_CARD,
    POINTS,
    SAPLING,
    WINTERS,
)
from ..deck import CLEARING, GONE
from ..effects import cards_to_gain
from ..forest import FOREST, SAPLING_SIDE, TREE_SIDE
from ..hand import FRESH, HAND, KNOWN
from ..kinds import SIDES, Effect, Pay, PointColumn
from ..mushrooms import reacting
from ..queue import AMOUNT, KIND, OF, TURNS, asked
from ..rules import MULLIGANED
from ..scoring import rank, score
from ..state import FREE, MATCHED, NONE, STEP_BITS, THROUGH_MOLE, Phase, Step
from ..survey import InForest, cards_in_survey, survey
from ..worth import Gain, gains, worth_of_cards
from . import shapes
from .names import (
    FACE_IDS,
    FACE_OF_CARD,
    card_name,
    cards_by_zone,
    cards_in,
    half_name,
    side_name,
    species_if_any,
    species_message,
    species_name,
    symbol_name,
    tree_name,
)

FIRST_HALVES: list[int] = FIRST_HALF.tolist()
FACE_NUMBERS = {name: face for face, name in enumerate(FACE_IDS)}
POINT_KINDS: list[int] = POINTS[:, PointColumn.KIND].tolist()
FORESTS_KEPT = 1024
"""So many forests are remembered as they are shown: few moves change one."""
TREES_KEPT = 8192
"""So many trees are remembered: what changes a forest leaves most of its trees as they are."""
SPECIES_OF_HALF: list[int] = HALF_SPECIES[:SAPLING].tolist()
KIND_OF_HALF = [POINT_KINDS[species] for species in SPECIES_OF_HALF]
PAID_TOGETHER = {
    TABLE.species[at]: "sets" if kind == Pay.SETS else TABLE.species[at]
    for at, kind in enumerate(POINT_KINDS)
    if kind in (Pay.ONCE, Pay.SETS)
}
GROUP_OF_HALF = [PAID_TOGETHER.get(TABLE.species[it]) for it in SPECIES_OF_HALF] + [None]
"""What the halves are paid for together; nothing of a sapling."""
MAKES_POINTS = [
    POINT_KINDS[it] not in (Pay.NOTHING, Pay.ONCE, Pay.SETS) for it in SPECIES_OF_HALF
] + [False]
"""Whether the halves make points of their own; a sapling makes none."""


QUESTIONS: dict[int, shapes.QuestionKind] = {
    Effect.REACT: "react",
    Effect.GAIN: "gain",
    Effect.PLACE: "place",
    Effect.CLEARING_TO_CAVE: "clearing_to_cave",
    Effect.HAND_TO_CAVE: "hand_to_cave",
    Effect.PLAY_CARDS: "play_cards",
}


def view(s: Record, seat: int | None) -> shapes.Shown:
    """Show the table, with the secrets of the seat that looks and of nobody else."""
    watcher = watcher_of(seat)
    cards, marks = cards_by_zone(s), s.mark.tolist()
    players = [
        show_player(s, player, watcher, cards, marks, show_forest(facts))
        for player, facts in enumerate(survey(s, watcher))
    ]
    return {
        "first": int(s.first),
        "extra_turns": int(s.extra_turns),
        "deck": int(s.deck),
        "winters": int(s.winters),
        "box": int(s.pool) - max(int(s.deck) - WINTERS + int(s.winters), 0),
        "clearing": [show_card(card) for card in cards[CLEARING]],
        "gone": [card_name(card) for card in cards[GONE]],
        "playing": show_playing(s),
        "queue": [show_queued(s, at) for at in range(s.queued)],
        "reacted": int(s.reacted),
        "through_mole": int(s.moled),
        "held_back": int(s.held_back),
        "stashed": int(s.stashed),
        "asked": show_question(s) if watcher == s.turn else None,
        "gains": [show_gain(gain) for gain in gains(s, watcher, cards.__getitem__)],
        "players": players,
        "named": show_named(players),
        "scores": per_seat(score, s),
        "places": per_seat(rank, s),
    }


def turn_of(s: Record) -> int:
    """Return whose turn it is."""
    return int(s.turn)


@cache
def show_card(card: int) -> shapes.Card:
    """Show a card with all that is printed on it."""
    face = FACE_OF_CARD[card]
    return {"card": FACE_IDS[face], "halves": show_halves(face)}


@cache
def show_halves(face: int) -> list[shapes.Half]:
    """Show what is printed on the halves of a face."""
    return [
        {
            "side": shapes.SIDES[half.side],
            "species": TABLE.species[half.species],
            "symbol": TABLE.symbols[half.symbol],
            "cost": int(COST[half.species]),
        }
        for half in TABLE.faces[face]
    ]


def show_named(players: list[shapes.Player]) -> dict[str, list[shapes.Half]]:
    """Show what is printed on the split cards that the watcher knows by name: those in a hand or
    under a cave, and the own saplings."""
    names = {
        name
        for player in players
        for name in (
            *player["known"],
            *player["cave_seen"],
            *(player["cave"] or []),
            *(tree["card"] for tree in player["forest"] if tree["sapling"] and tree["card"]),
        )
    }
    return {name: show_halves(FACE_NUMBERS[name]) for name in sorted(names)}


def show_gain(gain: Gain) -> shapes.Gain:
    """Show what a half in hand would score, and where."""
    return {
        "card": FACE_IDS[HALF_FACE[gain.half]],
        "half": side_name(gain.half),
        "tree": None if gain.tree is None else tree_name(gain.tree),
        "points": int(gain.points),
    }


def show_playing(s: Record) -> shapes.Playing | None:
    """Show the card that is being played."""
    if s.playing == NONE:
        return None
    half = int(s.playing)
    has_paid = s.phase == Phase.PAY and s.owed < HALF_COST[half]
    return {
        "name": half_name(half),
        "species": species_name(half),
        "side": side_name(half),
        "symbol": symbol_name(half),
        "at": None if s.target == NONE else tree_name(int(s.target)),
        "owed": int(s.owed),
        "last_paid": FACE_IDS[s.last_paid] if has_paid else None,
        "matched": bool(s.matched),
    }


def show_queued(s: Record, at: int) -> shapes.Queued:
    """Show a card that is to be worked off, and how far it is."""
    half, state = int(s.queue[at]), int(s.queue_state[at])
    step = state & STEP_BITS
    return {
        "name": None if half == SAPLING else half_name(half),
        "species": species_if_any(half),
        "step": shapes.STEPS[step] if step < Step.DONE else None,
        "matched": bool(state & MATCHED),
        "free": bool(state & FREE),
        "through_mole": bool(state & THROUGH_MOLE),
    }


def show_question(s: Record) -> shapes.Question | None:
    """Show what the one whose turn it is is being asked."""
    if s.over or s.phase != Phase.CHOICE:
        return None
    half, seat, step = int(s.queue[0]), int(s.turn), int(s.queue_state[0]) & STEP_BITS
    kind = int(Effect.REACT if step == Step.REACT else asked(s, KIND))
    question: shapes.Question = {
        "step": shapes.STEPS[step],
        "species": species_if_any(half),
        "kind": QUESTIONS[kind],
    }
    if kind == Effect.REACT:
        mushroom = int(reacting(s, seat, half, int(s.reacted)))
        question["by"] = species_name(mushroom)
        question["cards"] = int(EFFECT[HALF_SPECIES[mushroom], AMOUNT])
    elif kind == Effect.GAIN:
        question["cards"] = int(cards_to_gain(s, seat))
        question["turns"] = int(asked(s, TURNS))
    elif kind == Effect.PLACE:
        question["tag"] = TABLE.tags[asked(s, OF)]
    return question


def show_player(
    s: Record,
    player: int,
    watcher: int,
    cards: Mapping[int, list[int]],
    marks: list[int],
    forest: list[shapes.Tree],
) -> shapes.Player:
    """Show what a player has in hand, in the cave and in the forest."""
    own = player == watcher
    hand, cave = cards[HAND + player], cards[CAVE + player]
    return {
        "hand_count": int(s.held[player]),
        "hand": [show_card(card) for card in hand] if own else None,
        "held_back": marked(hand, marks, FRESH) if own else None,
        "known": marked(hand, marks, KNOWN),
        "cave_count": int(s.caved[player]),
        "cave": [card_name(card) for card in cave] if own else None,
        "stashed": marked(cave, marks, FRESH) if own else None,
        "cave_seen": marked(cave, marks, KNOWN),
        "has_exchanged": bool(s.exchanged >> player & 1),
        "exchanged": [card_name(c) for c in cards[MULLIGANED + player]] if own else None,
        "forest": forest,
    }


def marked(cards: list[int], marks: list[int], mark: int) -> list[str]:
    """Name the cards that carry a mark."""
    return [card_name(card) for card in cards if marks[card] & mark]


@lru_cache(FORESTS_KEPT)
def show_forest(facts: bytes) -> list[shapes.Tree]:
    """Show the trees of a forest with what lies at their sides, and what each card is worth."""
    cards = sorted(cards_in_survey(facts), key=by_place)
    with_points = zip(cards, points_together(cards), strict=True)
    trees = groupby(with_points, lambda it: it[0].tree)
    return [show_tree(tuple(of_tree)) for _, of_tree in trees]


def by_place(it: InForest) -> tuple[int, bool, int]:
    """Bring the cards of a forest into an order: tree by tree, the tree itself first."""
    return it.tree, it.side < SIDES, it.side


def points_together(cards: list[InForest]) -> list[int | None]:
    """Say what cards make, and what several are paid together with the one that stands first in the
    forest: which of them the points rule counts as the first, hangs on cards that look alike."""
    points = [points_shown(it.half, it.points) for it in cards]
    first: dict[str, int] = {}
    for at, it in enumerate(cards):
        group = GROUP_OF_HALF[it.half]
        if group is not None and first.setdefault(group, at) != at:
            points[first[group]] = points[first[group]] or points[at]
            points[at] = None
    return points


@lru_cache(TREES_KEPT)
def show_tree(cards: tuple[tuple[InForest, int | None], ...]) -> shapes.Tree:
    """Show a tree, with the points that are shown, and those who live at its sides."""
    (it, points), *dwellers = cards
    sapling = it.side == SAPLING_SIDE
    tree: shapes.Tree = {
        "id": tree_name(it.tree),
        "species": None if sapling else card_name(it.card),
        "sapling": sapling,
        "card": None if it.card == NONE else card_name(it.card),
        "new": bool(it.new),
        "points": points,
        "top": [],
        "bottom": [],
        "left": [],
        "right": [],
    }
    for dweller, makes in dwellers:
        slot: shapes.Slot = shapes.SLOTS[dweller.side]
        tree[slot].append(show_dweller(dweller, makes))
    return tree


def show_dweller(it: InForest, points: int | None) -> shapes.Dweller:
    """Show a card at a side of a tree."""
    return {
        "card": card_name(it.card),
        "species": species_name(it.half),
        "symbol": symbol_name(it.half),
        "new": bool(it.new),
        "points": points,
    }


def half_at(card: int, side: int) -> int:
    """Return the half of a card that can be seen when it lies at a side, or as a tree."""
    return FIRST_HALVES[FACE_OF_CARD[card]] + side % HALVES_OF_CARD


def points_shown(half: int, points: int) -> int | None:
    """Return what a half in a forest is worth now; none for one that makes no points of its own,
    also where it is paid with another card."""
    return points if points or MAKES_POINTS[half] else None


def by_tree(s: Record, card: int) -> tuple[int, bool, int]:
    """Bring the cards of a forest into an order: tree by tree, the tree itself first."""
    return int(s.tree[card]), int(s.side[card]) < SIDES, int(s.side[card])


def breakdown(s: Record, seat: int) -> list[tuple[Message, int]]:
    """List the points of a seat card by card, then those of the cave. Species that are paid once
    for all cards have one line."""
    lines, worth = [], worth_of_cards(s)
    for card in sorted(cards_in(s, FOREST + seat), key=lambda card: by_tree(s, card)):
        side = int(s.side[card])
        if side == SAPLING_SIDE:
            continue
        half = half_at(card, side)
        points = points_shown(half, worth[card])
        if points is None:
            continue
        kind = KIND_OF_HALF[half]
        tree = tree_name(int(s.tree[card]))
        name = species_message(half)
        if kind == Pay.SETS:
            lines.append((Message("points.sets"), points))
        elif kind == Pay.ONCE:
            lines.append((Message("points.all", species=name), points))
        elif side == TREE_SIDE:
            lines.append((Message("points.tree", species=name, tree=tree), points))
        else:
            lines.append((Message("points.dweller", species=name, tree=tree), points))
    return [*lines, (Message("points.cave"), int(s.caved[seat]))]
