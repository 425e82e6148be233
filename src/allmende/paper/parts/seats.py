"""Who wins from which seat."""

from collections.abc import Sequence

from allmende.core.language import Message
from allmende.lab.rating import Interval
from allmende.lab.report.findings import Findings
from allmende.lab.summary import Summary

from .. import plots
from ..html import table
from ..names import Voice
from ..part import Part, beside


def seats_part(findings: Findings, voice: Voice) -> Part | None:
    """Say what each seat is worth, where there are several."""
    if findings.setting.seats == 1:
        return None
    result, random = findings.thoughtful.result, findings.random
    seats, numbers = range(result.seats), voice.numbers
    played = [plots.Range(row.win_rate, row.win_interval) for row in result.seat_rows]
    by_lot = [plots.Range(random.win_share(seat), random.win_interval(seat)) for seat in seats]
    found = [*verdicts(played, voice), *random_verdict(by_lot, voice), ties(findings, voice)]
    words = plots.Words(
        name="seats-plot",
        about=" ".join(found),
        across=voice.say(Message("paper.seats.wins_axis")),
        series=both_series(voice),
    )
    rows = [
        plots.Row(voice.seat(seat), pair)
        for seat, pair in enumerate(zip(played, by_lot, strict=True))
    ]
    cells = [
        [
            voice.seat(seat),
            numbers.percent(played[seat].value),
            numbers.percents(played[seat].interval),
            numbers.percent(by_lot[seat].value, 1),
            numbers.percents(by_lot[seat].interval, 1),
            numbers.decimal(result.seat_rows[seat].mean_score),
        ]
        for seat in seats
    ]
    return Part(
        name="seats",
        title=voice.say(Message("paper.seats.title")),
        found=found,
        how=voice.say(Message("paper.seats.how", deals=numbers.whole(result.deals))),
        shown=[
            beside(
                plots.ranges(words, rows, numbers, 1 / result.seats, per_cent=True),
                table(voice.say(Message("paper.seats.title")), headings(voice), cells),
            )
        ],
    )


def headings(voice: Voice) -> list[str]:
    """Name the columns."""
    return [
        voice.say(Message("paper.seats.seat")),
        voice.say(Message("paper.thoughtful")),
        voice.say(Message("paper.interval")),
        voice.say(Message("paper.random")),
        voice.say(Message("paper.interval")),
        voice.say(Message("paper.seats.points")),
    ]


def both_series(voice: Voice) -> tuple[str, str]:
    """Name thoughtful and random play."""
    return voice.say(Message("paper.thoughtful")), voice.say(Message("paper.random"))


def verdicts(shares: Sequence[plots.Range], voice: Voice) -> list[str]:
    """Say which seats win more or less than their share with thoughtful players."""
    fair, numbers = 1 / len(shares), voice.numbers
    sentences = []
    for seat, (share, interval) in enumerate(shares):
        if interval.covers(fair):
            continue
        facts = {
            "seat": voice.seat(seat),
            "share": numbers.percent(share),
            "interval": numbers.percents(interval),
            "fair": numbers.percent(fair),
        }
        more = Message("paper.seats.more", **facts)
        sentences.append(voice.say(more if share > fair else Message("paper.seats.less", **facts)))
    if sentences:
        return sentences
    widest = max(shares, key=lambda it: it.interval.high - it.interval.low).interval
    return [
        voice.say(
            Message(
                "paper.seats.fair",
                fair=numbers.percent(fair),
                reach=numbers.decimal(100 * half_width(widest), 0),
            )
        )
    ]


def half_width(interval: Interval) -> float:
    """Return how far an interval reaches from its middle."""
    return (interval.high - interval.low) / 2


def random_verdict(shares: Sequence[plots.Range], voice: Voice) -> list[str]:
    """Say which seat wins most by lot, if one clearly wins more than its share."""
    best = max(range(len(shares)), key=lambda seat: shares[seat].value)
    share, interval = shares[best]
    if interval.low <= 1 / len(shares):
        return []
    facts = {
        "seat": voice.seat(best),
        "share": voice.numbers.percent(share, 1),
        "interval": voice.numbers.percents(interval, 1),
    }
    return [voice.say(Message("paper.seats.by_lot", **facts))]


def ties(findings: Findings, voice: Voice) -> str:
    """Say how often a victory is shared."""
    shares = [shared(it) for it in (findings.thoughtful.summary, findings.random)]
    played, by_lot = (voice.numbers.percent(share, 1) for share in shares)
    return voice.say(Message("paper.seats.ties", share=played, random=by_lot))


def shared(summary: Summary) -> float:
    """Return which part of the games several won together."""
    alone = sum(summary.wins)
    return 1 - alone / summary.games
