"""Keeping a game in a file, without destroying another file by a slip of the finger."""

from pathlib import Path

from allmende.core.file import FIRST_LINE
from allmende.core.language import Message
from allmende.core.match import Match


def try_to_save(match: Match, name: str) -> Message | None:
    """Write a match to a file, or return the reason why it cannot be done."""
    try:
        path = Path(name).expanduser()
        if holds_something_else(path):
            return Message("cli.other_file", file=name)
        match.save(path)
    except (OSError, ValueError, RuntimeError) as trouble:  # names can be wrong in all these ways
        reason = getattr(trouble, "strerror", None) or str(trouble)
        return Message("cli.cannot_write", file=name, reason=reason)
    return None


def holds_something_else(path: Path) -> bool:
    """Tell whether there is a file that is neither empty nor a saved game."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return not FIRST_LINE.encode().startswith(file.read(len(FIRST_LINE)))
