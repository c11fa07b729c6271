"""What a guest keeps of its seat: the secret, which is told once, and what it adds to the dice.

It lies in a file that only its owner may read, so that the guest comes back to its seat with the
link that it first came with, though that invitation has been used.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from .marks import Marks
from .trouble import Trouble


class Kept(msgspec.Struct, frozen=True):
    # The secret of the seat; empty before it was taken.
    secret: str = ""
    # What tells this guest from others who look at the seat.
    browser: str = ""
    marks: Marks = Marks()
    # What was set up for it, if it was set up here.
    game: str = ""


def file_for(folder: Path, secret: str) -> Path:
    """Where the seat of a link is kept. The name tells nothing of the link."""
    return folder / f"{hashlib.sha256(secret.encode()).hexdigest()[:32]}.json"


class Keeping:
    """The file of a seat."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def read(self) -> Kept:
        try:
            return msgspec.json.decode(self.file.read_bytes(), type=Kept)
        except FileNotFoundError:
            return Kept()
        except OSError as error:
            raise Trouble(f"{self.file} cannot be read: {error.strerror}.") from None
        except msgspec.DecodeError:
            raise Trouble(
                f"{self.file} is not what was kept of a seat; remove it, or name another folder"
                " with --keep."
            ) from None

    def write(self, kept: Kept) -> None:
        """Writes the file whole or not at all."""
        new = self.file.with_name(f"{self.file.name}.new")
        try:
            self._make_folder()
            new.unlink(missing_ok=True)
            number = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(number, "wb") as file:
                file.write(msgspec.json.encode(kept))
                file.flush()
                os.fsync(file.fileno())
            new.replace(self.file)
        except OSError as error:
            raise Trouble(f"{self.file} cannot be written: {error.strerror}.") from None

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Meanwhile no other guest with the same link takes the seat."""
        try:
            self._make_folder()
            lock = os.open(f"{self.file}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise Trouble(f"{self.file} cannot be written: {error.strerror}.") from None
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)

    def _make_folder(self) -> None:
        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
