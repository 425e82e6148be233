"""What other choices of the options would change."""

from collections.abc import Sequence
from typing import NamedTuple

from allmende.core.language import Message
from allmende.lab.rating import Interval
from allmende.lab.report.findings import Findings, Played
from allmende.lab.summary import Summary

from .. import plots
from ..html import table
from ..names import Voice
from ..part import LONGEST_LABEL, SHORTEST_LABEL, Part, beside, shortened


class Choice(NamedTuple):
    """A choice of an option, and the games with it."""

    option: str
    choice: str
    thoughtful: Played
    random: Summary
    is_taken: bool

    @property
    def first_wins(self) -> plots.Range:
        """How often the first seat won."""
        row = self.thoughtful.result.seat_rows[0]
        return plots.Range(row.win_rate, row.win_interval)

    @property
    def length(self) -> plots.Range:
        """How many moves a game had on average."""
        length = self.thoughtful.summary.length
        return plots.Range(length.mean, length.mean_interval)


def options_part(findings: Findings, voice: Voice) -> Part | None:
    """Compare each choice of every option with the one that this report is about."""
    if not findings.compared:
        return None
    choices = choices_of(findings)
    title = voice.say(Message("paper.options.title"))
    found = differences(choices, voice)
    shown = []
    if findings.setting.seats > 1:
        wins = plots.Words("options-wins-plot", " ".join(found), first_axis(voice))
        rows = [plots.Row(label(it, voice), (it.first_wins,)) for it in choices]
        even = 1 / findings.setting.seats
        shown.append(plots.ranges(wins, rows, voice.numbers, even, per_cent=True))
    length = plots.Words(
        "options-length-plot", " ".join(found), voice.say(Message("paper.options.length"))
    )
    rows = [plots.Row(label(it, voice), (it.length,)) for it in choices]
    shown.append(plots.ranges(length, rows, voice.numbers, None, per_cent=False))
    return Part(
        name="options",
        title=title,
        found=found,
        how=voice.say(
            Message(
                "paper.options.how",
                games=voice.numbers.whole(findings.compared[0].thoughtful.result.games),
                random=voice.numbers.whole(findings.random.games),
            )
        ),
        shown=[beside(*shown), table(title, headings(voice), [cells(it, voice) for it in choices])],
    )


def choices_of(findings: Findings) -> list[Choice]:
    """List all choices option by option, in the order of the game."""
    others = {(it.variant.option, it.variant.choice): it for it in findings.compared}
    choices = []
    for option, all_choices in findings.game.options.items():
        for choice in all_choices:
            other = others.get((option, choice))
            played = findings.thoughtful if other is None else other.thoughtful
            random = findings.random if other is None else other.random
            choices.append(Choice(option, choice, played, random, other is None))
    return choices


def label(choice: Choice, voice: Voice) -> str:
    """Name a choice in a plot."""
    name = shortened(voice.choice(choice.option, choice.choice), LONGEST_LABEL - SHORTEST_LABEL)
    return named(
        shortened(voice.option(choice.option), LONGEST_LABEL - len(name)), name, choice, voice
    )


def full_name(choice: Choice, voice: Voice) -> str:
    """Name a choice with its option."""
    return named(
        voice.option(choice.option), voice.choice(choice.option, choice.choice), choice, voice
    )


def named(option: str, name: str, choice: Choice, voice: Voice) -> str:
    """Put option and choice together; those that this report is about have a star."""
    star = " *" if choice.is_taken else ""
    return voice.say(Message("paper.options.one", option=option, choice=name)) + star


def first_axis(voice: Voice) -> str:
    """Say what the plot of wins shows."""
    return voice.say(Message("paper.options.first", seat=voice.seat(0)))


def differences(choices: Sequence[Choice], voice: Voice) -> list[str]:
    """Say which choices make games longer or shorter beyond doubt, or the first seat better."""
    sentences = []
    for it in choices:
        taken = next(one for one in choices if one.option == it.option and one.is_taken)
        if it.is_taken:
            continue
        name = full_name(it, voice)
        numbers = voice.numbers
        if apart(it.length.interval, taken.length.interval):
            sentences.append(
                voice.say(
                    Message(
                        "paper.options.other_length",
                        name=name,
                        length=numbers.decimal(it.length.value),
                        taken=numbers.decimal(taken.length.value),
                    )
                )
            )
        if apart(it.first_wins.interval, taken.first_wins.interval):
            sentences.append(
                voice.say(
                    Message(
                        "paper.options.other_wins",
                        name=name,
                        seat=voice.seat(0),
                        share=numbers.percent(it.first_wins.value),
                        taken=numbers.percent(taken.first_wins.value),
                    )
                )
            )
    return sentences or [voice.say(Message("paper.options.same"))]


def apart(one: Interval, other: Interval) -> bool:
    """Tell whether two intervals have nothing in common."""
    return one.low > other.high or other.low > one.high


def headings(voice: Voice) -> list[str]:
    """Name the columns."""
    return [
        voice.say(Message("paper.options.choice")),
        first_axis(voice),
        voice.say(Message("paper.interval")),
        voice.say(Message("paper.options.length")),
        voice.say(Message("paper.interval")),
        voice.say(Message("paper.options.branching")),
        voice.say(Message("paper.options.first_by_lot", seat=voice.seat(0))),
        voice.say(Message("paper.options.length_by_lot")),
    ]


def cells(choice: Choice, voice: Voice) -> list[str]:
    """Write the row of a choice."""
    numbers, wins, length = voice.numbers, choice.first_wins, choice.length
    return [
        full_name(choice, voice),
        numbers.percent(wins.value),
        numbers.percents(wins.interval),
        numbers.decimal(length.value),
        numbers.around(length.interval),
        numbers.decimal(choice.thoughtful.summary.branching.mean),
        numbers.percent(choice.random.win_share(0), 1),
        numbers.decimal(choice.random.length.mean),
    ]
