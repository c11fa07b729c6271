"""Overlays that change our figures by one step."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from stavka import titles
from stavka.lab.experiment import read
from stavka.titles.east_is_red import EastIsRed
from tools.overlays import GAMES, experiment, overlays, weighed

HOUSE = ("east-is-red", "reds", "red-dragon", "red-star")


def rows(file: Path, key: str) -> dict[str, dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as text:
        return {row[key]: row for row in csv.DictReader(text)}


def test_only_figures_that_are_ours_go_up(tmp_path: Path) -> None:
    list(overlays("red-star", tmp_path))
    own = rows(titles.entry("red-star").data / "kinds.csv", "kind")
    new = rows(tmp_path / "attack-of-axis-allies-up" / "kinds.csv", "kind")
    assert (own["romanian_corps"]["front"], new["romanian_corps"]["front"]) == ("2-3", "3-3")
    assert (own["romanian_corps"]["back"], new["romanian_corps"]["back"]) == ("1-1", "2-1")
    # What has no attack gets none, and what the rulebook gives stays.
    assert new["romanian_headquarters"] == own["romanian_headquarters"]
    assert new["tank_corps"] == own["tank_corps"]
    less = rows(tmp_path / "attack-of-axis-allies-down" / "kinds.csv", "kind")
    assert (less["romanian_corps"]["front"], less["romanian_corps"]["back"]) == ("1-3", "1-1")
    own, more = (
        rows(folder / "kinds.csv", "kind")
        for folder in (titles.entry("red-star").data, tmp_path / "axis-movement-up")
    )
    # 7.9.4 gives the movement of a tank corps; that of an airbase is ours.
    assert more["tank_corps"]["movement"] == own["tank_corps"]["movement"] == "7"
    assert (own["airbase"]["movement"], more["airbase"]["movement"]) == ("4", "5")


def test_tables_of_results_move_by_a_column(tmp_path: Path) -> None:
    list(overlays("red-dragon", tmp_path))
    better = rows(tmp_path / "combat-results-up" / "crt.csv", "die")["1"]
    worse = rows(tmp_path / "combat-results-down" / "crt.csv", "die")["1"]
    own = rows(titles.entry("red-dragon").data / "crt.csv", "die")["1"]
    assert (better["2:1"], worse["3:1"]) == (own["3:1"], own["2:1"])
    assert (better["6:1"], worse["1:3"]) == (own["6:1"], own["1:3"])


def test_signed_numbers_go_through_nought(tmp_path: Path) -> None:
    list(overlays("reds", tmp_path))
    own = rows(titles.entry("reds").data / "counters.csv", "id")["R-A05"]
    more = rows(tmp_path / "red-attack-up" / "counters.csv", "id")["R-A05"]
    less = rows(tmp_path / "red-attack-down" / "counters.csv", "id")["R-A05"]
    assert [one["attack"] for one in (less, own, more)] == ["+2", "+3", "+4"]
    assert [int(one["disordered_attack"]) for one in (less, own, more)] == [-1, 0, 1]
    white = rows(tmp_path / "red-attack-up" / "counters.csv", "id")["W-DON1"]
    assert white == rows(titles.entry("reds").data / "counters.csv", "id")["W-DON1"]


def test_ground_spreads_by_a_hex(tmp_path: Path) -> None:
    list(overlays("east-is-red", tmp_path))
    own = EastIsRed().charts
    wider = EastIsRed(tmp_path / "rough-ground-up").charts
    narrower = EastIsRed(tmp_path / "rough-ground-down").charts
    around = own.grid.neighbours(own.rough)
    assert wider.rough == own.rough | around & own.clear
    assert narrower.rough == own.rough & ~own.grid.neighbours(own.clear)


@pytest.mark.parametrize("slug", ["east-is-red", "red-dragon"])
def test_all_overlays_can_be_read(slug: str, tmp_path: Path) -> None:
    can_be_read(slug, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["reds", "red-star"])
def test_all_overlays_of_the_larger_titles_can_be_read(slug: str, tmp_path: Path) -> None:
    can_be_read(slug, tmp_path)


def can_be_read(slug: str, tmp_path: Path) -> None:
    """Each makes other data, and the experiment compares them with our own."""
    found = list(overlays(slug, tmp_path))
    file = tmp_path / f"weigh-{slug}.toml"
    file.write_text(experiment(slug, found, GAMES), encoding="utf-8")
    cells = read(file).cells
    assert [cell.name for cell in cells] == ["as it is", *(one.name for one in found)]
    assert cells[0].data == titles.data_version(slug)
    assert len({cell.data for cell in cells}) == len(cells) > 5


def test_every_title_of_the_house_is_weighed() -> None:
    assert set(weighed()) == set(HOUSE)
