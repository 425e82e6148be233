"""Building the archives, and looking into the wheel: all that it needs, and nothing that it must
not hold."""

import re
import subprocess
import sys
import zipfile
from fnmatch import fnmatch
from pathlib import Path

from .source import ROOT, Unfit

PAGE = "allmende/table/page/"
WANTED = (
    f"{PAGE}index.html",
    f"{PAGE}assets/*.js",
    f"{PAGE}assets/*.css",
    "allmende/py.typed",
    "allmende/core/text/de.json",
    "allmende/table/wire/text/nl.json",
    "*.dist-info/licenses/LICENSE",
    "*.dist-info/entry_points.txt",
)
WANTED_OF_GAMES = (
    "__init__.py",
    "rulings.md",
    "text/de.json",
    "text/en.json",
    "text/nl.json",
    "lessons/*.json",
    "puzzles.jsonl",
)
DATA_OF_GAMES = "data/*"
UNWANTED = (
    "*__pycache__*",
    "*.pyc",
    "*.nb[ci]",
    "*node_modules*",
    "tests/*",
    "*/test_*",
    "*.test.*",
    "*.map",
    "*.sqlite*",
    "*.allmende",
    "*.log",
)
A_HOME = re.compile(rb"(?<![\w.:/])/(?:home|root|Users|tmp|work)/[\w.-]+/[\w./-]+")
"""A path on the machine of whoever built this."""


def build(folder: Path) -> tuple[Path, Path]:
    """Build the page, a source archive, and from that a wheel."""
    run("npm", "--prefix", "web", "run", "build")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder))
    [wheel], [source] = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return source, wheel


def run(*command: str) -> None:
    """Run a command in the source tree; what it says matters only if it fails."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise Unfit(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


def check_wheel(wheel: Path) -> int:
    """Refuse a wheel that lacks something or holds too much; return how many files it has."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        troubles = [
            *(f"{wanted} is missing" for wanted in wanted_files() if not any_is(names, wanted)),
            *(f"{name} has no place here" for name in names if is_unwanted(name)),
            *(f"{name} holds the path {path}" for name in names for path in paths(archive, name)),
        ]
    if troubles:
        raise Unfit(f"{wheel.name}:\n" + "\n".join(troubles))
    return len(names)


def wanted_files() -> list[str]:
    """List what has to be in a wheel; data only of games that have some."""
    games = sorted(path.parent for path in (ROOT / "src/allmende/games").glob("*/__init__.py"))
    of_games = [f"allmende/games/{game.name}/{name}" for game in games for name in WANTED_OF_GAMES]
    data = [f"allmende/games/{game.name}/{DATA_OF_GAMES}" for game in games if any_data(game)]
    return [*WANTED, *of_games, *data]


def any_data(game: Path) -> bool:
    """Tell whether a game has data files."""
    return any(game.glob(DATA_OF_GAMES))


def any_is(names: list[str], pattern: str) -> bool:
    """Tell whether there is a file of that kind."""
    return any(fnmatch(name, pattern) for name in names)


def is_unwanted(name: str) -> bool:
    """Tell whether a file must not be in a wheel."""
    return any(fnmatch(name, pattern) for pattern in UNWANTED)


def paths(archive: zipfile.ZipFile, name: str) -> set[str]:
    """Find paths of the machine that built this in a file."""
    content = archive.read(name)
    found = {match.decode() for match in A_HOME.findall(content)}
    return found | ({str(ROOT)} if str(ROOT).encode() in content else set())
