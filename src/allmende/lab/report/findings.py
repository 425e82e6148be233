"""All that is measured for a report, one after the other."""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeAlias

from allmende.core.game import Game
from allmende.lab.arena import PlayOne, compete
from allmende.lab.contest import Plan, play_game
from allmende.lab.crew import Crew
from allmende.lab.luggage import game_of
from allmende.lab.outcome import Outcome
from allmende.lab.playing import games_of
from allmende.lab.processes import processes
from allmende.lab.reliability import Reliability
from allmende.lab.simulate import simulate
from allmende.lab.standings import Result
from allmende.lab.summary import Summary
from allmende.lab.variants import Variant, variants

from .coach import coach_of
from .course import Courses
from .setting import Setting
from .skill import Luck, Rung, luck_of, rung_of, steps_of
from .uses import Uses
from .watching import Watched, watch_game

THOUGHTFUL, RANDOM_SERIES, LADDER = "thoughtful", "random", "ladder"
LESS_FOR_OPTIONS = 2
"""Every other choice of an option is played this many times less often."""

Progress: TypeAlias = Callable[[int], None]
Lots: TypeAlias = Callable[[Mapping[str, str]], Summary]
"""Plays random games with some options."""
Arena: TypeAlias = Callable[..., Result]
"""Lets the players of a plan compete, before a crew that all plans of a report share."""


@dataclass
class Played:
    """Games of one setting: what they say about the game, and about the seats."""

    summary: Summary
    result: Result


@dataclass(frozen=True)
class Compared:
    """What a game is like with another choice of an option."""

    variant: Variant
    random: Summary
    thoughtful: Played


@dataclass
class Seen:
    """What was seen in the thoughtful games, move by move."""

    courses: Courses = field(default_factory=Courses)
    uses: Uses = field(default_factory=Uses)

    def add(self, outcome: Outcome) -> None:
        """Add a game that was looked at."""
        assert isinstance(outcome, Watched)
        self.courses.add(outcome.course)
        self.uses.add(outcome.uses)


@dataclass(frozen=True)
class Findings:
    """What was found out about a game."""

    setting: Setting
    game: Game
    random: Summary
    thoughtful: Played
    seen: Seen
    compared: tuple[Compared, ...]
    ladder: tuple[Rung, ...]
    """Empty where somebody plays alone: there is nobody to be better than."""
    luck: Luck | None
    coach: Reliability | None


def games_to_play(setting: Setting) -> int:
    """Count the thoughtful games of a report, those that take time."""
    plans = [watched_plan(setting), *ladder_plans(setting)]
    plans += [other_plan(setting, one) for one in other_variants(setting)]
    return sum(plan.deals * plan.table for plan in plans)


def find_out(
    setting: Setting, progress: Progress = lambda games: None, crew: Crew | None = None
) -> Findings:
    """Measure everything, on this machine if nobody brings a crew. `progress` is told how many
    thoughtful games were just finished."""
    game, seen = game_of(setting.game), Seen()
    coach = coach_of(game)
    lots = partial(play_at_random, setting, crew=crew)
    random = lots(setting.options)
    with nullcontext(crew) if crew is not None else processes(setting.jobs) as crew:
        arena = partial(compete, progress=progress, crew=crew)
        thoughtful = play_thoughtfully(watched_plan(setting), arena, seen.add, watch_game)
        compared = [compare(setting, variant, lots, arena) for variant in other_variants(setting)]
        ladder = [
            rung_of(steps, arena(plan))
            for steps, plan in zip(steps_of(setting), ladder_plans(setting), strict=False)
        ]
    return Findings(
        setting=setting,
        game=game,
        random=random,
        thoughtful=thoughtful,
        seen=seen,
        compared=tuple(compared),
        ladder=tuple(ladder),
        luck=luck_of(thoughtful.result) if setting.seats > 1 else None,
        coach=coach,
    )


def watched_plan(setting: Setting) -> Plan:
    """Plan the games that are looked at."""
    players = (setting.thoughtful,) * setting.seats
    plan = setting.thoughtful_plan(THOUGHTFUL, players, setting.games, setting.options)
    return replace(plan, logged=True)


def ladder_plans(setting: Setting) -> list[Plan]:
    """Plan the games of those who think more against those who think less."""
    if setting.seats == 1:
        return []
    return [
        setting.thoughtful_plan(
            f"{LADDER} {steps.times}", steps.players(setting.seats), setting.games, setting.options
        )
        for steps in steps_of(setting)
    ]


def other_variants(setting: Setting) -> list[Variant]:
    """List the choices of options that are compared."""
    return list(variants(game_of(setting.game), setting.options))


def other_plan(setting: Setting, variant: Variant) -> Plan:
    """Plan the games with another choice of an option."""
    games = -(-setting.games // LESS_FOR_OPTIONS)
    series = f"{variant.option} {variant.choice}"
    players = (setting.thoughtful,) * setting.seats
    return setting.thoughtful_plan(series, players, games, variant.options)


def compare(setting: Setting, variant: Variant, lots: Lots, arena: Arena) -> Compared:
    """Play with another choice of an option."""
    return Compared(
        variant,
        lots(variant.options),
        play_thoughtfully(other_plan(setting, variant), arena),
    )


def play_at_random(setting: Setting, options: Mapping[str, str], crew: Crew | None) -> Summary:
    """Play random games."""
    return simulate(setting.random_plan(RANDOM_SERIES, options), crew=crew).summary


def play_thoughtfully(
    plan: Plan,
    arena: Arena,
    keep: Callable[[Outcome], None] = lambda outcome: None,
    play_one: PlayOne = play_game,
) -> Played:
    """Play games between equals, and count."""
    game = game_of(plan.game)
    summary = Summary(plan.table, game.endings)

    def note(outcome: Outcome) -> None:
        summary.add(games_of(outcome, game.moves))
        keep(outcome)

    return Played(summary, arena(plan, keep=note, play_one=play_one))
