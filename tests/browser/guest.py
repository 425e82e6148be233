"""Somebody with a browser: opens pages, presses what can be pressed, and reads what is shown."""

import json
import re
from collections import Counter
from typing import Any, Literal, TypeAlias

from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    JSHandle,
    Locator,
    Page,
    WebSocket,
    expect,
)

PATIENCE = 120_000
"""How many milliseconds something may take that must happen. A quiet machine needs a fraction of a
second, a busy one more; only a page that is broken needs all of it."""
SIZES = {"phone": (360, 740), "on its side": (740, 360), "tablet": (820, 1180), "wide": (1440, 900)}
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
Screens: TypeAlias = list[tuple[str, Scheme]]
SCREENS: Screens = [(size, SCHEMES[at % 2]) for at, size in enumerate(SIZES)]
OTHER_SCREENS: Screens = [(size, SCHEMES[1 - at % 2]) for at, size in enumerate(SIZES)]
"""Every size, in light and dark by turns. Who has several things to look at looks at some with
these and at the others with those, so that every thing, size and scheme meet in pairs."""
HARMLESS = re.compile(r"WebSocket connection|ERR_CONNECTION|ERR_SOCKET|Failed to load resource")
"""What the browser itself complains about while a server is away."""
GLANCE = 10
"""Milliseconds between two looks at something that will come."""
MOST_KEYS = 80
WAY = """selector => { const now = document.activeElement;
    const goals = [...document.querySelectorAll(selector)]
        .filter(it => it.tabIndex >= 0 && !it.disabled && it.checkVisibility());
    const ahead = it => now.compareDocumentPosition(it) & Node.DOCUMENT_POSITION_FOLLOWING;
    return [now.matches(selector),
            goals.every(it => !ahead(it)) && now !== document.body ? 'Shift+Tab' : 'Tab']; }"""
"""Tells whether the focus is at a goal, and with which key somebody would go there."""
DRAWN = """() => new Promise(drawn =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn))))"""
"""Waits for two frames: in the first a board finds its room, in the second it is drawn in it."""
LISTEN = """() => { window.announced = '';
    for (const region of document.querySelectorAll('[data-announcer]'))
        new MutationObserver(() => (window.announced += ' ' + region.textContent))
            .observe(region, {childList: true, characterData: true, subtree: true}); }"""


class Guest:
    """A person with a browser profile of their own."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        language: str = "en",
        script: str = "",
        **wishes: Any,
    ) -> None:
        """Come with a profile as wished for, whose pages begin with a script."""
        self.address = address
        self.context = browser.new_context(
            locale=language,
            # Only tests about the worker pay for it: it would load the whole page for each profile.
            **{"reduced_motion": "reduce", "service_workers": "block", **wishes},
        )
        if script:
            self.context.add_init_script(script)
        self.context.set_default_timeout(PATIENCE)
        self.troubles: list[str] = []
        self.heard: list[dict[str, Any]] = []
        self.due: Counter[str] = Counter()
        self.links: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("console", self.note)
        self.page.on("websocket", self.overhear)

    def note(self, message: ConsoleMessage) -> None:
        """Keep what the page complained about."""
        if message.type == "error" and not HARMLESS.search(message.text):
            self.troubles.append(message.text)

    def overhear(self, socket: WebSocket) -> None:
        """Keep every message that the table sends to this browser."""
        socket.on("framereceived", lambda frame: self.heard.append(json.loads(frame)))

    def wipe(self) -> None:
        """Forget everything, as if this browser had never been here."""
        for page in self.context.pages[1:]:
            page.close()
        self.page.goto(f"{self.address}/healthz")
        self.page.evaluate("() => [localStorage, sessionStorage].forEach(it => it.clear())")
        self.context.clear_cookies()
        self.heard.clear()
        self.due.clear()
        self.troubles.clear()

    def look_with(self, size: str, scheme: Scheme = "light") -> None:
        """Go on with a screen of another size, in light or dark."""
        self.page.emulate_media(color_scheme=scheme)
        self.resize(*SIZES[size])

    def resize(self, width: int, height: int) -> None:
        """Look at the page through a window of another size, once it is drawn in it."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(DRAWN)

    # Coming and going

    def home(self) -> None:
        """Open the home page."""
        self.page.goto(self.address)
        expect(self.page.locator("article").first).to_be_visible()

    def card(self, game: str) -> Locator:
        """Find the card of a game."""
        return self.page.locator(f"article[data-game={game}]")

    def play_bot(self, game: str) -> None:
        """One tap on the home page."""
        self.home()
        self.card(game).get_by_role("button", name="bot").click()
        self.wait_for_table()

    def open_table(
        self, game: str, way: str, options: dict[str, str] | None = None, names: str = "Anna Bert"
    ) -> None:
        """Set up a table with `Invite` or `device`, and take a seat."""
        self.home()
        self.card(game).get_by_role("button", name=way).click()
        dialog = self.page.get_by_role("dialog")
        for option, value in (options or {}).items():
            dialog.get_by_label(option, exact=True).select_option(value)
        for field, name in zip(dialog.locator("input.name").all(), names.split(), strict=False):
            field.fill(name)
        dialog.get_by_role("button", name="Open the table").click()
        self.page.wait_for_url("**/t/*")

    def sit_down(self, game: str, *others: dict[str, str], **wishes: Any) -> str:
        """Sit down as Anna at a new table with others, without the way there; return its address.

        The page has no button for some of these tables, and the way is tested elsewhere. Then
        `links` are the invitations."""
        players = [{"kind": "me", "name": "Anna"}, *others]
        answer = self.context.request.post(
            f"{self.address}/api/tables",
            data={"game": game, "seats": len(players), "players": players, **wishes},
            headers={"origin": self.address},
        )
        assert answer.ok, answer.text()
        made = answer.json()
        self.links = [f"{self.address}{invite['url']}" for invite in made["invites"]]
        url = f"{self.address}{made['url']}"
        self.heard.clear()
        self.page.goto(url)
        self.wait_for_table()
        return url

    def share_device(self, game: str, **options: str) -> None:
        """Sit down as Anna with Bert at this device, without the way there."""
        self.sit_down(game, {"kind": "device", "name": "Bert"}, options=options)

    def invitation(self) -> str:
        """Read the link of the first invitation for a browser on this machine."""
        self.page.get_by_text("In another browser on this machine").click()
        return self.page.get_by_role("textbox", name="Link for seat").first.input_value()

    def join(self, link: str, name: str) -> None:
        """Follow an invitation."""
        self.page.goto(link)
        self.page.get_by_role("textbox").fill(name)
        self.page.get_by_role("button", name="Sit down").click()
        self.wait_for_table()

    def wait_for_table(self) -> None:
        """Wait until the board is there."""
        self.page.locator(".table[data-line=open] main:not(.waiting) > *").first.wait_for()

    # Looking

    @property
    def table(self) -> Locator:
        """The element that tells how the table stands."""
        return self.page.locator(".table")

    @property
    def version(self) -> int:
        """How many things have happened, as shown."""
        return int(self.table.get_attribute("data-version") or -1)

    @property
    def is_over(self) -> bool:
        """Whether the page says that the game is over."""
        return self.page.get_by_text("The game is over.", exact=True).count() > 0

    def shown(self) -> Any:
        """Return the state that the page shows; its message may be overheard a little later."""
        while True:
            version = self.version
            states = (said for said in reversed(self.heard) if said["type"] == "state")
            if found := next((state for state in states if state["version"] == version), None):
                return found
            self.page.wait_for_timeout(GLANCE)

    def log(self) -> list[str]:
        """Read the log."""
        return self.page.locator(".side .log li").all_inner_texts()

    def reads(self, words: str) -> Locator:
        """Find words that are there to be read: the announcer may be saying the same."""
        return self.page.get_by_text(words).and_(self.page.locator(":not([data-announcer])"))

    def listen(self) -> None:
        """Remember from now on what the announcer says: its words go as fast as they come."""
        self.page.evaluate(LISTEN)

    def announced(self) -> str:
        """Return all that the announcer has said."""
        said: str = self.page.evaluate("() => window.announced")
        return said

    def wait_to_hear(self, sentence: str) -> None:
        """Wait until the announcer has said a sentence, once more than was waited for before."""
        self.due[sentence] += 1
        self.wait_until(
            "([words, times]) => window.announced.split(words).length > times",
            arg=[sentence, self.due[sentence]],
        )

    def wait_until(self, is_so: str, arg: Any = None) -> JSHandle:
        """Wait until a function of the page says so, and return what it says. Asked with every
        frame, as Playwright would by itself, the page would draw frames that nobody needs."""
        return self.page.wait_for_function(is_so, arg=arg, polling=GLANCE)

    def wait_for_version(self, version: int) -> None:
        """Wait until at least so many things have happened."""
        self.wait_until(
            "v => Number(document.querySelector('.table')?.dataset.version ?? -1) >= v",
            arg=version,
        )

    def wait_for_story(self, version: int) -> None:
        """Wait until an event is shown and told; the story follows the state."""
        self.wait_for_version(version)
        told = self.page.locator(f'.side .log li[data-version="{version}"]')
        told.first.wait_for(state="attached")

    def wait_for_turn_or_end(self) -> bool:
        """Wait until it is this device's turn; False if the game ends instead."""
        # One look decides both: a turn may pass between two.
        found = self.wait_until(
            """() => document.querySelector('dialog h2') ? 'end'
                   : document.querySelector('.table[data-turn=true]') ? 'turn' : null"""
        )
        return bool(found.json_value() == "turn")

    # Playing

    def tab_to(self, selector: str) -> None:
        """Press Tab, or go back with Shift, until something else that is wanted has the focus."""
        _, key = self.page.evaluate(WAY, selector)
        for _ in range(MOST_KEYS):
            self.page.keyboard.press(key)
            here, key = self.page.evaluate(WAY, selector)
            if here:
                return
        raise AssertionError(f"Tab never reaches {selector}")

    def has_focus(self, selector: str) -> bool:
        """Tell whether something has the focus."""
        return bool(self.page.evaluate(WAY, selector)[0])

    def cells(self, words: str) -> Locator:
        """Find fields by what a screen reader says of them."""
        return self.page.locator(f'.cell[aria-label*="{words}"]')

    def flip_or_move(self) -> None:
        """Make some move of Halali! with two taps; turning up comes first."""
        before = self.version
        hidden = self.cells("can be turned up").first
        if hidden.count():
            hidden.click()
        elif self.cells("can move").count():
            self.cells("can move").first.click()
            goals = self.page.locator(".cell.target")
            if goals.count():
                goals.first.click()
            else:
                self.page.locator("main .below button").first.click()
        else:
            self.page.locator("main .below button").first.click()
        self.say_yes_if_asked(before)
        self.wait_for_story(before + 1)

    def is_asked(self, before: int) -> bool:
        """Tell whether the table asks about a move that was offered, or has made it already."""
        self.wait_until(
            """before => document.querySelector('[data-confirm]') !== null
                  || Number(document.querySelector('.table')?.dataset.version ?? -1) > before""",
            arg=before,
        )
        return self.page.locator("[data-confirm]").count() > 0

    def say_yes_if_asked(self, before: int) -> None:
        """Confirm a move that was offered, if the table asks about it."""
        if self.is_asked(before):
            self.page.locator("[data-confirm]").click()
