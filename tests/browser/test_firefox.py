"""Every board in Firefox too: the page is not a page for Chromium alone."""

import json
import subprocess

from allmende.core.registry import known_games
from tests.processes import LAST_RESORT
from tests.table.server_process import Json, Server

from .conftest import ROOT
from .firefox import PROGRAM

WANTED_MOVES = 2


def test_every_board_is_played_in_firefox(server: Server) -> None:
    assert PROGRAM, "the tests of the page need Firefox: install the package firefox-esr"
    # One browser for all boards, as to start it costs most; checks/firefox.js says how it plays.
    command = ["node", "checks/firefox.js", server.origin, PROGRAM]
    done = subprocess.run(
        command,
        cwd=ROOT / "web",
        capture_output=True,
        encoding="utf-8",
        timeout=10 * LAST_RESORT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: Json = json.loads(done.stdout)
    assert found["troubles"] == []
    assert sorted(found["moves"]) == sorted(known_games())
    assert min(found["moves"].values()) >= WANTED_MOVES, found["moves"]
