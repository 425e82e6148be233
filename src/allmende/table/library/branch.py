"""Playing on from anywhere: other ways that a game could have gone.

A branch is a game file, a step of it, and a line of moves that lead on from there. The page keeps
the tree of such lines in its address; the server only ever hears of one line, plays it by the
rules and forgets it. So a tree costs nothing here, a link is all of it, and nobody owns it.

What can be branched is always a game file. A finished game is written down as it was. Of a game
that goes on, a world is written down that the seat imagines: made from its veil, with a key that
nobody knows, so that no line of the file hangs on what the seat does not know.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from allmende.core import file, language
from allmende.core.errors import IllegalMove
from allmende.core.game import Json
from allmende.core.match import Match, fresh_seed
from allmende.core.record import copy_record
from allmende.core.shapes import Message

from ..refusal import CONFLICT, FORBIDDEN, NOT_FOUND, WRONG_FIELD, Refusal
from ..store.facts import BOT, MOVE, Chair, Happening
from ..tables.history import History
from ..tables.moment import Moment, milestones, step_to
from ..tables.openness import told_to
from ..tables.room import Room
from ..tables.scene import Scene, in_words, picture, spelled
from ..wire.answers import Branch, BranchMove
from ..wire.fields import Fields
from ..wire.messages import LegalMove

MOST_STEPS = 100_000
MOST_MOVES = 300
"""In one line: longer than anybody plays by hand, and replayed in some milliseconds."""
LONGEST_LINE = 12 * MOST_MOVES
DECISION = re.compile(r"(\d{1,2})-(\d{1,9})")


@dataclass(frozen=True)
class Place:
    """Where in a tree somebody is: so many steps into the file, and so many moves beyond."""

    step: int = 0
    line: tuple[tuple[int, int], ...] = ()
    """The seat and the number of each move."""

    def __str__(self) -> str:
        return f"{self.step}:" + ".".join(f"{seat}-{number}" for seat, number in self.line)


def place_in(wish: Fields) -> Place:
    """Read a place: `step`, and `line` as `SEAT-MOVE.SEAT-MOVE`."""
    step = wish.whole("step", 0, MOST_STEPS, 0)
    line = wish.take("line", "")
    return Place(step, line_of(line, wish))


def line_of(line: object, wish: Fields) -> tuple[tuple[int, int], ...]:
    """Read the moves of a line."""
    if line == "":
        return ()
    words = line.split(".") if isinstance(line, str) and len(line) <= LONGEST_LINE else []
    found = [DECISION.fullmatch(word) for word in words[: MOST_MOVES + 1] if word.isascii()]
    decisions = [(int(one[1]), int(one[2])) for one in found if one is not None]
    if not decisions or len(decisions) != len(words) or len(words) > MOST_MOVES:
        raise wish.wrong("line", language.Message("table.wanted_line", most=MOST_MOVES))
    return tuple(decisions)


def follow(history: History, place: Place) -> History:
    """Play the line of a place, from its step on, as a history of its own."""
    if place.step > len(history.match.moves):
        raise Refusal("table.branch_step", WRONG_FIELD, last=len(history.match.moves))
    start = copy_record(history.match.record_at(place.step))
    branch = History(Match(history.game, start, None))
    for version, (seat, number) in enumerate(place.line, start=1):
        try:
            branch.add(Happening(version, MOVE, seat, number, None, ""))
        except IllegalMove:
            raise Refusal("table.branch_move", WRONG_FIELD, number=version) from None
    return branch


def shown(history: History, place: Place) -> Branch:
    """Show where a line leads to, to all who may act there, with all that they may do."""
    branch = follow(history, place)
    scene = Scene(end_of(history, branch, place), all_open=True)
    seats = scene.history.to_act
    return {
        **picture(scene, seats or [scene.history.mover]),
        "step": place.step,
        "line": line_in_words(branch),
        "legal": {str(seat): free_moves(scene, seat) for seat in seats},
    }


def end_of(history: History, branch: History, place: Place) -> Moment:
    """Return the moment at the end of a line; without a move that of the file."""
    where = branch if place.line else history
    ply = len(place.line) or place.step
    told = where.told[ply - 1] if ply else None
    return Moment(
        history.game,
        branch.record,
        place.step + len(place.line),
        frozenset(),
        frozenset(),
        step_to(where, ply),
        told,
    )


def line_in_words(branch: History) -> list[BranchMove]:
    """Spell the moves of a line, each with what the one who made it is told."""
    return [
        {
            **spelled(move),
            "seat": move.seat,
            "events": told_to(told.events, [move.seat]),
        }
        for move, told in zip(branch.match.moves, branch.told, strict=True)
    ]


def free_moves(scene: Scene[Moment], seat: int) -> list[LegalMove]:
    """List the moves of a seat. None is final: whatever is tried here can be taken back."""
    s = scene.imagined(seat)
    return [
        in_words(scene.game, s, seat, number, final=False)
        for number in scene.game.legal_moves(s, seat)
    ]


def why_not(history: History, place: Place, seat: int, wish: str | Json) -> Message | None:
    """Say why a seat cannot make a move at a place."""
    branch = follow(history, place)
    if seat >= branch.match.seats:
        raise Refusal("table.unknown_seat", NOT_FOUND)
    return Scene(branch).why_not(wish, seat)


# From a table


def seat_to_imagine(room: Room, you: Sequence[int], wish: Fields) -> int | None:
    """Read through whose eyes a device plays on from a table: None where all is open. Before the
    end it needs a seat, and a table that allows hints."""
    if room.history.ending is not None:
        wish.take("seat", None)
        return None
    if not room.deal.hints:
        raise Refusal("table.branch_no_hints", CONFLICT)
    if not you:
        raise Refusal("table.branch_players", FORBIDDEN)
    seat = wish.whole("seat", 0, room.deal.seats - 1, you[0])
    if seat not in you:
        raise Refusal("table.not_your_seat", FORBIDDEN)
    return seat


def origin_of(room: Room, version: int, seat: int | None) -> tuple[Match, int]:
    """Return the whole game of a table where it is over, else the world that a seat could imagine
    at a version; and the step of that to begin with. Neither changes any more: they can be written
    down beside the tables."""
    history = room.history
    at = [one for one in milestones(history) if one.version <= version][-1]
    if seat is None:
        return history.match, at.ply
    return imagined_world(history, at.ply, seat), 0


def imagined_world(history: History, ply: int, seat: int) -> Match:
    """Deal anew all that a seat did not know at a ply."""
    truth = history.match.record_at(ply)
    world = Match(history.game, history.game.veiled(truth, seat, fresh_seed()), None)
    world.imagined_by = seat
    return world


def seated(chairs: Sequence[Chair]) -> tuple[file.Player, ...]:
    """Say who sits where, for a game file."""
    return tuple(
        file.Player(chair.name, chair.level if chair.kind == BOT else None) for chair in chairs
    )
