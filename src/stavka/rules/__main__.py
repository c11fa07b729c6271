"""`python -m stavka.rules --write FILE`: the index for a package that has no source tree."""

from __future__ import annotations

import argparse
from pathlib import Path

from .index import write_index

parser = argparse.ArgumentParser(prog="python -m stavka.rules", description=__doc__)
parser.add_argument("--write", metavar="FILE", type=Path, required=True)
write_index(parser.parse_args().write)
