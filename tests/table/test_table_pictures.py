"""Pictures to share and previews of links: of what everybody may see, and cheap to ask for."""

import asyncio
import re
import struct
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

import allmende
from allmende.core.match import Match
from allmende.core.picture import paints
from allmende.core.picture.easel import Easel, cut, fit_rows
from allmende.core.registry import game_in_file, known_games
from allmende.table.library import canvas, pictures
from allmende.table.library.gallery import Gallery
from allmende.table.limits import PICTURES_AWAITED
from allmende.table.refusal import Refusal
from allmende.table.tables.knowledge import veiled
from tests.loops import run_alone

from .clients import LINK, Answer, Device, bot, here, person
from .server_process import Server

ROOT = Path(__file__).parents[2]
THEME = ROOT / "web/src/kit/theme.css"
PNG = b"\x89PNG\r\n\x1a\n"
MOST_BYTES = 120_000
BAD_NAME = '<b>"Bö'
OTHER_WORLDS = 3


def played(game: str, plies: int, seats: int | None = None) -> Match:
    """Play a game by chance for a while, or to its end."""
    found = allmende.new(game, seats=seats or 2, seed=7)
    chance = Random(5)
    while not found.over and len(found.moves) < plies:
        found.play(chance.choice(found.legal(found.to_act[0])))
    return found


def text_in(svg: bytes) -> list[str]:
    """Read the words of a picture."""
    return [it.text or "" for it in ElementTree.fromstring(svg).iter() if it.tag.endswith("text")]


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(PNG)
    wide, high = struct.unpack(">II", png[16:24])
    return wide, high


@pytest.mark.parametrize("game", known_games())
def test_every_game_has_a_picture_of_its_own(game: str) -> None:
    painter = pictures.painter_of(game)
    assert painter is not None
    seats = max(allmende.new(game, seed=1, seats=2).game.seats)
    beginning, middle = (
        painter(played(game, plies, seats).view(None)).svg("") for plies in (0, 120)
    )
    assert beginning != middle
    assert 50 < len(list(ElementTree.fromstring(middle.encode()))) < 1500


@pytest.mark.parametrize("game", known_games())
def test_a_picture_hangs_on_nothing_that_a_spectator_cannot_know(game: str) -> None:
    match = played(game, 60)
    seen = pictures.paint_board(match.game, match.view(None)).svg("")
    for key in range(OTHER_WORLDS):
        world = veiled(match.game, match.record, None, key)
        assert pictures.paint_board(match.game, match.game.view(world, None)).svg("") == seen


@pytest.mark.parametrize("example", ["four_in_a_row", "poppies"])
def test_a_game_of_somebody_else_gets_the_general_picture(example: str) -> None:
    game = game_in_file(ROOT / f"examples/{example}.py")
    assert pictures.painter_of(game.name) is None
    match = Match(game, allmende.new(game, seats=min(game.seats), seed=1).record, None)
    chance = Random(1)
    before = pictures.paint_board(game, match.view(None))
    for _ in range(3):
        match.play(chance.choice(match.legal(match.to_act[0])))
    after = pictures.paint_board(game, match.view(None))
    assert len(before.marks) >= 4
    assert before.svg("") != after.svg("")
    assert canvas.png(after).startswith(PNG)


def get_picture(device: Device, table: str, kind: str, query: str = "") -> Answer:
    answer = device.get(f"/t/{table}/picture.{kind}{query}")
    assert answer.status == 200, answer.content
    return answer


def test_a_table_has_pictures_of_each_position(server: Server) -> None:
    anna = Device(server)
    table = str(anna.open_table("halali", [person("Anna"), here(BAD_NAME)])["id"])
    stranger = Device(server)
    first = get_picture(stranger, table, "svg").content
    with anna.sit(table) as socket:
        for _ in range(4):
            socket.play_any(Random(3))
    svg = get_picture(anna, table, "svg")
    assert svg.headers.get_content_type() == "image/svg+xml"
    assert {"Halali!", "Anna", BAD_NAME} <= set(text_in(svg.content))
    assert svg.content != first == get_picture(anna, table, "svg", "?turn=0").content
    assert get_picture(anna, table, "svg", "?turn=4").content == svg.content
    # Who asks makes no difference: a picture goes to strangers.
    assert get_picture(stranger, table, "svg").content == svg.content
    png = get_picture(stranger, table, "png")
    assert png.headers.get_content_type() == "image/png"
    assert size_of(png.content) == (pictures.WIDTH, pictures.HEIGHT)
    assert len(png.content) < MOST_BYTES
    known = stranger.get(f"/t/{table}/picture.png", headers={"if-none-match": png.headers["etag"]})
    assert (known.status, known.content) == (304, b"")


def test_a_file_has_a_picture_too(server: Server) -> None:
    anna = Device(server)
    table = anna.play_to_the_end("kuh_vadis", [person("Anna"), here("Bert")])
    file = anna.get(f"/api/tables/{table}/file").content.decode()
    url = anna.post("/api/files", {"file": file}).json["url"]
    assert size_of(anna.get(f"{url}/picture.png").content) == (pictures.WIDTH, pictures.HEIGHT)
    assert {"Kuh Vadis", "Speler 1"} & set(text_in(anna.get(f"{url}/picture.svg?lang=nl").content))
    page = anna.get(url).content.decode()
    assert "Kuh Vadis" in content_of(page, "og:title")
    assert content_of(page, "og:image") == f"{server.origin}{url}/picture.png"


def test_strange_pictures_are_refused(server: Server) -> None:
    anna = Device(server)
    table = str(anna.open_table("halali", [person("Anna"), LINK])["id"])
    assert anna.get(f"/t/{table}/picture.gif").error == "table.no_such_address"
    assert anna.get("/t/nothing/picture.png").error == "table.unknown_table"
    assert anna.get("/r/nothing/picture.png").error == "table.file_unknown"
    assert get_picture(anna, table, "svg", "?turn=nonsense").status == 200


# Previews


def content_of(page: str, name: str) -> str:
    """Read a tag of a page, as somebody who shows previews does."""
    (tag,) = re.findall(rf'<meta (?:property|name)="{name}" content="([^"]*)" />', page)
    return str(tag)


def page_of(device: Device, path: str, language: str = "en") -> str:
    answer = device.get(path, headers={"accept-language": language})
    assert answer.status == 200
    return answer.content.decode()


def test_the_link_of_a_table_says_who_plays(server: Server) -> None:
    anna = Device(server)
    made = anna.open_table("halali", [person(BAD_NAME), LINK])
    path = made["url"]
    page = page_of(anna, path, "fr, de-CH;q=0.8")
    escaped = "Halali! · &lt;b&gt;&quot;Bö, Freier Platz"
    assert content_of(page, "og:title") == escaped
    assert f"<title>{escaped}</title>" in page
    assert content_of(page, "og:description") == "Ein Platz ist noch frei: Spiel mit."
    assert content_of(page, "og:image") == f"{server.origin}{path}/picture.png"
    assert content_of(page, "twitter:card") == "summary_large_image"
    assert '<div id="page">' in page
    token = made["invites"][0]["url"].partition("#")[2]
    assert token not in page
    Device(server).join(made["invites"][0]["url"], "Bert")
    assert content_of(page_of(anna, path), "og:description") == "The game is on: come and watch."
    looking_back = page_of(anna, f"{path}?turn=0")
    assert content_of(looking_back, "og:image").endswith("/picture.png?turn=0")


def test_a_finished_game_tells_its_result(server: Server) -> None:
    anna = Device(server)
    table = anna.play_to_the_end("kuh_vadis", [person("Anna"), here("Bert")])
    about = content_of(page_of(anna, f"/t/{table}", "nl"), "og:description")
    assert re.fullmatch(r"Het spel is uit: Anna \d+, Bert \d+\.", about)


def test_a_bot_is_called_by_its_name(server: Server) -> None:
    anna = Device(server)
    path = anna.open_table("halali", [person("Anna"), bot("calf")])["url"]
    title = content_of(page_of(anna, path, "de"), "og:title")
    assert title.startswith("Halali! · Anna, ")
    assert title[len("Halali! · Anna, ")].isupper()


def test_a_table_that_is_not_there_has_the_plain_page(server: Server) -> None:
    for path in ("/t/AAAAAAAAAAAA", "/t/short", "/r/nothing"):
        assert "og:title" not in page_of(Device(server), path)


# Costs


class Moment:
    version = 1


class Subject:
    """Stands for something that takes long to paint."""

    moment = Moment()
    names = ()
    language = "en"


def test_a_picture_is_painted_once_and_few_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[str] = []

    def paint(subject: Any, kind: str) -> bytes:
        painted.append(kind)
        return kind.encode()

    monkeypatch.setattr(pictures, "made", paint)

    async def ask_often() -> None:
        gallery, subject = Gallery(), Subject()
        same = [gallery.picture("table", subject, "png") for _ in range(PICTURES_AWAITED)]  # type: ignore[arg-type]
        assert await asyncio.gather(*same) == [b"png"] * PICTURES_AWAITED
        assert painted == ["png"]
        await gallery.picture("table", subject, "png")  # type: ignore[arg-type]
        assert painted == ["png"]
        many = [
            gallery.picture(f"table {number}", subject, "svg")  # type: ignore[arg-type]
            for number in range(PICTURES_AWAITED + 2)
        ]
        answers = await asyncio.gather(*many, return_exceptions=True)
        refused = [answer for answer in answers if isinstance(answer, Refusal)]
        assert [one.message.key for one in refused] == ["table.slow_down"] * 2
        assert gallery.awaited == 0

    run_alone(ask_often())


def test_the_gallery_has_so_much_room_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("allmende.table.library.gallery.PICTURE_BYTES", 10)
    gallery = Gallery()
    for number in range(5):
        gallery.hung[number] = b"four"
        gallery.make_space()
    assert list(gallery.hung) == [3, 4]


# The easel


def test_the_paint_box_is_that_of_the_page() -> None:
    css = THEME.read_text(encoding="utf-8")
    page = {
        name: light for name, light in re.findall(r"--([\w-]+): (?:light-dark\()?(#\w{6})\b", css)
    }
    mixed = {name: value for name, value in vars(paints).items() if name.isupper()}
    for seat, colour in enumerate(mixed.pop("SEATS")):
        assert page[f"seat-colour-{seat}"] == colour
    for name, colour in mixed.items():
        token = name.lower().replace("_", "-")
        assert colour in (page.get(token), page.get(f"paint-{token}")), name


def test_a_picture_hung_in_another_keeps_its_shape() -> None:
    small, large = Easel(10, 10), Easel(100, 50)
    small.box(0, 0, 10, 10, paints.INK)
    large.hang(small, 0, 0, 100, 50)
    (box,) = large.marks
    assert (box.x, box.y, box.width, box.height) == (25, 0, 50, 50)  # type: ignore[union-attr]


def test_things_go_into_rows_that_fit() -> None:
    assert fit_rows(1, 1) == (1, 1)
    assert fit_rows(4, 1) == (2, 2)
    assert fit_rows(2, 2) == (2, 1)
    assert cut("Dörte Maximiliane", 8) == "Dörte M…"


def test_a_machine_without_fonts_spells_names_out(monkeypatch: pytest.MonkeyPatch) -> None:
    assert canvas.plain("Jürgen Groß …") == "Juergen Gross ..."
    assert canvas.plain("Zoë") == "Zoe"
    monkeypatch.setattr(canvas, "font_path", lambda bold: None)
    easel = Easel(200, 40)
    easel.words(100, 20, "Jürgen Жан", 20)
    blank = canvas.png(Easel(200, 40))
    assert canvas.png(easel) != blank
