"""The map in words: what lies where, and in which direction."""

from __future__ import annotations

import math
from collections.abc import Iterator

from .. import titles
from ..board import Board
from ..hexes import Hex, UnknownHex
from .trouble import Trouble, sentence

# From the east on, as the sun sees it: a step of the compass is 22.5 degrees.
COMPASS = tuple("E ESE SE SSE S SSW SW WSW W WNW NW NNW N NNE NE ENE".split())  # noqa: SIM905


class Ground:
    def __init__(self, slug: str) -> None:
        try:
            self.board: Board = titles.board(slug)
            self.title = titles.load(slug)
        except titles.UnknownTitle as error:
            raise Trouble(
                f"{sentence(str(error))} Start this program as `stavka --titles DIR mcp ...` with"
                " the folder that the server has it from."
            ) from None
        self._named = {place.name.lower(): place.hex for place in self.board.places}

    def hex(self, text: str) -> Hex:
        """A hex by its printed number or by the name of a place in it."""
        text = text.strip()
        named = self._named.get(text.lower())
        if named is not None:
            return named
        try:
            return self.board.grid.hex(text)
        except UnknownHex as error:
            near = [name for name in self._named if text and text.lower() in name][:5]
            hint = f" Did you mean {', '.join(near)}?" if near else ""
            raise Trouble(f"{sentence(str(error))}{hint}") from None

    def label(self, hex_: Hex) -> str:
        return self.board.grid.label(hex_)

    def name(self, label: str) -> str:
        """A printed number with the places in that hex.

        >>> Ground("east-is-red").name("0427")
        '0427 Peking'
        """
        try:
            places = self.board.places_at(self.board.grid.hex(label))
        except UnknownHex:
            return label
        return " ".join([label, "/".join(place.name for place in places)]).rstrip()

    def direction(self, here: Hex, there: Hex) -> str:
        """Where a hex lies, seen from another."""
        (x0, y0), (x1, y1) = self.board.grid.centre(here), self.board.grid.centre(there)
        steps = math.atan2(y1 - y0, x1 - x0) / math.tau * len(COMPASS)
        return COMPASS[round(steps) % len(COMPASS)]

    def describe(self, hex_: Hex) -> Iterator[str]:
        """Everything the map has in a hex."""
        facts = self.board.describe(hex_)
        out = "" if facts["in_play"] else ", out of play"
        yield f"Hex {self.name(facts['label'])}: {_plain(facts['terrain'])}{out}"
        for place in facts["places"]:
            yield f"  {place['name']}: {', '.join(map(_plain, place['kinds']))}"
        for group, names in facts["areas"].items():
            yield f"  {_plain(group)}: {', '.join(names)}"
        if facts["coastal"]:
            yield f"  coast of {', '.join(facts['seas'])}"
        for network, labels in facts["networks"].items():
            if labels:
                yield f"  {_plain(network)} to {', '.join(labels)}"

    def short(self, hex_: Hex) -> str:
        """Terrain and places of a hex."""
        out = "" if self.board.in_play >> hex_ & 1 else ", out of play"
        return f"{self.name(self.label(hex_))}: {_plain(self.board.terrain_of(hex_))}{out}"

    def between(self, here: Hex, there: Hex) -> str:
        """What lies along the hexside between two hexes, and what joins them."""
        sides = [kind for kind, sides in self.board.sides.items() if sides.has(here, there)]
        ways = [
            name
            for name, network in self.board.networks.items()
            if there in network.joined_to(here)
        ]
        return ", ".join(map(_plain, [*sides, *ways]))

    def around(self, hex_: Hex, radius: int) -> list[Hex]:
        """The hexes within a distance, the nearest first."""
        grid = self.board.grid
        found = [h for h in grid.hexes if grid.distance(h, hex_) <= radius]
        return sorted(found, key=lambda h: (grid.distance(h, hex_), h))

    def places(self) -> Iterator[str]:
        for place in sorted(self.board.places, key=lambda p: p.name):
            kinds = ", ".join(map(_plain, place.kind_texts()))
            yield f"{place.name} {self.label(place.hex)}: {kinds}"


def _plain(word: str) -> str:
    """
    >>> _plain("major_city"), _plain("port:Black_Sea")
    ('major city', 'port: Black Sea')
    """
    return word.replace("_", " ").replace(":", ": ")
