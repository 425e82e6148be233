"""Training: a net learns four in a row, plays without PyTorch as it did with it, and a training
that is killed goes on."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import torch

from allmende.bots.nets.file import read_net
from allmende.bots.nets.judging import desk_for, judge_of
from allmende.core.errors import BadSetup
from allmende.core.match import new
from allmende.core.registry import find_game
from allmende.train.company import Company, all_kinds
from allmende.train.keeping import Course, Folder, Look
from allmende.train.net import Net, turned
from allmende.train.openings import Openings, usual_openings
from allmende.train.playing import Room, spread_out, told
from allmende.train.run import chance_on, train
from allmende.train.settings import Settings
from allmende.train.worth import LEAD, PLACES, POINTS, Worth

FOUR, KUHN, POPPIES = (f"examples/{name}.py" for name in ("four_in_a_row", "kuhn_poker", "poppies"))
LAST_RESORT = 300
BETTER_THAN_CHANCE = 0.7


def settings(game: str = KUHN, positions: int = 4_000, **more: object) -> Settings:
    few = {"tables": 32, "steps": 16, "piece": 256, "looks": 2, "games": 0}
    return Settings(game, positions=positions, **(few | more))  # type: ignore[arg-type]


def test_net_learns_four_in_a_row_on_a_cpu(tmp_path: Path) -> None:
    seen: list[Look] = []

    def tell(course: Course, done: float, look: Look | None) -> None:
        seen.extend([look] if look else [])

    wishes = settings(FOUR, 250_000, tables=256, steps=32, piece=512, games=2)
    file = train(wishes, tmp_path / "four", tell=tell)
    assert seen[-1].shares[0] is not None
    assert seen[-1].shares[0] > BETTER_THAN_CHANCE
    assert seen[-1].shares[2] is not None
    assert read_net(file, find_game(FOUR))[1].positions == seen[-1].positions >= 250_000
    curve = (tmp_path / "four" / "curve.svg").read_text()
    assert curve.startswith("<svg")
    assert "fox@100" in curve


def test_net_plays_without_pytorch_as_with_it(tmp_path: Path) -> None:
    game = find_game(POPPIES)
    file = train(settings(POPPIES), tmp_path / "run")
    weights = read_net(file, game)[0]
    net, desk = Net.from_arrays(game, weights, "cpu"), desk_for(game, weights)
    for seats in game.seats:
        match = new(game, seats, "training")
        seat = match.to_act[0]
        seen = torch.from_numpy(game.observe(match.record, seat))[None]
        mask = torch.from_numpy(game.mask(match.record, seat))[None]
        likely, values = net.likely(seen, mask, seats)
        legal = np.array(game.legal_moves(match.record, seat))
        judge_of(game)(game.concealed(match.record, seat), seat, legal, len(legal), weights, desk)
        assert desk.likely[: len(legal)] == pytest.approx(likely.exp()[0, legal].numpy(), abs=1e-4)
        assert desk.values[:seats] == pytest.approx(values[0].numpy(), abs=1e-4)


def test_same_settings_give_the_same_net(tmp_path: Path) -> None:
    one, two, other = (
        train(settings(seed=seed), tmp_path / name).read_bytes()
        for name, seed in (("one", "a"), ("two", "a"), ("other", "b"))
    )
    assert one == two != other


def test_training_goes_on_after_a_kill(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "run")
    words = ["-m", "allmende", "train", KUHN, "--out", str(folder.path), "--positions", "10000000"]
    words += ["--tables", "32", "--looks", "1000", "--games", "0", "--threads", "1"]
    training = subprocess.Popen([sys.executable, *words], stderr=subprocess.DEVNULL)
    until = time.monotonic() + LAST_RESORT
    while len(folder.noted()) < 2 and training.poll() is None and time.monotonic() < until:
        time.sleep(0.05)
    os.kill(training.pid, signal.SIGKILL)
    training.wait()
    before = torch.load(folder.checkpoint, weights_only=True)["course"]
    wishes = settings(positions=before["positions"] + 4_000, tables=32, steps=32, piece=1024)
    train(wishes, folder.path, resume=True)
    after = torch.load(folder.checkpoint, weights_only=True)["course"]
    assert after["positions"] >= before["positions"] + 4_000
    assert after["games"] > before["games"] > 0
    noted = [look.positions for look in folder.noted()]
    assert noted == sorted(noted)


def test_folder_of_another_training_is_left_alone(tmp_path: Path) -> None:
    train(settings(), tmp_path / "run")
    with pytest.raises(BadSetup, match="--resume, or replace it with --force"):
        train(settings(), tmp_path / "run")
    with pytest.raises(BadSetup, match="was begun with seed train, not other"):
        train(settings(seed="other"), tmp_path / "run", resume=True)
    with pytest.raises(BadSetup, match="holds no training"):
        train(settings(), tmp_path / "elsewhere", resume=True)
    (tmp_path / "run" / "checkpoint.pt").write_bytes(b"half of it")
    with pytest.raises(BadSetup, match="cannot be read"):
        train(settings(), tmp_path / "run", resume=True)


def test_training_begins_with_another_net(tmp_path: Path) -> None:
    file = train(settings(), tmp_path / "run")
    more = train(settings(positions=500), tmp_path / "more", start=file)
    assert more.read_bytes() != file.read_bytes()


def test_training_needs_an_end() -> None:
    with pytest.raises(BadSetup, match="needs an end"):
        Settings(KUHN)
    with pytest.raises(BadSetup, match="--device cuda"):
        Settings(KUHN, positions=1, on="gpu")


def test_all_numbers_of_seats_come_to_the_table() -> None:
    game = find_game(POPPIES)
    company, met = Company(game, settings(POPPIES), 0), set()
    for _ in range(2 * len(all_kinds(game))):
        met |= {group.kind.seats for group in company.next_round()}
    assert met == {*game.seats}


def test_what_is_turned_comes_back() -> None:
    values, seat = torch.tensor([[1.0, 2.0, 3.0]]), torch.tensor([1])
    assert turned(values, seat, 3).tolist() == [[3.0, 1.0, 2.0]]
    assert turned(turned(values, seat, 3), -seat, 3).tolist() == values.tolist()


def test_decision_is_given_what_came_after_it_in_its_own_game() -> None:
    class OneTable:
        count, device, moves, tables_at = 1, "cpu", 2, "cpu"
        kept_as, kind = torch.float32, type("Two", (), {"seats": 2})
        shown = [torch.zeros(1, 1)] * 6

    room = Room(OneTable(), 3)  # type: ignore[arg-type]
    room.seat[:, 0] = torch.tensor([0, 1, 0, 1])
    room.over[1, 0] = True
    room.reward[1, 0] = torch.tensor([-1.0, 1.0])
    batch = told(room, 2, Worth(PLACES, "cpu"), 0.0)
    assert batch.games == 1
    assert batch.gain.tolist() == pytest.approx([-0.96, 1.0, 0.0])
    assert batch.result.tolist() == [pytest.approx(it) for it in ([-0.96, 0.96], [1, -1], [0, 0])]
    room.by_chance[0, 0] = True
    assert told(room, 2, Worth(PLACES, "cpu"), 0.0).gain.tolist() == pytest.approx([1.0, 0.0])


def test_chance_opens_half_of_the_games_where_all_deals_are_the_same() -> None:
    assert usual_openings(find_game(FOUR)) == 21
    assert usual_openings(find_game(KUHN)) == 0
    openings, chance = Openings(1000, 5, "cpu"), chance_on("cpu", "openings")
    assert not openings.by_chance.any()
    openings.go_on(torch.ones(1000, dtype=torch.bool), chance)
    assert 400 < int(openings.by_chance.sum()) < 510
    for most in (5, 4, 3, 2, 1, 0):
        assert int(openings.left.max()) == most
        openings.go_on(torch.zeros(1000, dtype=torch.bool), chance)
    assert not openings.by_chance.any()


def test_points_are_worth_their_part_of_the_largest_lead() -> None:
    worth, over = Worth(POINTS, "cpu"), torch.tensor([[True], [True]])
    points = torch.tensor([[[2.0, -2.0]], [[-1.0, 1.0]]])
    found = worth.of(torch.zeros(2, 1, 2), points, over, 0.0)
    assert found.tolist() == [[[1.0, -1.0]], [[-0.5, 0.5]]]


def test_lead_counts_at_first_and_the_place_in_the_end() -> None:
    worth, over = Worth(LEAD, "cpu"), torch.tensor([[True], [False]])
    places = torch.tensor([[[1.0, -1.0]], [[0.0, 0.0]]])
    points = torch.tensor([[[11.0, 9.0]], [[0.0, 0.0]]])
    close = worth.of(places, points, over, 0.0)
    far = worth.of(places, points * 10, over, 0.0)
    assert 0.5 < close[0, 0, 0] < far[0, 0, 0] <= 1.0
    assert close[0, 0, 1] == -close[0, 0, 0]
    assert close[1].tolist() == [[0.0, 0.0]]
    assert worth.of(places, points, over, 1.0).tolist() == places.tolist()


def test_command_says_what_it_cannot_use(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "allmende", "train", KUHN, "--out", str(tmp_path / "run")]
    for more, said in {
        ("--positions", "10", "--device", "abacus"): "--device abacus",
        ("--looks", "3"): "needs an end",
    }.items():
        asked = subprocess.run([*words, *more], capture_output=True, text=True, check=False)
        assert asked.returncode != 0
        assert said in asked.stderr
        assert "Traceback" not in asked.stderr


def test_log_survives_a_line_that_was_cut_off(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    look = {
        "positions": 5,
        "games": 1,
        "seconds": 1.0,
        "pace": 5.0,
        "surprise": 0.1,
        "undecided": 0.2,
        "shares": [0.5, 0.5, None],
    }
    folder.log.write_text(json.dumps(look) + "\n" + json.dumps(look)[:20])
    assert [it.positions for it in folder.noted()] == [5]


def test_chance_is_that_of_the_seed() -> None:
    one, two, other = (torch.rand(3, generator=chance_on("cpu", seed)) for seed in "aab")
    assert one.tolist() == two.tolist() != other.tolist()


def test_games_at_tables_are_of_all_ages() -> None:
    game = find_game(FOUR)
    group = Company(game, settings(FOUR, tables=256), 0).usual
    chance = chance_on("cpu", "ages")
    spread_out(Net.fresh(game, chance, "cpu", 1.0), group, chance)
    ages = [int(group.tables.record(table).ply) for table in range(group.count)]
    young, old = (sum(lowest <= age < lowest + 7 for age in ages) for lowest in (0, 14))
    assert len({*ages}) > 14
    assert min(young, old) > 25
