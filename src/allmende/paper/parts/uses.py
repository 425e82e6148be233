"""What is used and what is not."""

from collections.abc import Mapping, Sequence

from allmende.core.language import Message
from allmende.lab.report.findings import Findings
from allmende.lab.report.uses import Possibility, Use, Uses

from .. import plots
from ..html import Html, element, folded, listing, table
from ..names import Voice
from ..part import LONGEST_LABEL, SHORTEST_LABEL, Part, beside, shortened

OFTEN = 30
"""What was open less often is too rare to say that it is liked or not."""
MOST_NAMED = 12
MOST_ROWS = 12
"""Of a longer table the first and the last rows are shown, and the rest is folded."""
EXTREMES = 8
LUCK = 0.05


def uses_part(findings: Findings, voice: Voice) -> Part:
    """Say how every possibility was used."""
    uses, seats = findings.seen.uses, findings.setting.seats
    found = [
        *extremes_found(uses, voice),
        never_found(uses, voice),
        *winners_found(uses, seats, voice),
    ]
    return Part(
        name="uses",
        title=voice.say(Message("paper.uses.title")),
        found=found,
        how=voice.say(Message("paper.uses.how", fair=voice.numbers.percent(1 / seats))),
        shown=[
            *kinds_shown(uses, found, voice),
            *extremes_shown(uses, found, voice),
            *never_shown(uses, voice),
            *groups_shown(uses, voice),
        ],
    )


def comparable(uses: Mapping[Possibility, Use]) -> list[Possibility]:
    """List what was open often enough, and not always taken by necessity, the most liked first."""
    often = [
        it for it, use in uses.items() if use.open >= OFTEN and use.by_lot < use.open * (1 - 1e-9)
    ]
    return sorted(often, key=lambda it: (-uses[it].appeal, it))


def details(uses: Uses) -> dict[Possibility, Use]:
    """Return all possibilities that are no kind of move."""
    return {it: use for group in uses.groups().values() for it, use in group.items()}


def extremes_found(uses: Uses, voice: Voice) -> list[str]:
    """Name what is taken far more or far less often than by lot."""
    kinds = uses.kinds()
    order = comparable(kinds)
    if len(order) < 2:
        return []
    first, last = order[0], order[-1]
    return [
        voice.say(
            Message(
                "paper.uses.extremes",
                most=voice.possibility(first),
                more=voice.numbers.times(kinds[first].appeal),
                least=voice.possibility(last),
                less=voice.numbers.times(kinds[last].appeal),
            )
        )
    ]


def never_found(uses: Uses, voice: Voice) -> str:
    """Name what was never taken."""
    never = uses.never()
    if not never:
        return voice.say(Message("paper.uses.all_taken"))
    names = voice.numbers.listed([voice.possibility(it) for it in never[:MOST_NAMED]])
    facts = {"count": voice.numbers.whole(len(never)), "all": voice.numbers.whole(len(uses.found))}
    if len(never) > MOST_NAMED:
        return voice.say(Message("paper.uses.never_some", names=names, **facts))
    return voice.say(Message("paper.uses.never", names=names, **facts))


def winners_found(uses: Uses, seats: int, voice: Voice) -> list[str]:
    """Say how many possibilities go with more or fewer victories than the fair share, and how many
    would by luck alone."""
    often = [use for use in uses.found.values() if use.takers >= OFTEN]
    if seats == 1 or not often:
        return []
    above = sum(use.win_interval.low > 1 / seats for use in often)
    below = sum(use.win_interval.high < 1 / seats for use in often)
    sentence = Message(
        "paper.uses.winners",
        count=voice.numbers.whole(len(often)),
        above=voice.numbers.whole(above),
        below=voice.numbers.whole(below),
        luck=voice.numbers.whole(LUCK * len(often)),
    )
    return [voice.say(sentence)]


def kinds_shown(uses: Uses, found: Sequence[str], voice: Voice) -> list[Html]:
    """Draw and lay out the kinds of moves."""
    kinds = uses.kinds()
    rows = [
        plots.Bar(shortened(voice.kind(it.kind)), use.share, use.lot_share)
        for it, use in kinds.items()
    ]
    title = voice.say(Message("paper.uses.kinds"))
    words = plots.Words(
        name="kinds-plot",
        about=f"{title}. {found[0]}",
        across=voice.say(Message("paper.uses.taken_axis")),
        series=(voice.say(Message("paper.uses.taken")), voice.say(Message("paper.uses.by_lot"))),
    )
    return [
        element("h3", title),
        beside(plots.bars(words, rows, voice.numbers), use_table(title, kinds, voice)),
    ]


def extremes_shown(uses: Uses, found: Sequence[str], voice: Voice) -> list[Html]:
    """Draw what is taken most and least often, next to drawing lots."""
    those = details(uses)
    order = comparable(those)
    if len(order) < 2:
        return []
    chosen = order if len(order) <= 2 * EXTREMES else [*order[:EXTREMES], *order[-EXTREMES:]]
    title = voice.say(Message("paper.uses.liked"))
    first, last = chosen[0], chosen[-1]
    sentence = voice.say(
        Message(
            "paper.uses.liked_found",
            most=voice.possibility(first),
            more=voice.numbers.times(those[first].appeal),
            least=voice.possibility(last),
            less=voice.numbers.times(those[last].appeal),
            often=OFTEN,
        )
    )
    words = plots.Words("liked-plot", sentence, voice.say(Message("paper.uses.times_axis")))
    rows = [(label_of(it, voice), those[it].appeal) for it in chosen]
    return [
        element("h3", title),
        element("p", sentence, class_="found"),
        beside(
            plots.factors(words, rows, voice.numbers),
            use_table(title, {it: those[it] for it in chosen}, voice, with_kind=True),
        ),
    ]


def never_shown(uses: Uses, voice: Voice) -> list[Html]:
    """List all that was never taken, where the sentence did not name all of it."""
    never = uses.never()
    if len(never) <= MOST_NAMED:
        return []
    names = [
        voice.say(
            Message(
                "paper.uses.never_one",
                name=voice.possibility(it),
                times=voice.numbers.whole(uses.found[it].open),
            )
        )
        for it in never
    ]
    count = voice.numbers.whole(len(never))
    return [folded(voice.say(Message("paper.uses.never_all", count=count)), listing(names))]


def groups_shown(uses: Uses, voice: Voice) -> list[Html]:
    """Lay out all other possibilities, group by group, those first that were open most often."""
    groups = sorted(uses.groups().items(), key=lambda it: -sum(use.open for use in it[1].values()))
    if not groups:
        return []
    tables = [element("div", *group_shown(*it, voice)) for it in groups]
    title = voice.say(Message("paper.uses.each"))
    return [element("h3", title), element("div", *tables, class_="groups")]


def group_shown(
    name: tuple[str, str], group: Mapping[Possibility, Use], voice: Voice
) -> list[Html]:
    """Lay out a group; of a long one the ends, as far as they were open often enough, and all of it
    for those who ask."""
    title = voice.group(*name)
    if len(group) <= MOST_ROWS:
        return [use_table(title, group, voice)]
    often = [it for it, use in group.items() if use.open >= OFTEN]
    names = often if len(often) >= MOST_ROWS else list(group)
    half = MOST_ROWS // 2
    ends = {it: group[it] for it in (*names[:half], *names[-half:])}
    summary = voice.say(Message("paper.uses.whole", count=voice.numbers.whole(len(group))))
    return [use_table(title, ends, voice), folded(summary, use_table(title, group, voice))]


def use_table(
    title: str, uses: Mapping[Possibility, Use], voice: Voice, with_kind: bool = False
) -> Html:
    """Lay out how possibilities were used."""
    numbers = voice.numbers
    headings = [
        voice.say(Message("paper.uses.possibility")),
        voice.say(Message("paper.uses.open")),
        voice.say(Message("paper.uses.taken")),
        voice.say(Message("paper.uses.by_lot")),
        voice.say(Message("paper.uses.takers_won")),
        voice.say(Message("paper.interval")),
    ]
    rows = [
        [
            voice.possibility(it) if with_kind else voice.value(it),
            numbers.whole(use.open),
            numbers.percent(use.share, 1),
            numbers.percent(use.lot_share, 1),
            numbers.percent(use.win_share) if use.takers else "–",
            numbers.percents(use.win_interval) if use.takers else "–",
        ]
        for it, use in uses.items()
    ]
    return table(title, headings, rows)


def label_of(possibility: Possibility, voice: Voice) -> str:
    """Label a possibility in a plot."""
    what = shortened(voice.value(possibility), LONGEST_LABEL - SHORTEST_LABEL)
    kind = shortened(voice.kind(possibility.kind), LONGEST_LABEL - len(what))
    return voice.say(Message("paper.uses.one", kind=kind, what=what))
