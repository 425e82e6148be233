"""The pages that people read, and the code in them.

Every piece of Python in a page is run, unless it quotes a file that the page names or a comment
right above it says otherwise:

    <!-- not run: why -->
    <!-- run by make peers -->
"""

import contextlib
import io
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
PAGES = [*sorted(Path().glob("*.md")), *sorted(Path("docs").rglob("*.md"))]
PEERS = "run by make peers"
NOT_RUN = "not run: "
SHELLS = ("sh", "shell")
BLOCK = re.compile(
    r"(?:<!-- (?P<mark>[^\n]*) -->\n)?"
    r"^(?P<indent> *)```(?P<language>\w*)\n(?P<code>.*?)\n *```$"
    r"(?:\n\n *prints\n\n *```text\n(?P<prints>.*?)\n *```$)?",
    re.DOTALL | re.MULTILINE,
)
PROGRAM = re.compile(r"(?:\S*/)?allmende(?= |$)")
INLINE = re.compile(r"`allmende ([^`]+)`")


class Block(NamedTuple):
    """A piece of code in a page."""

    language: str
    code: str
    mark: str
    """What the comment right above it says."""
    prints: str | None
    """What it prints, if the page says so."""


def blocks(page: Path) -> list[Block]:
    """List the pieces of code in a page."""
    return [
        Block(
            language=found["language"],
            code=re.sub(f"^{found['indent']}", "", found["code"], flags=re.MULTILINE),
            mark=found["mark"] or "",
            prints=found["prints"],
        )
        for found in BLOCK.finditer(page.read_text("utf-8"))
    ]


def python_of(page: Path) -> list[Block]:
    """List the Python in a page that quotes no file which the page names."""
    named = re.findall(r"[\w/]+\.py\b", page.read_text("utf-8"))
    files = [ROOT / name for name in named if (ROOT / name).is_file()]
    sources = [to_the_left(path.read_text("utf-8")) for path in files]
    return [
        block
        for block in blocks(page)
        if block.language == "python"
        and not any(to_the_left(block.code) in source for source in sources)
    ]


def to_the_left(code: str) -> str:
    """Take the space before each line away: a page may show less of it than the file has."""
    return "\n".join(line.strip() for line in code.splitlines())


def run_in_turn(python: list[Block]) -> None:
    """Run the Python of a page from top to bottom, as a reader would, and hold what it prints
    against what the page says."""
    known: dict[str, Any] = {}
    for block in python:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(block.code, known)
        if block.prints is not None:
            assert printed.getvalue().rstrip() == block.prints.rstrip()


def commands(page: Path) -> Iterator[list[str]]:
    """List what is said to `allmende` in the shell, word by word."""
    for block in blocks(page):
        for line in block.code.splitlines() if block.language in SHELLS else ():
            program, *words = shlex.split(line, comments=True) or [""]
            if PROGRAM.fullmatch(program):
                yield words


def mentioned(page: Path) -> list[str]:
    """List the commands that a page mentions in passing."""
    return [said.split()[0] for said in INLINE.findall(page.read_text("utf-8"))]
