"""Notices that a browser shows by itself, by way of its maker's push service (the extra `push`).

The service is told nothing but the length of what is sent, which is always the same: only the
browser can read it. That it comes from this server it tells by a key, for which people subscribe.
The addresses are such as somebody has named, so they are used as carefully as those of webhooks.
"""

from __future__ import annotations

import binascii
import json
import re
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import NamedTuple

from . import posting
from .problems import CannotSend
from .pushes import Push, Subscription

# What the keys of a browser are: a point on the curve P-256 as it is written in full, and a secret.
POINT_BYTES, SECRET_BYTES = 65, 16
# For so many seconds a push service keeps what it cannot deliver yet, and a word to it is good.
KEPT_SECONDS = 24 * 60 * 60
SIGNED_SECONDS = 12 * 60 * 60
# Every notice is as long as this.
LETTER_BYTES = 1024
# The number of points of the curve P-256: keys are smaller.
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_BASE64 = re.compile(r"[A-Za-z0-9_-]+={0,2}")

# Sends what a browser is to show to one of them; with which status the push service has answered.
Sender = Callable[[Subscription, bytes], int]


class Told(NamedTuple):
    """What has become of a notice to the devices of an account."""

    # Subscriptions that there are no more.
    gone: tuple[str, ...]
    arrived: int
    # Why it could not be sent to others.
    failed: tuple[str, ...]


def is_there() -> bool:
    """Whether the extra is."""
    return find_spec("pywebpush") is not None and find_spec("py_vapid") is not None


class Pusher:
    """Sends to push services, as the one server that a key belongs to."""

    def __init__(self, secret: bytes, contact: str, *, nearby: bool = False) -> None:
        """`secret` is that from which the key follows, `contact` whom push services may write to:
        `mailto:...` or `https://...`."""
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
        from py_vapid import Vapid02

        number = int.from_bytes(secret, "big") % (_ORDER - 1) + 1
        key = ec.derive_private_key(number, ec.SECP256R1())
        # A name in one's own network is good enough.
        self._signer = Vapid02(key, {"no-strict": True})
        self._contact, self._nearby = contact, nearby
        point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        # What browsers subscribe for.
        self.public_key = _text(point)

    def send(self, to: Subscription, letter: bytes) -> int:
        """With which status a push service has answered; CannotSend if it does not."""
        from pywebpush import WebPusher

        keys = {"p256dh": to.p256dh, "auth": to.auth}
        encrypted = WebPusher({"endpoint": to.endpoint, "keys": keys}).encode(letter)["body"]
        target = posting.target_of(to.endpoint, nearby=self._nearby)
        claims = {
            "aud": f"http{'s' if target.encrypted else ''}://{target.authority}",
            "exp": int(time.time()) + SIGNED_SECONDS,
            "sub": self._contact,
        }
        headers = {
            **self._signer.sign(claims),
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(KEPT_SECONDS),
        }
        return posting.post(to.endpoint, headers, encrypted, nearby=self._nearby)


def letter(title: str, text: str, path: str) -> bytes:
    """What a browser is to show, and where it leads on this server."""
    content = json.dumps({"title": title, "text": text, "path": path}, ensure_ascii=False)
    return content.encode().ljust(LETTER_BYTES)


def tell(pushes: Sequence[Push], content: bytes, send: Sender) -> Told:
    """Tells all devices, one after the other."""
    gone, failed = [], []
    for one in pushes:
        try:
            status = send(one.subscription, content)
        except CannotSend as error:
            failed.append(str(error))
            continue
        if status in (404, 410):
            gone.append(one.subscription.endpoint)
        elif not 200 <= status < 300:
            failed.append(f"its push service answered with status {status}")
    arrived = len(pushes) - len(gone) - len(failed)
    return Told(tuple(gone), arrived, tuple(failed))


def checked(endpoint: str, p256dh: str, auth: str, *, nearby: bool = False) -> Subscription:
    """What a browser has said, if it can be used, wherever the name of its push service leads;
    CannotSend with the reason if it cannot."""
    from cryptography.hazmat.primitives.asymmetric import ec

    if ":" in posting.target_of(endpoint, nearby=nearby).host:
        raise CannotSend("a push service has a name")
    point = _bytes(p256dh, POINT_BYTES, "p256dh")
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        point = b""
    if point[:1] != b"\x04":
        raise CannotSend("p256dh has to be a point on the curve P-256")
    return Subscription(endpoint, _text(point), _text(_bytes(auth, SECRET_BYTES, "auth")))


def _bytes(text: str, length: int, name: str) -> bytes:
    try:
        found = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (ValueError, binascii.Error):
        found = b""
    if len(found) != length or not _BASE64.fullmatch(text):
        raise CannotSend(f"{name} has to be {length} bytes in base64url")
    return found


def _text(found: bytes) -> str:
    return urlsafe_b64encode(found).rstrip(b"=").decode()
