"""The base maps: drawn once, told apart by a digest, kept beside the database."""

from __future__ import annotations

import gzip
import hashlib
import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .. import __version__, drawing, titles
from ..drawing import SIDE, Layout
from .messages import MapData, MapHex


@dataclass(frozen=True, slots=True)
class BaseMap:
    # SVG, compressed: every browser takes it so, and it is a quarter of the size.
    packed: bytes
    digest: str


class Maps:
    """Draws a map when it is first asked for, which takes a second or two."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._maps: dict[str, BaseMap] = {}
        # Two people who ask at the same time do not have it drawn twice.
        self._lock = threading.Lock()

    def base_map(self, slug: str) -> BaseMap:
        with self._lock:
            if slug not in self._maps:
                packed = self._packed(slug)
                digest = hashlib.sha256(packed).hexdigest()[:16]
                self._maps[slug] = BaseMap(packed, digest)
            return self._maps[slug]

    def file(self, slug: str) -> Path | None:
        """Where the picture of a map is kept from one start to the next."""
        return self._folder / f"{slug}-{_fingerprint(slug)}.svg.gz" if self._folder else None

    def _packed(self, slug: str) -> bytes:
        file = self.file(slug)
        if file is not None and file.is_file():
            return file.read_bytes()
        picture = drawing.svg(titles.board(slug), subtitle=titles.entry(slug).subtitle)
        # Without a time stamp: the same map has the same digest everywhere.
        packed = gzip.compress(picture.encode(), mtime=0)
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            # A name of its own, should another server draw the same map at the same time.
            written = file.with_suffix(f".{os.getpid()}")
            written.write_bytes(packed)
            written.replace(file)
        return packed

    def data(self, slug: str) -> MapData:
        width, height, hexes = _hexes(slug)
        return MapData(
            slug=slug,
            width=width,
            height=height,
            side=SIDE,
            orientation=titles.board(slug).grid.orientation,
            image=f"/maps/{slug}.svg?v={self.base_map(slug).digest}",
            hexes=hexes,
        )


@cache
def _hexes(slug: str) -> tuple[int, int, tuple[MapHex, ...]]:
    board = titles.board(slug)
    layout = Layout(board.grid)
    found = []
    for hex_ in board.grid.hexes:
        x, y = layout.centre(hex_)
        found.append(
            MapHex(
                label=board.grid.label(hex_),
                x=round(x, 2),
                y=round(y, 2),
                terrain=board.terrain_of(hex_),
                in_play=bool(board.in_play >> hex_ & 1),
                places=tuple(place.name for place in board.places_at(hex_)),
            )
        )
    return layout.width, layout.height, tuple(found)


def _fingerprint(slug: str) -> str:
    """Of everything that a map is drawn from: data and program."""
    found = hashlib.sha256(__version__.encode())
    for file in _sources(slug):
        found.update(file.name.encode())
        found.update(file.read_bytes())
    return found.hexdigest()[:16]


def _sources(slug: str) -> Iterator[Path]:
    for folder in (titles.entry(slug).data, titles.overlay_of(slug)):
        if folder is not None and (folder / "map").is_dir():
            yield from sorted((folder / "map").iterdir())
    yield from sorted(Path(drawing.__file__).parent.glob("*.py"))
