"""17.2 Deployment: both sides set up, unit by unit or as recommended."""

from __future__ import annotations

import msgspec

from ...engine import Decision, Option, Step, hexes, plain, words
from ...hexes import HexSet, members, set_of
from ...kit.bars import EVERYTHING, Bar, Bars, legal
from .charts import SOVIET
from .position import IN_HAND, War


class Deploying(msgspec.Struct, frozen=True):
    """The kind of unit in hand, if one has been taken up."""

    side: str
    strength: str = ""
    begun: bool = False


def begin_deployment(p: War, side: str) -> None:
    for strength, count in p.charts.orders[p.scenario].items():
        if strength in p.charts.types and p.charts.types[strength].side == side:
            for unit in p.in_pool(strength)[:count]:
                p.send(unit, IN_HAND)
    p.push(Deployment, Deploying(side))


def in_hand(p: War, strength: str) -> tuple[int, ...]:
    return members(p.charts.of_strength[strength] & p.box(IN_HAND))


def bars_to_deploy(p: War, memo: Deploying) -> Bars:
    if not memo.strength:
        yield EVERYTHING, "17.2", "take up a unit first"
        return
    yield ~p.charts.land, "5.23", "{} is all sea or out of play"
    yield from (_soviet if memo.side == SOVIET else _chinese)(p, memo.strength)


def may_deploy(p: War, memo: Deploying, strength: str) -> HexSet:
    """The hexes in which a unit of a kind may be set up now."""
    return legal(bars_to_deploy(p, Deploying(memo.side, strength)))


def _full(p: War) -> Bar:
    limit = p.charts.limit["stack"]
    full = set_of(hex_ for hex_, stack in p.stacks.items() if stack.bit_count() >= limit)
    return full, "7.0", "three units are in {} already"


def _soviet(p: War, strength: str) -> Bars:
    """17.21."""
    charts, allowed = p.charts, p.charts.ussr
    if p.conditions.full_readiness and p.conditions.month == 30:
        corps = strength in charts.divisions or strength == "12-3-12"
        if not corps or p.soviet & charts.mongolia:
            one = "one corps only in Outer Mongolia"
            yield charts.mongolia, "17.21", lambda there: f"no {strength} in {there}: {one}"
        allowed |= charts.mongolia
    abroad = "it is not in the USSR"
    yield ~allowed, "17.21", lambda there: f"no {strength} in {there}: {abroad}"
    yield _full(p)
    if not p.conditions.full_readiness:
        # Current readiness: on railways, apart from each other; stacks only in industrial hexes.
        yield ~charts.rail[SOVIET].hexes, "17.21", "{} is not on a railway"
        single = p.soviet & ~charts.industry[SOVIET]
        yield single, "17.21", "units are stacked in industrial hexes only, not in {}"
        yield charts.grid.neighbours(p.soviet), "17.21", "{} is next to another unit"


def _chinese(p: War, strength: str) -> Bars:
    """17.22: part of the army must stand near Peking, most of it within three hexes.

    How much that is differs by decade (1960s.deployment, 1970s.deployment, 1980s.deployment).
    """
    charts = p.charts
    yield ~charts.china, "17.22", "{} is not in China"
    yield _full(p)
    rule = charts.near_peking[p.scenario].get(strength)
    if rule is None:
        return
    near = charts.grid.disc(charts.peking, rule.within)
    standing = sum(
        1 for u in members(charts.of_strength[strength] & p.on_map) if near >> p.where[u] & 1
    )
    # Whatever is in hand must be enough to meet the requirement.
    if len(in_hand(p, strength)) <= rule.count - standing:
        where = f"within {rule.within} hexes of Peking"
        yield ~near, rule.case, lambda _: f"{strength} must now be set up {where}"


class Deployment(Step[War, Deploying], key="deployment"):
    def decision(self, p: War, memo: Deploying) -> Decision | None:
        waiting = [
            strength
            for strength, kind in p.charts.types.items()
            if kind.side == memo.side and in_hand(p, strength)
        ]
        options: list[Option] = []
        if memo.strength:
            options.append(hexes("at", "17.2", legal(bars_to_deploy(p, memo))))
        options.append(words("place", "17.2", [s for s in waiting if s != memo.strength]))
        if not memo.begun:
            options.append(plain("recommended", "17.2"))
        elif not any(may_deploy(p, memo, strength) for strength in waiting):
            # Everything is placed; or nothing more fits, and the set-up must begin again.
            options.append(plain("again" if waiting else "done", "17.2"))
        case = "17.21" if memo.side == SOVIET else "17.22"
        prompt = f"Deploy {memo.strength or 'your units'}"
        return p.ask(memo.side, prompt, case, options)

    def apply_word(self, p: War, memo: Deploying, verb: str, word: str) -> None:
        p.remember(Deploying(memo.side, word, memo.begun))

    def apply(self, p: War, memo: Deploying, verb: str, value: int) -> None:
        match verb:
            case "at":
                p.place(in_hand(p, memo.strength)[0], value)
                p.tell("deployed", "17.2", memo.strength, value)
                rest = memo.strength if in_hand(p, memo.strength) else ""
                p.remember(Deploying(memo.side, rest, begun=True))
            case "recommended":
                for line in p.charts.deployments[p.scenario]:
                    if line.side == memo.side:
                        for unit in in_hand(p, line.strength)[: line.count]:
                            p.place(unit, line.hex)
                            p.tell("deployed", "17.2", line.strength, line.hex)
                p.remember(Deploying(memo.side, begun=True))
            case "again":
                for unit in members(p.units_on_map(memo.side)):
                    p.send(unit, IN_HAND)
                p.remember(Deploying(memo.side))
            case "done":
                p.finish()
