"""Those who get notices: a web server, a push service and a mail server on this machine, which keep
what comes."""

from __future__ import annotations

import email
import json
import queue
import secrets
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple, TypeVar

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid.utils import b64urlencode

from .running import PATIENCE


class WebReceiver(ThreadingHTTPServer):
    """Answers with the statuses that it is given, one after the other, and then with 204."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _WebAnswers)
        self.bodies: queue.Queue[tuple[str, Any]] = queue.Queue()
        self.statuses: list[int] = []
        # What is sent to these paths is not answered before that.
        self.held: dict[str, threading.Event] = {}

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def next(self) -> tuple[str, Any]:
        """Where to something was sent, and what; waits for it."""
        return self.bodies.get(timeout=PATIENCE)


class _WebAnswers(BaseHTTPRequestHandler):
    server: WebReceiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        if self.path in self.server.held:
            self.server.held[self.path].wait(PATIENCE)
        status = self.server.statuses.pop(0) if self.server.statuses else 204
        self.send_response(status)
        if 300 <= status < 400:
            self.send_header("location", f"{self.server.address}/elsewhere")
        self.end_headers()
        self.server.bodies.put((self.path, json.loads(body)))

    def log_message(self, *_: Any) -> None:
        pass


class Browser:
    """A browser that has subscribed: its push service gets what only it can read."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = secrets.token_bytes(16)
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.p256dh, self.auth = (b64urlencode(one) for one in (point, self._auth))

    def opened(self, body: bytes) -> Any:
        return json.loads(http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth))


class Pushed(NamedTuple):
    path: str
    headers: Message
    body: bytes


class PushReceiver(ThreadingHTTPServer):
    """A push service for browsers here. Answers with the statuses that it is given for a path, one
    after the other, and then with 201."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _PushAnswers)
        self.pushed: queue.Queue[Pushed] = queue.Queue()
        self.statuses: dict[str, list[int]] = {}

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def next(self) -> Pushed:
        return self.pushed.get(timeout=PATIENCE)


class _PushAnswers(BaseHTTPRequestHandler):
    server: PushReceiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        statuses = self.server.statuses.get(self.path)
        status = statuses.pop(0) if statuses else 201
        self.send_response(status)
        if 300 <= status < 400:
            self.send_header("location", f"{self.server.address}/elsewhere")
        self.end_headers()
        self.server.pushed.put(Pushed(self.path, self.headers, body))

    def log_message(self, *_: Any) -> None:
        pass


class MailReceiver(socketserver.ThreadingTCPServer):
    """Speaks as much SMTP as it takes to be sent a mail; refuses whom it is told to refuse."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _MailAnswers)
        self.mails: queue.Queue[Message] = queue.Queue()
        self.refused: set[str] = set()

    @property
    def address(self) -> str:
        return f"smtp://127.0.0.1:{self.server_address[1]}"

    def next(self) -> Message:
        return self.mails.get(timeout=PATIENCE)


class _MailAnswers(socketserver.StreamRequestHandler):
    server: MailReceiver

    def handle(self) -> None:
        self._say("220 here")
        while line := self.rfile.readline().decode().strip():
            word = line.partition(" ")[0].upper()
            if word == "RCPT" and any(one in line for one in self.server.refused):
                self._say("550 nobody of that name")
            elif word == "DATA":
                self._take()
            elif word == "QUIT":
                self._say("221 bye")
                return
            else:
                self._say("250 well")

    def _take(self) -> None:
        self._say("354 go on")
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line)
        self.server.mails.put(email.message_from_bytes(b"".join(lines)))
        self._say("250 taken")

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


R = TypeVar("R", WebReceiver, PushReceiver, MailReceiver)


@contextmanager
def receiving(receiver: R) -> Iterator[R]:
    thread = threading.Thread(target=receiver.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        receiver.shutdown()
        receiver.server_close()
        thread.join(PATIENCE)


def text_of(mail: Message) -> str:
    content = mail.get_payload(decode=True)
    assert isinstance(content, bytes)
    return content.decode()
