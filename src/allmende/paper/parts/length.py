"""How long a game is, and how it ends."""

from collections.abc import Sequence

from allmende.core.language import Message
from allmende.lab.distribution import QUANTILES, Distribution
from allmende.lab.report.findings import Findings

from .. import plots
from ..html import Html, table
from ..names import Voice
from ..part import Part, beside
from .seats import both_series

LOW, MIDDLE, HIGH = 0.05, 0.5, 0.95


def length_part(findings: Findings, voice: Voice) -> Part:
    """Say how many moves a game has."""
    played, by_lot = findings.thoughtful.summary.length, findings.random.length
    title = voice.say(Message("paper.length.title"))
    low, middle, high = played.quantiles((LOW, MIDDLE, HIGH))
    numbers = voice.numbers
    found = [
        voice.say(
            Message(
                "paper.length.found",
                median=numbers.whole(middle),
                low=numbers.whole(low),
                high=numbers.whole(high),
                random=numbers.whole(by_lot.quantiles((MIDDLE,))[0]),
            )
        ),
        *unseen_endings(findings, voice),
    ]
    words = plots.Words(
        name="length-plot",
        about=" ".join(found),
        across=voice.say(Message("paper.length.moves")),
        up=voice.say(Message("paper.length.share")),
        series=both_series(voice),
    )
    return Part(
        name="length",
        title=title,
        found=found,
        how=voice.say(Message("paper.length.how")),
        shown=[
            beside(
                plots.histogram(words, played, by_lot, numbers),
                quantiles_table(title, (played, by_lot), voice),
            ),
            *endings_table(findings, voice),
        ],
    )


def quantiles_table(title: str, both: Sequence[Distribution], voice: Voice) -> Html:
    """Lay out the quantiles of thoughtful and random play, and the means."""
    numbers = voice.numbers
    names = [voice.say(Message("paper.quantile.least")), voice.say(Message("paper.quantile.most"))]
    middle = [
        voice.say(Message("paper.quantile.below", share=numbers.percent(share)))
        for share in QUANTILES[1:-1]
    ]
    columns = [it.quantiles() for it in both]
    labels = [names[0], *middle, names[1]]
    rows = [
        [label, *(numbers.whole(column[at]) for column in columns)]
        for at, label in enumerate(labels)
    ]
    means = [numbers.decimal(it.mean) for it in both]
    rows.append([voice.say(Message("paper.quantile.mean")), *means])
    return table(title, ["", *both_series(voice)], rows)


def endings_table(findings: Findings, voice: Voice) -> list[Html]:
    """Lay out how often games ended in each way, where there are several."""
    summaries = (findings.thoughtful.summary, findings.random)
    if len(findings.game.endings) < 2:
        return []
    rows = [
        [
            voice.ending(name),
            *(voice.numbers.percent(it.ended[at] / it.games, 1) for it in summaries),
        ]
        for at, name in enumerate(findings.game.endings)
    ]
    return [table(voice.say(Message("paper.length.endings")), ["", *both_series(voice)], rows)]


def unseen_endings(findings: Findings, voice: Voice) -> list[str]:
    """Name the ways to end that no thoughtful game took."""
    ended = findings.thoughtful.summary.ended
    unseen = [
        voice.say(Message("paper.quote", text=voice.ending(name)))
        for name, times in zip(findings.game.endings, ended, strict=True)
        if not times
    ]
    if not unseen:
        return []
    return [voice.say(Message("paper.length.unseen", endings=voice.numbers.listed(unseen)))]
