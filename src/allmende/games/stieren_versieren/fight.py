"""The Bull Fight: challengers, what they and Romeo put in, and what becomes of everybody.

Romeo is the bull that courts; his owner is the seat whose turn it is. A rule that may end the
fight tells whether it has.
"""

import numpy as np

from allmende.core.chance import draw
from allmende.core.record import Record
from allmende.core.rule import rule
from allmende.core.turns import may_act, seat_after, wait_for

from .actions import list_hand
from .bulls import AT, COMMITTED, DISCARD, MARRIED, has_twin_before, put_open
from .components import BULLS
from .numbering import CHALLENGE, DECLINE, DONE, JOIN, PICK, SUPPORT
from .places import SHACK, symbol_of
from .state import FIGHT_OPTION, NONE, SIMULTANEOUS_FIGHT, TACTICAL_FIGHT, Phase


@rule
def court(s: Record, seat: int, bull: int, slot: int) -> bool:
    """Let a bull court a cow; if nobody can challenge it, they are a couple at once."""
    s.wooed = slot
    s.champion[seat] = bull
    asked = next_rival(s, seat)
    if asked == NONE:
        settle(s, seat)
        return True
    s.phase = Phase.CHALLENGE
    if s.options[FIGHT_OPTION] == SIMULTANEOUS_FIGHT:
        ask_all_rivals(s)
    else:
        wait_for(s, asked)
    return False


@rule
def ask_all_rivals(s: Record) -> None:
    """Let everybody who has a bull for a challenge answer in secret, all at once."""
    s.waiting = 0
    for seat in range(s.seats):
        if can_challenge(s, seat):
            s.waiting |= 1 << seat


@rule
def can_challenge(s: Record, seat: int) -> bool:
    """Tell whether a seat other than Romeo's owner has a bull for a challenge."""
    rivals = 0
    for bull in range(BULLS):
        rivals += is_rival(s, seat, bull)
    return seat != s.turn and rivals > 0


@rule
def next_rival(s: Record, seat: int) -> int:
    """Find the next player clockwise, before Romeo's owner, who has a bull for a challenge."""
    other = seat_after(s, seat)
    while other != s.turn:
        if can_challenge(s, other):
            return other
        other = seat_after(s, other)
    return NONE


@rule
def is_rival(s: Record, seat: int, bull: int) -> bool:
    """Tell whether a bull is on the spot and shares the symbol of the cow, which is that of the
    place too."""
    place = symbol_of(s, s.wooed)
    return s.bull_symbol[bull] == place and s.bull_zone[seat, bull] == AT + place


@rule
def list_answers(s: Record, seat: int, moves: np.ndarray) -> int:
    """List the bulls that may challenge Romeo, and to decline."""
    moves[0], n = DECLINE, 1
    for bull in range(BULLS):
        if may_challenge(s, seat, bull):
            moves[n] = CHALLENGE + bull
            n += 1
    return n


@rule
def may_challenge(s: Record, seat: int, bull: int) -> bool:
    """Tell whether a seat may challenge Romeo with a bull; of equal ones with the first."""
    return is_rival(s, seat, bull) and not has_twin_before(s, seat, bull)


@rule
def answer(s: Record, seat: int, move: int) -> bool:
    """Challenge Romeo or decline. The first challenger is the only one, unless the fight is
    tactical: then everybody is asked. If all answer at once, chance picks the only one."""
    if s.options[FIGHT_OPTION] == SIMULTANEOUS_FIGHT:
        return bid(s, seat, move)
    asked = next_rival(s, seat)
    if move >= CHALLENGE:
        s.champion[seat] = move - CHALLENGE
        if s.options[FIGHT_OPTION] != TACTICAL_FIGHT:
            asked = NONE
    if asked != NONE:
        wait_for(s, asked)
        return False
    return begin_fight(s)


@rule
def bid(s: Record, seat: int, move: int) -> bool:
    """Note the secret answer of a seat; with the last one all are shown and lots are drawn."""
    if move >= CHALLENGE:
        s.champion[seat] = move - CHALLENGE
    s.waiting &= ~(1 << seat)
    if s.waiting != 0:
        return False
    draw_challenger(s)
    return begin_fight(s)


@rule
def is_secret_answer(s: Record, seat: int) -> bool:
    """Tell whether a seat has answered Romeo, and the others do not know how."""
    if s.phase != Phase.CHALLENGE or s.options[FIGHT_OPTION] != SIMULTANEOUS_FIGHT:
        return False
    return not may_act(s, seat) and can_challenge(s, seat)


@rule
def draw_challenger(s: Record) -> None:
    """Show all bids, and draw lots for the one who may challenge; the others stay out of it."""
    bids = 0
    for seat in range(s.seats):
        if seat != s.turn and s.champion[seat] != NONE:
            s.support[seat] = 1 << int(s.champion[seat])
            bids += 1
    drawn = draw(s, bids) if bids > 1 else 0
    for seat in range(s.seats):
        if s.support[seat] != 0:
            if drawn != 0:
                s.champion[seat] = NONE
            drawn -= 1


@rule
def begin_fight(s: Record) -> bool:
    """Let the challengers put in what they like, or let Romeo have the cow if there is none."""
    first = next_fighter(s, int(s.turn))
    if first == s.turn:
        settle(s, first)
        return True
    s.phase = Phase.COMMIT
    wait_for(s, first)
    return False


@rule
def next_fighter(s: Record, seat: int) -> int:
    """Find the next challenger clockwise; after the last one comes Romeo's owner."""
    other = seat_after(s, seat)
    while other != s.turn and s.champion[other] == NONE:
        other = seat_after(s, other)
    return other


@rule
def list_commitments(s: Record, seat: int, moves: np.ndarray) -> int:
    """List the mates that may still join, then the hand cards, each rising, so that each set has
    one order. Romeo's hand cards must share the symbol; challengers may bluff."""
    last = last_committed(s, seat)
    n = list_mates(s, seat, moves) if last == NONE else 0
    first = n
    n = list_hand(s, seat, SUPPORT, last + 1, moves, n)
    if seat == s.turn:
        n = keep_symbol(s, moves, first, n)
    moves[n] = DONE
    return n + 1


@rule
def last_committed(s: Record, seat: int) -> int:
    """Find the last of the hand cards that a seat has put in."""
    for bull in range(BULLS - 1, -1, -1):
        if s.bull_zone[seat, bull] == COMMITTED:
            return bull
    return NONE


@rule
def keep_symbol(s: Record, moves: np.ndarray, first: int, count: int) -> int:
    """Keep only those hand cards in the list that share the cow's symbol."""
    n, symbol = first, symbol_of(s, s.wooed)
    for at in range(first, count):
        moves[n] = moves[at]
        n += s.bull_symbol[moves[at] - SUPPORT] == symbol
    return n


@rule
def list_mates(s: Record, seat: int, moves: np.ndarray) -> int:
    """List the own bulls on the spot that may join, behind the last one that did."""
    n = 0
    for bull in range(BULLS):
        if s.mates[seat] >> bull == 0 and may_join(s, seat, bull):
            moves[n] = JOIN + bull
            n += 1
    return n


@rule
def may_join(s: Record, seat: int, bull: int) -> bool:
    """Tell whether a bull on the spot can support the champion of its owner."""
    if not is_rival(s, seat, bull) or bull == s.champion[seat]:
        return False
    for twin in range(int(s.first_twin[bull]), bull):
        taken = twin == s.champion[seat] or (s.mates[seat] >> twin) & 1 == 1
        if is_rival(s, seat, twin) and not taken:
            return False
    return True


@rule
def commit(s: Record, seat: int, move: int) -> bool:
    """Put in a mate or a hand card, or let the next one do so; after Romeo all is shown."""
    if move < SUPPORT:
        s.mates[seat] |= 1 << (move - JOIN)
        return False
    if move < DONE:
        s.bull_zone[seat, move - SUPPORT] = COMMITTED
        return False
    if seat != s.turn:
        wait_for(s, next_fighter(s, seat))
        return False
    return show_down(s)


@rule
def show_down(s: Record) -> bool:
    """Turn up all hand cards and compare. Romeo wins a tie; if several challengers beat him with
    equal strength, his owner picks one."""
    for seat in range(s.seats):
        if s.champion[seat] != NONE:
            add_up(s, seat)
    winner, best, equals = int(s.turn), int(s.strength[s.turn]), 1
    for step in range(1, s.seats):
        seat = (int(s.turn) + step) % int(s.seats)
        if s.strength[seat] > best:
            winner, best, equals = seat, int(s.strength[seat]), 1
        elif s.strength[seat] == best:
            equals += 1
    if equals > 1 and winner != s.turn:
        s.phase = Phase.PICK
        wait_for(s, int(s.turn))
        return False
    settle(s, winner)
    return True


@rule
def add_up(s: Record, seat: int) -> None:
    """Count a champion, his mates and the hand cards of his symbol; all hand cards go to the
    discards."""
    strength, symbol = int(s.bull_value[s.champion[seat]]), symbol_of(s, s.wooed)
    for bull in range(BULLS):
        if (s.mates[seat] >> bull) & 1:
            strength += int(s.bull_value[bull])
        if s.bull_zone[seat, bull] == COMMITTED:
            if s.bull_symbol[bull] == symbol:
                strength += int(s.bull_value[bull])
            shown = put_open(s, seat, bull, DISCARD)
            s.support[seat] |= 1 << shown
    s.strength[seat] = strength


@rule
def may_pick(s: Record, seat: int) -> bool:
    """Tell whether a challenger is one of the strongest."""
    if seat == s.turn or s.champion[seat] == NONE:
        return False
    stronger = 0
    for other in range(s.seats):
        stronger += s.strength[other] > s.strength[seat]
    return stronger == 0


@rule
def list_picks(s: Record, moves: np.ndarray) -> int:
    """List the challengers that Romeo's owner chooses from."""
    n = 0
    for seat in range(s.seats):
        if may_pick(s, seat):
            moves[n] = PICK + seat
            n += 1
    return n


@rule
def settle(s: Record, winner: int) -> None:
    """Give the cow to the winner, whose mates leave; beaten challengers leave as well. A beaten
    Romeo and all mates of losers stay."""
    for bull in range(BULLS):
        if (s.mates[winner] >> bull) & 1:
            s.bull_zone[winner, bull] = DISCARD
    for seat in range(s.seats):
        if s.champion[seat] != NONE and seat != winner and seat != s.turn:
            s.bull_zone[seat, s.champion[seat]] = DISCARD
    s.bull_zone[winner, s.champion[winner]] = MARRIED
    s.cow_spot[s.wooed] = SHACK + winner
    s.cow_bull[s.wooed] = s.champion[winner]
    s.wooed = NONE
    for seat in range(s.seats):
        s.champion[seat] = NONE
        s.mates[seat] = 0


@rule
def forget_fight(s: Record) -> None:
    """Take what was shown in the last fight off the table."""
    for seat in range(s.seats):
        s.support[seat] = 0
        s.strength[seat] = 0
