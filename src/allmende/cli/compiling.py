"""A progress bar while rules are compiled, for those who watch."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from allmende.bots.levels import searches_of
from allmende.core.game import Game
from allmende.core.progress import Progress, rules_of
from allmende.core.rule import NotCompiled, compiled_only, heard_by
from allmende.table.thinkers.parts import RULE_JOBS, do
from allmende.table.thinkers.warm import think_once

from .progress import watched

COMPILING = "compiling, once and for all"


@contextmanager
def watched_rules(functions: Iterable[Callable[..., Any]]) -> Iterator[Callable[[str], None]]:
    """Yield what is told the identity of each rule whose code is there; a bar shows it."""
    progress = Progress(functions)
    with watched(progress.of, COMPILING, COMPILING, "rules") as advance:

        def note(identity: str) -> None:
            before = progress.done
            progress.note(identity)
            advance(progress.done - before)

        yield note


def compile_visibly(game: Game, with_bots: bool) -> None:
    """Compile what a game in the terminal needs before it begins, if it has to be compiled and
    somebody watches; otherwise each rule compiles when it is first used."""
    if not sys.stderr.isatty():
        return
    try:
        with compiled_only():
            use(game, with_bots)
    except NotCompiled:
        functions = [*rules_of(game), *(searches_of(game) if with_bots else [])]
        with watched_rules(functions) as note, heard_by(lambda rule: note(rule._uuid)):
            use(game, with_bots)


def use(game: Game, with_bots: bool) -> None:
    """Load or compile the rules of the contract, and the search."""
    for job in RULE_JOBS:
        do(game, job)
    if with_bots:
        think_once(game)
