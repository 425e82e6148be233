"""Errors that a person can act on. The command line shows their text alone, without a traceback."""


class AllmendeError(Exception):
    """Something a person asked for cannot be done; the text says what, where and what would be."""


class UnknownGame(AllmendeError):
    """There is no game of that name."""


class BadSetup(AllmendeError):
    """A game cannot be set up with these seats or options."""


class IllegalMove(AllmendeError):
    """The rules do not allow this move now."""


class PositionError(AllmendeError):
    """A position document does not describe a state of the game."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"position, field '{field}': {reason}")
        self.field = field
        self.reason = reason


class GameFileError(AllmendeError):
    """A game file is truncated, edited or not one of ours."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason
