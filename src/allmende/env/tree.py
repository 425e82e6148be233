"""A game as a tree: at each node a seat decides, or chance draws, or the game is over.

Draws are nodes of their own, found without a line in any game (`core/script.py`); a draw with one
outcome is none. Where several seats choose at once they decide one after the other, the lowest
number first, and none sees what the others chose. Nodes never change, so a copy is the node itself.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np

from allmende.core.game import Game
from allmende.core.record import Record
from allmende.core.registry import game_named
from allmende.core.script import Script, Unfolding, unfold_deal, unfold_move

NOBODY = -1
"""In the place of a seat: chance draws, or the game is over."""


class Made(NamedTuple):
    """A decision: who made it, and which move it was."""

    seat: int
    move: int


@dataclass(frozen=True, eq=False)
class Tree:
    """All ways in which a game can go, with a number of seats and options."""

    game: Game
    blank: Record
    """What is dealt from: seats, options and data."""

    @cached_property
    def root(self) -> "Node":
        """The node before the deal."""
        return settled(self, None, None, unfold_deal(self.game, self.blank))

    def __reduce__(self) -> tuple[Any, ...]:
        return named_tree, (self.game.name, self.blank.tobytes())


@dataclass(frozen=True, eq=False)
class Node:
    """A place in a tree."""

    tree: Tree
    asked: "Node | None"
    """The last node at which a seat decided; None before the first decision."""
    made: Made | None
    """What was decided there."""
    record: Record
    """How the game stands; while chance draws, how it stood when the decision was made."""
    script: Script = ()
    """What was drawn for the decision."""
    drawing: Unfolding | None = None
    """The decision, while chance is still needed for it."""
    memories: dict[int, bytes] = field(default_factory=dict)
    """What seats remember, as far as somebody asked."""
    is_imagined: bool = False
    """Whether a seat imagined this node, so that no way leads to it from the deal."""

    @property
    def seat(self) -> int:
        """The seat that decides here, or NOBODY."""
        waiting = 0 if self.drawing else int(self.record.waiting)
        return (waiting & -waiting).bit_length() - 1

    @property
    def ways(self) -> int:
        """How many outcomes the draw has that is open here; 0 if none is."""
        return self.drawing.ways if self.drawing else 0

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self.record.over)

    @property
    def is_dealt(self) -> bool:
        """Whether there is anything yet that somebody could know."""
        return self.drawing is None or self.made is not None

    def legal(self) -> list[int]:
        """List what can follow: the moves of the seat that decides, or the outcomes of the draw."""
        if self.drawing:
            return list(range(self.ways))
        return [] if self.is_over else self.tree.game.legal_moves(self.record, self.seat)

    def child(self, action: int) -> "Node":
        """Return the node that a move, or an outcome of a draw, leads to."""
        if self.drawing:
            return settled(self.tree, self.asked, self.made, self.drawing.drawing(action))
        made = Made(self.seat, action)
        return settled(self.tree, self, made, unfold_move(self.tree.game, self.record, *made))

    def rewards(self) -> list[float]:
        """Return what each place is worth: the seats behind less those in front, over all others;
        nothing before the end."""
        seats = int(self.record.seats)
        if not self.is_over:
            return [0.0] * seats
        places = np.array(self.tree.game.places(self.record))
        balance = np.sign(places[None, :] - places[:, None]).sum(axis=1)
        rewards: list[float] = (balance / max(1, seats - 1)).tolist()
        return rewards

    def leads(self) -> list[float]:
        """Return how many points each seat has above what all have on average; nothing before the
        end."""
        points = np.array(self.tree.game.scores(self.record), float) * self.is_over
        leads: list[float] = (points - points.mean()).tolist()
        return leads

    def shown_to(self, seat: int) -> int:
        """Return the last decision as a seat was told of it."""
        if self.asked is None or self.made is None:
            return NOBODY
        if self.made.seat == seat:
            return self.made.move
        return int(self.tree.game.rules.disguise(self.asked.record, *self.made))

    def remembers(self, seat: int) -> bytes:
        """Return a digest of all that a seat has decided, been told and known so far: the same at
        two nodes if and only if it cannot tell them apart."""
        for node in reversed(list(self.unremembered(seat))):
            node.memories[seat] = node.memory_after(seat)
        return self.memories[seat]

    def unremembered(self, seat: int) -> Iterator["Node"]:
        """Go back through the decisions to where the memory of a seat is known."""
        node: Node | None = self
        while node is not None and seat not in node.memories:
            yield node
            node = node.asked

    def memory_after(self, seat: int) -> bytes:
        """Add the last decision to what a seat remembered before it."""
        digest = hashlib.sha256(self.asked.memories[seat] if self.asked else b"")
        if self.made is not None:
            digest.update(np.array([self.made.seat, self.shown_to(seat)], "<i8").tobytes())
        if self.drawing is None:
            digest.update(self.tree.game.concealed(self.record, seat).tobytes())
        return digest.digest()

    def decisions(self) -> list["Node"]:
        """List the nodes that decisions led to, from the deal to here."""
        found, node = [self], self
        while node.asked is not None:
            node = node.asked
            found.append(node)
        return found[::-1]

    def imagined(self, seat: int, key: np.ndarray) -> "Node":
        """Return a node that a seat cannot tell from this one, with all else dealt anew. It has no
        past: the others remember what they know there and nothing more."""
        if self.seat == NOBODY:
            raise ValueError("nobody decides here: there is nothing to imagine from")
        known = self.tree.game.concealed(self.record, seat)
        world = self.tree.game.imagined(known, key)
        memories = {seat: self.remembers(seat)}
        return Node(self.tree, None, None, world, memories=memories, is_imagined=True)

    def __deepcopy__(self, _: dict[int, Any]) -> "Node":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        first, *rest = self.decisions()
        origin = (first.record.tobytes(), first.memories) if first.is_imagined else None
        path = [(node.made.move, node.script) for node in rest if node.made]
        return restored, (self.tree, origin, first.script, path)


def settled(tree: Tree, asked: Node | None, made: Made | None, unfolding: Unfolding) -> Node:
    """Return the node of a decision: where its next real draw is open, or where it leads to."""
    while unfolding.ways == 1:
        unfolding = unfolding.drawing(0)
    if unfolding.ways:
        return Node(tree, asked, made, unfolding.before, unfolding.script, unfolding)
    return Node(tree, asked, made, unfolding.after, unfolding.script)


def restored(
    tree: Tree,
    origin: tuple[bytes, dict[int, bytes]] | None,
    script: Script,
    path: list[tuple[int, Script]],
) -> Node:
    """Return a node that was written down: by its way from the deal, or from an imagined node."""
    if origin is None:
        node = settled(tree, None, None, replace(unfold_deal(tree.game, tree.blank), script=script))
    else:
        world = record_from(tree.game, origin[0])
        node = Node(tree, None, None, world, memories=origin[1], is_imagined=True)
    for move, drawn in path:
        made = Made(node.seat, move)
        unfolding = unfold_move(tree.game, node.record, *made)
        node = settled(tree, node, made, replace(unfolding, script=drawn))
    return node


def tree_of(game: Game, seats: int, options: Mapping[str, str], rules: int | None = None) -> Tree:
    """Return the tree of a game; seats, options and rules are those of `allmende.new`."""
    return tree_from(game, game.prepare(seats, options, rules=rules).tobytes())


@cache
def tree_from(game: Game, blank: bytes) -> Tree:
    """Return the tree of a game by what is dealt from; there is one of each."""
    return Tree(game, record_from(game, blank))


def named_tree(name: str, blank: bytes) -> Tree:
    """Return the tree of a game by its name."""
    return tree_from(game_named(name), blank)


def record_from(game: Game, content: bytes) -> Record:
    """Return the record that has these bytes."""
    return np.frombuffer(bytearray(content), game.record)[0]
