"""What kernel.c offers, if it has been built."""

from collections.abc import Sequence

from .grid import HexSet

VERSION: int

class Map: ...

def map(
    all: HexSet,
    words: int,
    near: int,
    far: int,
    dearest: int,
    lanes: tuple[
        tuple[int, HexSet, tuple[HexSet, ...], tuple[tuple[int, HexSet], ...]],
        ...,
    ],
) -> Map: ...
def reach(
    map: Map,
    start: HexSet,
    points: int,
    blocked: HexSet,
    stop: HexSet,
    enter: Sequence[tuple[int, HexSet] | tuple[int, HexSet, str]],
    leave: Sequence[tuple[int, HexSet] | tuple[int, HexSet, str]],
    barred: Sequence[tuple[HexSet, HexSet]],
    one_hex: bool,
    /,
) -> tuple[HexSet, HexSet, bytes]: ...
def members(hexes: HexSet, /) -> tuple[int, ...]: ...
def member(hexes: HexSet, number: int, /) -> int: ...
def flood(map: Map, sources: HexSet, blocked: HexSet, /) -> HexSet: ...
