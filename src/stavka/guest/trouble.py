"""What goes wrong between a guest and the table, in a sentence for the guest."""

from __future__ import annotations


class Trouble(Exception):
    """Something that cannot be done; the message is for whoever wanted it."""


def sentence(text: str) -> str:
    """
    >>> sentence("there is no such seat"), sentence("Not now!"), sentence("")
    ('There is no such seat.', 'Not now!', '')
    """
    text = ended(text)
    return text[:1].upper() + text[1:]


def ended(text: str) -> str:
    """The end of a sentence: with a full stop, and a verb of the game in small letters."""
    text = text.strip()
    return text if text.endswith((".", "!", "?", ":")) or not text else f"{text}."
