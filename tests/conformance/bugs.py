"""Bugs to be planted in the small game. Each is a mistake that people make."""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from allmende.core.chance import draw, next_word, set_chance
from allmende.core.fields import What, hidden, one_of
from allmende.core.game import Game
from allmende.core.language import Event, Message
from allmende.core.layout import Pile
from allmende.core.record import Record, fields_of, record_of
from allmende.core.rule import rule
from allmende.core.secrets import UNKNOWN, hide_nothing, imagine_nothing, move_openly

HAND, CHOSEN, SHOWN = 10, 20, 30


def with_rules(game: Game, **rules: Any) -> Game:
    return replace(game, rules=replace(game.rules, **rules))


def with_words(game: Game, **words: Any) -> Game:
    return replace(game, words=replace(game.words, **words))


def declared_as(record: np.dtype[Any], said: dict[str, What]) -> np.dtype[Any]:
    """Return the same record with other words about its fields."""
    layout: Any = record.type
    return record_of(layout.columns, tuple(said.items()))


def leaks_a_hand_into_the_view(game: Game) -> Game:
    def view(s: Record, seat: int | None) -> Any:
        return {**game.words.view(s, seat), "next": [int(place) for place in s.place]}

    return with_words(game, view=view)


def leaks_the_deck_into_the_view_of_spectators(game: Game) -> Game:
    def view(s: Record, seat: int | None) -> Any:
        extra = {} if seat is not None else {"top": int(s.place.argmin())}
        return {**game.words.view(s, seat), **extra}

    return with_words(game, view=view)


def shares_an_array_between_games(game: Game) -> Game:
    purse = np.zeros(3, np.int8)

    def play(s: Record, seat: int, move: int) -> None:
        before = s.points.copy()
        game.rules.play(s, seat, move)
        purse[:] += s.points - before
        s.points[:] = np.minimum(purse, 100)

    return with_rules(game, play=play)


def writes_into_the_past(game: Game) -> Game:
    past: list[Record] = []

    def play(s: Record, seat: int, move: int) -> None:
        if past:
            past[-1].points[0] = 3
        game.rules.play(s, seat, move)
        past.append(s)

    return with_rules(game, play=play)


def lists_moves_unsorted(game: Game) -> Game:
    def legal(s: Record, seat: int, moves: np.ndarray) -> int:
        n = game.rules.legal(s, seat, moves)
        moves[:n] = moves[:n][::-1].copy()
        return n

    return with_rules(game, legal=legal)


def lists_a_move_twice(game: Game) -> Game:
    def legal(s: Record, seat: int, moves: np.ndarray) -> int:
        n = game.rules.legal(s, seat, moves)
        if n:
            moves[n] = moves[n - 1]
        return n + (n > 0)

    return with_rules(game, legal=legal)


def offers_an_illegal_move(game: Game) -> Game:
    def legal(s: Record, seat: int, moves: np.ndarray) -> int:
        held = HAND + seat
        others = HAND + (seat + 1) % s.seats
        if not s.waiting >> seat & 1:
            return 0
        cards = [card for card in range(10) if s.place[card] in (held, others)]
        moves[: len(cards)] = cards
        return len(cards)

    return with_rules(game, legal=legal)


def misses_a_legal_move(game: Game) -> Game:
    def legal(s: Record, seat: int, moves: np.ndarray) -> int:
        n = game.rules.legal(s, seat, moves)
        return n - 1 if n > 1 and moves[n - 1] == 9 else n

    return with_rules(game, legal=legal)


def lets_the_wrong_seat_act(game: Game) -> Game:
    def legal(s: Record, seat: int, moves: np.ndarray) -> int:
        waiting = int(s.waiting)
        s.waiting |= 0 if s.over else 1 << seat
        n = game.rules.legal(s, seat, moves)
        s.waiting = waiting
        return n

    return with_rules(game, legal=legal)


def uses_a_global_generator(game: Game) -> Game:
    def play(s: Record, seat: int, move: int) -> None:
        before = s.points.copy()
        game.rules.play(s, seat, move)
        gains = s.points - before
        s.points[:] = before + np.where(gains > 0, random.choice((1, 2)), 0)

    return with_rules(game, play=play)


def depends_on_the_process(game: Game) -> Game:
    def deal(s: Record) -> None:
        s.key[0] ^= np.uint32(hash("salt") & 0xFFFFFFFF)
        game.rules.deal(s)

    return with_rules(game, deal=deal)


def scores_one_too_many(game: Game) -> Game:
    def score(s: Record, out: np.ndarray) -> None:
        game.rules.score(s, out)
        out[0] += 1

    return with_rules(game, score=score)


def ranks_the_poorest_first(game: Game) -> Game:
    def rank(s: Record, out: np.ndarray) -> None:
        for seat in range(s.seats):
            out[seat] = 1 + (s.points[: s.seats] < s.points[seat]).sum()

    return with_rules(game, rank=rank)


def conceals_nothing(game: Game) -> Game:
    return with_rules(game, conceal=hide_nothing, imagine=imagine_nothing)


def conceals_all_but_one_card(game: Game) -> Game:
    def conceal(s: Record, seat: int) -> None:
        top = int(np.where(s.place < 0, HAND, s.place).argmin())
        place = int(s.place[top])
        game.rules.conceal(s, seat)
        if 0 <= place < HAND:
            s.place[top] = place

    def imagine(s: Record, key: np.ndarray) -> None:
        shown = [(card, int(s.place[card])) for card in range(10) if 0 <= s.place[card] < HAND]
        for card, _ in shown:
            s.place[card] = UNKNOWN
        game.rules.imagine(s, key)
        for card, place in shown:
            other = s.place.tolist().index(place)
            s.place[card], s.place[other] = s.place[other], s.place[card]

    return with_rules(game, conceal=conceal, imagine=imagine)


def conceals_but_keeps_the_key(game: Game) -> Game:
    def conceal(s: Record, seat: int) -> None:
        key = s.key.copy()
        game.rules.conceal(s, seat)
        s.key[:] = key

    return with_rules(game, conceal=conceal)


def conceals_but_counts_the_draws(game: Game) -> Game:
    def conceal(s: Record, seat: int) -> None:
        drawn = int(s.drawn)
        game.rules.conceal(s, seat)
        s.drawn = drawn

    return with_rules(game, conceal=conceal)


def conceals_the_own_hand_too(game: Game) -> Game:
    return with_rules(game, conceal=lambda s, seat: game.rules.conceal(s, -1))


def conceals_less_from_spectators(game: Game) -> Game:
    """A spectator is seat -1, and with an offset that is the last seat, or the deck."""

    def conceal(s: Record, seat: int) -> None:
        game.rules.conceal(s, seat % s.seats)

    return with_rules(game, conceal=conceal)


def conceals_what_it_has_concealed_once_more(game: Game) -> Game:
    def conceal(s: Record, seat: int) -> None:
        concealed = s.place == UNKNOWN
        game.rules.conceal(s, seat)
        s.place[concealed] = UNKNOWN - 1

    return with_rules(game, conceal=conceal)


def lists_hidden_cards_in_the_old_order(game: Game) -> Game:
    """What it conceals is counted card by card: the first hidden one below UNKNOWN, and so on."""

    def conceal(s: Record, seat: int) -> None:
        places = s.place.copy()
        game.rules.conceal(s, seat)
        if not is_concealed_already(places):
            hidden = np.flatnonzero(s.place == UNKNOWN)
            s.place[hidden[places[hidden] < HAND]] = UNKNOWN - 1
        else:
            s.place[:] = places

    def imagine(s: Record, key: np.ndarray) -> None:
        s.place[s.place < UNKNOWN] = UNKNOWN
        game.rules.imagine(s, key)

    return with_rules(game, conceal=conceal, imagine=imagine)


def is_concealed_already(places: np.ndarray) -> bool:
    """Tell whether places are those of a concealed record."""
    return bool((places < 0).any())


def imagines_with_the_old_chance(game: Game) -> Game:
    def imagine(s: Record, key: np.ndarray) -> None:
        game.rules.imagine(s, key)
        set_chance(s, np.zeros(8, np.uint32), int(s.drawn))

    return with_rules(game, imagine=imagine)


def imagines_a_hand_too_few(game: Game) -> Game:
    def imagine(s: Record, key: np.ndarray) -> None:
        own = s.place[(s.place >= HAND) & (s.place < SHOWN)]
        game.rules.imagine(s, key)
        if not len(own) and s.over == 0:
            s.place[(s.place >= CHOSEN) & (s.place < SHOWN)] = SHOWN

    return with_rules(game, imagine=imagine)


def imagines_unevenly(game: Game) -> Game:
    return with_rules(game, imagine=imagining(game, lambda s, at, count: draw(s, count)))


def imagines_all_but_the_truth(game: Game) -> Game:
    return with_rules(game, imagine=imagining(game, lambda s, at, count: draw(s, at)))


def imagining(
    game: Game, partner: Callable[[Record, int, int], int]
) -> Callable[[Record, np.ndarray], None]:
    """Make a rule that sorts what is imagined, then swaps each with a partner of chance."""

    def imagine(s: Record, key: np.ndarray) -> None:
        unknown = np.flatnonzero(s.place == UNKNOWN)
        game.rules.imagine(s, key)
        places = sorted(s.place[unknown].tolist())
        for at in range(len(places) - 1, 0, -1):
            other = int(partner(s, at, len(places)))
            places[at], places[other] = places[other], places[at]
        s.place[unknown] = places

    return imagine


def shows_every_secret_choice(game: Game) -> Game:
    return with_rules(game, disguise=move_openly)


def disguises_what_is_turned_up(game: Game) -> Game:
    return with_rules(game, disguise=lambda s, seat, move: 0)


def disguises_by_the_hand_of_another(game: Game) -> Game:
    def disguise(s: Record, seat: int, move: int) -> int:
        other = HAND + (seat + 1) % s.seats
        highest = int(np.flatnonzero(s.place == other).max(initial=0))
        return move if s.waiting == 1 << seat else highest

    return with_rules(game, disguise=disguise)


def disguises_a_move_as_none(game: Game) -> Game:
    return with_rules(game, disguise=lambda s, seat, move: -1)


def writes_all_moves_the_same(game: Game) -> Game:
    return with_words(game, notation=lambda s, seat, move: "card")


def forgets_the_card_in_move_data(game: Game) -> Game:
    return with_words(game, move_data=lambda s, seat, move: {"do": "choose"})


def loses_points_in_positions(game: Game) -> Game:
    def restore(reader: Any, s: Record) -> None:
        game.words.restore(reader, s)
        s.points[:] = 0

    return with_words(game, restore=restore)


def tells_everybody_the_secret_choice(game: Game) -> Game:
    def story(before: Record, seat: int, move: int, after: Record) -> list[Event]:
        events = game.words.story(before, seat, move, after)
        return [Event(event.key, seen_by=None, **event.args) for event in events]

    return with_words(game, story=story)


def lends_its_memory_to_the_view(game: Game) -> Game:
    def view(s: Record, seat: int | None) -> Any:
        return {**game.words.view(s, seat), "points": s.points[: s.seats]}

    return with_words(game, view=view)


def lacks_a_german_sentence(game: Game) -> Game:
    german = {key: text for key, text in game.texts["de"].items() if key != "story.won"}
    return replace(game, texts={**game.texts, "de": german})


def has_a_sentence_nobody_says(game: Game) -> Game:
    texts = {language: {**catalog, "story.lost": "?"} for language, catalog in game.texts.items()}
    return replace(game, texts=texts)


def lays_out_a_field_that_no_view_has(game: Game) -> Game:
    return with_words(game, layout=(*game.words.layout, Pile("discards")))


def takes_a_turn_for_free(game: Game) -> Game:
    def play(s: Record, seat: int, move: int) -> None:
        ply = int(s.ply)
        game.rules.play(s, seat, move)
        s.ply = ply + (seat == 0)

    return with_rules(game, play=play)


def loses_a_card(game: Game) -> Game:
    def play(s: Record, seat: int, move: int) -> None:
        game.rules.play(s, seat, move)
        in_deck = [card for card in range(10) if s.place[card] < HAND]
        for card in in_deck[:2]:
            s.place[card] = 0

    return with_rules(game, play=play)


def forgets_what_a_move_does(game: Game) -> Game:
    return with_words(game, move_data=lambda s, seat, move: {"card": move})


def calls_its_own_thing_a_turn(game: Game) -> Game:
    def view(s: Record, seat: int | None) -> Any:
        return {**game.words.view(s, seat), "turn": "choosing"}

    return with_words(game, view=view)


def counts_rounds_down(game: Game) -> Game:
    return with_words(game, round=lambda s: 9 - int(s.ply))


def names_a_lesson_that_is_not_there(game: Game) -> Game:
    return replace(game, lessons=Path("nowhere"))


def loses_a_card_in_a_rare_game(game: Game) -> Game:
    def play(s: Record, seat: int, move: int) -> None:
        game.rules.play(s, seat, move)
        in_deck = [card for card in range(10) if s.place[card] < HAND]
        if move == 0 and s.place[9] == SHOWN and s.points.max() == 3:
            for card in in_deck[:2]:
                s.place[card] = 0

    return with_rules(game, play=play)


def reseeds_its_chance(game: Game) -> Game:
    def play(s: Record, seat: int, move: int) -> None:
        game.rules.play(s, seat, move)
        set_chance(s, s.key + np.uint32(1), int(s.drawn))

    return with_rules(game, play=play)


def deals_the_same_cards_every_time(game: Game) -> Game:
    def deal(s: Record) -> None:
        set_chance(s, np.zeros(8, np.uint32), 0)
        game.rules.deal(s)

    return with_rules(game, deal=deal)


def counts_who_asks_for_the_score(game: Game) -> Game:
    def score(s: Record, out: np.ndarray) -> None:
        game.rules.score(s, out)
        s.points[2] += s.seats == 2

    return with_rules(game, score=score)


def breaks_ties_by_seat(game: Game) -> Game:
    def rank(s: Record, out: np.ndarray) -> None:
        for seat in range(s.seats):
            better = s.points[: s.seats] > s.points[seat]
            out[seat] = 1 + better.sum() + (s.points[:seat] == s.points[seat]).sum()

    return with_rules(game, rank=rank)


def says_that_it_has_no_secrets(game: Game) -> Game:
    return replace(game, secrets=False)


def tells_who_holds_the_highest_card(game: Game) -> Game:
    def story(before: Record, seat: int, move: int, after: Record) -> list[Event]:
        events = game.words.story(before, seat, move, after)
        return [*events, Event("story.choice", card=int(after.place[9]))]

    return with_words(game, story=story)


def tells_nothing_of_the_last_choice(game: Game) -> Game:
    def story(before: Record, seat: int, move: int, after: Record) -> list[Event]:
        return [] if after.over else game.words.story(before, seat, move, after)

    return with_words(game, story=story)


def gives_a_reason_with_a_blank(game: Game) -> Game:
    return with_words(game, why_not=lambda s, seat, move: Message("not.in_hand"))


def draws_nothing_for_spectators(game: Game) -> Game:
    def board(view: Any, speaker: Any) -> str:
        return "" if view["seat"] is None else game.words.board(view, speaker)

    return with_words(game, board=board)


def leaves_a_blank_in_its_last_words(game: Game) -> Game:
    texts = {it: {**catalog, "ending.rich": "{who}!"} for it, catalog in game.texts.items()}
    return replace(game, texts=texts)


def tosses_its_coin_with_the_key(game: Game) -> Game:
    return tossing(game, lambda s: int(s.key[0]) >> int(s.ply) & 1 == 1)


def takes_the_rest_of_a_word_for_a_draw(game: Game) -> Game:
    return tossing(game, lambda s: s.waiting & s.waiting - 1 == 0 and next_word(s) % 2 == 1)


def tossing(game: Game, toss: Callable[[Record], bool]) -> Game:
    """Let another coin decide whether both prizes are given out instead of one."""

    def play(s: Record, seat: int, move: int) -> None:
        prizes = s.prizes.copy()
        s.prizes[:] = prizes.sum() if toss(s) else prizes
        game.rules.play(s, seat, move)
        s.prizes[:] = prizes

    return with_rules(game, play=play)


def scores_past_the_range_of_its_points(game: Game) -> Game:
    def play(s: Record, seat: int, move: int) -> None:
        game.rules.play(s, seat, move)
        s.points[seat] += 20 * int(s.over)

    return with_rules(game, play=play)


def wears_out_a_component(game: Game) -> Game:
    def play(s: Record, seat: int, move: int) -> None:
        game.rules.play(s, seat, move)
        s.prizes[0] = 1 + s.ply % 2

    return with_rules(game, play=play)


def does_not_say_what_a_field_is(game: Game) -> Game:
    said = {name: what for name, what in fields_of(game.record).items() if name != "points"}
    return replace(game, record=declared_as(game.record, said))


def notes_the_chance_to_come(game: Game) -> Game:
    def conceal(s: Record, seat: int) -> None:
        words = int(s.drawn)
        game.rules.conceal(s, seat)
        s.points[0] = max(words, 0) % 8

    return with_rules(game, conceal=conceal)


def conceals_all_but_what_is_chosen(game: Game) -> Game:
    def conceal(s: Record, seat: int) -> None:
        places = s.place.copy()
        game.rules.conceal(s, seat)
        s.place[:] = np.where((places >= CHOSEN) & (places < SHOWN), places, s.place)

    return with_rules(game, conceal=conceal)


def conceals_a_field_that_says_it_is_open(game: Game) -> Game:
    said = fields_of(game.record)
    shown = replace(said["place"], unknown=None)
    return replace(game, record=declared_as(game.record, {**said, "place": shown}))


def takes_a_seat_for_a_kind(game: Game) -> Game:
    said = {**fields_of(game.record), "place": hidden(one_of(SHOWN + 1))}
    return replace(game, record=declared_as(game.record, said))


def pays_who_is_asked_first(game: Game) -> Game:
    def play(s: Record, seat: int, move: int) -> None:
        is_first = int(s.waiting).bit_count() == s.seats
        game.rules.play(s, seat, move)
        s.points[seat] += is_first

    return with_rules(game, play=play)


def tells_the_second_what_the_first_chose(game: Game) -> Game:
    def legal(s: Record, seat: int, moves: np.ndarray) -> int:
        n = game.rules.legal(s, seat, moves)
        return min(n, int(s.waiting).bit_count())

    return with_rules(game, legal=legal)


def goes_on_for_ever(game: Game) -> Game:
    @rule  # so that it can be simulated
    def play(s: Record, seat: int, move: int) -> None:
        s.ply += 1

    return with_rules(game, play=play)


def is_longer_than_it_says(game: Game) -> Game:
    return replace(game, longest=3)


BUGS: tuple[Callable[[Game], Game], ...] = (
    leaks_a_hand_into_the_view,
    leaks_the_deck_into_the_view_of_spectators,
    shares_an_array_between_games,
    writes_into_the_past,
    lists_moves_unsorted,
    lists_a_move_twice,
    offers_an_illegal_move,
    misses_a_legal_move,
    lets_the_wrong_seat_act,
    uses_a_global_generator,
    depends_on_the_process,
    scores_one_too_many,
    ranks_the_poorest_first,
    conceals_nothing,
    conceals_all_but_one_card,
    conceals_but_keeps_the_key,
    conceals_but_counts_the_draws,
    conceals_the_own_hand_too,
    conceals_less_from_spectators,
    conceals_what_it_has_concealed_once_more,
    lists_hidden_cards_in_the_old_order,
    imagines_with_the_old_chance,
    imagines_a_hand_too_few,
    imagines_unevenly,
    imagines_all_but_the_truth,
    shows_every_secret_choice,
    disguises_what_is_turned_up,
    disguises_by_the_hand_of_another,
    disguises_a_move_as_none,
    writes_all_moves_the_same,
    forgets_the_card_in_move_data,
    loses_points_in_positions,
    tells_everybody_the_secret_choice,
    lends_its_memory_to_the_view,
    lacks_a_german_sentence,
    has_a_sentence_nobody_says,
    lays_out_a_field_that_no_view_has,
    takes_a_turn_for_free,
    loses_a_card,
    forgets_what_a_move_does,
    calls_its_own_thing_a_turn,
    counts_rounds_down,
    names_a_lesson_that_is_not_there,
    loses_a_card_in_a_rare_game,
    reseeds_its_chance,
    deals_the_same_cards_every_time,
    counts_who_asks_for_the_score,
    breaks_ties_by_seat,
    says_that_it_has_no_secrets,
    tells_who_holds_the_highest_card,
    tells_nothing_of_the_last_choice,
    gives_a_reason_with_a_blank,
    draws_nothing_for_spectators,
    leaves_a_blank_in_its_last_words,
    pays_who_is_asked_first,
    tells_the_second_what_the_first_chose,
    goes_on_for_ever,
    is_longer_than_it_says,
    tosses_its_coin_with_the_key,
    takes_the_rest_of_a_word_for_a_draw,
    scores_past_the_range_of_its_points,
    wears_out_a_component,
    does_not_say_what_a_field_is,
    notes_the_chance_to_come,
    conceals_all_but_what_is_chosen,
    conceals_a_field_that_says_it_is_open,
    takes_a_seat_for_a_kind,
)


def plant(name: str, game: Game) -> Game:
    """Return the game with the bug of that name in it; healthy without a name."""
    bugs = {bug.__name__: bug for bug in BUGS}
    return bugs[name](game) if name else game
