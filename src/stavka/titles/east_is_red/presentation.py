"""What a screen shows: units, markers, tracks, the options in words, previews and overlays."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine import Choice, Decision, Option, UnitSet
from ...engine.offers import Verb, decision_view, not_yet, option_view
from ...engine.presentation import (
    BoxView,
    DecisionView,
    Fact,
    Line,
    MarkerView,
    OptionView,
    OutcomeView,
    OverlayArea,
    Presentation,
    Preview,
    TrackView,
    UnitView,
)
from ...engine.texts import points_spent
from ...hexes import Charge, Hex, HexSet, UnknownHex, members, set_of
from .charts import CHINESE, FOOT, MECHANIZED, QUARTERS, SIDES, SOVIET
from .combat import Attack, odds_of
from .demolitions import side_text
from .forecasts import ATTACKER, attack_forecast, doubts, drop_forecast, strike_forecast
from .movement import Moving, movement_points, rail_reach, reach_of
from .options import INTERDICTION
from .position import IN_HAND, War
from .stacking import Overstacked, overstacks
from .supply import has_supply, supplied_for_movement
from .terrain import gains_from, terrain_of
from .variants.airborne_corps import is_dangerous
from .variants.interdiction import radius_at
from .variants.us_intervention import distance_to_sea
from .variants.war import VariantWar
from .victory import connected_industry, joined_to_sources, standing
from .zones_of_control import controlled_by

# Worse than this, an attack is asked about.
HALF = 0.5
OVERLAYS = ("reach", "zoc", "supply", "control")


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
    "select": Verb("Pick up", "select"),
    "move": Verb("Move here"),
    "halt": Verb("Halt", "end", "h"),
    "entrain": Verb("By rail", key="t"),
    "rail": Verb("By rail to here"),
    "land": Verb("Land here"),
    "return": Verb("Back to Vladivostok"),
    "stay": Verb("Stay", "end"),
    "substitute": Verb("Substitute units, then end"),
    "break_down": Verb("Break down"),
    "build_up": Verb("Build up here"),
    "as": Verb("Build up as"),
    "attack": Verb("Attack", "select"),
    "add": Verb("Join the attack"),
    "all": Verb("Everybody attacks", key="a"),
    "target": Verb("Attack this hex too"),
    "strike": Verb("Air strike"),
    "nuclear": Verb("Nuclear attack", key="x"),
    "mass": Verb("Mass attack", key="x"),
    "expend": Verb("Expend supply"),
    "resolve": Verb("Roll at"),
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
    "fly": Verb("Fly here"),
    "drop": Verb("Drop here"),
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

# The parts that the cost of a move is made of, in words, with their cases.
CHARGES = {
    "clear": ("clear", "12.0"),
    "rough": ("rough", "12.0"),
    "rail": ("railway", "12.0"),
    "road": ("road or railway", "12.0"),
    "river": ("river", "12.13"),
    "zone": ("into enemy control", "6.11"),
    "stack": ("to stack", "7.4"),
    "demolished": ("demolished hexside", "16.1"),
    "interdiction": ("interdiction", "INT.3"),
    "rail hex": ("railway hex", "5.42"),
}
LEAVING = {"zone": ("out of enemy control", "6.13"), "stack": ("to unstack", "7.4")}

CARRIER_MISSIONS = {
    "strike": "have struck in this turn",
    "cover": "cover the US Marines",
    "interdiction": "interdict Soviet movement",
}


def present(p: War, side: str, to_choose: str, decision: Decision | None) -> Presentation:
    """Everything but undetonated mines, which only the Chinese Player knows (16.0)."""
    return Presentation(
        title=p.title,
        scenario=p.scenario,
        options=p.options,
        side=side,
        turn=p.turn,
        turns=p.charts.limit["turns"],
        phase=p.current.name if p.phase >= 0 else "",
        to_choose=to_choose,
        decision=_offered(p, decision) if decision else None,
        units=_units(p),
        markers=_markers(p, side),
        tracks=_tracks(p),
        boxes=tuple(BoxView(f"hand {s}", f"{s} units to deploy") for s in SIDES if _in_hand(p, s)),
        facts=_facts(p),
        overlays=_overlays(p),
        outcome=_outcome(p),
    )


def _overlays(p: War) -> tuple[str, ...]:
    return (*OVERLAYS, "interdiction") if INTERDICTION in p.options else OVERLAYS


def _outcome(p: War) -> OutcomeView | None:
    """18.1 tells the level from the Soviet point of view: say so."""
    if p.ended is None:
        return None
    # In the 1960s the level is the winner's; a war that both lose has none.
    whose = p.ended.winner if p.conditions.on_points or not p.ended.winner else SOVIET
    level = f"{whose} {p.ended.level}".strip()
    return OutcomeView(p.ended.winner, level, p.ended.reason, p.ended.case)


# What lies on the map


def _in_hand(p: War, side: str) -> list[int]:
    return [u for u in members(p.charts.units_of[side]) if p.where[u] == IN_HAND]


def _units(p: War) -> tuple[UnitView, ...]:
    states = _states(p)
    found = []
    for unit, hex_ in enumerate(p.where):
        if hex_ < 0 and hex_ != IN_HAND:
            continue
        kind = p.charts.unit_type[unit]
        found.append(
            UnitView(
                id=p.name(unit),
                side=kind.side,
                hex=p.label(hex_) if hex_ >= 0 else "",
                box="" if hex_ >= 0 else f"hand {kind.side}",
                symbol=kind.symbol,
                size=kind.size,
                values=kind.strength,
                title=f"{kind.side} {kind.name}",
                states=tuple(name for name, units in states if units >> unit & 1),
            )
        )
    return tuple(found)


def _states(p: War) -> list[tuple[str, UnitSet]]:
    """The states that some unit is in, and the units."""
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
    memo = p.frames[-1].memo if p.frames else None
    if isinstance(memo, Moving) and memo.unit >= 0:
        flags["selected"] = 1 << memo.unit
    elif isinstance(memo, Attack):
        flags["attacking"] = set_of((*memo.units, *memo.air))
    return [(name, units) for name, units in flags.items() if units]


def _markers(p: War, side: str) -> tuple[MarkerView, ...]:
    found: list[MarkerView] = []
    for kind, text, hexes in (
        ("destroyed", "intrinsic strength destroyed (13.22)", p.destroyed),
        ("contaminated", "nuclear contamination (15.22)", p.all_contaminated),
        ("captured", "major city in Soviet hands (13.16)", p.charts.cities & p.soviet),
        ("expended", "supply expended in this phase (11.42)", p.expended),
        ("landing", "where the Marines landed (5.54)", 1 << p.landing if p.landing >= 0 else 0),
    ):
        found += [MarkerView(kind, text, hex=p.label(h)) for h in members(hexes)]
    if isinstance(p, VariantWar):
        found += _variant_markers(p)
    memo = p.frames[-1].memo if p.frames else None
    if isinstance(memo, Attack):
        found += [MarkerView("target", "under attack", hex=p.label(h)) for h in memo.targets]
    for a, b, turn in p.demolished:
        text = f"atomic demolition of turn {turn} (16.1)"
        found.append(MarkerView("demolished", text, hexside=side_text(p, (a, b))))
    if side == CHINESE:
        for kind, text, sides in (
            ("mined", "atomic mine (16.0)", p.mines),
            ("neutralized", "mine neutralized (16.4)", p.neutralized),
        ):
            found += [MarkerView(kind, text, hexside=side_text(p, mine)) for mine in sides]
    return tuple(found)


def _variant_markers(p: VariantWar) -> list[MarkerView]:
    found = []
    for hex_, radius, _ in p.interdiction:
        text = f"air interdiction of this hex and {radius} round it (INT.2)"
        found.append(MarkerView("interdiction", text, hex=p.label(hex_)))
    if p.second_landing >= 0:
        text = "where the second Marine Division landed (5.54)"
        found.append(MarkerView("landing", text, hex=p.label(p.second_landing)))
    return found


def _tracks(p: War) -> tuple[TrackView, ...]:
    now = standing(p)
    if p.conditions.on_points:
        best = sum(p.charts.victory_points[CHINESE].values())
        score = TrackView("Chinese points", max(now.score, 0), best, now.name)
    else:
        industry = p.charts.industry[CHINESE].bit_count()
        score = TrackView("Industry cut off", now.score, industry, now.name)
    return (
        TrackView("Game-Turn", p.turn, p.charts.limit["turns"]),
        score,
        TrackView("Rail moves", p.rail_moves, p.charts.limit["rail_units"]),
    )


def _facts(p: War) -> tuple[Fact, ...]:
    found = []
    if p.strategic_strike:
        found.append(Fact("Strategic strike", "no more reinforcements on either side", "19.0"))
    if p.koreans_in:
        found.append(Fact("North Korea", "has intervened", "17.5"))
    if p.conditions.on_points:
        found.append(Fact("Points", standing(p).reason, "1960s.victory"))
    if p.guerrilla_warfare:
        found.append(Fact("Guerrilla warfare", "has been declared", "GW.1"))
    if p.emergency_called:
        waiting = ", ".join(p.emergency) if isinstance(p, VariantWar) else ""
        text = f"still to come: {waiting}" if waiting else "have all been called up"
        found.append(Fact("Emergency reinforcements", text, "ER.4"))
    if p.carrier_mission:
        found.append(Fact("US carriers", CARRIER_MISSIONS[p.carrier_mission], "US.2"))
    return tuple(found)


# What can be chosen


def _offered(p: War, decision: Decision) -> DecisionView:
    return decision_view(p.number, decision, lambda option: _option(p, decision, option))


def _option(p: War, decision: Decision, option: Option) -> OptionView:
    verb = VERBS[option.verb]
    return option_view(
        decision,
        option,
        verb,
        label=_end_of_phase(p) if option.verb == "done" else verb.label,
        confirm=_confirmation(p, decision, option),
        notes=_points_left(p, option) if option.verb == "move" else (),
    )


def _points_left(p: War, option: Option) -> tuple[str, ...]:
    """5.12: what a unit would have left in each hex that it can go to."""
    memo: Moving = p.frames[-1].memo
    left = movement_points(p, memo.unit) - memo.spent
    costs = reach_of(p, memo.unit, memo.spent).costs()
    return tuple([str(left - costs[hex_]) for hex_ in members(option.values)])


def _end_of_phase(p: War) -> str:
    return "End the phase" if p.turn else "Done"


def _confirmation(p: War, decision: Decision, option: Option) -> str:
    """A question before something that is easily done by mistake."""
    last = len(p.frames) > 1 and isinstance(p.frames[-2].step, Overstacked)
    if option.verb in ("done", "pass") and last:
        said = [*_doomed(p), *filter(None, [not_yet(decision, "moved")])]
        return " ".join([*said, "End the phase?"]) if said else ""
    if option.verb == "strategic_strike":
        return "Only a decisive victory will count then. Strike?"
    if option.verb == "call":
        return "That costs one level of victory in the end. Call?"
    if option.verb == "declare":
        return "It lasts to the end: no mass attacks, no help from cities. Declare?"
    memo = p.frames[-1].memo
    if option.verb == "resolve" and isinstance(memo, Attack):
        return _risk(p, memo, option.values[0])
    return ""


def _doomed(p: War) -> Iterator[str]:
    """7.3: stacks that will have to lose somebody if the phase ends now."""
    for hex_ in overstacks(p, p.current.side, second=p.second_movement()):
        here = p.units_in(hex_)
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


# Previews


def preview(p: War, choice: Choice) -> Preview | None:
    """The way of a move, or the odds that an attack would have."""
    decision = p.decision()
    value = decision.value(choice) if decision is not None else None
    if value is None:
        return None
    memo = p.frames[-1].memo
    match choice.verb, memo:
        case (("move" | "rail"), Moving()):
            return _journey(p, memo, value, by_rail=choice.verb == "rail")
        case "attack", _:
            return _odds(_with_everybody(p, choice.argument))
        case "missile", _:
            return _missile(p, choice.argument)
        case "fly", Moving():
            return _flight(p, memo.unit, value)
        case "drop", Moving():
            return _drop(p, value)
        case "interdict", _:
            return _interdiction(p, memo, value)
        case "resolve", Attack():
            return _odds(p, choice.argument)
        case _, Attack():
            after = p.clone()
            after.apply(choice)
            return _odds(after)
    return None


def _journey(p: War, memo: Moving, there: Hex, *, by_rail: bool) -> Preview:
    found = rail_reach(p, memo.unit) if by_rail else reach_of(p, memo.unit, memo.spent)
    cost = found.cost(there) or 0
    path = tuple(map(p.label, found.path(there)))
    lines = _charged(found.charges(there), cost)
    if by_rail:
        return Preview(path, lines, f"{cost} of {p.charts.limit['rail_hexes']} hexes by rail")
    left = movement_points(p, memo.unit) - memo.spent - cost
    return Preview(path, lines, points_spent(cost, left))


def _charged(charges: list[Charge], cost: int) -> tuple[Line, ...]:
    """The parts of a cost, alike ones together."""
    sums: dict[tuple[str, str], list[int]] = {}
    for charge in charges:
        words = LEAVING if charge.leaving else CHARGES
        sums.setdefault(words[charge.name], []).append(charge.points)
    lines = [
        Line(f"{text} x{len(each)}" if len(each) > 1 else text, str(sum(each)), case)
        for (text, case), each in sums.items()
    ]
    remitted = sum(map(sum, sums.values())) - cost
    if remitted:
        lines.append(Line("one hex, whatever it costs", str(-remitted), "5.22"))
    return tuple(lines)


def _flight(p: War, unit: int, there: Hex) -> Preview:
    """AA.3: the way of a flight, which costs nothing."""
    path = tuple(p.label(hex_) for hex_ in p.charts.grid.line(p.where[unit], there))
    hexes = p.charts.grid.distance(p.where[unit], there)
    return Preview(path, (Line("hexes by air", str(hexes), "AA.1"),), f"{hexes} hexes by air")


def _missile(p: War, target: str) -> Preview:
    """SW.table: what a strike can bring."""
    return Preview(result="missile strike", chances=strike_forecast(p, target).chances)


def _drop(p: War, there: Hex) -> Preview:
    """CA.2: whether Soviet aircraft can interfere."""
    if not is_dangerous(p, there):
        return Preview(result="out of reach of Soviet aircraft")
    likely = drop_forecast(p, p.label(there)).chances
    return Preview(result="Soviet aircraft are near", chances=likely)


def _interdiction(p: War, base: int | None, there: Hex) -> Preview:
    """INT.2: how far the zone would reach."""
    assert isinstance(p, VariantWar)
    far = (
        p.charts.grid.distance(p.where[base], there)
        if base is not None
        else distance_to_sea(p, there)
    )
    lines = (Line("range", str(far), "INT.2"), Line("radius", str(radius_at(p, far)), "INT.2"))
    return Preview(lines=lines, result=f"zone of {radius_at(p, far)} round {p.label(there)}")


def _with_everybody(p: War, target: str) -> War:
    """The attack on a hex with all units that can join."""
    after = p.clone()
    after.apply(Choice("attack", target))
    while (decision := after.decision()) is not None and (joining := decision.option("add")):
        after.apply(Choice("all") if len(joining) > 1 else decision.first("add"))
    return after


def _odds(p: War, column: str = "") -> Preview | None:
    """The attack that is being put together, at its best odds or at lower ones."""
    attack = p.frames[-1].memo
    if not isinstance(attack, Attack) or not attack.units:
        return None
    odds = odds_of(p, attack)
    lines = tuple(Line(t.text, _points(t.quarters), t.case) for t in odds.terms)
    sums = f"{_points(odds.attack)} to {_points(odds.defence)}"
    decision = p.decision()
    offered = decision.option("resolve") if decision is not None else None
    if odds.column is None:
        return Preview(lines=lines, result=f"{sums}: less than 1 to 2, not allowed")
    if offered is None:
        return Preview(lines=lines, result=f"{sums}: {odds.column}, not allowed")
    column = column or odds.column
    found = attack_forecast(p, column)
    others = list(doubts(p, column))
    used = {*found.columns, *(column for _, other in others for column in other.columns)}
    return Preview(
        lines=lines,
        result=f"{sums}: {column}",
        chances=found.chances,
        columns=tuple(column for column in p.charts.columns if column in used),
        uncertain=tuple(doubt for doubt, _ in others),
    )


def _points(quarters: int) -> str:
    return f"{quarters / QUARTERS:g}"


# The inspector


def stack(p: War, label: str) -> tuple[Line, ...]:
    """The strengths of a hex as they are now, and how many more units it can take."""
    try:
        hex_ = p.charts.grid.hex(label)
    except UnknownHex:
        return ()
    here = p.units_in(hex_)
    if not here:
        return ()
    kinds = [p.charts.unit_type[unit] for unit in here]
    terrain = terrain_of(p, hex_)
    factor = p.charts.defence[terrain]
    lines = [
        Line("Attack", str(sum(kind.attack for kind in kinds)), "9.0"),
        Line("Defence", str(sum(kind.defense for kind in kinds)), "9.21"),
    ]
    gaining = sum(p.charts.unit_type[u].defense for u in here if gains_from(p, u, terrain))
    if factor > 1 and gaining:
        inside = str(sum(kind.defense for kind in kinds) + (factor - 1) * gaining)
        lines.append(Line(f"Defence in {terrain.replace('_', ' ')} x{factor}", inside, "12.0"))
    unsupplied = sum(not has_supply(p, unit, hex_) for unit in here)
    if unsupplied:
        lines.append(Line("Out of supply", f"{unsupplied} of {len(here)}", "11.0"))
    lines.append(Line("Stacked", f"{len(here)} of {p.charts.limit['stack']}", "7.0"))
    return tuple(lines)


# Overlays


def overlay(p: War, side: str, kind: str) -> tuple[OverlayArea, ...]:
    """Areas to lay over the map; an unknown kind has none."""
    match kind:
        case "reach":
            memo = p.frames[-1].memo if p.frames else None
            if isinstance(memo, Moving) and memo.unit >= 0:
                hexes = reach_of(p, memo.unit, memo.spent).hexes
                return (OverlayArea("Reach", "reach", _labels(p, hexes)),)
        case "zoc":
            return tuple(
                OverlayArea(f"{s} Zones of Control", "zoc", _labels(p, controlled_by(p, s)))
                for s in SIDES
            )
        case "supply":
            columns = {SOVIET: MECHANIZED, CHINESE: FOOT}
            return tuple(
                OverlayArea(
                    f"{s} supply", "supply", _labels(p, supplied_for_movement(p, s, columns[s]))
                )
                for s in SIDES
            )
        case "interdiction":
            return tuple(
                OverlayArea(f"{s} units interdicted", "zoc", _labels(p, p.interdicted(s)))
                for s in SIDES
                if p.interdicted(s)
            )
        case "control" if p.conditions.on_points:
            return tuple(
                OverlayArea(f"{s} objectives held", "control", _labels(p, _scored(p, s)))
                for s in SIDES
            )
        case "control":
            connected = connected_industry(p)
            lost = p.charts.industry[CHINESE] & ~connected
            return (
                OverlayArea("Industry connected", "control", _labels(p, connected)),
                OverlayArea("Industry cut off", "control", _labels(p, lost)),
            )
    return ()


def _scored(p: War, side: str) -> HexSet:
    scoring = set_of(p.charts.victory_points[side])
    return scoring & p.occupied(side) & joined_to_sources(p, side)


def _labels(p: War, hexes: HexSet) -> tuple[str, ...]:
    return tuple(p.charts.grid.labels(hexes & p.charts.grid.all))
