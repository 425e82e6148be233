"""What was promised and heard in an evening, held against what is kept in the end."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import Connection, Engine

from allmende.core.game import digest
from allmende.core.match import Move
from allmende.core.record import copy_record
from allmende.core.registry import game_named
from allmende.table.settings import DATABASE
from allmende.table.store.facts import MOVE, Kept
from allmende.table.store.sqlite import open_database
from allmende.table.store.statements import read_table
from allmende.table.tables import scene
from allmende.table.tables.history import History
from allmende.table.tables.rebuilding import first_match
from allmende.table.wire.telling import encoded

from ..traffic import Decision, compare_hidden_parts, compare_worlds
from .network import Json
from .world import Trouble

IN_THE_LOG = ("move", "undo", "resign")
WITHOUT_A_SEAT = {"table.not_your_seat", "table.players_speak"}
"""Who has lost a seat is refused, whatever was done before."""
FOR_A_WHILE = {"table.not_saved", "table.chat_slow_down"}
"""What was refused like this may be done when it comes a second time."""
Seats = tuple[int, ...]
UNREADABLE = "?"
LONGEST_ID = 64
STATES_COMPARED = 0.3
"""How many of the states that were heard are made again from the log."""
MOVES_SWAPPED = 0.04
"""At how many moves all that a watcher cannot know is swapped."""


@dataclass
class Hearing:
    """One connection: what was sent over it, and what was heard."""

    table: str
    guest: str
    since: int
    you: Seats = ()
    version: int = -1
    told: int = 0
    said: list[int] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    players: Json | None = None
    welcomed: bool = False

    def __str__(self) -> str:
        return f"{self.guest} at {self.table}"


@dataclass
class Wish:
    """Something that a guest asked for."""

    table: str
    guest: str
    fields: Json
    acks: list[int] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    doubled: bool = False
    """Whether it was sent twice without a need, so that there are two answers."""

    def excused(self) -> set[str]:
        """List the refusals after which it may be done nevertheless."""
        return WITHOUT_A_SEAT | FOR_A_WHILE if self.doubled else WITHOUT_A_SEAT

    @property
    def id(self) -> str:
        """Its id."""
        return str(self.fields["id"])


def demand(condition: object, what: str) -> None:
    """Demand that something is so."""
    if not condition:
        raise Trouble(what)


class Ledger:
    """Keeps what guests have heard, and compares it."""

    def __init__(self, data: Path, chance: Random) -> None:
        self.data = data
        self.chance = chance
        self.opened: Engine | None = None
        self.wishes: dict[str, Wish] = {}
        self.states: dict[tuple[str, int, Seats], str] = {}
        self.stories: dict[tuple[str, int, Seats], str] = {}
        self.digests: dict[str, list[str]] = {}
        self.counts: Counter[str] = Counter()
        self.hearers: dict[str, Callable[[Hearing, Json], None]] = {
            "welcome": self.hear_welcome,
            "players": self.hear_players,
            "state": self.hear_state,
            "story": self.hear_story,
            "chat": self.hear_chat,
            "ack": self.hear_ack,
            "no": self.hear_no,
            "why": self.hear_answer,
            "hint": self.hear_answer,
        }

    # Hearing

    def hear(self, at: Hearing, message: Json) -> None:
        """Note a message of a connection."""
        self.counts["messages heard"] += 1
        if message["type"] in self.hearers:
            self.hearers[message["type"]](at, message)

    def hear_welcome(self, at: Hearing, message: Json) -> None:
        """Note which seats a device holds."""
        at.you, at.welcomed = tuple(message["you"]), True

    def hear_players(self, at: Hearing, message: Json) -> None:
        """Note who sits where."""
        at.players = message

    def hear_state(self, at: Hearing, message: Json) -> None:
        """Versions only grow, and whoever holds the same seats is shown the same."""
        version = message["version"]
        demand(version >= at.version, f"{at}: version {version} after {at.version}")
        at.version = version
        if version == 0:
            return  # the deal of a table may change until everybody has sat down
        shown = json.dumps({**message, "since": None}, sort_keys=True)
        known = self.states.setdefault((at.table, version, at.you), shown)
        demand(known == shown, f"{at}: two different states of version {version}")

    def hear_story(self, at: Hearing, message: Json) -> None:
        """A story goes on where the last one ended, without gaps."""
        for entry in message["entries"]:
            version = entry["version"]
            before = at.told or max(at.since, 0)
            demand(version == before + 1, f"{at}: told of version {version} after {before}")
            at.told = version
            told = json.dumps(entry, sort_keys=True)
            known = self.stories.setdefault((at.table, version, at.you), told)
            demand(known == told, f"{at}: two different stories of version {version}")

    def hear_chat(self, at: Hearing, message: Json) -> None:
        """What is said comes once and in order."""
        for entry in message["entries"]:
            last = at.said[-1] if at.said else 0
            demand(entry["n"] > last, f"{at}: remark {entry['n']} after {last}")
            at.said.append(entry["n"])

    def hear_ack(self, at: Hearing, message: Json) -> None:
        """Note a promise."""
        at.answers[message["id"]] += 1
        wish = self.wishes[message["id"]]
        wish.acks.append(message["version"])
        self.counts["acknowledged"] += 1
        self.counts[f"acknowledged: {wish.fields['do']}"] += 1
        if wish.fields["do"] in IN_THE_LOG:
            same = len(set(wish.acks)) == 1
            demand(same, f"{at}: {wish.fields} is acknowledged as versions {wish.acks}")
            own = wish.fields.get("seat", at.you[:1]) in (*at.you, at.you[:1])
            demand(own, f"{at}: {wish.fields} is done for a seat that is not held there")

    def hear_no(self, at: Hearing, message: Json) -> None:
        """Note a refusal."""
        at.answers[message["id"] or UNREADABLE] += 1
        if message["id"] in self.wishes:
            self.wishes[message["id"]].refusals.append(message["reason"]["key"])
        self.counts["refused"] += 1

    def hear_answer(self, at: Hearing, message: Json) -> None:
        """Note an answer."""
        at.answers[message["id"]] += 1

    def check_answers(self, at: Hearing, delivered: list[str], ended: bool) -> None:
        """Demand one answer for each message that has reached the house, unless the connection
        has ended meanwhile."""
        asked = Counter(map(id_in, delivered))
        demand(
            at.answers <= asked if ended else at.answers == asked,
            f"{at}: asked {dict(asked - at.answers)}, too often answered "
            f"{dict(at.answers - asked)}",
        )

    # Comparing

    def kept(self, table: str) -> Kept:
        """Read a table as it is kept."""
        with self.reading() as connection:
            kept = read_table(connection, table)
        if kept is None:
            raise Trouble(f"table {table} is lost")
        return kept

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Look at what is kept."""
        if self.opened is None:
            self.opened = open_database(self.data / DATABASE)
        with self.opened.begin() as connection:
            yield connection

    def close(self) -> None:
        """Let go of the database."""
        if self.opened is not None:
            self.opened.dispose()

    def check_kept(self, tables: list[str]) -> None:
        """Demand that nothing that was promised is lost or doubled, and that no past changes."""
        for table in tables:
            kept = self.kept(table)
            self.check_promises(table, kept)
            self.check_digests(table, kept)

    def check_promises(self, table: str, kept: Kept) -> None:
        """Hold what is kept against the answers to wishes."""
        done = Counter(event.client.partition(":")[2] for event in kept.happenings if event.client)
        done.update(remark.client.partition(":")[2] for remark in kept.remarks)
        by_version = {event.version: event for event in kept.happenings}
        for wish in self.wishes.values():
            if wish.table != table:
                continue
            demand(done[wish.id] <= 1, f"{table}: {wish.fields} is kept {done[wish.id]} times")
            do = wish.fields["do"]
            if do in (*IN_THE_LOG, "say"):
                if wish.acks:
                    demand(done[wish.id], f"{table}: {wish.fields} was acknowledged and is lost")
                elif set(wish.refusals) - wish.excused():
                    demand(
                        not done[wish.id],
                        f"{table}: {wish.fields} is kept, but was refused: {wish.refusals}",
                    )
            if do in IN_THE_LOG and wish.acks:
                event = by_version.get(wish.acks[0])
                fits = event is not None and event.kind == do and event.client is not None
                fits = fits and event.client.endswith(f":{wish.id}")  # type: ignore[union-attr]
                demand(fits, f"{table}: version {wish.acks[0]} is not {wish.fields}, but {event}")

    def check_digests(self, table: str, kept: Kept) -> None:
        """Play a log again: each version that was there before leads to the same record."""
        before = self.digests.get(table, [])
        history = self.beginning(kept)
        found = [digest(history.record)]
        for happening in kept.happenings:
            history.replay([happening])
            found.append(digest(history.record))
        demand(
            len(before) <= 1 or found[: len(before)] == before,
            f"{table}: the past has changed, or is lost: {len(before)} versions, now {len(found)}",
        )
        self.digests[table] = found
        self.counts["versions replayed"] += len(found)

    def beginning(self, kept: Kept) -> History:
        """Return the history of a table before its first event."""
        return History(first_match(kept.deal, game_named(kept.deal.game)))

    def check_heard(self, tables: list[str], hearings: list[Hearing]) -> None:
        """Make what was heard again from what is kept, for everybody who heard it."""
        for table in tables:
            kept = self.kept(table)
            here = [at for at in hearings if at.table == table]
            self.check_course(table, kept)
            for at in here:
                self.check_end(at, kept)

    def check_course(self, table: str, kept: Kept) -> None:
        """Hold states and stories against the log, version by version."""
        history = self.beginning(kept)
        heard = {key for key in (*self.states, *self.stories) if key[0] == table}
        by_version: dict[int, set[Seats]] = {}
        for _, version, you in heard:
            by_version.setdefault(version, set()).add(you)
        unknown = max(by_version, default=0)
        demand(
            unknown <= len(kept.happenings),
            f"{table}: version {unknown} was shown, but only {len(kept.happenings)} are kept",
        )
        for happening in kept.happenings:
            before = copy_record(history.record)
            history.replay([happening])
            self.check_version(table, history, by_version.get(history.version, set()))
            if happening.kind == MOVE and self.chance.random() < MOVES_SWAPPED:
                move = Move(happening.seat, happening.number, "", {})
                self.swap(Decision(history.game, before, move, copy_record(history.record)))

    def check_version(self, table: str, history: History, seats: set[Seats]) -> None:
        """Hold the states and the stories of a version against the log."""
        version = history.version
        look = scene.Scene(history)
        for you in sorted(seats):
            told = self.stories.get((table, version, you))
            if told is not None:
                same = told == in_order(scene.entry(history.told[-1], you))
                demand(same, f"{table}: the story of version {version} is not that of the log")
                self.counts["stories compared"] += 1
            shown = self.states.get((table, version, you))
            if shown is not None and self.chance.random() < STATES_COMPARED:
                made = in_order({**scene.state(look, you), "since": None})
                demand(
                    shown == made,
                    f"{table}: seats {you} were shown another version {version} than the log has",
                )
                self.counts["states compared"] += 1

    def swap(self, step: Decision) -> None:
        """Compare what somebody is sent with what they would be sent in another world."""
        watcher = self.chance.choice(step.watchers())
        self.counts["worlds swapped"] += compare_hidden_parts(step, watcher)
        self.counts["worlds swapped"] += compare_worlds(step, watcher)

    def check_end(self, at: Hearing, kept: Kept) -> None:
        """Demand that a connection has come to the same end as the log."""
        count = len(kept.happenings)
        demand(at.version == count, f"{at} shows version {at.version}, the log has {count}")
        demand(max(at.told, at.since, 0) == count, f"{at} was told up to {at.told}, not to {count}")
        there = [remark.n for remark in kept.remarks]
        demand(at.said == there, f"{at} heard the remarks {at.said}, there are {there}")
        demand(at.players is not None, f"{at} knows nobody")
        assert at.players is not None
        shown = [
            (one["kind"], one["name"], one["level"], one["resigned"])
            for one in at.players["players"]
        ]
        sitting = [(one.kind, one.name, one.level, one.resigned) for one in kept.chairs]
        demand(shown == sitting, f"{at} sees {shown}, but {sitting} sit there")


def id_in(text: str) -> str:
    """Return the id of a wish, if it can be read."""
    try:
        found = json.loads(text)["id"]
    except (ValueError, TypeError, KeyError):
        return UNREADABLE
    fits = isinstance(found, str) and 0 < len(found) <= LONGEST_ID
    return found if fits else UNREADABLE


def in_order(message: Any) -> str:
    """Write a message as it is compared: as it comes over the wire, in the order of names."""
    return json.dumps(json.loads(encoded(message)), sort_keys=True)
