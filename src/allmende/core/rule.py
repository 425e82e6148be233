"""The `rule` decorator: plain Python functions, compiled, cached on disk, with errors one can read.

Rules compile on first use. The compiled code is kept under an identity: a fingerprint of everything
the rule can depend on, its file with all that it imports, the data beside it, and the rules that a
factory closed over. Change one of them and the code is no longer found.
Set ALLMENDE_INTERPRET=1 to run every rule as the plain Python it is written in.
"""

import hashlib
import os
from collections.abc import Callable
from functools import cache, partial
from types import FunctionType
from typing import Any, TypeVar, overload

import numpy as np
from numba.core import errors, registry, sigutils
from numba.core.compiler_lock import global_compiler_lock
from numba.core.serialize import dumps

from .compiled import CompiledCode
from .sources import file_of, fingerprint, name_of

INTERPRETED = os.environ.get("ALLMENDE_INTERPRET", "0") not in ("", "0")
COMPILE_OPTIONS = {
    "nopython": True,
    "nogil": True,
    "boundscheck": None,
}

Count = np.uint64
"""The type of a counter that is used as an index: one that cannot be negative compiles to less."""

Function = TypeVar("Function", bound=Callable[..., Any])


class RuleError(Exception):
    """A rule uses something that cannot be compiled."""


@overload
def rule(function: Function) -> Function: ...


@overload
def rule(*, inline: bool) -> Callable[[Function], Function]: ...


def rule(function: Any = None, *, inline: bool = False) -> Any:
    """Make a function a rule: compiled, unless rules are to be interpreted.

    An inline rule is copied into its callers; it takes longer to compile and saves the call.
    """
    if function is None:
        return partial(rule, inline=inline)
    if INTERPRETED:
        return function
    compiled = Rule(function, targetoptions={**COMPILE_OPTIONS, "forceinline": inline})
    compiled.enable_caching()
    return compiled


def python_of(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the plain Python behind a rule."""
    python: Callable[..., Any] = getattr(function, "py_func", function)
    return python


class Rule(registry.CPUDispatcher):  # type: ignore[misc]
    """A compiled function with a stable identity, a cache that forgets, and readable errors."""

    def __init__(self, py_func: Callable[..., Any], **settings: Any) -> None:
        super().__init__(py_func, **settings)
        # A random identity would make every function that closes over this rule miss the cache.
        self._set_uuid(identity(py_func))

    def enable_caching(self) -> None:
        """Keep compiled code in our cache instead of Numba's."""
        code = self.py_func.__code__
        self._cache = CompiledCode(file_of(self.py_func), code.co_qualname, self._uuid)

    def compile(self, sig: Any) -> Any:
        """Compile for a signature, or say which rule cannot be compiled and why."""
        try:
            with global_compiler_lock:
                return self.load_or_compile(*sigutils.normalize_signature(sig))
        except errors.NumbaError as trouble:
            code = self.py_func.__code__
            raise RuleError(
                f"{code.co_filename}:{code.co_firstlineno}: the rule '{self.py_func.__qualname__}' "
                f"cannot be compiled.\n{plain_reason(trouble)}"
            ) from None

    def load_or_compile(self, arguments: tuple[Any, ...], result: Any) -> Any:
        """Return the code for arguments: what is there, else from the cache, else compiled now."""
        if arguments in self.overloads:
            return self.overloads[arguments].entry_point
        compiled = self._cache.load_overload(arguments, self.targetctx)
        if compiled is not None:
            self._cache_hits[arguments] += 1
            self.targetctx.insert_user_function(
                compiled.entry_point, compiled.fndesc, [compiled.library]
            )
            self.add_overload(compiled)
            return compiled.entry_point
        self._cache_misses[arguments] += 1
        with self._compiling_counter:
            compiled = self._compiler.compile(arguments, result)
        self.add_overload(compiled)
        self._cache.save_overload(arguments, compiled)
        return compiled.entry_point

    def _reduce_states(self) -> dict[str, Any]:
        return {"uuid": self._uuid, "py_func": None}

    @classmethod
    def _rebuild(cls, uuid: str, py_func: None) -> "Rule":
        found: Rule = cls._memo[uuid]
        return found


def plain_reason(trouble: errors.NumbaError) -> str:
    """Keep the lines that say what and where, drop the compiler's talk about itself."""
    chatter = ("Failed in nopython", "During: ", "- Resolution failure", "Enter ", "<", "- %")
    lines = [line.strip() for line in errors.termcolor().reset(str(trouble)).splitlines()]
    return "\n".join(line for line in lines if line and not line.startswith(chatter))


@cache
def identity(function: Callable[..., Any]) -> str:
    """Name a function so that another process gives it the same name, wherever the files lie, as
    long as nothing changed."""
    file = file_of(function)
    digest = hashlib.sha256(f"{name_of(file)}:{function.__qualname__}".encode())
    digest.update(fingerprint(file).encode())
    for used in rules_used(function):
        digest.update(str(used._uuid).encode())
    for cell in function.__closure__ or ():
        digest.update(stable_bytes(cell.cell_contents))
    return digest.hexdigest()[:32]


def stable_bytes(value: Any) -> bytes:
    """Write down what a factory closed over, the same in every process."""
    return identity(value).encode() if isinstance(value, FunctionType) else bytes(dumps(value))


def rules_used(function: Callable[..., Any]) -> list["Rule"]:
    """List the rules that a function names and that were there before it: those from elsewhere."""
    named = (function.__globals__.get(name) for name in function.__code__.co_names)
    return [found for found in named if isinstance(found, Rule)]
