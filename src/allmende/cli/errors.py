"""The one error that only the command line knows."""

from allmende.core.errors import AllmendeError


class BadFile(AllmendeError):
    """A file could be read, but no game could be replayed from it."""
