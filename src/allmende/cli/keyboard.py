"""Reading lines, from a person at the terminal or from a script."""

import sys
from contextlib import suppress


def somebody_is_there() -> bool:
    """Tell whether a person sits in front of a terminal."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def ask(prompt: str) -> str | None:
    """Show a prompt and return the line that is typed; None when there are no more."""
    if sys.stdin is None:
        return None
    with suppress(ImportError):
        import readline  # noqa: F401  # makes the arrow keys work in `input`
    try:
        line = input(prompt)
    except EOFError:
        print()
        return None
    if not sys.stdin.isatty():
        print(line)  # a script shows no keystrokes; with them the output reads like a dialogue
    return line.strip()
