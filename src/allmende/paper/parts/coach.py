"""How true the coach is."""

from allmende.core.language import Message
from allmende.lab.reliability import ENOUGH_GAMES, Reliability
from allmende.lab.report.findings import Findings

from .. import plots
from ..html import table
from ..names import Voice
from ..part import Part, beside


def coach_part(findings: Findings, voice: Voice) -> Part:
    """Say how true the chances are that the coach says in this game."""
    title = voice.say(Message("paper.coach.title"))
    coach = findings.coach
    if coach is None:
        sentence = Message(
            "paper.coach.none", command=f"allmende calibrate {findings.setting.game}"
        )
        plainly = voice.say(Message("paper.coach.how_none"))
        return Part("coach", title, [voice.say(sentence)], plainly, [])
    numbers = voice.numbers
    found = [verdict(coach, voice), scores(coach, voice)]
    words = plots.Words(
        name="coach-plot",
        about=" ".join(found),
        across=voice.say(Message("paper.coach.said_axis")),
        up=voice.say(Message("paper.coach.won_axis")),
        series=(voice.say(Message("paper.coach.enough")), voice.say(Message("paper.coach.few"))),
    )
    dots = [plots.Dot(it.said, it.won, it.counts) for it in coach.tenths]
    headings = [
        voice.say(Message("paper.coach.said")),
        voice.say(Message("paper.coach.won")),
        voice.say(Message("paper.coach.games")),
    ]
    rows = [
        [numbers.percent(it.said, 1), numbers.percent(it.won, 1), numbers.whole(it.games)]
        for it in coach.tenths
    ]
    how = Message("paper.coach.how", games=numbers.whole(coach.games), enough=ENOUGH_GAMES)
    return Part(
        name="coach",
        title=title,
        found=found,
        how=voice.say(how),
        shown=[beside(plots.diagonal(words, dots, numbers), table(title, headings, rows))],
    )


def verdict(coach: Reliability, voice: Voice) -> str:
    """Say how far the coach is off at most."""
    if not any(tenth.counts for tenth in coach.tenths):
        return voice.say(Message("paper.coach.too_few", games=voice.numbers.whole(coach.games)))
    return voice.say(Message("paper.coach.worst", points=voice.numbers.decimal(100 * coach.worst)))


def scores(coach: Reliability, voice: Voice) -> str:
    """Say the Brier score, next to those of others."""
    brier, plain, fair = (
        voice.numbers.decimal(score, 3)
        for score in (coach.brier, coach.plain_brier, coach.fair_brier)
    )
    return voice.say(Message("paper.coach.brier", brier=brier, plain=plain, fair=fair))
