"""An evening in a house, or in several that share a database: some guests, a few tables, and all
that can go wrong, from one seed."""

import asyncio
import tempfile
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from allmende.bots.levels import levels_of
from allmende.core.errors import AllmendeError
from allmende.core.registry import game_named, known_games
from allmende.table.store.facts import BOT
from allmende.table.tables.rebuilding import rebuild

from .disk import Disk
from .guests import OK, PEOPLE, Guest, Habits
from .ledger import Ledger, demand
from .line import Line
from .neighbours import Street
from .network import Json, Network
from .office import Office, open_office
from .process import Process
from .surroundings import small_games, surroundings, warm_up
from .world import Trouble, World

MEMORY = Path("/dev/shm")
"""Where files need no disk, on systems that have such a place."""
OFTEN = 3
"""So much more often than others a small game is played, for it is fast."""
LONGEST = 150.0
"""Seconds until nobody begins anything new."""
LONG_AFTER = 2_000.0
"""Seconds in which all is sent that failed before."""
CALM = 400.0
"""Seconds in which everything comes to rest once nothing goes wrong any more."""
REST = 25.0
"""Seconds after which nothing is under way any more, and every cut is noticed."""
MOST_WAVES = 5
LONGEST_FUSE = 3_000
DOWNTIME = (0.01, 6.0)
FULL_DISK = (0.5, 15.0)
MOST_DEATHS = 6
TIMED = 0.3
"""How often a table has a clock."""
PACES: tuple[Json, ...] = (
    {"span": "game", "seconds": 20, "bonus": 3, "at_zero": "lose"},
    {"span": "game", "seconds": 60, "delay": 5, "at_zero": "bot"},
    {"span": "move", "seconds": 15, "at_zero": "bot"},
    {"span": "move", "seconds": 86_400, "at_zero": "lose"},
)


@dataclass(frozen=True)
class Faults:
    """What goes wrong in an evening, and how often."""

    disorder: float = 0.0
    kills: int = 0
    restarts: int = 0
    full_disks: int = 0
    losses: float = 0.0
    slow_network: float = 0.0
    slow_disk: float = 0.0
    broken_commits: float = 0.0
    deaths_at_commit: float = 0.0
    late_notices: float = 0.0
    lost_notices: float = 0.0
    slow_office: float = 0.0
    failing_office: float = 0.0
    lost_answers: float = 0.0
    deaths_while_sending: float = 0.0


def draw_faults(chance: Random, neighbours: bool) -> Faults:
    """Draw what goes wrong: in some evenings nothing, in most of them a few things."""
    if chance.random() < 0.05:
        return Faults()

    def rate(highest: float) -> float:
        return chance.choice((0.0, highest / 10, highest / 3, highest))

    return Faults(
        disorder=rate(0.5),
        kills=chance.choice((0, 1, 1, 2, 3)),
        restarts=chance.choice((0, 0, 0, 1)),
        full_disks=chance.choice((0, 0, 0, 1)),
        losses=rate(0.02),
        slow_network=rate(0.2),
        slow_disk=rate(0.2),
        broken_commits=rate(0.08),
        deaths_at_commit=rate(0.03),
        late_notices=rate(0.3) if neighbours else 0.0,
        lost_notices=rate(0.5) if neighbours else 0.0,
    )


def with_bad_post(faults: Faults, chance: Random) -> Faults:
    """Draw what goes wrong with the post."""
    return replace(
        faults,
        slow_office=chance.choice((0.0, 0.1, 0.5)),
        failing_office=chance.choice((0.0, 0.1, 0.5)),
        lost_answers=chance.choice((0.0, 0.0, 0.1)),
        deaths_while_sending=chance.choice((0.0, 0.0, 0.1)),
    )


@dataclass
class Report:
    """What came of an evening."""

    seed: int
    print: str
    trouble: str | None = None
    counts: Counter[str] = field(default_factory=Counter)


class Evening:
    """Some houses, their guests and their bad luck."""

    def __init__(
        self,
        seed: int,
        data: Path,
        games: Sequence[str],
        faults: Faults | None = None,
        on_note: Callable[[str], None] | None = None,
        houses: int = 1,
        habits: Habits | None = PEOPLE,
    ) -> None:
        self.games = games
        self.habits = habits
        """How people can be called; they cannot where there is no office."""
        self.plan = Random(f"evening {seed}")
        self.faults = draw_faults(self.plan, houses > 1) if faults is None else faults
        self.world = World(f"world {seed}", self.faults.disorder, on_note)
        self.data = data
        self.ledger = Ledger(data, Random(f"ledger {seed}"))
        self.disk = Disk(self.world)
        self.city = self.world.new_loop("city")
        self.office = Office(self.world, self.ledger, self.city) if habits else None
        if habits and faults is None:
            self.faults = with_bad_post(self.faults, Random(f"post {seed}"))
        self.network = Network(self.world, self.world.new_loop("network"))
        self.street = Street(self.world) if houses > 1 else None
        self.houses: list[Process | None] = [None] * houses
        """Whoever lives there now, or has died there last."""
        self.tables: list[str] = []
        self.guests = [Guest(self, number) for number in range(1, self.plan.randint(3, 5))]
        self.tasks: list[asyncio.Task[None]] = []
        self.ids = 0
        self.opened = 0
        self.deaths = 0
        self.is_late = False
        self.kills = self.faults.kills
        self.wishes = [self.wish_for_table() for _ in range(self.plan.choice((1, 1, 2, 3)))]
        """The tables that will be opened."""

    # Houses

    def open_house(self, at: int) -> None:
        """Let a new process open the same house."""
        self.opened += 1
        process = Process(self.world, self.opened, self.data, self.disk, self.street, self.office)
        process.on_death = partial(self.mourn, at, process)
        if self.kills > 0 and not self.is_late:
            self.kills -= 1
            process.fuse = int(LONGEST_FUSE ** self.plan.random()) * self.plan.randint(1, 3)
        self.houses[at] = process

    @property
    def alive(self) -> list[Process]:
        """The houses that are open."""
        return [one for one in self.houses if one is not None and not one.is_dead]

    def any_house(self) -> Process | None:
        """Return a house that is open, if there is one; of several any one, each time."""
        alive = self.alive
        if len(alive) > 1:
            return self.world.chance.choice(alive)
        return alive[0] if alive else None

    def mourn(self, at: int, process: Process) -> None:
        """Look at what is left after a death, and open again a little later."""
        self.deaths += 1
        if self.deaths > MOST_DEATHS:
            self.disk.deaths = 0.0
            if self.office is not None:
                self.office.deaths = 0.0
        for socket in self.network.sockets:
            if socket.process is process:
                socket.house_died()
        self.network.sockets = [one for one in self.network.sockets if one.process is not process]
        self.ledger.check_kept(self.tables)
        self.city.call_later(self.world.between(*DOWNTIME), self.open_house, at)

    # Guests

    def new_id(self, guest: str) -> str:
        """Return an id that nobody has used."""
        self.ids += 1
        return f"{guest}-{self.ids}".replace(" ", "")

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Let somebody do something."""
        self.tasks.append(self.city.start(work))

    def go_on_at(self, guest: Guest, table: str) -> None:
        """Let a guest play at another table as well."""
        if table not in self.tables:
            self.tables.append(table)
        self.begin(guest.play(table, self.plan.randint(2, 6)))

    def invite(self, url: str) -> None:
        """Give an invitation to anybody."""
        guest = self.plan.choice(self.guests)
        table = url.split("#")[0].split("/")[-1]
        self.begin(self.come(guest, url, table, self.plan.randint(1, 5)))

    async def come(self, guest: Guest, url: str, table: str, acts: int) -> None:
        """Follow an invitation and play."""
        await asyncio.sleep(self.world.between(0, 5))
        await guest.join(url)
        if any(line.table == table and not line.left for line in guest.lines):
            acts = 0
        if acts:
            await guest.play(table, acts)

    def wish_for_table(self) -> Json:
        """Draw a game and who is to sit there."""
        chance = self.plan
        (name,) = chance.choices(self.games, [how_often(game) for game in self.games])
        game = game_named(name)
        kinds = ("device", "link", "link", "bot")
        players: list[Json] = [{"kind": "me", "name": "host"}]
        for _ in range(chance.choice(game.seats) - 1):
            kind = chance.choice(kinds)
            player: Json = {"kind": kind}
            if kind == "device":
                player["name"] = "child"
            if kind == "bot":
                player["level"] = chance.choice(list(levels_of(game)))
            players.append(player)
        chance.shuffle(players)
        options = {
            option: chance.choice(choices)
            for option, choices in game.options.items()
            if chance.random() < 0.3
        }
        timed = {"pace": chance.choice(PACES)} if chance.random() < TIMED else {}
        return {
            "game": name,
            "players": players,
            "options": options,
            "hints": chance.random() < 0.5,
            **timed,
        }

    async def set_up(self, host: Guest, wish: Json, acts: int) -> None:
        """Open a table, invite whoever is to come, and play."""
        made = await host.open_table(wish)
        table = made["id"]
        self.tables.append(table)
        for invite in made["invites"]:
            guest = self.plan.choice(self.guests)
            self.begin(self.come(guest, invite["url"], table, acts))
        if self.plan.random() < 0.3:
            watcher = self.plan.choice(self.guests)
            if watcher is not host:
                watcher.sit(table)
        if self.plan.random() < 0.1:
            host.sit(table)
        await host.play(table, acts + 2)

    # Bad luck

    async def restart(self) -> None:
        """Tell the house to end in good order."""
        await asyncio.sleep(self.plan.uniform(1, 20))
        process = self.any_house()
        if process is not None:
            self.world.note(process.name, "is told to end")
            process.loop.start(process.drain())

    async def fill_disk(self) -> None:
        """Let the disk be full for a while."""
        await asyncio.sleep(self.plan.uniform(0.5, 20))
        self.world.note("disk", "is full")
        self.disk.is_full = True
        await asyncio.sleep(self.world.between(*FULL_DISK))
        self.disk.is_full = False
        self.world.note("disk", "has space again")

    def begin_bad_luck(self) -> None:
        """Let things go wrong from now on."""
        faults = self.faults
        self.network.slowness, self.network.losses = faults.slow_network, faults.losses
        self.disk.slowness, self.disk.breakage = faults.slow_disk, faults.broken_commits
        self.disk.deaths = faults.deaths_at_commit
        if self.street is not None:
            self.street.lateness, self.street.losses = faults.late_notices, faults.lost_notices
        if self.office is not None:
            self.office.slowness, self.office.failures = faults.slow_office, faults.failing_office
            self.office.lost_answers = faults.lost_answers
            self.office.deaths = faults.deaths_while_sending
        for _ in range(faults.restarts):
            self.begin(self.restart())
        for _ in range(faults.full_disks):
            self.begin(self.fill_disk())

    def mend(self) -> None:
        """Let nothing go wrong any more; but notices may still get lost, which costs time alone."""
        self.world.note("world", "nothing goes wrong any more")
        self.is_late, self.kills = True, 0
        self.network.mend()
        self.disk.mend()
        if self.office is not None:
            self.office.mend()
        for process in self.alive:
            process.fuse = None

    # The course

    def run(self) -> None:
        """Spend the evening, then look at what is left of it."""
        for at in range(len(self.houses)):
            self.open_house(at)
        self.begin_bad_luck()
        if self.office is not None and self.habits is not None:
            for guest in self.guests:
                self.begin(guest.be_reachable(self.office, self.habits))
            self.world.run_until(self.all_done, LONGEST)
        for wish in self.wishes:
            host = self.plan.choice(self.guests)
            self.begin(self.set_up(host, wish, self.plan.randint(4, 14)))
        self.world.run_until(self.all_done, LONGEST)
        self.mend()
        self.come_to_rest()
        self.wait_for_bots()
        self.say_goodbye()
        self.come_to_rest()
        self.check_health()
        self.check_everything()
        if self.office is not None:
            self.go_home(self.office)

    def go_home(self, office: Office) -> None:
        """Let everybody close their pages, and wait until all who are to decide were called."""
        for line in self.lines():
            line.leave()
        self.let_pass(REST)
        self.wait_for(office.is_idle, LONG_AFTER, "the outbox is never empty")
        office.check_called(self.tables)

    def lines(self) -> list[Line]:
        """List all lines that somebody still keeps open."""
        return [line for guest in self.guests for line in guest.lines if not line.left]

    def all_done(self) -> bool:
        """Tell whether everybody has done what they wanted to do."""
        return all(task.done() for task in self.tasks)

    def is_quiet(self) -> bool:
        """Tell whether everybody is here, and nobody waits for an answer."""
        if len(self.alive) < len(self.houses) or not self.all_done():
            return False
        return all(line.is_open and not line.pending for line in self.lines())

    def wait_for(self, condition: Callable[[], bool], seconds: float, trouble: str) -> None:
        """Let time pass until something is so."""
        if not self.world.run_until(condition, seconds):
            waiting = [
                f"{line.guest} at {line.table}: {'open' if line.is_open else 'closed'}, "
                f"{list(line.pending)}"
                for line in self.lines()
                if line.pending or not line.is_open
            ]
            undone = sum(not task.done() for task in self.tasks)
            raise Trouble(f"{trouble}; {undone} are busy; {'; '.join(waiting)}")

    def wait_for_bots(self) -> None:
        """Demand that bots whose turn it is go on."""
        before = {table: self.bots_turn(table) for table in self.watched_tables()}
        waiting = {table: version for table, version in before.items() if version is not None}
        self.wait_for(
            lambda: all(self.shown_version(table) > known for table, known in waiting.items()),
            CALM,
            f"bots do not move at {waiting}",
        )
        for process in self.alive:
            process.hold_thinkers()
            process.hold_flags()

    def watched_tables(self) -> list[str]:
        """List the tables that somebody looks at."""
        here = {line.table for line in self.lines()}
        return [table for table in self.tables if table in here]

    def bots_turn(self, table: str) -> int | None:
        """Return the version of a table where a bot is to move."""
        kept = self.ledger.kept(table)
        history = rebuild(kept, game_named(kept.deal.game))
        awaited = any(kept.chairs[seat].kind == BOT for seat in history.to_act)
        empty = any(chair.kind == "open" for chair in kept.chairs)
        return history.version if awaited and not empty else None

    def shown_version(self, table: str) -> int:
        """Return the version of a table that somebody is shown."""
        return max(line.hearing.version for line in self.lines() if line.table == table)

    def come_to_rest(self) -> None:
        """Wait until everybody is here, has all answers, and nothing is under way any more."""
        for _ in range(MOST_WAVES):
            self.wait_for(self.is_quiet, CALM, "it never comes to rest")
            self.let_pass(REST)
            if self.is_quiet():
                return
        raise Trouble("it never comes to rest: sockets end again and again")

    def let_pass(self, seconds: float) -> None:
        """Let some time pass."""
        end = self.world.time + seconds
        self.world.run_until(lambda: self.world.time >= end, 2 * seconds)

    def say_goodbye(self) -> None:
        """Let somebody at each table say something: now that nothing goes wrong it is done."""
        speakers = {line.table: line for line in self.lines() if line.you}
        for line in speakers.values():
            said = self.city.start(self.say(line))
            self.wait_for(said.done, CALM, f"{line.guest} cannot say goodbye")
            said.result()

    async def say(self, line: Line) -> None:
        """Say something, and demand that it is heard."""
        answer = await line.ask("say", {"text": "good night"})
        demand(answer["type"] == "ack", f"{line.guest} cannot say goodbye: {answer}")

    def check_health(self) -> None:
        """Demand that every house is well."""
        asked = self.city.start(self.ask_for_health())
        self.wait_for(asked.done, CALM, "nobody answers how the house is")
        asked.result()

    async def ask_for_health(self) -> None:
        """Ask how each house is."""
        guest = self.guests[0]
        for process in self.alive:
            answer = await self.network.ask(
                process, "GET", "/healthz", None, guest.address, guest.cookie
            )
            demand(answer.status == OK, f"{process.name} is not well: {answer.content!r}")
        for guest in self.guests:
            await guest.check_tables()

    def check_everything(self) -> None:
        """Hold all that was promised, shown and told against what is kept."""
        lines = self.lines()
        for guest in self.guests:
            for line in guest.lines:
                for socket, hearing in line.ended:
                    self.ledger.check_answers(hearing, socket.delivered, ended=True)
        for line in lines:
            assert line.socket is not None
            self.ledger.check_answers(line.hearing, line.socket.delivered, ended=False)
        self.ledger.check_kept(self.tables)
        self.ledger.check_heard(self.tables, [line.hearing for line in lines])

    def close(self) -> None:
        """Leave nothing behind."""
        for process in self.alive:
            process.on_death = lambda: None
            process.kill()
        self.city.die()
        self.network.loop.die()
        self.ledger.close()


def all_games() -> list[str]:
    """List all games that are played in an evening, the small ones first."""
    return [*small_games(), *known_games()]


def how_often(game: str) -> int:
    """Say how often a game is played, next to others."""
    return OFTEN if game in small_games() else 1


def spend(
    seed: int,
    games: Sequence[str] | None = None,
    faults: Faults | None = None,
    on_note: Callable[[str], None] | None = None,
    houses: int = 1,
    habits: Habits | None = PEOPLE,
) -> Report:
    """Spend an evening and report what came of it; nobody is called if nobody has habits."""
    where = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(dir=where) as folder:
        data = Path(folder) / "data"
        evening = Evening(seed, data, games or all_games(), faults, on_note, houses, habits)
        for wish in evening.wishes:
            warm_up(wish["game"])
        trouble = None
        with surroundings(evening.world, str(seed)), open_office():
            try:
                evening.run()
            except (Trouble, AssertionError, AllmendeError) as found:
                trouble = str(found) or repr(found)
                evening.world.note("TROUBLE", trouble)
            finally:
                evening.close()
        world, counts = evening.world, evening.ledger.counts
        counts.update(
            {
                "evenings": 1,
                "tables": len(evening.tables),
                "deaths": evening.deaths,
                "steps": world.steps,
                "seconds simulated": round(world.time),
                "commits": evening.disk.commits,
                "failed writes": evening.disk.failures,
            }
        )
        if evening.street is not None:
            counts.update({"notices": evening.street.told, "lost": evening.street.lost})
        return Report(seed, world.print.hexdigest(), trouble, counts)
