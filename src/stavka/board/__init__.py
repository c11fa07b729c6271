"""A map as data: terrain, hexside features, networks, named places, areas and coasts."""

from .board import Board, Chain, Kind, Network, Place, SideRow, Sides
from .loader import load_board

__all__ = ["Board", "Chain", "Kind", "Network", "Place", "SideRow", "Sides", "load_board"]
