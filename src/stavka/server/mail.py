"""Notices by mail, through the mail server that whoever keeps this one has named."""

from __future__ import annotations

import re
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from .problems import CannotSend
from .reach import is_loopback

# Seconds for each step.
STEP_SECONDS = 10.0
LONGEST = 200
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
_PORTS = {"smtp": 587, "smtps": 465}


class MailServer(NamedTuple):
    host: str
    port: int
    # Whether it is encrypted from the first byte on.
    encrypted: bool
    # As whom it is used, if it asks; and whom mails are from.
    user: str
    password: str
    sender: str


class Letter(NamedTuple):
    subject: str
    text: str
    # Where whoever reads it ends such mails.
    stop: str


def mail_server(address: str, sender: str, password: str = "") -> MailServer:
    """What `smtp://user@host:port` says; ValueError if it says something else.

    >>> mail_server("smtp://club@mail.example.org", "games@example.org", "pw")[:4]
    ('mail.example.org', 587, False, 'club')
    """
    parts = urlsplit(address)
    if parts.scheme not in _PORTS or not parts.hostname or parts.path or parts.query:
        raise ValueError("a mail server is given as smtp://user@host:port or smtps://user@host")
    if parts.password is not None:
        raise ValueError("its password does not belong there, where everybody reads it")
    if not is_address(sender):
        raise ValueError(f"{sender!r} is no address that mails could come from; see --mail-from")
    user = unquote(parts.username or "")
    if user and not password:
        raise ValueError(f"the password of {user} is missing; see STAVKA_MAIL_PASSWORD")
    port = parts.port or _PORTS[parts.scheme]
    return MailServer(parts.hostname, port, parts.scheme == "smtps", user, password, sender)


def is_address(text: str) -> bool:
    """Whether something looks like an address of mail, and nothing beside it.

    >>> [is_address(one) for one in ("a@b.org", "a@b", "a@b.org\\n", "A <a@b.org>", "@b.org")]
    [True, False, False, False, False]
    """
    return len(text) <= LONGEST and _ADDRESS.fullmatch(text) is not None


def send(server: MailServer, to: str, letter: Letter) -> None:
    """Sends a mail; CannotSend with a reason that tells nobody's address."""
    mail = _written(server.sender, to, letter)
    try:
        with _line(server) as line:
            if server.user:
                line.login(server.user, server.password)
            line.send_message(mail)
    except smtplib.SMTPRecipientsRefused as error:
        (code, _), *_ = error.recipients.values()
        raise CannotSend(f"the mail server refused the address with code {code}") from None
    except smtplib.SMTPResponseException as error:
        raise CannotSend(f"the mail server answered with code {error.smtp_code}") from None
    except (smtplib.SMTPException, OSError):
        raise CannotSend("the mail server does not answer as it should") from None


def _written(sender: str, to: str, letter: Letter) -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, to, letter.subject
    mail["Date"], mail["Message-ID"] = formatdate(), make_msgid(domain=sender.partition("@")[2])
    # No program is to answer it.
    mail["Auto-Submitted"] = "auto-generated"
    mail["List-Unsubscribe"] = f"<{letter.stop}>"
    mail.set_content(f"{letter.text}\n\nNo more mails from here: {letter.stop}\n")
    return mail


def _line(server: MailServer) -> smtplib.SMTP:
    """A line that is encrypted; to this machine itself it need not be."""
    name, secure = server.sender.partition("@")[2], ssl.create_default_context()
    if is_loopback(server.host):
        # Nobody certifies this machine to itself.
        secure.check_hostname, secure.verify_mode = False, ssl.CERT_NONE
    if server.encrypted:
        return smtplib.SMTP_SSL(
            server.host, server.port, name, timeout=STEP_SECONDS, context=secure
        )
    line = smtplib.SMTP(server.host, server.port, name, STEP_SECONDS)
    try:
        line.ehlo()
        if line.has_extn("starttls"):
            line.starttls(context=secure)
            line.ehlo()
        elif not is_loopback(server.host):
            raise CannotSend("the mail server offers no encryption")
    except BaseException:
        line.close()
        raise
    return line
