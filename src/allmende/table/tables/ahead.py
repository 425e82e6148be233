"""Looking ahead: which moves a seat may be able to make when its turn comes.

Somebody who plans a move before the others have decided decides at once when the turn comes. Where
a seat knows more than a spectator that would tell something about its hand, so nothing is offered
there. What is offered follows from a world that the seat imagines, never from the truth. The plan
itself stays on the page of whoever made it: neither the table nor the server ever hears of it.
"""

from allmende.core.barriers import FREE
from allmende.core.record import Record

from ..limits import AHEAD_POSITIONS
from ..wire.messages import LegalMove
from .dealing import has_hands
from .history import History
from .scene import Scene, in_words
from .undo import kinds_of


def moves_to_come(look: Scene[History], seat: int) -> list[LegalMove]:
    """List the moves of a seat that are possible after something that others may decide now, each
    once; none if it is the turn of the seat, or if to hurry could tell something."""
    game, start = look.game, look.imagined(seat)
    if look.ending is not None or seat in look.to_act or has_hands(game, look.record):
        return []
    found: dict[int, LegalMove] = {}
    for s in positions_to_come(look, start, seat):
        fresh = [number for number in game.legal_moves(s, seat) if number not in found]
        for number, kind in zip(fresh, kinds_of(game, s, seat, fresh), strict=True):
            found[number] = in_words(game, s, seat, number, kind != FREE)
    return [found[number] for number in sorted(found)]


def positions_to_come(look: Scene[History], start: Record, seat: int) -> list[Record]:
    """Return positions in which it is the turn of a seat, as far as a bounded number of positions
    leads: one line to its end first, as a turn may take others many decisions."""
    game, found = look.game, []
    ahead, looked_at = [start], 0
    while ahead and looked_at < AHEAD_POSITIONS:
        s = ahead.pop()
        looked_at += 1
        acting = game.to_act(s)
        if game.ending(s) is not None or not acting:
            continue
        if seat in acting:
            found.append(s)
            continue
        for number in game.legal_moves(s, acting[0])[:AHEAD_POSITIONS]:
            ahead.append(game.after(s, acting[0], number))
    return found
