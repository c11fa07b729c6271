"""`python -m stavka.rules --write FILE`: the index for a package that has no source tree."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..data import DataError
from .index import write_index


def main() -> str | None:
    parser = argparse.ArgumentParser(prog="python -m stavka.rules", description=__doc__)
    parser.add_argument("--write", metavar="FILE", type=Path, required=True)
    try:
        write_index(parser.parse_args().write)
    except DataError as error:
        return str(error)
    return None


if __name__ == "__main__":
    sys.exit(main())
