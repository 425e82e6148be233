"""Code that is loaded by many processes and compiled by one of them."""

from collections.abc import Callable
from contextlib import ExitStack, suppress

from allmende.core.compiled import user_folder
from allmende.core.locking import held
from allmende.core.rule import NotCompiled, compiled_only

LOCK = "compiling.lock"


def load(use: Callable[[], object]) -> None:
    """Use some code for a first time. Where it has to be compiled, one process of this machine does
    so for all, and the others wait and find it in the cache."""
    try:
        with compiled_only():
            use()
    except NotCompiled:
        with ExitStack() as lock:
            with suppress(OSError):  # nothing can be kept here, so everybody compiles for himself
                user_folder().mkdir(parents=True, exist_ok=True)
                lock.enter_context(held(user_folder() / LOCK))
            use()
