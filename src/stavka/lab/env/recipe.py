"""What game an environment plays, as plain data that can be carried to another process."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ... import titles
from ...engine import Title
from .desk import EncodingName, Shape
from .match import BACK_OUTS, LIMIT, Match


@dataclass(frozen=True, slots=True)
class Recipe:
    """A scenario with its options and data, how choices are numbered, and when to break off."""

    slug: str
    scenario: str
    # All that are on; None for those that the scenario starts with.
    options: tuple[str, ...] | None = None
    encoding: EncodingName = "flat"
    limit: int = LIMIT
    back_outs: int = BACK_OUTS
    # A folder whose files are read instead of the title's own.
    overlay: Path | None = None

    def title(self) -> Title[Any]:
        return titles.load(self.slug, self.overlay)

    def match(self) -> Match:
        return Match(self.title(), self.scenario, self.options, self.limit, self.back_outs)

    def shape(self) -> Shape:
        return Shape(self.title(), self.encoding)
