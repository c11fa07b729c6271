"""A table whose first dice fall before anybody has to choose, and whose players have not all come:
there is nothing on its map yet."""

from __future__ import annotations

from collections.abc import Sequence

from .. import titles
from ..engine.presentation import Presentation
from .clocks import Hand, view_of
from .company import Company
from .messages import LogLine, RemarkView, SeatState
from .storage import StoredTable
from .table import Seat, Table


class Unbegun(Table):
    """It can be looked at, and people can come; the rest waits for the dice."""

    begun = False

    def __init__(self, stored: StoredTable) -> None:
        self.stored = stored
        self.title = titles.load(stored.title)
        self.company = Company(stored)
        self.remarks, self.seen, self.plans, self.machines = [], {}, [], {}
        self.version = self.thought = self.reached = 0
        self.stranded = False
        self.clock = None

    @property
    def events(self) -> int:
        return 0

    def machine_to_choose(self) -> bool:
        return False

    def hand(self, chosen: str = "") -> Hand:
        return Hand()

    def version_of(self, seat: Seat) -> int:
        return 0

    def known(self, seat: Seat, version: int, lines: int) -> int:
        return 0

    def log(self, seat: Seat) -> list[LogLine]:
        return []

    def state(self, seat: Seat, log: Sequence[LogLine], log_from: int = 0) -> SeatState:
        stored = self.stored
        return SeatState(
            version=0,
            table=stored.id,
            kind="game",
            sides=seat.sides,
            players=stored.players,
            presentation=self._nothing(seat),
            log_from=0,
            log=(),
            moves=0,
            since=0,
            seen=0,
            talk=tuple(
                RemarkView(remark.speaker, remark.text, 0, None, bool(remark.seat))
                for remark in self.remarks
            ),
            can_undo=False,
            can_redo=False,
            in_hand=False,
            thinking=False,
            thought=0,
            leaders={},
            teaching=stored.teaching,
            secrets=False,
            can_export=False,
            seats=self.company.infos(),
            dice=self.company.dice(seat.key, over=False),
            proposals=self.company.views(seat.sides),
            data=stored.data,
            closed=stored.closed,
            clock=view_of(self.clock, self.title.sides),
        )

    def _nothing(self, seat: Seat) -> Presentation:
        """A map without anything on it."""
        return Presentation(
            title=self.stored.title,
            scenario=self.stored.scenario,
            options=self.stored.options,
            side=seat.sides[0] if len(seat.sides) == 1 else "",
            turn=0,
            turns=0,
            phase="The set-up waits for the dice",
            to_choose="",
            decision=None,
            units=(),
            markers=(),
            tracks=(),
            boxes=(),
            facts=(),
            overlays=(),
            outcome=None,
        )
