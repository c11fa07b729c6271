"""What titles declare is held against what they ask."""

from __future__ import annotations

from typing import Any

from stavka.engine import Decision, Title


def undeclared(title: Title[Any], decision: Decision) -> list[str]:
    """What of a question its title has not declared."""
    specs = {(spec.verb, spec.offered): spec for spec in title.verbs}
    found = []
    for option in decision.options:
        spec = specs.get((option.verb, option.kind))
        if spec is None:
            found.append(f"{option.verb} ({option.kind})")
        elif spec.kind == "word":
            found += [f"{option.verb} {word}" for word in option.values if word not in spec.words]
        elif spec.kind == "hexside":
            grid = decision.names.grid
            for word in option.values:
                # A label that is none of the map's, and hexes that are not adjacent, are told.
                here, there = map(grid.hex, word.split("/"))
                grid.side(here, there)
    return found
