"""What people are told about their devices, and what they send; `docs/wire.md` explains it."""

from typing import TypedDict

from allmende.core.game import Json


class OwnDevice(TypedDict):
    """A device of a person."""

    id: str
    name: str
    since: str
    here: bool
    """It is the one that asks."""
    trusted: bool
    """It may drop those that were there before it."""


class Passkey(TypedDict):
    """A passkey of a person."""

    id: str
    name: str
    since: str


class Me(TypedDict):
    """A person, as far as they are known: nothing for who has one device and no passkey."""

    devices: list[OwnDevice]
    passkeys: list[Passkey]


class DeviceName(TypedDict):
    """What a device is called in the list of its person."""

    name: str


class DeviceCode(TypedDict):
    """A way for one further device of a person, as long as it can be gone."""

    code: str
    url: str
    seconds: int


class CodeWish(TypedDict):
    """Become a device of the person who made a code."""

    code: str
    name: str


class Came(TypedDict):
    """The seats to which a device has come."""

    seats: list[int]


class PasskeyOptions(TypedDict):
    """What a browser is to be asked for: the options of WebAuthn, as JSON."""

    options: Json


class PasskeyAnswer(TypedDict):
    """What a browser has answered to that, and what the passkey or the device is called."""

    credential: Json
    name: str


class Forgotten(TypedDict):
    """How many tables there were something to be deleted at."""

    tables: int
