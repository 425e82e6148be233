"""Games that are brought: from a file at the start, and with a board from their own package."""

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from allmende.core.registry import game_in_file
from allmende.table.library.boards import about_page, file_of
from tests import forge
from tests.own_board import BOARD, install

from .clients import Device, here, person
from .server_process import LAZY, Server

EXAMPLE = "examples/four_in_a_row.py"
OWN = "own-board"
OUTSIDE = (
    "../__init__.py",
    "..%2f__init__.py",
    "%2e%2e/__init__.py",
    "..%5c__init__.py",
    "page/../../__init__.py",
    "/etc/hostname",
    "%2fetc%2fhostname",
    "board.js%00",
    "linked.js",
    "linked/board.js",
    ".hidden.js",
    "notes.py",
    "inner",
    "",
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of installed packages, with more in a page folder than may be handed out."""
    site = tmp_path_factory.mktemp("site")
    page = install(site, OWN)
    secrets = site / "secrets"
    secrets.mkdir()
    for path in (secrets / "board.js", page / ".hidden.js", page / "notes.py"):
        path.write_text("secret")
    (page / "linked.js").symlink_to(secrets / "board.js")
    (page / "linked").symlink_to(secrets)
    (page / "inner").mkdir()
    (page / "inner" / "more.js").write_text("export const more = 1;")
    return site


@pytest.fixture(scope="module")
def server(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where the package is installed and the example was brought."""
    paths = [str(site), *filter(None, [os.environ.get("PYTHONPATH")])]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(paths))
        server = Server(tmp_path_factory.mktemp("table") / "data", LAZY, "--game", EXAMPLE)
    yield server
    server.close()


def test_a_game_from_a_file_is_listed_and_played(server: Server) -> None:
    device = Device(server)
    listed = {game["name"]: game for game in device.get("/api/games").json["games"]}
    assert listed["four-in-a-row"]["page"] == {}
    assert listed["four-in-a-row"]["layout"] == []
    texts = device.get("/api/texts/de").json["games"]["four-in-a-row"]
    assert texts["game.title"] == "Vier in einer Reihe"
    table = device.play_to_the_end("four-in-a-row", [person("Anna"), here("Bert")])
    content = device.get(f"/api/tables/{table}/file").content.decode()
    assert device.post("/api/files", {"file": content}).status == 201


def test_a_table_of_a_brought_game_outlives_a_restart_without_it(
    own_server: Callable[..., Server],
) -> None:
    server = own_server("--game", EXAMPLE)
    device = Device(server)
    table = device.open_table("four-in-a-row", [person("Anna"), here("Bert")])["id"]
    server.stop()
    server.arguments = (LAZY,)
    server.restart()
    assert [one["id"] for one in device.get("/api/tables").json["tables"]] == [table]
    assert device.get("/api/games").status == 200
    server.stop()
    server.arguments = (LAZY, "--game", EXAMPLE)
    server.restart()
    with device.sit(table) as socket:
        assert socket.state["to_act"] == [0]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "there is no file"),
        ("1 / 0", "cannot be loaded: ZeroDivisionError"),
        ("game = 3", "offers 3 instead of an allmende Game"),
        (
            "from dataclasses import replace\n"
            "from examples.four_in_a_row import game\n"
            "game = replace(game, name='halali')",
            "a game called 'halali' is installed already",
        ),
    ],
)
def test_a_game_that_cannot_be_brought_is_told_at_once(
    tmp_path: Path, content: str | None, words: str
) -> None:
    file = tmp_path / "mine.py"
    if content is not None:
        file.write_text(content)
    command = ["-m", "allmende.table", "--no-open", "--port", "0"]
    command += ["--data", str(tmp_path / "data"), "--game", str(file)]
    done = forge.run(command, from_nothing=content is None)
    assert done.returncode == 1
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_package_brings_its_board(server: Server) -> None:
    device = Device(server)
    listed = {game["name"]: game for game in device.get("/api/games").json["games"]}
    page = listed[OWN]["page"]
    assert page == {
        "board": f"/boards/{OWN}/board.js",
        "style": f"/boards/{OWN}/board.css",
        "cover": f"/boards/{OWN}/cover.svg",
    }
    answer = device.get(page["board"])
    assert answer.content.decode() == BOARD
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] == "no-cache"
    again = device.get(page["board"], headers={"if-none-match": answer.headers["etag"]})
    assert again.status == 304
    assert device.get(f"/boards/{OWN}/inner/more.js").status == 200
    assert device.get(page["cover"]).headers["content-type"] == "image/svg+xml"


@pytest.mark.parametrize("path", OUTSIDE)
def test_nothing_else_is_handed_out(server: Server, path: str) -> None:
    answer = Device(server).get(f"/boards/{OWN}/{path}")
    assert answer.status == 404
    assert b"secret" not in answer.content


@pytest.mark.parametrize("game", ["halali", "four-in-a-row", "nobody", "..", "%2e%2e"])
def test_only_games_with_a_page_hand_something_out(server: Server, game: str) -> None:
    assert Device(server).get(f"/boards/{game}/board.js").status == 404


def test_names_of_files_are_plain(tmp_path: Path) -> None:
    (tmp_path / "board.js").write_text("")
    game = replace(game_in_file(Path(EXAMPLE)), page=tmp_path)
    assert file_of(game, "board.js") == tmp_path / "board.js"
    for name in ("./board.js", "x/../board.js", "//board.js", "board.js/", "..\\board.js"):
        assert file_of(game, name) is None
    assert about_page(replace(game, page=None)) == {}
    assert about_page(replace(game, page=tmp_path / "nowhere")) == {}
