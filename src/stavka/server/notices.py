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
from . import mail, webhook
from .channels import Channel, ChannelKind
from .clocks import GRACE
from .mail import MailServer
from .outbox import APART, Notice, Particulars
from .problems import CannotSend
from .quiet import may_be_told
from .storage import Storage

log = logging.getLogger(__name__)

T = TypeVar("T")

# Seconds between two looks at what others have put into the outbox, or what has become due.
EVERY = 10.0
# So many are sent at once.
THREADS = 4
# Seconds after which what could not be sent is tried again, one after the other; given up after
# about three days.
AGAIN = (60, 300, 1800, 3 * 3600, 12 * 3600, 24 * 3600, 36 * 3600)


class Sending(NamedTuple):
    """How this server sends notices."""

    # Where people find it: `https://games.example.org`.
    origin: str = ""
    mail: MailServer | None = None
    # Whether webhooks may be in this machine's own network, and unencrypted.
    nearby: bool = False

    @property
    def kinds(self) -> tuple[ChannelKind, ...]:
        return ("webhook", "mail") if self.mail else ("webhook",)

    def send(self, channel: Channel, subject: str, text: str) -> None:
        """Sends something by a channel; CannotSend if that does not go."""
        if channel.kind == "webhook":
            webhook.send(channel.address, text, nearby=self.nearby)
        elif self.mail is None:
            raise CannotSend("this server sends no mails")
        else:
            stop = f"{self.origin}/#stop/{channel.stop}"
            mail.send(self.mail, channel.address, mail.Letter(subject, text, stop))


NOWHERE = Sending()


class Notices:
    def __init__(self, storage: Storage, sending: Sending) -> None:
        self._outbox, self._channels = storage.outbox, storage.channels
        self.sending = sending
        self._pool = ThreadPoolExecutor(THREADS, "notices")
        self._wake = asyncio.Event()

    def wake(self) -> None:
        """There may be something to send."""
        self._wake.set()

    async def run(self) -> None:
        while True:
            self._wake.clear()
            taken = await self._in(self._take)
            if taken:
                await asyncio.gather(*(self._in(partial(self._deliver, one)) for one in taken))
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY):
                    await self._wake.wait()

    async def send(self, channel: Channel, subject: str, text: str) -> None:
        """Sends something at once, for somebody who waits for it."""
        await self._in(partial(self.sending.send, channel, subject, text))

    def stop(self) -> None:
        """Lets what is being sent come to its end, so that nobody sends it again."""
        self._pool.shutdown()

    async def _in(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def _take(self) -> list[Notice]:
        try:
            return self._outbox.take(self.sending.kinds, THREADS)
        except Exception as error:
            log.warning("the outbox could not be read: %s", error)
            return []

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
            # It is taken again when the time for it is over. What it says may name an address.
            log.warning("a notice about table %s waits: %s", notice.table, type(error).__name__)

    def _send(self, notice: Notice, found: Particulars) -> None:
        reason = ""
        if notice.tries <= len(AGAIN) + 1:
            try:
                self.sending.send(found.channel, *words(self.sending.origin, notice.table, found))
            except CannotSend as error:
                reason = str(error)
        else:
            reason = "the server stopped again and again while it was sent"
        if reason != found.channel.failed:
            self._channels.note_failure(notice.account, notice.channel, reason)
        if not reason:
            self._outbox.sent(notice)
        elif notice.tries <= len(AGAIN):
            later = datetime.now(UTC) + timedelta(seconds=AGAIN[notice.tries - 1])
            self._outbox.postpone(notice, _text(later), notice.tries)
        else:
            text = "a notice by %s about table %s is given up: %s"
            log.warning(text, notice.channel, notice.table, reason)
            self._outbox.drop(notice)


def not_before(found: Particulars, moment: datetime) -> datetime | None:
    """When a notice may be sent, if not now: not in quiet hours, and not too often."""
    soonest = moment
    if found.last:
        soonest = max(soonest, datetime.fromisoformat(found.last) + timedelta(seconds=APART))
    later = may_be_told(found.rest, soonest)
    return later if later > moment else None


def words(origin: str, table: str, found: Particulars) -> tuple[str, str]:
    """What is told: the game and where it is; nothing of what happens in it."""
    title = titles.load(found.title)
    names = {scenario.key: scenario.name for scenario in title.scenarios}
    scenario = names.get(found.scenario, found.scenario)
    if found.claimed:
        until = datetime.fromisoformat(found.claimed) + timedelta(seconds=GRACE)
        subject = f"{title.name}: your time is up"
        return subject, (
            f"{title.name}, {scenario}: your time is up, and the win is claimed. If you choose"
            f" until {until:%Y-%m-%d at %H:%M} UTC, the game goes on.\n{link(origin, table)}"
        )
    subject = f"{title.name}: it is your turn"
    return subject, f"{title.name}, {scenario}: it is your turn.\n{link(origin, table)}"


def link(origin: str, table: str) -> str:
    """Where a table is; the browser knows the seat, or the account does.

    >>> link("https://games.example.org", "0123456789abcdef")
    'https://games.example.org/#table/0123456789abcdef'
    """
    return f"{origin}/#table/{table}"


def _text(moment: datetime) -> str:
    """As times are stored, a second later at most."""
    return (moment + timedelta(milliseconds=999)).strftime("%Y-%m-%dT%H:%M:%SZ")
