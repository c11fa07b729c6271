"""Messages that nobody may send: by the wrong person, too late, or of no sense."""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from stavka.engine.shares import committed
from stavka.server.limits import MESSAGE_BYTES
from stavka.server.messages import ClientMessage
from stavka.server.seating import new_secret
from tests.server.client import Json, Live
from tests.server.test_secrecy import NONSENSE
from tools.spoiling import spoil

from .boards import Board, Waiting

_read = msgspec.json.Decoder(ClientMessage).decode


class Forgery(NamedTuple):
    kind: str
    # Who says that he is who, at which table.
    secret: str
    table: str
    text: str
    # What follows the table in the path; a message if nothing does.
    path: str = ""


class Forger:
    """Makes forgeries for a board whose people do nothing meanwhile."""

    def __init__(
        self, board: Board, others: Sequence[Board], waiting: Waiting, chance: random.Random
    ) -> None:
        self._board, self._others, self._waiting = board, others, waiting
        self._chance = chance
        self._live = board.deciding
        self._arguments = ["", "nowhere", *_things(board)]
        self._verbs = ["done", "pass", "mine", *{v for b in others for v in _verbs(b)}]

    def next(self) -> Forgery:
        while True:
            kind = self._chance.choice(KINDS)
            found = kind(self, self._live) if self._live is not None else None
            if found is not None:
                return found

    def _message(self, kind: str, secret: str, message: Json | str, path: str = "") -> Forgery:
        text = message if isinstance(message, str) else json.dumps(message)
        return Forgery(kind, secret, self._board.table, text, path)

    def _legal(self, live: Live) -> Json:
        """A choice that is possible now."""
        assert live.decision is not None
        option = self._chance.choice(live.decision["options"])
        argument = self._chance.choice(option["values"]) if option["values"] else ""
        return _choose(live.state["version"], option["verb"], argument)

    def _not_deciding(self, live: Live) -> Live:
        others = [other for other in self._board.lives.values() if other is not live]
        return self._chance.choice(others)

    # By those who do not have to choose

    def wrong_seat(self, live: Live) -> Forgery:
        other = self._not_deciding(live)
        choice = self._legal(live)
        if self._chance.randrange(2):
            choice["number"] = other.state["version"]
        return self._message("wrong seat", other.secret, choice)

    def taking_back(self, live: Live) -> Forgery | None:
        seat = self._chance.choice(list(self._board.lives.values()))
        if self._chance.randrange(2):
            message: Json = {"type": "redo"}
            possible = seat.state["can_redo"]
        else:
            message = {"type": "undo"}
            if self._chance.randrange(2):
                message["to"] = self._chance.choice((-1, 0, 1, 2, 99, seat.state["moves"]))
            possible = seat.state["can_undo"]
        return None if possible else self._message("undo, redo", seat.secret, message)

    # By whoever has to choose

    def wrong_number(self, live: Live) -> Forgery:
        choice, now = self._legal(live), live.state["version"]
        stale = now - self._chance.randrange(1, 500)
        wrong = (now - 1, now + 1, stale, 0, -1, 2**31, 2**63, 10**30)
        choice["number"] = self._chance.choice([number for number in wrong if number != now])
        return self._message("wrong number", live.secret, choice)

    def wrong_verb(self, live: Live) -> Forgery | None:
        verb = self._chance.choice(self._verbs)
        if verb in live.options():
            return None
        choice = _choose(live.state["version"], verb, self._chance.choice(self._arguments))
        return self._message("other verb", live.secret, choice)

    def wrong_argument(self, live: Live) -> Forgery | None:
        verb, values = self._chance.choice(list(live.options().items()))
        argument = self._chance.choice(self._arguments)
        if argument in (values or [""]):
            return None
        choice = _choose(live.state["version"], verb, argument)
        return self._message("illegal argument", live.secret, choice)

    def malformed(self, live: Live) -> Forgery | None:
        if not self._chance.randrange(8):
            text = self._chance.choice([text for text in NONSENSE if isinstance(text, str)])
        else:
            legal = json.dumps(self._legal(live))
            text = spoil(legal, [json.dumps(self._legal(live))], self._chance)
            text = text.encode(errors="replace").decode()
        if len(text.encode()) > MESSAGE_BYTES or _makes_sense(text):
            return None
        return self._message("malformed", live.secret, text)

    # With secrets that open nothing, or something else

    def foreign(self, live: Live) -> Forgery:
        own, chance = self._board, self._chance
        at = chance.randrange(len(live.secret))
        strange = (
            new_secret(own.table),
            live.secret[:at] + "A_x"[chance.randrange(3)] * 2 + live.secret[at + 1 :],
            live.secret.swapcase(),
            chance.choice(own.used),
            chance.choice(own.given_away),
            self._waiting.person.secret,
            self._waiting.invitation,
            *(secret for board in self._others for secret in board.seats.values()),
        )
        path = chance.choice(("", "", "", "what-if", "spectator", "give-back", "report"))
        message = self._legal(live) if not path else ""
        return self._message("foreign secret", chance.choice(strange), message, path)

    def claim(self, live: Live) -> Forgery:
        """Of a seat that somebody has, or of one at another table."""
        own, chance = self._board, self._chance
        who = (*own.used, *own.given_away, *own.lives, new_secret(own.table))
        secret = chance.choice((*who, self._waiting.invitation))
        share = secrets.token_bytes(32)
        message = {"commitment": committed(own.table, "Soviet", share), "name": "Nobody"}
        if chance.randrange(2):
            message["share"] = share.hex()
        # Whoever has come by an invitation may ask for his seat again.
        asks = secret not in own.used and chance.randrange(3) == 0
        if asks:
            return self._message("claim", secret, {"name": "Nobody"}, "ask")
        return self._message("claim", secret, message, "claim")

    def invite(self, live: Live) -> Forgery:
        """To a seat that somebody else has, or by somebody who has none."""
        board, chance = self._board, self._chance
        side, secret = chance.choice(list(board.seats.items()))
        sides = chance.choice([[s for s in board.seats if s != side], [], [side, side], ["Nobody"]])
        if chance.randrange(2):
            return self._message("invite", board.spectator, {"sides": [side]}, "invite")
        return self._message("invite", secret, {"sides": sides}, "invite")

    def share(self, live: Live) -> Forgery:
        """Dice that are settled, and shares of others."""
        board, chance = self._board, self._chance
        secret = chance.choice(list(board.lives))
        share = chance.choice((*board.shares, secrets.token_hex(32)))
        message: Json = {"type": "share", "share": share}
        match chance.randrange(5):
            case 0:
                message = {"type": "propose", "kind": "dice"}
            case 1:
                number = chance.choice((-1, 0, 1, 2, 3, 99, 2**40))
                message = {"type": "agree", "proposal": number, "yes": bool(chance.randrange(2))}
            case 2:
                # The other side has not come: nobody opens anything yet, not even his own.
                early = {"type": "share", "share": self._waiting.person.share.hex()}
                return Forgery(
                    "share", self._waiting.person.secret, self._waiting.table, json.dumps(early)
                )
        return self._message("share", secret, message)


KINDS: tuple[Callable[[Forger, Live], Forgery | None], ...] = (
    *(Forger.wrong_seat, Forger.wrong_number, Forger.wrong_verb, Forger.wrong_argument) * 2,
    *(Forger.malformed, Forger.taking_back, Forger.foreign),
    *(Forger.claim, Forger.invite, Forger.share),
)


def _choose(number: int, verb: str, argument: str) -> Json:
    return {"type": "choose", "number": number, "verb": verb, "argument": argument}


def _makes_sense(text: str) -> bool:
    """What can be read is no nonsense: choices are forged where it is known which are possible."""
    try:
        _read(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True


def _verbs(board: Board) -> list[str]:
    live = board.deciding
    return list(live.options()) if live is not None else []


def _things(board: Board) -> list[str]:
    """Whatever can be named at a table: hexes, units, words."""
    found = set()
    for live in board.lives.values():
        shown = live.presentation
        found |= {unit["id"] for unit in shown["units"]} | {unit["hex"] for unit in shown["units"]}
        if live.decision is not None:
            found |= {value for values in live.options().values() for value in values}
    return sorted(found - {""})
