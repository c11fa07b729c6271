"""Names on the sheet: what is placed keeps its place, and nothing may lie on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .clutter import Clutter
from .layout import Box, Layout

TILE = 64


@dataclass(frozen=True, slots=True)
class Label:
    """A name on the sheet, with the boxes that its letters fill."""

    text: str
    kind: str
    boxes: tuple[Box, ...]
    svg: str


class Labels:
    """The names placed so far; the weightier ones come first, later ones make way for them."""

    KINDS = ("area", "sea", "river", "place")

    def __init__(self, layout: Layout, clutter: Clutter) -> None:
        self.layout = layout
        self.placed: list[Label] = []
        self._clutter = clutter
        self._tiles: dict[tuple[int, int], list[Box]] = {}

    def add(self, label: Label) -> None:
        self.placed.append(label)
        for box in label.boxes:
            for tile in _tiles(box):
                self._tiles.setdefault(tile, []).append(box)

    def free(self, boxes: Iterable[Box], distance: float = 0.0) -> bool:
        """Whether boxes lie inside the frame and at a distance from all names."""
        for box in boxes:
            if not self.layout.bounds.holds(box):
                return False
            grown = box.grown(distance)
            for tile in _tiles(grown):
                for other in self._tiles.get(tile, ()):
                    if grown.overlaps(other):
                        return False
        return True

    def dislike(self, boxes: Iterable[Box]) -> float:
        """What the boxes would cover, of lines, symbols and numbers."""
        return sum([self._clutter.dislike(box) for box in boxes])

    def svg(self) -> str:
        parts = []
        for kind in self.KINDS:
            body = "".join(label.svg for label in self.placed if label.kind == kind)
            parts.append(f'<g id="names-{kind}">{body}</g>')
        return "".join(parts)


def _tiles(box: Box) -> list[tuple[int, int]]:
    return [
        (x, y)
        for x in range(int(box.left // TILE), int(box.right // TILE) + 1)
        for y in range(int(box.top // TILE), int(box.bottom // TILE) + 1)
    ]
