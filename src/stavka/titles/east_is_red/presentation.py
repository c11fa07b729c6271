"""What a screen shows: units, markers, tracks, the options in words, and overlays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from ...engine import AnyStep, Decision, Option, UnitSet
from ...engine.forces import Arrival, Status
from ...engine.presentation import (
    BoxView,
    Click,
    Fact,
    Line,
    MarkerView,
    OutcomeView,
    Style,
    TrackView,
    UnitView,
)
from ...hexes import Hex, members, set_of
from ...kit.presenter import (
    Areas,
    Clock,
    March,
    Presenter,
    Verb,
    asked_after,
    by_side,
    in_hand,
    markers_in,
    not_yet,
    under_attack,
)
from .charts import CHINESE, FOOT, MECHANIZED, SIDES, SOVIET, Charts
from .combat import Attack
from .demolitions import side_text
from .deployment import in_hand as in_hand_of
from .forecasts import ATTACKER, attack_forecast
from .meanings import MEANINGS
from .movement import MovementPhase, Moving
from .options import INTERDICTION
from .order_of_battle import arrivals, formation_of
from .position import IN_HAND, War
from .previews import foresee, march_of
from .score import score
from .stacking import Overstacked, overstacks
from .supply import has_supply, supplied_for_movement
from .terrain import gains_from, terrain_of
from .variants.war import VariantWar
from .victory import connected_industry, scored, standing
from .zones_of_control import controlled_by

# Worse than this, an attack is asked about.
HALF = 0.5

VERBS = {
    "place": Verb("Deploy", "select"),
    "at": Verb("Place here"),
    "recommended": Verb("Recommended set-up", key="a"),
    "again": Verb("Begin again", "back"),
    "mine": Verb("Mine from here", "select"),
    "towards": Verb("Mine towards here"),
    "detonate": Verb("Detonate"),
    "strategic_strike": Verb("Strategic strike"),
    "mobilize": Verb("Mobilize Militia"),
    "intervene": Verb("North Koreans appear here"),
    "wait": Verb("Not yet", "end"),
    "select": Verb("Pick up", "select", stack=True),
    "move": Verb("Move here"),
    "halt": Verb("Halt", "end", "h"),
    "entrain": Verb("By rail", key="t"),
    "rail": Verb("By rail to here"),
    "land": Verb("Land here", click="other"),
    "return": Verb("Back to Vladivostok"),
    "stay": Verb("Stay", "end"),
    "substitute": Verb("Substitute units, then end"),
    "break_down": Verb("Break down"),
    "build_up": Verb("Build up here"),
    "as": Verb("Build up as"),
    "attack": Verb("Attack", "select"),
    "add": Verb("Join the attack", stack=True),
    "all": Verb("Everybody attacks", key="a"),
    "target": Verb("Attack this hex too"),
    "strike": Verb("Air strike", click="other"),
    "nuclear": Verb("Nuclear attack", key="x"),
    "mass": Verb("Mass attack", key="x"),
    "expend": Verb("Expend supply"),
    "resolve": Verb("Roll at", ranked=True),  # 10.4: the odds may be lowered
    "cancel": Verb("Give up", "back", "Escape"),
    "retreat": Verb("Retreat first", "select"),
    "to": Verb("Retreat to here"),
    "eliminate": Verb("Eliminate"),
    "lose": Verb("Lose"),
    "advance": Verb("Advance"),
    "hold": Verb("No further advance", "end", "e"),
    "pass": Verb("No substitution", "end", "e"),
    "pass_turn": Verb("None in this Player-Turn", "end"),
    "done": Verb("Done", "end", "e"),
    # The variant article
    "fly": Verb("Fly here", click="other"),
    "drop": Verb("Drop here", click="other"),
    "interdict_from": Verb("Interdict from here", "select"),
    "interdict": Verb("Interdict here"),
    "lead": Verb("Operational maneuver group"),
    "call": Verb("Call for emergency reinforcements"),
    "arrive": Verb("Arrive here"),
    "receive": Verb("Receive"),
    "rise": Verb("Red Guards rise here"),
    "declare": Verb("Declare guerrilla warfare"),
    "launch": Verb("Missile strike", "select"),
    "missile": Verb("Fire at this hex"),
    "send_marines": Verb("US Marines land here"),
    "carrier_strike": Verb("Carrier air strike"),
    "cover": Verb("Cover the Marines"),
}

CARRIER_MISSIONS = {
    "strike": "have struck in this turn",
    "cover": "cover the US Marines",
    "interdiction": "interdict Soviet movement",
}

# Questions before what cannot be taken back.
WARNINGS = {
    "strategic_strike": "Only a decisive victory will count then. Strike?",
    "call": "That costs one level of victory in the end. Call?",
    "declare": "It lasts to the end: no mass attacks, no help from cities. Declare?",
}


# Overlays


def _supply(p: War, side: str) -> Areas:
    columns = {SOVIET: MECHANIZED, CHINESE: FOOT}
    return [(f"{s} supply", supplied_for_movement(p, s, columns[s])) for s in SIDES]


def _control(p: War, side: str) -> Areas:
    if p.conditions.on_points:
        return [(f"{s} objectives held", scored(p, s)) for s in SIDES]
    connected = connected_industry(p)
    lost = p.charts.industry[CHINESE] & ~connected
    return [("Industry connected", connected), ("Industry cut off", lost)]


def _interdicted(p: War, side: str) -> Areas:
    return [(f"{s} units interdicted", p.interdicted(s)) for s in SIDES if p.interdicted(s)]


OVERLAYS = {
    "zoc": by_side(SIDES, "{} Zones of Control", controlled_by),
    "supply": _supply,
    "control": _control,
}


class WarPresenter(Presenter[War]):
    """Everything but undetonated mines, which only the Chinese Player knows (16.0)."""

    verbs = VERBS
    meanings = MEANINGS
    clicks: ClassVar[Mapping[tuple[type[AnyStep], str], Click]] = {
        (MovementPhase, "break_down"): "menu",
        (MovementPhase, "build_up"): "menu",
    }
    overlays = OVERLAYS | {"interdiction": _interdicted}
    styles: ClassVar[Mapping[str, Style]] = {**Presenter.styles, "interdiction": "zoc"}
    foresee = staticmethod(foresee)
    formation = staticmethod(formation_of)
    score = staticmethod(score)
    fates: ClassVar[Mapping[str, Status]] = {"hand": "coming"}

    def clock(self, p: War) -> Clock:
        return Clock(p.turn, p.charts.limit["turns"], p.current.name if p.phase >= 0 else "")

    def outcome(self, p: War) -> OutcomeView | None:
        """18.1 tells the level from the Soviet point of view: say so."""
        if p.ended is None:
            return None
        # In the 1960s the level is the winner's; a war that both lose has none.
        whose = p.ended.winner if p.conditions.on_points or not p.ended.winner else SOVIET
        level = f"{whose} {p.ended.level}".strip()
        return OutcomeView(p.ended.winner, level, p.ended.reason, p.ended.case)

    # What lies on the map

    def boxes(self, p: War, units: Sequence[UnitView]) -> Iterable[BoxView]:
        used = {unit.box for unit in units}
        return [BoxView(f"hand {s}", f"{s} units to deploy") for s in SIDES if f"hand {s}" in used]

    def look(self, p: War, unit: int, states: tuple[str, ...]) -> UnitView | None:
        return _face(p.charts, unit, p.where[unit], states)

    def printed(self, p: War, unit: int) -> UnitView:
        view = _face(p.charts, unit, IN_HAND, ())
        assert view is not None
        return view

    def arrivals(self, p: War, units: Sequence[UnitView]) -> Iterable[Arrival]:
        return arrivals(p, self.lost)

    def states(self, p: War) -> dict[str, UnitSet]:
        flags = {
            "moved": p.moved,
            "railed": p.railed,
            "unsupplied": p.unsupplied,
            "fought": p.fought,
            "attacked": p.was_attacked,
            "struck": p.struck,
            "fired": p.fired,
            "maneuver group": 1 << p.omg if p.omg >= 0 else 0,
        }
        match in_hand(p):
            case Moving(unit=unit) if unit >= 0:
                flags["selected"] = 1 << unit
            case Attack(units=units, air=air):
                flags["attacking"] = set_of((*units, *air))
        return flags

    def markers(self, p: War, side: str) -> Iterator[MarkerView]:
        landing = 1 << p.landing if p.landing >= 0 else 0
        yield from markers_in(
            p,
            [
                ("destroyed", "intrinsic strength destroyed (13.22)", p.destroyed),
                ("contaminated", "nuclear contamination (15.22)", p.all_contaminated),
                ("captured", "major city in Soviet hands (13.16)", p.charts.cities & p.soviet),
                ("expended", "supply expended in this phase (11.42)", p.expended),
                ("landing", "where the Marines landed (5.54)", landing),
            ],
        )
        if isinstance(p, VariantWar):
            yield from _variant_markers(p)
        memo = in_hand(p)
        if isinstance(memo, Attack):
            yield from under_attack(p, memo.targets)
        for a, b, turn in p.demolished:
            text = f"atomic demolition of turn {turn} (16.1)"
            yield MarkerView("demolished", text, hexside=side_text(p, (a, b)))
        if side == CHINESE:
            for mine in p.mines:
                yield MarkerView("mined", "atomic mine (16.0)", hexside=side_text(p, mine))
            for mine in p.neutralized:
                text = "mine neutralized (16.4)"
                yield MarkerView("neutralized", text, hexside=side_text(p, mine))

    def tracks(self, p: War) -> Iterator[TrackView]:
        yield TrackView("Game-Turn", p.turn, p.charts.limit["turns"])
        now = standing(p)
        if p.conditions.on_points:
            best = sum(p.charts.victory_points[CHINESE].values())
            yield TrackView("Chinese points", max(now.score, 0), best, now.name)
        else:
            industry = p.charts.industry[CHINESE].bit_count()
            yield TrackView("Industry cut off", now.score, industry, now.name)
        yield TrackView("Rail moves", p.rail_moves, p.charts.limit["rail_units"])

    def facts(self, p: War) -> Iterator[Fact]:
        if p.strategic_strike:
            yield Fact("Strategic strike", "no more reinforcements on either side", "19.0")
        if p.koreans_in:
            yield Fact("North Korea", "has intervened", "17.5")
        if p.conditions.on_points:
            yield Fact("Points", standing(p).reason, "1960s.victory")
        if p.guerrilla_warfare:
            yield Fact("Guerrilla warfare", "has been declared", "GW.1")
        if p.emergency_called:
            waiting = ", ".join(p.emergency) if isinstance(p, VariantWar) else ""
            text = f"still to come: {waiting}" if waiting else "have all been called up"
            yield Fact("Emergency reinforcements", text, "ER.4")
        if p.carrier_mission:
            yield Fact("US carriers", CARRIER_MISSIONS[p.carrier_mission], "US.2")

    # What can be chosen

    def label(self, p: War, option: Option) -> str:
        return "End the phase" if option.verb == "done" and p.turn else super().label(p, option)

    def notes(self, p: War, option: Option) -> Iterable[str]:
        """How many of each strength are still to be deployed."""
        if option.verb != "place":
            return super().notes(p, option)
        return [f"({len(in_hand_of(p, strength))})" for strength in option.values]

    def faces(self, p: War, option: Option) -> Iterable[str]:
        if option.verb != "place":
            return ()
        return [p.names.units[in_hand_of(p, strength)[0]] for strength in option.values]

    def confirmation(self, p: War, decision: Decision, option: Option) -> str:
        last = len(p.frames) > 1 and isinstance(p.frames[-2].step, Overstacked)
        if option.verb in ("done", "pass") and last:
            return asked_after([*_doomed(p), not_yet(decision, "moved")], "End the phase?")
        memo = in_hand(p)
        if option.verb == "resolve" and isinstance(memo, Attack):
            return _risk(p, memo, option.values[0])
        return WARNINGS.get(option.verb, "")

    def march(self, p: War) -> March | None:
        """5.12"""
        memo = in_hand(p)
        return march_of(p, memo) if isinstance(memo, Moving) and memo.unit >= 0 else None

    # What is asked

    def kinds(self, p: War) -> tuple[str, ...]:
        return super().kinds(p) if INTERDICTION in p.options else ("reach", *OVERLAYS)

    def stack_lines(self, p: War, side: str, hex_: Hex) -> Iterator[Line]:
        """The strengths of a hex as they are now, and how many more units it can take."""
        here = members(p.units_in(hex_))
        if not here:
            return
        kinds = [p.charts.unit_type[unit] for unit in here]
        terrain = terrain_of(p, hex_)
        factor = p.charts.defence[terrain]
        defence = sum(kind.defense for kind in kinds)
        yield Line("Attack", str(sum(kind.attack for kind in kinds)), "9.0")
        yield Line("Defence", str(defence), "9.21")
        gaining = sum(p.charts.unit_type[u].defense for u in here if gains_from(p, u, terrain))
        if factor > 1 and gaining:
            inside = str(defence + (factor - 1) * gaining)
            yield Line(f"Defence in {terrain.replace('_', ' ')} x{factor}", inside, "12.0")
        unsupplied = sum(not has_supply(p, unit, hex_) for unit in here)
        if unsupplied:
            yield Line("Out of supply", f"{unsupplied} of {len(here)}", "11.0")
        yield Line("Stacked", f"{len(here)} of {p.charts.limit['stack']}", "7.0")


# Most units look as they did before the last choice.
@lru_cache(maxsize=1 << 15)
def _face(charts: Charts, unit: int, at: int, states: tuple[str, ...]) -> UnitView | None:
    if at < 0 and at != IN_HAND:
        return None
    kind = charts.unit_type[unit]
    return UnitView(
        id=charts.names.units[unit],
        side=kind.side,
        hex=charts.grid.label(at) if at >= 0 else "",
        box="" if at >= 0 else f"hand {kind.side}",
        symbol=kind.symbol,
        size=kind.size,
        values=kind.strength,
        title=f"{kind.side} {kind.name}",
        states=states,
    )


def _variant_markers(p: VariantWar) -> Iterator[MarkerView]:
    for hex_, radius, _ in p.interdiction:
        text = f"air interdiction of this hex and {radius} round it (INT.2)"
        yield MarkerView("interdiction", text, hex=p.label(hex_))
    if p.second_landing >= 0:
        text = "where the second Marine Division landed (5.54)"
        yield MarkerView("landing", text, hex=p.label(p.second_landing))


def _doomed(p: War) -> Iterator[str]:
    """7.3: stacks that will have to lose somebody if the phase ends now."""
    for hex_ in overstacks(p, p.current.side, second=p.second_movement()):
        here = members(p.units_in(hex_))
        names, lost = ", ".join(sorted(map(p.name, here))), len(here) - p.charts.limit["stack"]
        yield f"{p.label(hex_)} holds {len(here)} units: {lost} of {names} will be eliminated."


def _risk(p: War, attack: Attack, best: str) -> str:
    """A question before an attack that even at its best odds goes wrong as often as not."""
    bad = [c for c in attack_forecast(p, best).chances if c.text.startswith((ATTACKER, "the game"))]
    beaten = sum(chance.probability for chance in bad)
    if attack.mass:  # 10.5
        return f"A mass attack that does not destroy the defender is lost: {beaten:.0%}. Attack?"
    if beaten < HALF:
        return ""
    return f"At {best} the attackers are beaten in {beaten:.0%} of cases. Attack?"
