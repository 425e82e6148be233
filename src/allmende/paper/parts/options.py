"""What other choices of the options would change."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from allmende.core.language import Message
from allmende.lab.rating import Interval
from allmende.lab.report.findings import Findings, Played
from allmende.lab.summary import Summary

from .. import plots
from ..html import table
from ..names import Voice
from ..part import LONGEST_LABEL, SHORTEST_LABEL, Part, beside, shortened

NOTEWORTHY = 0.05
"""So many random games show the smallest differences; those below this one nobody would notice."""


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
        if not it.is_taken:
            sentences += [voice.say(message) for message in difference(it, taken, voice)]
    return sentences or [voice.say(Message("paper.options.same"))]


def difference(it: Choice, taken: Choice, voice: Voice) -> Iterator[Message]:
    """Say what is clearly different with a choice than with the one that is taken."""
    name, seat, numbers = full_name(it, voice), voice.seat(0), voice.numbers
    if apart(it.length.interval, taken.length.interval):
        lengths = [numbers.decimal(one.length.value) for one in (it, taken)]
        yield Message("paper.options.other_length", name=name, length=lengths[0], taken=lengths[1])
    if apart(it.first_wins.interval, taken.first_wins.interval):
        shares = [numbers.percent(one.first_wins.value) for one in (it, taken)]
        yield Message(
            "paper.options.other_wins", name=name, seat=seat, share=shares[0], taken=shares[1]
        )
    by_lot = [one.random.win_share(0) for one in (it, taken)]
    clear = apart(it.random.win_interval(0), taken.random.win_interval(0))
    if clear and abs(by_lot[0] - by_lot[1]) >= NOTEWORTHY:
        shares = [numbers.percent(share, 1) for share in by_lot]
        yield Message(
            "paper.options.other_by_lot", name=name, seat=seat, share=shares[0], taken=shares[1]
        )


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
