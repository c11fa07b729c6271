"""INT Interdiction: air bases that support no attack can hamper movement and supply instead."""

from __future__ import annotations

from ....engine import Decision, Option, Step, hexes, plain, units
from ....kit.bars import EVERYTHING, Bars, legal
from ..air import has_moved, ready_to_fly
from ..charts import CHINESE, SOVIET
from ..options import INTERDICTION
from ..position import War
from .us_intervention import carrier, carrier_is_ready, distance_to_sea
from .war import VariantWar


def begin_interdiction(p: War) -> None:
    """INT.1: the Soviet Player places markers at the end of his turn; American ones go (US.2)."""
    if INTERDICTION not in p.options:
        return
    assert isinstance(p, VariantWar)
    p.lift_interdiction(CHINESE)
    if p.carrier_mission == "interdiction":
        p.carrier_mission = ""
    p.push(Interdiction, -1)


def end_interdiction(p: War) -> None:
    """INT.1: the Soviet markers go at the end of the Chinese turn."""
    if isinstance(p, VariantWar):
        p.lift_interdiction(SOVIET)


def radius_at(p: VariantWar, distance: int) -> int:
    """INT.2: how far the zone of a marker reaches; -1 if the marker is out of range."""
    return next((radius for far, radius in p.charts.interdiction if distance <= far), -1)


def bars_to_interdict_from(p: War, memo: int) -> Bars:
    """INT.1: in place of an air strike."""
    yield ~(p.charts.air & p.on_map), "INT.1", "{} is not an Air unit on the map"
    yield p.struck, "INT.1", "{} has flown a mission in this turn"
    yield has_moved(p), "14.2", "{} has moved in this Player-Turn"
    if memo >= 0:
        yield 1 << memo, "INT.1", "{} has been picked"


OUT_OF_RANGE = "INT.2", "{} is out of range, or no land hex"


def bars_to_interdict(p: War, memo: int) -> Bars:
    if memo < 0:
        yield EVERYTHING, "INT.1", "pick an air base first"
        return
    near = p.charts.grid.disc(p.where[memo], p.charts.interdiction[-1][0])
    yield ~(near & p.charts.land), *OUT_OF_RANGE


class Interdiction(Step[VariantWar, int], key="interdiction"):
    """The Soviet Player picks a base and a hex for its marker, as often as he has bases."""

    # The base, once it is picked.
    def decision(self, p: VariantWar, memo: int) -> Decision | None:
        if not ready_to_fly(p):
            return None
        options: list[Option] = []
        if memo >= 0:
            options.append(hexes("interdict", "INT.2", legal(bars_to_interdict(p, memo))))
        bases = legal(bars_to_interdict_from(p, memo))
        options += [units("interdict_from", "INT.1", bases), plain("done", "INT.1")]
        prompt = f"Interdict from {p.name(memo)}" if memo >= 0 else "Place interdiction markers"
        return p.ask(SOVIET, prompt, "INT.1", options, of=(memo,))

    def apply(self, p: VariantWar, memo: int, verb: str, value: int) -> None:
        match verb:
            case "interdict_from":
                p.remember(value)
            case "interdict":
                distance = p.charts.grid.distance(p.where[memo], value)
                p.struck |= 1 << memo
                p.interdict(value, radius_at(p, distance), SOVIET)
                p.tell("interdicted", "INT.2", memo, value, radius_at(p, distance))
                p.remember(-1)
            case "done":
                p.finish()


class CarrierInterdiction(Step[VariantWar, None], key="carrier_interdiction"):
    """US.2: the carriers interdict from any all-sea hex, until the end of the Soviet turn."""

    def decision(self, p: VariantWar, memo: None) -> Decision | None:
        if not carrier_is_ready(p):
            return None
        options = [
            hexes("interdict", "US.2", legal(bars_to_carriers(p, memo))),
            plain("pass", "US.2"),
        ]
        return p.ask(CHINESE, "Interdict with carrier aircraft?", "US.2", options)

    def apply(self, p: VariantWar, memo: None, verb: str, value: int) -> None:
        if verb == "interdict":
            radius = radius_at(p, distance_to_sea(p, value))
            p.carrier_mission = "interdiction"
            p.interdict(value, radius, CHINESE)
            p.tell("interdicted", "US.2", carrier(p), value, radius)
        p.finish()


def bars_to_carriers(p: War, memo: None) -> Bars:
    charts = p.charts
    near = charts.grid.within(charts.all_sea, charts.interdiction[-1][0])
    yield ~(near & charts.land), *OUT_OF_RANGE
