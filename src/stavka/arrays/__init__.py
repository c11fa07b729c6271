"""Views and choices as arrays of a fixed shape, for whoever learns or has learnt (needs numpy)."""

from .encoding import Encoding, Listing, Undeclared
from .layout import Meaning
from .observation import Observer, Writer

__all__ = ["Encoding", "Listing", "Meaning", "Observer", "Undeclared", "Writer"]
