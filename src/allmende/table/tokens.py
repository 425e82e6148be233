"""Secrets of devices and invitations: 128 random bits each, of which only the hash is kept."""

import hashlib
import re
import secrets
from typing import NewType

from .refusal import NOT_FOUND, Refusal

TOKEN_BYTES = 16
TABLE_BYTES = 9
TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")
TABLE = re.compile(r"[A-Za-z0-9_-]{12}")

Device = NewType("Device", str)
"""The hash of a device's cookie."""


def new_token() -> str:
    """Return a token that nobody can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_table_id() -> str:
    """Return the name of a table. Who knows it may watch."""
    return secrets.token_urlsafe(TABLE_BYTES)


def hashed(token: str) -> str:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def table_named(name: str) -> str:
    """Return the name of a table, if it can be one."""
    if not TABLE.fullmatch(name):
        raise Refusal("table.unknown_table", NOT_FOUND)
    return name


def device_of(cookie: str | None) -> Device | None:
    """Return the device of a cookie, or None for none and for one that is not ours."""
    return Device(hashed(cookie)) if cookie and TOKEN.fullmatch(cookie) else None
