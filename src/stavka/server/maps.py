"""The base maps and small pictures of them: drawn once, told apart by a digest, kept beside the
database."""

from __future__ import annotations

import asyncio
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
from .elsewhere import elsewhere
from .messages import MapData, MapHex

# How the files end.
MAP, THUMBNAIL = ".svg.gz", ".png"


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
        self._thumbnails: dict[str, bytes] = {}
        # Two people who ask at the same time do not have it drawn twice.
        self._lock = threading.Lock()
        self._drawing = asyncio.Lock()

    def base_map(self, slug: str) -> BaseMap:
        with self._lock:
            if slug not in self._maps:
                packed = self._kept(slug, MAP)
                if packed is None:
                    packed = _packed(slug)
                    self._keep(slug, MAP, packed)
                digest = hashlib.sha256(packed).hexdigest()[:16]
                self._maps[slug] = BaseMap(packed, digest)
            return self._maps[slug]

    async def thumbnail(self, slug: str) -> bytes:
        """A small picture of a map. The renderer keeps the interpreter while it works, and a lobby
        wants all of them at once, so that another process draws them, one after the other."""
        async with self._drawing:
            if slug not in self._thumbnails:
                self._thumbnails[slug] = self._kept(slug, THUMBNAIL) or await self._drawn(slug)
            return self._thumbnails[slug]

    def thumbnail_address(self, slug: str) -> str:
        return f"/maps/{slug}{THUMBNAIL}?v={_fingerprint(slug)}"

    async def _drawn(self, slug: str) -> bytes:
        packed, picture = await elsewhere(None, draw_thumbnail, slug, self._kept(slug, MAP))
        # Whoever goes from the lobby to a table finds its map drawn.
        self._keep(slug, MAP, packed)
        self._keep(slug, THUMBNAIL, picture)
        return picture

    def file(self, slug: str, kind: str = MAP) -> Path | None:
        """Where the picture of a map is kept from one start to the next."""
        return self._folder / f"{slug}-{_fingerprint(slug)}{kind}" if self._folder else None

    def _kept(self, slug: str, kind: str) -> bytes | None:
        file = self.file(slug, kind)
        return file.read_bytes() if file is not None and file.is_file() else None

    def _keep(self, slug: str, kind: str, picture: bytes) -> None:
        file = self.file(slug, kind)
        if file is None or file.is_file():
            return
        file.parent.mkdir(parents=True, exist_ok=True)
        # A name of its own, should another server draw the same map at the same time.
        written = file.with_suffix(f".{os.getpid()}")
        written.write_bytes(picture)
        written.replace(file)

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


def draw_thumbnail(slug: str, packed: bytes | None) -> tuple[bytes, bytes]:
    """A map, drawn if it has not been, and the small picture of it."""
    packed = packed or _packed(slug)
    return packed, drawing.thumbnail(gzip.decompress(packed).decode())


def _packed(slug: str) -> bytes:
    picture = drawing.svg(titles.board(slug), subtitle=titles.entry(slug).subtitle)
    # Without a time stamp: the same map has the same digest everywhere.
    return gzip.compress(picture.encode(), mtime=0)


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
    return _hash_of_sources(slug, titles.overlay_of(slug))


@cache
def _hash_of_sources(slug: str, overlay: Path | None) -> str:
    found = hashlib.sha256(__version__.encode())
    for file in _sources(slug, overlay):
        found.update(file.name.encode())
        found.update(file.read_bytes())
    return found.hexdigest()[:16]


def _sources(slug: str, overlay: Path | None) -> Iterator[Path]:
    for folder in (titles.entry(slug).data, overlay):
        if folder is not None and (folder / "map").is_dir():
            yield from sorted((folder / "map").iterdir())
    yield from sorted(Path(drawing.__file__).parent.glob("*.py"))
