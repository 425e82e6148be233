"""Somebody with a browser: opens pages, presses what can be pressed, and reads what is shown."""

import json
import re
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, WebSocket, expect

PATIENCE = 20_000
SIZES = {"phone": (360, 740), "on its side": (740, 360), "tablet": (820, 1180), "wide": (1440, 900)}
HARMLESS = re.compile(r"WebSocket connection|ERR_CONNECTION|ERR_SOCKET|Failed to load resource")
"""What the browser itself complains about while a server is away."""


class Guest:
    """A person with a browser profile of their own."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        size: str = "wide",
        language: str = "en",
        **wishes: Any,
    ) -> None:
        width, height = SIZES[size]
        wishes = {"reduced_motion": "reduce", **wishes}
        self.address = address
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, locale=language, **wishes
        )
        self.context.set_default_timeout(PATIENCE)
        self.troubles: list[str] = []
        self.heard: list[dict[str, Any]] = []
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("console", self.note)
        self.page.on("websocket", self.listen)

    def note(self, message: ConsoleMessage) -> None:
        """Keep what the page complained about."""
        if message.type == "error" and not HARMLESS.search(message.text):
            self.troubles.append(message.text)

    def listen(self, socket: WebSocket) -> None:
        """Keep every message that the table sends to this browser."""
        socket.on("framereceived", lambda frame: self.heard.append(json.loads(frame)))

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

    def invitation(self) -> str:
        """Read the link of the first invitation."""
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

    def log(self) -> list[str]:
        """Read the log."""
        return self.page.locator(".side .log li").all_inner_texts()

    def said(self) -> str:
        """Read what the announcer says now."""
        return " ".join(self.page.locator("[data-announcer]").all_inner_texts()).strip()

    def wait_for_version(self, version: int) -> None:
        """Wait until at least so many things have happened."""
        self.page.wait_for_function(
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
        self.page.wait_for_function(
            """() => document.querySelector('.table[data-turn=true]')
                  || [...document.querySelectorAll('dialog h2')].length"""
        )
        return self.table.get_attribute("data-turn") == "true"

    # Playing

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
        self.page.wait_for_function(
            """before => document.querySelector('[data-confirm]') !== null
                  || Number(document.querySelector('.table')?.dataset.version ?? -1) > before""",
            arg=before,
        )
        return self.page.locator("[data-confirm]").count() > 0

    def say_yes_if_asked(self, before: int) -> None:
        """Confirm a move that was offered, if the table asks about it."""
        if self.is_asked(before):
            self.page.locator("[data-confirm]").click()
