"""What is kept about a person: the devices that are one person's, and how further ones come.

Nobody needs to be a person: whoever has one device and no passkey has no row here.
"""

from sqlalchemy import Column, Integer, String, Table

from .metadata import METADATA, SECRET

DEVICES = Table(
    "devices",
    METADATA,
    Column("device", String, primary_key=True, info=SECRET),
    Column("owner", String, nullable=False, info=SECRET),
    Column("id", String, nullable=False),
    Column("name", String, nullable=False),
    Column("since", String, nullable=False),
    Column("trusted", String, nullable=False),
)
"""The devices of persons. One that came by a code is trusted, that is it may drop others, from a
time on."""

CODES = Table(
    "codes",
    METADATA,
    Column("token", String, primary_key=True, info=SECRET),
    Column("owner", String, nullable=False, info=SECRET),
    Column("kind", String, nullable=False),
    Column("until", String, nullable=False),
)
"""What can be used once, for some minutes: codes for another device, and what passkeys sign."""

PASSKEYS = Table(
    "passkeys",
    METADATA,
    Column("credential", String, primary_key=True, info=SECRET),
    Column("owner", String, nullable=False, info=SECRET),
    Column("id", String, nullable=False),
    Column("key", String, nullable=False, info=SECRET),
    Column("uses", Integer, nullable=False),
    Column("name", String, nullable=False),
    Column("since", String, nullable=False),
)
"""Public keys by which a person is known again on any device."""
