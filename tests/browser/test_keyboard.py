"""Games with the keyboard alone, from the home page on and to the end; the announcer says what
happened."""

import re

from playwright.sync_api import expect

from .guest import Guest
from .late import End, played, sit_down_late

BERT = {"kind": "device", "name": "Bert"}
OPENING, LEFT, MOST_MOVES = 8, 10, 1500
"""So many moves are made of a game that begins; so many are left of one that ends."""
MARK = """(button, name) => {
    document.querySelectorAll("[data-wanted]").forEach(it => delete it.dataset.wanted);
    button.dataset.wanted = name; }"""


def focused(guest: Guest) -> str:
    """Read the name of what has the focus."""
    name: str = guest.page.evaluate(
        "() => document.activeElement.ariaLabel ?? document.activeElement.textContent.trim()"
    )
    return name


def walk_to(guest: Guest, row: int, column: int) -> None:
    """Go to a field of the grid with the arrow keys."""
    at: list[int] = guest.page.evaluate(
        "() => ['row', 'column'].map(it => Number(document.activeElement.dataset[it]))"
    )
    for key, steps in (
        ("ArrowDown" if row > at[0] else "ArrowUp", abs(row - at[0])),
        ("ArrowRight" if column > at[1] else "ArrowLeft", abs(column - at[1])),
    ):
        for _ in range(steps):
            guest.page.keyboard.press(key)


def place_of(guest: Guest, words: str) -> tuple[int, int] | None:
    """Find the first field of which a screen reader says these words."""
    found: list[int] | None = guest.page.evaluate(
        """words => { const cell = document.querySelector(`.cell[aria-label*="${words}"]`);
                      return cell && [Number(cell.dataset.row), Number(cell.dataset.column)]; }""",
        words,
    )
    return None if found is None else (found[0], found[1])


def start_with_keys(guest: Guest, game: str) -> None:
    """Open a table for two at this device, with the keyboard alone."""
    guest.home()
    guest.tab_to(f"article[data-game={game}] button:nth-of-type(3)")
    guest.page.keyboard.press("Enter")
    expect(guest.page.get_by_role("dialog")).to_be_visible()
    guest.tab_to("dialog input.name")
    guest.page.keyboard.type("Anna")
    guest.tab_to("dialog input.name")
    guest.page.keyboard.type("Bert")
    if game == "halali":
        guest.tab_to("dialog .option select")
        guest.page.keyboard.press("ArrowDown")
    guest.tab_to("dialog button[type=submit]")
    guest.page.keyboard.press("Enter")
    guest.wait_for_table()
    guest.listen()
    guest.tab_to(".cell")


def is_over(guest: Guest) -> bool:
    """Tell whether the end of the game is shown."""
    return guest.page.locator("dialog h2").count() > 0


READ_ALOUD = """line => [...line.lastElementChild.childNodes]
    .map(part => part.ariaLabel ?? part.textContent).join('').trim()"""
"""What a line of the log says to somebody who listens: pictures go by their labels."""


def hear(guest: Guest, version: int, listen: bool = True) -> str:
    """Wait for the next event in the log, and for the announcer to say its first sentence."""
    line = guest.page.locator(f'.side .log li[data-version="{version}"]').first
    sentence: str = line.evaluate(READ_ALOUD)
    guest.page.locator(".table[data-turn=true], dialog").first.wait_for()
    if listen:
        guest.wait_to_hear(sentence)
    return sentence


def go_on_late(guest: Guest, game: str, left: int, options: dict[str, str] | None = None) -> None:
    """Sit down for both where a game is nearly over."""
    sit_down_late(guest, game, BERT, end=End(left), options=options)
    guest.due.clear()
    guest.listen()
    guest.tab_to(".cell")


def play_halali(guest: Guest, moves: int) -> set[str]:
    """Make moves of Halali!, to the end at most; return what was heard of them."""
    kinds, keyboard = set[str](), guest.page.keyboard
    for move in range(1, moves):
        if is_over(guest):
            break
        spot = place_of(guest, "can be turned up")
        if spot:
            walk_to(guest, *spot)
            keyboard.press("Enter")
        elif (spot := place_of(guest, "can move")) is not None:
            walk_to(guest, *spot)
            keyboard.press("Enter")
            goal = place_of(guest, "can be captured") or place_of(guest, "possible goal")
            if goal:
                walk_to(guest, *goal)
                keyboard.press("Enter")
            else:
                guest.tab_to(".below button")
                keyboard.press("Enter")
        else:
            guest.tab_to(".below button")
            keyboard.press("Enter")
        if guest.is_asked(before=move - 1):
            keyboard.press("Space")
        if not guest.page.locator(".cell:focus").count():
            guest.tab_to(".cell")
        kinds.add(hear(guest, move).split()[1])
    return kinds


def test_halali_with_the_keyboard_alone(guest: Guest) -> None:
    start_with_keys(guest, "halali")
    kinds = play_halali(guest, OPENING)
    assert not is_over(guest)
    go_on_late(guest, "halali", left=LEFT, options={"match": "single"})
    kinds |= play_halali(guest, MOST_MOVES)
    assert is_over(guest)
    assert {"turns", "moves"} <= kinds or {"turns", "captures"} <= kinds


def press_button(guest: Guest, name: str) -> bool:
    """Press a button of the dice tray, if it is there and can be pressed."""
    button = guest.page.locator(".tray .acts button:not(:disabled)", has_text=name)
    if not button.count():
        return False
    button.first.evaluate(MARK, name)
    wanted = f'[data-wanted="{name}"]'
    if not guest.has_focus(wanted):
        guest.tab_to(wanted)
    assert name in focused(guest)
    guest.page.keyboard.press("Enter")
    return True


def keep_the_most(guest: Guest) -> None:
    """Keep the dice of which there are most, with the arrow keys and the space bar."""
    guest.tab_to(".die")
    dice: list[tuple[str, str]] = guest.page.locator(".die").evaluate_all(
        "all => all.map(it => [it.ariaLabel.split(',')[0], it.ariaPressed])"
    )
    names = [name for name, _ in dice]
    best = max(names, key=lambda name: names.count(name) + (name == "cow"))
    guest.page.keyboard.press("Home")
    for name, kept in dice:
        if (kept == "true") != (name == best):
            guest.page.keyboard.press("Space")
        guest.page.keyboard.press("ArrowRight")


def play_kuh_vadis(guest: Guest, moves: int, field: str = "can be marked") -> None:
    """Make moves of Kuh Vadis, to the end at most; mark the first field that is called so."""
    keyboard = guest.page.keyboard
    for move in range(1, moves):
        if is_over(guest):
            break
        spot = place_of(guest, field)
        if spot:
            guest.tab_to(".cell")
            walk_to(guest, *spot)
            keyboard.press("Enter")
        elif not press_button(guest, "Mark nothing"):
            keep_the_most(guest)
            assert press_button(guest, "again") or press_button(guest, "Keep all")
        if guest.is_asked(before=move - 1):
            keyboard.press("Enter")
        # Listening to each throw would take too long; every fourth is a fair sample.
        assert hear(guest, move, listen=move % 4 == 0)


def test_kuh_vadis_with_the_keyboard_alone(guest: Guest) -> None:
    start_with_keys(guest, "kuh_vadis")
    play_kuh_vadis(guest, OPENING)
    assert not is_over(guest)
    # How long it takes from here to the end hangs on the dice; the last move needs none.
    last = str(played("kuh_vadis").moves[-1])
    assert last.startswith("mark ")
    go_on_late(guest, "kuh_vadis", left=1)
    play_kuh_vadis(guest, MOST_MOVES, field=f"{last.removeprefix('mark ')}, ")
    assert is_over(guest)
    assert guest.version == 1


ABOVE_PIECE = """() => { const cell = document.activeElement, box = cell.getBoundingClientRect();
    const marks = document.querySelector('.mark.stop').getBoundingClientRect();
    const ring = getComputedStyle(document.querySelector('.mark.stop'));
    return {lies_over: getComputedStyle(cell).zIndex !== 'auto',
            outline: ring.outlineStyle + ' ' + ring.outlineWidth,
            same_place: Math.abs(box.x + box.width / 2 - marks.x - marks.width / 2) < 3
                && Math.abs(box.y + box.height / 2 - marks.y - marks.height / 2) < 3}; }"""


def test_the_focus_hides_no_piece(guest: Guest) -> None:
    for game in ("halali", "kuh_vadis"):
        guest.sit_down(game, {"kind": "me", "name": "Bert"})
        guest.tab_to(".cell")
        for key in ("ArrowRight", "ArrowDown"):
            guest.page.keyboard.press(key)
            seen = guest.page.evaluate(ABOVE_PIECE)
            assert seen == {"lies_over": False, "outline": "solid 3px", "same_place": True}, game


def test_dice_are_pictures_and_the_odds_are_told_on_demand(guest: Guest) -> None:
    guest.sit_down("kuh_vadis", {"kind": "me", "name": "Bert"})
    throw = guest.page.locator(".tray .acts .main")
    expect(throw.locator(".thrown svg")).to_have_count(5)
    expect(guest.page.locator("[data-odds]")).to_have_count(0)
    guest.page.get_by_role("button", name="What are the odds?").click()
    expect(guest.page.locator("[data-odds]")).to_have_text(
        re.compile(r"Chance of a mark after it: \d+%$")
    )
    guest.page.locator(".die").first.click()
    expect(throw.locator(".thrown svg")).to_have_count(4)


def test_the_skip_link_leads_to_the_board(guest: Guest) -> None:
    guest.sit_down("halali", BERT)
    guest.page.keyboard.press("Tab")
    assert focused(guest) == "Skip to the content"
    guest.page.keyboard.press("Enter")
    assert guest.page.evaluate("() => document.activeElement.id") == "content"
