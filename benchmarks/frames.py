"""How smoothly the boards move: frames per second in headless Chromium.

    python benchmarks/frames.py --seconds 20 --late

Bots play each other and the page watches, in a layout of middle size, from the deal or from late in
a game that chance has played, where most lies on the board. Only frames during which an
animation or a transition of the page ran are counted. Needs Chromium and what `make test` installs.
"""

import argparse
import json
import shutil
import statistics
import tempfile
from pathlib import Path
from random import Random

from playwright.sync_api import CDPSession, Page, sync_playwright
from tables import Json, Server

from allmende.core import file
from allmende.core.match import new
from allmende.core.registry import find_game, known_games

WIDTH, HEIGHT = 820, 1180
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage"]
SMOOTH = 1000 / 60
LATE = 1.5
"""A frame that took so many times its due has let the next one down."""
HOW_FAR = 0.8
"""Where in a game a late table begins."""

WORK = ("TaskDuration", "ScriptDuration", "LayoutDuration", "RecalcStyleDuration")
"""What the main thread does, as the browser counts it; the first holds the others."""

COUNT_FRAMES = """
  window.frames_ms = [];
  let before = null;
  const look = (now) => {
    const moves = document.getAnimations().some((animation) => animation.playState === 'running');
    if (moves && before !== null) window.frames_ms.push(now - before);
    before = moves ? now : null;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
"""


def table_of_bots(server: Server, game: str, level: str, late: bool) -> str:
    """Open a table where bots play each other."""
    players = [{"kind": "bot", "level": level} for _ in range(min(find_game(game).seats))]
    wish: Json = {"game": game, "players": players}
    if late:
        wish["start"] = late_start(server, game, len(players))
    made, _ = server.ask("POST", "/api/tables", wish, None)
    return f"{server.origin}{made['url']}"


def late_start(server: Server, game: str, seats: int) -> Json:
    """Let chance play a game, and return where a table is to begin in it."""
    chance, match = Random(game), new(game, seats, 7)
    while not match.over:
        match.play(chance.choice(match.legal(chance.choice(match.to_act))))
    kept, _ = server.ask("POST", "/api/files", {"file": file.write(match)}, None)
    return {"file": kept["id"], "step": int(HOW_FAR * len(match.moves)), "line": ""}


def watch(page: Page, address: str, seconds: float) -> tuple[list[float], Json]:
    """Look on for a while; return how long each frame of an animation took, and for which share of
    the time the page itself was at work. The rest of a late frame is paint, or a core that is busy.
    """
    page.goto(address)
    page.locator(".table[data-line=open] main:not(.waiting) > *").first.wait_for()
    page.evaluate(COUNT_FRAMES)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    before = work_of(session)
    page.wait_for_timeout(seconds * 1000)
    after = work_of(session)
    frames: list[float] = page.evaluate("window.frames_ms")
    return frames, {name: round((after[name] - before[name]) / seconds, 3) for name in WORK}


def work_of(session: CDPSession) -> dict[str, float]:
    """Return how many seconds the main thread of a page has spent on what."""
    found = session.send("Performance.getMetrics")["metrics"]
    return {metric["name"]: metric["value"] for metric in found}


def summary(frames: list[float], work: Json) -> Json:
    """Sum up how smooth some frames were."""
    if not frames:
        return {"frames": 0, **work}
    return {
        **work,
        "frames": len(frames),
        "frames_per_second": round(1000 / statistics.mean(frames), 1),
        "median_ms": round(statistics.median(frames), 1),
        "p99_ms": round(sorted(frames)[int(len(frames) * 0.99)], 1),
        "late": round(sum(frame > SMOOTH * LATE for frame in frames) / len(frames), 4),
    }


def run(arguments: argparse.Namespace, data: Path) -> Json:
    """Watch every game for a while."""
    server, found = Server(data), {}
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    try:
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=chromium, args=FLAGS)
            for game in arguments.games.split(",") if arguments.games else known_games():
                page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
                address = table_of_bots(server, game, arguments.level, arguments.late)
                found[game] = summary(*watch(page, address, arguments.seconds))
                page.close()
            browser.close()
    finally:
        server.stop()
    return found


def main() -> None:
    """Run, and print what came of it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--games", default="", help="only these games, with commas between them")
    parser.add_argument("--level", default="calf", help="who plays")
    parser.add_argument("--late", action="store_true", help="begin where most lies on the board")
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(run(parser.parse_args(), Path(folder) / "data"), indent=2))


if __name__ == "__main__":
    main()
