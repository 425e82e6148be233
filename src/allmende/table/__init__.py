"""The table: a server where people and bots play together in the browser."""

from .serve import serve

__all__ = ["serve"]
