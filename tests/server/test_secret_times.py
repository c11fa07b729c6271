"""What one side does in secret does not show in the time of the next answer to another."""

from __future__ import annotations

import statistics
import time
from typing import Any

import pytest

from stavka.engine import View
from stavka.engine.presentation import Presentation
from stavka.titles.east_is_red.charts import charts
from stavka.titles.east_is_red.title import EastIsRed

from .client import Live, http, new_table

# Where a mine may lie.
MINED = charts(None).grid.label(charts(None).mines["m1-full"][0][0])
# Looks in each of both games, one after the other in turn.
LOOKS = 150


class Waiting:
    """A game in which the Chinese lay mines, and the Soviets look on."""

    def __init__(self, address: str) -> None:
        links = new_table(address)
        self.chinese = Live(address, links["seats"]["Chinese"])
        self._path = f"/api/seats/{links['seats']['Soviet']}"
        self._http = http(address)
        with Live(address, links["seats"]["Soviet"]) as soviet:
            for text in ("recommended", "done"):
                soviet.choose(text)
        while self.chinese.decision is None:
            self.chinese.receive()
        for text in ("recommended", "done"):
            self.chinese.choose(text)

    def look(self) -> float:
        """How long the Soviets wait for what they see."""
        began = time.perf_counter()
        assert self._http.get(self._path).status_code == 200
        return time.perf_counter() - began

    def close(self) -> None:
        self.chinese.__exit__(None, None, None)
        self._http.close()


def test_nothing_is_made_anew_for_who_has_noticed_nothing(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Waiting(address)
    game.look()
    made: list[str] = []
    whole = EastIsRed.present

    def present(title: EastIsRed, view: View[Any]) -> Presentation:
        made.append(view.side)
        return whole(title, view)

    monkeypatch.setattr(EastIsRed, "present", present)
    assert game.chinese.choose("mine", MINED)["type"] == "state"
    assert game.chinese.ask("undo")["type"] == "state"
    game.look()
    assert set(made) == {"Chinese"}
    game.close()


@pytest.mark.slow
def test_looking_takes_as_long_after_a_secret_choice(address: str) -> None:
    busy, idle = Waiting(address), Waiting(address)
    times: dict[Waiting, list[float]] = {busy: [], idle: []}
    for number in range(LOOKS):
        done = busy.chinese.ask("undo") if number % 2 else busy.chinese.choose("mine", MINED)
        assert done["type"] == "state", done
        # Whoever is asked first may pay for what others left behind.
        for game in (busy, idle) if number % 4 < 2 else (idle, busy):
            times[game].append(game.look())
    after, otherwise = (statistics.median(times[game]) for game in (busy, idle))
    told = f"{after * 1e3:.3f} ms after a secret choice, {otherwise * 1e3:.3f} ms otherwise"
    assert after < 1.5 * otherwise, told
    busy.close()
    idle.close()
