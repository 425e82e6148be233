"""Passkeys: a person is known again on any device by a key that their own machine keeps.

Nobody needs one. What a browser is asked and what it answers is checked by the library `webauthn`,
which is loaded when somebody first wants to use one.
"""

import json
from typing import Any, NamedTuple

from sqlalchemy import Connection as Transaction
from starlette.requests import Request

from ..background import beside
from ..refusal import CONFLICT, FORBIDDEN, Refusal
from ..store import knowing
from ..store.owners import check_trusted, owner_of
from ..tokens import Device, new_token
from ..wire import persons
from .lobby import Lobby
from .persons import about

HOUSE_NAME = "Allmende"


class Place(NamedTuple):
    """Where a passkey is for: the name of the server, and the address of its page."""

    host: str
    origin: str


def place_of(request: Request) -> Place:
    """Return for which server a passkey is: the one that was asked for, which the doorkeeper knows
    and the browser vouches for."""
    return Place(request.url.hostname or "", request.headers.get("origin", ""))


async def to_register(lobby: Lobby, device: Device, name: str, place: Place) -> Any:
    """Return what a browser is to be asked for to make a passkey."""
    challenge = new_token()

    def work(c: Transaction) -> tuple[str, list[str]]:
        check_trusted(c, device)
        owner = knowing.person_of(c, device, name)
        knowing.add_code(c, owner, knowing.TO_REGISTER, challenge)
        return owner, [row.credential for row in knowing.passkeys_in(c, owner)]

    owner, known = await lobby.scribe.run(work)
    return await beside(lambda: registration(place, owner, known, challenge))


def registration(place: Place, owner: str, known: list[str], challenge: str) -> Any:
    """Ask for a passkey that can be found again without a name."""
    import webauthn
    from webauthn.helpers import base64url_to_bytes
    from webauthn.helpers import structs as shapes

    needed = shapes.AuthenticatorSelectionCriteria(
        resident_key=shapes.ResidentKeyRequirement.REQUIRED,
        user_verification=shapes.UserVerificationRequirement.PREFERRED,
    )
    options = webauthn.generate_registration_options(
        rp_id=place.host,
        rp_name=HOUSE_NAME,
        user_name=HOUSE_NAME,
        user_id=owner.encode(),
        challenge=challenge.encode(),
        authenticator_selection=needed,
        exclude_credentials=[
            shapes.PublicKeyCredentialDescriptor(id=base64url_to_bytes(one)) for one in known
        ],
    )
    return json.loads(webauthn.options_to_json(options))


async def register(
    lobby: Lobby, device: Device, credential: Any, name: str, place: Place
) -> persons.Me:
    """Keep a passkey that a browser has made."""
    challenge = challenge_in(credential)
    made = await beside(lambda: made_passkey(credential, challenge, place))

    def work(c: Transaction) -> persons.Me:
        owner = knowing.use_code(c, knowing.TO_REGISTER, challenge)
        check_trusted(c, device)
        if owner != owner_of(c, device):
            raise Refusal("table.bad_passkey", FORBIDDEN)
        if knowing.read_passkey(c, made.credential) is not None:
            raise Refusal("table.bad_passkey", CONFLICT)
        knowing.add_passkey(c, owner, made.credential, made.key, made.uses, name)
        return about(c, device)

    return await lobby.scribe.run(work)


class Made(NamedTuple):
    """A passkey that was made: its name, its public key, and how often it was used."""

    credential: str
    key: str
    uses: int


def made_passkey(credential: Any, challenge: str, place: Place) -> Made:
    """Check what a browser has answered, and return the passkey that it has made."""
    import webauthn
    from webauthn.helpers import bytes_to_base64url

    try:
        found = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge.encode(),
            expected_rp_id=place.host,
            expected_origin=place.origin,
        )
    except Exception:
        # The library has many names for an answer that is wrong, and plain Python's for one that
        # is nonsense.
        raise Refusal("table.bad_passkey", FORBIDDEN) from None
    return Made(
        bytes_to_base64url(found.credential_id),
        bytes_to_base64url(found.credential_public_key),
        found.sign_count,
    )


async def to_sign_in(lobby: Lobby, place: Place) -> Any:
    """Return what a browser is to be asked for to find a passkey again."""
    challenge = new_token()
    await lobby.scribe.run(
        lambda c: knowing.add_code(c, knowing.NOBODY, knowing.TO_SIGN_IN, challenge)
    )
    return await beside(lambda: question(place, challenge))


def question(place: Place, challenge: str) -> Any:
    """Ask for any passkey of this server."""
    import webauthn

    options = webauthn.generate_authentication_options(
        rp_id=place.host, challenge=challenge.encode()
    )
    return json.loads(webauthn.options_to_json(options))


async def sign_in(
    lobby: Lobby, device: Device, credential: Any, name: str, place: Place
) -> persons.Me:
    """Let a device be one of the person's whose passkey has signed; it is trusted at once."""
    challenge = challenge_in(credential)
    wanted = credential.get("id")
    if not isinstance(wanted, str):
        raise Refusal("table.bad_passkey", FORBIDDEN)
    known = await lobby.scribe.run(lambda c: knowing.read_passkey(c, wanted))
    if known is None:
        raise Refusal("table.bad_passkey", FORBIDDEN)
    uses = await beside(lambda: checked_use(credential, challenge, place, known))

    def work(c: Transaction) -> persons.Me:
        knowing.use_code(c, knowing.TO_SIGN_IN, challenge)
        knowing.come_by_passkey(c, device, wanted, uses, name)
        return about(c, device)

    return await lobby.scribe.run(work)


def checked_use(credential: Any, challenge: str, place: Place, known: Any) -> int:
    """Check a signature, and return how often the passkey was used by its own count."""
    import webauthn
    from webauthn.helpers import base64url_to_bytes

    try:
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge.encode(),
            expected_rp_id=place.host,
            expected_origin=place.origin,
            credential_public_key=base64url_to_bytes(known.key),
            credential_current_sign_count=known.uses,
        )
    except Exception:
        # As above.
        raise Refusal("table.bad_passkey", FORBIDDEN) from None
    return found.new_sign_count


def challenge_in(credential: Any) -> str:
    """Return what a browser says that it was asked to sign; whether we asked that is seen later."""
    try:
        from webauthn.helpers import base64url_to_bytes

        said = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        return base64url_to_bytes(said["challenge"]).decode("ascii")
    except (KeyError, TypeError, ValueError):
        raise Refusal("table.bad_passkey", FORBIDDEN) from None
