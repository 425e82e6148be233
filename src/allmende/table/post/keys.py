"""The keys of the house: the pair that push services know it by, and the secret behind the links in
mails. They are made when the house first starts, and kept with its tables."""

import hmac
import secrets
from base64 import urlsafe_b64encode

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from sqlalchemy import Connection

from ..store import reachable

PUSH_KEY, LINK_KEY = "push", "links"
SECRET_BYTES = 32
STOP, CONFIRM = "stop", "confirm"
"""What links in mails do."""


class Keys:
    """What a house proves itself with."""

    def __init__(self, push: str, links: str) -> None:
        self.vapid = Vapid02.from_pem(push.encode())
        self.links = links.encode()

    @property
    def public(self) -> str:
        """The key that browsers ask for when they subscribe."""
        point = self.vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return without_padding(point)

    def token(self, purpose: str, about: str) -> str:
        """Return what only this house can put into a link or a topic."""
        made = hmac.digest(self.links, f"{purpose} {about}".encode(), "sha256")
        return without_padding(made[:24])

    def is_token(self, token: str, purpose: str, about: str) -> bool:
        """Tell whether this house has made a token."""
        return hmac.compare_digest(token.encode(), self.token(purpose, about).encode())


def without_padding(content: bytes) -> str:
    """Write bytes as addresses and headers have them."""
    return urlsafe_b64encode(content).decode().rstrip("=")


def kept_keys(c: Connection) -> Keys:
    """Return the keys of the house; fresh ones are kept if there are none."""
    fresh = Vapid02()
    fresh.generate_keys()
    push = reachable.secret(c, PUSH_KEY, fresh.private_pem().decode())
    return Keys(push, reachable.secret(c, LINK_KEY, secrets.token_urlsafe(SECRET_BYTES)))
