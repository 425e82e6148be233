"""The laws that every game obeys. They know no game by name: give them yours."""

from collections.abc import Callable
from typing import TypeAlias

from .case import BrokenLaw, Case, cases_of
from .catalog import catalogs_are_complete
from .chance import outcomes_are_complete, scripts_replace_the_stream
from .conceal import (
    conceal_forgets_the_chance,
    conceal_hides_every_secret,
    conceal_is_canonical,
    concealing_twice_changes_nothing,
)
from .conventions import conventions_are_kept
from .disguise import disguises_keep_secrets, others_know_the_disguise_only
from .fields import fields_are_as_declared
from .files import files_hold_the_game
from .moves import (
    every_legal_move_plays,
    refusals_have_reasons,
    words_find_their_moves,
)
from .observations import (
    observations_hold_no_secret,
    observations_tell_what_is_known,
    turning_the_table_turns_all,
)
from .processes import other_processes_agree
from .records import (
    copies_share_nothing,
    games_are_independent,
    looking_changes_nothing,
    other_seed_other_game,
    past_is_unchanged,
    position_round_trips,
    same_seed_same_game,
    steps_are_in_order,
    undo_restores,
)
from .scores import breakdown_adds_up, places_can_be_explained, places_follow_points
from .simultaneous import order_of_answers_does_not_matter
from .told import stories_keep_secret_choices, stories_keep_secrets
from .veil import veil_changes_what_is_hidden, veil_is_uniform, veil_keeps_what_is_known
from .words import boards_can_be_drawn, stories_can_be_told, the_end_has_words, views_are_plain_data

Law: TypeAlias = Callable[[Case], None]

LAWS: tuple[Law, ...] = (
    every_legal_move_plays,
    words_find_their_moves,
    refusals_have_reasons,
    steps_are_in_order,
    order_of_answers_does_not_matter,
    same_seed_same_game,
    other_seed_other_game,
    scripts_replace_the_stream,
    outcomes_are_complete,
    games_are_independent,
    copies_share_nothing,
    past_is_unchanged,
    undo_restores,
    looking_changes_nothing,
    position_round_trips,
    fields_are_as_declared,
    files_hold_the_game,
    places_follow_points,
    places_can_be_explained,
    breakdown_adds_up,
    views_are_plain_data,
    stories_can_be_told,
    boards_can_be_drawn,
    the_end_has_words,
    catalogs_are_complete,
    conventions_are_kept,
    conceal_forgets_the_chance,
    concealing_twice_changes_nothing,
    conceal_is_canonical,
    conceal_hides_every_secret,
    veil_keeps_what_is_known,
    veil_changes_what_is_hidden,
    veil_is_uniform,
    others_know_the_disguise_only,
    disguises_keep_secrets,
    observations_hold_no_secret,
    observations_tell_what_is_known,
    turning_the_table_turns_all,
    stories_keep_secrets,
    stories_keep_secret_choices,
    other_processes_agree,
)

__all__ = ["LAWS", "BrokenLaw", "Case", "Law", "cases_of"]
