"""Nets in files: arrays and one line that says what they are for; nothing in them is ever run."""

import io
import json
import zipfile
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from allmende.core.beside import file_beside
from allmende.core.errors import AllmendeError
from allmende.core.game import Game

from .rows import fingerprint
from .weights import Weights, shapes_for

FILE = "owl.npz"
"""What the net of a game is called that lies beside its rules."""
FORMAT = 2
MOST_BYTES = 3_000_000
HEADER, SCALES = "header", "_scales"
COARSE = ("rows", "allowed", "first", "second", "moves")
"""What is kept in eight bits, each line with a scale of its own."""
FINEST = 127


class BadNet(AllmendeError):
    """A file does not hold a net for this game."""


@dataclass(frozen=True)
class Header:
    """What a net is for, and where it comes from."""

    format: int
    game: str
    rules: int
    layout: str
    """The fingerprint of what it looks at."""
    width: int
    positions: int
    """How many decisions it has learned from."""
    seed: str


def header_for(game: Game, width: int, positions: int, seed: str) -> Header:
    """Return the header of a net that was trained for a game."""
    return Header(FORMAT, game.name, game.version, fingerprint(game), width, positions, seed)


def packed(weights: Weights, header: Header) -> bytes:
    """Return the content of a file."""
    arrays = {HEADER: np.frombuffer(json.dumps(asdict(header)).encode(), np.uint8)}
    for name, array in weights._asdict().items():
        if name in COARSE:
            scales = np.abs(array).max(axis=1, keepdims=True).astype(np.float32) / FINEST
            steps = np.divide(array, scales, out=np.zeros_like(array), where=scales > 0)
            arrays[name], arrays[name + SCALES] = np.rint(steps).astype(np.int8), scales
        else:
            arrays[name] = array.astype(np.float32)
    content = io.BytesIO()
    np.savez_compressed(content, **arrays)  # type: ignore[arg-type]
    return content.getvalue()


def write_net(file: Path, weights: Weights, header: Header) -> None:
    """Write a net; the file is there whole or not at all."""
    content = packed(weights, header)
    if len(content) > MOST_BYTES:
        raise BadNet(f"{file}: a net of {len(content):,} bytes is too large, {MOST_BYTES:,} may be")
    unfinished = file.with_name(f"{file.name}.new")
    unfinished.write_bytes(content)
    unfinished.replace(file)


def read_net(file: Path, game: Game) -> tuple[Weights, Header]:
    """Read a net and make sure that it is one for this game, as it is now."""
    try:
        with np.load(io.BytesIO(file.read_bytes()), allow_pickle=False) as arrays:
            header = checked_header(file, json.loads(bytes(arrays[HEADER])), game)
            weights = Weights(*(unpacked(arrays, name) for name in Weights._fields))
    except FileNotFoundError:
        raise BadNet(f"{file}: there is no such file") from None
    except (OSError, KeyError, TypeError, ValueError, EOFError, zipfile.BadZipFile) as trouble:
        raise BadNet(f"{file} holds no net: {trouble}") from None
    for name, shape in shapes_for(game, header.width)._asdict().items():
        found = getattr(weights, name)
        if found.shape != shape or not np.isfinite(found).all():
            raise BadNet(f"{file}: '{name}' is not made of {shape} numbers, but of {found.shape}")
    return weights, header


def unpacked(arrays: Any, name: str) -> np.ndarray:
    """Return one part of a net, as it is used."""
    array: np.ndarray = arrays[name].astype(np.float32)
    return array * arrays[name + SCALES] if name in COARSE else array


def checked_header(file: Path, found: dict[str, Any], game: Game) -> Header:
    """Make sure that a net is for this game."""
    if found.get("format") != FORMAT:
        raise BadNet(f"{file} has the format {found.get('format')}; this version reads {FORMAT}")
    header = Header(**found)
    if header.game != game.name:
        raise BadNet(f"{file} is a net for {header.game}, not for {game.name}")
    if header.rules != game.version:
        raise BadNet(
            f"{file} learned version {header.rules} of the rules; {game.name} has {game.version}: "
            "train it anew"
        )
    if header.layout != fingerprint(game):
        raise BadNet(f"{file} looks at other fields than {game.name} has now: train it anew")
    return header


def net_file(game: Game) -> Path:
    """Return where the net of a game lies, or would lie."""
    return file_beside(game, FILE)


def has_net(game: Game) -> bool:
    """Tell whether somebody has trained a net for a game."""
    return net_file(game).is_file()


@cache
def net_of(game: Game) -> Weights:
    """Return the net of a game."""
    return read_net(net_file(game), game)[0]
