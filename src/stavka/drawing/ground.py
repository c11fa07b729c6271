"""What lies where, cell by cell: the map's hexes, and a rim beyond them up to the frame."""

from __future__ import annotations

from collections import Counter

from ..board import Board
from ..hexes import members
from .layout import Layout, Node

WATER = frozenset(["sea", "lake"])


class Ground:
    """The look of every cell that is painted.

    The rim, and hexes that are void, take on the look of what they touch, so that a coast or a
    forest runs on under the frame and under the veil instead of ending in front of it.
    """

    def __init__(self, board: Board, layout: Layout) -> None:
        self.void: set[Node] = set()
        self.look: dict[Node, str] = {}
        for key, hexes in board.terrain.items():
            look = board.kinds["terrain"][key].look
            nodes = [layout.node_of[h] for h in members(hexes)]
            if look == "void":
                self.void.update(nodes)
            else:
                self.look.update(dict.fromkeys(nodes, look))
        self.real = frozenset(self.look)
        self.idle = {layout.node_of[h] for h in members(board.grid.all & ~board.in_play)}
        rim: dict[Node, Counter[str]] = {}
        for cell in sorted(self.look):
            for there in layout.around(cell):
                if there not in self.look:
                    rim.setdefault(there, Counter())[self.look[cell]] += 1
        # Ties go to the look that comes first in the alphabet, not to chance.
        self.look.update({c: min(n, key=lambda look: (-n[look], look)) for c, n in rim.items()})
        # The rim beside hexes out of play is out of play too.
        for cell in sorted(self.look.keys() - self.real - self.void):
            alike = [
                c for c in layout.around(cell) if c in self.real and self.look[c] == self.look[cell]
            ]
            if alike and self.idle.issuperset(alike):
                self.idle.add(cell)
        self.water = {c for c, look in self.look.items() if look in WATER}

    def outside(self, cell: Node) -> bool:
        """Whether a cell is no hex of the map."""
        return cell not in self.real

    def cells_at(self, layout: Layout, corner: Node) -> list[Node]:
        """The painted cells that meet at a corner."""
        near = (
            Node(corner.u + du, corner.v + dv)
            for du in range(-2, 3)
            for dv in range(-2, 3)
            if (du, dv) != (0, 0)
        )
        return [n for n in near if n in self.look and corner in layout.corners(n)]
