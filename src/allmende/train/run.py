"""A training, round by round, until its end or a kill, and on from there."""

import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import torch

from allmende.bots.nets.file import read_net
from allmende.bots.nets.weights import Weights
from allmende.core.game import Game
from allmende.core.language import Message
from allmende.core.registry import find_game

from .company import Company, Group, rows_usually_seen
from .keeping import Course, Folder, Look
from .learning import Learner, Lesson
from .looking import share_against, share_against_level
from .net import Net
from .playing import Room, play, spread_out
from .settings import Settings
from .worth import Worth, worth_of


def chance_on(device: str, seed: str) -> torch.Generator:
    """Return a source of chance on a device."""
    chance = torch.Generator(device)
    chance.manual_seed(int.from_bytes(seed.encode()) % 2**63)
    return chance


def train(
    settings: Settings,
    path: Path,
    *,
    resume: bool = False,
    force: bool = False,
    start: Path | None = None,
    tell: Callable[[Course, float, Look | None], None] = lambda course, done, look: None,
) -> Path:
    """Train a net in a folder, and return the file that it is in: from nothing, from the net in the
    file `start`, or from where the folder was left (`resume`). `tell` hears after each round how
    far it has come, and what was seen if it was a look."""
    torch.set_float32_matmul_precision("high")
    torch.set_num_threads(settings.threads)
    folder = Folder(path)
    if not resume:
        folder.begin(force)
    training = Training(find_game(settings.game), settings, folder)
    if resume:
        training.go_on()
    elif start is not None:
        training.begin_with(read_net(start, training.game)[0])
    training.run(tell)
    return folder.net


class Training:
    """A net, its tables, and where it is kept."""

    def __init__(self, game: Game, settings: Settings, folder: Folder) -> None:
        self.game, self.settings, self.folder = game, settings, folder
        seen = rows_usually_seen(game, settings)
        fresh = Net.fresh(game, chance_on("cpu", settings.seed), settings.device, seen)
        self.chance = chance_on(settings.device, settings.seed)
        self.learner, self.past = Learner(fresh, settings), fresh.copy()
        self.worth = Worth(settings.reward or worth_of(game), settings.device)
        self.course, self.lesson = Course(), Lesson(0.0, 0.0, 0.0)
        self.rooms: dict[tuple[int, int], Room] = {}

    def begin_with(self, weights: Weights) -> None:
        """Begin with a net that has learned something already."""
        net = Net.from_arrays(self.game, weights, self.settings.device)
        self.learner, self.past = Learner(net, self.settings), net.copy()

    def go_on(self) -> None:
        """Take up a training where it was last kept."""
        kept, device = self.folder.kept(self.settings), self.settings.device
        self.course = Course(**kept["course"])
        self.learner = Learner(Net(self.game, Weights(**kept["net"]), device), self.settings)
        self.learner.average = Net(self.game, Weights(**kept["average"]), device)
        self.learner.optimizer.load_state_dict(kept["optimizer"])
        self.learner.steps = kept["steps"]
        self.past = Net(self.game, Weights(**kept["past"]), device)
        self.worth.take_up(kept["worth"])
        if kept["settings"]["device"] == device:
            self.chance.set_state(kept["chance"])
        self.folder.forget_after(self.course.positions)

    def run(self, tell: Callable[[Course, float, Look | None], None]) -> None:
        """Train to the end, looking at it now and then."""
        company = Company(self.game, self.settings, self.course.rounds)
        began, before = time.perf_counter() - self.course.seconds, asdict(self.course)
        while (done := self.done) < 1.0 or not self.course.rounds:
            for group in company.next_round():
                self.play_and_learn(group, done)
            self.course.rounds += 1
            self.course.seconds = time.perf_counter() - began
            look = None
            if self.is_time_to_look():
                look = self.look(before)
                self.course.seconds = time.perf_counter() - began
                before = asdict(self.course)
            tell(self.course, self.done, look)

    @property
    def done(self) -> float:
        """Which part of the training is over."""
        return self.settings.done(self.course.positions, self.course.seconds)

    def play_and_learn(self, group: Group, done: float) -> None:
        """Play a round at some tables, and learn from it."""
        if not group.is_spread_out:
            spread_out(self.learner.net, group, self.chance)
        key = group.kind.seats, group.count
        if key not in self.rooms:
            self.rooms = {it: room for it, room in self.rooms.items() if it[1] != group.count}
            self.rooms[key] = Room(group, self.settings.steps)
        batch = play(self.learner.net, group, self.rooms[key], self.chance, self.worth, done)
        self.lesson = self.learner.learn(batch, done, self.chance)
        self.course.positions += len(batch.chosen)
        self.course.games += batch.games

    def is_time_to_look(self) -> bool:
        """Tell whether the next part of the training is over, or all of it."""
        part = self.done * self.settings.looks
        return self.done >= 1.0 or (part >= self.course.looks + 1)

    def look(self, before: dict[str, float]) -> Look:
        """Measure how strong the net is, keep it, and note all that."""
        course, settings, average = self.course, self.settings, self.learner.average
        course.looks = max(course.looks + 1, int(self.done * settings.looks))
        self.folder.write_net(self.game, average, settings, course.positions)
        seed = f"{settings.seed} look {course.looks}"
        shares = (
            share_against(average, None, settings, seed, self.chance),
            share_against(average, self.past, settings, seed, self.chance),
            share_against_level(self.folder.net, settings),
        )
        pace = (course.positions - before["positions"]) / (course.seconds - before["seconds"])
        look = Look(
            course.positions,
            course.games,
            course.seconds,
            pace,
            self.lesson.surprise,
            self.lesson.undecided,
            shares,
        )
        self.past = average.copy()
        self.folder.note(look, self.game.speaker().say(Message("game.title")))
        self.folder.keep(self.learner, self.past, self.worth, settings, course, self.chance)
        return look
