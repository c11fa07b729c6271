"""A small map for tests: an island with a river, a railway and a port."""

from __future__ import annotations

from pathlib import Path

MAP_TOML = """
name = "Small"
credits = ["Nobody"]

[grid]
orientation = "flat"
shifted = "odd"
numbering = "ccrr"
rows = "down"
windows = [[1, 1, 4, 4]]
source = "reconstructed for the tests"

[terrain.clear]
name = "Clear"
look = "clear"

[terrain.sea]
name = "Sea"
look = "sea"

[sides.river]
name = "River"
look = "river"
chain = true

[networks.rail]
name = "Railway"
look = "rail"

[places.city]
name = "City"
look = "city"

[places.port]
name = "Port"
look = "port"

[areas.country]
name = "Country"
border = "frontier"
"""

SEA = {"0401", "0402", "0403", "0404"}
NEXT_TO_SEA = {"0301", "0302", "0303", "0304"}


def hexes_csv() -> str:
    lines = ["hex,terrain,in_play,coast,country,source"]
    for column in range(1, 5):
        for row in range(1, 5):
            label = f"{column:02}{row:02}"
            terrain = "sea" if label in SEA else "clear"
            coast = "Ocean" if label in NEXT_TO_SEA else ""
            country = "" if label in SEA else "North" if row < 3 else "South"
            in_play = "no" if label == "0101" else "yes"
            lines.append(f"{label},{terrain},{in_play},{coast},{country},reconstructed for tests")
    return "\n".join(lines) + "\n"


SIDES_CSV = """kind,name,sides,note,source
river,Brook,0202/0203 0203/0302 0302/0303,,rulebook 1.1
"""

LINKS_CSV = """network,name,owner,hexes,note,source
rail,Main line,North,0102 0202 0302,,rulebook 2.1; reconstructed the course
rail,Southern,South,off 0104 0204 0303,,found an atlas
"""

PLACES_CSV = """hex,name,kinds,note,source
0302,Harbour,city;port:Ocean,,rulebook 3.2
0303,Inland,city,,reconstructed
"""


def write_small_map(folder: Path) -> Path:
    (folder / "map.toml").write_text(MAP_TOML)
    (folder / "hexes.csv").write_text(hexes_csv())
    (folder / "sides.csv").write_text(SIDES_CSV)
    (folder / "links.csv").write_text(LINKS_CSV)
    (folder / "places.csv").write_text(PLACES_CSV)
    return folder
