"""What somebody has to do with this house: the own tables, and how the own games went."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from sqlalchemy import Connection as Transaction

from ..background import beside
from ..store import statements, timing
from ..store.clock import Clock, Pace
from ..store.facts import Listed
from ..store.owners import acts_for, devices_of
from ..store.scribe import Scribe
from ..tables.timing import HouseTime
from ..tokens import Device
from ..wire import answers, telling
from .statistics import statistics
from .timekeeper import Timekeeper

LATER = "~"
"""Comes after every time."""

Clocks: TypeAlias = dict[str, tuple[Pace, Clock]]
PresentAt: TypeAlias = Callable[[list[str]], Awaitable[dict[str, set[Device]]]]
"""Says who is at some tables."""


class OwnTables:
    """Finds what belongs to somebody by a device."""

    def __init__(self, scribe: Scribe, timekeeper: Timekeeper, present_at: PresentAt) -> None:
        self.scribe = scribe
        self.timekeeper = timekeeper
        self.present_at = present_at

    async def tables_of(self, device: Device | None) -> answers.Tables:
        """List the tables of a device, those that wait for it first."""
        if device is None:
            return {"tables": []}
        devices = await self.devices_of(device)
        found, clocks = await self.scribe.run(lambda c: read_listed(c, devices))
        present = await self.present_at([table.id for table in found])
        if clocks:
            await self.timekeeper.be_sure()
        time = self.timekeeper.time
        return await beside(lambda: list_of(found, devices, present, clocks, time))

    async def devices_of(self, device: Device | None) -> frozenset[Device]:
        """Return all devices of the person that a device belongs to."""
        if device is None:
            return frozenset()
        return await self.scribe.run(lambda c: devices_of(c, device))

    async def statistics_of(self, device: Device | None) -> answers.Statistics:
        """Sum up how the player of a device has played so far."""
        who = await self.devices_of(device)
        finished = await self.scribe.run(lambda c: statements.finished_by(c, who))
        return await beside(lambda: statistics(finished, who))

    async def forget_statistics(self, device: Device | None) -> None:
        """Let what a device has played so far count no more."""
        if device is not None:
            await self.scribe.run(lambda c: statements.forget(c, acts_for(c, device)))


def read_listed(c: Transaction, devices: frozenset[Device]) -> tuple[list[Listed], Clocks]:
    """Read the tables of somebody, and the clocks of those that have one."""
    found = statements.tables_of(c, devices)
    return found, timing.read_clocks(c, [table.id for table in found])


def list_of(
    found: Sequence[Listed],
    devices: frozenset[Device],
    present: dict[str, set[Device]],
    clocks: Clocks,
    time: HouseTime,
) -> answers.Tables:
    """List the tables of somebody, those that wait for them first, the most urgent one before all
    others."""
    tables = [
        telling.listed(
            table, devices, present.get(table.id, set()), clocks.get(table.id), time.on_the_wall
        )
        for table in found
    ]
    return {"tables": sorted(tables, key=urgency)}


def urgency(table: answers.TableSummary) -> tuple[bool, str]:
    """Order tables by what waits for whoever asks."""
    return not table["your_turn"], (table["due"] or LATER) if table["your_turn"] else ""
