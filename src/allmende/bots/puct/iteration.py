"""One thought of the search: imagine a game, walk down the tree to a position that nobody has asked
the net about, ask it, and remember its answer.

A decision begins with what the seat knows, every iteration with a world imagined from that. The net
is asked about what the seat that decides would know in that world, never about the world itself.
Which moves are legal differs from one imagined game to the next; where moves turn up that the net
was not asked about, it is asked again.
"""

import math
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from allmende.core.game import Game
from allmende.core.record import MOST_SEATS
from allmende.core.rule import rule
from allmende.core.turns import first_waiting, may_act

from ..nets.judging import Desk, desk_for, judge_of
from ..nets.weights import Weights
from ..search.iteration import ANY_MOVE
from ..search.knowing import moves_in_secret, noter
from ..search.memory import IMAGINED, KNOWN, MOST_DEPTH, NOTED, Memory
from ..search.outlook import count_wins, outlook
from ..search.stirring import stir_chance
from ..search.tree import Tree, is_taken, place_of
from .tree import add_likely_node, has_room_for, learn

CURIOSITY = 0.5
"""How much the net's opinion counts against what was found so far, in parts of a victory."""
OPEN_MIND = 0.25
"""How much of the first tries goes to all moves alike, whatever the net thinks of them: it was
trained to play and is far surer of its move than it should be."""
DOUBT = 0.1
"""How much worse than the others a move is taken for that was never tried."""


class Guide(NamedTuple):
    """The net that leads a search."""

    weights: Weights
    desk: Desk
    expected: np.ndarray
    """What the net has last said that each seat will get."""
    curiosity: float


def guide_for(game: Game, weights: Weights, curiosity: float) -> Guide:
    """Return what leads searches in a game."""
    expected = np.zeros(MOST_SEATS, np.float64)
    return Guide(weights, desk_for(game, weights), expected, curiosity)


@rule(exact=False)
def teach(tree: Tree, memory: Memory, depth: int) -> None:
    """Give every move on the path the result of the seat that made it."""
    for i in range(depth):
        seat = memory.path_seats[i]
        learn(tree, memory.path[i], memory.reward[seat], memory.wins[seat], memory.points[seat])


@rule(exact=False)
def note_expected(guide: Guide, seats: int, seat: int) -> None:
    """Note what the net expects for each seat, from the one that decides on."""
    for turn in range(seats):
        guide.expected[(seat + turn) % seats] = 0.5 + 0.5 * guide.desk.values[turn]


@rule(exact=False)
def take_word_of_net(memory: Memory, guide: Guide, seats: int) -> None:
    """Take what the net expects for what each seat gets."""
    for seat in range(seats):
        memory.reward[seat] = memory.wins[seat] = guide.expected[seat]


@rule(exact=False)
def look_up(tree: Tree, memory: Memory, above: int, seat: int, found: int) -> int:
    """Find the nodes of all legal moves and return how many there are not."""
    missing = 0
    for i in range(found):
        place = place_of(tree, above, seat, memory.moves[i])
        memory.places_of_moves[i] = place
        missing += not is_taken(tree, place)
    return missing


@rule(exact=False)
def put_down(tree: Tree, memory: Memory, desk: Desk, above: int, seat: int, found: int) -> None:
    """Make nodes of the moves that have none, as likely as the net has just said."""
    hope = 0.5 + 0.5 * desk.values[0]
    for i in range(found):
        place = place_of(tree, above, seat, memory.moves[i])
        if not is_taken(tree, place):
            likely = (1.0 - OPEN_MIND) * desk.likely[i] + OPEN_MIND / found
            add_likely_node(tree, place, above, seat, memory.moves[i], likely, hope)
        memory.places_of_moves[i] = place


@rule(exact=False)
def most_promising(tree: Tree, memory: Memory, curiosity: float, found: int) -> int:
    """Return the index of the move that deserves the next try: for what it brought so far, or for
    what the net thinks of it."""
    visits, likely, tried, rewards = 0, 0.0, 0.0, 0.0
    for i in range(found):
        node = tree.nodes[memory.places_of_moves[i]]
        visits += node.visits
        likely += node.likely
        rewards += node.visits * node.reward
        if node.visits > 0:
            tried += node.likely
    first = tree.nodes[memory.places_of_moves[0]]
    usual = (rewards + first.hope) / (visits + 1)
    untried = usual - DOUBT * math.sqrt(tried / max(likely, 1e-9))
    unrest = curiosity * math.sqrt(visits + 1.0) / max(likely, 1e-9)
    best, most = 0, -1e9
    for i in range(found):
        node = tree.nodes[memory.places_of_moves[i]]
        brought = node.reward if node.visits > 0 else untried
        hope = brought + unrest * node.likely / (1 + node.visits)
        if hope > most:
            best, most = i, hope
    return best


@rule(exact=False)
def follow(tree: Tree, memory: Memory, view: int, seat: int, move: int) -> None:
    """Follow a move of another seat in the tree of one view; make the node where there is none and
    room for it."""
    place = place_of(tree, memory.at[view], seat, move)
    if not is_taken(tree, place) and has_room_for(tree, 1):
        add_likely_node(tree, place, memory.at[view], seat, move, 0.0, 0.5)
    if is_taken(tree, place):
        memory.at[view] = place


@cache
def searcher(game: Game) -> Callable[..., Any]:
    """Compile the search for a game: it adds iterations from `first` on to a tree, `count` of them
    or as many as cost no more than `most`, and returns how many.

    The table holds what the seat knows, a record to imagine games on, and one for what would be
    known in them; `words` is the same memory as numbers. `roots` are the nodes of this decision,
    one for each tree.
    """
    rules, judge = game.rules, judge_of(game)
    legal, play, conceal = rules.legal, rules.play, rules.conceal
    imagine, disguise = rules.imagine, rules.disguise
    secret_moves, note_knowledge = moves_in_secret(rules), noter(rules)
    settle = outlook(rules, game.insight.policy_in(game.moves)).settle

    @rule(exact=False)
    def ask(table: np.ndarray, acting: int, found: int, memory: Memory, guide: Guide) -> None:
        table[NOTED] = table[IMAGINED]
        conceal(table[NOTED], acting)
        judge(table[NOTED], acting, memory.moves, found, guide.weights, guide.desk)
        note_expected(guide, int(table[IMAGINED].seats), acting)
        memory.spent[0] += 1

    @rule(exact=False)
    def walk_down(
        table: np.ndarray,
        words: np.ndarray,
        seat: int,
        only: int,
        roots: np.ndarray,
        memory: Memory,
        tree: Tree,
        guide: Guide,
    ) -> int:
        s = table[IMAGINED]
        for view in range(len(roots)):
            memory.at[view] = roots[view]
        depth, own_turn = 0, True
        while s.over == 0 and depth < MOST_DEPTH:
            acting = seat if depth == 0 else first_waiting(s)
            own_turn = own_turn and acting == seat
            found = legal(s, acting, memory.moves)
            if depth == 0 and only != ANY_MOVE:
                memory.moves[0], found = only, 1
            if found == 1 and depth > 0:
                play(s, acting, memory.moves[0])
                continue
            mine = acting if secret_moves else 0
            missing = look_up(tree, memory, memory.at[mine], acting, found)
            if missing > 0:
                ask(table, acting, found, memory, guide)
                fits = has_room_for(tree, missing)
                if fits:
                    put_down(tree, memory, guide.desk, memory.at[mine], acting, found)
                if not fits or (depth > 0 and missing == found):
                    return depth
            chosen = most_promising(tree, memory, guide.curiosity, found)
            move = memory.moves[chosen]
            memory.at[mine] = memory.places_of_moves[chosen]
            for view in range(len(roots)):
                if view != mine:
                    follow(tree, memory, view, acting, disguise(s, acting, move))
            memory.path[depth] = memory.at[mine]
            memory.path_seats[depth] = acting
            depth += 1
            play(s, acting, move)
            if own_turn and s.over == 0 and may_act(s, seat):
                note_knowledge(table, words, seat, tree, memory.at[mine])
        if s.over == 0:  # deeper than the path is long
            acting = first_waiting(s)
            ask(table, acting, legal(s, acting, memory.moves), memory, guide)
        return depth

    @rule(exact=False)
    def conclude(table: np.ndarray, memory: Memory, guide: Guide) -> None:
        s = table[IMAGINED]
        settle(s, memory)
        if s.over == 0:
            take_word_of_net(memory, guide, s.seats)
        count_wins(memory, s.seats)

    @rule(exact=False, long=True)
    def search(
        table: np.ndarray,
        words: np.ndarray,
        seat: int,
        key: np.ndarray,
        first: int,
        count: int,
        most: int,
        only: int,
        roots: np.ndarray,
        memory: Memory,
        tree: Tree,
        guide: Guide,
    ) -> int:
        done = 0
        while done < count and memory.spent[0] < most:
            stir_chance(key, first + done, memory.chance)
            table[IMAGINED] = table[KNOWN]
            imagine(table[IMAGINED], memory.chance)
            depth = walk_down(table, words, seat, only, roots, memory, tree, guide)
            conclude(table, memory, guide)
            teach(tree, memory, depth)
            memory.spent[0] += 1
            done += 1
        return done

    return search
