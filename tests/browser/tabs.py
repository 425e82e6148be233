"""Chromium with tabs that are really hidden when another one is looked at. Playwright shows every
page as if it were in front, so these are spoken to without it, by the protocol that both use."""

import json
import subprocess
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect

from tests.processes import LAST_RESORT
from tests.table.clients import wait_for

from .conftest import FLAGS, WHOLE_CHROMIUM

HOST = "127.0.0.1"
CENTRE = """selector => { const box = document.querySelector(selector).getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2]; }"""


class Tab:
    """A tab of a window."""

    def __init__(self, window: "Window", found: dict[str, str]) -> None:
        self.window = window
        self.id = found["id"]
        self.line = connect(found["webSocketDebuggerUrl"], max_size=None, legacy=True)
        self.said = 0

    def ask(self, method: str, **wishes: Any) -> Any:
        """Ask for something, and return the answer; what the browser tells besides is unheard."""
        self.said += 1
        self.line.send(json.dumps({"id": self.said, "method": method, "params": wishes}))
        while (heard := json.loads(self.line.recv(LAST_RESORT))).get("id") != self.said:
            pass
        assert "error" not in heard, (method, wishes, heard["error"])
        return heard["result"]

    def evaluate(self, expression: str) -> Any:
        """Return what an expression of the page gives, or promises."""
        answer = self.ask(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def wait_until(self, expression: str) -> None:
        wait_for(lambda: bool(self.evaluate(expression)))

    def click(self, selector: str) -> None:
        """Click the middle of something that is there, or will be."""
        self.wait_until(f"document.querySelector({json.dumps(selector)}) !== null")
        x, y = self.evaluate(f"({CENTRE})({json.dumps(selector)})")
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def come_to_front(self) -> None:
        self.window.fetch(f"/json/activate/{self.id}")


class Window:
    """A browser with one window."""

    def __init__(self, profile: Path) -> None:
        assert WHOLE_CHROMIUM, "the tests of the page need Chromium: install the package chromium"
        flags = [
            "--headless",
            "--accept-lang=en",
            "--no-first-run",
            "--remote-debugging-port=0",
            *FLAGS,
        ]
        self.process = subprocess.Popen(
            [WHOLE_CHROMIUM, *flags, f"--user-data-dir={profile}", "about:blank"],
            stderr=subprocess.DEVNULL,
        )
        found = profile / "DevToolsActivePort"
        wait_for(lambda: found.exists() and found.read_text().count("\n") > 0)
        self.port = int(found.read_text().split()[0])

    def fetch(self, path: str, method: str = "GET") -> bytes:
        """Ask the browser about its tabs."""
        request = Request(f"http://{HOST}:{self.port}{path}", method=method)
        with urlopen(request) as answer:
            content: bytes = answer.read()
        return content

    def open_tab(self) -> Tab:
        """Open a tab in front of all others."""
        return Tab(self, json.loads(self.fetch("/json/new?about:blank", "PUT")))

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(LAST_RESORT)
