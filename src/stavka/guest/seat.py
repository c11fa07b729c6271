"""A guest's seat: taken with an invitation, or entered again; its state, and what is done from it.

Whatever the server asks of a player about the dice is done here without a word: a share is drawn
and kept, and opened when everybody is committed to one.
"""

from __future__ import annotations

import secrets

import msgspec

from ..server.messages import (
    Answer,
    Claim,
    ClientMessage,
    Commit,
    InvitationView,
    LogLine,
    OpenShare,
    OwnSeat,
    Query,
    QueryKind,
    Refused,
    SeatState,
    State,
)
from ..server.seating import seat_name
from .keep import Keeping, Kept
from .link import Link
from .marks import Marks, drawn, drawn_anew, judge, verdict
from .trouble import Trouble
from .wire import GONE, Refusal, Wire

# What can be asked of a seat about the dice without anybody choosing: commit, open, once more.
DICE_STEPS = 4
DEFAULT_NAME = "A language model"
NEW_LINK = (
    "An invitation is good once. If this guest had the seat, what it kept of it is not in {file}:"
    " whoever has the seat can hand it over, or whoever set up the table can give another"
    " invitation."
)


class Seat:
    def __init__(self, link: Link, keeping: Keeping, name: str = DEFAULT_NAME) -> None:
        self._link, self._keeping, self._name = link, keeping, name
        self._kept = Kept()
        self._wire = Wire(link.address)
        self._state: SeatState | None = None
        self.log: list[LogLine] = []
        # What is wrong with the dice.
        self.warning = ""

    @property
    def wire(self) -> Wire:
        return self._wire

    @property
    def state(self) -> SeatState:
        """How the table stood when it was last looked at."""
        return self._state or self.look()

    def look(self) -> SeatState:
        """Sits down if need be, and looks at the table."""
        self.sit_down()
        self._receive(self._wire.get(self._path(self._had()), SeatState, self._kept.secret))
        return self.state

    def wait(self, seconds: float) -> bool:
        """Waits for something new; whether there is."""
        before = self.state.version, len(self.state.talk)
        path = self._path(f"/wait{self._had()}")
        found = self._wire.wait(path, SeatState, self._kept.secret, seconds)
        if found is not None:
            self._receive(found)
        return (self.state.version, len(self.state.talk)) != before

    def send(self, message: ClientMessage) -> Refused | None:
        """Does something; nothing if it was done, otherwise why not."""
        answer = self._post(message)
        if isinstance(answer, State):
            self._receive(answer.state)
        return answer if isinstance(answer, Refused) else None

    def ask(self, kind: QueryKind, verb: str = "", argument: str = "") -> Answer:
        """A question without side effects."""
        answer = self._post(Query(1, kind, verb, argument))
        if isinstance(answer, Refused):
            raise Trouble(answer.reason)
        assert isinstance(answer, Answer)
        return answer

    @property
    def verdict(self) -> str:
        """Once the game is over: whether the dice were what was committed to."""
        return verdict(self.state.table, self.state.dice, self._kept.marks)

    @property
    def redrawn(self) -> bool:
        return self._kept.marks.redrawn

    def _path(self, rest: str = "") -> str:
        return self._wire.seat(self._kept.secret, rest)

    def _had(self) -> str:
        """What is known here already, so that it is not told again."""
        return f"?after={self._state.version if self._state else -1}&log={len(self.log)}"

    def _post(self, message: ClientMessage) -> State | Answer | Refused:
        # Whoever has not sat down yet does so first.
        _ = self.state
        there, kept = self._path(self._had()), self._kept.secret
        found: State | Answer | Refused = self._wire.post(
            there, message, State | Answer | Refused, kept
        )
        return found

    def _receive(self, state: SeatState) -> None:
        self._take(state)
        for _ in range(DICE_STEPS):
            message = self._about_dice()
            if message is None:
                return
            answer = self._post(message)
            if not isinstance(answer, State):
                return
            self._take(answer.state)

    def _take(self, state: SeatState) -> None:
        self.log[state.log_from :] = state.log
        self._state = state

    # Sitting down

    def sit_down(self) -> None:
        """Takes the seat, or enters it again, with whatever was kept of it."""
        if self._kept.secret:
            return
        with self._keeping.alone():
            kept = self._keeping.read()
            if not kept.browser:
                kept = msgspec.structs.replace(kept, browser=secrets.token_hex(16))
            self._wire.browser = kept.browser
            if not kept.secret:
                kept = self._claim(kept) if self._link.invites else self._brought(kept)
            self._kept = kept

    def _brought(self, kept: Kept) -> Kept:
        """A seat that was taken elsewhere."""
        link = self._link
        marks = Marks(commitment=link.commitment, share=link.share)
        kept = msgspec.structs.replace(kept, secret=link.secret, marks=marks)
        self._keeping.write(kept)
        return kept

    def _claim(self, kept: Kept) -> Kept:
        invitation, wire = self._link.secret, self._wire
        try:
            view = wire.get(wire.seat(invitation, "/invitation"), InvitationView, invitation)
            marks = drawn(view.table, seat_name(view.sides), view.commitment)
            alone = view.last and len(view.seats) == 1
            # Kept before it is sent: whoever has published a share has to open it.
            kept = msgspec.structs.replace(kept, marks=marks)
            self._keeping.write(kept)
            claim = Claim(marks.own, marks.share if alone else None, self._name[:40])
            own: OwnSeat = wire.post(wire.seat(invitation, "/claim"), claim, OwnSeat, invitation)
        except Refusal as refusal:
            if refusal.status == GONE:
                raise Trouble(f"{refusal} {NEW_LINK.format(file=self._keeping.file)}") from None
            raise
        kept = msgspec.structs.replace(kept, secret=own.secret)
        self._keeping.write(kept)
        return kept

    # Dice

    def _about_dice(self) -> Commit | OpenShare | None:
        """What the server asks of this seat about the dice."""
        state, kept = self.state, self._kept
        if state.kind != "game" or not state.sides:
            return None
        who = seat_name(state.sides)
        if state.dice.anew:
            self._keep(drawn_anew(kept.marks, state.table, who, state.dice))
            return Commit(self._kept.marks.own)
        if not kept.marks.share:
            return None
        marks, open_, self.warning = judge(kept.marks, state.table, who, state.dice)
        self._keep(marks)
        return OpenShare(marks.share) if open_ else None

    def _keep(self, marks: Marks) -> None:
        if marks != self._kept.marks:
            self._kept = msgspec.structs.replace(self._kept, marks=marks)
            self._keeping.write(self._kept)
