"""Kuhfstein in a real browser: to the end by tap for two, and with the keyboard alone for four."""

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect

from tests.games.kuhfstein.positions import EXAMPLE, play, table
from tests.table.server_process import Server

from .axe import serious_violations
from .guest import OTHER_SCREENS, SCREENS, Guest
from .late import End, sit_down_late, sit_down_to_act
from .test_replay import open_file

MOST_GAMES = 5
MOST_TABS = 70
ENOUGH_TILES = 9
"""With so many tiles most cards fit; then cards are worth more than tiles."""
OPENING = 8
"""So many things are pressed of a game that begins."""
END_OF_TWO, END_OF_FOUR = End(left=28, seed=9), End(left=34, seed=8)
"""Games in which Anna has two or three turns left, and this is one of them."""
TIRED = 2
"""With fewer cows at home a herd is fetched."""

MOST_CENTRAL = """cells => {
    const middle = cells[0].closest("[role=grid]").getBoundingClientRect();
    const far = cells.map(cell => {
        const box = cell.getBoundingClientRect();
        return Math.abs(box.x + box.right - middle.x - middle.right)
             + Math.abs(box.y + box.bottom - middle.y - middle.bottom);
    });
    return far.indexOf(Math.min(...far));
}"""
"""Finds the field nearest to the middle: a compact landscape is one into which cards fit."""

SCROLL = """() => {
    const page = document.scrollingElement;
    return [page.scrollHeight - page.clientHeight, page.scrollWidth - page.clientWidth];
}"""


CALF = {"kind": "bot", "level": "calf"}


def open_table(guest: Guest, bots: int, options: dict[str, str] | None = None) -> None:
    """Sit down at a table with bots of the easiest level."""
    guest.sit_down("kuhfstein", *[CALF] * bots, options=options or {}, hints=True)


# --- what to press next ---------------------------------------------------------------------------

RACKS = {"keep": "Scoring tiles", "play": "Hand", "tile": "Open tiles", "card": "Open cards"}
ACTIONS = ("tile", "card", "play")
ALL_KINDS = {*ACTIONS, "place", "lay", "keep", "confirm"}
TABS = {"keep": "hand", "play": "hand", "tile": "tiles", "card": "cards"}
OTHERS = {
    "confirm": "[data-confirm]",
    "lay": "[data-lay]",
    "tree": ".ask .button.main",
    "place": ".cell.target",
    "home": ".cell.can[aria-label*='herd can come home']",
}


def next_wish(guest: Guest, tried: Collection[str] = ACTIONS) -> str:
    """Say what to do next: what is begun first, then an action that was not tried yet, then points,
    then what leads to points."""
    if guest.page.locator(OTHERS["confirm"]).count():
        return "confirm"
    state = guest.shown()
    ((seat, moves),) = state["legal"].items()
    possible = {kind_of(move["data"]) for move in moves}
    player = state["views"][seat]["players"][int(seat)]
    new = [action for action in ACTIONS if action not in tried]
    home = ["home"] if player["supply"] < TIRED else []
    rest = ["tile", "card"] if player["tile_count"] < ENOUGH_TILES else ["card", "tile"]
    wishes = ["lay", "tree", "place", "keep", *new, "play", *home, *rest, "home"]
    return next(wish for wish in wishes if wish in possible)


def kind_of(move: dict[str, Any]) -> str:
    """Say what is pressed for a move: a tile is taken like the action that begins with it."""
    if move["do"] == "take":
        return "tile" if "tile" in move else "card"
    return str(move["do"])


def thing_for(guest: Guest, wish: str) -> Locator:
    """Find what to press for a wish, as the page offers it."""
    if wish in RACKS:
        return rack(guest, RACKS[wish]).first
    things = guest.page.locator(OTHERS[wish])
    return things.nth(things.evaluate_all(MOST_CENTRAL)) if wish == "place" else things.first


def rack(guest: Guest, name: str) -> Locator:
    """Find what can be chosen now among things that lie side by side."""
    return guest.page.locator(f"ul[aria-label^='{name}'] button.can")


def hidden_tab(guest: Guest, wish: str) -> str | None:
    """Name the tab behind which a small screen hides what is wished for."""
    tab = guest.page.locator(f"[data-tab={TABS.get(wish, 'none')}][aria-selected=false]")
    return TABS[wish] if tab.count() else None


def is_scoring(guest: Guest) -> bool:
    """Tell whether all choose a scoring tile now: at the same time, and once."""
    return any(view["phase"] == "scoring" for view in guest.shown()["views"].values())


def wait_for_answer(guest: Guest, before: int, wish: str, passes: bool) -> None:
    """Wait until a press has led to something new: a move and what it begins, a question (unless a
    question was answered), or the end. Where others move at the same time the own move is made
    when the turn has passed."""
    guest.wait_until(
        """([before, asked, passes]) => document.querySelector('dialog')
                 || !asked && document.querySelector('[data-confirm]')
                 || Number(document.querySelector('.table').dataset.version) > before
                    && !document.querySelector('[data-begun=true]')
                    && !(passes && document.querySelector('.table[data-turn=true]'))""",
        arg=[before, wish == "confirm", passes],
    )


def is_over(guest: Guest) -> bool:
    """Tell whether the end of the game is shown."""
    return guest.page.locator("dialog h2").count() > 0


# --- by tap ---------------------------------------------------------------------------------------


def tap_something(guest: Guest, tried: Collection[str] = ACTIONS) -> str:
    """Press the next thing, if need be behind a tab; say what it was."""
    before, wish, passes = guest.version, next_wish(guest, tried), is_scoring(guest)
    if tab := hidden_tab(guest, wish):
        guest.page.locator(f"[data-tab={tab}]").click()
    thing_for(guest, wish).click()
    wait_for_answer(guest, before, wish, passes)
    return wish


def play_late_games(
    guest: Guest, seats: int, end: End, press: Callable[[Guest, set[str]], str]
) -> None:
    """Play games to their end that are nearly over, until every kind of thing was pressed: that
    hangs on what chance brings, but a few moves have room for all."""
    pressed: set[str] = set()
    for _ in range(MOST_GAMES):
        sit_down_late(guest, "kuhfstein", *[CALF] * (seats - 1), end=end)
        guest.due.clear()
        guest.listen()
        while guest.wait_for_turn_or_end() and not is_over(guest):
            pressed.add(press(guest, pressed))
        assert is_over(guest)
        if pressed >= ALL_KINDS:
            return
    raise AssertionError(f"never pressed: {ALL_KINDS - pressed}")


def test_two_play_to_the_end_by_tap(guest: Guest) -> None:
    scrolled: list[list[int]] = []

    def tap_and_look(guest: Guest, tried: set[str]) -> str:
        kind = tap_something(guest, tried)
        scrolled.append(guest.page.evaluate(SCROLL))
        return kind

    play_late_games(guest, 2, END_OF_TWO, tap_and_look)
    assert all(down <= 0 and right <= 0 for down, right in scrolled)
    assert serious_violations(guest.page) == []
    guest.page.keyboard.press("Escape")
    # The board still shows everything, and the scoring tiles of both lie open.
    expect(guest.page.locator("ul[aria-label='Scoring tiles'] button")).to_have_count(2)
    expect(guest.page.locator(".scoring-row .kept")).to_have_count(1)
    guest.page.get_by_role("button", name="Enlarge").first.click()
    dialog = guest.page.get_by_role("dialog")
    expect(dialog.locator(".kept")).to_have_count(1)
    expect(dialog.locator(".check")).to_have_count(1)
    assert "Final score" in guest.log()[-1]


def test_the_board_is_clean_in_the_middle_of_a_game(
    guests: Callable[..., Guest], server: Server
) -> None:
    guest = guests(server)
    sit_down_to_act(guest, "kuhfstein", CALF, CALF, after=60, hints=True)
    for screen, other in zip(SCREENS, OTHER_SCREENS, strict=True):
        guest.look_with(*screen)
        assert serious_violations(guest.page) == [], screen
        assert guest.page.evaluate(SCROLL) == [0, 0], screen
        guest.look_with(*other)
        guest.page.get_by_role("button", name="What is this?").first.click()
        expect(guest.page.get_by_role("dialog")).to_be_visible()
        assert serious_violations(guest.page) == [], other
        guest.page.keyboard.press("Escape")


# --- with the keyboard ----------------------------------------------------------------------------


def tab_until(guest: Guest, selector: str) -> None:
    """Press Tab until something has the focus."""
    if not guest.has_focus(selector):
        guest.tab_to(selector)


def walk_over_field(guest: Guest, goal: Locator) -> None:
    """Go with the arrow keys from the field that has the focus to another."""
    row, column = (int(goal.get_attribute(f"data-{it}") or 0) for it in ("row", "column"))
    at: list[int] = guest.page.evaluate(
        "() => ['row', 'column'].map(it => Number(document.activeElement.dataset[it]))"
    )
    for key, steps in (
        ("ArrowDown" if row > at[0] else "ArrowUp", abs(row - at[0])),
        ("ArrowRight" if column > at[1] else "ArrowLeft", abs(column - at[1])),
    ):
        for _ in range(steps):
            guest.page.keyboard.press(key)


def walk_along_rack(guest: Guest, name: str) -> None:
    """Go with the arrow keys to the first thing that can be chosen."""
    tab_until(guest, f"ul[aria-label^='{name}'] button")
    guest.page.keyboard.press("Home")
    for _ in range(MOST_TABS):
        if guest.page.evaluate("() => document.activeElement.classList.contains('can')"):
            return
        guest.page.keyboard.press("ArrowRight")
    raise AssertionError(f"nothing can be chosen in {name}")


def open_part(guest: Guest, part: str) -> None:
    """Turn to a part of the table with the arrow keys."""
    tab_until(guest, "[role=tab]")
    for _ in range(4):
        if guest.page.evaluate("() => document.activeElement.dataset.tab") == part:
            return
        guest.page.keyboard.press("ArrowRight")
    raise AssertionError(f"the arrow keys never reach the tab {part}")


def press_something(guest: Guest, tried: Collection[str] = ACTIONS) -> str:
    """Reach the next thing with the keyboard and press it; say what it was."""
    before, wish, passes = guest.version, next_wish(guest, tried), is_scoring(guest)
    if tab := hidden_tab(guest, wish):
        open_part(guest, tab)
    if wish in RACKS:
        walk_along_rack(guest, RACKS[wish])
    elif wish in ("place", "home"):
        tab_until(guest, ".cell")
        walk_over_field(guest, thing_for(guest, wish))
    else:
        tab_until(guest, OTHERS[wish])
    guest.page.keyboard.press("Enter")
    wait_for_answer(guest, before, wish, passes)
    return wish


def hear(guest: Guest, version: int) -> None:
    """Wait until the announcer says what happened with an event of ours."""
    told = guest.page.locator(f'.side .log li[data-version="{version}"]').first
    guest.wait_to_hear(told.inner_text().strip())


def press_and_hear(guest: Guest, tried: Collection[str] = ACTIONS) -> str:
    """Press the next thing; where a tile is laid, hear of it."""
    before, kind = guest.version, press_something(guest, tried)
    if kind == "place" and guest.version > before:
        hear(guest, before + 1)
    return kind


def test_four_play_with_the_keyboard_on_a_phone_from_the_deal_and_to_the_end(
    guests: Callable[..., Guest], server: Server
) -> None:
    guest = guests(server, size="phone")
    open_table(guest, bots=3)
    guest.listen()
    for _ in range(OPENING):
        assert guest.wait_for_turn_or_end()
        press_and_hear(guest)
    play_late_games(guest, 4, END_OF_FOUR, press_and_hear)
    assert guest.page.evaluate(SCROLL) == [0, 0]
    assert serious_violations(guest.page) == []


# --- wishes, secrets, onlookers -------------------------------------------------------------------


def test_an_impossible_wish_gets_its_reason(guest: Guest) -> None:
    open_table(guest, bots=1)
    assert guest.wait_for_turn_or_end()
    guest.cells("m13, free field").click()
    note = guest.page.locator(".note.reason")
    expect(note).to_contain_text("First choose an action")
    # A tile is taken with one press; far from the landscape it cannot lie.
    rack(guest, "Open tiles").first.click()
    expect(guest.cells("m13, free field, possible goal")).to_be_visible()
    guest.cells("l12, empty").click()
    expect(note).to_contain_text("m13")
    guest.page.locator("ul[aria-label^='Hand'] button").first.click()
    expect(note).to_contain_text("You hold a tile")


def test_what_was_begun_can_be_taken_back(guest: Guest) -> None:
    open_table(guest, bots=1)
    assert guest.wait_for_turn_or_end()
    before = guest.version
    rack(guest, "Open tiles").first.click()
    expect(guest.cells("possible goal").first).to_be_visible()
    for _ in range(2):  # each of them is seen before the next one is asked for
        shown = guest.version
        guest.page.locator("[data-undo]:not([data-undo='0'])").click()
        guest.wait_for_version(shown + 1)
    expect(guest.page.locator("[data-undo='0']")).to_be_visible()
    assert rack(guest, "Open tiles").count() == 5
    assert guest.version > before


def test_secrets_stay_behind_the_curtain(guest: Guest) -> None:
    guest.share_device("kuhfstein")
    curtain = guest.page.get_by_role("heading", name="Pass the device to")
    expect(curtain).to_be_visible()
    assert guest.page.locator(".kuhfstein").count() == 0
    first = curtain.inner_text()
    guest.page.get_by_role("button", name="I am").click()
    for _ in range(40):
        if not guest.wait_for_turn_or_end() or curtain.count():
            break
        tap_something(guest)
    expect(curtain).to_be_visible()
    assert curtain.inner_text() != first


def test_an_onlooker_sees_the_table_and_no_secret(
    guests: Callable[..., Guest], server: Server
) -> None:
    anna, onlooker = guests(server), guests(server, size="phone")
    open_table(anna, bots=1)
    onlooker.page.goto(anna.page.url)
    onlooker.wait_for_table()
    expect(onlooker.page.locator(".kuhfstein")).to_be_visible()
    assert onlooker.page.locator(".rack .can, .cell.can, .cell.target").count() == 0
    onlooker.page.locator("[data-tab=hand]").click()
    expect(onlooker.page.locator("ul[aria-label='Scoring tiles'] button")).to_have_count(0)
    expect(onlooker.page.get_by_text("A secret scoring tile")).to_have_count(2)
    expect(onlooker.page.get_by_text("A card that you do not know").first).to_be_attached()
    onlooker.page.locator("[data-tab=table]").click()
    onlooker.page.get_by_role("button", name="Enlarge").click()
    expect(onlooker.page.get_by_role("dialog")).to_contain_text("points")
    assert serious_violations(onlooker.page) == []


# --- the shelf, and looking closer ----------------------------------------------------------------

HAND = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
CLIPPED = """() => { const shelf = document.querySelector('.sections').getBoundingClientRect();
    const is_out = it => { const box = it.getBoundingClientRect();
        return box.left < shelf.left - 1 || box.right > shelf.right + 1
            || box.top < shelf.top - 1 || box.bottom > shelf.bottom + 1; };
    const sections = [...document.querySelectorAll('.sections section')];
    return [...document.querySelectorAll('.sections :is(button, .note, svg)')].filter(is_out).length
        + sections.filter(it => it.scrollHeight > it.clientHeight + 1).length; }"""
"""Counts what reaches over the edge of the shelf, and parts whose content reaches over theirs."""


def test_a_large_hand_and_german_counts_have_room_on_the_shelf(
    guests: Callable[..., Guest], server: Server, tmp_path: Path
) -> None:
    play(table(EXAMPLE, hand=HAND, seats=4), "card").save(tmp_path / "shelf.allmende")
    guest = guests(server, size="tablet", language="de")
    open_file(guest, tmp_path / "shelf.allmende", "Spieldatei öffnen")
    # Looking back there are buttons below the board, so the page is a little higher than a tablet.
    for size, least in (((820, 1290), 80), ((1920, 1080), 115)):
        guest.resize(*size)
        expect(guest.page.locator(".hand-row button")).to_have_count(len(HAND))
        guest.wait_until(f"() => ({CLIPPED})() === 0")
        card = guest.page.locator("ul[aria-label='Offene Karten'] button").first.bounding_box()
        assert card is not None
        assert card["width"] >= least, size
    guest.resize(360, 640)
    guest.page.locator("[data-tab=hand]").click()
    cards = guest.page.locator(".hand-row button")
    expect(cards).to_have_count(len(HAND))
    boxes = [cards.nth(at).bounding_box() for at in range(len(HAND))]
    assert all(box is not None and 0 <= box["x"] <= 360 - box["width"] for box in boxes)


def test_opponents_are_large_and_everything_can_be_looked_at_closer(
    guests: Callable[..., Guest], server: Server
) -> None:
    guest = guests(server, size="phone", has_touch=True)
    open_table(guest, bots=1)
    assert guest.wait_for_turn_or_end()
    field = guest.page.locator(".field [role=grid]")
    expect(field).to_have_attribute("aria-label", "Landscape: Anna")
    guest.page.locator("[data-look]").click()
    expect(field).to_have_attribute("aria-label", "Landscape: Bibi")
    box = field.bounding_box()
    assert box is not None
    assert box["width"] > 150
    guest.page.locator("[data-look]").click()
    expect(field).to_have_attribute("aria-label", "Landscape: Anna")
    zoom = guest.page.locator(".field [data-zoom]")
    guest.page.get_by_role("button", name="Zoom in").click()
    expect(zoom).to_have_attribute("data-zoom", "1.40")
    guest.page.locator(".field .cell[tabindex='0']").focus()
    guest.page.keyboard.press("+")
    expect(zoom).to_have_attribute("data-zoom", "1.96")
    guest.page.keyboard.press("0")
    expect(zoom).to_have_attribute("data-zoom", "1.00")
    zoom.hover()
    guest.page.mouse.wheel(0, -300)
    expect(zoom).not_to_have_attribute("data-zoom", "1.00")
    guest.page.keyboard.press("0")
    pinch(guest, zoom)
    expect(zoom).to_have_attribute("data-zoom", "2.00")
    assert zoom.evaluate("it => it.scrollWidth > it.clientWidth")
    assert guest.page.evaluate(SCROLL) == [0, 0]
    assert serious_violations(guest.page) == []


def pinch(guest: Guest, field: Locator) -> None:
    """Put two fingers on a field and spread them to twice their distance."""
    box = field.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = guest.context.new_cdp_session(guest.page)
    for kind, apart in (("touchStart", 30), ("touchMove", 60)):
        points = [{"x": x + side * apart, "y": y, "id": side + 1} for side in (-1, 1)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_card_says_what_it_would_bring(
    guests: Callable[..., Guest], server: Server, tmp_path: Path
) -> None:
    match = table(EXAMPLE, hand=[16], points=14)
    (prospect,) = (it for it in match.view(0)["prospects"] if it["card"] == 16)
    assert prospect == {"card": 16, "fits": True, "points": 22, "bonuses": [15]}
    play(match, "play 16").save(tmp_path / "card.allmende")
    guest = guests(server, size="tablet")
    open_file(guest, tmp_path / "card.allmende")
    guest.resize(820, 1290)
    guest.page.keyboard.press("Home")
    card = guest.page.locator(".hand-row button")
    expect(card).to_contain_text("fits now: 22 points with it, bonus at 15")
    expect(card.locator(".would")).to_contain_text("22")


def test_the_lesson_marks_the_lake(guest: Guest) -> None:
    guest.page.goto(f"{guest.address}/learn/kuhfstein")
    guest.page.locator("[data-next]").click()
    lake = guest.page.locator("ul[aria-label^='Open tiles'] button.hinted")
    expect(lake).to_contain_text("lake")
    expect(guest.page.get_by_role("button", name="place a tile")).not_to_have_class("hinted")
    lake.click()
    expect(guest.cells("recommended")).to_have_count(1)
