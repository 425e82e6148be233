"""One thought of the search: imagine a game, walk down the tree, play on, and remember the result.

A decision begins with what the seat knows, every iteration with a world imagined from that, so the
tree holds what holds for all that the seat can imagine. Which moves are legal differs from one
imagined game to the next; a move is judged by how often it was chosen among the times it was on
offer.
"""

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from allmende.core.game import Game, Rules
from allmende.core.insight import Policy
from allmende.core.quick import pick, seed_quick
from allmende.core.record import KEY_WORDS, Record
from allmende.core.rule import rule
from allmende.core.turns import first_waiting, may_act

from .knowing import moves_in_secret, noter
from .memory import IMAGINED, KNOWN, MOST_DEPTH, Memory
from .outlook import chooser, count_wins, outlook
from .stirring import stir_chance
from .tree import Tree, add_node, has_room, is_taken, learn, place_of

ANY_MOVE = -1
COST_OF_A_GAME = 20  # to begin and to end an imagined game, in decisions of one: about that
KNOWN_ROOTS = 1024
ROOTS = np.array([0.0, *(math.sqrt(math.log(offers)) for offers in range(1, KNOWN_ROOTS))])


@rule
def index_of(moves: np.ndarray, found: int, move: int) -> int:
    """Return where a move stands in the list."""
    i = 0
    while i < found - 1 and moves[i] != move:
        i += 1
    return i


@rule(exact=False)
def teach(tree: Tree, memory: Memory, depth: int) -> None:
    """Give every move on the path the result of the seat that made it."""
    for i in range(depth):
        seat = memory.path_seats[i]
        learn(
            tree.nodes[memory.path[i]], memory.reward[seat], memory.wins[seat], memory.points[seat]
        )


@rule
def descend(tree: Tree, memory: Memory, view: int, seat: int, move: int, place: int) -> None:
    """Follow a move in the tree of one view to its place; make the node where there is none and
    room for it."""
    if not is_taken(tree, place) and has_room(tree):
        add_node(tree, place, memory.at[view], seat, move)
    if is_taken(tree, place):
        memory.at[view] = place


@rule(exact=False)
def unrest_after(offers: int) -> float:
    """Say how much neglect counts after so many offers; a logarithm is slow, so it is looked
    up."""
    return ROOTS[offers] if offers < KNOWN_ROOTS else math.sqrt(math.log(offers))


@rule(exact=False)
def look_at_moves(tree: Tree, memory: Memory, above: int, seat: int, found: int) -> tuple[int, int]:
    """Offer every move that was tried before. Return how many were not, and the index of the one
    that deserves the next try: for what it brought so far, or for having been neglected."""
    left, best, most, offers, unrest = 0, 0, -1.0, 0, 0.0
    for i in range(found):
        place = place_of(tree, above, seat, memory.moves[i])
        memory.places_of_moves[i] = place
        node = tree.nodes[place]
        if node.offers == 0:
            left += 1
            continue
        node.offers += 1
        if node.offers != offers:  # mostly all have the same
            offers = node.offers
            unrest = memory.curiosity * unrest_after(offers)
        hope = node.reward + unrest * node.doubt
        if hope > most:
            best, most = i, hope
    return left, best


@rule
def untried(tree: Tree, memory: Memory, skip: int) -> int:
    """Return the index of a move without a node, after leaving out `skip` of them."""
    i = 0
    while skip > 0 or is_taken(tree, memory.places_of_moves[i]):
        skip -= not is_taken(tree, memory.places_of_moves[i])
        i += 1
    return i


def searcher(game: Game) -> Callable[..., Any]:
    """Return the search for a game; all insights that weigh moves share it."""
    return search_by(game.rules, game.insight.policy_in(game.moves))


@cache
def search_by(rules: Rules, policy: Policy | None) -> Callable[..., Any]:
    """Compile the search for a game: it adds iterations from `first` on to a tree, `count` of them
    or as many as cost no more than `most`, and returns how many.

    The table holds what the seat knows, a record to imagine games on, and one to note what would be
    known in them; `words` is the same memory as numbers. `roots` are the nodes of this decision,
    one for each tree.
    """
    legal, play, imagine, disguise = rules.legal, rules.play, rules.imagine, rules.disguise
    like, secret_moves, note_knowledge = chooser(policy), moves_in_secret(rules), noter(rules)
    play_on, settle = outlook(rules, policy)

    @rule
    def choose(s: Record, acting: int, found: int, above: int, memory: Memory, tree: Tree) -> int:
        left, best = look_at_moves(tree, memory, above, acting, found)
        if left == 0:
            return best
        move = like(s, acting, memory.moves, found, memory.quick, memory.weights)
        liked = index_of(memory.moves, found, move)
        if not is_taken(tree, memory.places_of_moves[liked]):
            return liked
        return untried(tree, memory, pick(memory.quick, left))

    @rule
    def walk_down(
        table: np.ndarray,
        words: np.ndarray,
        seat: int,
        only: int,
        roots: np.ndarray,
        memory: Memory,
        tree: Tree,
    ) -> int:
        s = table[IMAGINED]
        for view in range(len(roots)):
            memory.at[view] = roots[view]
        depth, forced, own_turn, fresh = 0, 0, True, False
        while s.over == 0 and not fresh and depth < MOST_DEPTH:
            acting = seat if depth == 0 else first_waiting(s)
            own_turn = own_turn and acting == seat
            found = legal(s, acting, memory.moves)
            if depth == 0 and only != ANY_MOVE:
                memory.moves[0], found = only, 1
            if found == 1 and depth > 0:
                play(s, acting, memory.moves[0])
                forced += 1
                continue
            mine = acting if secret_moves else 0
            chosen = choose(s, acting, found, memory.at[mine], memory, tree)
            move = memory.moves[chosen]
            fresh = not is_taken(tree, memory.places_of_moves[chosen])
            if fresh and not has_room(tree):
                play(s, acting, move)
                break
            descend(tree, memory, mine, acting, move, memory.places_of_moves[chosen])
            for view in range(len(roots)):
                if view != mine:
                    seen = disguise(s, acting, move)
                    place = place_of(tree, memory.at[view], acting, seen)
                    descend(tree, memory, view, acting, seen, place)
            memory.path[depth] = memory.at[mine]
            memory.path_seats[depth] = acting
            depth += 1
            play(s, acting, move)
            if own_turn and s.over == 0 and may_act(s, seat):
                note_knowledge(table, words, seat, tree, memory.at[mine])
        memory.spent[0] += depth + forced
        return depth

    @rule(long=True)
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
    ) -> int:
        done = 0
        while done < count and memory.spent[0] < most:
            stir_chance(key, first + done, memory.chance)
            table[IMAGINED] = table[KNOWN]
            imagine(table[IMAGINED], memory.chance)
            seed_quick(memory.quick, memory.chance, KEY_WORDS)
            depth = walk_down(table, words, seat, only, roots, memory, tree)
            play_on(table[IMAGINED], memory)
            settle(table[IMAGINED], memory)
            count_wins(memory, table[IMAGINED].seats)
            teach(tree, memory, depth)
            memory.spent[0] += COST_OF_A_GAME
            done += 1
        return done

    return search
