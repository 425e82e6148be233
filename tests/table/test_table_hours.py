"""When somebody may be called, by the clocks where they live."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allmende.conformance.catalog import same_keys_everywhere
from allmende.table.post.hours import DAILY_AT, seconds_of_quiet, seconds_to_morning
from allmende.table.post.mail import read_address
from allmende.table.post.reaching import read_endpoint
from allmende.table.post.words import POST_TEXTS
from allmende.table.store.facts import PERSON, Chair
from allmende.table.store.notice_facts import QuietHours
from allmende.table.tables.noticing import is_mentioned, mentions
from allmende.table.tokens import Device

MINUTES = st.integers(0, 24 * 60 - 1)
ZONES = st.sampled_from(["UTC", "Europe/Berlin", "America/St_Johns", "Pacific/Auckland"])
MOMENTS = st.floats(1_600_000_000, 1_900_000_000)


def at(zone: str, *time: int) -> float:
    return datetime(*time, tzinfo=ZoneInfo(zone)).timestamp()  # type: ignore[misc,arg-type]


def test_the_night_is_quiet() -> None:
    night = QuietHours("Europe/Berlin", 22 * 60, 8 * 60)
    assert seconds_of_quiet(night, at("Europe/Berlin", 2026, 7, 1, 23, 0)) == 9 * 3600
    assert seconds_of_quiet(night, at("Europe/Berlin", 2026, 7, 1, 7, 59)) == 60
    assert seconds_of_quiet(night, at("Europe/Berlin", 2026, 7, 1, 8, 0)) == 0
    assert seconds_of_quiet(night, at("UTC", 2026, 7, 1, 20, 0)) > 0
    assert seconds_of_quiet(night, at("UTC", 2026, 12, 1, 20, 59)) == 0
    assert seconds_of_quiet(None, 0.0) == 0


def test_a_night_with_a_change_of_clocks_ends_by_the_clock() -> None:
    night = QuietHours("Europe/Berlin", 22 * 60, 8 * 60)
    assert seconds_of_quiet(night, at("Europe/Berlin", 2026, 3, 28, 22, 0)) == 9 * 3600
    assert seconds_of_quiet(night, at("Europe/Berlin", 2026, 10, 24, 22, 0)) == 11 * 3600


@given(ZONES, MINUTES, MINUTES, MOMENTS)
def test_quiet_ends_when_it_says(zone: str, begin: int, finish: int, now: float) -> None:
    hours = QuietHours(zone, begin, finish)
    wait = seconds_of_quiet(hours, now)
    assert 0 <= wait <= 25 * 3600
    if wait:
        end = datetime.fromtimestamp(now + wait + 0.001, ZoneInfo(zone))
        assert end.hour * 60 + end.minute in (finish, (finish + 60) % 1440)
        assert seconds_of_quiet(hours, now + wait + 3661) == 0 or begin != finish


@given(ZONES, MOMENTS, st.floats(0, 3 * 24 * 3600))
def test_a_daily_mail_waits_for_one_morning(zone: str, since: float, later: float) -> None:
    wait = seconds_to_morning(QuietHours(zone, 0, 0), since, since + later)
    assert 0 <= wait <= 25 * 3600
    if later > 25 * 3600:
        assert wait == 0
    morning = datetime.fromtimestamp(since + later + wait, UTC).astimezone(ZoneInfo(zone))
    assert wait == 0 or morning.hour * 60 + morning.minute in (DAILY_AT - 1, DAILY_AT)


def test_the_post_says_the_same_in_every_language() -> None:
    same_keys_everywhere(POST_TEXTS)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Anna@Example.ORG ", "anna@example.org"),
        ("a+b@c-d.example", "a+b@c-d.example"),
        ("anna@localhost", None),
        ("anna", None),
        ("anna@example.org\nBcc: all@example.org", None),
        ("anna@exa mple.org", None),
        ("<anna@example.org>", None),
        ("a@b.example,c@d.example", None),
        (f"{'a' * 65}@example.org", None),
        (".anna@example.org", None),
    ],
)
def test_an_address_is_one_address(text: str, wanted: str | None) -> None:
    assert read_address(text) == wanted


@given(st.text(max_size=60))
def test_no_text_makes_a_wrong_address_or_endpoint(text: str) -> None:
    found = read_address(text)
    assert found is None or (found.count("@") == 1 and found.isprintable() and " " not in found)
    endpoint = read_endpoint(f"https://{text}")
    assert endpoint is None or (endpoint.host and "\n" not in endpoint.path)


@pytest.mark.parametrize(
    ("name", "text", "wanted"),
    [
        ("Anna", "@anna, hurry", True),
        ("Anna", "@annabel, hurry", False),
        ("Anna", "anna, hurry", False),
        ("Anna Lee", "yes @Anna Lee!", True),
        ("", "@ nobody", False),
        ("Jürgen", "@JÜRGEN?", True),
    ],
)
def test_who_is_mentioned(name: str, text: str, wanted: bool) -> None:
    assert is_mentioned(name, text) == wanted
    chairs = [Chair(0, PERSON, "Me", holders={Device("a")}), Chair(1, PERSON, name)]
    chairs[1].holders = {Device("b")}
    assert bool(mentions(chairs, set(), chairs[0], text)) == wanted
    assert mentions(chairs, {Device("b")}, chairs[0], text) == []
