"""Who does a long piece of work in batches: this process, or several beside it.

A batch is done again if the process that had it dies, three times at most: whatever kills it every
time is named and the rest goes on. Batches come back in the order in which they are done; what they
come to does not depend on who has done them.
"""

from __future__ import annotations

import multiprocessing
import signal
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

B = TypeVar("B")
R = TypeVar("R")

TRIES = 3
# How long a process that is told to end may take, in seconds.
PATIENCE = 5.0


class Unfit(Exception):
    """Raised by work where it cannot be done as it should, by somebody who has other rules, say:
    nobody goes on then."""


class Done(NamedTuple, Generic[B, R]):
    """What a batch came to; nothing if it was lost, and then why."""

    batch: B
    result: R | None
    lost: str = ""
    # Whether somebody else had done it before: the two are to be compared.
    again: bool = False


def answer_to(work: Callable[[Any], Any], batch: object) -> Done[None, Any] | Unfit:
    """What comes of a batch, as it is sent to whoever has given it out."""
    try:
        return Done(None, work(batch))
    except Unfit as why:
        return why
    except Exception:
        return Done(None, None, traceback.format_exc())


def done_with(batch: B, answer: Done[None, Any] | Unfit) -> Done[B, Any]:
    """The batch with its answer, by whoever has it back."""
    if isinstance(answer, Unfit):
        raise answer
    return Done(batch, answer.result, answer.lost)


class Crew(Protocol):
    def run(self, work: Callable[[B], R], batches: Iterable[B]) -> Iterator[Done[B, R]]:
        """Does all batches. No more are fetched than there are hands, so that whoever gives them
        out can stop in the light of what has come back."""


class Inline:
    """This process, one batch after the other."""

    def run(self, work: Callable[[B], R], batches: Iterable[B]) -> Iterator[Done[B, R]]:
        for batch in batches:
            yield done_with(batch, answer_to(work, batch))


class _Hand:
    """A process of its own, and the batch that it has."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        # A child that has inherited the lines of its brothers would keep them open for ever.
        context = multiprocessing.get_context("spawn")
        self.line, other = context.Pipe()
        self.process = context.Process(target=_serve, args=(other, work), daemon=True)
        self.process.start()
        other.close()
        self.batch: Any = None
        self.tries = 0

    def give(self, batch: object, tries: int) -> None:
        self.batch, self.tries = batch, tries
        self.line.send(batch)

    def end(self) -> None:
        """Whatever it is doing is given up."""
        self.line.close()
        self.process.terminate()
        self.process.join(PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def _serve(line: Connection, work: Callable[[Any], Any]) -> None:
    # An interrupt from the keyboard goes to all; whoever gives out the work decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            batch = line.recv()
        except EOFError:
            return
        line.send(answer_to(work, batch))


class Pool:
    """Several processes of this machine."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def run(self, work: Callable[[B], R], batches: Iterable[B]) -> Iterator[Done[B, R]]:
        left = iter(batches)
        # Those whose process has died, with how often it was tried.
        again: deque[tuple[B, int]] = deque()
        resting: list[_Hand] = []
        # By their lines.
        busy: dict[object, _Hand] = {}

        def give() -> bool:
            """Gives out one batch, if there is one."""
            if again:
                batch, tries = again.popleft()
            else:
                try:
                    batch, tries = next(left), 0
                except StopIteration:
                    return False
            hand = resting.pop() if resting else _Hand(work)
            try:
                hand.give(batch, tries + 1)
            except OSError:
                # It has died while it rested, and has not begun.
                hand.end()
                again.appendleft((batch, tries))
            else:
                busy[hand.line] = hand
            return True

        try:
            while True:
                while len(busy) < self.workers and give():
                    pass
                if not busy:
                    return
                for line in wait([hand.line for hand in busy.values()]):
                    hand = busy.pop(line)
                    try:
                        answer = hand.line.recv()
                    except (EOFError, ConnectionError):
                        hand.end()
                        if hand.tries < TRIES:
                            again.append((hand.batch, hand.tries))
                        else:
                            code = hand.process.exitcode
                            lost = f"the process died {TRIES} times, the last time with {code}"
                            yield Done(hand.batch, None, lost)
                    else:
                        resting.append(hand)
                        yield done_with(hand.batch, answer)
        finally:
            for hand in (*resting, *busy.values()):
                hand.end()


def crew_of(workers: int) -> Crew:
    """So many processes; this one alone if it is one."""
    return Pool(workers) if workers > 1 else Inline()
