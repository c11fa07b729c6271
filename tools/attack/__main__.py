"""The attack, part by part: what must hold before strangers play on a server.

    python -m tools.attack                       all of it; `make soak` does the same
    python -m tools.attack forged --scale 0.01   a hundredth of a part

What it finds is kept under build/soak; the exit code tells whether it has found anything.
"""

from __future__ import annotations

import argparse
import logging
import sys
import time
from collections.abc import Callable, Sequence

from . import forged, half_open, kills, twins
from .tally import Summary

PARTS: dict[str, Callable[[float, str], Summary]] = {
    "forged": forged.run,
    "twins": twins.run,
    "kills": kills.run,
    "half-open": half_open.run,
}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        "python -m tools.attack",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--scale", type=float, default=1.0, help="a share of it (1)")
    parser.add_argument("--seed", default=time.strftime("attack %Y-%m-%d"), help="another attack")
    wanted = parser.parse_args(arguments)
    if unknown := set(wanted.parts) - set(PARTS):
        parser.error(f"there is no part {min(unknown)!r}; there are {', '.join(PARTS)}")
    # What a server says of all that is refused nobody wants to read.
    logging.disable(logging.ERROR)
    found = []
    for name in wanted.parts or PARTS:
        print(f"{name}, from the seed {wanted.seed!r}", flush=True)
        found.append(PARTS[name](wanted.scale, wanted.seed))
    print("\n".join(map(str, found)))
    return int(not all(summary.passed for summary in found))


if __name__ == "__main__":
    sys.exit(main())
