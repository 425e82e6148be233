"""Guests: people at the tables, who play by chance, chat, change their minds and lose their
network; a few of them are up to mischief."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from allmende.bots.levels import LEVELS

from .ledger import Wish, demand
from .line import Line
from .network import Answer, Json, Lost
from .office import Office, browser_keys
from .world import DAWN

if TYPE_CHECKING:
    from .evening import Evening

CREATED, OK, TOO_MANY, BROKEN = 201, 200, 429, 500
PAUSE = (0.02, 3.0)
COOKIE = "allmende="
ASK_AGAIN = 1.0
TWICE = 0.08
"""How often a wish is sent twice over the same socket."""
HASTE = 0.2
"""How often somebody does not wait for an answer."""
GARBAGE = (
    "",
    "{}",
    "null",
    '{"do":"move"}',
    "[[[[",
    '{"id":7,"do":"say"}',
    '{"id":"x","do":"fly"}',
)


LOOKS_INTO_THE_MAILBOX = 60
TOO_OFTEN = 5
"""So often somebody types in an address that was asked enough."""


@dataclass(frozen=True)
class Habits:
    """How many can be called by push and by mail, want quiet hours, and have them already."""

    by_push: float = 0.7
    by_mail: float = 0.4
    quiet: float = 0.2
    quiet_by_now: float = 0.5


PEOPLE = Habits()
EASILY_REACHED = Habits(by_push=1.0, by_mail=1.0, quiet=0.0)
ASLEEP = Habits(by_push=1.0, by_mail=0.0, quiet=1.0, quiet_by_now=1.0)


def quiet_hours(at_once: bool) -> Json:
    """Want to hear nothing, from now on or from a minute later on."""
    minute = int(DAWN // 60) % (24 * 60) + (0 if at_once else 1)
    return {"zone": "UTC", "begin": minute % 1440, "finish": (minute + 600) % 1440}


class Guest:
    """Somebody with a device."""

    def __init__(self, evening: "Evening", number: int) -> None:
        self.evening = evening
        self.world = evening.world
        self.name = f"guest {number}"
        self.address = f"10.0.0.{number}"
        self.cookie: str | None = None
        self.first_request = asyncio.Lock()
        """A browser that has no cookie yet asks one thing at a time."""
        self.lines: list[Line] = []
        self.acts: dict[str, tuple[float, Callable[[Line], Any]]] = {
            "move": (10.0, self.move),
            "undo": (1.5, self.undo),
            "say": (0.8, self.say),
            "why": (0.4, self.why),
            "hint": (0.4, self.hint),
            "rename": (0.3, self.rename),
            "resign": (0.12, self.resign),
            "bot": (0.3, self.let_bot_play),
            "return": (3.0, self.come_back),
            "rematch": (3.0, self.rematch),
            "mischief": (0.8, self.be_mischievous),
            "reload": (0.3, self.reload),
            "revoke": (0.15, self.revoke),
            "invites": (0.1, self.look_at_invites),
            "tables": (0.2, self.look_at_tables),
        }
        if evening.office is not None:
            self.acts["look"] = (1.0, self.look)

    # Asking over HTTP

    async def ask(
        self, method: str, path: str, body: Json | None = None, most: int | None = None
    ) -> Answer:
        """Ask until there is an answer that is not the fault of the house or of the network; who is
        told to slow down more than so many times has their answer too."""
        if self.cookie is not None:
            return await self.insist(method, path, body, most)
        async with self.first_request:
            return await self.insist(method, path, body, most)

    async def insist(self, method: str, path: str, body: Json | None, most: int | None) -> Answer:
        """Ask again and again."""
        told = 0
        while True:
            await asyncio.sleep(self.world.between(0, ASK_AGAIN))
            with suppress(Lost):
                answer = await self.evening.network.ask(
                    self.evening.any_house(), method, path, body, self.address, self.cookie
                )
                self.keep_cookie(answer.headers.get("set-cookie", ""))
                self.world.note(self.name, f"{method} {path}: {answer.status}")
                told += answer.status == TOO_MANY
                if told == most or (answer.status < BROKEN and answer.status != TOO_MANY):
                    return answer

    def keep_cookie(self, given: str) -> None:
        """Keep the cookie that a house has given."""
        if given.startswith(COOKIE):
            self.cookie = given.split(";")[0].removeprefix(COOKIE)

    async def open_table(self, wish: Json) -> Json:
        """Open a table and return what came of it."""
        answer = await self.ask("POST", "/api/tables", wish)
        if answer.status != CREATED:
            self.world.fail(f"{self.name} cannot open a table: {answer.content!r}")
        made: Json = answer.json
        return made

    async def join(self, invite: str) -> None:
        """Follow an invitation. One that was used already leaves somebody to watch."""
        path, token = invite.split("#")
        table = path.split("/")[-1]
        if self.evening.office is not None:  # whoever sits down looks at the table
            for line in self.lines:
                if line.table == table and not line.left:
                    line.ask("look", {"on": True})
        await self.ask("POST", f"/api/tables/{table}/join", {"token": token, "name": self.name})

    async def be_reachable(self, office: Office, habits: Habits) -> None:
        """Let oneself be called: by push, by mail, or both; some want to sleep."""
        chance, name = self.world.chance, self.name.replace(" ", "")
        if chance.random() < habits.quiet:
            by_now = chance.random() < habits.quiet_by_now
            await self.ask("POST", "/api/notices/quiet", quiet_hours(by_now))
        if chance.random() < habits.by_push:
            endpoint = f"https://push.example/{name}"
            wish = {"endpoint": endpoint, "keys": browser_keys(), "language": "de"}
            await self.ask("POST", "/api/notices/push", wish)
        if chance.random() < habits.by_mail:
            address = f"{name}@mail.example"
            wish = {"address": address, "language": "nl", "pace": "soon", "zone": "UTC"}
            await self.ask("POST", "/api/notices/mail", wish, TOO_OFTEN)
            for _ in range(LOOKS_INTO_THE_MAILBOX):
                await asyncio.sleep(ASK_AGAIN)
                if address in office.questions:
                    await self.ask("POST", f"/api/notices{office.questions[address]}", {})
                    return

    def look(self, line: Line) -> Any:
        """Hide the page, or look at it again."""
        return self.wish(line, "look", on=self.world.chance.random() < 0.5)

    # Playing

    def sit(self, table: str) -> Line:
        """Look at a table."""
        line = Line(self.evening, table, self.name, self.address, lambda: self.cookie or "")
        self.lines.append(line)
        return line

    async def play(self, table: str, acts: int) -> None:
        """Do a number of things at a table."""
        self.sit(table)
        for _ in range(acts):
            await asyncio.sleep(self.world.between(*PAUSE))
            line = next(one for one in reversed(self.lines) if one.table == table)
            if line.state is None or self.evening.is_late:
                continue
            doable = {name: act for name, act in self.acts.items() if self.can(line, name)}
            if doable:
                weights = [weight for weight, _ in doable.values()]
                (name,) = self.world.chance.choices(list(doable), weights)
                await self.do(line, doable[name][1])

    async def do(self, line: Line, act: Callable[[Line], Any]) -> None:
        """Do something, and mostly wait for what comes of it."""
        done = act(line)
        in_haste = not asyncio.iscoroutine(done) and self.world.happens(HASTE)
        if done is not None and not in_haste:
            await done

    def can(self, line: Line, name: str) -> bool:
        """Tell whether something makes sense now."""
        assert line.state is not None
        sits, over = bool(line.you), line.state["over"] is not None
        possible = {
            "move": bool(line.state["legal"]),
            "undo": line.state["undo"] is not None,
            "hint": line.info["hints"] and bool(line.state["legal"]),
            "resign": sits and not over,
            "bot": bool(self.replaceable(line)) and not over,
            "return": any(line.players[seat]["kind"] == "bot" for seat in line.you),
            "rematch": sits and over,
            "revoke": line.host and len(line.you) < line.info["seats"],
            "invites": line.host,
        }
        return bool(possible.get(name, sits or name in ("mischief", "reload", "tables")))

    def own_seat(self, line: Line) -> int:
        """Draw one of the seats that are held here."""
        return self.world.chance.choice(line.you)

    def replaceable(self, line: Line) -> list[int]:
        """List the seats where this guest may put a bot."""
        others = [
            one["seat"] for one in line.players if line.host and not one["here"] and one["name"]
        ]
        return [*line.you, *others]

    def move(self, line: Line) -> Any:
        """Make any legal move; perhaps send it twice."""
        assert line.state is not None
        chance, state = self.world.chance, line.state
        seat = chance.choice(sorted(state["legal"]))
        n = chance.choice(state["legal"][seat])["n"]
        return self.wish(line, "move", version=state["version"], seat=int(seat), n=n)

    def wish(self, line: Line, do: str, **fields: Any) -> Any:
        """Ask for something, once or twice."""
        answer = line.ask(do, dict(fields))
        if self.world.happens(TWICE) and line.is_open and line.pending:
            wish, _ = list(line.pending.values())[-1]
            wish.doubled = True
            line.transmit(json.dumps(wish.fields))
        return answer

    def undo(self, line: Line) -> Any:
        """Take back as much as is offered, or a part of it."""
        assert line.state is not None
        moves = self.world.chance.randint(1, line.state["undo"]["moves"])
        return self.wish(line, "undo", version=line.state["version"], moves=moves)

    def say(self, line: Line) -> Any:
        """Chat."""
        return self.wish(line, "say", text=f"it is {self.world.time:.0f} seconds past eight")

    def why(self, line: Line) -> Any:
        """Ask why something cannot be done."""
        return self.wish(line, "why", seat=self.own_seat(line), move="a1-b2")

    def hint(self, line: Line) -> Any:
        """Ask for a hint."""
        assert line.state is not None
        seat = self.world.chance.choice(sorted(line.state["legal"]))
        return self.wish(line, "hint", seat=int(seat), step="nudge")

    def rename(self, line: Line) -> Any:
        """Take another name."""
        name = f"{self.name} {self.world.chance.randrange(10)}"
        return self.wish(line, "rename", seat=self.own_seat(line), name=name)

    def resign(self, line: Line) -> Any:
        """Give up."""
        return self.wish(line, "resign", seat=self.own_seat(line))

    def let_bot_play(self, line: Line) -> Any:
        """Leave the game to a bot for a while, or put one where somebody is missing."""
        seat = self.world.chance.choice(self.replaceable(line))
        return self.wish(line, "bot", seat=seat, level=self.world.chance.choice(list(LEVELS)))

    def come_back(self, line: Line) -> Any:
        """Take a seat back from a bot."""
        seats = [seat for seat in line.you if line.players[seat]["kind"] == "bot"]
        return self.wish(line, "return", seat=self.world.chance.choice(seats))

    async def rematch(self, line: Line) -> None:
        """Play again, and go to the new table."""
        await self.wish(line, "rematch")
        if line.info["rematch"] is not None:
            other = line.info["rematch"].split("/")[-1]
            if all(one.table != other for one in self.lines):
                self.evening.go_on_at(self, other)

    async def revoke(self, line: Line) -> None:
        """Take a seat from somebody, and let them or another guest have it."""
        seats = [seat for seat in range(line.info["seats"]) if seat not in line.you]
        seat = self.world.chance.choice(seats)
        answer = await self.ask("POST", f"/api/tables/{line.table}/seats/{seat}/revoke", {})
        if answer.status == OK:
            self.evening.invite(answer.json["url"])

    async def look_at_invites(self, line: Line) -> None:
        """Make invitations for the seats that are free, and hand one out."""
        answer = await self.ask("GET", f"/api/tables/{line.table}/invites")
        if answer.status == OK and answer.json["invites"]:
            self.evening.invite(self.world.chance.choice(answer.json["invites"])["url"])

    async def look_at_tables(self, line: Line) -> None:
        """Look at the list of one's tables."""
        await self.ask("GET", "/api/tables")

    async def check_tables(self) -> None:
        """Demand that the list has all tables where one plays."""
        answer = await self.ask("GET", "/api/tables")
        played = {line.table for line in self.lines if line.you and not line.left}
        missing = played - {one["id"] for one in answer.json["tables"]}
        demand(not missing, f"{self.name} does not find {missing} in the list")

    def reload(self, line: Line) -> None:
        """Load the page again: nothing is left of what it knew."""
        line.leave()
        self.sit(line.table)

    # Mischief

    def be_mischievous(self, line: Line) -> Any:
        """Send something that a page would not."""
        pranks = (self.be_stale, self.steal_a_move, self.repeat, self.reuse_id, self.babble)
        return self.world.chance.choice(pranks)(line)

    def be_stale(self, line: Line) -> Any:
        """Decide about a position that is long past, or that has not come yet."""
        assert line.state is not None
        version = line.state["version"] + self.world.chance.choice((-3, -1, 1, 5))
        seat = self.world.chance.randrange(line.info["seats"])
        n = self.world.chance.randrange(200)
        return line.ask("move", {"version": max(-1, version), "seat": seat, "n": n})

    def steal_a_move(self, line: Line) -> Any:
        """Move for a seat that somebody else holds."""
        assert line.state is not None
        others = [seat for seat in range(line.info["seats"]) if seat not in line.you]
        if not others:
            return None
        seat, n = self.world.chance.choice(others), self.world.chance.randrange(60)
        return line.ask("move", {"version": line.state["version"], "seat": seat, "n": n})

    def acknowledged(self, line: Line, *doings: str) -> list[Wish]:
        """List what this guest was promised at a table."""
        return [
            wish
            for wish in self.evening.ledger.wishes.values()
            if (wish.guest, wish.table) == (self.name, line.table)
            and wish.acks
            and wish.fields["do"] in doings
        ]

    def repeat(self, line: Line) -> Any:
        """Send something again that was answered long ago."""
        mine = self.acknowledged(line, "move", "undo", "resign", "say")
        if not mine:
            return None
        fields = dict(self.world.chance.choice(mine).fields)
        return line.ask(fields.pop("do"), fields)

    def reuse_id(self, line: Line) -> Any:
        """Send another move under an id that has been used."""
        mine = self.acknowledged(line, "move")
        if not mine:
            return None
        fields = dict(self.world.chance.choice(mine).fields)
        fields["n"] += 1
        return line.ask(fields.pop("do"), fields)

    def babble(self, line: Line) -> None:
        """Send what cannot be read."""
        if line.is_open:
            line.transmit(self.world.chance.choice(GARBAGE))
