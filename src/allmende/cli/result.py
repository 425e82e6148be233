"""The result of a match: who won, places, points and where they come from."""

from rich.table import Table

from allmende.core.game import only_points
from allmende.core.language import Message, Speaker
from allmende.core.match import Match


def winners(match: Match, speaker: Speaker) -> Message:
    """Say who won, alone or together."""
    first = [seat for seat, place in enumerate(match.ranking()) if place == 1]
    names = ", ".join(speaker.name_of(seat) for seat in first)
    if len(first) == 1:
        return Message("cli.winner", who=names)
    return Message("cli.winners", who=names)


def result_table(match: Match, speaker: Speaker) -> Table:
    """Lay out the places, best first, each with its points and where they come from."""
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
    table.add_column(speaker.say(Message("cli.place")), justify="right")
    table.add_column(speaker.say(Message("cli.who")))
    table.add_column(speaker.say(Message("cli.points")), justify="right")
    if has_sources(match):
        table.add_column(speaker.say(Message("cli.made_of")))
    places, scores = match.ranking(), match.scores()
    for seat in sorted(range(match.seats), key=lambda seat: places[seat]):
        sources = [list_sources(match, speaker, seat)] if has_sources(match) else []
        table.add_row(str(places[seat]), speaker.name_of(seat), str(scores[seat]), *sources)
    return table


def has_sources(match: Match) -> bool:
    """Tell whether the game says more about points than how many there are."""
    return match.game.words.breakdown is not only_points


def list_sources(match: Match, speaker: Speaker, seat: int) -> str:
    """List where the points of a seat come from."""
    lines = match.game.breakdown(match.record, seat)
    return ", ".join(f"{speaker.say(label)} {points}" for label, points in lines)
