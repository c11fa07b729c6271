from __future__ import annotations

from functools import cache
from xml.etree import ElementTree

import pytest

from stavka import titles
from stavka.board import Board
from stavka.drawing import Picture, draw


class Drawn:
    """A title's map, drawn once for all tests."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self.board: Board = titles.board(slug)
        self.picture: Picture = draw(self.board, subtitle=titles.entry(slug).subtitle)
        self.xml: ElementTree.Element = ElementTree.fromstring(self.picture.svg)


@cache
def drawn_map(slug: str) -> Drawn:
    return Drawn(slug)


@pytest.fixture(params=list(titles.TITLES))
def drawn(request: pytest.FixtureRequest) -> Drawn:
    slug: str = request.param
    return drawn_map(slug)
