"""What happened with a move, told from the records before and after it."""

from allmende.core.game import per_seat
from allmende.core.language import Event, Message, Seat, listed
from allmende.core.record import Record

from ..bulls import AT, HAND
from ..components import BULLS, COWS_IN_PLAY, PAIRS, PLACES
from ..fight import can_challenge
from ..numbering import (
    ALONE,
    CHALLENGE,
    CHASE,
    CHOOSE,
    CHOOSE_TWO,
    COURT,
    DECLINE,
    DONE,
    EXTRA,
    JOIN,
    LEAD,
    MOVE,
    PASS,
    PICK,
    PUT_COW,
    SUPPORT,
    SWAP,
    TAKE_MATE,
    TALK,
)
from ..places import DRAWN, SHACK
from ..scoring import couple_points, score
from ..state import FIGHT_OPTION, NONE, SIMULTANEOUS_FIGHT, Phase
from .names import (
    at_message,
    bull_message,
    bulls_in,
    bulls_of_mask,
    cow_message,
    cow_name,
    to_message,
)


def story(before: Record, seat: int, move: int, after: Record) -> list[Event]:
    """Tell the move, then what it set off."""
    return [
        *tell_move(before, seat, move, after),
        *tell_fight(before, seat, move, after),
        *tell_draws(before, after),
        *tell_cows(before, after),
        *tell_turn(before, after),
        *tell_end(after),
    ]


def tell_move(before: Record, seat: int, move: int, after: Record) -> list[Event]:
    """Tell the move itself."""
    if move < CHOOSE:
        return tell_put_cow(before, seat, move - PUT_COW)
    if move < TALK:
        return tell_choice(before, seat, move, after)
    if move < ALONE:
        return tell_action(before, seat, move, after)
    if move < DECLINE:
        return tell_companion(before, seat, move, after)
    if move < JOIN and before.options[FIGHT_OPTION] == SIMULTANEOUS_FIGHT:
        return tell_secret_answer(before, seat, move, after)
    return tell_part_of_fight(before, seat, move)


def tell_put_cow(before: Record, seat: int, place: int) -> list[Event]:
    """Tell where the drawn cow goes, and remind the one who peeked of her face."""
    slot = int(before.arrived) - 1
    place_text = to_message(before, place)
    events = [Event("story.put_cow", who=Seat(seat), cow=cow_name(slot), to=place_text)]
    if before.phase == Phase.COW:
        events.append(Event("story.you_know", seen_by=[seat], cow=cow_message(before, slot)))
    return events


def tell_choice(before: Record, seat: int, move: int, after: Record) -> list[Event]:
    """Tell that somebody has chosen, what it was to the chooser, and at last what all chose."""
    bulls = (move - CHOOSE,) if move < CHOOSE_TWO else PAIRS[move - CHOOSE_TWO]
    chosen = listed([bull_message(before, bull) for bull in bulls])
    events = [
        Event("story.chose", who=Seat(seat)),
        Event("story.choice", seen_by=[seat], bulls=chosen),
    ]
    if after.phase != Phase.CHOOSE:
        events += [
            Event("story.placed", who=Seat(player), bull=bull_message(after, bull), at=at)
            for player in range(after.seats)
            for bull, at in new_on_table(before, player, after)
        ]
    return events


def new_on_table(before: Record, seat: int, after: Record) -> list[tuple[int, Message]]:
    """List the bulls of a seat that came to a place, and where."""
    return [
        (bull, at_message(after, int(after.bull_zone[seat, bull]) - AT))
        for bull in range(BULLS)
        if before.bull_zone[seat, bull] < AT <= after.bull_zone[seat, bull]
    ]


def tell_action(before: Record, seat: int, move: int, after: Record) -> list[Event]:
    """Tell an action, or the beginning of one."""
    who = Seat(seat)
    if move == PASS:
        return [Event("story.pass", who=who)]
    if move < MOVE:
        return tell_talk(before, seat, *divmod(move - TALK, COWS_IN_PLAY), after)
    if move < CHASE:
        bull, place = divmod(move - MOVE, PLACES)
        key_bull, to = bull_message(before, bull), to_message(before, place)
        if after.phase == Phase.COMPANION:
            return [Event("story.sets_out", who=who, bull=key_bull, to=to)]
        return [Event("story.walks", who=who, bull=key_bull, to=to)]
    if move < EXTRA:
        slot, place = divmod(move - CHASE, PLACES)
        cow, to = cow_message(before, slot), to_message(before, place)
        return [Event("story.chase", who=who, cow=cow, to=to), *tell_settled(slot, after)]
    if move < COURT:
        return [Event("story.extra", who=who, bull=bull_message(before, move - EXTRA))]
    if move < SWAP:
        bull, slot = divmod(move - COURT, COWS_IN_PLAY)
        cow = cow_message(before, slot)
        return [Event("story.court", who=who, bull=bull_message(before, bull), cow=cow)]
    return [Event("story.swap_away", who=who, bull=bull_message(before, move - SWAP))]


def tell_talk(before: Record, seat: int, bull: int, slot: int, after: Record) -> list[Event]:
    """Tell whom a bull talked to and how it went."""
    name, zone = bull_message(before, bull), int(after.bull_zone[seat, bull])
    events = [Event("story.talk", who=Seat(seat), bull=name, cow=cow_message(after, slot))]
    if zone != before.bull_zone[seat, bull]:
        events.append(Event("story.blunt", bull=name, to=to_message(after, zone - AT)))
    else:
        events.append(Event("story.charming", bull=name))
    return [*events, *tell_settled(slot, after)]


def tell_settled(slot: int, after: Record) -> list[Event]:
    """Tell that a cow that shows her face is at her favourite place."""
    place = int(after.cow_spot[slot])
    if place != after.cow_symbol[after.cow_card[slot]]:
        return []
    return [Event("story.settled", cow=cow_message(after, slot), at=at_message(after, place))]


def tell_companion(before: Record, seat: int, move: int, after: Record) -> list[Event]:
    """Tell where a bull went and whom it took along."""
    who, to = Seat(seat), to_message(before, int(before.target))
    bull = bull_message(before, int(before.mover))
    if move == ALONE:
        return [Event("story.walks", who=who, bull=bull, to=to)]
    if move < TAKE_MATE:
        slot = move - LEAD
        led = Event("story.lead", who=who, bull=bull, cow=cow_message(before, slot), to=to)
        return [led, *tell_settled(slot, after)]
    mate = bull_message(before, move - TAKE_MATE)
    return [Event("story.take_mate", who=who, bull=bull, mate=mate, to=to)]


def tell_secret_answer(before: Record, seat: int, move: int, after: Record) -> list[Event]:
    """Tell that somebody has answered Romeo, the answer to that one alone, and at last all."""
    if move == DECLINE:
        answer = Event("story.you_decline", seen_by=[seat])
    else:
        bull = bull_message(before, move - CHALLENGE)
        answer = Event("story.you_challenge", seen_by=[seat], bull=bull)
    events = [Event("story.answered", who=Seat(seat)), answer]
    return events if after.phase == Phase.CHALLENGE else [*events, *tell_answers(before, after)]


def tell_answers(before: Record, after: Record) -> list[Event]:
    """Tell who wanted to challenge Romeo and who did not, and whom the lot fell on."""
    asked = [player for player in range(before.seats) if can_challenge(before, player)]
    bids = {player: bulls_of_mask(after.support[player]) for player in asked}
    bidders = [player for player in asked if bids[player]]
    several = len(bidders) > 1
    events = [Event("story.decline", who=Seat(player)) for player in asked if not bids[player]]
    for player in bidders:
        bull = bull_message(after, bids[player][0])
        event = Event("story.bid" if several else "story.challenge", who=Seat(player), bull=bull)
        events.append(event)
    if several:
        drawn = next(player for player in bidders if after.champion[player] != NONE)
        events.append(Event("story.lot", who=Seat(drawn)))
    return events


def tell_part_of_fight(before: Record, seat: int, move: int) -> list[Event]:
    """Tell an answer to Romeo, what is put into the fight, or the end of a swap."""
    who = Seat(seat)
    if move == DECLINE:
        return [Event("story.decline", who=who)]
    if move < JOIN:
        return [Event("story.challenge", who=who, bull=bull_message(before, move - CHALLENGE))]
    if move < SUPPORT:
        return [Event("story.join", who=who, bull=bull_message(before, move - JOIN))]
    if move < DONE:
        card = bull_message(before, move - SUPPORT)
        return [
            Event("story.support", who=who),
            Event("story.your_support", seen_by=[seat], bull=card),
        ]
    if move == DONE:
        ready = before.phase == Phase.COMMIT
        return [Event("story.ready" if ready else "story.swapped", who=who)]
    return [Event("story.pick", who=who, winner=Seat(move - PICK))]


def tell_fight(before: Record, seat: int, move: int, after: Record) -> list[Event]:
    """Tell what was shown in a fight and what became of everybody."""
    events = []
    if before.phase == Phase.COMMIT and after.strength.any():
        events += tell_strengths(after)
    for slot in range(before.arrived):
        if after.cow_spot[slot] >= SHACK > before.cow_spot[slot]:
            events += tell_couple(before, slot, after)
    return events


def tell_strengths(after: Record) -> list[Event]:
    """Tell the hand cards that were turned up and the strength of each side."""
    events = []
    for seat in range(after.seats):
        shown = [bull_message(after, bull) for bull in bulls_of_mask(after.support[seat])]
        if shown:
            events.append(Event("story.shown", who=Seat(seat), bulls=listed(shown)))
        if after.strength[seat]:
            strength = int(after.strength[seat])
            events.append(Event("story.strength", who=Seat(seat), strength=strength))
    return events


def tell_couple(before: Record, slot: int, after: Record) -> list[Event]:
    """Tell who takes a cow home, and who leaves or stays after the fight."""
    winner = int(after.cow_spot[slot]) - SHACK
    bull, cow = int(after.cow_bull[slot]), cow_message(after, slot)
    points = int(couple_points(after, slot))
    events = [
        Event(
            "story.couple",
            who=Seat(winner),
            bull=bull_message(after, bull),
            cow=cow,
            points=points,
        )
    ]
    mates = [bull_message(after, mate) for mate in bulls_of_mask(before.mates[winner])]
    if mates:
        events.append(Event("story.mates_leave", who=Seat(winner), bulls=listed(mates)))
    # An answer that takes the cow home says that nobody challenged; how others answered is secret.
    return events if before.phase == Phase.CHALLENGE else [*events, *tell_beaten(before, winner)]


def tell_beaten(before: Record, winner: int) -> list[Event]:
    """Tell whose champions have lost a fight."""
    losers = [player for player in range(before.seats) if player != winner]
    return [
        Event(
            "story.romeo_beaten" if loser == before.turn else "story.beaten",
            bull=bull_message(before, int(before.champion[loser])),
        )
        for loser in losers
        if before.champion[loser] != NONE
    ]


def tell_draws(before: Record, after: Record) -> list[Event]:
    """Tell which discards became a pile again, and to each player what was drawn."""
    events = []
    for seat in range(after.seats):
        if after.reshuffles[seat] > before.reshuffles[seat]:
            events.append(Event("story.reshuffled", who=Seat(seat)))
        drawn = [
            bull_message(after, bull)
            for bull in bulls_in(after, seat, HAND)
            if before.bull_zone[seat, bull] != HAND
        ]
        if drawn:
            events.append(Event("story.drew", seen_by=[seat], bulls=listed(drawn)))
    return events


def tell_cows(before: Record, after: Record) -> list[Event]:
    """Tell of a cow that came because of a shortage, of a new round, and of the cow peeked at in
    it: the order in which it happens at the table."""
    slots = range(int(before.arrived), int(after.arrived))
    peeked = [slot for slot in slots if after.cow_seen[slot]]
    return [
        *(event for slot in slots if slot not in peeked for event in tell_shortage(slot, after)),
        *tell_round(before, after),
        *(event for slot in peeked for event in tell_peek(slot, after)),
    ]


def tell_shortage(slot: int, after: Record) -> list[Event]:
    """Tell where a cow goes, or who decides it, that came because none was left."""
    name, spot = cow_name(slot), int(after.cow_spot[slot])
    if spot == DRAWN:
        event = Event("story.shortage_choice", who=Seat(int(after.first)), cow=name)
    else:
        event = Event("story.shortage", cow=name, to=to_message(after, spot))
    return [event, *tell_last_cow(slot)]


def tell_peek(slot: int, after: Record) -> list[Event]:
    """Tell that the start player peeks at a cow, and her face to the start player alone."""
    first = int(after.first)
    return [
        Event("story.peek", who=Seat(first), cow=cow_name(slot)),
        Event("story.you_peek", seen_by=[first], cow=cow_message(after, slot)),
        *tell_last_cow(slot),
    ]


def tell_last_cow(slot: int) -> list[Event]:
    """Tell that no cow is left to come after this one."""
    return [Event("story.last_cow")] if slot == COWS_IN_PLAY - 1 else []


def tell_round(before: Record, after: Record) -> list[Event]:
    """Tell that a new round begins."""
    if after.round_number == before.round_number:
        return []
    number, first = int(after.round_number), Seat(int(after.first))
    begins = Event("story.round", number=number, who=first)
    return [begins, Event("story.no_peek")] if after.no_peek else [begins]


def tell_turn(before: Record, after: Record) -> list[Event]:
    """Tell whose turn it has become."""
    if after.turn in (NONE, before.turn):
        return []
    return [Event("story.turn", who=Seat(int(after.turn)))]


def tell_end(after: Record) -> list[Event]:
    """Tell the result."""
    if not after.over:
        return []
    totals = [
        Message("story.total", who=Seat(seat), points=points)
        for seat, points in enumerate(per_seat(score, after))
    ]
    return [Event("story.result", totals=listed(totals))]
