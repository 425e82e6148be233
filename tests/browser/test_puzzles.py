"""Puzzles: solved and failed by tap and by keyboard, with hint, solution, link and streak."""

from collections.abc import Callable, Iterator
from datetime import date, timedelta

import pytest
from playwright.sync_api import expect

from allmende.core.puzzles import Puzzle, puzzles_of
from allmende.core.registry import game_named, known_games
from allmende.table.library.puzzles import number_of
from tests.table.server_process import Server

from .axe import serious_violations
from .guest import Guest, Scheme
from .test_any_game import SCROLLS
from .test_keyboard import place_of, walk_to
from .test_learn import NOT_WITH_AXE

GAMES = known_games()
FIRST_DAY = date(2026, 11, 16)
GAME = "kuh_vadis"
MARK = "mark "

Guests = Callable[..., Guest]


def marking(puzzle: Puzzle) -> list[str]:
    """Name the fields that can be marked in a puzzle, the best one first."""
    fields = [move.notation for move in puzzle.moves if move.notation.startswith(MARK)]
    is_best = puzzle.best.notation.startswith(MARK)
    return [field.removeprefix(MARK) for field in fields] if is_best else []


def days_of_marking() -> Iterator[tuple[date, Puzzle]]:
    """Find days whose puzzle is solved by marking a field and has another one to mark."""
    puzzles = puzzles_of(game_named(GAME))
    for at in range(len(puzzles)):
        day = FIRST_DAY + timedelta(days=at)
        number = number_of(puzzles, day.isoformat())
        assert number is not None
        if len(marking(puzzles[number])) > 1:
            yield day, puzzles[number]


def set_date(guest: Guest, day: date) -> None:
    """Let it be noon of a day where the guest is."""
    guest.page.clock.set_fixed_time(f"{day.isoformat()}T12:00:00")


def open_puzzle(guest: Guest, game: str, puzzle: str = "") -> None:
    """Open a puzzle by its address; without a name it is that of the day."""
    guest.page.goto(f"{guest.address}/puzzle/{game}/{puzzle}".rstrip("/"))
    guest.page.locator(".puzzle [data-board] > *").first.wait_for()


def test_the_puzzle_of_the_day_is_tried_solved_and_counted(guests: Guests, server: Server) -> None:
    guest = guests(server, size="phone", fresh=True, has_touch=True)
    page = guest.page
    day, puzzle = next(days_of_marking())
    best, other, *_ = marking(puzzle)
    set_date(guest, day)
    guest.home()
    expect(page.locator("[data-streak]")).to_have_count(0)
    page.locator(f"a[data-puzzle={GAME}]").click()
    expect(page.locator(".puzzle")).to_have_attribute("data-puzzle", puzzle.id)
    guest.listen()

    page.locator("[data-ask-hint]").click()
    hint = page.locator("[data-hint]")
    expect(hint).to_be_visible()
    guest.wait_to_hear(hint.inner_text())

    guest.cells(f"{other}, ").first.click()
    answer = page.locator("[data-answer]")
    expect(answer).to_contain_text("Not “")
    expect(answer).to_contain_text("better.")
    guest.wait_to_hear(answer.inner_text())
    expect(page.locator(".puzzle")).to_have_attribute("data-tries", "1")
    assert page.locator(".puzzle[data-ending]").count() == 0
    assert serious_violations(page) == []

    guest.cells(f"{best}, ").first.click()
    expect(answer).to_contain_text("Right!")
    expect(answer).to_contain_text("games that the coach imagines")
    expect(page.locator("[data-streak]")).to_have_attribute("data-streak", "1")
    assert page.evaluate(SCROLLS) <= 0

    guest.home()
    expect(page.locator(f"a[data-puzzle={GAME}]")).to_contain_text("solved")
    expect(page.locator("[data-streak]")).to_have_attribute("data-streak", "1")
    assert serious_violations(page) == []
    for later, days in ((1, "1"), (2, None)):
        set_date(guest, day + timedelta(days=later))
        guest.home()
        expect(page.locator(f"a[data-puzzle={GAME}]")).not_to_contain_text("solved")
        expect(page.locator("[data-streak]")).to_have_count(0 if days is None else 1)


def test_a_streak_grows_from_day_to_day(guests: Guests, server: Server) -> None:
    guest = guests(server, fresh=True)
    solvable = dict(days_of_marking())
    first = next(day for day in solvable if day + timedelta(days=1) in solvable)
    for at, day in enumerate((first, first + timedelta(days=1)), start=1):
        set_date(guest, day)
        open_puzzle(guest, GAME)
        guest.cells(f"{marking(solvable[day])[0]}, ").first.click()
        streak = guest.page.locator(".puzzle [data-streak]")
        expect(streak).to_have_attribute("data-streak", str(at))


def test_a_puzzle_by_keyboard_and_the_next_one(guest: Guest) -> None:
    _, puzzle = next(days_of_marking())
    best, other, *_ = marking(puzzle)
    open_puzzle(guest, GAME, puzzle.id)
    for field in (other, best):
        place = place_of(guest, f"{field}, ")
        assert place is not None
        if not guest.has_focus(".cell"):
            guest.tab_to(".cell")
        walk_to(guest, *place)
        guest.page.keyboard.press("Enter")
        expect(guest.page.locator("[data-answer]")).to_be_visible()
    expect(guest.page.locator(".puzzle")).to_have_attribute("data-ending", "solved")
    expect(guest.page.locator("[data-streak]")).to_have_count(0)  # it was not that of the day
    guest.wait_until("() => document.activeElement.matches('[data-next]')")
    guest.page.keyboard.press("Enter")
    expect(guest.page.locator(f".puzzle:not([data-puzzle='{puzzle.id}'])")).to_be_visible()
    expect(guest.page.locator("[data-answer]")).to_have_count(0)
    assert guest.page.url.rpartition("/")[2] != puzzle.id


@pytest.mark.parametrize(
    ("language", "size", "scheme"),
    [("en", "phone", "light"), ("de", "wide", "dark"), ("nl", "tablet", "light")],
)
def test_every_game_shows_its_solution_with_reasons(
    guests: Guests, server: Server, language: str, size: str, scheme: Scheme
) -> None:
    guest = guests(server, size=size, language=language, scheme=scheme)
    for at, game in enumerate(GAMES):
        open_puzzle(guest, game)
        expect(guest.page.locator("html")).to_have_attribute("lang", language)
        guest.page.locator("[data-show]").click()
        expect(guest.page.locator("[data-answer]")).to_contain_text("%")
        expect(guest.page.locator("[data-streak]")).to_have_count(0)
        if size != NOT_WITH_AXE[at % 2]:
            assert serious_violations(guest.page) == [], game
        assert guest.page.evaluate(SCROLLS) <= 0, game


def test_the_link_to_a_puzzle_is_copied_or_shown(guests: Guests, server: Server) -> None:
    guest = guests(server, fresh=True)
    _, puzzle = next(days_of_marking())
    link = f"{guest.address}/puzzle/{GAME}/{puzzle.id}"
    guest.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_puzzle(guest, GAME, puzzle.id)
    guest.page.get_by_role("button", name="Copy the link").click()
    guest.page.wait_for_function(
        "async link => (await navigator.clipboard.readText()) === link", arg=link
    )
    # Where the browser keeps pages from copying, as on a plain address of the house.
    guest.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject() }")
    guest.page.get_by_role("button", name="Copy the link").click()
    expect(guest.page.get_by_role("link", name=link)).to_be_visible()


def test_what_is_not_possible_gets_the_reason_of_the_rules(guest: Guest) -> None:
    _, puzzle = next(days_of_marking())
    open_puzzle(guest, GAME, puzzle.id)
    guest.cells("start").first.click()
    expect(guest.page.locator("[data-note]")).to_be_visible()
    expect(guest.page.locator(".puzzle")).to_have_attribute("data-tries", "0")


def test_a_puzzle_that_is_not_there_leads_home(guest: Guest) -> None:
    guest.page.goto(f"{guest.address}/puzzle/{GAME}/00000000")
    expect(guest.page.get_by_role("alert")).to_be_visible()
    guest.page.get_by_role("link", name="To all games").click()
    expect(guest.page.locator("article").first).to_be_visible()
