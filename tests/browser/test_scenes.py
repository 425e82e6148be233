"""The turns of the others: shown step by step, skipped at will, marked until one moves oneself."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.table.server_process import Server

from .axe import serious_violations
from .guest import Guest
from .opposite import Opposite

ANNA, BERT = range(2)
STEPS = 2
MOST_MOVES = 400  # dice may be unkind for long
HOLD = """() => { const [set, clear] = [window.setTimeout, window.clearTimeout];
    const held = new Map(); let next = 1e9;
    window.setTimeout = (work, time, ...more) => {
        if (!(time > 500 && time < 5000)) return set(work, time, ...more);
        held.set(++next, work); return next; };
    window.clearTimeout = timer => held.delete(timer) || clear(timer);
    window.goOn = () => [...held].forEach(([timer, work]) => held.delete(timer) && work()); }"""
"""Whatever would end after a second or so waits until the test says that it is over."""
MARKS = ".mark.last, .last, .moved, .marked, .fresh"


@pytest.fixture
def onlooker(guests: Callable[..., Guest], server: Server) -> Guest:
    """Somebody who likes motion, and for whom no step ends by itself."""
    return guests(server, reduced_motion="no-preference", script=f"({HOLD})()")


@pytest.fixture
def opposite(server: Server) -> Iterator[Callable[..., Opposite]]:
    """Set up tables where Bert sits opposite."""
    tables: list[Opposite] = []

    def set_up(game: str, **more: object) -> Opposite:
        tables.append(Opposite(server, game, **more))  # type: ignore[arg-type]
        return tables[-1]

    yield set_up
    for table in tables:
        table.close()


def play_until_bert_does(table: Opposite, *wanted: str) -> None:
    """Play both seats until Bert alone is to move, and can do what is wanted."""
    for _ in range(MOST_MOVES):
        if table.may(BERT) and not table.may(ANNA):
            legal = table.sockets[BERT].state["legal"][str(BERT)]
            if {move["data"]["do"] for move in legal} & set(wanted):
                return
        table.move(BERT if table.may(BERT) else ANNA)
    raise AssertionError(f"Bert could never do any of {wanted}")


def shown(guest: Guest) -> tuple[int, int]:
    """Return the version of the board and that of the log."""
    told = guest.page.locator(".side .log li").last.get_attribute("data-version")
    return guest.version, int(told or -1)


DEEDS = {
    "halali": ("flip",),
    "kuh_vadis": ("mark",),
    "kuhfstein": ("tile",),
    "stieren_versieren": ("move",),
    "mischwald": ("play",),
}


@pytest.mark.parametrize("game", DEEDS)
def test_the_turn_of_another_is_shown_step_by_step_and_stays_marked(
    onlooker: Guest, opposite: Callable[..., Opposite], game: str
) -> None:
    table = opposite(game)
    play_until_bert_does(table, *DEEDS[game])
    before = table.version
    table.seat(onlooker)
    onlooker.wait_for_version(before)
    made = 0
    while made < STEPS and table.may(BERT) and not table.may(ANNA):
        table.move(BERT, *DEEDS[game], "take", "place")
        made += 1
    onlooker.page.locator("[data-skip]").wait_for()
    onlooker.wait_until("() => document.querySelector('.caption p').innerText !== ''")
    # One step, in words and on the board; the log tells no more than the board shows.
    assert shown(onlooker) == (before + 1, before + 1)
    assert "Bert" in onlooker.page.locator(".caption").inner_text()
    if game == "kuhfstein":
        expect(onlooker.page.locator(f'[data-landscape="{BERT}"]')).to_have_count(1)
    if game == "mischwald":
        expect(onlooker.page.locator(f'[data-forest="{BERT}"]')).to_have_attribute(
            "aria-selected", "true"
        )
    for step in range(1, made):
        onlooker.page.evaluate("() => goOn()")
        assert shown(onlooker) == (before + 1 + step, before + 1 + step)
    assert serious_violations(onlooker.page) == []
    onlooker.page.keyboard.press("Escape")
    expect(onlooker.page.locator("[data-skip]")).to_have_count(0)
    assert shown(onlooker) == (before + made, before + made)
    # What Bert did stays marked.
    onlooker.page.locator(MARKS).first.wait_for(state="attached")


def test_marks_last_until_the_own_move_and_a_press_on_the_board_skips(
    onlooker: Guest, opposite: Callable[..., Opposite]
) -> None:
    table = opposite("halali", options={"match": "single"})
    table.seat(onlooker)
    marked = onlooker.page.locator(".cell[aria-label*='last move']")
    skip = onlooker.page.locator("[data-skip]")
    own = table.move(ANNA, "flip")["at"]
    expect(marked).to_have_count(1)
    theirs = table.move(BERT, "flip")["at"]
    # One's own move stays in sight for a moment before the answer to it.
    assert onlooker.version == 1
    onlooker.page.evaluate("() => goOn()")
    skip.wait_for()
    onlooker.cells(f"{own}, ").click()
    expect(skip).to_have_count(0)
    expect(onlooker.page.locator(".note")).to_have_count(0)
    assert [cell.get_attribute("aria-label")[:2] for cell in marked.all()] == [theirs]  # type: ignore[index]
    again = table.move(ANNA, "flip")["at"]
    expect(onlooker.cells(f"{again}, ")).to_have_attribute("aria-label", re.compile("last move"))
    expect(marked).to_have_count(1)


def test_who_wishes_sees_the_turns_of_others_at_once(
    onlooker: Guest, opposite: Callable[..., Opposite]
) -> None:
    table = opposite("halali", options={"match": "single"})
    table.seat(onlooker)
    onlooker.page.get_by_role("button", name="Table and settings").click()
    onlooker.page.get_by_label("Show the turns of the others").select_option("at once")
    onlooker.page.keyboard.press("Escape")
    table.move(ANNA)
    table.move(BERT)
    onlooker.wait_for_story(2)
    expect(onlooker.page.locator("[data-skip]")).to_have_count(0)
