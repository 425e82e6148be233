"""Whose things a device may see and change."""

from sqlalchemy import Connection as Transaction


def owner_of(c: Transaction, device: str) -> str:
    """Return whose things a device may see and change: its own."""
    return device
