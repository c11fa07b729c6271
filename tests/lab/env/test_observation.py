"""Observations: complete, the same however they came about, and nothing in them that is hidden."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stavka import titles
from stavka.arrays.roster import blanks_of
from stavka.engine import Position, seed_from
from stavka.kit.title import Wargame
from stavka.lab.env import Encoding, Observer
from stavka.titles.red_dragon.charts import GMD, PLA
from stavka.titles.red_dragon.position import War as DragonWar
from tests.east_is_red.test_demolitions import other_mines
from tests.lab.env.games import SCENARIOS, SLUGS, first, moments
from tests.red_dragon.test_leaks import shuffled, twin_of
from tests.whole_games import every_variant
from tools.observations import told

Arrays = dict[str, Any]


def same(one: Arrays, other: Arrays) -> bool:
    return all(one[key].tobytes() == other[key].tobytes() for key in (*one, *other))


def column(observer: Observer, arrays: Arrays, part: str, name: str) -> Any:
    """What an observation says under a name."""
    (number,) = (m.number for m in observer.meanings() if (m.part, m.name) == (part, name))
    return arrays[part][:, number] if part == "units" else arrays[part][number]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_field_of_the_state_is_shown_or_left_out_for_a_reason(slug: str) -> None:
    title = titles.load(slug)
    assert isinstance(title, Wargame)
    sights = title.sights
    fields = {name for position in blanks_of(title) for name, _ in position.FIELDS}
    shown = sights.names() | set(sights.unseen) | {"where"}
    assert fields - shown == set()
    assert set(sights.unseen) <= fields
    assert all(sights.unseen.values())


@pytest.mark.parametrize("slug", SLUGS)
def test_everything_in_an_observation_has_a_name_and_a_meaning(slug: str) -> None:
    observer = Observer(titles.load(slug))
    meanings = observer.meanings()
    assert len({(m.part, m.name) for m in meanings}) == len(meanings)
    assert all(m.text for m in meanings)
    for part, shape in observer.shapes.items():
        numbers = [m.number for m in meanings if m.part == part]
        assert numbers == list(range(shape[1] if part == "units" else shape[0]))
    planes, ground = observer.ground()
    assert planes.shape[0] == len(ground)
    assert planes[0].sum() == observer.cells.grid.size
    terrain = [m.number for m in ground if m.name.startswith("terrain ")]
    assert (planes[terrain].sum(axis=0) == planes[0]).all(), "every hex has one terrain"


def test_the_page_tells_of_everything_in_an_observation() -> None:
    """Write it anew with `python -m tools.observations --write docs/observations.md`."""
    page = Path(__file__).parents[3] / "docs" / "observations.md"
    assert page.read_text("utf-8") == told()


def observed_as_if_new(
    slug: str, scenario: str, options: tuple[str, ...] | None, stride: int, limit: int
) -> int:
    """Writes on and on into the same arrays, as both sides see it, and compares with new ones."""
    title = titles.load(slug)
    observer = Observer(title)
    desks = {side: observer.blank() for side in title.sides}
    writers = {side: observer.writer(desks[side]) for side in title.sides}
    compared = 0
    for number, (position, _) in enumerate(moments(title, scenario, "as new", limit, options)):
        for side in title.sides:
            # A side looks now and then: much may have happened since.
            if number % (3 if side == title.sides[0] else 7):
                continue
            view = position.view(side)
            writers[side].write(view)
            if number % stride == 0:
                assert same(desks[side], observer.observe(view))
                compared += 1
    return compared


@pytest.mark.parametrize("slug", SLUGS)
def test_what_was_written_before_does_not_show(slug: str) -> None:
    assert observed_as_if_new(slug, first(slug), None, 21, 900) > 6


@pytest.mark.slow
@pytest.mark.parametrize("variant", every_variant())
def test_what_was_written_before_does_not_show_in_any_variant(
    variant: tuple[str, str, tuple[str, ...]],
) -> None:
    slug, scenario, options = variant
    observed_as_if_new(slug, scenario, options, 21, 20_000)


def test_arrays_can_go_from_one_scenario_to_another() -> None:
    """The base game has fewer counters than that of the 1970s."""
    title = titles.load("east-is-red")
    observer = Observer(title)
    arrays = observer.blank()
    writer = observer.writer(arrays)
    for scenario in ("1970s-m1-full", "m1-full", "1960s-m1", "m30-full"):
        for number, (position, decision) in enumerate(moments(title, scenario, "others", 60)):
            if number % 20 == 0:
                view = position.view(decision.side)
                writer.write(view)
                assert same(arrays, observer.observe(view))


@pytest.mark.parametrize("slug", SLUGS)
def test_counters_are_where_they_are(slug: str) -> None:
    title: Any = titles.load(slug)
    observer = Observer(title)
    cells, roster = observer.cells, observer.roster
    for number, (position, decision) in enumerate(moments(title, first(slug), "where", 600)):
        if number % 50:
            continue
        view = position.view(decision.side)
        p: Any = view.position
        arrays = observer.observe(view)
        at = column(observer, arrays, "units", "hex")
        owner = column(observer, arrays, "units", "owner")
        row, line = (column(observer, arrays, "units", name) for name in ("row", "column"))
        for unit, where in enumerate(p.where):
            place = roster.number(p.names.units[unit])
            assert at[place] == (cells.cell_of[where] if where >= 0 else -1)
            if where >= 0:
                assert cells.hex_in[row[place] * cells.width + line[place]] == where
            for side_number, side in enumerate(title.sides):
                if p.units_of[side] >> unit & 1:
                    assert owner[place] == side_number
        # What stands in a hex is what its counters come to.
        on_map = at >= 0
        for group in ("counters", *title.sights.summed):
            values = np.ones_like(at) if group == "counters" else None
            if values is None:
                values = column(observer, arrays, "units", group)
            for owner_number, name in enumerate(observer.owners):
                mine = on_map & (owner == owner_number)
                total = np.bincount(at[mine], values[mine], minlength=cells.count)
                plane = column(observer, arrays, "planes", f"{group} {name}")
                assert total.max(initial=0) < 256
                assert (plane.reshape(-1) == total).all()


@pytest.mark.parametrize("slug", SLUGS)
def test_only_who_is_asked_is_told_what_about(slug: str) -> None:
    title = titles.load(slug)
    observer = Observer(title)
    asked = 0
    for position, decision in moments(title, first(slug), "asked", 60):
        for side in title.sides:
            arrays = observer.observe(position.view(side))
            own = side == decision.side
            assert column(observer, arrays, "globals", "asked") == own
            assert column(observer, arrays, "globals", f"side {side}") == 1
            about = column(observer, arrays, "units", "asked").sum()
            about += column(observer, arrays, "planes", "asked").sum()
            expected = {*decision.of} - {-1}, {*decision.at} - {-1}
            assert about == (sum(map(len, expected)) if own else 0)
            asked += bool(about)
    assert asked > 3


def test_who_attacks_is_shown_as_engaged() -> None:
    title = titles.load("red-dragon")
    observer = Observer(title)
    for position, decision in moments(title, "campaign", "engaged", 1000):
        units = getattr(position.frames[-1].memo, "units", ())
        if units and decision.side == GMD and position.frames[-1].step.key == "attack":
            engaged = column(
                observer, observer.observe(position.view(decision.side)), "units", "engaged"
            )
            assert set(np.flatnonzero(engaged)) == set(units)
            return
    pytest.fail("nobody attacked")


def test_hexsides_are_bits_by_direction() -> None:
    title = titles.load("east-is-red")
    observer = Observer(title)
    grid = observer.cells.grid
    p: Any = title.start("m1-full", seed=seed_from("bits"))
    here, there = grid.hex("0920"), grid.hex("0921")
    p.demolished = ((here, there, 1),)
    plane = column(observer, observer.observe(p.view("Soviet")), "planes", "demolished").reshape(-1)
    assert plane[observer.cells.cell_of[here]] == 1 << grid.direction(here, there)
    assert plane[observer.cells.cell_of[there]] == 1 << grid.direction(there, here)
    assert np.count_nonzero(plane) == 2


# Secrets


@pytest.mark.parametrize(
    "games", [pytest.param(1, id="short"), pytest.param(8, id="long", marks=pytest.mark.slow)]
)
def test_nobody_can_tell_face_down_counters_apart(games: int) -> None:
    """Red Dragon 18.2: the same position with other identities looks the same to the GMD."""
    title = titles.load("red-dragon")
    observer, encoding = Observer(title), Encoding(title)
    mask, other_mask = np.zeros(encoding.n, np.int8), np.zeros(encoding.n, np.int8)
    compared = 0
    for game in range(games):
        chance = random.Random(game)
        for position, _ in moments(title, "campaign", f"face down {game}", 20_000):
            assert isinstance(position, DragonWar)
            if chance.random() < 0.95:
                continue
            twin = twin_of(position, shuffled(position, chance))
            asked = twin.decision()
            # What a rule makes known (tests/red_dragon/test_leaks.py).
            if twin.popas != position.popas or (asked is not None and not len(asked)):
                continue
            view, other = position.view(GMD), twin.view(GMD)
            assert same(observer.observe(view), observer.observe(other))
            encoding.mask(view.decision, mask)
            encoding.mask(other.decision, other_mask)
            assert (mask == other_mask).all()
            assert mask.any() == (view.decision is not None)
            seen = [observer.observe(p.view(PLA)) for p in (position, twin)]
            assert not same(*seen), "the PLA can"
            compared += 1
    assert compared > 30 * games


@pytest.mark.parametrize("scenario", ["m1-full", "1980s-m30"])
def test_the_soviet_player_cannot_see_where_mines_are(scenario: str) -> None:
    """East Is Red 16.0: mines laid elsewhere, and neutralized, look the same to the Soviets."""
    title = titles.load("east-is-red")
    observer = Observer(title)
    chance, compared, differ = random.Random(1), 0, 0
    for number, (position, _) in enumerate(moments(title, scenario, "mines", 1000)):
        laying = position.frames[-1].step.key in ("mine_laying", "detonation")
        if not laying and number % 60:
            continue
        p: Any = position
        other = other_mines(p, chance)
        assert same(observer.observe(p.view("Soviet")), observer.observe(other.view("Soviet")))
        differ += not same(
            observer.observe(p.view("Chinese")), observer.observe(other.view("Chinese"))
        )
        compared += 1
    assert compared > 10
    assert differ > compared // 2


@pytest.mark.parametrize(("slug", "scenario"), SCENARIOS)
def test_nothing_tells_how_many_choices_and_rolls_there_were(slug: str, scenario: str) -> None:
    title = titles.load(slug)
    observer = Observer(title)
    position: Position | None = None
    for position, _ in moments(title, scenario, "how many", 40):  # noqa: B007
        pass
    assert position is not None
    for side in title.sides:
        before = observer.observe(position.view(side))
        other = position.clone()
        other.number += 5
        other.dice.rolls += 3
        assert same(before, observer.observe(other.view(side)))


def hashed(slug: str) -> str:
    """A fingerprint of the observations of a game, and of the layouts."""
    title = titles.load(slug)
    observer = Observer(title)
    found = hashlib.blake2b()
    for position, decision in moments(title, first(slug), "hashed", 150):
        for array in observer.observe(position.view(decision.side)).values():
            found.update(array.tobytes())
    return f"{found.hexdigest()} {observer.digest} {Encoding(title).digest}"


@pytest.mark.parametrize(
    "slug", [pytest.param(slug, marks=[pytest.mark.slow] * (slug != "reds")) for slug in SLUGS]
)
def test_observations_are_the_same_in_every_process(slug: str) -> None:
    code = f"from tests.lab.env.test_observation import hashed; print(hashed({slug!r}))"
    there = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert there.stdout.strip() == hashed(slug)


def test_another_layout_has_another_digest() -> None:
    observers = [Observer(titles.load(slug)) for slug in SLUGS]
    assert len({observer.digest for observer in observers}) == len(SLUGS)
    assert Observer(titles.load(SLUGS[0])).digest == observers[0].digest
