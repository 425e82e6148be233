"""Hints at the table: the best moves, how good they are and how sure that is."""

from rich.table import Table

from allmende.bots.speech import how_sure
from allmende.core.advice import Advice
from allmende.core.language import Message, Speaker

from .numbers import in_percent, with_decimal, within_percent

MOST_HINTS = 3
SECONDS = 1.0


def hint_table(advice: Advice, speaker: Speaker) -> Table:
    """Lay out the best moves in the language of the reader."""
    say = speaker.say
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
    table.add_column(say(Message("cli.hint.move")), style="bold")
    table.add_column(say(Message("cli.hint.win")), justify="right")
    table.add_column(say(Message("cli.hint.points")), justify="right")
    table.add_column(say(Message("cli.hint.how_sure")))
    for found in advice.moves[:MOST_HINTS]:
        chance = f"{in_percent(found.win)} {within_percent(found.error)}"
        points = with_decimal(found.points, speaker.language)
        table.add_row(str(found.move), chance, points, say(how_sure(found.sureness)))
    return table
