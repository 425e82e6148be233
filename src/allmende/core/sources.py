"""What compiled code hangs on: the file that a rule stands in, all that it imports, and the data
beside it. Whatever is changed there compiles the rule anew; nothing else does."""

import ast
import hashlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

OWN_PACKAGE = Path(__file__).parents[1]
OWN_PARTS = {OWN_PACKAGE, OWN_PACKAGE / "games", OWN_PACKAGE / "bots"}
DATA_ENDINGS = {".json", ".yaml", ".toml"}
WORDS_ONLY = {"text", "lessons"}
"""Folders for people: no rule hangs on what is said, so a better word compiles nothing anew."""


def file_of(function: Callable[..., Any]) -> Path:
    """Return the file that a function is written in."""
    return Path(function.__code__.co_filename)


def home_of(function: Callable[..., Any]) -> Path:
    """Return where a function is at home: its whole package, or its file if it has no package.

    Our own package is taken in parts, as the arrows between its folders point one way.
    """
    return home_of_file(file_of(function))


def home_of_file(file: Path) -> Path:
    """Return the package of a file, or the file itself if it has none."""
    if not is_package(file.parent):
        return file
    folder = file.parent
    while is_package(folder.parent) and folder.parent not in OWN_PARTS:
        folder = folder.parent
    return folder


def is_package(folder: Path) -> bool:
    """Tell whether a folder is a Python package."""
    return (folder / "__init__.py").exists()


@cache
def fingerprint(file: Path) -> str:
    """Digest a source file, all that it imports from its own package or from ours, and the data
    of its home."""
    home = home_of_file(file)
    digest = hashlib.sha256()
    for path in sorted({*all_imported(file), *data_of(home)}, key=name_of):
        digest.update(name_of(path).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def name_of(file: Path) -> str:
    """Name a file from its outermost package on, so that it has that name wherever it lies."""
    if file.suffix == ".py" and not is_package(file.parent):
        return file.name
    return file.relative_to(root_package(file).parent).as_posix()


@cache
def data_of(home: Path) -> tuple[Path, ...]:
    """List the data files of a package; a game in one file has none."""
    if home.is_file():
        return ()
    return tuple(
        path
        for path in sorted(home.rglob("*"))
        if path.suffix in DATA_ENDINGS and path.parent.name not in WORDS_ONLY
    )


def all_imported(file: Path) -> set[Path]:
    """Collect a file and all that it imports, directly or not, from its own package or ours."""
    found, waiting = set(), [file]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting.extend(imported(path))
    return found


@cache
def imported(file: Path) -> frozenset[Path]:
    """List the files that a file imports from its own package or from ours."""
    tree = ast.parse(file.read_bytes(), str(file))
    modules = (module for node in ast.walk(tree) for module in named_modules(node, file))
    return frozenset(path for module in modules for path in (module_file(module),) if path)


def named_modules(node: ast.AST, file: Path) -> Iterator[Path]:
    """Yield the places, without ending, of the modules that an import statement may mean."""
    if isinstance(node, ast.Import):
        for name in node.names:
            yield from places(name.name, file)
    elif isinstance(node, ast.ImportFrom):
        for base in bases(node, file):
            yield base
            yield from (base / name.name for name in node.names)


def bases(node: ast.ImportFrom, file: Path) -> Iterator[Path]:
    """Yield the place of the module that names are imported from."""
    if node.level == 0:
        yield from places(node.module or "", file)
    else:
        yield file.parents[node.level - 1].joinpath(*(node.module or "").split("."))


def places(dotted: str, file: Path) -> Iterator[Path]:
    """Yield where a module of our package, or of the file's own, would lie."""
    first, *rest = dotted.split(".")
    for root in {OWN_PACKAGE, root_package(file)}:
        if root.name == first:
            yield root.joinpath(*rest)


def root_package(file: Path) -> Path:
    """Return the outermost package that a file is in."""
    folder = file.parent
    while is_package(folder.parent):
        folder = folder.parent
    return folder


def module_file(place: Path) -> Path | None:
    """Return the file of a module, given without its ending."""
    for path in (place.with_name(f"{place.name}.py"), place / "__init__.py"):
        if path.is_file():
            return path
    return None
