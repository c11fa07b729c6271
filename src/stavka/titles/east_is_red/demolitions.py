"""16.0 Atomic demolitions: secret mines on hexsides, and their detonation."""

from __future__ import annotations

from functools import cache
from random import Random

import msgspec

from ...engine import Decision, Option, Step, hexes, plain, words
from ...hexes import Hex, HexSet, flood_waves, members, set_of, union
from ...kit.bars import EVERYTHING, Bars, legal
from .charts import CHINESE, SOVIET, Charts, Side
from .position import War


class Mining(msgspec.Struct, frozen=True):
    """The hex on one side of the hexside to be mined, once it is named."""

    hex: int = -1


def bars_to_mine(p: War, memo: Mining) -> Bars:
    """16.0: a hex on one side of a hexside that is to be mined."""
    yield from _where_no_mines_are(p)
    yield _bit(memo.hex), "16.0", "{} is named already"


def bars_to_mine_towards(p: War, memo: Mining) -> Bars:
    """16.5: the neighbours with which a hex shares a hexside that may still be mined."""
    yield from _where_no_mines_are(p)
    here, charts = memo.hex, p.charts
    if here < 0:
        yield EVERYTHING, "16.0", "name the hex on the other side first"
        return
    apart = ~charts.grid.neighbours(1 << here)
    yield apart, "16.0", lambda there: f"{there} has no hexside in common with {p.label(here)}"
    mined = set_of(there for side in p.mines if here in side for there in side if there != here)
    yield mined, "16.5", "this hexside is mined already"
    crossable = charts.passage.spread(1 << here)
    yield ~crossable, "16.5", "nobody could cross this hexside anyway"


def _where_no_mines_are(p: War) -> Bars:
    if len(p.mines) >= p.charts.limit["demolitions"]:
        yield EVERYTHING, "16.0", "all atomic demolitions are in place"
    border = "{} is not in China, whose border cannot be mined either"
    yield ~p.charts.china, "16.5", border


def side_text(p: War, side: Side) -> str:
    """A hexside as 16.0 writes it: 1423/1424."""
    return "/".join(sorted(map(p.label, side)))


class MineLaying(Step[War, Mining], key="mine_laying"):
    """The Chinese Player decides in secret which hexsides are mined."""

    def decision(self, p: War, memo: Mining) -> Decision | None:
        left = p.charts.limit["demolitions"] - len(p.mines)
        options: list[Option] = []
        if memo.hex >= 0:
            options.append(hexes("towards", "16.5", legal(bars_to_mine_towards(p, memo))))
        if left:
            options.append(hexes("mine", "16.0", legal(bars_to_mine(p, memo))))
        if not p.mines and p.scenario in p.charts.mines:
            options.append(plain("recommended", "16.0"))
        options.append(plain("done", "16.0"))
        where = f" from {p.label(memo.hex)}" if memo.hex >= 0 else ""
        prompt = f"Mine hexsides in secret{where}: {left} left"
        return p.ask(CHINESE, prompt, "16.0", options, at=(memo.hex,))

    def apply(self, p: War, memo: Mining, verb: str, value: int) -> None:
        match verb:
            case "mine":
                p.remember(Mining(value))
            case "towards":
                self._mine(p, p.charts.grid.side(memo.hex, value))
                p.remember(Mining())
            case "recommended":
                for side in p.charts.mines[p.scenario]:
                    self._mine(p, side)
                p.remember(Mining())
            case "done":
                p.finish()

    def _mine(self, p: War, side: Side) -> None:
        p.mines = (*p.mines, side)
        p.tell("mined", "16.0", side, secret_of=CHINESE)


class Detonation(Step[War, None], key="detonation"):
    """The ADM Detonation Phase (4.2 B8, and once before the first Soviet Player-Turn).

    Only what everybody knows can end it: the Chinese Player is asked even if no mine is left, lest
    the Soviet Player learn from a silence that the last one has been neutralized (16.4).
    """

    def decision(self, p: War, memo: None) -> Decision | None:
        if len(p.demolished) >= p.charts.limit["demolitions"]:
            return None
        names = [side_text(p, side) for side in p.mines]
        options = [words("detonate", "16.0", names), plain("done", "16.0")]
        return p.ask(CHINESE, "Detonate mines", "16.0", options)

    def apply(self, p: War, memo: None, verb: str, value: int) -> None:
        p.finish()

    def apply_word(self, p: War, memo: None, verb: str, word: str) -> None:
        side = next(side for side in p.mines if side_text(p, side) == word)
        _take_up(p, side)
        # 16.3: nobody is hurt, and attacks and retreats cross the hexside as before.
        p.demolished = (*p.demolished, (*side, p.turn))
        p.revealed = True
        p.tell("detonated", "16.0", side)


def _take_up(p: War, side: Side) -> None:
    p.mines = tuple(mined for mined in p.mines if mined != side)


def cross(p: War, unit: int, here: Hex, there: Hex) -> None:
    """16.4: a Soviet unit that passes a mined hexside neutralizes the mine, and nobody tells it."""
    if not p.mines or not p.charts.units_of[SOVIET] >> unit & 1:
        return
    side = p.charts.grid.side(here, there)
    if side in p.mines:
        _take_up(p, side)
        p.neutralized = (*p.neutralized, side)
        p.tell("neutralized", "16.4", side, secret_of=CHINESE)


def _bit(hex_: Hex) -> HexSet:
    return 1 << hex_ if hex_ >= 0 else 0


# What a Soviet Player believes of secret mines

# How likely it is that a mine of the recommended set-up was laid and has not been neutralized
# unseen, and that another one of the eight lies somewhere else.
RECOMMENDED, ELSEWHERE = 0.75, 0.5
# A Soviet unit has come from behind it, not further than this to either side; and what is so near
# to it that it may have crossed it is taken for crossed.
WAKE, NEAR = 6, 2


def deal_mines(p: War, chance: Random) -> tuple[Side, ...]:
    """Mines that the Soviet Player has to reckon with, by chance.

    He knows what has been demolished, and that what his units have passed is neutralized (16.4);
    nobody keeps a list of that, so that nothing behind his front is taken for mined.
    """
    charts = p.charts
    passed = _behind_the_front(p)
    gone = p.demolished_sides
    left = charts.limit["demolitions"] - len(gone)

    def possible(side: Side) -> bool:
        return side not in gone and not (passed >> side[0] | passed >> side[1]) & 1

    recommended = charts.mines.get(p.scenario, [])
    found = [s for s in recommended if possible(s) and chance.random() < RECOMMENDED][:left]
    others = [s for s in _ways(charts) if possible(s) and s not in recommended]
    more = sum(chance.random() < ELSEWHERE for _ in range(left - len(found)))
    return (*found, *chance.sample(others, min(more, len(others))))


@cache
def _ways(charts: Charts) -> list[Side]:
    """16.5: hexsides within China that a road or a railway crosses, where mines hurt most."""
    return [
        charts.grid.side(here, there)
        for here in members(charts.china)
        for there in members(charts.ways.spread(1 << here) & charts.china)
        if here < there
    ]


def _behind_the_front(p: War) -> HexSet:
    """The hexes that Soviet units in China have around and behind them."""
    charts = p.charts
    depth = _from_the_border(charts)
    found = 0
    for hex_ in members(p.soviet & charts.china):
        shallow = union(depth[: next(n for n, wave in enumerate(depth) if wave >> hex_ & 1)])
        found |= charts.grid.disc(hex_, NEAR) | charts.grid.disc(hex_, WAKE) & shallow
    return found


@cache
def _from_the_border(charts: Charts) -> tuple[HexSet, ...]:
    """The hexes of China, and others, by their distance from Soviet and Mongolian ground."""
    return flood_waves(charts.passage, (charts.ussr | charts.mongolia) & charts.land).waves
