"""The folder of a training: what is needed to go on after a kill, and what people look at."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch

from allmende.bots.nets.file import header_for, write_net
from allmende.core.errors import BadSetup
from allmende.core.game import Game
from allmende.lab.curve import Labels, draw_curve

from .learning import Learner
from .looking import OTHERS
from .net import Net
from .settings import Settings
from .worth import Worth

CHECKPOINT, NET, LOG, CURVE = "checkpoint.pt", "net.npz", "log.jsonl", "curve.svg"
MAY_CHANGE = {"positions", "minutes", "looks", "games", "threads", "on", "device"}
"""What a training may be continued with otherwise than it was begun."""


@dataclass
class Course:
    """How far a training has come."""

    rounds: int = 0
    positions: int = 0
    games: int = 0
    seconds: float = 0.0
    looks: int = 0


@dataclass(frozen=True)
class Look:
    """What was seen at one look, ready for the log."""

    positions: int
    games: int
    seconds: float
    pace: float
    """Positions a second since the last look."""
    surprise: float
    undecided: float
    shares: tuple[float | None, ...]
    """How much of each opponent it leaves behind, in the order of OTHERS."""


class Folder:
    """Where a training is kept. Every file is there whole or not at all."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.net, self.log, self.curve = path / NET, path / LOG, path / CURVE
        self.checkpoint = path / CHECKPOINT

    def begin(self, force: bool) -> None:
        """Make the folder, unless another training would be lost."""
        if self.checkpoint.exists() and not force:
            raise BadSetup(
                f"{self.path} holds a training: go on with --resume, or replace it with --force"
            )
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as trouble:
            raise BadSetup(f"{self.path} cannot be used: {trouble.strerror}") from None
        for file in (self.checkpoint, self.log, self.curve, self.net):
            file.unlink(missing_ok=True)

    def keep(
        self,
        learner: Learner,
        past: Net,
        worth: Worth,
        settings: Settings,
        course: Course,
        chance: Any,
    ) -> None:
        """Write down all that is needed to go on."""
        unfinished = self.checkpoint.with_name(f"{CHECKPOINT}.new")
        content = {
            "settings": asdict(settings),
            "course": asdict(course),
            "net": learner.net.kept(),
            "average": learner.average.kept(),
            "past": past.kept(),
            "worth": worth.kept(),
            "optimizer": learner.optimizer.state_dict(),
            "steps": learner.steps,
            "chance": chance.get_state().cpu(),
        }
        torch.save(content, unfinished)
        unfinished.replace(self.checkpoint)

    def kept(self, settings: Settings) -> dict[str, Any]:
        """Return what was written down, if it is of a training with these settings."""
        try:
            found: dict[str, Any] = torch.load(self.checkpoint, "cpu", weights_only=True)
            was = found["settings"]
        except FileNotFoundError:
            raise BadSetup(f"{self.path} holds no training to go on with") from None
        except Exception as trouble:  # a damaged file fails in any way there is
            reason = str(trouble).splitlines()[0] if str(trouble) else type(trouble).__name__
            raise BadSetup(f"{self.checkpoint} cannot be read: {reason}") from None
        for name, value in asdict(settings).items():
            if name not in MAY_CHANGE and was[name] != value:
                raise BadSetup(f"{self.path} was begun with {name} {was[name]}, not {value}")
        return found

    def write_net(self, game: Game, net: Net, settings: Settings, positions: int) -> None:
        """Write the net as it plays without PyTorch."""
        weights = net.as_arrays()
        header = header_for(game, weights.rows.shape[1], positions, settings.seed)
        write_net(self.net, weights, header)

    def note(self, look: Look, title: str) -> None:
        """Add a look to the log, and draw the curve anew."""
        with self.log.open("a", encoding="utf-8") as log:
            log.write(json.dumps(asdict(look)) + "\n")
        self.curve.write_text(drawing(self.noted(), title), "utf-8")

    def noted(self) -> list[Look]:
        """Read the log; a line that a kill has cut off does not count."""
        if not self.log.exists():
            return []
        looks = []
        for line in self.log.read_text("utf-8").splitlines():
            try:
                looks.append(Look(**json.loads(line)))
            except ValueError:
                continue
        return looks

    def forget_after(self, positions: int) -> None:
        """Leave out what was noted after the checkpoint: it will be seen again."""
        lines = [json.dumps(asdict(it)) for it in self.noted() if it.positions <= positions]
        self.log.write_text("".join(f"{line}\n" for line in lines), "utf-8")


def drawing(looks: Sequence[Look], title: str) -> str:
    """Draw how strong a net has become."""
    known = [at for at in range(len(OTHERS)) if any(look.shares[at] is not None for look in looks)]
    chances = [[look.shares[at] or 0.0 for at in known] for look in looks]
    last = looks[-1]
    labels = Labels(
        title=title,
        description=f"How much of its opponents the net leaves behind, at {len(looks)} looks",
        moves=f"looks, the last after {last.positions:,} positions and {last.seconds:,.0f} s",
        chance="ahead of",
        players=tuple(OTHERS[at] for at in known),
        turning_point="",
    )
    return draw_curve(chances, [], labels)
