"""The contract: what a game is to everything outside its folder."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from .chance import key_of_seed, set_chance
from .data import DEFAULT_DATA, Equipment
from .errors import BadSetup
from .fresh import fresh
from .insight import Insight
from .language import Event, Message, Seat, Speaker, Texts
from .layout import Part
from .names import Options, choice_at, numbered, option_at
from .observation import masker, observer, size
from .position import describe_fields, restore_fields
from .reader import Reader
from .record import FIRST_VERSION, MOST_OPTIONS, Record, blank_records, copy_record
from .secrets import hide_nothing, imagine_nothing, is_concealed, move_openly
from .shapes import Shapes
from .wishes import Wish

Json: TypeAlias = dict[str, Any]

VIEW_HEADER = (
    "game",
    "seat",
    "seats",
    "options",
    "phase",
    "to_act",
    "turn",
    "round",
    "ply",
    "over",
)
"""The names that every view has, whatever the game."""

LESSONS = "lessons"
"""The folder of lessons in the folder of a game."""

LESSON = "first_steps.json"
"""The script of a lesson; its comments lie beside it, one file per language."""

SPECTATOR = -1
"""The seat of somebody who only watches, where a rule asks for a seat."""


def watcher_of(seat: int | None) -> int:
    """Return the seat of somebody who looks, as rules want it."""
    return SPECTATOR if seat is None else seat


def whole(s: Record) -> Record:
    """Return a record that is a game, not only what somebody knows of one."""
    if is_concealed(s):
        raise ValueError("a concealed record is no game: imagine one from it (Game.imagined)")
    return s


def per_seat(rule: Callable[[Record, np.ndarray], None], s: Record) -> list[int]:
    """Return what a rule writes for each seat."""
    out = np.zeros(int(s.seats), np.int64)
    rule(whole(s), out)
    values: list[int] = out.tolist()
    return values


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The compiled part of a game. Each rule works in place on a record and allocates nothing."""

    deal: Callable[[Record], None]
    """Set up the table; seats, options and chance stand in the header already."""
    legal: Callable[[Record, int, np.ndarray], int]
    """Write the legal moves of a seat, ascending, and return how many; 0 if it is not to act."""
    play: Callable[[Record, int, int], None]
    """Carry out one decision of a seat."""
    score: Callable[[Record, np.ndarray], None]
    """Write the points of each seat as they stand."""
    rank: Callable[[Record, np.ndarray], None]
    """Write the place of each seat, 1 is best, equal places allowed."""
    flaw: Callable[[Record], int]
    """Return 0 for a sound record, else 1 + the index of the broken invariant."""
    conceal: Callable[[Record, int], None] = hide_nothing
    """Overwrite all that a seat cannot know with UNKNOWN, in canonical form, after wiping the
    chance with `forget_chance`; SPECTATOR is the seat of somebody who only watches."""
    imagine: Callable[[Record, np.ndarray], None] = imagine_nothing
    """Deal all that is unknown in a concealed record, every possible world equally likely, with
    the chance of a fresh key."""
    disguise: Callable[[Record, int, int], int] = move_openly
    """The move of a seat as the others see it: moves that they cannot tell apart, before and after,
    get the number of one of them. What others know after a move hangs on its disguise only."""


def acts_alone(s: Record) -> int | None:
    """Take the turn for that of the seat to act, if it is one alone."""
    waiting = int(s.waiting)
    return waiting.bit_length() - 1 if waiting.bit_count() == 1 else None


def counts_no_rounds(s: Record) -> int | None:
    """Leave the count of rounds to who looks: a new one begins when the turn comes round again."""
    return None


def has_no_reason(s: Record, seat: int, wish: Mapping[str, Any]) -> Message | None:
    """Say nothing about a wish that is no move."""
    return None


def says_it_all(s: Record, seat: int, move: int) -> Message | None:
    """Add nothing to the data of a move."""
    return None


def only_points(s: Record, seat: int) -> list[tuple[Message, int]] | None:
    """Leave the breakdown of a score to the game object: one line with all the points."""
    return None


def nothing_but_points(s: Record, seat: int) -> list[tuple[Message, int]]:
    """Let equal points share a place."""
    return []


@dataclass(frozen=True, kw_only=True)
class Words:
    """The translating part of a game: plain Python between the record and people."""

    view: Callable[[Record, int | None], Mapping[str, Any]]
    """What a seat, or a spectator (None), may see besides the part that all views have: it uses
    none of the names in VIEW_HEADER. It may lend parts that it keeps: nobody writes into them."""
    notation: Callable[[Record, int, int], str]
    """A move of a seat in a few characters, different for each legal move."""
    move_data: Callable[[Record, int, int], Mapping[str, Any]]
    """A move of a seat as data, different for each move number. `do` names the kind of move; the
    catalogs may have a word for it under `do.<kind>`."""
    story: Callable[[Record, int, int, Record], list[Event]]
    """What happened between the record before a move of a seat and the record after it."""
    why_not: Callable[[Record, int, int], Message]
    """The reason why a move is not legal for the seat to act."""
    board: Callable[[Json, Speaker], str]
    """A view drawn with characters."""
    about: Callable[[Record, int, int], Message | None] = says_it_all
    """What a move of a seat is about, where its data only has a number for that, such as a card by
    what it shows; None where the data says it all."""
    why_never: Callable[[Record, int, Mapping[str, Any]], Message | None] = has_no_reason
    """The reason why a wish of the seat to act, given as data, is no move at all; None if there is
    nothing better to say than that."""
    candidates: Callable[[Record, int, Wish], Iterable[int]] | None = None
    """The moves that a wish of a seat, in notation or as data, may mean, legal or not: a few among
    which it is found, if it is a move at all. Without it all moves are spelled, which is as good
    in a game with up to a hundred."""
    turn: Callable[[Record], int | None] = acts_alone
    """The seat whose turn it is, which everybody knows; None between turns."""
    round: Callable[[Record], int | None] = counts_no_rounds
    """Which round it is, from 1 on, as everybody counts; always None in a game without rounds."""
    breakdown: Callable[[Record, int], list[tuple[Message, int]] | None] = only_points
    """Where the points of a seat come from; the lines add up to the score. Lines that the catalogs
    name alike under `category.<key>` are shown together."""
    tie_break: Callable[[Record, int], list[tuple[Message, int]]] = nothing_but_points
    """What decides between equal points: what is compared and how much of it a seat has, the first
    thing first. More is better; who is equal in all of it shares the place."""
    describe: Callable[[Record], Json] = describe_fields
    """The game's own part of a position document."""
    restore: Callable[[Reader, Record], None] = restore_fields
    """Fill a record from the game's own part of a position document."""
    layout: tuple[Part, ...] = ()
    """How the general board of the page may show the view, where its shape does not say enough."""
    shapes: Shapes | None = None
    """The types of views and moves, from which those of the page are written; without them a page
    takes both for plain data."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """A game: its facts, its rules and its words."""

    name: str
    """What it goes by in commands, files and addresses; its title is in the texts."""
    version: int
    """Of the rules: records, tables and game files remember it."""
    seats: tuple[int, ...]
    """How many can play, the fewest first."""
    record: np.dtype[Any]
    """What `record_type` has made."""
    moves: int
    """How many numbers of moves there are, from 0 on."""
    longest: int
    """No game has more decisions than so many."""
    rules: Rules
    words: Words
    texts: Texts
    """The sentences of the game, by language and key."""
    endings: tuple[str, ...]
    """The ways it can end, by the number that `finish` gets; each has a text `ending.<name>`."""
    flaws: tuple[str, ...]
    """What can be wrong with a record, in the order of the numbers that `flaw` returns."""
    phases: tuple[str, ...] = ("play",)
    """The names of the phases, by the number in the record."""
    options: Options = field(default_factory=dict)
    """What can be chosen before a game, the default of each option first."""
    earlier: Mapping[int, Options] = field(default_factory=dict)
    """The options of earlier versions of the rules, by version, the first one first. Their tables
    and files go on as they were, so nothing here is ever changed or taken out: from all of it
    follow the numbers of choices in a record."""
    secrets: bool = False
    """Whether there is anything that a seat cannot know, besides the chance to come."""
    stakes: bool = False
    """Whether points are what is played for, as chips are, and places only tell who has more."""
    seats_alike: bool = False
    """Whether it is the same game from every seat: with all that is declared by seat moved on by
    one, moves and points have moved on as well."""
    lessons: Path | None = None
    """The folder with a lesson of first steps, if there is one."""
    equipment: Equipment | None = None
    """The components that people can replace by their own, if there are any."""
    insight: Insight = field(default_factory=Insight)
    """Advice for players that think."""
    page: Path | None = None
    """A folder with a board of its own for the page: `board.js`, and what belongs to it."""

    def __post_init__(self) -> None:
        if len(self.numbered) > MOST_OPTIONS:
            raise ValueError(f"{self.name}: {len(self.numbered)} options, at most {MOST_OPTIONS}")
        if list(self.versions) != sorted({*self.versions}) or self.versions[0] < FIRST_VERSION:
            raise ValueError(f"{self.name}: versions {self.versions} of the rules must rise from 1")

    @property
    def versions(self) -> tuple[int, ...]:
        """The versions of the rules that can be played, the one that new games have last."""
        return (*self.earlier, self.version)

    @cached_property
    def numbered(self) -> Options:
        """All options of all versions, in the order of their numbers in a record."""
        return numbered((*self.earlier.values(), self.options))

    def options_of(self, version: int) -> Options:
        """Return what can be chosen under a version of the rules."""
        return self.options if version == self.version else self.earlier[version]

    def version_of(self, s: Record) -> int:
        """Return the version of the rules that a record is played by."""
        return FIRST_VERSION + int(s.edition)

    def prepare(
        self,
        seats: int,
        options: Mapping[str, str],
        data: Any = None,
        rules: int | None = None,
    ) -> Record:
        """Return a record with seats, options and data, ready to be dealt; `rules` is the version
        to play by, the newest without it."""
        version = self.check_version(self.version if rules is None else rules)
        choices = tuple(self.option_indices(options, version).tolist())
        if data is None:
            return copy_record(equipped(self, self.check_seats(seats), choices, version))
        s = self.bare(self.check_seats(seats), choices, version)
        self.equip(s, data)
        return s

    def bare(self, seats: int, choices: tuple[int, ...], version: int) -> Record:
        """Return a record with seats, options and the version of the rules, and nothing else."""
        s = blank_records(self.record)[0]
        s.seats, s.options[:], s.edition = seats, choices, version - FIRST_VERSION
        return s

    def equip(self, s: Record, data: Any = None) -> None:
        """Put a data document, or the game's own, into a fresh record."""
        if self.equipment is not None:
            self.equipment.put_into(s, data)
        elif data is not None:
            raise BadSetup(f"{self.name} has no data that could be replaced")

    def own_data(self, s: Record) -> Any:
        """Return the data document that people brought to this game, or None."""
        if self.equipment is None or s.data_number == DEFAULT_DATA:
            return None
        return self.equipment.of(s)

    def deal(
        self,
        seats: int,
        key: np.ndarray,
        options: Mapping[str, str],
        data: Any = None,
        rules: int | None = None,
    ) -> Record:
        """Return a freshly dealt record."""
        s = self.prepare(seats, options, data, rules)
        set_chance(s, key, 0)
        self.rules.deal(s)
        return s

    def check_seats(self, seats: int) -> int:
        """Return the number of seats if the game can be played with it."""
        if seats not in self.seats:
            possible = " or ".join(str(count) for count in self.seats)
            raise BadSetup(f"{self.name} is played by {possible}, not by {seats}")
        return seats

    def check_version(self, version: int) -> int:
        """Return a version of the rules if it can be played."""
        if version not in self.versions:
            known = " and ".join(str(known) for known in self.versions)
            raise BadSetup(f"{self.name} is played by rules {known} here, not by rules {version}")
        return version

    def option_indices(self, chosen: Mapping[str, str], version: int | None = None) -> np.ndarray:
        """Turn chosen options into what stands in the header; what is not chosen is the default
        that it has under that version of the rules."""
        options = self.options_of(self.version if version is None else version)
        for name in chosen:
            if name not in options:
                known = ", ".join(options) or "none"
                raise BadSetup(f"{self.name} has no option '{name}'; its options are: {known}")
        indices = np.zeros(MOST_OPTIONS, np.int8)
        for name, choices in options.items():
            choice = str(chosen.get(name, choices[0]))
            if choice not in choices:
                known = ", ".join(choices)
                raise BadSetup(f"{self.name}, option '{name}': '{choice}' is not one of {known}")
            indices[option_at(self.numbered, name)] = choice_at(self.numbered, name, choice)
        return indices

    def chosen_options(self, s: Record) -> dict[str, str]:
        """Name the options that a record is played with."""
        return dict(named_options(self, s.options.tobytes(), self.version_of(s)))

    def options_now(self, chosen: Mapping[str, str], version: int) -> dict[str, str]:
        """Carry options of an earlier version over to a new game: what was chosen against the
        default stays if it can still be chosen, all else is the default of today."""
        now = {name: choices[0] for name, choices in self.options.items()}
        before = self.options_of(version)
        for name, choice in chosen.items():
            if choice in self.options.get(name, ()) and choice != before[name][0]:
                now[name] = choice
        return now

    def to_act(self, s: Record) -> list[int]:
        """List the seats that may decide now."""
        return [seat for seat in range(s.seats) if s.waiting >> seat & 1]

    def legal_moves(self, s: Record, seat: int) -> list[int]:
        """List the legal moves of a seat."""
        scratch = np.empty(self.moves, np.int64)
        moves: list[int] = scratch[: self.rules.legal(whole(s), seat, scratch)].tolist()
        return moves

    def after(self, s: Record, seat: int, move: int) -> Record:
        """Return the record after a move and leave `s` as it is."""
        fresh = copy_record(whole(s))
        self.rules.play(fresh, seat, move)
        return fresh

    def view(self, s: Record, seat: int | None) -> Json:
        """Return what a seat, or a spectator (None), may see."""
        view: Json = fresh(self.lent_view(s, seat))
        return view

    def lent_view(self, s: Record, seat: int | None) -> Json:
        """Return a view to be read only: parts of it are kept for the next who looks."""
        return {
            "game": self.name,
            "seat": seat,
            "seats": int(s.seats),
            "options": self.chosen_options(s),
            "phase": self.phases[s.phase],
            "to_act": self.to_act(s),
            "turn": self.words.turn(s),
            "round": self.words.round(s),
            "ply": int(s.ply),
            "over": self.ending(s),
            **self.words.view(whole(s), seat),
        }

    def scores(self, s: Record) -> list[int]:
        """Return the points of each seat as they stand."""
        return per_seat(self.rules.score, s)

    def places(self, s: Record) -> list[int]:
        """Return the place of each seat as it stands; 1 is best."""
        return per_seat(self.rules.rank, s)

    def concealed(self, s: Record, seat: int | None) -> Record:
        """Return what a seat knows and nothing else: all that it cannot know is overwritten."""
        fresh = copy_record(s)
        self.rules.conceal(fresh, watcher_of(seat))
        return fresh

    def imagined(self, known: Record, key: np.ndarray) -> Record:
        """Return a world that fits what is known in a concealed record, by the chance of a key."""
        fresh = copy_record(known)
        self.rules.imagine(fresh, key)
        return fresh

    def veiled(self, s: Record, seat: int | None, seed: int | str) -> Record:
        """Return the record as a seat may imagine it: all that it cannot know is dealt anew."""
        return self.imagined(self.concealed(s, seat), key_of_seed(seed))

    def observe(self, s: Record, seat: int | None) -> np.ndarray:
        """Return what a seat, or a spectator (None), knows as a vector for a learner."""
        out = np.zeros(size(self, int(s.seats)), np.float32)
        observer(self, int(s.seats))(self.concealed(s, seat), watcher_of(seat), out)
        return out

    def mask(self, s: Record, seat: int) -> np.ndarray:
        """Tell of each move whether it is legal for a seat."""
        out = np.zeros(self.moves, np.bool_)
        masker(self)(s, seat, np.empty(self.moves, np.int64), out)
        return out

    def ending(self, s: Record) -> str | None:
        """Name the way the game ended, or None while it goes on."""
        return self.endings[s.over - 1] if s.over else None

    def flaw(self, s: Record) -> str | None:
        """Name the invariant that a record breaks, or None for a sound record."""
        broken = self.rules.flaw(whole(s))
        return self.flaws[broken - 1] if broken else None

    def breakdown(self, s: Record, seat: int) -> list[tuple[Message, int]]:
        """List where the points of a seat come from."""
        lines = self.words.breakdown(s, seat)
        return [(Message("core.points"), self.scores(s)[seat])] if lines is None else lines

    def why_not(self, s: Record, seat: int, move: int) -> Message | None:
        """Give the reason why a move is not legal, or None if it is."""
        if s.over:
            return Message("core.over")
        if seat not in self.to_act(s):
            return Message("core.not_your_turn", who=Seat(seat))
        if not 0 <= move < self.moves:
            return Message("core.unknown_move")
        return None if move in self.legal_moves(s, seat) else self.words.why_not(s, seat, move)

    def number_of(self, s: Record, seat: int, wish: Wish) -> int | None:
        """Find a move by its words, a legal one first; None if they mean none."""
        words, wanted = self.words, spaced(wish)
        spell = words.notation if isinstance(wish, str) else words.move_data
        sought = range(self.moves) if words.candidates is None else words.candidates(s, seat, wish)
        meant = [int(number) for number in sought if spell(s, seat, number) == wanted]
        legal = self.legal_moves(s, seat) if len(meant) > 1 else ()
        return next((number for number in meant if number in legal), meant[0] if meant else None)

    def why_never(self, s: Record, seat: int, wish: Mapping[str, Any]) -> Message | None:
        """Give the reason why a wish is no move at all."""
        reason = self.why_not(s, seat, -1)
        is_turn = not s.over and seat in self.to_act(s)
        return (self.words.why_never(s, seat, wish) if is_turn else None) or reason

    def speaker(self, language: str = "en", names: Sequence[str] = ()) -> Speaker:
        """Return one who says this game's messages."""
        return Speaker(self.texts, language, names)


def spaced(wish: Wish) -> str | Json:
    """Return a wish as games spell it, with single spaces."""
    return " ".join(wish.split()) if isinstance(wish, str) else dict(wish)


@cache
def named_options(game: Game, choices: bytes, version: int) -> Mapping[str, str]:
    """Name the options that were chosen, by their numbers in a record. There are few ways to
    choose, and every view names them."""
    return {
        name: game.numbered[name][choices[option_at(game.numbered, name)]]
        for name in game.options_of(version)
    }


@cache
def equipped(game: Game, seats: int, choices: tuple[int, ...], version: int) -> Record:
    """Return a record with the game's own data. To write the data takes longer than to play many
    a game, so it is done once and copied."""
    s = game.bare(seats, choices, version)
    game.equip(s)
    return s


def lessons_beside(file: str) -> Path:
    """Return the folder of lessons of a game in a folder: `lessons` beside its file."""
    return Path(file).parent / LESSONS


def digest(s: Record) -> str:
    """Return the fingerprint of a record: equal games have equal digests."""
    return hashlib.sha256(s.tobytes()).hexdigest()
