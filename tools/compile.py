"""Builds the inner loops of hex sets in C, beside the Python that says the same.

    python -m tools.compile [FOLDER]

Without a C compiler, or without Python's headers, it says so and is content: nothing needs them.
"""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Sequence
from pathlib import Path

from setuptools import Distribution, Extension

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "stavka" / "hexes" / "kernel.c"


def build(folder: Path) -> Path | None:
    """Puts the compiled module into a folder; None if it cannot be built here."""
    kernel = Extension("kernel", [str(SOURCE)])
    command = Distribution({"ext_modules": [kernel]}).get_command_obj("build_ext")
    command.build_lib = str(folder)
    command.build_temp = str(ROOT / "build" / "kernel")
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            command.ensure_finalized()
            command.run()
    except Exception as error:  # whatever a foreign tool chain may come up with
        print(f"The inner loops stay in Python, which works as well but slower: {error}")
        return None
    name: str = command.get_ext_filename("kernel")
    return folder / name


def main(arguments: Sequence[str] | None = None) -> int:
    (folder,) = (arguments or sys.argv[1:]) or [str(SOURCE.parent)]
    if built := build(Path(folder)):
        print(f"The inner loops are compiled: {built.name}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
