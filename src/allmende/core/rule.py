"""The `rule` decorator: plain Python functions, compiled, cached on disk, with errors one can read.

Rules compile on first use. The compiled code is kept in a file whose name carries a fingerprint of
everything the rule can depend on: its file with all that it imports, the data beside it, and the
rules that a factory closed over. Change one of them and the file is no longer found.
Set ALLMENDE_INTERPRET=1 to run every rule as the plain Python it is written in.
"""

import hashlib
import os
import pickle
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar, overload

import numpy as np
from numba.core import caching, errors, registry
from numba.core.serialize import dumps

from .sources import file_of, fingerprint

INTERPRETED = os.environ.get("ALLMENDE_INTERPRET", "0") not in ("", "0")
COMPILE_OPTIONS = {"nopython": True, "nogil": True, "boundscheck": None}

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
        self._cache = RuleCache(self.py_func)

    def compile(self, sig: Any) -> Any:
        """Compile for a signature, or say which rule cannot be compiled and why."""
        try:
            return super().compile(sig)
        except errors.NumbaError as trouble:
            code = self.py_func.__code__
            raise RuleError(
                f"{code.co_filename}:{code.co_firstlineno}: the rule '{self.py_func.__qualname__}' "
                f"cannot be compiled.\n{plain_reason(trouble)}"
            ) from None

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
    """Name a function so that another process gives it the same name as long as nothing changed."""
    digest = hashlib.sha256(f"{function.__module__}.{function.__qualname__}".encode())
    digest.update(fingerprint(file_of(function)).encode())
    for used in rules_used(function):
        digest.update(str(used._uuid).encode())
    for cell in function.__closure__ or ():
        digest.update(dumps(cell.cell_contents))
    return digest.hexdigest()[:32]


def rules_used(function: Callable[..., Any]) -> list["Rule"]:
    """List the rules that a function names and that were there before it: those from elsewhere."""
    named = (function.__globals__.get(name) for name in function.__code__.co_names)
    return [found for found in named if isinstance(found, Rule)]


class CompiledFile:
    """Keeps each compiled signature of a rule in a file of its own, so that processes that
    compile at the same time can never mix up each other's code."""

    def __init__(self, folder: str, rule_name: str, rule_identity: str) -> None:
        self.folder = Path(folder)
        self.rule_name = rule_name
        self.rule_identity = rule_identity

    def path(self, key: Any) -> Path:
        """Return the file of a signature."""
        signature = hashlib.sha256(repr(key).encode()).hexdigest()[:16]
        return self.folder / f"{self.rule_name}.{signature}.{self.rule_identity}.nbc"

    def load(self, key: Any) -> Any:
        """Return the compiled code of a signature, or None."""
        try:
            return pickle.loads(self.path(key).read_bytes())
        except FileNotFoundError:
            return None

    def save(self, key: Any, data: Any) -> None:
        """Keep the compiled code of a signature; the file appears whole or not at all."""
        path = self.path(key)
        fresh = path.with_suffix(f".{os.getpid()}.new")
        fresh.write_bytes(dumps(data))
        fresh.replace(path)

    def flush(self) -> None:
        """Forget every signature of this rule."""
        for path in self.folder.glob(f"{self.rule_name}.*.nbc"):
            path.unlink(missing_ok=True)


class RuleCache(caching.FunctionCache):  # type: ignore[misc]
    """Numba's cache with our identity as the stamp of freshness."""

    def __init__(self, py_func: Callable[..., Any]) -> None:
        super().__init__(py_func)
        self._cache_file = CompiledFile(
            self.cache_path, self._impl.filename_base, identity(py_func)
        )
