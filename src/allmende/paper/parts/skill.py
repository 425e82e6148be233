"""How much is skill and how much is luck."""

from allmende.core.language import Message
from allmende.lab.report.findings import Findings
from allmende.lab.report.skill import Luck, Rung
from allmende.lab.standings import EVEN

from .. import plots
from ..html import Html, table
from ..names import Voice
from ..part import Part, beside


def skill_part(findings: Findings, voice: Voice) -> Part | None:
    """Say how often more thought beats less, and what the deal decides."""
    luck, ladder = findings.luck, findings.ladder
    if luck is None:
        return None
    title = voice.say(Message("paper.skill.title"))
    found = [ladder_found(ladder[-1], voice), luck_left(ladder[-1], voice), deal_found(luck, voice)]
    words = plots.Words("skill-plot", " ".join(found), voice.say(Message("paper.skill.ahead_axis")))
    rows = [
        plots.Row(name_of(rung, voice), (plots.Range(rung.ahead, rung.interval),))
        for rung in ladder
    ]
    return Part(
        name="skill",
        title=title,
        found=found,
        how=voice.say(
            Message(
                "paper.skill.how",
                games=voice.numbers.whole(ladder[0].games),
                deals=voice.numbers.whole(luck.deals),
            )
        ),
        shown=[
            beside(
                plots.ranges(words, rows, voice.numbers, EVEN, per_cent=True),
                ladder_table(findings, voice),
            ),
            luck_table(luck, voice),
        ],
    )


def name_of(rung: Rung, voice: Voice) -> str:
    """Name a rung of the ladder."""
    if not rung.steps.times:
        return voice.say(Message("paper.skill.against_lot"))
    return voice.say(Message("paper.skill.times", times=rung.steps.times))


def ladder_found(rung: Rung, voice: Voice) -> str:
    """Say whether much more thought is better."""
    facts = {
        "times": str(rung.steps.times),
        "share": voice.numbers.percent(rung.ahead),
        "interval": voice.numbers.percents(rung.interval),
    }
    clear = Message("paper.skill.clear", **facts)
    return voice.say(clear if rung.is_clear else Message("paper.skill.unclear", **facts))


def luck_left(rung: Rung, voice: Voice) -> str:
    """Say how often less thought came out ahead all the same."""
    share = voice.numbers.percent(1 - rung.ahead)
    return voice.say(Message("paper.skill.luck", share=share, times=rung.steps.times))


def deal_found(luck: Luck, voice: Voice) -> str:
    """Say what the deal decides among equals."""
    facts = {
        "same": voice.numbers.percent(luck.same),
        "by_seat": voice.numbers.percent(luck.by_seat),
    }
    if luck.interval.low > luck.by_seat:
        return voice.say(Message("paper.skill.deal_decides", **facts))
    return voice.say(Message("paper.skill.deal_unclear", **facts))


def ladder_table(findings: Findings, voice: Voice) -> Html:
    """Lay out the ladder."""
    numbers = voice.numbers
    headings = [
        voice.say(Message("paper.skill.who")),
        voice.say(Message("paper.skill.ahead")),
        voice.say(Message("paper.interval")),
        voice.say(Message("paper.skill.wins")),
        voice.say(Message("paper.skill.players")),
    ]
    rows = [
        [
            name_of(rung, voice),
            numbers.percent(rung.ahead),
            numbers.percents(rung.interval),
            numbers.percent(rung.wins),
            f"{rung.steps.stronger} : {rung.steps.weaker}",
        ]
        for rung in findings.ladder
    ]
    return table(voice.say(Message("paper.skill.ladder")), headings, rows)


def luck_table(luck: Luck, voice: Voice) -> Html:
    """Lay out what the deal decides."""
    numbers = voice.numbers
    rows = [
        [
            voice.say(Message("paper.skill.same")),
            numbers.percent(luck.same),
            numbers.percents(luck.interval),
        ],
        [voice.say(Message("paper.skill.by_seat")), numbers.percent(luck.by_seat), ""],
        [
            voice.say(Message("paper.skill.decided")),
            numbers.percent(luck.deal_decides),
            numbers.percents(luck.decides_interval),
        ],
    ]
    headings = ["", voice.say(Message("paper.skill.part")), voice.say(Message("paper.interval"))]
    return table(voice.say(Message("paper.skill.deal")), headings, rows)
