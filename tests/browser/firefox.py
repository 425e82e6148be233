"""Firefox with its own insides in reach: it is told by the protocol that it has for tests, what a
page does and what the browser shows around it."""

import json
import shutil
import socket
import subprocess
from pathlib import Path
from typing import Any, Literal

from tests.processes import LAST_RESORT
from tests.table.clients import wait_for

PROGRAM = shutil.which("firefox-esr") or shutil.which("firefox")
HOST = "127.0.0.1"
ANY_PORT = 0
PREFERENCES = {
    "marionette.port": ANY_PORT,
    "intl.accept_languages": "en",
    "ui.prefersReducedMotion": 1,
    # Notifications are windows of the browser's own, which can be seen and clicked here.
    "alerts.useSystemBackend": False,
}
CLICKABLE = "element-6066-11e4-a52e-4f735466cecf"
"""By this name the standard of WebDriver calls the reference to an element."""
Side = Literal["content", "chrome"]


class Firefox:
    """A Firefox with a profile of its own, without windows on a screen."""

    def __init__(self, profile: Path, **preferences: Any) -> None:
        assert PROGRAM, "the tests of the page need Firefox: install the package firefox-esr"
        profile.mkdir()
        lines = [
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
            for name, value in (PREFERENCES | preferences).items()
        ]
        (profile / "user.js").write_text("".join(lines))
        flags = ["--headless", "--no-remote", "--marionette", "--remote-allow-system-access"]
        self.log = (profile / "log").open("w")
        self.process = subprocess.Popen(
            [PROGRAM, *flags, "--profile", str(profile)], stdout=self.log, stderr=self.log
        )
        found = profile / "MarionetteActivePort"
        wait_for(lambda: found.exists() and found.read_text().isdigit())
        self.line = socket.create_connection((HOST, int(found.read_text())), LAST_RESORT)
        self.heard = self.line.makefile("rb")
        self.said = 0
        self.read()  # it greets first
        self.ask("WebDriver:NewSession", capabilities={})

    def read(self) -> Any:
        """Read one message: its length, a colon, and the message."""
        length = b""
        while (digit := self.heard.read(1)) != b":":
            assert digit, "Firefox has hung up"
            length += digit
        return json.loads(self.heard.read(int(length)))

    def ask(self, command: str, **wishes: Any) -> Any:
        """Ask for something, and return the answer."""
        self.said += 1
        words = json.dumps([0, self.said, command, wishes]).encode()
        self.line.sendall(b"%d:%s" % (len(words), words))
        _, number, trouble, answer = self.read()
        assert number == self.said
        assert trouble is None, (command, wishes, trouble)
        return answer

    def evaluate(self, function: str, *arguments: Any, side: Side = "content") -> Any:
        """Run a function in the page, or in the browser around it; wait for what it promises."""
        self.ask("Marionette:SetContext", value=side)
        script = f"return ({function}).apply(null, arguments);"
        answer = self.ask("WebDriver:ExecuteScript", script=script, args=arguments)
        self.ask("Marionette:SetContext", value="content")
        return answer["value"]

    def goto(self, url: str) -> None:
        self.ask("WebDriver:Navigate", url=url)

    def find(self, path: str) -> str:
        """Wait for an element, by XPath, and return its reference."""
        wish = {"using": "xpath", "value": path}
        wait_for(lambda: bool(self.ask("WebDriver:FindElements", **wish)))
        reference: str = self.ask("WebDriver:FindElement", **wish)["value"][CLICKABLE]
        return reference

    def click(self, path: str) -> None:
        self.ask("WebDriver:ElementClick", id=self.find(path))

    def write(self, path: str, text: str) -> None:
        self.ask("WebDriver:ElementSendKeys", id=self.find(path), text=text)

    def tabs(self) -> list[str]:
        """List the addresses of all tabs."""
        addresses: list[str] = self.evaluate(
            "() => gBrowser.tabs.map(tab => tab.linkedBrowser.currentURI.spec)", side="chrome"
        )
        return addresses

    def notifications(self) -> list[list[str]]:
        """Read title and text of all notifications on the screen that have got their words."""
        shown: list[list[str]] = self.evaluate(
            """() => [...Services.wm.getEnumerator('alert:alert')].map(shown =>
                 ['alertTitleLabel', 'alertTextLabel'].map(name => {
                   const label = shown.document.getElementById(name);
                   return label?.value || label?.textContent || '';
                 })).filter(words => words.every(Boolean))""",
            side="chrome",
        )
        return shown

    def click_notification(self) -> None:
        """Click the only notification on the screen."""
        self.evaluate(
            """() => {
                 const [shown] = Services.wm.getEnumerator('alert:alert');
                 shown.document.getElementById('alertBox').click();
               }""",
            side="chrome",
        )

    def close(self) -> None:
        self.ask("Marionette:Quit", flags=["eForceQuit"])
        self.heard.close()
        self.line.close()
        self.process.wait(LAST_RESORT)
        self.log.close()
