"""What a guest keeps of the dice of its seat, and whether the server still says the same, as a
browser does (web/src/marks.ts). If it does not, the share stays shut and the guest is told."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Literal, NamedTuple

import msgspec

from ..engine.dice import commitment as commitment_to
from ..engine.shares import Pledge, committed
from ..server.messages import DiceState

SHARE_BYTES = 32
CHOSEN = "Whoever runs the server may have chosen the dice."


class Marks(msgspec.Struct, frozen=True):
    # The hash of the server's secret as it was told first; empty before anything was.
    commitment: str = ""
    # What was drawn here, and the hash of it that was published.
    share: str = ""
    own: str = ""
    # Just drawn; waiting to be opened; opened; or too late: the dice were settled before.
    step: Literal["new", "kept", "opened", "late"] = "new"
    # What everybody had committed himself to when it was opened.
    seen: dict[str, str] = {}
    # Whether it was drawn again after an earlier one had been opened.
    redrawn: bool = False


class Judgement(NamedTuple):
    # What is to be kept from now on.
    marks: Marks
    # Whether the share is to be opened now.
    open: bool
    # What is wrong, in plain words.
    warning: str


def drawn(table: str, who: str, commitment: str) -> Marks:
    """A new share, for a seat that is about to be taken."""
    share = secrets.token_bytes(SHARE_BYTES)
    return Marks(commitment, share.hex(), committed(table, who, share))


def drawn_anew(kept: Marks, table: str, who: str, dice: DiceState) -> Marks:
    """What a seat commits itself to that is asked for a share: one that nobody has seen."""
    if kept.step == "new" and kept.share and kept.own == _own(kept, table, who):
        return kept
    marks = drawn(table, who, kept.commitment or dice.commitment)
    redrawn = kept.redrawn or kept.step == "opened"
    return msgspec.structs.replace(marks, redrawn=redrawn)


def judge(kept: Marks, table: str, who: str, dice: DiceState) -> Judgement:
    """What to make of what the server tells of the dice."""
    own = kept.own or _own(kept, table, who)
    first = kept.commitment or dice.commitment
    marks = msgspec.structs.replace(kept, commitment=first, own=own)
    if marks.step == "new":
        marks = msgspec.structs.replace(marks, step=_first_step(marks, who, dice))
    warning = _wrong(marks, who, dice)
    open_ = dice.wanted and not warning and own == _own(marks, table, who)
    if open_ and marks.step == "kept":
        marks = msgspec.structs.replace(marks, step="opened", seen=dice.shares)
    elif marks.step == "opened" and not marks.seen:
        marks = msgspec.structs.replace(marks, seen=dice.shares)
    return Judgement(marks, open_, warning)


def _own(marks: Marks, table: str, who: str) -> str:
    return committed(table, who, bytes.fromhex(marks.share))


def _first_step(
    marks: Marks, who: str, dice: DiceState
) -> Literal["new", "kept", "opened", "late"]:
    if dice.wait_for:
        return "kept"
    # It went along when the seat was taken, or the dice were there before.
    return "opened" if dice.shares.get(who) == marks.own else "late"


def _wrong(marks: Marks, who: str, dice: DiceState) -> str:
    if dice.commitment != marks.commitment:
        return (
            "The server has another secret for the dice than the one that was told when this seat"
            f" was taken. {CHOSEN}"
        )
    # All have agreed to do without shares, or somebody else added one before.
    if dice.alone or marks.step == "late":
        return ""
    if dice.shares.get(who) != marks.own:
        return (
            "What the server says that this seat adds to the dice is not what was drawn here."
            f" {CHOSEN}"
        )
    changed = _changed(marks.seen, dice.shares)
    if changed:
        return (
            f"What {' and '.join(changed)} adds to the dice was changed after the part of this"
            f" seat had been opened. {CHOSEN}"
        )
    return ""


def _changed(seen: Mapping[str, str], shares: Mapping[str, str]) -> list[str]:
    """Who adds something else to the dice than when a share was opened."""
    if not seen:
        return []
    return [who for who in sorted({*seen, *shares}) if seen.get(who) != shares.get(who)]


def verdict(table: str, dice: DiceState, marks: Marks) -> str:
    """Once everything has been told: whether it is what was committed to; nothing before."""
    if not dice.seed:
        return ""
    seed = bytes.fromhex(dice.seed)
    pledge = Pledge(table, dice.seats, dice.file, dice.begun)
    if dice.commitment not in (pledge.commitment(seed), commitment_to(seed)):
        return "The dice are wrong: the secret is not the one that the server was committed to."
    for who, published in dice.shares.items():
        if committed(table, who, bytes.fromhex(dice.opened.get(who, ""))) != published:
            return f"The dice are wrong: the share of {who} is not the one that was committed to."
    if marks.commitment and marks.commitment != dice.commitment:
        return "The dice are wrong: another secret was told when this seat was taken."
    if marks.step == "opened" and not dice.alone and _changed(marks.seen, dice.shares):
        return "The dice are wrong: others have added to them than when this seat opened its share."
    return "The dice were checked: everything is what was committed to before the first roll."
