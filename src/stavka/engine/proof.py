"""What a record proves, and against whom."""

from __future__ import annotations

import hmac
from dataclasses import dataclass

from msgspec import UNSET

from .records import BadRecord, Record, ending_of, replay
from .shares import Source, fingerprint
from .title import Title


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was looked at in a record, and what that proves. Whatever is wrong is a BadRecord."""

    proven: tuple[str, ...]
    # What the record leaves open, and why.
    open: tuple[str, ...]
    # For programs: the number of choices and of rolls, where the dice come from, and what of the
    # last line has been confirmed.
    choices: int
    rolls: int
    dice: str
    commitment: bool
    position: bool
    outcome: bool


def verify(record: Record, title: Title) -> Verdict:
    """What a record proves: rules, dice, commitment, final position and outcome."""
    game = replay(record, title)
    rolls = len(game.opening) + sum(len(move.dice) for move in game.moves)
    ended = game.position.outcome()
    proven = [f"{len(record.lines)} choices replay by the rules"]
    left = []
    if record.beginning:
        left.append("how the position that it begins with came about")
    source = record.source()
    if source is None:
        proven.append(f"{rolls} rolls are such as the rules ask for")
        left.append("that the rolls are fair: the seed has not been revealed")
    else:
        _check_source(record, source, rolls)
        fell, doubts = _proof(record, source, rolls)
        proven += fell
        left += doubts
    if record.digest is not None:
        proven.append("the final position is the one that is written down")
    else:
        left.append("the final position: none is written down")
    if record.outcome is not UNSET:
        proven.append(f"{ending_of(ended)}, as is written down")
    else:
        left.append(f"the outcome: none is written down; by the rules {ending_of(ended)}")
    left.append("who the players are: their names are as they were written")
    return Verdict(
        tuple(proven),
        tuple(left),
        choices=len(record.lines),
        rolls=rolls,
        dice=_kind(record),
        commitment=record.seed is not None,
        position=record.digest is not None,
        outcome=record.outcome is not UNSET,
    )


def _kind(record: Record) -> str:
    """Where the dice come from, in a word for programs."""
    if record.seed is None:
        return "record"
    return "shares" if record.shares else "seed"


def _check_source(record: Record, source: Source, rolls: int) -> None:
    """That what was revealed is what was committed to."""
    if not hmac.compare_digest(source.commitment().encode(), record.commitment.encode()):
        raise BadRecord(1, "the revealed seed is not the one that was committed to")
    if source.file > rolls:
        raise BadRecord(1, f"{source.file} rolls came from a file, and there are {rolls}")
    for share in source.shares:
        if source.pledge is None or not share.kept(source.pledge.table):
            raise BadRecord(1, f"the share of {share.who} is not the one that was committed to")


def _proof(record: Record, source: Source, rolls: int) -> tuple[list[str], list[str]]:
    """What the dice of a record prove, and what they leave open: against whom."""
    proven, left = [], []
    if source.file:
        left.append(f"anything of the first {source.file} rolls: they came from a file")
        rolls -= source.file
    shares = [share.who for share in source.shares]
    everybody = " and ".join(("the server", *shares))
    mark = f"{record.commitment[:8]}..."
    if shares:
        proven.append(f"{rolls} rolls follow from the secrets of {everybody}")
        proven.append("each secret is the one that its holder committed to in the first line")
        for who in shares:
            left.append(
                f"to {who}, that nobody chose the rolls: that is so if the browser of {who} has "
                f"kept these marks from before it opened its share: {mark} of the server, "
                + ", ".join(f"{s.committed[:8]}... of {s.who}" for s in source.shares)
            )
    else:
        proven.append(f"{rolls} rolls follow from the seed")
        proven.append("the seed is the one that the first line commits to")
        left.append(
            "that nobody knew the seed before the first roll: that is so if the commitment "
            f"{mark} was shown then"
        )
        left.append("that whoever drew the seed took the first that came")
    pledge = source.pledge
    if pledge and (pledge.begun != fingerprint(record.beginning) or pledge.file != source.file):
        left.append("how the table came to the position that this begins with, by other rules")
    left.append("that whoever runs the server did not look ahead: the dice to come lie there")
    left.append(
        "that this is the game that was played: whoever knows the secrets, as all do at the end, "
        "could write another one with them"
    )
    return proven, left
