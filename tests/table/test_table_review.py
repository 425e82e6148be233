"""Looking back at a finished game, hints in steps, and the statistics of a device."""

import time
from collections.abc import Iterator
from random import Random

import pytest

import allmende
from allmende.bots.analyse import analyse
from allmende.core import file
from allmende.core.language import LANGUAGES
from allmende.core.match import Match
from allmende.core.registry import known_games
from allmende.table.house.statistics import statistics
from allmende.table.settings import Settings
from allmende.table.store.facts import BOT, OPEN, PERSON, Chair, Listed, Result, Standing
from allmende.table.thinkers import hints, review
from allmende.table.tokens import Device as DeviceName
from allmende.table.wire.messages import LegalMove
from tests.processes import LAST_RESORT

from .clients import Device, all_open, bot, here, person
from .conftest import OwnServer, SeatTwo
from .server_process import COACH_GAMES, FULL_COACH, LAZY, Json, Server

SINGLE = {"match": "single"}
ME, YOU = DeviceName("me"), DeviceName("you")


def review_of(device: Device, table: str) -> Json:
    """Wait until the coach has spoken."""
    end = time.monotonic() + LAST_RESORT
    while time.monotonic() < end:
        found: Json = device.get(f"/api/tables/{table}/review").json
        if found["coach"] is None:
            return found
        assert found["chances"] is None
        assert 0 <= found["coach"]["done"] <= found["coach"]["of"]
        time.sleep(0.1)
    raise AssertionError("the coach never came to an end")


def match_of(device: Device, table: str) -> Match:
    """Read the game file of a table."""
    return file.read(device.get(f"/api/tables/{table}/file").content, Match)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Device, str]]:
    """A device with a finished game at which it held both seats, and a coach who takes his time."""
    server = Server(tmp_path_factory.mktemp("review") / "data", LAZY, *FULL_COACH)
    device = Device(server)
    yield device, device.play_to_the_end("halali", [person("Anna"), here("Bert")], SINGLE)
    server.close()


# Looking back


def test_no_review_before_the_end(two: SeatTwo) -> None:
    anna, _, table = two()
    answer = anna.get(f"/api/tables/{table}/review")
    assert answer.status == 409
    assert answer.error == "table.review_later"
    assert anna.get("/api/tables/nosuchtable0/review").status == 404


def test_points_are_those_of_every_move(finished: tuple[Device, str]) -> None:
    device, table = finished
    found, match = device.get(f"/api/tables/{table}/review").json, match_of(device, table)
    plies = range(len(match.moves) + 1)
    assert found["versions"] == list(plies)
    assert found["seats"] == [None, *(move.seat for move in match.moves)]
    assert found["points"] == [match.game.scores(match.record_at(ply)) for ply in plies]
    assert found["points"][-1] == match.scores()


def test_the_coach_judges_every_move(finished: tuple[Device, str]) -> None:
    device, table = finished
    found, match = review_of(device, table), match_of(device, table)
    assert len(found["chances"]) == len(match.moves) + 1
    for chances in found["chances"]:
        assert sum(chances) == pytest.approx(1.0, abs=0.001)
    places = match.ranking()
    assert found["chances"][-1] == [(place == 1) / places.count(1) for place in places]
    turns = found["turning_points"]
    assert 1 <= len(turns) <= 3
    assert [turn["version"] for turn in turns] == sorted(turn["version"] for turn in turns)
    for turn in turns:
        move = match.moves[turn["version"] - 1]
        assert (turn["seat"], turn["played"]["n"]) == (move.seat, move.number)
        assert turn["played"]["notation"] == str(move)
        assert turn["better"]["n"] != move.number
        assert 0.05 <= turn["loss"] <= turn["win"]
    missed = [(turn["seat"], turn["better"]["n"]) for turn in turns]
    assert len(set(missed)) == len(missed), "the same chance is not missed twice"


def test_the_same_game_gets_the_same_review(own_server: OwnServer) -> None:
    """The coach of another server, or of the same one after a restart, says the same."""
    server = own_server()
    device = Device(server)
    table = device.give_up_early("halali", [person("Anna"), here("Bert")], SINGLE)
    first = review_of(device, table)
    server.stop()
    server.restart()
    assert review_of(device, table) == first
    match = match_of(device, table)
    curve = analyse(match, iterations=review.imagined_for(match, COACH_GAMES)).curve
    assert first["chances"] == [[round(chance, 4) for chance in chances] for chances in curve]


def test_undone_moves_are_left_out_and_giving_up_ends_it(two: SeatTwo) -> None:
    anna, bert, table = two("kuh_vadis")
    with all_open(anna.sit(table), bert.sit(table)) as (a, b):
        chance = Random(5)
        while a.state["undo"] is None:
            (a if a.state["legal"] else b).play_any(chance)
            for socket in (a, b):
                socket.hear_version(max(a.state["version"], b.state["version"]))
        undone = a.state["version"]
        a.hear_version(a.ask("undo", version=undone)["version"])
        a.play_any(chance)
        last = a.state["version"]
        a.ask("resign", seat=0)
    found = review_of(anna, table)
    assert undone not in found["versions"]
    assert found["versions"][-1] == last
    assert len(found["points"]) == len(found["versions"]) == len(found["chances"])


def test_a_server_that_closes_does_not_wait_for_the_coach(own_server: OwnServer) -> None:
    server = own_server(*FULL_COACH)
    device = Device(server)
    table = device.play_to_the_end("halali", [person("Anna"), here("Bert")], SINGLE)
    assert device.get(f"/api/tables/{table}/review").json["coach"] is not None
    assert server.stop() == 0


def test_the_longer_the_game_the_shorter_the_look() -> None:
    match = allmende.new("halali", seed=1)
    games = Settings().coach_games
    assert review.imagined_for(match, games) == review.MOST_PER_MOVE
    assert review.imagined_for(match, COACH_GAMES) == review.FEWEST_PER_MOVE
    match.moves.extend(match.legal() * 100)
    assert review.imagined_for(match, games) == review.FEWEST_PER_MOVE


def test_the_result_says_what_decides_between_equal_points(finished: tuple[Device, str]) -> None:
    device, table = finished
    match = match_of(device, table)
    with device.sit(table) as socket:
        tie_break = socket.state["result"]["tie_break"]
    said = [[label.as_data() for label, _ in match.game.words.tie_break(match.record, 0)]] * 2
    assert [[line["label"] for line in lines] for lines in tie_break] == said
    assert [lines[0]["value"] for lines in tie_break] == [
        match.game.words.tie_break(match.record, seat)[0][1] for seat in range(2)
    ]


# Hints


def test_hints_come_in_steps_from_one_thought(two: SeatTwo) -> None:
    anna, bert, table = two("kuh_vadis", hints=True)
    with anna.sit(table) as first, bert.sit(table) as second:
        seat, socket = (0, first) if first.state["legal"] else (1, second)
        legal = {move["n"]: move for move in socket.state["legal"][str(seat)]}
        nudge = socket.ask("hint", seat=seat, step="nudge")
        assert (nudge["step"], nudge["version"]) == ("nudge", socket.state["version"])
        assert "moves" not in nudge
        move = socket.ask("hint", seat=seat, step="move")
        reason = socket.ask("hint", seat=seat, step="reason")
        assert len(move["moves"]) == 1
        assert reason["moves"][0] == move["moves"][0]
        assert {found["n"] for found in reason["moves"]} <= set(legal)
        best = reason["moves"][0]
        assert nudge["nudge"]["do"] in (None, best["data"]["do"])
        if nudge["nudge"]["do"] is None:
            assert best["n"] in [found["n"] for found in nudge["nudge"]["among"]]
        for _ in range(8):
            again = socket.ask("hint", seat=seat)
            assert again["moves"] == reason["moves"], "one thought answers all that is asked"
        assert socket.refused("hint", seat=seat, step="everything") == "table.field_wrong"


def test_no_step_is_told_where_hints_are_not_allowed(two: SeatTwo) -> None:
    anna, _, table = two()
    with anna.sit(table) as socket:
        for step in hints.STEPS:
            assert socket.refused("hint", seat=0, step=step) == "table.no_hints"


def advice_of(*moves: tuple[str, str, float]) -> tuple[allmende.core.advice.Suggestion, ...]:
    """Make advice: kinds, notations and chances to win, the best one first."""
    return tuple(
        allmende.core.advice.Suggestion(
            allmende.core.match.Move(0, number, notation, {"do": kind, "at": notation}),
            win,
            0.0,
            100,
            0.01,
        )
        for number, (kind, notation, win) in enumerate(moves)
    )


@pytest.mark.parametrize(
    ("moves", "do", "among", "close"),
    [
        ([("flip", "a", 0.7), ("flip", "b", 0.5), ("pass", "p", 0.4)], "flip", [], False),
        ([("pass", "p", 0.7), ("flip", "a", 0.69), ("flip", "b", 0.1)], None, [0, 1], True),
        ([("flip", "a", 0.7), ("flip", "b", 0.5)], None, [], False),
        ([("flip", "a", 0.7)], None, [], False),
        ([("flip", name, 0.5) for name in "abcde"], None, [0, 1, 2], True),
    ],
)
def test_a_nudge_does_not_give_the_move_away(
    moves: list[tuple[str, str, float]], do: str | None, among: list[int], close: bool
) -> None:
    advice = advice_of(*moves)
    legal: list[LegalMove] = [
        {"n": found.move.number, "notation": "", "data": found.move.data, "final": False}
        for found in advice
    ]
    nudge = hints.nudge(advice, legal)
    assert nudge["do"] == do
    assert [move["n"] for move in nudge["among"]] == among
    assert nudge["close"] == close


@pytest.mark.parametrize("name", known_games())
def test_every_kind_of_move_has_words(name: str) -> None:
    game = allmende.new(name, seed=1).game
    kinds = set()
    for seats in (game.seats[0], game.seats[-1]):
        match, chance = allmende.new(game, seats, seed=1), Random(1)
        while not match.over:
            seat = match.to_act[0]
            legal = match.legal(seat)
            kinds |= {move.data["do"] for move in legal}
            match.play(chance.choice(legal), seat)
    for language in LANGUAGES:
        assert {f"do.{kind}" for kind in kinds} <= set(game.texts[language])


# Statistics


def listed(
    places: list[int], *chairs: Chair, game: str = "halali", scores: list[int] | None = None
) -> Listed:
    """Make a finished table."""
    result = Result(scores or [10 * place for place in places], places)
    return Listed("id", game, "now", Standing(9, 0, "over", result.as_text()), list(chairs), ME)


def chair(seat: int, kind: str = PERSON, level: str | None = None, **more: object) -> Chair:
    holders = {ME} if seat == 0 and kind == PERSON else {YOU} if kind == PERSON else set()
    return Chair(seat, kind, level=level, **{"holders": holders, **more})  # type: ignore[arg-type]


def test_victories_points_and_streaks() -> None:
    calf = chair(1, BOT, "calf")
    found = statistics(
        [
            listed([1, 2], chair(0), calf, scores=[30, 20]),
            listed([1, 2], chair(0), calf, scores=[10, 5]),
            listed([2, 1], chair(0), chair(1), scores=[4, 5]),
            listed([1, 1], chair(0), chair(1), game="kuh_vadis", scores=[0, 0]),
            listed([1, 2, 3], chair(0), calf, chair(2), scores=[8, 7, 6]),
        ],
        frozenset({ME}),
    )
    assert (found["played"], found["won"], found["drawn"]) == (5, 3, 1)
    assert found["streak"] == {"now": 1, "longest": 2}
    halali, kuh_vadis = found["games"]
    assert (halali["game"], halali["best"], halali["mean"]) == ("halali", 30, 13.0)
    assert [seats["seats"] for seats in halali["seats"]] == [2, 3]
    assert (kuh_vadis["played"], kuh_vadis["won"], kuh_vadis["drawn"]) == (1, 0, 1)
    assert [other["who"] for other in found["opponents"]] == ["calf", "people"]
    assert [other["played"] for other in found["opponents"]] == [3, 3]


def test_what_does_not_count_and_what_counts_as_lost() -> None:
    both = [chair(0), chair(1, holders={ME})]
    found = statistics(
        [
            listed([1, 2], *both),
            listed([1, 2], chair(0, BOT, "fox", holders={ME}), chair(1)),
            listed(
                [1, 2, 3], chair(0, BOT, "cow", holders={ME}, resigned=True), chair(1), chair(2)
            ),
            Listed("id", "halali", "now", Standing(9, 1, None), [chair(0), chair(1, OPEN)], ME),
        ],
        frozenset({ME}),
    )
    assert (found["played"], found["won"], found["passed_around"]) == (1, 0, 1)


def test_statistics_of_a_device_and_forgetting_them(server: Server) -> None:
    anna = Device(server)
    assert anna.get("/api/statistics").json["played"] == 0
    first = anna.play_to_the_end("halali", [person("Anna"), bot("calf")], SINGLE, seed=3)
    found = anna.get("/api/statistics").json
    match = match_of(anna, first)
    assert (found["played"], found["won"]) == (1, int(match.ranking()[0] == 1))
    assert found["games"][0]["best"] == match.scores()[0]
    assert found["opponents"][0]["who"] == "calf"
    assert Device(server).get("/api/statistics").json["played"] == 0
    assert anna.post("/api/statistics/forget", {}).status == 200
    assert anna.get("/api/statistics").json["played"] == 0
    assert anna.get("/api/tables").json["tables"], "the tables themselves stay"
    anna.play_to_the_end("halali", [person("Anna"), bot("calf")], SINGLE, seed=4)
    assert anna.get("/api/statistics").json["played"] == 1


def test_giving_up_is_a_defeat_for_one_and_a_victory_for_the_other(two: SeatTwo) -> None:
    anna, bert, table = two()
    with anna.sit(table) as socket:
        socket.ask("resign", seat=0)
    lost, won = (device.get("/api/statistics").json for device in (anna, bert))
    assert (lost["played"], lost["won"]) == (1, 0)
    assert (won["played"], won["won"]) == (1, 1)
