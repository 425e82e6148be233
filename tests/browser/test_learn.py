"""Rules to read in every language, and first steps to take: by keyboard alone and by tap."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from allmende.core.registry import known_games
from tests.table.server_process import Server

from .axe import serious_violations
from .guest import Guest, Scheme

GAMES = known_games()
FEWEST_PICTURES = 3
NOT_WITH_AXE = ("phone", "tablet")
"""Each game meets axe in dark and in light: in light by turns at one of these sizes."""
MOST_PRESSES = 20
MOST_KEYS = 80
HINTED = ':is(.hinted, [aria-label*="recommended"])'
TO_PRESS = [
    f"[data-board] button{state}{HINTED}:not(:disabled):not([aria-pressed=true])"
    for state in (".target", ".can", "")
]
"""What is highlighted on a board and can be pressed: goals first, then what can move."""
HIGHLIGHTED = """([step, selectors]) => {
    if (document.querySelector('[data-confirm]')) return '[data-confirm]';
    for (const rather of [`:not([data-tried="${step}"])`, ''])
        for (const selector of selectors) {
            const found = document.querySelector(selector + rather);
            if (found) {
                found.dataset.tried = `${step} next`;
                return `[data-tried="${step} next"]`;
            } }
    return null; }"""
"""Finds what is to be pressed next: rather something that was not pressed in this step yet."""

WITHOUT_PICTURE_OR_WORDS = """figures => figures
    .filter(it => !it.querySelector('.picture svg')?.checkVisibility()
                  || !it.querySelector('figcaption')?.innerText.trim())
    .map(it => it.dataset.picture)"""

WHERE = """() => { const {step, steps} = document.querySelector('[data-step]').dataset;
    return [Number(step), Number(steps), !!document.querySelector('[data-next]')]; }"""
"""Tells which step of how many is shown, and whether there is only something to read."""

Press = Callable[[Guest, str], None]


# Rules


@pytest.mark.parametrize(
    ("language", "size", "scheme"),
    [("en", "phone", "light"), ("de", "wide", "dark"), ("nl", "tablet", "light")],
)
def test_rules_can_be_read(
    guests: Callable[..., Guest], server: Server, language: str, size: str, scheme: Scheme
) -> None:
    guest = guests(server, size=size, language=language, scheme=scheme)
    for at, game in enumerate(GAMES):
        guest.page.goto(f"{guest.address}/rules/{game}")
        guest.page.locator("article h2").first.wait_for()
        expect(guest.page.locator("html")).to_have_attribute("lang", language)
        figures = guest.page.locator("figure[data-picture]")
        assert figures.count() >= FEWEST_PICTURES, game
        assert figures.evaluate_all(WITHOUT_PICTURE_OR_WORDS) == [], game
        links = guest.page.locator("nav a").evaluate_all("all => all.map(it => it.hash)")
        sections = guest.page.locator("article h2").evaluate_all(
            "all => all.map(it => '#' + it.id)"
        )
        assert links == sections
        if size != NOT_WITH_AXE[at % 2]:
            assert serious_violations(guest.page) == [], game
        wider = guest.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert wider <= 0, game


def test_the_way_to_rules_and_lesson(guest: Guest) -> None:
    guest.home()
    for game in GAMES:
        for name in ("Rules", "First steps"):
            expect(guest.card(game).get_by_role("link", name=name)).to_be_visible()
    guest.card("halali").get_by_role("link", name="Rules").click()
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("How to play Halali!")
    guest.page.get_by_role("combobox", name="Language").select_option("de")
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("So spielt man Halali!")
    expect(guest.page.get_by_role("heading", name="Ziel des Spiels")).to_be_visible()
    guest.page.get_by_role("link", name="Erste Schritte").click()
    expect(guest.page.locator("[data-step]")).to_have_text(re.compile(r"Schritt 1 von \d+"))


def test_rules_open_beside_the_table(guest: Guest) -> None:
    guest.share_device("kuh_vadis")
    guest.page.get_by_role("button", name="Table and settings").click()
    with guest.context.expect_page() as opened:
        guest.page.get_by_role("link", name="Rules").click()
    expect(opened.value.get_by_role("heading", level=1)).to_have_text("How to play Kuh Vadis")
    expect(guest.table).to_have_attribute("data-line", "open")


# First steps


def open_lesson(guest: Guest, game: str) -> None:
    """Open the lesson of a game; a server that has just started must play it through first."""
    guest.page.goto(f"{guest.address}/learn/{game}")
    guest.page.locator("[data-step='1']").wait_for()


def step_of(guest: Guest) -> int:
    """Read the number of the step."""
    return int(guest.page.locator("[data-step]").get_attribute("data-step") or 0)


def steps_in(guest: Guest) -> int:
    """Read how many steps there are."""
    return int(guest.page.locator("[data-step]").get_attribute("data-steps") or 0)


def highlighted(guest: Guest, step: int) -> str:
    """Find what is to be pressed next: the confirmation, or what is highlighted, rather something
    that was not pressed in this step yet."""
    found: str | None = guest.page.evaluate(HIGHLIGHTED, [step, TO_PRESS])
    assert found, f"step {step}: nothing on the board is highlighted"
    return found


def mark_as_tried(guest: Guest, step: int) -> None:
    """Remember what was pressed, so that it is not pressed again in the same step."""
    guest.page.evaluate(
        """step => document.querySelectorAll(`[data-tried="${step} next"]`)
                   .forEach(it => it.dataset.tried = step)""",
        step,
    )


def take_step(guest: Guest, press: Press) -> None:
    """Go on to the next step: read on, or press what is highlighted until the move is made."""
    step, steps, can_read_on = guest.page.evaluate(WHERE)
    if step == steps:
        return
    # To press a thing may do what two steps ask for: begin an action, and take the thing.
    later = ", ".join(f"[data-step='{n}']" for n in range(step + 1, steps + 1))
    following = guest.page.locator(later)
    if can_read_on:
        press(guest, "[data-next]")
    else:
        # Boards may make further moves by themselves, so the next step may come at any time.
        asked = guest.page.locator(f'{later}, .lesson[data-asks=true]:has([data-step="{step}"])')
        something = guest.page.locator(", ".join([later, "[data-confirm]", *TO_PRESS]))
        asked.first.wait_for(state="attached")
        for _ in range(MOST_PRESSES):
            something.first.wait_for(state="attached")
            if following.count():
                break
            press(guest, highlighted(guest, step))
            mark_as_tried(guest, step)
    expect(following).to_have_count(1)


def tap(guest: Guest, selector: str) -> None:
    """Press with a finger or the mouse."""
    guest.page.locator(selector).first.click()


def press_key(guest: Guest, selector: str) -> None:
    """Go somewhere with the keyboard alone, and press Enter."""
    goal = guest.page.locator(selector).first
    is_there, _, key = goal.evaluate(ON_THE_TABS)
    for _ in range(MOST_KEYS):
        if is_there:
            break
        guest.page.keyboard.press(key)
        is_there, shares_group, _ = goal.evaluate(ON_THE_TABS)
        is_there = is_there or (shares_group and walk_within_group(guest, goal))
    assert is_there, f"the keyboard never reaches {selector}"
    guest.page.keyboard.press("Enter")


def has_focus(goal: Locator) -> bool:
    """Tell whether something has the focus."""
    return bool(goal.evaluate("it => it === document.activeElement"))


SPOTS = """it => [document.activeElement, it].map(cell => cell.closest("[role=grid]")
    ? [Number(cell.dataset.row), Number(cell.dataset.column)] : null)"""
REMEMBER_WAY = "() => { window.way = new Set([document.activeElement]); }"
ON_THE_WAY = """it => { const [here, way] = [document.activeElement, window.way];
    const known = way.has(here);
    way.add(here);
    return [here === it, known]; }"""
ON_THE_TABS = """it => { const here = document.activeElement;
    const group = here.closest("[role=grid], [role=group], [role=toolbar], [role=list], ul, ol");
    const shares = here !== document.body && !!group && group.contains(it) && it.tabIndex < 0;
    const behind = here.compareDocumentPosition(it) & Node.DOCUMENT_POSITION_PRECEDING;
    return [here === it, shares, behind && here !== document.body ? "Shift+Tab" : "Tab"]; }"""
"""Tells whether the focus is at a goal or in its group, and with which key somebody would go on."""


def walk_within_group(guest: Guest, goal: Locator) -> bool:
    """Go on with the arrow keys to a goal in the same group."""
    here, there = goal.evaluate(SPOTS)
    if here and there:
        ways = [("ArrowDown", "ArrowUp"), ("ArrowRight", "ArrowLeft")]
        for (forward, back), start, end in zip(ways, here, there, strict=True):
            for _ in range(abs(end - start)):
                guest.page.keyboard.press(forward if end > start else back)
        return has_focus(goal)
    goal.evaluate(REMEMBER_WAY)
    for _ in range(MOST_KEYS):
        guest.page.keyboard.press("ArrowRight")
        is_there, goes_round = goal.evaluate(ON_THE_WAY)
        if is_there or goes_round:
            return bool(is_there)
    return False


def take_lesson(guest: Guest, press: Press) -> None:
    """Take a whole lesson, and begin a game at its end."""
    for _ in range(steps_in(guest) - 1):
        take_step(guest, press)
    assert step_of(guest) == steps_in(guest)
    press(guest, "[data-play]")
    guest.wait_for_table()
    expect(guest.page.locator("[data-player='1']")).to_contain_text("Bibi")


def labels_on(guest: Guest) -> list[str]:
    """Read all that a screen reader says of the board."""
    labels: list[str] = guest.page.locator("[data-board] button").evaluate_all(
        "all => all.map(it => it.ariaLabel ?? it.textContent)"
    )
    return labels


def overflow_of(guest: Guest) -> int:
    """Measure how far the page is larger than the screen."""
    return int(
        guest.page.evaluate(
            """() => { const page = document.documentElement;
                       return Math.max(page.scrollWidth - innerWidth,
                                       page.scrollHeight - innerHeight); }"""
        )
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_with_the_keyboard_alone_on_a_phone(
    guests: Callable[..., Guest], server: Server, game: str
) -> None:
    guest = guests(server, size="phone")
    open_lesson(guest, game)
    assert serious_violations(guest.page) == []
    assert overflow_of(guest) <= 0
    take_lesson(guest, press_key)


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_by_tap(guests: Callable[..., Guest], server: Server, game: str) -> None:
    guest = guests(server, scheme="dark")
    open_lesson(guest, game)
    take_step(guest, tap)
    assert serious_violations(guest.page) == []
    for _ in range(steps_in(guest) - 2):
        take_step(guest, tap)
        assert overflow_of(guest) <= 0
    tap(guest, "[data-play]")
    guest.wait_for_table()


@pytest.mark.parametrize(
    ("game", "other", "answer"),
    [
        ("halali", '.cell[aria-label*="can be turned up"]:not([aria-label*="recommended"])', "c5"),
        ("kuh_vadis", ".tray .acts button:not(.main)", "keep both 4s"),
    ],
)
def test_another_legal_move_gets_a_friendly_answer_and_changes_nothing(
    guest: Guest, game: str, other: str, answer: str
) -> None:
    open_lesson(guest, game)
    take_step(guest, tap)
    before = labels_on(guest)
    guest.page.locator(other).first.click()
    expect(guest.page.locator("[data-note]")).to_contain_text(answer)
    expect(guest.page.locator("[data-announcer]").filter(has_text=answer)).to_have_count(1)
    assert step_of(guest) == 2
    assert guest.page.locator(".lesson").get_attribute("data-frame") == "0"
    assert labels_on(guest) == before
    take_step(guest, tap)
    expect(guest.page.locator("[data-note]")).to_have_count(0)


def test_an_impossible_wish_gets_the_reason_of_the_rules(guest: Guest) -> None:
    open_lesson(guest, "halali")
    guest.cells("d4, empty").click()
    expect(guest.page.locator("[data-note]")).to_contain_text("Next")
    take_step(guest, tap)
    guest.cells("d4, empty").click()
    expect(guest.page.locator("[data-note]")).to_have_text("There is nothing on d4.")


def test_comments_are_said_aloud_and_a_lesson_can_begin_again(guest: Guest) -> None:
    open_lesson(guest, "kuh_vadis")
    comment = guest.page.locator(".comment")
    said = guest.page.locator("[data-announcer]")
    expect(said.filter(has_text=comment.inner_text())).to_have_count(1)
    take_step(guest, tap)
    expect(said.filter(has_text=comment.inner_text())).to_have_count(1)
    guest.page.get_by_role("button", name="Show me").click()
    expect(guest.page.locator("[data-step='3']")).to_be_visible()
    expect(said.filter(has_text="throws 1 5 K again")).to_have_count(1)
    guest.page.get_by_role("button", name="Begin again").click()
    expect(guest.page.locator("[data-step='1']")).to_be_visible()
    guest.page.get_by_role("combobox", name="Language").select_option("nl")
    expect(comment).to_contain_text("kruisjes")
    guest.page.get_by_role("link", name="De les verlaten").click()
    expect(guest.page.locator("article").first).to_be_visible()
