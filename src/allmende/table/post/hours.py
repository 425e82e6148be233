"""When somebody may be called: not in their quiet hours, and by a daily mail in the morning."""

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from ..store.notice_facts import QuietHours

MINUTES_A_DAY = 24 * 60
DAILY_AT = 8 * 60
"""The minute of the day at which a daily mail goes out."""
SECONDS_A_DAY = 24 * 3600


def zone_named(name: str) -> tzinfo | None:
    """Return a time zone, or None if nobody knows it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def zone_of(hours: QuietHours | None) -> tzinfo:
    """Return the time zone of somebody; that of the world if none is known."""
    return (zone_named(hours.zone) if hours else None) or UTC


def seconds_of_quiet(hours: QuietHours | None, now: float) -> float:
    """Return how long somebody still wants to hear nothing."""
    if hours is None or hours.begin == hours.finish:
        return 0.0
    here = datetime.fromtimestamp(now, zone_of(hours))
    minute = here.hour * 60 + here.minute
    length = (hours.finish - hours.begin) % MINUTES_A_DAY
    if (minute - hours.begin) % MINUTES_A_DAY >= length:
        return 0.0
    return next_at(hours.finish, here).timestamp() - now


def seconds_to_morning(hours: QuietHours | None, since: float, now: float) -> float:
    """Return how long news of a time wait for the daily mail."""
    then = datetime.fromtimestamp(since, zone_of(hours))
    return max(0.0, next_at(DAILY_AT, then).timestamp() - now)


def next_at(minute: int, after: datetime) -> datetime:
    """Return the next moment at which clocks show a minute of the day."""
    there = after.replace(hour=minute // 60, minute=minute % 60, second=0, microsecond=0)
    return there if there > after else there + timedelta(days=1)


def day_of(now: float) -> int:
    """Count the days of the world, to count what is sent on each."""
    return int(now // SECONDS_A_DAY)


def seconds_to_midnight(now: float) -> float:
    """Return how long the day of the world still lasts."""
    return SECONDS_A_DAY - now % SECONDS_A_DAY
