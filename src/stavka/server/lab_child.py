"""`stavka lab run` as a process beside the server, which goes with it and stands back for it.

Its standard input is a line to the server. When that ends, because the server wants the run to stop
or is no more, the run is interrupted as from the keyboard: it can go on later.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress

from ..data import DataError
from ..engine import Unsuitable
from ..lab import commands
from ..lab.store import BadRun
from .elsewhere import NICE

# What shells say of a program that was interrupted.
INTERRUPTED = 130


def main(arguments: Sequence[str]) -> int:
    # Whoever starts a server in the background may have had it ignore the keyboard.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    threading.Thread(target=_wait_for_the_end, daemon=True).start()
    parser = argparse.ArgumentParser(prog="stavka")
    commands.add(parser.add_subparsers())
    try:
        options = parser.parse_args(["lab", "run", *arguments])
        options.act(options)
    except KeyboardInterrupt:
        return INTERRUPTED
    except (DataError, BadRun, Unsuitable) as error:
        sys.stderr.write(f"stavka: {error}\n")
        return 2
    return 0


def _wait_for_the_end() -> None:
    while os.read(sys.stdin.fileno(), 1):
        pass
    # Sent to the thread itself: it may be waiting for a batch, and another thread could take it.
    signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
