"""`allmende analyse`: where a saved game was won and lost."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from rich.table import Table
from rich.text import Text

from allmende.bots.analyse import Analysis, Judgement, analyse, analyse_at_once
from allmende.core.errors import BadSetup
from allmende.core.gpu import CPU
from allmende.core.language import Message, Seat, Speaker
from allmende.core.match import Match
from allmende.lab.curve import Labels, Mark, draw_curve

from .arguments import the_match
from .numbers import in_percent
from .progress import watched
from .speech import plain_console, speaker_for

ITERATIONS = 1000
"""How many games are imagined for each move, unless told otherwise."""

TURNING_STYLE = "bold yellow"
TURNING_MARK = "◆"


class Thought(NamedTuple):
    """How much thought was asked for: a search of each position, or games of all at once."""

    seconds: float | None
    iterations: int | None
    games_each: int | None
    on: str | None

    @property
    def at_once(self) -> bool:
        """Whether all positions are judged at once."""
        return self.games_each is not None or self.on is not None


class Wishes(NamedTuple):
    """What was asked for on the command line."""

    file: Path
    game: str | None
    thought: Thought
    svg: Path | None
    as_json: bool
    language: str


def analyse_file(wishes: Wishes) -> None:
    """Analyse a saved game and show what came out."""
    match = the_match(wishes.file, wishes.game)
    if not match.moves:
        raise BadSetup(f"{wishes.file} holds no move that could be analysed")
    check_drawing(wishes.svg)
    check_thought(wishes.thought)
    speaker = speaker_for(match.game, wishes.language)
    waiting, going = Message("cli.analyse.waiting"), Message("cli.analyse.going")
    unit = speaker.say(Message("cli.analyse.unit"))
    with watched(len(match.moves) + 1, speaker.say(waiting), speaker.say(going), unit) as progress:
        analysis = think_about(match, wishes.thought, progress)
    if wishes.svg is not None:
        draw(analysis, speaker, wishes.svg)
    if wishes.as_json:
        print(json.dumps(analysis.as_data(), ensure_ascii=False))
    else:
        print_for_people(analysis, speaker, wishes.svg)


def think_about(match: Match, thought: Thought, progress: Callable[[int], None]) -> Analysis:
    """Analyse a match with as much thought as was asked for."""
    if thought.at_once:
        analysis = analyse_at_once(match, thought.games_each or ITERATIONS, thought.on or CPU)
        progress(len(match.moves) + 1)
        return analysis
    iterations = ITERATIONS if thought.seconds is None else None
    return analyse(match, thought.seconds, thought.iterations or iterations, progress)


def check_thought(thought: Thought) -> None:
    """Complain if a search and games of all positions at once were asked for."""
    if thought.at_once and (thought.seconds is not None or thought.iterations is not None):
        raise BadSetup(
            "--seconds and --iterations are for searches, --games-each and --on for games of all "
            "positions at once: choose one of both"
        )


def check_drawing(path: Path | None) -> None:
    """Complain about the name of the drawing before the long work, not after it."""
    if path is None:
        return
    if path.suffix.lower() != ".svg":
        raise BadSetup(f"--svg {path}: the name of a drawing ends in .svg")
    if not path.absolute().parent.is_dir():
        raise BadSetup(f"--svg {path}: there is no folder '{path.parent}'")


def draw(analysis: Analysis, speaker: Speaker, path: Path) -> None:
    """Write the curve to a file."""
    marks = [Mark(step.ply, step.move.seat) for step in analysis.turning_points]
    try:
        path.write_text(draw_curve(analysis.curve, marks, labels(analysis, speaker)), "utf-8")
    except OSError as trouble:
        raise BadSetup(f"{path} cannot be written: {trouble.strerror}") from None


def labels(analysis: Analysis, speaker: Speaker) -> Labels:
    """Put the words of the drawing together."""
    say = speaker.say
    title = say(Message("cli.curve.title", game=Message("game.title")))
    last = ", ".join(
        f"{speaker.name_of(seat)}: {in_percent(chance)}"
        for seat, chance in enumerate(analysis.curve[-1])
    )
    turns = ", ".join(str(step.ply) for step in analysis.turning_points) or "–"
    return Labels(
        title=title,
        description=say(
            Message("cli.curve.description", count=len(analysis.steps), last=last, turns=turns)
        ),
        moves=say(Message("cli.curve.moves")),
        chance=say(Message("cli.hint.win")),
        players=tuple(speaker.name_of(seat) for seat in range(analysis.seats)),
        turning_point=say(Message("cli.curve.turning_point")),
    )


def print_for_people(analysis: Analysis, speaker: Speaker, svg: Path | None) -> None:
    """Print a line for each move, then the turning points in words."""
    console = plain_console()
    console.print(step_table(analysis, speaker))
    console.print()
    turns = analysis.turning_points
    if not turns:
        console.print(speaker.say(Message("cli.analyse.no_turns")))
    for step in turns:
        console.print(Text(f"{TURNING_MARK} {speaker.say(told(step))}", style=TURNING_STYLE))
    if svg is not None:
        console.print(speaker.say(Message("cli.analyse.drawn", file=str(svg))))


def told(step: Judgement) -> Message:
    """Tell a turning point in one sentence."""
    return Message(
        "cli.analyse.turn",
        ply=step.ply,
        who=Seat(step.move.seat),
        move=str(step.move),
        best=str(step.best.move),
        loss=in_percent(step.loss),
    )


def step_table(analysis: Analysis, speaker: Speaker) -> Table:
    """Lay out all moves; turning points carry a mark."""
    say = speaker.say
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    table.add_column(say(Message("cli.analyse.ply")), justify="right")
    table.add_column(say(Message("cli.who")))
    table.add_column(say(Message("cli.hint.move")))
    for key in (Message("cli.analyse.before"), Message("cli.analyse.after")):
        table.add_column(say(key), justify="right")
    table.add_column(say(Message("cli.analyse.best")))
    table.add_column(say(Message("cli.analyse.loss")), justify="right")
    turns = {step.ply for step in analysis.turning_points}
    for step in analysis.steps:
        marked = step.ply in turns
        row = step_row(step, speaker)
        table.add_row(TURNING_MARK if marked else "", *row, style=TURNING_STYLE if marked else None)
    return table


def step_row(step: Judgement, speaker: Speaker) -> list[str]:
    """Write one move: chances of its seat before and after, the best move, and the loss."""
    return [
        str(step.ply),
        speaker.name_of(step.move.seat),
        str(step.move),
        in_percent(step.before),
        in_percent(step.after),
        "=" if step.best.move.number == step.move.number else str(step.best.move),
        in_percent(step.loss),
    ]
