"""A run that is played beside the server: started, stopped, and what became of it."""

from __future__ import annotations

import asyncio
import math
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

from . import lab_child

# A run that has been told to stop may take so many seconds.
PATIENCE = 10.0
# So much of what it says at its end is kept.
SAID = 4000


def workers() -> int:
    """One core is left to whoever sits at a table."""
    return max(1, (os.cpu_count() or 2) - 1)


class Playing:
    """The process that plays an experiment, with all that it starts itself."""

    def __init__(self, experiment: Path, run: Path, process: asyncio.subprocess.Process) -> None:
        self.experiment, self.run = experiment.name, run.name
        self._process = process
        self._stopped = False
        # Whether the file of the run has been seen.
        self.has_file = False
        # When it came to its end.
        self.ended = math.inf
        self._said = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls, experiment: Path, run: Path) -> Playing:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", lab_child.__name__, str(experiment)),
            *("--out", str(run), "--workers", str(workers())),
            # As long as this line is open, it plays.
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            # An interrupt from the keyboard is for the server, which stops it in its own time.
            start_new_session=True,
        )
        return cls(experiment, run, process)

    @property
    def over(self) -> bool:
        return self._said.done()

    @property
    def problem(self) -> str:
        """Why it ended before its time; nothing if it did not."""
        if not self.over or self._stopped or self._process.returncode == 0:
            return ""
        lines = [line for line in self._said.result().splitlines() if line.strip()]
        told = [line.removeprefix("stavka: ") for line in lines if line.startswith("stavka: ")]
        return " ".join(told) or (lines or [f"it ended with {self._process.returncode}"])[-1]

    async def _listen(self) -> str:
        """What it says, to the end."""
        assert self._process.stderr is not None
        said = b""
        while part := await self._process.stderr.read(SAID):
            said = (said + part)[-SAID:]
        await self._process.wait()
        self.ended = time.monotonic()
        return said.decode(errors="replace")

    async def stop(self) -> None:
        """Interrupts it. What has been played is stored, and the run can go on."""
        if self.over:
            return
        self._stopped = True
        assert self._process.stdin is not None
        self._process.stdin.close()
        await asyncio.wait((self._said,), timeout=PATIENCE)
        if not self.over:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            await self._said
