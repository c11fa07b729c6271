"""Runs tests with every Python that Stavka promises to run with and that is on this machine.

    python -m tools.matrix ARGUMENTS OF PYTEST

Each has an environment of its own with the locked versions, and a log, in build/matrix. Pythons are
looked for on the path and among those of pyenv and uv; those that are missing are named.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "build" / "matrix"
# Tells its version, and that environments can be made with it.
QUESTION = "import ensurepip, sys, venv; print('%d.%d' % sys.version_info[:2])"


def candidates(version: str) -> Iterator[Path]:
    on_path = shutil.which(f"python{version}")
    if on_path:
        yield Path(on_path)
    home = Path.home()
    pyenv = Path(os.environ.get("PYENV_ROOT", home / ".pyenv")) / "versions"
    for folder in (pyenv, home / ".local" / "share" / "uv" / "python"):
        yield from sorted(folder.glob(f"*{version}.*/bin/python{version}"), reverse=True)


def interpreter(version: str) -> Path | None:
    """A Python of this version that answers; a name on the path may lead to nothing."""
    for python in candidates(version):
        asked = (str(python), "-c", QUESTION)
        done = subprocess.run(asked, capture_output=True, text=True, check=False)
        if done.returncode == 0 and done.stdout.strip() == version:
            return python
    return None


def tested(version: str, python: Path, arguments: Sequence[str]) -> tuple[bool, str]:
    """Whether the tests pass with a Python, and the last line that was said."""
    environment = FOLDER / version
    log = FOLDER / f"{version}.log"
    quiet = (environment / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check")
    names = ("requirements.txt", "requirements-dev.txt", "requirements-extras.txt")
    locks = [word for name in names for word in ("-r", name)]
    steps: list[Sequence[str | Path]] = [
        (python, "-m", "venv", environment),
        # What has no wheel for this Python is not built from its sources: it is to be known.
        (*quiet, "--require-hashes", "--only-binary", ":all:", *locks),
        (*quiet, "--no-deps", "--no-build-isolation", "-e", "."),
        (environment / "bin" / "python", "-m", "pytest", "-p", "no:cacheprovider", *arguments),
    ]
    with log.open("w", encoding="utf-8") as out:
        passed = all(
            subprocess.run(step, cwd=ROOT, stdout=out, stderr=out, check=False).returncode == 0
            for step in steps
        )
    return passed, log.read_text(encoding="utf-8").rstrip().rpartition("\n")[2]


def main(arguments: Sequence[str]) -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    passed = True
    for version in VERSIONS:
        python = interpreter(version)
        if python is None:
            print(f"Python {version}: missing on this machine, not tested", flush=True)
            continue
        begun = time.monotonic()
        ok, line = tested(version, python, arguments)
        passed &= ok
        took = time.monotonic() - begun
        word = "passed" if ok else f"FAILED, see {(FOLDER / version).relative_to(ROOT)}.log"
        print(f"Python {version}: {word} in {took:.0f} s, {line} ({python})", flush=True)
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
