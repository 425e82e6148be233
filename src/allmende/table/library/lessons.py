"""First steps: a lesson is data in a game's folder. Here its script becomes pictures of the game,
made as a table makes them: with the game's own rules, from what the learner's seat may know.

`docs/write-a-game.md` describes the files.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from allmende.core import match as matches
from allmende.core import shapes
from allmende.core.chance import key_of_seed, set_chance
from allmende.core.errors import AllmendeError
from allmende.core.game import LESSON, Game, Json
from allmende.core.language import LANGUAGES, Texts, read_texts
from allmende.core.match import Match
from allmende.core.record import Record, copy_record

from ..store.facts import MOVE, Happening
from ..tables.history import History
from ..tables.openness import told_to
from ..tables.scene import Scene, state
from ..wire import answers

TEACHER = "cow"


class LessonError(AllmendeError):
    """The script of a lesson asks for something that the game does not allow."""


@dataclass(frozen=True)
class Frame:
    """One picture of a lesson: the game as it stands, and what led to it."""

    scene: Scene[History]
    events: list[shapes.Message]


@dataclass(frozen=True)
class Asked:
    """A move that the learner is asked for at a picture. `accept` are others that count as it."""

    frame: int
    number: int
    accept: Sequence[int]


@dataclass(frozen=True)
class Remark:
    """A comment, the pictures that lead to it, and the moves that it asks for, if it does."""

    say: str
    frames: Sequence[int]
    not_yet: str | None
    moves: list[Asked]


@dataclass
class Lesson:
    """A script that was played through."""

    game: Game
    seat: int
    teacher: str
    texts: Texts
    frames: list[Frame] = field(default_factory=list)
    steps: list[Remark] = field(default_factory=list)

    @property
    def record(self) -> Record:
        """The game as it stands at the last picture."""
        return self.frames[-1].scene.record

    def add_frame(self, history: History) -> int:
        """Take a picture and return its number."""
        events = [event for told in history.told for event in told.events]
        self.frames.append(Frame(Scene(history), told_to(events, [self.seat])))
        return len(self.frames) - 1

    def why_not(self, frame: int, wish: str | Mapping[str, Any]) -> shapes.Message | None:
        """Say why the learner cannot make a move at a picture."""
        return self.frames[frame].scene.why_not(wish, self.seat)

    @cached_property
    def data(self) -> answers.Lesson:
        """The lesson for the page. Moves are listed only where one is asked for."""
        asked = {move.frame for step in self.steps for move in step.moves}
        return {
            "game": self.game.name,
            "seat": self.seat,
            "seats": int(self.record.seats),
            "teacher": self.teacher,
            "texts": {language: dict(said) for language, said in self.texts.items()},
            "frames": [self.frame_data(at, at in asked) for at in range(len(self.frames))],
            "steps": [
                {
                    "say": step.say,
                    "frames": list(step.frames),
                    "not_yet": step.not_yet,
                    "moves": [
                        {"frame": move.frame, "n": move.number, "accept": list(move.accept)}
                        for move in step.moves
                    ],
                }
                for step in self.steps
            ],
        }

    def frame_data(self, at: int, is_asked: bool) -> answers.LessonFrame:
        """Return a picture in the shape of a table's state, with what happened just before it."""
        frame = self.frames[at]
        shown = state(frame.scene, [self.seat])
        return {
            **shown,
            "version": at,
            "legal": shown["legal"] if is_asked else {},
            "undo": None,
            "undo_barrier": None,
            "events": frame.events,
        }


def has_lesson(game: Game) -> bool:
    """Tell whether a game has a lesson."""
    return game.lessons is not None


@cache
def lesson_of(game: Game) -> Lesson:
    """Return the lesson of a game that has one; it is played through once."""
    if game.lessons is None:
        raise LessonError(f"{game.name} has no lesson")
    return read_lesson(game, game.lessons)


def read_lesson(game: Game, folder: Path) -> Lesson:
    """Read the files of a lesson and play it through."""
    script = json.loads((folder / LESSON).read_text(encoding="utf-8"))
    teacher = script.get("teacher", TEACHER)
    lesson = Lesson(game, script.get("seat", 0), teacher, read_texts(folder))
    lesson.add_frame(History(Match(game, beginning(game, script), None)))
    way = [0]
    for number, line in enumerate(script["steps"], start=1):
        try:
            way = take_step(lesson, line, way)
        except (AllmendeError, KeyError) as trouble:
            raise LessonError(f"{game.name}, line {number} of the lesson: {trouble}") from None
    if not lesson.steps or way[-1] != lesson.steps[-1].frames[-1]:
        raise LessonError(f"{game.name}: a lesson ends with a comment")
    return lesson


def beginning(game: Game, script: Json) -> Record:
    """Return the game as a lesson begins: a position, or a deal and some moves."""
    if "position" in script:
        begun = matches.from_position(game, script["position"]).record
        return rekeyed(begun, script)
    match = matches.new(game, script.get("seats"), script["seed"], script.get("options"))
    for seat, move in script.get("moves", []):
        match.play(move, seat)
    return match.record


def rekeyed(s: Record, line: Json) -> Record:
    """Return a copy of a record with the chance of a seed, if a line of the script names one."""
    fresh = copy_record(s)
    if "seed" in line:
        set_chance(fresh, key_of_seed(line["seed"]), 0)
    return fresh


def take_step(lesson: Lesson, line: Json, way: Sequence[int]) -> list[int]:
    """Carry out a line of the script and return the pictures on the way to the next comment."""
    if "play" not in line:
        comment(lesson, line, way)
        return [way[-1]]
    seat = line.get("by", lesson.seat)
    history = History(Match(lesson.game, rekeyed(lesson.record, line), None))
    number = number_of(history.match, line["play"], seat)
    accepted = [number_of(history.match, other, seat) for other in line.get("accept", [])]
    if seat == lesson.seat:
        if "say" in line:
            comment(lesson, line, way)
        ask(lesson, Asked(way[-1], number, accepted))
        way = []
    history.add(Happening(1, MOVE, seat, number, None, ""))
    way = [*way, lesson.add_frame(history)]
    if seat != lesson.seat and "say" in line:
        comment(lesson, line, way)
        return [way[-1]]
    return way


def number_of(match: Match, move: str | Mapping[str, Any], seat: int) -> int:
    """Return the number of a move that must be legal."""
    reason = match.why_not(move, seat)
    if reason is not None:
        raise LessonError(f"'{move}': {match.game.speaker().say(reason)}")
    spelled = [other for other in match.legal(seat) if move in (other.notation, other.data)]
    return spelled[0].number


def ask(lesson: Lesson, move: Asked) -> None:
    """Let the last step ask for a move: right where its comment stands, or after its last move."""
    if not lesson.steps or move.frame != stands(lesson.steps[-1]):
        raise LessonError("the learner is not told what to do here: 'say' is missing")
    lesson.steps[-1].moves.append(move)


def stands(step: Remark) -> int:
    """Return the picture at which a step stands after its moves."""
    return step.moves[-1].frame + 1 if step.moves else step.frames[-1]


def comment(lesson: Lesson, line: Json, way: Sequence[int]) -> None:
    """Add a step in which the teacher speaks."""
    for key in (line["say"], line.get("not_yet")):
        missing = [lang for lang in LANGUAGES if key and key not in lesson.texts[lang]]
        if missing:
            raise LessonError(f"'{key}' is missing in {', '.join(missing)}")
    lesson.steps.append(Remark(line["say"], list(way), line.get("not_yet"), []))
