"""The East Is Red: the rules in the order of the rulebook, one module for a chapter."""

from .title import EastIsRed

__all__ = ["EastIsRed"]
