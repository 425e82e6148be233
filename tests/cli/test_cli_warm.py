"""`allmende warm`: nothing that a table shows compiles later."""

import pytest

from allmende.cli.warm import play_out
from allmende.core.match import new
from allmende.core.registry import game_named
from allmende.core.rule import INTERPRETED
from allmende.games.mischwald.worth import weigh


@pytest.mark.skipif(INTERPRETED, reason="interpreted rules are never compiled")
def test_rules_for_views_alone_are_used_on_the_way() -> None:
    play_out(new(game_named("mischwald"), 2, "warm"))
    assert weigh.signatures  # type: ignore[attr-defined]
