"""Tables are read by their structures, and whatever is wrong in one is told with its place."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import pytest
from msgspec import Struct, field
from river_line.charts import DATA, charts

from stavka.board import Board, load_board
from stavka.data import DataError, Folder
from stavka.kit.tables import (
    NO_COLUMN,
    SEMICOLONS,
    AtPlace,
    Columns,
    Die,
    Known,
    Natural,
    OnMap,
    Order,
    Tables,
    Wrong,
    grouped,
    one_of,
)

from ..board.small_map import write_small_map

SIDES = ("North", "South")


class Unit(Struct, frozen=True, kw_only=True):
    id: str
    number: Order
    side: Annotated[str, one_of(SIDES)]
    size: Literal["", "X", "XX"] = ""
    strength: Natural
    shift: int = 0
    guard: bool
    hex: OnMap | None = None
    base: AtPlace = field(name="from")
    turns: tuple[Die, ...] = ()
    names: Annotated[tuple[str, ...], SEMICOLONS] = ()
    costs: Annotated[dict[str, Natural], Columns("road", "wood", gaps=True)]
    faces: Annotated[tuple[str, int], Columns("face", "steps")]

    def __post_init__(self) -> None:
        if self.guard and self.strength < 2:
            raise Wrong("strength", "a guard has two at least")


class March(Struct, frozen=True):
    units: tuple[Annotated[int, Known("unit")], ...]
    odds: Annotated[dict[str, str], Columns("1-1", "2-1")]


class Counter(Struct, frozen=True, kw_only=True):
    id: str
    strength: Annotated[int, NO_COLUMN] = 0


class Army(Counter, frozen=True, kw_only=True):
    strength: Natural


HEADER = "id,side,size,strength,shift,guard,hex,from,turns,names,road,wood,face,steps,source"
FULL = "a,North,XX,3,-1,yes,0202,Harbour,1 2,Old Guard; Red,1,2,front,4,rulebook 1.1"
BARE = "b,South,,3,,no,,Inland,,,,2,front,4,rulebook 1.1"


@pytest.fixture(name="board")
def _board(tmp_path: Path) -> Board:
    return load_board(write_small_map(tmp_path))


def tables(tmp_path: Path, board: Board, *rows: str, name: str = "units.csv") -> Tables:
    (tmp_path / name).write_text("\n".join(rows) + "\n", encoding="utf-8")
    return Tables(Folder(tmp_path), board)


def test_a_row_becomes_a_structure(tmp_path: Path, board: Board) -> None:
    full, bare = tables(tmp_path, board, HEADER, FULL, BARE).read("units.csv", Unit)
    assert (full.id, full.side, full.size, full.strength, full.shift) == ("a", "North", "XX", 3, -1)
    assert full.guard is True
    assert full.hex == board.grid.hex("0202")
    assert full.base == board.grid.hex("0302")
    assert full.turns == (1, 2)
    assert full.names == ("Old Guard", "Red")
    assert full.costs == {"road": 1, "wood": 2}
    assert full.faces == ("front", 4)
    assert (bare.size, bare.shift, bare.hex, bare.turns, bare.names) == ("", 0, None, (), ())
    assert (full.number, bare.number) == (0, 1)
    assert bare.costs == {"wood": 2}, "a gap is left out"


@pytest.mark.parametrize(
    ("old", "new", "column", "reason"),
    [
        ("a,North", ",North", "id", "is empty"),
        ("North", "West", "side", "'West' should be one of North, South"),
        ("XX", "XXX", "size", "'XXX' should be one of nothing, X, XX"),
        ("XX,3", "XX,three", "strength", "'three' should be a whole number"),
        ("XX,3", "XX,-3", "strength", "-3 should not be negative"),
        ("XX,3", "XX,1", "strength", "a guard has two at least"),
        ("XX,3,-1", "XX,3,1.5", "shift", "'1.5' should be a whole number"),
        ("yes", "ja", "guard", "'ja' should be yes or no"),
        ("yes", "", "guard", "is empty"),
        ("0202", "0909", "hex", "0909 is not on this map"),
        ("Harbour", "Atlantis", "from", "there is no place 'Atlantis' in map/places.csv"),
        ("1 2", "1 7", "turns", "7 is no roll of a die"),
        ("Red,1", "Red,one", "road", "'one' should be a whole number"),
        ("front,4", "front,", "steps", "is empty"),
        ("rulebook 1.1", "", "source", "every row says where it comes from"),
    ],
)
def test_a_wrong_cell_is_told_with_its_place(
    tmp_path: Path, board: Board, old: str, new: str, column: str, reason: str
) -> None:
    wrong = tables(tmp_path, board, HEADER, BARE, FULL.replace(old, new, 1))
    with pytest.raises(DataError, match=reason) as caught:
        wrong.read("units.csv", Unit)
    error = caught.value
    assert (error.file, error.line, error.field) == (tmp_path / "units.csv", 3, column)


def test_the_header_has_the_columns_of_the_structure(tmp_path: Path, board: Board) -> None:
    with pytest.raises(DataError, match="lacks the field 'wood'"):
        tables(tmp_path, board, HEADER.replace("wood", "hill"), FULL).read("units.csv", Unit)


def test_rows_by_their_first_field(tmp_path: Path, board: Board) -> None:
    found = tables(tmp_path, board, HEADER, FULL, BARE).keyed("units.csv", Unit)
    assert list(found) == ["a", "b"]
    twice = tables(tmp_path, board, HEADER, FULL, FULL)
    with pytest.raises(DataError, match="line 3, field id: a stands twice"):
        twice.keyed("units.csv", Unit)


def test_cells_name_things_of_other_tables(tmp_path: Path, board: Board) -> None:
    header = "units,1-1,2-1,source"
    orders = tables(tmp_path, board, header, "b a,Ar,Dr,rulebook 1.2", name="orders.csv")
    orders.know("unit", {"a": 0, "b": 1}, "units.csv")
    ((row, order),) = orders.lines("orders.csv", March)
    assert order == March((1, 0), {"1-1": "Ar", "2-1": "Dr"})
    assert str(row.error("units", "no")).endswith("orders.csv, line 2, field units: no")
    orders.know("unit", {"a": 0}, "units.csv")
    with pytest.raises(DataError, match=r"field units: there is no unit 'b' in units\.csv"):
        orders.read("orders.csv", March)
    gap = tables(tmp_path, board, header, "a,,Dr,rulebook 1.2", name="orders.csv")
    gap.know("unit", {"a": 0}, "units.csv")
    with pytest.raises(DataError, match="field 1-1: is empty"):
        gap.read("orders.csv", March)


def test_limits_are_not_negative_unless_a_title_says_so(tmp_path: Path, board: Board) -> None:
    header, row = "name,value,case,source", "drop,-3,1.4,rulebook 1.4"
    found = tables(tmp_path, board, header, row, name="limits.csv")
    assert found.limits(signed=True) == {"drop": -3}
    with pytest.raises(DataError, match="field value: -3 should not be negative"):
        found.limits()


def test_tables_can_have_different_columns_of_one_thing(tmp_path: Path, board: Board) -> None:
    both = tables(tmp_path, board, "id,source", "a,rulebook 1.1", name="leaders.csv")
    tables(tmp_path, board, "id,strength,source", "b,4,rulebook 1.1", name="armies.csv")
    found: list[Counter] = [*both.read("leaders.csv", Counter), *both.read("armies.csv", Army)]
    assert [(counter.id, counter.strength) for counter in found] == [("a", 0), ("b", 4)]
    tables(tmp_path, board, "id,strength,source", "b,,rulebook 1.1", name="armies.csv")
    with pytest.raises(DataError, match="field strength: is empty"):
        both.read("armies.csv", Army)


def test_units_by_what_is_printed_on_them() -> None:
    found = grouped(["tank", "foot", "tank"])
    assert found == {"tank": 0b101, "foot": 0b010}
    assert found["horse"] == 0


def test_a_row_that_charts_look_for_in_vain_is_named(tmp_path: Path) -> None:
    lines = (DATA / "terrain.csv").read_text().splitlines()
    dry = [line for line in lines if not line.startswith("river")]
    (tmp_path / "terrain.csv").write_text("\n".join(dry))
    with pytest.raises(DataError, match=f"{tmp_path.name}: lacks 'river'"):
        charts(tmp_path)


def test_a_structure_of_something_else_is_a_mistake_of_ours(tmp_path: Path, board: Board) -> None:
    class Odd(Struct):
        half: float

    with pytest.raises(TypeError, match="is no type of a cell"):
        tables(tmp_path, board, "half,source").read("units.csv", Odd)
