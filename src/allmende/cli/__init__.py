"""The command line: look at games, play, simulate, verify and replay. One file per command."""

from .run import main

__all__ = ["main"]
