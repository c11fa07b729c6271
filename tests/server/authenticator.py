"""A passkey as a telephone keeps one, made of what browsers and passkeys have agreed on (WebAuthn).

It answers as it should, unless a test wants something to be wrong.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import struct
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

from .client import Json

# Somebody is there; he has shown who he is; a new key comes along.
PRESENT, VERIFIED, ATTACHED = 0x01, 0x04, 0x40
ES256 = -7


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Authenticator:
    def __init__(self, origin: str) -> None:
        # The page that the browser shows, of which it tells the truth.
        self.origin = origin
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.credential = secrets.token_bytes(32)
        self.user = ""
        self.signed = 0

    def make(self, wanted: Json, name: str = "telephone", **wrong: Any) -> Json:
        """What a browser sends when a passkey was made."""
        assert ES256 in wanted["algorithms"]
        self.user = wanted["user"]
        attached = (
            bytes(16)
            + struct.pack(">H", len(self.credential))
            + self.credential
            + cbor2.dumps(self._public_key())
        )
        data = self._data(wanted["party"], PRESENT | VERIFIED | ATTACHED, wrong) + attached
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return {
            "credential": wrong.get("credential", text(self.credential)),
            "client": self._client("webauthn.create", wanted, wrong),
            "attestation": text(attestation),
            "name": name,
        }

    def sign(self, asked: Json, device: str = "new desk", **wrong: Any) -> Json:
        """What a browser sends when somebody comes in by the passkey."""
        self.signed = wrong.get("signed", self.signed)
        data = self._data(asked["party"], PRESENT | VERIFIED, wrong)
        client = self._client("webauthn.get", asked, wrong)
        padded = client + "=" * (-len(client) % 4)
        hashed = hashlib.sha256(base64.urlsafe_b64decode(padded)).digest()
        key: ec.EllipticCurvePrivateKey = wrong.get("key", self.key)
        return {
            "credential": text(self.credential),
            "client": client,
            "authenticator": text(data),
            "signature": text(key.sign(data + hashed, ec.ECDSA(SHA256()))),
            "user": wrong.get("user", self.user),
            "device": device,
        }

    def _data(self, party: str, flags: int, wrong: Json) -> bytes:
        named = hashlib.sha256(wrong.get("party", party).encode()).digest()
        return named + struct.pack(">BI", flags & ~wrong.get("without", 0), self.signed)

    def _client(self, kind: str, asked: Json, wrong: Json) -> str:
        told = {
            "type": wrong.get("kind", kind),
            "challenge": wrong.get("challenge", asked["challenge"]),
            "origin": wrong.get("origin", self.origin),
            "crossOrigin": False,
        }
        return text(json.dumps(told).encode())

    def _public_key(self) -> dict[int, Any]:
        """As COSE writes it."""
        point = self.key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (point.x, point.y))
        return {1: 2, 3: ES256, -1: 1, -2: x, -3: y}
