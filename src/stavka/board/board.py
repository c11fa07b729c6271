"""What a map holds, as hex sets that are computed once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..hexes import Grid, Hex, HexSet, Passage, flood, members, opposite, union


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of terrain, hexside feature, network, place or area, as `map.toml` declares it."""

    key: str
    name: str
    look: str
    chain: bool = False


@dataclass(frozen=True, slots=True)
class SideRow:
    """One line of `sides.csv`: a river from source to mouth, a shore, a frontier."""

    kind: str
    name: str
    pairs: tuple[tuple[Hex, Hex], ...]
    note: str
    source: str


class Sides:
    """The hexsides that carry one feature."""

    def __init__(self, grid: Grid, rows: Sequence[SideRow]) -> None:
        self.grid = grid
        self.rows = tuple(rows)
        facing = [0] * 6
        for row in rows:
            for here, there in row.pairs:
                direction = grid.direction(here, there)
                facing[direction] |= 1 << here
                facing[opposite(direction)] |= 1 << there
        # facing[d]: the hexes whose side in direction d carries the feature.
        self.facing: tuple[HexSet, ...] = tuple(facing)

    def has(self, here: Hex, there: Hex) -> bool:
        return bool(self.facing[self.grid.direction(here, there)] >> here & 1)

    @cached_property
    def entering(self) -> tuple[HexSet, ...]:
        """entering[d]: the hexes that are entered over the feature when moving in direction d."""
        return tuple(self.facing[opposite(d)] for d in range(6))

    @cached_property
    def hexes(self) -> HexSet:
        """The hexes that have the feature on some side."""
        return union(self.facing)

    def pairs(self) -> list[tuple[Hex, Hex]]:
        """Every hexside once."""
        found = []
        for direction in range(3):
            for here in members(self.facing[direction]):
                found.append(self.grid.side(here, here + self.grid.offsets[direction]))
        return sorted(found)

    def __len__(self) -> int:
        return sum(hexes.bit_count() for hexes in self.facing) // 2


@dataclass(frozen=True, slots=True)
class Chain:
    """One line of `links.csv`: a railway, a road, a navigable river, hex by hex."""

    name: str
    owner: str
    hexes: tuple[Hex, ...]
    starts_off: bool
    ends_off: bool
    note: str
    source: str


class Network:
    """Hexes that are joined to neighbouring hexes."""

    def __init__(self, grid: Grid, chains: Sequence[Chain]) -> None:
        self.grid = grid
        self.chains = tuple(chains)
        leading = [0] * 6
        hexes = exits = 0
        for chain in chains:
            for hex_ in chain.hexes:
                hexes |= 1 << hex_
            if chain.starts_off:
                exits |= 1 << chain.hexes[0]
            if chain.ends_off:
                exits |= 1 << chain.hexes[-1]
            for here, there in zip(chain.hexes, chain.hexes[1:], strict=False):
                direction = grid.direction(here, there)
                leading[direction] |= 1 << here
                leading[opposite(direction)] |= 1 << there
        self.hexes: HexSet = hexes
        # The hexes where a line leaves the map.
        self.exits: HexSet = exits
        # leading[d]: the hexes from which the network leads on in direction d.
        self.leading: tuple[HexSet, ...] = tuple(leading)
        # entering[d]: the hexes that can be entered along the network, moving in direction d.
        self.entering: tuple[HexSet, ...] = tuple(leading[opposite(d)] for d in range(6))
        self.passage = Passage(grid, self.entering)

    def joined(self, here: Hex, there: Hex) -> bool:
        return bool(self.leading[self.grid.direction(here, there)] >> here & 1)

    def joined_to(self, hex_: Hex) -> list[Hex]:
        return [
            hex_ + offset
            for offset, hexes in zip(self.grid.offsets, self.leading, strict=True)
            if hexes >> hex_ & 1
        ]

    def links(self) -> list[tuple[Hex, Hex]]:
        """Every link once."""
        found = []
        for direction in range(3):
            for here in members(self.leading[direction]):
                found.append(self.grid.side(here, here + self.grid.offsets[direction]))
        return sorted(found)

    def connected(self, hex_: Hex, *, within: HexSet = -1) -> HexSet:
        """Everything that can be reached from a hex along the network, without leaving `within`."""
        return self.connected_to(1 << hex_, within=within)

    def connected_to(self, sources: HexSet, *, within: HexSet = -1) -> HexSet:
        """Everything that can be reached from any of the sources along the network."""
        return flood(self.passage, sources & self.hexes & within, blocked=self.grid.all & ~within)

    def owned(self, *owners: str) -> Network:
        """The network of some owners' chains only."""
        return Network(self.grid, [chain for chain in self.chains if chain.owner in owners])


@dataclass(frozen=True, slots=True)
class Place:
    name: str
    hex: Hex
    # Each kind with its arguments: {"port": ("Black Sea",), "major_city": ()}.
    kinds: Mapping[str, tuple[str, ...]]
    note: str
    source: str

    def kind_texts(self) -> Iterator[str]:
        """The kinds as the file writes them: `major_city`, `port:Black Sea`."""
        for kind, arguments in self.kinds.items():
            if not arguments:
                yield kind
            for argument in arguments:
                yield f"{kind}:{argument}"


class Board:
    """A whole map. Nothing in it changes during a game."""

    # What a map has, each part by its name.
    def __init__(  # noqa: PLR0913
        self,
        *,
        name: str,
        credits: Sequence[str],
        grid: Grid,
        kinds: Mapping[str, Mapping[str, Kind]],
        terrain: Mapping[str, HexSet],
        in_play: HexSet,
        coast: Mapping[str, HexSet],
        areas: Mapping[str, Mapping[str, HexSet]],
        sides: Mapping[str, Sides],
        networks: Mapping[str, Network],
        places: Iterable[Place],
    ) -> None:
        self.name = name
        self.credits = tuple(credits)
        self.grid = grid
        # The declared kinds by section: terrain, sides, networks, places, areas.
        self.kinds = kinds
        self.terrain = terrain
        self.in_play = in_play
        self.coast = coast
        self.coastal: HexSet = union(coast.values())
        self.areas = areas
        self.sides = sides
        self.networks = networks
        self.places = tuple(places)
        self._terrain_of = {h: kind for kind, hexes in terrain.items() for h in members(hexes)}
        self._by_name = {place.name: place for place in self.places}
        self._at: dict[Hex, tuple[Place, ...]] = {}
        kind_masks: dict[tuple[str, str | None], HexSet] = {}
        for place in self.places:
            self._at[place.hex] = (*self._at.get(place.hex, ()), place)
            for kind, arguments in place.kinds.items():
                for argument in (None, *arguments):
                    key = (kind, argument)
                    kind_masks[key] = kind_masks.get(key, 0) | 1 << place.hex
        self._kind_masks = kind_masks

    def terrain_of(self, hex_: Hex) -> str:
        return self._terrain_of[hex_]

    def place(self, name: str) -> Place:
        try:
            return self._by_name[name]
        except KeyError:
            raise KeyError(f"there is no place called {name!r} on the map of {self.name}") from None

    def places_at(self, hex_: Hex) -> tuple[Place, ...]:
        return self._at.get(hex_, ())

    def kind(self, kind: str, argument: str | None = None) -> HexSet:
        """The hexes with a place of a kind, with a certain argument if one is given."""
        if kind not in self.kinds["places"]:
            raise KeyError(f"the map of {self.name} has no places of kind {kind!r}")
        return self._kind_masks.get((kind, argument), 0)

    def areas_of(self, hex_: Hex) -> dict[str, tuple[str, ...]]:
        """The areas that a hex belongs to, by group."""
        found = {}
        for group, areas in self.areas.items():
            names = tuple(name for name, hexes in areas.items() if hexes >> hex_ & 1)
            if names:
                found[group] = names
        return found

    def describe(self, hex_: Hex) -> dict[str, Any]:
        """Everything the map has in a hex, as plain data with printed labels."""
        grid = self.grid
        around = grid.adjacent(hex_)
        features = {
            grid.label(there): [
                kind for kind, sides in self.sides.items() if sides.has(hex_, there)
            ]
            for there in around
        }
        return {
            "label": grid.label(hex_),
            "terrain": self.terrain_of(hex_),
            "in_play": bool(self.in_play >> hex_ & 1),
            "places": [
                {"name": place.name, "kinds": list(place.kind_texts())}
                for place in self.places_at(hex_)
            ],
            "areas": {group: list(names) for group, names in self.areas_of(hex_).items()},
            "networks": {
                name: [grid.label(there) for there in network.joined_to(hex_)]
                for name, network in self.networks.items()
            },
            "sides": {label: kinds for label, kinds in features.items() if kinds},
            "coastal": bool(self.coastal >> hex_ & 1),
            "seas": [sea for sea, hexes in self.coast.items() if hexes >> hex_ & 1],
        }
