"""One thought of the search: imagine a game, walk down the tree, play on, and remember the result.

A decision begins with what the seat knows, every iteration with a world imagined from that, so the
tree holds what holds for all that the seat can imagine. Which moves are legal differs from one
imagined game to the next; a move is judged by how often it was chosen among the times it was on
offer.
"""

import math
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from allmende.core.chance import WORD
from allmende.core.game import Game, Rules
from allmende.core.insight import Policy, choose_by_weight
from allmende.core.quick import SEED_WORDS, pick, quick_state, seed_quick
from allmende.core.record import KEY_WORDS, MOST_SEATS, Record
from allmende.core.rule import rule
from allmende.core.secrets import move_openly
from allmende.core.turns import first_waiting, may_act

from .tree import DIFFERENT, NOT_NOTED, Tree, add_node, has_room, is_taken, learn, place_of

MOST_DEPTH = 256
ANY_MOVE = -1
COST_OF_A_GAME = 20  # to begin and to end an imagined game, in decisions of one: about that
POINTS_SHARE = 0.1  # of the reward of a finished game; the rest is for the places
TABLE = 3  # records that a search works on:
KNOWN, IMAGINED, NOTED = range(TABLE)
LANE_BITS = 31
LANE = (1 << LANE_BITS) - 1
KNOWN_ROOTS = 1024
ROOTS = np.array([0.0, *(math.sqrt(math.log(offers)) for offers in range(1, KNOWN_ROOTS))])
STIR_ONE, STIR_TWO = 0x2C1B3C6D, 0x297A2D39


class Memory(NamedTuple):
    """What one search works with; one per thread."""

    chance: np.ndarray
    quick: np.ndarray
    moves: np.ndarray
    places_of_moves: np.ndarray
    path: np.ndarray
    path_seats: np.ndarray
    at: np.ndarray
    places: np.ndarray
    points: np.ndarray
    reward: np.ndarray
    wins: np.ndarray
    won: np.ndarray
    """The wins of all seats, in all imagined games of a thought together."""
    spent: np.ndarray
    """What a thought has cost so far, in decisions of imagined games."""
    weights: np.ndarray
    horizon: int
    lead: float
    curiosity: float


def memory_for(game: Game) -> Memory:
    """Return the memory for searches in a game, with what its insight says."""
    return Memory(
        chance=np.zeros(KEY_WORDS + SEED_WORDS, np.uint32),
        quick=quick_state(),
        moves=np.zeros(game.moves, np.int64),
        places_of_moves=np.zeros(game.moves, np.int64),
        path=np.zeros(MOST_DEPTH, np.int64),
        path_seats=np.zeros(MOST_DEPTH, np.int64),
        at=np.zeros(MOST_SEATS, np.int64),
        places=np.zeros(MOST_SEATS, np.int64),
        points=np.zeros(MOST_SEATS, np.int64),
        reward=np.zeros(MOST_SEATS, np.float64),
        wins=np.zeros(MOST_SEATS, np.float64),
        won=np.zeros(MOST_SEATS, np.float64),
        spent=np.zeros(1, np.int64),
        weights=game.insight.weights_of(game.moves),
        horizon=game.insight.horizon,
        lead=float(game.insight.lead),
        curiosity=float(game.insight.curiosity),
    )


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


@rule(exact=False)
def reward_places(memory: Memory, seats: int) -> None:
    """Reward a place by the part of the others it beats; a tie is half a win over each other."""
    winners = 0
    for seat in range(seats):
        winners += memory.places[seat] == 1
    for seat in range(seats):
        beaten = 0.0
        for other in range(seats):
            if other != seat:
                beaten += memory.places[seat] < memory.places[other]
                beaten += 0.5 * (memory.places[seat] == memory.places[other])
        memory.reward[seat] = beaten / max(1, seats - 1)
        memory.wins[seat] = (memory.places[seat] == 1) / winners


@rule(exact=False)
def chance_by_points(memory: Memory, seats: int, seat: int, lead: float) -> float:
    """Guess from the points how likely a seat is ahead of another one in the end."""
    ahead = 0.0
    for other in range(seats):
        if other != seat:
            ahead += math.tanh((memory.points[seat] - memory.points[other]) / lead)
    return 0.5 + 0.5 * ahead / max(1, seats - 1)


@rule
def knowledge_of(words: np.ndarray) -> int:
    """Put what stands in a concealed record into one number that is not 0, from two lanes."""
    one, two = 1, 2
    for i in range(len(words)):
        word = int(words[i])
        one = ((one ^ word) * STIR_ONE) & LANE
        two = ((two + word) & LANE) * STIR_TWO & LANE
        one ^= one >> 13
        two ^= two >> 11
    return (one << LANE_BITS | two) + 1


@rule
def stir_chance(key: np.ndarray, index: int, words: np.ndarray) -> None:
    """Fill words with the chance of one imagined game. Nobody has to be kept from foreseeing it, so
    it is stirred far less than the key of a real game."""
    for i in range(len(words)):
        word = (int(key[i % KEY_WORDS]) + (index * len(words) + i + 1) * STIR_TWO) & WORD
        word = ((word ^ (word >> 16)) * STIR_ONE) & WORD
        word = ((word ^ (word >> 15)) * STIR_TWO) & WORD
        words[i] = word ^ (word >> 16)


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


def moves_in_secret(rules: Rules) -> bool:
    """Tell whether some moves of a game look to others like another one."""
    return rules.disguise is not move_openly


@cache
def chooser(policy: Policy | None) -> Callable[..., int]:
    """Make what chooses moves in imagined games: a policy, or weights."""
    if policy is None:
        return choose_by_weight

    @rule
    def choose_by_policy(
        s: Record,
        seat: int,
        moves: np.ndarray,
        found: int,
        quick: np.ndarray,
        weights: np.ndarray,
    ) -> int:
        return policy(s, seat, moves, found, quick)

    return choose_by_policy


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
    legal, play, score, rank = rules.legal, rules.play, rules.score, rules.rank
    conceal, imagine, disguise = rules.conceal, rules.imagine, rules.disguise
    like = chooser(policy)
    secret_moves = moves_in_secret(rules)

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
    def note_knowledge(
        table: np.ndarray, words: np.ndarray, seat: int, tree: Tree, node: int
    ) -> None:
        table[NOTED] = table[IMAGINED]
        conceal(table[NOTED], seat)
        known = knowledge_of(words[NOTED])
        if tree.nodes[node].knowledge == NOT_NOTED:
            tree.nodes[node].knowledge = known
        elif tree.nodes[node].knowledge != known:
            tree.nodes[node].knowledge = DIFFERENT

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

    @rule
    def play_on(s: Record, memory: Memory) -> None:
        moves, quick, weights, horizon = memory.moves, memory.quick, memory.weights, memory.horizon
        steps = 0
        while s.over == 0 and steps < horizon:
            acting = first_waiting(s)
            found = legal(s, acting, moves)
            play(s, acting, like(s, acting, moves, found, quick, weights))
            steps += 1
        memory.spent[0] += steps

    @rule(exact=False)
    def settle(s: Record, memory: Memory) -> None:
        rank(s, memory.places)
        score(s, memory.points)
        reward_places(memory, s.seats)
        if memory.lead > 0.0:
            places_share = 1.0 - POINTS_SHARE if s.over != 0 else 0.0
            for seat in range(s.seats):
                by_points = chance_by_points(memory, s.seats, seat, memory.lead)
                memory.reward[seat] *= places_share
                memory.reward[seat] += (1.0 - places_share) * by_points
                if s.over == 0:
                    memory.wins[seat] = by_points
        for seat in range(s.seats):
            memory.won[seat] += memory.wins[seat]

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
            teach(tree, memory, depth)
            memory.spent[0] += COST_OF_A_GAME
            done += 1
        return done

    return search
