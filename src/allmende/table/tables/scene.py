"""The scene: what each watcher may see of a game, by allow-list and under the veil.

Views, legal moves, points and places are made from a world that the watcher imagines, never from
the truth, so that they cannot hold what the watcher does not know. Stories and the last move are
filtered.
"""

from collections.abc import Sequence
from functools import cached_property, partial
from typing import Any, Generic, TypeVar

from allmende.core import language
from allmende.core.barriers import FREE
from allmende.core.eyes import Eyes, eyes_of
from allmende.core.game import Game, Json
from allmende.core.glance import glance
from allmende.core.match import OUT_OF_TIME, RESIGNED, Match, Move, Step
from allmende.core.record import Record
from allmende.core.shapes import Message

from ..wire.messages import LastMove, LegalMove, Picture, Result, State, StoryEntry, Undo
from ..wire.messages import Move as SpelledMove
from .history import History, Told, places_without
from .knowledge import knowledge
from .moment import Moment
from .openness import Openness, told_to
from .undo import Around, Reach, kinds_of, reach

Time = TypeVar("Time", History, Moment)
SPECTATOR = "spectator"


class Scene(Generic[Time]):
    """A game at one moment, now or in the past. What has been looked at is remembered for the next
    who looks. With `all_open`, after the end, nothing is a secret any more. With `before`, the
    scene that the last move led from, what was seen there need not be looked at again."""

    def __init__(
        self, history: Time, all_open: bool = False, before: "Scene[Time] | None" = None
    ) -> None:
        self.history: Time = history
        self.all_open = all_open
        self.eyes_before = {} if before is None else before.eyes
        self.game: Game = history.game
        self.record: Record = history.record
        self.seats, self.phase = int(self.record.seats), int(self.record.phase)
        self.ending = history.ending
        self.to_act = history.to_act
        self.eyes: dict[int | None, Eyes] = {}
        self.glances: dict[Eyes, Record] = {}
        self.views: dict[int | None, Json] = {}
        self.legal_numbers: dict[int, list[int]] = {}
        self.kinds: dict[int, dict[int, int]] = {}
        """What keeps each move of a seat from being taken back."""
        self.moves: dict[int, list[LegalMove]] = {}
        self.last_move: Openness | None = None

    def seen_by(self, watcher: int | None) -> Eyes:
        """Look through the eyes of a watcher, which are those of all who know the same."""
        if watcher not in self.eyes:
            known = knowledge(self.game, self.record, watcher)
            same = (eyes for eyes in self.eyes.values() if eyes.known == known)
            self.eyes[watcher] = next(same, None) or eyes_of(self.game, known, self.seats)
        return self.eyes[watcher]

    def known_around(self, step: Step, watcher: int | None) -> list[bytes]:
        """Return what a watcher knew before the last move, and knows after it."""
        seen = self.eyes_before.get(watcher)
        before = knowledge(self.game, step.before, watcher) if seen is None else seen.known
        return [before, self.seen_by(watcher).known]

    def around(self, seat: int) -> Around | None:
        """Return what a seat took for the game before the last move, and knows after it, if it
        looked then."""
        before = self.eyes_before.get(seat)
        return None if before is None else Around(before.world, self.seen_by(seat).known)

    def imagined(self, watcher: int | None) -> Record:
        """Return the record as a watcher may imagine it."""
        return self.seen_by(watcher).world

    def glance(self, watcher: int | None) -> Record:
        """Look at the record as a watcher may imagine it."""
        eyes = self.seen_by(watcher)
        if eyes not in self.glances:
            self.glances[eyes] = glance(eyes.world)
        return self.glances[eyes]

    def view(self, watcher: int | None) -> Json:
        """Return what a watcher may see; nobody writes into it."""
        if watcher not in self.views:
            self.views[watcher] = self.game.lent_view(self.glance(watcher), watcher)
        return self.views[watcher]

    def numbers(self, seat: int) -> list[int]:
        """List the numbers of the moves of a seat."""
        if seat not in self.legal_numbers:
            self.legal_numbers[seat] = self.game.legal_moves(self.imagined(seat), seat)
        return self.legal_numbers[seat]

    def legal(self, seat: int) -> list[LegalMove]:
        """List the moves of a seat, in words, and say of each whether it is final."""
        if seat not in self.moves:
            numbers, s = self.numbers(seat), self.glance(seat)
            kinds = kinds_of(self.game, self.imagined(seat), seat, numbers)
            self.kinds[seat] = dict(zip(numbers, kinds, strict=True))
            self.moves[seat] = [
                in_words(self.game, s, seat, number, kind != FREE)
                for number, kind in self.kinds[seat].items()
            ]
        return self.moves[seat]

    def put_away(self) -> None:
        """Let go of what was made to be sent. Some hundred small objects of each table that lie
        about until the next move would all be looked at by the collector of garbage."""
        self.glances.clear()
        self.views.clear()
        self.moves.clear()

    def foretold(self, seat: int, number: int) -> int | None:
        """Return what was said about taking back a move of a seat, if its moves were looked at."""
        return self.kinds.get(seat, {}).get(number)

    @cached_property
    def last_step(self) -> Step | None:
        """The last move that still stands."""
        return self.history.last_step()

    @property
    def is_open(self) -> bool:
        """Whether everybody may know all points."""
        return self.all_open or self.ending is not None

    @cached_property
    def true_scores(self) -> list[int]:
        """The points of each seat."""
        return self.game.scores(self.record)

    @cached_property
    def true_places(self) -> list[int]:
        """The place of each seat, by its points."""
        return self.game.places(self.record)

    def scores(self, watcher: int | None) -> list[int | None]:
        """Return the points of each seat, None where they hang on what the watcher cannot know."""
        return [*self.true_scores] if self.is_open else self.seen_by(watcher).points

    def places(self, watcher: int | None) -> list[int] | None:
        """Return the places as they stand, or None if they hang on such points."""
        if self.ending in (RESIGNED, OUT_OF_TIME):
            return places_without(self.history.resigned, self.seats)
        agreed = self.true_places if self.is_open else self.seen_by(watcher).places
        known = [place for place in agreed if place is not None]
        return known if len(known) == len(agreed) else None

    def result(self) -> Result | None:
        """Return where the points come from, once the game is over."""
        if self.ending is None:
            return None
        return {
            "breakdown": [
                [
                    {"label": label.as_data(), "points": points}
                    for label, points in self.game.breakdown(self.record, seat)
                ]
                for seat in range(self.seats)
            ],
            "tie_break": [
                [
                    {"label": label.as_data(), "value": value}
                    for label, value in self.game.words.tie_break(self.record, seat)
                ]
                for seat in range(self.seats)
            ],
        }

    def last(self, watchers: Sequence[int | None]) -> LastMove | None:
        """Return the last move, if all of these watchers may know it."""
        step = self.last_step
        if step is None:
            return None
        if self.last_move is None:
            self.last_move = Openness(self.game, step, self.history.story_of_last())
        known_to = partial(self.known_around, step)
        if not self.all_open and not all(
            self.last_move.may_know(who, known_to) for who in watchers
        ):
            return None
        return {"seat": step.move.seat, **spelled(step.move)}

    def why_not(self, wish: Any, seat: int) -> Message | None:
        """Say why a seat cannot make a move that it put into words."""
        return said(Match(self.game, self.imagined(seat), None).why_not(wish, seat))


def in_words(game: Game, s: Record, seat: int, number: int, final: bool) -> LegalMove:
    """Spell a legal move for the wire."""
    words = game.words
    move: LegalMove = {
        "n": number,
        "notation": words.notation(s, seat, number),
        "data": dict(words.move_data(s, seat, number)),
        "final": final,
    }
    about = words.about(s, seat, number)
    if about is not None:
        move["about"] = about.data
    return move


def spelled(move: Move) -> SpelledMove:
    """Spell a move that has its words already."""
    words: SpelledMove = {"n": move.number, "notation": move.notation, "data": move.data}
    if move.about is not None:
        words["about"] = move.about.data
    return words


def entry(told: Told, you: Sequence[int]) -> StoryEntry:
    """Return an entry of the story, as a device that holds some seats may know it."""
    watchers: Sequence[int | None] = you or [None]
    shown: StoryEntry = {
        "version": told.version,
        "seat": told.seat,
        "events": told_to(told.events, watchers),
    }
    if len(you) > 1:
        shown["events_for"] = {str(seat): told_to(told.events, [seat]) for seat in you}
    return shown


def state(look: Scene[History], you: Sequence[int]) -> State:
    """Make the state message for a device that holds some seats: from what these may know, or a
    spectator, and nothing else."""
    seat, reached = undo_of(look, you)
    return {
        "type": "state",
        **picture(look, you),
        "legal": {str(seat): look.legal(seat) for seat in you if seat in look.to_act},
        "undo": undo_part(reached, seat),
        "undo_barrier": None if reached is None else said(reached.barrier),
        "since": look.history.log[-1].at or None if look.history.log else None,
    }


def picture(look: Scene[Any], you: Sequence[int]) -> Picture:
    """Show a moment to a device that holds some seats, or to a spectator."""
    watchers: Sequence[int | None] = list(you) or [None]
    alone = watchers[0] if len(watchers) == 1 else None
    return {
        "version": look.history.version,
        "views": {SPECTATOR if who is None else str(who): look.view(who) for who in watchers},
        "to_act": look.to_act,
        "over": look.ending,
        "scores": look.scores(alone),
        "places": look.places(alone),
        "last": look.last(watchers),
        "result": look.result(),
    }


def undo_of(look: Scene[History], you: Sequence[int]) -> tuple[int, Reach | None]:
    """Find how far a device may take back: with the seat that decided last, if it holds that one,
    else with the first it holds."""
    if not you:
        return 0, None
    log = look.history.log
    last = log[-1].seat if log else you[0]
    seat = last if last in you else you[0]
    return seat, reach(look.history, seat, look.around(seat))


def undo_part(reached: Reach | None, seat: int) -> Undo | None:
    """Say how far undo reaches, if it does."""
    if reached is None or reached.moves == 0:
        return None
    return {"to": reached.to, "moves": reached.moves, "seat": seat}


def said(message: language.Message | None) -> Message | None:
    """Return a message as data, if there is one."""
    return None if message is None else message.data
