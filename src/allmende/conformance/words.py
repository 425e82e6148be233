"""Laws about views, stories and boards."""

import json
from typing import Any

from allmende.core.game import Json, digest
from allmende.core.language import Message

from .case import Case, demand, random_states, random_steps, speakers_of, watchers
from .moves import can_be_said

GAMES = 4
PLAIN = (str, int, bool, type(None))


def views_are_plain_data(case: Case) -> None:
    """Views are JSON-ready, of plain Python types, and share no memory with the record."""
    for s in random_states(case, "views", GAMES, 4):
        before = digest(s)
        for seat in watchers(case):
            view = case.game.view(s, seat)
            strange = strange_part(view)
            demand(strange is None, f"view{strange}")
            has_what_the_layout_names(case, view)
            demand(json.loads(json.dumps(view)) == view, "the view changes on its way through JSON")
            spoil(view)
            demand(digest(s) == before, "a change in the view changed the record")


def has_what_the_layout_names(case: Case, view: Json) -> None:
    """Demand that the hints for the general board speak of fields that the view has."""
    for part in case.game.words.layout:
        first = part.field.partition(".")[0]
        demand(first in view, f"layout: the view has no field '{first}', only {sorted(view)}")


def strange_part(value: Any) -> str | None:
    """Say where something is that is no plain data, or None if all is, all the way down."""
    if type(value) not in (dict, list):
        return None if type(value) in PLAIN else f": {value!r} is a {type(value).__name__}"
    for name, inner in value.items() if type(value) is dict else enumerate(value):
        if type(value) is dict and type(name) is not str:
            return f": the name {name!r} is not text"
        strange = strange_part(inner)
        if strange is not None:
            return f".{name}{strange}"
    return None


def spoil(value: Any) -> None:
    """Write into every list and object of a view."""
    for inner in list(value.values() if isinstance(value, dict) else value):
        if isinstance(inner, dict | list):
            spoil(inner)
    if isinstance(value, dict):
        value.clear()
    else:
        value[:] = [0 for _ in value]


def stories_can_be_told(case: Case) -> None:
    """Every move has a story that can be said in every language, and its visibility makes sense."""
    for step in random_steps(case, "story", GAMES):
        events = case.game.words.story(step.before, step.seat, step.move, step.after)
        demand(bool(events), "a move without a story")
        for event in events:
            can_be_said(case, event)
            json.dumps(event.as_data())
            for seat in event.seen_by or ():
                demand(seat in range(case.seats), f"{event} is for a seat that is not there")


def boards_can_be_drawn(case: Case) -> None:
    """The board can be drawn for everyone in every language, and is never empty."""
    for s in random_states(case, "boards", GAMES, 3):
        for seat in watchers(case):
            view = case.game.view(s, seat)
            for speaker in speakers_of(case.game):
                drawn = case.game.words.board(view, speaker)
                demand(bool(drawn.strip()), "an empty board")


def the_end_has_words(case: Case) -> None:
    """Every way the game can end has words."""
    for ending in case.game.endings:
        can_be_said(case, Message(f"ending.{ending}"))
