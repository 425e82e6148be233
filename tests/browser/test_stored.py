"""A table whose rules are gone shows what is stored of it."""

from collections.abc import Callable
from random import Random

from playwright.sync_api import expect

from allmende.table.settings import DATABASE
from tests.released import take_rules_from
from tests.table.clients import Device, here, person
from tests.table.server_process import Server

from .axe import serious_violations
from .guest import SIZES, Guest
from .test_pages import FINGER, OVERFLOW, TOO_SMALL

WORDS = {
    "en": ("so it cannot go on", "What is kept of this game", "gave up.", "Anna: place 2,"),
    "de": ("nicht weitergehen", "Was von diesem Spiel bleibt", "gab auf.", "Anna: Platz 2,"),
    "nl": ("kan dus niet verder", "Wat er van dit spel bewaard is", "gaf op.", "Anna: plaats 2,"),
}


def test_a_table_whose_rules_are_gone_is_shown(
    guests: Callable[..., Guest], own_server: Server
) -> None:
    anna = Device(own_server)
    table = anna.open_table("halali", [person("Anna"), here("Bert")])["id"]
    with anna.sit(table) as socket:
        socket.play_any(Random(6))
        socket.ask("say", text="Good evening")
        socket.ask("resign", seat=0)
    own_server.stop()
    take_rules_from(own_server.data / DATABASE, {table: {"rules": 99}})
    own_server.restart()
    move = anna.get(f"/api/tables/{table}/stored").json["events"][0]["notation"]
    for language, (sentence, heading, gave_up, result) in WORDS.items():
        guest = guests(own_server, language=language)
        guest.page.goto(f"{own_server.origin}/t/{table}")
        expect(guest.page.get_by_role("heading", name=heading, level=1)).to_be_visible()
        for words in (sentence, move, f"Anna {gave_up}", result, "Good evening"):
            expect(guest.page.get_by_text(words)).to_be_visible()
    for size in SIZES:
        guest.look_with(size)
        assert guest.page.evaluate(OVERFLOW)[0] <= 0, size
    guest.look_with("phone")
    assert guest.page.evaluate(TOO_SMALL, FINGER) == []
    assert serious_violations(guest.page) == []
    with guest.page.expect_download() as download:
        guest.page.locator(f"a[href='/api/tables/{table}/file']").click()
    assert download.value.suggested_filename == f"{table}.allmende"
