"""Web Push: a message that only one browser can read (RFC 8291), signed by this house (RFC 8292),
handed to the push service of that browser (RFC 8030)."""

import asyncio
import json
import ssl
import time
from base64 import urlsafe_b64decode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import h11
import http_ece
from cryptography.hazmat.primitives.asymmetric import ec

from ..background import beside
from ..store.notice_facts import Subscription
from .keys import Keys
from .reaching import Endpoint, NotReached, address_of

SECONDS_TO_SEND = 20.0
SIGNED_FOR = 12 * 3600
"""Seconds that a signature lasts; 24 hours are the most."""
PADDED_TO = 1024
"""All messages are as long, so that their length tells nothing."""
MOST_READ = 16 * 1024
POINT_BYTES, AUTH_BYTES = 65, 16
"""The length of the keys of a browser: a point of the curve, and a secret."""
UNCOMPRESSED = 4


@dataclass(frozen=True)
class Reply:
    """What a push service has said."""

    status: int
    retry_after: float | None = None


def decoded(text: str, length: int) -> bytes | None:
    """Read a key of a browser; None if it is none."""
    try:
        found = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return None
    return found if len(found) == length else None


def are_keys(p256dh: str, auth: str) -> bool:
    """Tell whether a browser's keys are what they should be: a point on the curve, and a secret."""
    point = decoded(p256dh, POINT_BYTES)
    if point is None or point[0] != UNCOMPRESSED or decoded(auth, AUTH_BYTES) is None:
        return False
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return False
    return True


def sealed(subscription: Subscription, message: Mapping[str, str]) -> bytes:
    """Write a message that only one browser can read."""
    text = json.dumps(message, ensure_ascii=False).encode()
    content: bytes = http_ece.encrypt(
        text.ljust(PADDED_TO),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=decoded(subscription.p256dh, POINT_BYTES),
        auth_secret=decoded(subscription.auth, AUTH_BYTES),
        version="aes128gcm",
    )
    return content


def headers_for(
    keys: Keys, endpoint: Endpoint, contact: str, topic: str, ttl: int
) -> list[tuple[str, str]]:
    """List the headers of a message: who sends it, what it replaces, and how long it is kept."""
    claims = {"aud": endpoint.origin, "sub": contact, "exp": int(time.time()) + SIGNED_FOR}
    return [
        ("authorization", keys.vapid.sign(claims)["Authorization"]),
        ("content-encoding", "aes128gcm"),
        ("content-type", "application/octet-stream"),
        ("ttl", str(ttl)),
        ("topic", topic),
        ("urgency", "normal"),
    ]


class PushSender:
    """Hands messages to push services."""

    def __init__(
        self, keys: Keys, contact: str, allowed: Sequence[str], trusted: ssl.SSLContext
    ) -> None:
        self.keys = keys
        self.contact = contact
        self.allowed = allowed
        self.trusted = trusted

    async def send(
        self,
        subscription: Subscription,
        endpoint: Endpoint,
        message: Mapping[str, str],
        topic: str,
        ttl: int,
    ) -> Reply:
        """Hand over a message, and return what the service says."""

        def prepare() -> tuple[list[tuple[str, str]], bytes]:
            headers = headers_for(self.keys, endpoint, self.contact, topic, ttl)
            return headers, sealed(subscription, message)

        headers, content = await beside(prepare)
        try:
            async with asyncio.timeout(SECONDS_TO_SEND):
                address = await address_of(endpoint, self.allowed)
                return await self.hand_over(address, endpoint, headers, content)
        except (OSError, TimeoutError, h11.ProtocolError) as trouble:
            raise NotReached(type(trouble).__name__) from trouble

    async def hand_over(
        self, address: str, endpoint: Endpoint, headers: list[tuple[str, str]], content: bytes
    ) -> Reply:
        """Send one request over a connection of its own; nobody is followed anywhere else."""
        reader, writer = await asyncio.open_connection(
            address, endpoint.port, ssl=self.trusted, server_hostname=endpoint.host
        )
        try:
            ours = h11.Connection(h11.CLIENT, MOST_READ)
            head = h11.Request(
                method="POST",
                target=endpoint.path,
                headers=[
                    ("host", endpoint.origin.removeprefix("https://")),
                    ("content-length", str(len(content))),
                    ("connection", "close"),
                    *headers,
                ],
            )
            for event in (head, h11.Data(data=content), h11.EndOfMessage()):
                writer.write(ours.send(event) or b"")
            await writer.drain()
            return await self.reply(ours, reader)
        finally:
            writer.close()

    async def reply(self, ours: h11.Connection, reader: asyncio.StreamReader) -> Reply:
        """Read how the service answers; what it has to say besides is left unread."""
        while True:
            event = ours.next_event()
            if event is h11.NEED_DATA:
                ours.receive_data(await reader.read(MOST_READ))
            elif isinstance(event, h11.Response):
                found = dict(event.headers).get(b"retry-after", b"")
                wait = float(found) if found.isdigit() else None
                return Reply(event.status_code, wait)
            elif not isinstance(event, h11.InformationalResponse):
                raise NotReached("no answer")
