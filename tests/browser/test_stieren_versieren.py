"""Stieren Versieren in a real browser: by tap and with the keyboard alone from the deal and to the
end, secrets at one device, and what a spectator sees."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import expect

from tests.games.stieren_versieren.positions import SIMULTANEOUS, TACTICAL, play, table
from tests.table.server_process import Server

from .axe import serious_violations
from .bulls import ASKED, GAME, ByKeyboard, ByTap, phase_of, sit_down, wait_until_asked
from .guest import Guest
from .late import End, sit_down_at, sit_down_late
from .test_replay import expect_step, open_file, slider

OPENING = {"choose", "action"}
"""What is decided at the beginning of a game, once the first cow has its place."""
LAST_ROUND_OF_TWO, LAST_ROUND_OF_FOUR = End(left=8, seed=9), End(left=19, seed=8)
"""Games whose last round begins, with a cow that Anna draws; in a new game that may be anybody."""
THE_END = {"nothing"}
OVERFLOW = """() => { const page = document.documentElement;
    return Math.max(page.scrollWidth - innerWidth, page.scrollHeight - innerHeight); }"""
WORDS = "() => document.body.innerHTML"


def states(guest: Guest) -> list[dict[str, Any]]:
    """List the states that this browser received."""
    return [said for said in guest.heard if said["type"] == "state"]


def bots(seats: int) -> list[dict[str, str]]:
    """Name the others at a table of so many."""
    return [{"kind": "bot", "level": "calf"}] * (seats - 1)


def tap_and_look(guest: Guest, made: set[str], until: set[str]) -> None:
    """Make decisions by tap until all of some kinds were made, or to the end, with a close look at
    each new kind."""
    player = ByTap(guest, Random(8))
    while not until <= made and wait_until_asked(guest):
        if phase_of(guest) not in made:
            assert serious_violations(guest.page) == [], phase_of(guest)
        assert guest.page.evaluate(OVERFLOW) <= 0
        made.add(player.decide())


def test_two_by_tap_from_the_deal_and_to_the_end(
    guests: Callable[..., Guest], server: Server
) -> None:
    guest, made = guests(server, has_touch=True), set[str]()
    sit_down(guest, 2)
    tap_and_look(guest, made, OPENING)
    sit_down_late(guest, GAME, *bots(2), end=LAST_ROUND_OF_TWO)
    tap_and_look(guest, made, THE_END)
    assert {"cow", "choose", "action"} <= made
    expect(guest.page.get_by_role("link", name="Game file")).to_be_visible()
    guest.page.keyboard.press("Escape")
    # The table stays as it was: places, hand and Love Shacks with what every couple is worth.
    if guest.page.locator("[data-continue]").count():
        guest.page.locator("[data-continue]").click()
    expect(guest.page.locator(".place")).to_have_count(4)
    couples = [cow for cow in states(guest)[-1]["views"]["0"]["cows"] if cow["shack"] is not None]
    assert guest.page.locator(".couples li:not(.none)").count() == len(couples)
    for cow in couples:
        shown = f"{cow['value']} × {cow['bull'][1:]} = {cow['points']}"
        expect(guest.page.locator(".couples", has_text=shown).first).to_be_visible()
    assert serious_violations(guest.page) == []


def press_and_hear(guest: Guest, until: set[str]) -> set[str]:
    """Make decisions with the keyboard alone until all of some kinds were made, or to the end; each
    of them is told and said. Return which kinds there were."""
    player, deeds, kinds = ByKeyboard(guest, Random(4)), list[str](), set[str]()
    guest.listen()
    while not until <= kinds and wait_until_asked(guest):
        if phase_of(guest) == "choose":
            expect(guest.page.locator("[data-chosen]")).to_have_text("3 of 4 have chosen")
        assert guest.page.evaluate(OVERFLOW) <= 0
        version = guest.version
        kinds.add(player.decide())
        told = guest.page.locator(f'.side .log li[data-version="{version + 1}"] span:last-child')
        told.first.wait_for(state="attached")
        deeds.append(told.first.text_content() or "")
    assert all("Anna" in deed for deed in deeds)
    guest.wait_until("deeds => deeds.every(deed => window.announced.includes(deed))", arg=deeds)
    return kinds


def test_four_with_the_keyboard_alone_on_a_phone_from_the_deal_and_to_the_end(
    guests: Callable[..., Guest], server: Server
) -> None:
    guest = guests(server, size="phone")
    sit_down(guest, 4, TACTICAL | {"layout": "random"})
    assert press_and_hear(guest, OPENING) >= OPENING
    sit_down_late(guest, GAME, *bots(4), end=LAST_ROUND_OF_FOUR, options=TACTICAL)
    assert press_and_hear(guest, THE_END) >= {"cow", "choose", "action"}
    expect(guest.page.get_by_role("link", name="Game file")).to_be_visible()


def test_a_fight_with_the_keyboard_alone_on_a_phone(
    guests: Callable[..., Guest], server: Server
) -> None:
    guest = guests(server, size="phone")
    herds, hands = ("opera: h2 h3 h1",) * 4, ("h4 h5 m2 d1",) * 4
    match = table("h5@opera", *herds, seats=4, options=TACTICAL, hands=hands, to_act=3)
    sit_down_at(guest, play(match, "court h2 c1"), 1, *bots(4))
    for kind in ("challenge", "commit"):
        assert wait_until_asked(guest)
        assert serious_violations(guest.page) == [], kind
        assert press_and_hear(guest, {kind}) == {kind}


def test_choices_at_one_device_stay_secret(guests: Callable[..., Guest], server: Server) -> None:
    # With motion a picture may wait behind the one before: then there is more to give away.
    guest = guests(server, reduced_motion="no-preference")
    guest.share_device(GAME)
    curtain = guest.page.get_by_role("heading", name="Pass the device to")
    player, secrets = ByTap(guest, Random(1)), dict[int, str]()
    remembered = False
    for _ in range(40):
        catch_up(guest)
        if curtain.count():
            assert_hidden(guest, secrets, ("Anna", "Bert").index(curtain.inner_text().split()[-1]))
            assert guest.page.locator(".evening").count() == 0
            guest.page.get_by_role("button", name="I am").click()
            guest.wait_until(ASKED)
        seat = int(guest.table.get_attribute("data-seat") or 0)
        assert_hidden(guest, secrets, seat)
        own = states(guest)[-1]["views"][str(seat)]["players"][seat]
        assert guest.page.locator(".cards .hand button").count() == len(own["hand"])
        # Who chose first reads it again after the reveal: so these are the words to look for.
        remembered = seat in secrets and phase_of(guest) == "action"
        if remembered:
            assert f"Your choice: {secrets[seat]}" in guest.page.evaluate(WORDS)
            break
        if player.decide() == "choose" and not secrets:
            secrets[seat] = choice_of(states(guest)[-1], seat)
    assert remembered


def catch_up(guest: Guest) -> None:
    """Wait until the last picture that came is on the screen."""
    guest.wait_until(ASKED)
    guest.wait_for_version(states(guest)[-1]["version"])
    guest.wait_until(ASKED)


def choice_of(state: dict[str, Any], seat: int) -> str:
    """Say what a seat has face down, in the words that only its owner is told."""
    laid = state["views"][str(seat)]["players"][seat]["face_down"]
    return ", ".join(f"{bull['symbol']} bull {bull['value']}" for bull in laid)


def assert_hidden(guest: Guest, secrets: dict[int, str], seat: int) -> None:
    """Nothing on the page, seen or unseen, says what the other one has chosen or holds."""
    page = guest.page.evaluate(WORDS)
    for owner, words in secrets.items():
        assert owner == seat or f"Your choice: {words}" not in page
    assert guest.page.locator(f'.tray [data-travel^="bull {1 - seat} "]').count() == 0


def test_an_impossible_wish_gets_its_reason_and_rules_are_one_tap_away(guest: Guest) -> None:
    sit_down(guest, 3)
    wait_until_asked(guest)
    player = ByTap(guest, Random(2))
    if phase_of(guest) == "cow":
        player.decide()
        wait_until_asked(guest)
    guest.page.locator('[data-thing^="cow"]').first.click()
    reason = guest.page.locator(".note.reason")
    expect(reason).to_contain_text("Now everybody chooses from the hand in secret.")
    guest.page.get_by_role("button", name="Opera", exact=False).and_(
        guest.page.locator(".ask button")
    ).click()
    dialog = guest.page.get_by_role("dialog")
    expect(dialog).to_contain_text("favourite place of everyone with this symbol: heart")
    guest.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_a_spectator_sees_the_places_and_no_hand(
    guests: Callable[..., Guest], server: Server
) -> None:
    anna, carla = guests(server), guests(server, size="tablet")
    sit_down(anna, 3)
    wait_until_asked(anna)
    carla.page.goto(anna.page.url)
    carla.wait_for_table()
    expect(carla.page.locator(".place")).to_have_count(4)
    for _ in range(6):
        if wait_until_asked(anna):
            ByTap(anna, Random(3)).decide()
    carla.wait_for_version(anna.version)
    assert carla.page.locator(".cards, .place.target, .can").count() == 0
    assert carla.page.locator(".herd li").count() > 0
    assert serious_violations(carla.page) == []


def test_secret_answers_to_romeo_are_shown_together(
    guests: Callable[..., Guest], server: Server, tmp_path: Path
) -> None:
    bulls = ("opera: h2", "opera: h3", "opera: h1", "opera: h4")
    match = play(table("h5@opera", *bulls, seats=4, options=SIMULTANEOUS), "court h2 c1")
    for seat, move in ((3, "challenge h4"), (1, "challenge h3"), (2, "decline")):
        match.play(move, seat)
    match.save(tmp_path / "bids.allmende")
    guest = guests(server, size="phone")
    open_file(guest, tmp_path / "bids.allmende")
    fight, answering = guest.page.locator(".fight"), guest.page.locator("[data-answering]")
    for step, waiting in ((1, "2, Seat 3, and Seat 4"), (2, "2 and Seat 3"), (3, "3")):
        go_to(guest, step)
        expect(answering).to_have_text(f"Secret answers are still to come: Seat {waiting}")
    # The third step is shown as seat 2 saw it, who knows no other answer.
    expect(fight).to_contain_text("heart bull 3")
    expect(fight).not_to_contain_text("heart bull 4")
    go_to(guest, 4)
    expect(answering).to_have_count(0)
    drawn = match.to_act[0]
    expect(fight.locator(".bids")).to_contain_text("Seat 2, heart bull 3")
    expect(fight.locator(".bids")).to_contain_text("Seat 4, heart bull 4")
    expect(fight.locator(".bids")).to_contain_text(f"The lot fell on Seat {drawn + 1}.")
    assert fight.locator("li.side").count() == 2
    assert guest.page.evaluate(OVERFLOW) <= 0
    assert serious_violations(guest.page) == []


def go_to(guest: Guest, step: int) -> None:
    """Show a step of a game that is looked back on."""
    slider(guest).fill(str(step))
    expect_step(guest, step)


# --- nothing is hidden by layout ------------------------------------------------------------------

SMALL_AND_LOW = ((360, 640), (1280, 720))
LATE = "h5@opera h4@opera b2@opera m2@pub ?h3@pub:0 m3@gym ?b4@gym d5@vip_club"
EVERYWHERE = "opera: h1 h2 m5, pub: b1 b2, gym: d1 d2, vip_club: m1 m2"
OUT_OF_SIGHT = """() => { const lies = (inner, outer) =>
        inner.left >= outer.left - 4 && inner.right <= outer.right + 4
        && inner.top >= outer.top - 4 && inner.bottom <= outer.bottom + 4;
    return [...document.querySelectorAll('.crowd .bull, .crowd .cow')].filter(card => {
        const crowd = card.closest('.crowd').getBoundingClientRect();
        return !lies(card.getBoundingClientRect(), crowd)
            || !lies(crowd, {left: 0, top: 0, right: innerWidth, bottom: innerHeight}); }).length; }
"""
"""Counts cards that are not wholly where they can be seen without scrolling. A bluff lies a
little askew."""
LEAST_LETTERS = "() => Math.min(...[...document.querySelectorAll('.herd b')]" + (
    ".map(it => parseFloat(getComputedStyle(it).fontSize)))"
)


def test_everybody_is_in_sight_late_in_a_game_of_four(
    guests: Callable[..., Guest], server: Server, tmp_path: Path
) -> None:
    match = play(table(LATE, *[EVERYWHERE] * 4, seats=4, hands=("h4 m3",) * 4), "pass")
    match.save(tmp_path / "late.allmende")
    guest = guests(server)
    open_file(guest, tmp_path / "late.allmende")
    for size in SMALL_AND_LOW:
        guest.resize(*size)
        expect(guest.page.locator(".crowd .bull")).to_have_count(36)
        guest.wait_until(f"() => ({OUT_OF_SIGHT})() === 0")
        assert guest.page.evaluate(LEAST_LETTERS) >= 7, size
        assert guest.page.evaluate(OVERFLOW) <= 0


def test_four_fight_and_every_card_and_name_is_in_sight(
    guests: Callable[..., Guest], server: Server, tmp_path: Path
) -> None:
    herd = ("opera: h2 h3 h1",) * 4
    tactical = {"fight": "tactical"}
    match = table("h5@opera", *herd, seats=4, options=tactical, hands=("h4 h5 m2 d1",) * 4)
    play(match, "court h2 c1")
    for seat in (1, 2, 3):
        match.play("challenge h1", seat)
    for move in ("join h2", "join h3", "support h4", "support m2"):
        match.play(move, 1)
    match.save(tmp_path / "fight.allmende")
    guest = guests(server)
    open_file(guest, tmp_path / "fight.allmende")
    go_to(guest, len(match.moves))
    for size in SMALL_AND_LOW:
        guest.resize(*size)
        expect(guest.page.locator(".fight .crowd .bull")).to_have_count(8)
        guest.wait_until(f"() => ({OUT_OF_SIGHT})() === 0")
        name, stripe = (
            guest.page.locator(f".prize .front .{part}").bounding_box()
            for part in ("name", "stays")
        )
        assert name is not None
        assert stripe is not None
        assert name["y"] + name["height"] <= stripe["y"] + 1, "the stripe cuts the name of the cow"
