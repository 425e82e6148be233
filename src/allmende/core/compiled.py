"""Compiled code on disk: each signature of a rule in a file of its own, found by what it is and
not by where it lies.

A file is looked for beside the source, also where that cannot be written, and then in the cache
folder of the user, so an administrator compiles once for everybody and a copied installation stays
compiled. It is written beside the source, or to the user's folder where that is not allowed.
Whoever sets ALLMENDE_CACHE or NUMBA_CACHE_DIR has everything in that folder and nowhere else.
"""

import hashlib
import os
import pickle
import secrets
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core import compiler, config
from numba.core.serialize import dumps

ENDING, UNFINISHED = ".nbc", ".new"
DIGEST_BYTES = hashlib.sha256().digest_size
A_DAY = 24 * 3600
KEPT_UNUSED = 60 * A_DAY
"""So long a file that no rule of the day asks for is kept: another branch or version may."""
VERSIONS = (
    sys.implementation.cache_tag,
    numba.__version__,
    llvmlite.__version__,
    np.__version__,
)
"""Compiled code holds pickled types of these; other versions may read them wrongly."""

IN_USE: set[str] = set()
"""The identities of all rules of this process."""


class CompiledCode:
    """What is kept of one rule. Numba asks it for code before it compiles, and hands code over
    after that."""

    def __init__(self, source: Path, rule_name: str, rule_identity: str) -> None:
        self.source = source
        self.name = "".join(c if c.isalnum() or c in "._" else "" for c in rule_name)
        self.identity = rule_identity
        IN_USE.add(rule_identity)

    @property
    def cache_path(self) -> str:
        """The first folder that is looked into; Numba shows it among its statistics."""
        return str(folders(self.source)[0])

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return the compiled code of a signature, or None if it has to be compiled."""
        target.refresh()
        for path in self.places(signature, target.codegen()):
            kept = read(path)
            # A file that is whole may still name something that is not there any more.
            with suppress(Exception):
                if kept is not None:
                    return compiler.CompileResult._rebuild(target, *pickle.loads(kept))
        return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep the compiled code of a signature at the first place that can be written."""
        if compiled.library.has_dynamic_globals:
            warnings.warn(
                f"{self.name} is compiled anew every time: it holds too much", stacklevel=2
            )
            return
        content = dumps(compiled._reduce())
        for path in self.places(signature, compiled.library.codegen):
            with suppress(OSError):
                write(path, content)
                forget_unused(path.parent)
                return

    def places(self, signature: Any, codegen: Any) -> Iterator[Path]:
        """Yield where the code of a signature may lie: code for this machine, by this compiler."""
        settings = (config.OPT, config.BOUNDSCHECK, config.DEBUGINFO_DEFAULT)
        key = repr((signature, codegen.magic_tuple(), VERSIONS, settings))
        name = f"{self.name}.{hashlib.sha256(key.encode()).hexdigest()[:16]}.{self.identity}"
        for folder in folders(self.source):
            yield folder / f"{name}{ENDING}"


def folders(source: Path) -> list[Path]:
    """List the folders for the compiled code of a source file, the best first."""
    if chosen := os.environ.get("ALLMENDE_CACHE") or config.CACHE_DIR:
        return [Path(chosen) / source.parent.name]
    return [source.parent / "__pycache__", user_folder() / source.parent.name]


@cache
def user_folder() -> Path:
    """Return where programs of this user keep what can be made again."""
    try:
        home = Path.home()
    except RuntimeError:  # somebody without a home: there is nothing to find in the end
        home = Path(os.devnull)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home) / "allmende" / "cache"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "allmende"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "allmende"


def read(path: Path) -> bytes | None:
    """Return the content of a file, or None if there is none, or one that is damaged."""
    try:
        whole = path.read_bytes()
    except OSError:
        return None
    digest, content = whole[:DIGEST_BYTES], whole[DIGEST_BYTES:]
    if digest != hashlib.sha256(content).digest():
        return None
    note_use(path)
    return content


def note_use(path: Path) -> None:
    """Mark a file as used today, where that is allowed."""
    with suppress(OSError):
        if path.stat().st_mtime < time.time() - A_DAY:
            os.utime(path)


def write(path: Path, content: bytes) -> None:
    """Write a file that appears whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(f".{secrets.token_hex(4)}{UNFINISHED}")
    try:
        fresh.write_bytes(hashlib.sha256(content).digest() + content)
        fresh.replace(path)
    except OSError:
        with suppress(OSError):
            fresh.unlink()
        raise


@cache
def forget_unused(folder: Path) -> int:
    """Remove code that has not been used for long and belongs to no rule of this process; once for
    each folder. Returns how many files that were."""
    long_ago = time.time() - KEPT_UNUSED
    removed = 0
    for path in folder.iterdir():
        with suppress(OSError):
            if is_ours(path) and path.stat().st_mtime < long_ago:
                path.unlink()
                removed += 1
    return removed


def is_ours(path: Path) -> bool:
    """Tell whether a file is compiled code of a rule that this process does not know."""
    if path.suffix == UNFINISHED:
        return True
    return path.suffix == ENDING and path.stem.rpartition(".")[2] not in IN_USE
