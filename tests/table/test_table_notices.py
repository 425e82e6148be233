"""Calling people who are not at their table, with a push service and a mail server that check what
they are sent."""

import time
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from sqlalchemy import func, select, update

from allmende.table.limits import (
    DEVICES_PER_ADDRESS,
    HOUSE_QUESTIONS,
    MAILBOXES_PER_OWNER,
    NEW_WAYS,
    QUESTIONS_PER_ADDRESS,
    SUBSCRIPTIONS_PER_OWNER,
)
from allmende.table.store.notice_schema import MAILBOXES, OUTBOX, SECRETS, SUBSCRIPTIONS
from tests.postgres import Postgres

from .clients import LINK, Device, all_open, person, wait_for
from .conftest import OwnServer, Two, on_both, two_at
from .post_office import Browser, PostOffice
from .server_process import LAZY, Json, Server
from .test_table_shapes import ABOUT_CALLS
from .test_table_shapes import asked as asked

ORIGIN = "https://games.example"
A_FORM = {"content-type": "application/x-www-form-urlencoded", "origin": "https://mail.example"}
"""What a mail program sends with one click."""


@pytest.fixture
def office(tmp_path: Path) -> Iterator[PostOffice]:
    office = PostOffice(tmp_path)
    yield office
    office.close()


def subscribe(device: Device, browser: Browser, language: str = "en") -> Json:
    answer = device.post("/api/notices/push", browser.subscription(language))
    assert answer.status == 200, answer.content
    seen: Json = answer.json
    return seen


def ask_for_mail(device: Device, address: str, pace: str = "soon", language: str = "en") -> Json:
    wish = {"address": address, "language": language, "pace": pace, "zone": "Europe/Berlin"}
    answer = device.post("/api/notices/mail", wish)
    assert answer.status == 200, answer.content
    seen: Json = answer.json
    return seen


def links_in(mail: EmailMessage, purpose: str) -> list[str]:
    text = mail.get_content()
    return [urlsplit(word).path for word in text.split() if f"{ORIGIN}/{purpose}/" in word]


def confirm(device: Device, mail: EmailMessage) -> None:
    [path] = links_in(mail, "confirm")
    assert device.get(path).status in (200, 503)  # the page, if it is built
    assert device.post(f"/api/notices{path}", {}).status == 200


def lying(server: Server) -> int:
    """Count what still lies in the outbox."""
    with server.looking_in() as c:
        return int(c.execute(select(func.count()).select_from(OUTBOX)).scalar_one())


def in_order(two: Two) -> tuple[Device, Device, str]:
    """Return who is to move at a table, and who is not."""
    anna, bert, table = two
    with anna.sit(table) as socket:
        return (anna, bert, table) if socket.state["legal"] else (bert, anna, table)


def let_play(device: Device, table: str, seed: int = 1) -> None:
    """Make moves until somebody else is to move."""
    chance = Random(seed)
    with device.sit(table) as socket:
        while socket.state["legal"]:
            socket.play_any(chance)


@on_both
def test_who_is_away_is_called_to_their_turn(own_server: OwnServer, office: PostOffice) -> None:
    server = own_server(*office.settings())
    mover, other, table = in_order(two_at(server, "halali"))
    browser = Browser(office.push, "phone")
    seen = subscribe(other, browser, "de")
    assert len(seen["browsers"]) == 1
    let_play(mover, table)
    [pushed] = office.push.wait_for(1)
    assert pushed.message["kind"] == "turn"
    assert pushed.message["title"] == "Du bist am Zug"
    assert pushed.message["path"] == f"/t/{table}"
    assert set(pushed.message) == {"kind", "title", "body", "path", "tag", "language"}
    # The key is the one that browsers were told to subscribe with.
    assert office.push.keys == {seen["push_key"]}
    wait_for(lambda: lying(server) == 0)
    # All messages are as long as each other.
    let_play(other, table)
    let_play(mover, table)
    sizes = {pushed.size for pushed in office.push.wait_for(2)}
    assert len(sizes) == 1


def test_who_looks_is_not_called(own_server: OwnServer, office: PostOffice) -> None:
    server = own_server(*office.settings())
    mover, other, table = in_order(two_at(server, "halali"))
    subscribe(other, Browser(office.push, "phone"))
    with other.sit(table):
        let_play(mover, table)
        assert lying(server) == 0
    assert office.push.pushed == []


@on_both
def test_a_turn_that_was_made_is_not_announced(own_server: OwnServer, office: PostOffice) -> None:
    server = own_server(*office.settings(), "--push-after", "3600")
    mover, other, table = in_order(two_at(server, "halali"))
    subscribe(other, Browser(office.push, "phone"))
    let_play(mover, table)
    assert lying(server) == 1
    # Who has come needs no call any more, and has none in the outbox.
    with other.sit(table) as socket:
        wait_for(lambda: lying(server) == 0)
        chance = Random(3)
        while socket.state["legal"]:
            socket.play_any(chance)
    assert office.push.pushed == []


@on_both
def test_what_lost_its_point_is_dropped_when_it_is_to_be_sent(
    own_server: OwnServer, office: PostOffice
) -> None:
    server = own_server(*office.settings())
    mover, other, table = in_order(two_at(server, "halali"))
    subscribe(other, Browser(office.push, "phone"))
    office.push.answers = [503]
    let_play(mover, table)
    wait_for(lambda: not office.push.answers)
    with mover.sit(table) as socket:  # the game is over before it is tried again
        seat = socket.latest["welcome"]["you"][0]
        socket.ask("resign", seat=seat)
    make_due(server)
    wait_for(lambda: lying(server) == 0)
    assert [pushed.message["kind"] for pushed in office.push.pushed] == ["end"]


def due_at(server: Server) -> float:
    """Return when the one letter in the outbox is to be sent."""
    with server.looking_in() as c:
        return float(c.execute(select(OUTBOX.c.due)).scalar_one())


def make_due(server: Server) -> None:
    """Let time pass for the outbox."""
    with server.looking_in() as c:
        c.execute(update(OUTBOX).values(due=0))


@on_both
def test_nothing_is_lost_or_sent_twice_over_a_restart(
    own_server: OwnServer, office: PostOffice
) -> None:
    server = own_server(*office.settings())
    mover, other, table = in_order(two_at(server, "halali"))
    before = subscribe(other, Browser(office.push, "phone"))["push_key"]
    office.push.answers = [500]
    let_play(mover, table)
    wait_for(lambda: not office.push.answers)
    server.kill()
    make_due(server)
    server.restart()
    [pushed] = office.push.wait_for(1)
    assert pushed.message["kind"] == "turn"
    wait_for(lambda: lying(server) == 0)
    assert other.get("/api/notices").json["push_key"] == before
    server.stop()
    server.restart()
    # A second one would come with the next look; the mail that is asked for now comes after it.
    ask_for_mail(other, "bert@example.org")
    office.mail.wait_for(1)
    assert len(office.push.pushed) == 1


@on_both
def test_a_death_between_sending_and_noting_it_repeats_with_the_same_topic(
    own_server: OwnServer, office: PostOffice
) -> None:
    server = own_server(*office.settings())
    mover, other, table = in_order(two_at(server, "halali"))
    subscribe(other, Browser(office.push, "phone"))
    office.push.open_gate.clear()
    let_play(mover, table)
    office.push.wait_for(1)
    server.kill()
    office.push.open_gate.set()
    server.restart()
    first, again = office.push.wait_for(2)
    assert first.message == again.message
    assert first.headers["topic"] == again.headers["topic"]
    wait_for(lambda: lying(server) == 0)


def test_of_two_processes_one_sends(tmp_path: Path, postgres: Postgres, office: PostOffice) -> None:
    words = (LAZY, "--database", postgres.new_database(), *office.settings())
    houses = [Server(tmp_path / name, *words) for name in ("one", "two")]
    try:
        keys = {Device(house).get("/api/notices").json["push_key"] for house in houses}
        assert len(keys) == 1
        pairs = [in_order(two_at(house, "halali")) for house in houses for _ in range(3)]
        for at, (_, other, _) in enumerate(pairs):
            subscribe(other, Browser(office.push, f"phone{at}"))
        for mover, _, table in pairs:
            let_play(mover, table)
        pushed = office.push.wait_for(len(pairs))
        wait_for(lambda: lying(houses[0]) == 0)
        assert sorted(one.browser for one in pushed) == [f"phone{at}" for at in range(len(pairs))]
        # One that dies while it sends leaves that to the other.
        mover, other, table = in_order(two_at(houses[0], "halali"))
        subscribe(other, Browser(office.push, "last"))
        office.push.open_gate.clear()
        let_play(mover, table)
        office.push.wait_for(len(pairs) + 1)
        with houses[1].looking_in() as c:
            assert c.execute(select(OUTBOX.c.process)).scalar_one() is not None
        for house in houses:
            house.kill()
        office.push.open_gate.set()
        houses[1].restart()
        office.push.wait_for(len(pairs) + 2)
        wait_for(lambda: lying(houses[1]) == 0)
    finally:
        for house in houses:
            house.close()


@on_both
def test_dead_browsers_are_forgotten(own_server: OwnServer, office: PostOffice) -> None:
    server = own_server(*office.settings())
    mover, other, table = in_order(two_at(server, "halali"))
    subscribe(other, Browser(office.push, "phone"))
    office.push.answers = [410]
    let_play(mover, table)
    wait_for(lambda: other.get("/api/notices").json["browsers"] == [])
    assert lying(server) == 0


def test_end_invitation_and_mention_are_told(own_server: OwnServer, office: PostOffice) -> None:
    server = own_server(*office.settings())
    anna, bert, table = two_at(server, "halali")
    subscribe(bert, Browser(office.push, "phone"))
    with anna.sit(table) as socket:
        socket.ask("say", text="Where is Bert? bertha@Bertha.example")
        socket.ask("say", text="Hurry up, @bert!")
        mention = office.push.wait_for(1)[-1]
        assert mention.message["kind"] == "mention"
        assert "Anna" in mention.message["body"]
        assert "Hurry" not in str(mention.message)
        seat = socket.latest["welcome"]["you"][0]
        socket.ask("resign", seat=seat)
        assert office.push.wait_for(2)[-1].message["kind"] == "end"
        socket.ask("rematch")
    invitation = office.push.wait_for(3)[2]
    assert invitation.message["kind"] == "invitation"
    assert invitation.message["path"] != f"/t/{table}"


def test_a_host_hears_who_has_come(own_server: OwnServer, office: PostOffice) -> None:
    server = own_server(*office.settings())
    anna, bert = Device(server), Device(server)
    made = anna.open_table("halali", [person("Anna"), LINK])
    subscribe(anna, Browser(office.push, "phone"))
    bert.join(made["invites"][0]["url"], "Bert")
    pushed = office.push.wait_for(1)
    assert "Bert" in pushed[0].message["body"]


@on_both
def test_wishes_are_kept_to(own_server: OwnServer, office: PostOffice) -> None:
    server = own_server(*office.settings())
    mover, other, table = in_order(two_at(server, "halali"))
    subscribe(other, Browser(office.push, "phone"))
    quiet = {"table": table, "kinds": ["end"]}
    seen = other.post("/api/notices/kinds", quiet).json
    assert seen["tables"] == [quiet]
    let_play(mover, table)
    wait_for(lambda: lying(server) == 0)
    assert office.push.pushed == []
    # A stranger cannot have wishes about the table, nor can anybody make kinds up.
    assert Device(server).post("/api/notices/kinds", quiet).error == "table.not_your_seat"
    bad = other.post("/api/notices/kinds", {"table": None, "kinds": ["spam"]})
    assert bad.error == "table.bad_kinds"
    assert other.post("/api/notices/kinds", {"table": table, "kinds": None}).json["tables"] == []
    let_play(other, table)
    let_play(mover, table)
    office.push.wait_for(1)


def test_quiet_hours_put_calls_off(own_server: OwnServer, office: PostOffice) -> None:
    server = own_server(*office.settings())
    mover, other, table = in_order(two_at(server, "halali"))
    subscribe(other, Browser(office.push, "phone"))
    now = time.gmtime()
    minute = now.tm_hour * 60 + now.tm_min
    hours = {"zone": "UTC", "begin": (minute - 60) % 1440, "finish": (minute + 60) % 1440}
    assert other.post("/api/notices/quiet", hours).json["quiet"] == hours
    let_play(mover, table)
    wait_for(lambda: due_at(server) > time.time() + 1800)
    assert office.push.pushed == []
    other.post("/api/notices/quiet", {"zone": "UTC", "begin": 0, "finish": 0})
    make_due(server)
    office.push.wait_for(1)
    nowhere = other.post("/api/notices/quiet", {"zone": "Mars/North", "begin": 0, "finish": 1})
    assert nowhere.error == "table.bad_zone"


@on_both
def test_mail_comes_once_the_address_is_confirmed(
    own_server: OwnServer, office: PostOffice
) -> None:
    server = own_server(*office.settings())
    mover, other, table = in_order(two_at(server, "halali"))
    [box] = ask_for_mail(other, "Bert@Example.org", language="nl")["mailboxes"]
    assert (box["address"], box["confirmed"]) == ("bert@example.org", False)
    [question] = office.mail.wait_for(1)
    assert question["Subject"] == "Is dit jouw adres?"
    let_play(mover, table)
    let_play(other, table)
    assert len(office.mail.mails) == 1  # nothing but the question goes to an unknown address
    confirm(Device(server), question)
    let_play(mover, table)
    mail = office.mail.wait_for(2)[1]
    assert mail["Subject"] == "Halali!: jij bent aan de beurt"
    assert f"{ORIGIN}/t/{table}" in mail.get_content()
    assert "Anna" not in str(mail)
    assert "Bert" not in str(mail)
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    wait_for(lambda: lying(server) == 0)
    # One click, by a mail program that is no browser of ours.
    stop = urlsplit(mail["List-Unsubscribe"].strip("<>"))
    assert f"{stop.scheme}://{stop.netloc}" == ORIGIN
    stranger = Device(server)
    assert stranger.post(f"{stop.path}x", {}).error == "table.bad_mail_link"
    done = stranger.post(stop.path, b"List-Unsubscribe=One-Click", headers={**A_FORM})
    assert done.status == 200
    assert other.get("/api/notices").json["mailboxes"] == []
    assert stranger.post(stop.path, b"List-Unsubscribe=One-Click", headers={**A_FORM}).status == 200


def test_no_link_in_a_mail_does_anything_by_itself(
    own_server: OwnServer, office: PostOffice
) -> None:
    server = own_server(*office.settings())
    anna = Device(server)
    ask_for_mail(anna, "anna@example.org")
    [question] = office.mail.wait_for(1)
    for path in (*links_in(question, "confirm"), *links_in(question, "stop")):
        anna.get(path)  # as mail programs do to look for danger
    [box] = anna.get("/api/notices").json["mailboxes"]
    assert not box["confirmed"]


def test_news_are_gathered_into_one_mail(own_server: OwnServer, office: PostOffice) -> None:
    server = own_server(*office.settings(), "--mail-after", "3600")
    anna, bert, first = two_at(server, "halali")
    ask_for_mail(bert, "bert@example.org")
    confirm(bert, office.mail.wait_for(1)[0])
    made = anna.open_table("halali", [person("Anna"), LINK])
    bert.join(made["invites"][0]["url"], "Bert")
    tables = [first, made["id"]]
    for table in tables:
        with anna.sit(table) as socket:
            socket.ask("resign", seat=0)
    assert lying(server) == len(tables)
    with server.looking_in() as c:
        c.execute(update(OUTBOX).values(since=OUTBOX.c.since - 3600))
    mail = office.mail.wait_for(2)[1]
    assert mail["Subject"] == "2 news from your tables"
    assert all(f"{ORIGIN}/t/{table}" in mail.get_content() for table in tables)


def test_a_daily_mail_waits_for_the_morning(own_server: OwnServer, office: PostOffice) -> None:
    server = own_server(*office.settings())
    mover, other, table = in_order(two_at(server, "halali"))
    ask_for_mail(other, "bert@example.org", pace="daily")
    confirm(other, office.mail.wait_for(1)[0])
    let_play(mover, table)
    wait_for(lambda: due_at(server) > time.time())
    with server.looking_in() as c:
        c.execute(update(OUTBOX).values(since=OUTBOX.c.since - 24 * 3600, due=0))
    office.mail.wait_for(2)


def test_an_address_that_is_no_more_is_forgotten(own_server: OwnServer, office: PostOffice) -> None:
    server = own_server(*office.settings())
    anna = Device(server)
    office.mail.answers = ["550 no such user"]
    ask_for_mail(anna, "anna@example.org")
    wait_for(lambda: anna.get("/api/notices").json["mailboxes"] == [])
    office.mail.answers = ["451 later"]
    ask_for_mail(anna, "anna@example.org")
    wait_for(lambda: not office.mail.answers)
    make_due(server)
    office.mail.wait_for(1)


def test_nobody_can_be_flooded_with_questions(own_server: OwnServer, office: PostOffice) -> None:
    server = own_server(*office.settings())
    victim = "victim@example.org"
    wish = {"address": victim, "language": "en", "pace": "soon", "zone": "UTC"}
    answers = [Device(server).post("/api/notices/mail", wish) for _ in range(5)]
    assert [answer.status for answer in answers] == [200, 200, 200, 429, 429]
    mails = office.mail.wait_for(3)
    [stop] = links_in(mails[0], "stop")
    Device(server).post(stop, b"", headers={**A_FORM})
    again = Device(server).post("/api/notices/mail", wish)
    assert again.error == "table.no_mail_wanted"
    wait_for(lambda: lying(server) == 0)
    assert len(office.mail.mails) == 3


@on_both
def test_who_asks_again_and_again_asks_an_address_no_more_often(
    own_server: OwnServer, office: PostOffice
) -> None:
    """One device that types the same address in is no other than several."""
    server = own_server(*office.settings())
    anna, wish = Device(server), {"address": "victim@example.org", "language": "en"}
    statuses = []
    for before in range(5):
        answer = anna.post("/api/notices/mail", {**wish, "pace": "soon", "zone": "UTC"})
        statuses.append(answer.status)
        office.mail.wait_for(min(before + 1, QUESTIONS_PER_ADDRESS))
        wait_for(lambda: lying(server) == 0)
    assert statuses == [200, 200, 200, 429, 429]
    assert len(office.mail.mails) == QUESTIONS_PER_ADDRESS
    confirm(anna, office.mail.mails[0])  # the first question is still the right one
    [box] = anna.get("/api/notices").json["mailboxes"]
    assert box["confirmed"]


def test_the_house_asks_no_more_after_a_restart(own_server: OwnServer, office: PostOffice) -> None:
    """What it asks is counted in the database, for a process that begins or is one of several."""
    server = own_server(*office.settings())
    wish = {"language": "en", "pace": "soon", "zone": "UTC"}

    def statuses(begin: int, end: int) -> list[int]:
        return [
            Device(server).post("/api/notices/mail", {**wish, "address": f"{it}@a.example"}).status
            for it in range(begin, end)
        ]

    assert statuses(0, HOUSE_QUESTIONS) == [200] * HOUSE_QUESTIONS
    server.stop()
    server.restart()
    assert statuses(HOUSE_QUESTIONS, HOUSE_QUESTIONS + 2) == [429, 429]


def test_nobody_fills_the_house_with_wishes(own_server: OwnServer, office: PostOffice) -> None:
    """Each time as somebody new, who has no seat and is called nowhere."""
    server = own_server(*office.settings())
    quiet = {"zone": "UTC", "begin": 1, "finish": 2}
    most = NEW_WAYS.at_once * DEVICES_PER_ADDRESS
    anna = Device(server)
    assert anna.post("/api/notices/quiet", quiet).status == 200
    statuses = [Device(server).post("/api/notices/quiet", quiet).status for _ in range(most + 5)]
    assert statuses.count(200) < most + 2
    assert statuses[-1] == 429
    wish: Json = {"table": None, "kinds": []}
    assert Device(server).post("/api/notices/kinds", wish).error == "table.too_many_ways"
    # Who is known may change their mind.
    assert anna.post("/api/notices/quiet", quiet).status == 200
    assert anna.post("/api/notices/kinds", wish).status == 200


def test_there_are_bounds(own_server: OwnServer, office: PostOffice) -> None:
    server = own_server(*office.settings())
    anna = Device(server)
    for at in range(SUBSCRIPTIONS_PER_OWNER + 1):
        subscribe(anna, Browser(office.push, f"phone{at}"))
    assert len(anna.get("/api/notices").json["browsers"]) == SUBSCRIPTIONS_PER_OWNER
    bert = Device(server)
    for at in range(MAILBOXES_PER_OWNER):
        ask_for_mail(bert, f"bert{at}@example.org")
    wish = {"address": "more@example.org", "language": "en", "pace": "soon", "zone": "UTC"}
    assert bert.post("/api/notices/mail", wish).error == "table.too_many_mailboxes"
    # A device cannot bring browsers without end.
    last = [anna.post("/api/notices/push", Browser(office.push, "x").subscription()) for _ in "ab"]
    assert [answer.status for answer in last] == [200, 429]


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/x",
        "https://localhost/x",
        "https://10.0.0.1/x",
        "https://169.254.169.254/latest",
        "https://[::1]/x",
        "https://[::ffff:127.0.0.1]/x",
        "https://[64:ff9b::7f00:1]/x",
        "https://[64:ff9b:1::7f00:1]/x",
        "https://[::127.0.0.1]/x",
        "https://[::ffff:0:127.0.0.1]/x",
        "https://[fec0::1]/x",
        "https://user@push.example/x",
        "https://push.example:22/x",
        "ftp://push.example/x",
        "https:///x",
    ],
)
def test_endpoints_elsewhere_are_refused(server: Server, office: PostOffice, endpoint: str) -> None:
    wish = {**Browser(office.push, "phone").subscription(), "endpoint": endpoint}
    assert Device(server).post("/api/notices/push", wish).error == "table.bad_endpoint"


def test_a_name_that_leads_home_is_not_followed(own_server: OwnServer, office: PostOffice) -> None:
    """The house allows a network where its name does not lead."""
    server = own_server(
        "--trust", str(office.trust), "--push-after", "0", "--push-network", "10.0.0.0/8"
    )
    mover, other, table = in_order(two_at(server, "halali"))
    wish = Browser(office.push, "phone").subscription()
    wish["endpoint"] = f"https://localhost.localdomain:{office.push.port}/phone"
    assert other.post("/api/notices/push", wish).status == 200
    let_play(mover, table)
    wait_for(lambda: any(line["event"] == "push failed" for line in server.lines()))
    assert office.push.pushed == []
    assert lying(server) == 1


def test_a_stranger_learns_and_changes_nothing(own_server: OwnServer, office: PostOffice) -> None:
    server = own_server(*office.settings())
    anna, thief = Device(server), Device(server)
    browser = Browser(office.push, "phone")
    subscribe(anna, browser)
    [box] = ask_for_mail(anna, "anna@example.org")["mailboxes"]
    thief.post("/api/notices/quiet", {"zone": "UTC", "begin": 0, "finish": 0})
    thief.post("/api/notices/push/remove", {"endpoint": browser.subscription()["endpoint"]})
    thief.post(f"/api/notices/mail/{box['id']}/remove", {})
    thief.post(f"/api/notices/mail/{box['id']}/pace", {"pace": "daily"})
    assert thief.get("/api/notices").json["mailboxes"] == []
    seen = anna.get("/api/notices").json
    assert seen["mailboxes"] == [box]
    assert len(seen["browsers"]) == 1
    assert "endpoint" not in str(seen)
    log = server.log.read_text()
    assert "anna@example.org" not in log
    assert "phone" not in log


@on_both
def test_everything_is_forgotten_on_demand(own_server: OwnServer, office: PostOffice) -> None:
    server = own_server(*office.settings())
    anna = Device(server)
    subscribe(anna, Browser(office.push, "phone"))
    ask_for_mail(anna, "anna@example.org")
    confirm(anna, office.mail.wait_for(1)[0])
    anna.post("/api/notices/kinds", {"table": None, "kinds": ["turn"]})
    seen = anna.post("/api/notices/forget", {}).json
    assert (seen["browsers"], seen["mailboxes"], seen["quiet"]) == ([], [], None)
    with server.looking_in() as c:
        for part in (SUBSCRIPTIONS, MAILBOXES, OUTBOX):
            assert c.execute(select(func.count()).select_from(part)).scalar_one() == 0
        assert c.execute(select(func.count()).select_from(SECRETS)).scalar_one() == 2


def test_everything_about_calls_fits_what_is_declared(
    own_server: OwnServer, office: PostOffice, asked: dict[str, set[Any]]
) -> None:
    server = own_server(*office.settings())
    anna = Device(server)
    browser = Browser(office.push, "phone")
    subscribe(anna, browser)
    anna.post("/api/notices/push/remove", {"endpoint": browser.subscription()["endpoint"]})
    [box] = ask_for_mail(anna, "anna@example.org")["mailboxes"]
    confirm(anna, office.mail.wait_for(1)[0])
    path = f"/api/notices/mail/{box['id']}"
    assert anna.post(f"{path}/pace", {"pace": "daily"}).json["mailboxes"][0]["pace"] == "daily"
    assert anna.post(f"{path}/remove", {}).json["mailboxes"] == []
    anna.post("/api/notices/kinds", {"table": None, "kinds": ["turn", "end"]})
    anna.post("/api/notices/quiet", {"zone": "UTC", "begin": 60, "finish": 120})
    anna.post("/api/notices/forget", {})
    anna.get("/api/notices")
    assert asked["addresses"] - {None} == ABOUT_CALLS


def test_a_house_that_calls_nobody(own_server: OwnServer, office: PostOffice) -> None:
    server = own_server("--no-push")
    anna = Device(server)
    seen = anna.get("/api/notices").json
    assert (seen["push_key"], seen["mail"]) == (None, False)
    browser = Browser(office.push, "phone").subscription()
    assert anna.post("/api/notices/push", browser).error == "table.push_off"
    wish = {"address": "a@b.example", "language": "en", "pace": "soon", "zone": "UTC"}
    assert anna.post("/api/notices/mail", wish).error == "table.mail_off"


def test_both_at_the_table_hear_nothing(own_server: OwnServer, office: PostOffice) -> None:
    server = own_server(*office.settings())
    anna, bert, table = two_at(server, "halali")
    for at, device in enumerate((anna, bert)):
        subscribe(device, Browser(office.push, f"phone{at}"))
    chance = Random(5)
    with all_open(anna.sit(table), bert.sit(table)) as sockets:
        for version in range(1, 9):
            next(it for it in sockets if it.state["legal"]).play_any(chance)
            for socket in sockets:
                socket.hear_version(version)
        assert lying(server) == 0
    assert office.push.pushed == []
