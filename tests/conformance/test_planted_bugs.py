"""The suite can fail: each planted bug is caught, by the law that one would expect."""

import pytest

from tests.conformance.bugs import BUGS
from tests.conformance.planted import ALL_LAWS, broken_laws

CATCHERS = {
    "leaks_a_hand_into_the_view": "veil_keeps_what_is_known",
    "leaks_the_deck_into_the_view_of_spectators": "veil_keeps_what_is_known",
    "shares_an_array_between_games": "games_are_independent",
    "writes_into_the_past": "past_is_unchanged",
    "lists_moves_unsorted": "every_legal_move_plays",
    "lists_a_move_twice": "every_legal_move_plays",
    "offers_an_illegal_move": "every_legal_move_plays",
    "misses_a_legal_move": "node_counts_are_as_recorded",
    "lets_the_wrong_seat_act": "every_legal_move_plays",
    "uses_a_global_generator": "same_seed_same_game",
    "depends_on_the_process": "other_processes_agree",
    "scores_one_too_many": "breakdown_adds_up",
    "ranks_the_poorest_first": "places_follow_points",
    "conceals_nothing": "conceal_hides_every_secret",
    "conceals_all_but_one_card": "conceal_hides_every_secret",
    "conceals_but_keeps_the_key": "conceal_forgets_the_chance",
    "conceals_but_counts_the_draws": "conceal_forgets_the_chance",
    "conceals_the_own_hand_too": "veil_keeps_what_is_known",
    "conceals_less_from_spectators": "conceal_hides_every_secret",
    "conceals_what_it_has_concealed_once_more": "concealing_twice_changes_nothing",
    "lists_hidden_cards_in_the_old_order": "conceal_is_canonical",
    "imagines_with_the_old_chance": "veil_keeps_what_is_known",
    "imagines_a_hand_too_few": "veil_keeps_what_is_known",
    "imagines_unevenly": "veil_is_uniform",
    "imagines_all_but_the_truth": "veil_is_uniform",
    "shows_every_secret_choice": "disguises_keep_secrets",
    "disguises_what_is_turned_up": "others_know_the_disguise_only",
    "disguises_by_the_hand_of_another": "disguises_keep_secrets",
    "disguises_a_move_as_none": "disguises_keep_secrets",
    "writes_all_moves_the_same": "words_find_their_moves",
    "forgets_the_card_in_move_data": "words_find_their_moves",
    "loses_points_in_positions": "position_round_trips",
    "tells_everybody_the_secret_choice": "stories_keep_secret_choices",
    "lends_its_memory_to_the_view": "views_are_plain_data",
    "lacks_a_german_sentence": "catalogs_are_complete",
    "has_a_sentence_nobody_says": "catalogs_are_complete",
    "lays_out_a_field_that_no_view_has": "views_are_plain_data",
    "takes_a_turn_for_free": "every_legal_move_plays",
    "loses_a_card": "every_legal_move_plays",
    "forgets_what_a_move_does": "conventions_are_kept",
    "calls_its_own_thing_a_turn": "conventions_are_kept",
    "counts_rounds_down": "conventions_are_kept",
    "names_a_lesson_that_is_not_there": "conventions_are_kept",
    "loses_a_card_in_a_rare_game": "every_legal_move_plays",
    "reseeds_its_chance": "steps_are_in_order",
    "deals_the_same_cards_every_time": "other_seed_other_game",
    "counts_who_asks_for_the_score": "looking_changes_nothing",
    "breaks_ties_by_seat": "places_can_be_explained",
    "says_that_it_has_no_secrets": "veil_changes_what_is_hidden",
    "tells_who_holds_the_highest_card": "stories_keep_secrets",
    "tells_nothing_of_the_last_choice": "stories_can_be_told",
    "gives_a_reason_with_a_blank": "refusals_have_reasons",
    "draws_nothing_for_spectators": "boards_can_be_drawn",
    "leaves_a_blank_in_its_last_words": "the_end_has_words",
    "pays_who_is_asked_first": "order_of_answers_does_not_matter",
    "tells_the_second_what_the_first_chose": "order_of_answers_does_not_matter",
    "goes_on_for_ever": "every_legal_move_plays",
    "is_longer_than_it_says": "every_legal_move_plays",
    "tosses_its_coin_with_the_key": "scripts_replace_the_stream",
    "takes_the_rest_of_a_word_for_a_draw": "outcomes_are_complete",
    "scores_past_the_range_of_its_points": "fields_are_as_declared",
    "wears_out_a_component": "fields_are_as_declared",
    "does_not_say_what_a_field_is": "fields_are_as_declared",
    "notes_the_chance_to_come": "observations_hold_no_secret",
    "conceals_all_but_what_is_chosen": "observations_hold_no_secret",
    "conceals_a_field_that_says_it_is_open": "observations_tell_what_is_known",
    "takes_a_seat_for_a_kind": "turning_the_table_turns_all",
}
LAWS_BY_NAME = {law.__name__: law for law in ALL_LAWS}


def test_healthy_game_breaks_no_law() -> None:
    assert broken_laws("") == {}


@pytest.mark.parametrize("bug", [bug.__name__ for bug in BUGS])
def test_bug_is_caught(bug: str) -> None:
    assert CATCHERS[bug] in broken_laws(bug, [LAWS_BY_NAME[CATCHERS[bug]]])
