"""A combat or overrun that is being resolved, as the steps of its resolution share it."""

from __future__ import annotations

from typing import Any

import msgspec

from ...engine.position import Frame
from .position import War
from .returning import eliminate
from .steps import lose_step


class Battle(msgspec.Struct, frozen=True):
    side: str
    targets: tuple[int, ...]
    # The spaces that the attackers attacked from.
    spaces: tuple[int, ...]
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    overrun: bool = False
    # 7.4.4: a city, and more than half of the attacking steps are motorized.
    urban: bool = False
    stage: str = "draw"
    siege: bool = False
    result: str = ""
    # 7.15.4: step losses that shorten the enemy's advance.
    attackers_lost: int = 0
    defenders_lost: int = 0
    attackers_retreat: bool = False
    defenders_retreat: bool = False
    # 7.4.4: units that have lost a step and are still there.
    shaken: tuple[int, ...] = ()

    def exchange(self, old: int, new: int) -> Battle:
        return msgspec.structs.replace(
            self,
            attackers=exchanged(self.attackers, old, new),
            defenders=exchanged(self.defenders, old, new),
            shaken=exchanged(self.shaken, old, new),
        )


def exchanged(group: tuple[int, ...], old: int, new: int) -> tuple[int, ...]:
    """A group in which a counter was replaced by another, or by none (-1)."""
    if old not in group:
        return group
    return tuple(new if u == old else u for u in group if u != old or new >= 0)


def exchanged_keys(
    pairs: tuple[tuple[int, int], ...], old: int, new: int
) -> tuple[tuple[int, int], ...]:
    """The same for what is known of each unit of a group."""
    return tuple((new if u == old else u, value) for u, value in pairs if u != old or new >= 0)


def lose(p: War, unit: int, case: str) -> None:
    """A unit of a battle loses a step; whatever goes on learns of the counter that is left."""
    left = lose_step(p, unit, case)
    tell_frames(p, unit, left)
    if left >= 0:
        battle: Battle = p.frames[battle_frame(p)].memo
        change_battle(p, shaken=(*battle.shaken, left))


def strike(p: War, unit: int, case: str) -> None:
    """A unit of a battle is eliminated with all its steps; whatever goes on learns of it."""
    eliminate(p, unit, case)
    tell_frames(p, unit, -1)


def tell_frames(p: War, old: int, new: int) -> None:
    """Replaces a counter in everything that goes on."""
    for number, frame in enumerate(p.frames):
        exchange = getattr(frame.memo, "exchange", None)
        if exchange is not None:
            p.frames[number] = Frame(frame.step, exchange(old, new))


def battle_frame(p: War) -> int:
    """Where the battle is in the stack of frames."""
    for number, frame in enumerate(p.frames):
        if isinstance(frame.memo, Battle):
            return number
    raise AssertionError("there is no battle")


def change_battle(p: War, **changes: Any) -> None:
    number = battle_frame(p)
    frame = p.frames[number]
    p.frames[number] = Frame(frame.step, msgspec.structs.replace(frame.memo, **changes))
