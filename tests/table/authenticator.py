"""A passkey in software: what a browser would answer, signed with a key of its own."""

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40
EC2, ES256, P256 = 2, -7, 1

Json = dict[str, Any]


class Authenticator:
    """Keeps one key for one server."""

    def __init__(self, origin: str, host: str) -> None:
        self.origin, self.host = origin, host
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(16)
        self.uses = 0

    def client_data(self, kind: str, options: Json) -> bytes:
        said = {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        return json.dumps(said).encode()

    def about(self, flags: int) -> bytes:
        self.uses += 1
        host = hashlib.sha256(self.host.encode()).digest()
        return host + bytes([flags]) + self.uses.to_bytes(4, "big")

    def registers(self, options: Json) -> Json:
        """Answer to what is asked for a new passkey."""
        numbers = self.key.public_key().public_numbers()
        public = cbor2.dumps(
            {
                1: EC2,
                3: ES256,
                -1: P256,
                -2: numbers.x.to_bytes(32, "big"),
                -3: numbers.y.to_bytes(32, "big"),
            }
        )
        named = bytes(16) + len(self.id).to_bytes(2, "big") + self.id
        about = self.about(PRESENT | VERIFIED | WITH_KEY) + named + public
        made = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": about})
        return self.answer(
            {
                "clientDataJSON": self.client_data("webauthn.create", options),
                "attestationObject": made,
            }
        )

    def signs(self, options: Json) -> Json:
        """Answer to what is asked to be known again."""
        client, about = self.client_data("webauthn.get", options), self.about(PRESENT | VERIFIED)
        signed = about + hashlib.sha256(client).digest()
        signature = self.key.sign(signed, ec.ECDSA(hashes.SHA256()))
        return self.answer(
            {"clientDataJSON": client, "authenticatorData": about, "signature": signature}
        )

    def answer(self, response: dict[str, bytes]) -> Json:
        name = bytes_to_base64url(self.id)
        return {
            "id": name,
            "rawId": name,
            "type": "public-key",
            "clientExtensionResults": {},
            "response": {part: bytes_to_base64url(found) for part, found in response.items()},
        }


def forged(credential: Json) -> Json:
    """Return an answer with another signature."""
    signature = bytearray(base64url_to_bytes(credential["response"]["signature"]))
    signature[-1] ^= 1
    response = {**credential["response"], "signature": bytes_to_base64url(bytes(signature))}
    return {**credential, "response": response}
