"""A push service and a mail server on this machine. They hold what arrives against the standards by
means of their own: nothing here is written by the libraries that the house sends with."""

import asyncio
import base64
import json
import ssl
import threading
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Protocol

from aiosmtpd.smtp import SMTP, AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.x509.oid import NameOID

from .clients import wait_for

HOST = "127.0.0.1"
CREATED = 201
HALF = 32
"""Bytes of each of the two numbers of a signature."""
A_DAY = 24 * 3600


def encoded(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    form = serialization.PublicFormat.UncompressedPoint
    return key.public_bytes(serialization.Encoding.X962, form)


def certificate(folder: Path) -> tuple[Path, ssl.SSLContext]:
    """Make a certificate for this machine; return its file and what a server needs to show it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "post office")])
    now = datetime.now(UTC)
    alternative = x509.SubjectAlternativeName([x509.IPAddress(ip_address(HOST))])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(alternative, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    shown, hidden = folder / "post.pem", folder / "post.key"
    shown.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    hidden.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(shown, hidden)
    return shown, context


class Browser:
    """The half of a subscription that a browser keeps: it can read what is sent to it."""

    def __init__(self, service: "PushService", name: str) -> None:
        self.service = service
        self.name = name
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = name.encode().ljust(16, b".")[:16]
        service.browsers[f"/{name}"] = self

    def subscription(self, language: str = "en") -> dict[str, Any]:
        keys = {"p256dh": encoded(point(self.key.public_key())), "auth": encoded(self.auth)}
        endpoint = f"https://{HOST}:{self.service.port}/{self.name}"
        return {"endpoint": endpoint, "keys": keys, "language": language}

    def opened(self, body: bytes) -> Any:
        """Read a message: RFC 8188 in the way of RFC 8291."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        info = b"WebPush: info\0" + point(self.key.public_key()) + theirs
        secret = hkdf(self.auth, self.key.exchange(ec.ECDH(), sender), info, 32)
        key = hkdf(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = hkdf(salt, secret, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert text[-1:] == b"\x02", "the last record ends with a 2"
        return json.loads(text[:-1])


def hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


@dataclass
class Pushed:
    """A message that came to the service."""

    browser: str
    message: Any
    headers: dict[str, str]
    size: int


class Subscribed(Protocol):
    """Who has subscribed, and can make something of what is sent."""

    name: str

    def opened(self, body: bytes) -> Any: ...


class PushService:
    """Takes messages, and checks who has signed them."""

    def __init__(self, context: ssl.SSLContext) -> None:
        self.browsers: dict[str, Subscribed] = {}
        self.pushed: list[Pushed] = []
        self.troubles: list[str] = []
        self.answers: list[int] = []
        """How the next messages are answered; when there are none, they are taken."""
        self.keys: set[str] = set()
        self.open_gate = threading.Event()
        self.open_gate.set()
        """While it is not set, messages are taken and never answered."""
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                status = service.take(self.path, dict(self.headers), body)
                service.open_gate.wait()
                self.send_response(status)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer((HOST, 0), Handler)
        self.server.socket = context.wrap_socket(
            self.server.socket, server_side=True, do_handshake_on_connect=False
        )
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def take(self, path: str, headers: dict[str, str], body: bytes) -> int:
        status = self.answers.pop(0) if self.answers else CREATED
        if status != CREATED:
            return status
        given = {name.lower(): value for name, value in headers.items()}
        try:
            self.check(given)
            browser = self.browsers[path]
            self.pushed.append(Pushed(browser.name, browser.opened(body), given, len(body)))
        except Exception as trouble:
            self.troubles.append(repr(trouble))
        return status

    def check(self, headers: dict[str, str]) -> None:
        """Hold what a sender says against RFC 8030 and RFC 8292."""
        scheme, _, rest = headers["authorization"].partition(" ")
        assert scheme == "vapid"
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        signed, _, signature = parts["t"].rpartition(".")
        raw = decoded(signature)
        assert len(raw) == 2 * HALF
        numbers = (int.from_bytes(half, "big") for half in (raw[:HALF], raw[HALF:]))
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(parts["k"]))
        key.verify(encode_dss_signature(*numbers), signed.encode(), ec.ECDSA(hashes.SHA256()))
        head, claims = (json.loads(decoded(part)) for part in signed.split("."))
        assert head == {"typ": "JWT", "alg": "ES256"}
        assert claims["aud"] == f"https://{HOST}:{self.port}"
        assert time.time() < claims["exp"] <= time.time() + A_DAY
        assert claims["sub"].startswith(("mailto:", "https:"))
        self.keys.add(parts["k"])
        assert headers["content-encoding"] == "aes128gcm"
        assert int(headers["ttl"]) > 0
        assert 0 < len(headers["topic"]) <= 32
        assert encoded(decoded(headers["topic"])) == headers["topic"]

    def wait_for(self, count: int) -> list[Pushed]:
        """Wait until so many messages have come."""
        wait_for(lambda: len(self.pushed) >= count or bool(self.troubles))
        assert self.troubles == []
        return self.pushed

    def close(self) -> None:
        self.open_gate.set()
        self.server.shutdown()
        self.server.server_close()


@dataclass
class MailServer:
    """Takes mails, from those who have signed in over a secret connection."""

    context: ssl.SSLContext
    mails: list[EmailMessage] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    """How the next recipients are answered; when there are none, they are taken."""
    conversations: list[SMTP] = field(default_factory=list)
    user, password = "table", "a secret of the house"

    def __post_init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        is_open = threading.Event()
        self.thread = threading.Thread(target=self.listen, args=(is_open,), daemon=True)
        self.thread.start()
        is_open.wait()

    def listen(self, is_open: threading.Event) -> None:
        """Take mails in a thread of its own, as the loop of a browser may run in the first one."""
        listening = self.loop.create_server(self.conversation, HOST, 0)
        server = self.loop.run_until_complete(listening)
        self.port = server.sockets[0].getsockname()[1]
        is_open.set()
        self.loop.run_forever()
        server.close()
        self.hang_up()
        self.loop.close()

    def hang_up(self) -> None:
        """End what somebody left open who went away in the middle of a conversation."""
        while any(it.transport is not None for it in self.conversations):
            for conversation in self.conversations:
                if isinstance(conversation.transport, asyncio.Transport):
                    conversation.transport.abort()
            self.loop.run_until_complete(asyncio.sleep(0))
        self.loop.run_until_complete(asyncio.sleep(0))

    def conversation(self) -> SMTP:
        """Begin to talk with somebody who has mail."""
        conversation = SMTP(
            self,
            hostname=HOST,
            tls_context=self.context,
            require_starttls=True,
            auth_required=True,
            authenticator=self.authenticate,
            loop=self.loop,
        )
        self.conversations.append(conversation)
        return conversation

    def authenticate(self, server: Any, session: Any, envelope: Any, how: str, data: Any) -> Any:
        given = (data.login.decode(), data.password.decode())
        return AuthResult(success=given == (self.user, self.password))

    async def handle_RCPT(
        self, server: Any, session: Any, envelope: Any, address: str, options: Any
    ) -> str:
        if self.answers:
            return self.answers.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        message = message_from_bytes(envelope.content, _class=EmailMessage, policy=policy.default)
        assert envelope.rcpt_tos == [message["To"]]
        self.mails.append(message)
        return "250 taken"

    def wait_for(self, count: int) -> list[EmailMessage]:
        """Wait until so many mails have come."""
        wait_for(lambda: len(self.mails) >= count)
        return self.mails

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()


class PostOffice:
    """Both, with the certificate by which the house knows them."""

    def __init__(self, folder: Path) -> None:
        self.trust, context = certificate(folder)
        self.push = PushService(context)
        self.mail = MailServer(context)
        self.password = folder / "password"
        self.password.write_text(f"{self.mail.password}\n")

    def settings(self, public_url: str = "https://games.example") -> tuple[str, ...]:
        """Tell a house where to send, and to send at once."""
        return (
            *("--push-network", HOST, "--push-after", "0", "--trust", str(self.trust)),
            *("--smtp", f"{HOST}:{self.mail.port}", "--mail-from", "table@games.example"),
            *("--smtp-user", self.mail.user, "--smtp-password-file", str(self.password)),
            *("--mail-after", "0", "--public-url", public_url),
        )

    def close(self) -> None:
        self.push.close()
        self.mail.close()
