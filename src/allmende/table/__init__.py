"""The table: a server where people and bots play together in the browser."""

from .door.serve import serve

__all__ = ["serve"]
