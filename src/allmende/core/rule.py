"""The `rule` decorator: plain Python functions, compiled, cached on disk, with errors one can read.

Rules compile on first use. The compiled code is kept under an identity: a fingerprint of everything
the rule can depend on, its file with all that it imports, the data beside it, and the rules that a
factory closed over. Change one of them and the code is no longer found.
Set ALLMENDE_INTERPRET=1 to run every rule as the plain Python it is written in.
"""

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, partial
from itertools import count
from secrets import randbits
from types import FunctionType
from typing import Any, TypeVar, overload

import numpy as np
from numba.core import bytecode, errors, registry, sigutils, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.serialize import dumps

from .compiled import CompiledCode
from .complaints import plain_reason, unknown_field, what_is_refused
from .errors import AllmendeError
from .indices import RuleCompiler
from .sources import file_of, fingerprint, name_of

INTERPRETED = os.environ.get("ALLMENDE_INTERPRET", "0") not in ("", "0")
COMPILE_OPTIONS = {
    "nopython": True,
    "boundscheck": None,
    "no_cfunc_wrapper": True,  # for callers in C, of which there are none
}

COUNTING = "_nrt"
"""The compiler's option to count who holds which array, so that it is known when nobody does. That
takes a quarter of the time of a search, and rules make no arrays that could be let go."""
NAME_BITS = 60
NARROW_NUMBERS = {types.int8, types.int16, types.int32}

Count = np.uint64
"""The type of a counter that is used as an index: one that cannot be negative compiles to less."""

Function = TypeVar("Function", bound=Callable[..., Any])


class RuleError(AllmendeError):
    """A rule uses something that cannot be compiled."""


class NotCompiled(Exception):
    """A rule would have to be compiled where only compiled ones are wanted."""


COMPILED_ONLY = ContextVar("COMPILED_ONLY", default=False)
HEARERS: list[Callable[["Rule"], None]] = []
"""Those who want to know when the code of a rule is there, loaded or compiled."""


def number_functions_anew() -> None:
    """Let the names of functions in compiled code begin at a number that no other process has.

    The compiler counts anew in every process, so two of them would give different functions the
    same name, and who loads both from the cache calls one where the other is meant.
    """
    bytecode.FunctionIdentity._unique_ids = count(randbits(NAME_BITS))


number_functions_anew()
if hasattr(os, "register_at_fork"):  # where processes can fork at all
    os.register_at_fork(after_in_child=number_functions_anew)


@contextmanager
def compiled_only() -> Iterator[None]:
    """Raise NotCompiled wherever something would have to be compiled."""
    before = COMPILED_ONLY.set(True)
    try:
        yield
    finally:
        COMPILED_ONLY.reset(before)


@contextmanager
def heard_by(hearer: Callable[["Rule"], None]) -> Iterator[None]:
    """Tell somebody of each rule whose code comes, from whichever thread."""
    HEARERS.append(hearer)
    try:
        yield
    finally:
        HEARERS.remove(hearer)


@overload
def rule(function: Function) -> Function: ...


@overload
def rule(
    *, inline: bool = False, exact: bool = True, long: bool = False
) -> Callable[[Function], Function]: ...


def rule(
    function: Any = None, *, inline: bool = False, exact: bool = True, long: bool = False
) -> Any:
    """Make a function a rule: compiled, unless rules are to be interpreted.

    An inline rule is copied into its callers; it takes longer to compile and saves the call. An
    exact rule has whole numbers only and allocates nothing, as the rules of every game: then all
    targets do the same. While a long rule works, other threads have the interpreter; it takes
    longer to give that away and to get it back than a short rule takes.
    """
    if function is None:
        return partial(rule, inline=inline, exact=exact, long=long)
    if INTERPRETED:
        return function
    options = {**COMPILE_OPTIONS, COUNTING: False, "forceinline": inline, "nogil": long}
    compiled = Rule(function, exact, targetoptions=options, pipeline_class=RuleCompiler)
    compiled.enable_caching()
    return compiled


def rule_over(*functions: Callable[..., Any]) -> Callable[[Function], Function]:
    """Return the decorator of a rule that calls others: it compiles if they do. So a game can be
    tried whose rules are plain Python in part."""
    return rule if all(isinstance(it, Rule) for it in functions) else lambda function: function


def python_of(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the plain Python behind a rule."""
    python: Callable[..., Any] = getattr(function, "py_func", function)
    return python


class Rule(registry.CPUDispatcher):  # type: ignore[misc]
    """A compiled function with a stable identity, a cache that forgets, and readable errors."""

    def __init__(self, py_func: Callable[..., Any], exact: bool, **settings: Any) -> None:
        super().__init__(py_func, **settings)
        self.exact = exact
        # A random identity would make every function that closes over this rule miss the cache.
        self._set_uuid(identity(py_func, exact))

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
            raise self.complaint(f"cannot be compiled.\n{plain_reason(trouble)}") from None

    def complaint(self, words: str) -> RuleError:
        """Return an error that names this rule and where it is written."""
        code = self.py_func.__code__
        where = f"{code.co_filename}:{code.co_firstlineno}"
        return RuleError(f"{where}: the rule '{self.py_func.__qualname__}' {words}")

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
        if COMPILED_ONLY.get():
            raise NotCompiled(self.py_func.__qualname__)
        self._cache_misses[arguments] += 1
        try:
            with self._compiling_counter:
                compiled = self.compile_lean(arguments, result)
        except KeyError as missing:  # the compiler looks for a field and does not say where
            (name,) = missing.args
            words = unknown_field(self.py_func, arguments, str(name))
            raise self.complaint(f"cannot be compiled; {words}") from None
        if refused := sorted({*what_is_refused(compiled.type_annotation)}) if self.exact else []:
            found = "; ".join(refused)
            raise self.complaint(
                f"makes what no rule may make ({found}): rules have whole numbers only and "
                "allocate nothing"
            )
        self.add_overload(compiled)
        self._cache.save_overload(arguments, compiled)
        return compiled.entry_point

    def compile_lean(self, arguments: tuple[Any, ...], result: Any) -> Any:
        """Compile without counting who holds which array, or with it where that does not do: for a
        rule that copies a whole row, and for one that makes what it may not, to say what it is."""
        try:
            return self._compiler.compile(arguments, result)
        except errors.NumbaError:
            self._compiler.targetoptions = {**self.targetoptions, COUNTING: True}
            self._compiler._failed_cache.clear()
        return self._compiler.compile(arguments, result)

    def add_overload(self, cres: Any) -> None:
        """Take up code, and tell those who wait for it."""
        super().add_overload(cres)
        for hearer in HEARERS:
            hearer(self)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Compile for a call in another rule, once for all kinds of whole numbers."""
        widened = {name: plain_number(kind) for name, kind in dict(kws).items()}
        return super().get_call_template([plain_number(kind) for kind in args], widened)

    def _reduce_states(self) -> dict[str, Any]:
        return {"uuid": self._uuid, "py_func": None}

    @classmethod
    def _rebuild(cls, uuid: str, py_func: None) -> "Rule":
        found: Rule = cls._memo[uuid]
        return found


def plain_number(kind: Any) -> Any:
    """Return the type of number that rules calculate with: a narrow or constant whole number is an
    int64 from the first sum on, so nothing is gained by compiling for each of them."""
    is_constant = isinstance(kind, types.IntegerLiteral)
    return types.int64 if is_constant or kind in NARROW_NUMBERS else kind


@cache
def identity(function: Callable[..., Any], exact: bool = True) -> str:
    """Name a function so that another process gives it the same name, wherever the files lie, as
    long as nothing changed. Code of a rule that need not be exact is never found for one that must:
    only where a rule is compiled is it seen what it makes."""
    file = file_of(function)
    digest = hashlib.sha256(f"{name_of(file)}:{function.__qualname__}:{exact}".encode())
    digest.update(fingerprint(file).encode())
    for used in rules_used(function):
        digest.update(str(used._uuid).encode())
    for cell in function.__closure__ or ():
        digest.update(stable_bytes(cell.cell_contents))
    return digest.hexdigest()[:32]


def stable_bytes(value: Any) -> bytes:
    """Write down what a factory closed over, the same in every process and at every place: a rule
    or a function that is pickled names the path of a file, of the compiler's at least."""
    if isinstance(value, Rule):
        return str(value._uuid).encode()
    return identity(value).encode() if isinstance(value, FunctionType) else bytes(dumps(value))


def rules_used(function: Callable[..., Any]) -> list["Rule"]:
    """List the rules that a function names and that were there before it: those from elsewhere."""
    named = (function.__globals__.get(name) for name in function.__code__.co_names)
    return [found for found in named if isinstance(found, Rule)]


def rules_below(functions: Iterable[Callable[..., Any]]) -> dict[str, "Rule"]:
    """Collect rules and all rules that they call, by identity."""
    found: dict[str, Rule] = {}
    waiting = [function for function in functions if isinstance(function, Rule)]
    while waiting:
        rule = waiting.pop()
        if rule._uuid not in found:
            found[rule._uuid] = rule
            cells = [cell.cell_contents for cell in rule.py_func.__closure__ or ()]
            waiting += rules_used(rule.py_func)
            waiting += [cell for cell in cells if isinstance(cell, Rule)]
    return found
