"""Telling people that it is their turn who are not there: one task of each server.

What is to be told lies in the outbox (`outbox.py`). It is taken from there and sent in threads,
never while a connection to the database is held; what cannot be sent is tried again later.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import NamedTuple, TypeVar

from .. import titles
from . import mail, posting, push, webhook
from .channels import Channel, ChannelKind
from .clocks import GRACE
from .mail import MailServer
from .outbox import APART, Notice, Particulars
from .posting import Target
from .problems import CannotSend
from .push import Pusher
from .quiet import may_be_told
from .storage import Storage

log = logging.getLogger(__name__)

T = TypeVar("T")

# Seconds between two looks at what others have put into the outbox, or what has become due.
EVERY = 10.0
# So many are sent at once, each of another account, and so many trials and codes.
THREADS = 8
TRIALS = 4
# So many names are looked up at once, and so many seconds that may take.
LOOKUPS = 4
LOOKUP_SECONDS = 5.0
# Seconds after which what could not be sent is tried again, one after the other; given up after
# about three days.
AGAIN = (60, 300, 1800, 3 * 3600, 12 * 3600, 24 * 3600, 36 * 3600)


class Message(NamedTuple):
    """What is sent to somebody."""

    subject: str
    text: str
    # Where it leads on this server: `/#table/...`; nowhere if it is empty.
    path: str = ""
    # What is enough where the subject stands above it, if not the text.
    brief: str = ""

    def written(self, origin: str) -> str:
        return f"{self.text}\n{origin}{self.path}" if self.path else self.text


class Sending(NamedTuple):
    """How this server sends notices."""

    # Where people find it: `https://games.example.org`.
    origin: str = ""
    mail: MailServer | None = None
    # Whether webhooks and push services may be in this machine's own network, and unencrypted.
    nearby: bool = False
    # Whether browsers can show notices, which takes the extra `push`.
    push: bool = False

    @property
    def kinds(self) -> tuple[ChannelKind, ...]:
        kinds: dict[ChannelKind, bool]
        kinds = {"webhook": True, "mail": self.mail is not None, "push": self.push}
        return tuple(kind for kind, there in kinds.items() if there)

    @property
    def contact(self) -> str:
        """Whom push services may write to about this server.

        >>> Sending("https://games.example.org").contact, Sending("http://127.0.0.1:8123").contact
        ('https://games.example.org', 'https://localhost')
        """
        if self.mail:
            return f"mailto:{self.mail.sender}"
        return self.origin if self.origin.startswith("https://") else "https://localhost"

    def send(self, channel: Channel, message: Message) -> None:
        """Sends something to an address; CannotSend if that does not go."""
        text = message.written(self.origin)
        if channel.kind == "webhook":
            webhook.send(channel.address, text, nearby=self.nearby)
        elif self.mail is None:
            raise CannotSend("this server sends no mails")
        else:
            stop = f"{self.origin}/#stop/{channel.stop}"
            mail.send(self.mail, channel.address, mail.Letter(message.subject, text, stop))


NOWHERE = Sending()


class Notices:
    def __init__(self, storage: Storage, sending: Sending) -> None:
        self._outbox, self._channels = storage.outbox, storage.channels
        self._pushes = storage.pushes
        self.sending = sending
        self._pusher: Pusher | None = None
        if sending.push:
            self._pusher = Pusher(storage.push_key(), sending.contact, nearby=sending.nearby)
        # Whoever waits for a trial or a name does not wait for notices, and they not for him.
        self._pool = ThreadPoolExecutor(THREADS, "notices")
        self._trials = ThreadPoolExecutor(TRIALS, "trials")
        self._lookups = ThreadPoolExecutor(LOOKUPS, "lookups")
        self._wake = asyncio.Event()
        # What is being sent, and of which accounts.
        self._under_way: dict[asyncio.Future[None], str] = {}

    def wake(self) -> None:
        """There may be something to send."""
        self._wake.set()

    async def run(self) -> None:
        while True:
            self._wake.clear()
            busy = tuple(self._under_way.values())
            if len(busy) < THREADS:
                taken = await self._in(self._pool, partial(self._take, busy))
                if taken is not None:
                    self._begin(taken)
                    continue
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY):
                    await self._wake.wait()

    def _begin(self, notice: Notice) -> None:
        loop = asyncio.get_running_loop()
        sent = loop.run_in_executor(self._pool, self._deliver, notice)
        self._under_way[sent] = notice.account
        sent.add_done_callback(self._end)

    def _end(self, sent: asyncio.Future[None]) -> None:
        del self._under_way[sent]
        self.wake()

    @property
    def push_key(self) -> str:
        """What browsers subscribe for; empty if they cannot."""
        return self._pusher.public_key if self._pusher else ""

    async def send(self, channel: Channel, message: Message) -> str:
        """Sends something at once, for somebody who waits for it, as `_by` does."""
        return await self._in(self._trials, partial(self._by, channel, message))

    async def look_up(self, target: Target) -> None:
        """CannotSend if a name does not lead where something may be sent to."""
        work = partial(posting.places, target, nearby=self.sending.nearby)
        try:
            async with asyncio.timeout(LOOKUP_SECONDS):
                await self._in(self._lookups, work)
        except TimeoutError:
            raise CannotSend("the name could not be looked up in time") from None

    def stop(self) -> None:
        """Lets what is being sent come to its end, so that nobody sends it again."""
        self._lookups.shutdown(wait=False, cancel_futures=True)
        for pool in (self._pool, self._trials):
            pool.shutdown()

    async def _in(self, pool: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(pool, work)

    def _take(self, busy: tuple[str, ...]) -> Notice | None:
        """One that is due, of an account that no other is on its way to."""
        try:
            return next(iter(self._outbox.take(self.sending.kinds, 1, busy)), None)
        except Exception as error:
            log.warning("the outbox could not be read: %s", error)
            return None

    def _deliver(self, notice: Notice) -> None:
        try:
            found = self._outbox.particulars(notice)
            if found is None:
                self._outbox.drop(notice)
            elif later := not_before(found, datetime.now(UTC)):
                # It was no try.
                self._outbox.postpone(notice, _text(later), notice.tries - 1)
            else:
                self._send(notice, found)
        except Exception as error:
            # What it says may name an address.
            reason = type(error).__name__
            log.warning("a notice about table %s waits: %s", notice.table, reason)
            # If that does not go either, it is taken again when the time for it is over.
            with suppress(Exception):
                self._again(notice, reason)

    def _send(self, notice: Notice, found: Particulars) -> None:
        reason = partly = ""
        if notice.tries <= len(AGAIN) + 1:
            try:
                partly = self._by(found.channel, words(notice.table, found))
            except CannotSend as error:
                reason = str(error)
        else:
            reason = "the server stopped again and again while it was sent"
        if (reason or partly) != found.channel.failed:
            self._channels.note_failure(notice.account, notice.channel, reason or partly)
        if reason:
            self._again(notice, reason)
        else:
            self._outbox.sent(notice)

    def _again(self, notice: Notice, reason: str) -> None:
        """Tries again later what could not be sent, or gives it up."""
        if notice.tries <= len(AGAIN):
            later = datetime.now(UTC) + timedelta(seconds=AGAIN[notice.tries - 1])
            self._outbox.postpone(notice, _text(later), notice.tries)
        else:
            text = "a notice by %s about table %s is given up: %s"
            log.warning(text, notice.channel, notice.table, reason)
            self._outbox.drop(notice)

    def _by(self, channel: Channel, message: Message) -> str:
        """Sends something by a channel; why not to all devices, if only to some. CannotSend if it
        has arrived nowhere."""
        if channel.kind != "push":
            self.sending.send(channel, message)
            return ""
        if self._pusher is None:
            raise CannotSend("this server sends nothing to devices")
        devices = self._pushes.of(channel.account)
        letter = push.letter(message.subject, message.brief or message.text, message.path)
        told = push.tell(devices, letter, self._pusher.send)
        if told.gone or not devices:
            self._pushes.forget(channel.account, told.gone)
        if not told.arrived:
            raise CannotSend(told.failed[0] if told.failed else "no device takes notices any more")
        if not told.failed:
            return ""
        return f"on {len(told.failed)} of {len(devices)} devices: {told.failed[0]}"


def not_before(found: Particulars, moment: datetime) -> datetime | None:
    """When a notice may be sent, if not now: not in quiet hours, and not too often."""
    soonest = moment
    if found.last:
        soonest = max(soonest, datetime.fromisoformat(found.last) + timedelta(seconds=APART))
    later = may_be_told(found.rest, soonest)
    return later if later > moment else None


def words(table: str, found: Particulars) -> Message:
    """What is told: the game and where it is; nothing of what happens in it."""
    title = titles.load(found.title)
    names = {scenario.key: scenario.name for scenario in title.scenarios}
    scenario = names.get(found.scenario, found.scenario)
    # The browser knows the seat, or the account does.
    path = f"/#table/{table}"
    if not found.claimed:
        subject = f"{title.name}: it is your turn"
        return Message(subject, f"{title.name}, {scenario}: it is your turn.", path, scenario)
    until = datetime.fromisoformat(found.claimed) + timedelta(seconds=GRACE)
    text = (
        f"your time is up, and the win is claimed. If you choose until {until:%Y-%m-%d at %H:%M}"
        " UTC, the game goes on."
    )
    named = f"{title.name}, {scenario}: {text}"
    return Message(f"{title.name}: your time is up", named, path, f"{scenario}: {text}")


def _text(moment: datetime) -> str:
    """As times are stored, a second later at most."""
    return (moment + timedelta(milliseconds=999)).strftime("%Y-%m-%dT%H:%M:%SZ")
