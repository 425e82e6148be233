"""The laws of stories with secrets: nobody is told more than it may know."""

from allmende.core.chance import key_of_seed
from allmende.core.language import Event
from allmende.core.record import Record

from .case import Case, demand, random_steps, watchers
from .differences import content, who

TOLD_GAMES, CHOICE_GAMES = 12, 12


def stories_keep_secrets(case: Case) -> None:
    """What a watcher is told follows from what it may know before and after the move."""
    keys = key_of_seed("before"), key_of_seed("after")
    for step in random_steps(case, "told", case.share(TOLD_GAMES)):
        events = case.game.words.story(step.before, step.seat, step.move, step.after)
        for seat in watchers(case):
            truth = heard(events, seat)
            before, after = (
                case.game.imagined(case.game.concealed(s, seat), key)
                for s, key in zip((step.before, step.after), keys, strict=True)
            )
            imagined = told(case, before, step.seat, step.move, after, seat)
            demand(truth == imagined, f"the story told to {who(seat)} holds a secret: {truth}")


def stories_keep_secret_choices(case: Case) -> None:
    """If a watcher cannot tell two moves of another seat apart, it is told the same of both."""
    for step in random_steps(case, "choice", case.share(CHOICE_GAMES)):
        if step.move == step.legal[0]:
            continue
        other = case.game.after(step.before, step.seat, step.legal[0])
        if content(other) == content(step.after) or other.drawn != step.after.drawn:
            continue  # no secret: what followed has wiped out the difference for everyone
        for seat in watchers(case):
            if knows_the_same(case, other, step.after, seat) and (
                case.game.view(other, seat) == case.game.view(step.after, seat)
            ):
                truth = told(case, step.before, step.seat, step.move, step.after, seat)
                twin = told(case, step.before, step.seat, step.legal[0], other, seat)
                demand(truth == twin, f"the story told to {who(seat)} holds a secret: {truth}")


def knows_the_same(case: Case, one: Record, two: Record, seat: int | None) -> bool:
    """Tell whether a seat knows the same of two records. If it does not, it can tell them apart:
    the law of hidden secrets sees to that, and this asks faster than a view."""
    known = [content(case.game.concealed(s, seat)) for s in (one, two)]
    return known[0] == known[1]


def told(
    case: Case, before: Record, seat: int, move: int, after: Record, watcher: int | None
) -> list[str]:
    """List what a watcher is told of a move."""
    return heard(case.game.words.story(before, seat, move, after), watcher)


def heard(events: list[Event], watcher: int | None) -> list[str]:
    """List what a watcher may hear of a story."""
    return [repr(event) for event in events if event.visible_to(watcher)]
