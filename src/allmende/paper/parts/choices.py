"""How much there is to choose from."""

from allmende.core.language import Message
from allmende.lab.distribution import Distribution
from allmende.lab.report.findings import Findings

from .. import plots
from ..names import Voice
from ..part import Part, beside
from .length import HIGH, MIDDLE, quantiles_table
from .seats import both_series


def choices_part(findings: Findings, voice: Voice) -> Part:
    """Say how many moves a decision offers."""
    summary = findings.thoughtful.summary
    played, by_lot = summary.branching, findings.random.branching
    title = voice.say(Message("paper.choices.title"))
    middle, high, most = played.quantiles((MIDDLE, HIGH, 1.0))
    per_player = float(summary.choices.sum()) / summary.games / summary.seats
    numbers = voice.numbers
    facts = {
        "median": numbers.whole(middle),
        "most": numbers.whole(most),
        "forced": numbers.percent(forced(played)),
    }
    offers = Message("paper.choices.few", **facts)
    if high < most:
        offers = Message("paper.choices.found", high=numbers.whole(high), **facts)
    found = [
        voice.say(offers),
        voice.say(Message("paper.choices.times", times=numbers.decimal(per_player))),
    ]
    words = plots.Words(
        name="choices-plot",
        about=" ".join(found),
        across=voice.say(Message("paper.choices.legal")),
        up=voice.say(Message("paper.choices.share")),
        series=both_series(voice),
    )
    return Part(
        name="choices",
        title=title,
        found=found,
        how=voice.say(Message("paper.choices.how")),
        shown=[
            beside(
                plots.histogram(words, played, by_lot, numbers),
                quantiles_table(title, (played, by_lot), voice),
            )
        ],
    )


def forced(branching: Distribution) -> float:
    """Return which part of the decisions left no choice."""
    return float(branching.counts[branching.values == 1].sum() / max(1, branching.count))
