"""Whether another machine does the same as this one: the same work gives the same result only where
Python, Allmende and the rules of the games are the same."""

import hashlib
import platform
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numba
import numpy as np

from allmende import __version__
from allmende.core.errors import BadSetup
from allmende.core.progress import rules_of
from allmende.core.rule import python_of
from allmende.core.sources import OWN_PACKAGE, file_of, fingerprint
from allmende.lab.luggage import game_of

WORKING_PARTS = ("core", "bots", "lab")
"""The folders of Allmende that work hangs on, besides those of the games."""
DIGITS = 12


class Likeness(NamedTuple):
    """All that work hangs on besides what is said in it."""

    versions: dict[str, str]
    """Of what has a number."""
    sources: dict[str, str]
    """Fingerprints of what can be changed without getting another number."""


def likeness(games: Sequence[str]) -> Likeness:
    """Describe this machine, and the games that are played on it, by name or path."""
    versions = {
        "Python": platform.python_version(),
        "Allmende": __version__,
        "Numba": numba.__version__,
        "NumPy": np.__version__,
    }
    sources = {"Allmende": digest_of_parts(OWN_PACKAGE)}
    for game in map(game_of, games):
        digest = hashlib.sha256()
        for file in sorted({file_of(python_of(rule)) for rule in rules_of(game)}):
            digest.update(fingerprint(file).encode())
        sources[f"the rules of {game.name}"] = digest.hexdigest()[:DIGITS]
    return Likeness(versions, sources)


def digest_of_parts(package: Path) -> str:
    """Digest the sources that do the work."""
    digest = hashlib.sha256()
    for part in WORKING_PARTS:
        for file in sorted((package / part).rglob("*.py")):
            digest.update(file.relative_to(package).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:DIGITS]


def check_alike(wanted: Likeness, found: Likeness) -> None:
    """Make sure that this machine is like the one that the work comes from."""
    who = f"a machine of the cluster ({socket.gethostname()})"
    for name, version in wanted.versions.items():
        if found.versions[name] != version:
            raise BadSetup(
                f"{who} has {name} {found.versions[name]}, and this one has {version}: install "
                f"the same on all, so that all do the same"
            )
    for name, digest in wanted.sources.items():
        if found.sources[name] != digest:
            raise BadSetup(
                f"{who} has other sources of {name} ({found.sources[name]}) than this one "
                f"({digest}): install the same on all, so that all do the same"
            )
