"""A crew of several machines: processes of a Ray cluster (extra `cluster`).

A process of the cluster stays for the whole run and is given one batch after the other. Whoever
dies, and whichever machine is lost, his batch is done by another; machines that come later are
given work too. Some batches are done twice, on two machines if there are as many, so that whoever
gives them out can compare.
"""

from __future__ import annotations

import logging
import os
import platform
import re
import socket
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from .. import __version__
from .crew import TRIES, B, Done, R, Unfit, answer_to, done_with

# What Ray is told before it is loaded, unless somebody has decided otherwise: it tells nobody that
# it is used, and leaves the devices of a machine alone.
QUIETLY = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
# By this a cluster that is started here listens to this machine only, keeps no statistics of
# itself, and looks less often at what does not change: how much memory there is, who else is there.
THIS_MACHINE = {
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
    "RAY_enable_metrics_collection": "0",
    "RAY_task_events_report_interval_ms": "0",
    "RAY_event_stats": "0",
    "RAY_memory_monitor_refresh_ms": "0",
    "RAY_raylet_check_gc_period_milliseconds": "2000",
    "RAY_gcs_pull_resource_loads_period_milliseconds": "5000",
    "RAY_core_worker_internal_heartbeat_ms": "5000",
}
# So often it is seen which machines there are, in seconds.
LOOK = 2.0
# So long nobody may be there who plays, in seconds.
PATIENCE = 60.0
# So long it may take until a cluster answers at all, in seconds.
KNOCKING = 10.0


def library(*, local: bool) -> Any:
    """Ray, if it is installed."""
    for name, value in (QUIETLY | THIS_MACHINE if local else QUIETLY).items():
        os.environ.setdefault(name, value)
    try:
        import ray
    except ImportError:
        raise Unfit("the crew ray needs an extra: pip install 'stavka[cluster]'") from None
    # Whatever matters comes back as an answer.
    logging.getLogger("ray").setLevel(logging.CRITICAL)
    return ray


@contextmanager
def connected(address: str = "", workers: int | None = None) -> Iterator[Any]:
    """Ray with a cluster: the one at an address, or one on this machine alone that ends with it.

    Whoever is connected already stays so.
    """
    if address:
        _knock(address)
    ray = library(local=not address)
    if ray.is_initialized():
        yield ray
        return
    quiet = {"log_to_driver": False, "logging_level": logging.CRITICAL}
    try:
        if address:
            ray.init(address=address, **quiet)
        else:
            ray.init(address="local", num_cpus=workers, include_dashboard=False, **quiet)
    except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
        where = f"the cluster at {address}" if address else "a cluster on this machine"
        raise Unfit(f"{where} cannot be used: {_sentence(error)}") from None
    if not address:
        _without_log_monitor()
    try:
        yield ray
    finally:
        ray.shutdown()


def _without_log_monitor() -> None:
    """Ends the process that carries what others print to this one, who does not listen. It takes a
    hundredth of a processor and more, and `ray start` can do without it, but not `ray.init`: how it
    ends there is Ray's own affair, so that nothing is lost if a later version knows it no more."""
    with suppress(ImportError, AttributeError):
        from ray._private import worker

        node: Any = worker._global_node
        node.kill_log_monitor(check_alive=False)


def _knock(address: str) -> None:
    """Ray itself would try for minutes where nobody is."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        raise Unfit(f"{address} is no address of a cluster: HOST:PORT is needed")
    try:
        socket.create_connection((host, int(port)), KNOCKING).close()
    except (OSError, OverflowError) as error:
        raise Unfit(f"nobody answers at {address}: {error}") from None


class Ray:
    """The processes of a cluster, one for each of its processors or as many as are wanted."""

    def __init__(
        self,
        address: str = "",
        workers: int | None = None,
        repeat: Callable[[Any], Any | None] = lambda batch: None,
    ) -> None:
        self.address = address
        self.workers = workers
        # What of a batch is done twice.
        self.repeat = repeat

    def run(self, work: Callable[[B], R], batches: Iterable[B]) -> Iterator[Done[B, R]]:
        with connected(self.address, self.workers) as ray:
            shift = _Shift(ray, self, work, batches)
            try:
                yield from shift.done()
            finally:
                shift.end()


class Serving:
    """What stands in a process of the cluster."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self._work = work

    def place(self) -> tuple[str, str]:
        """The cluster's name for the machine, and its own."""
        import ray

        return ray.get_runtime_context().get_node_id(), platform.node()

    def do(self, batch: object) -> Done[None, Any] | Unfit:
        return answer_to(self._work, batch)


class _Hand:
    """A process of the cluster. It is of no use before it has said where it is."""

    def __init__(self, actor: Any) -> None:
        self.actor = actor
        self.node = self.machine = ""
        self.task: _Task | None = None


class _Task(NamedTuple):
    """A batch, how often it was tried, and who has done it before."""

    batch: Any
    tries: int = 0
    before: _Hand | None = None


class _Shift:
    """One run of a crew."""

    def __init__(
        self, ray: Any, crew: Ray, work: Callable[[Any], Any], batches: Iterable[Any]
    ) -> None:
        self._ray, self._crew, self._work = ray, crew, work
        self._serving = ray.remote(Serving).options(
            num_cpus=1, max_restarts=0, scheduling_strategy="SPREAD"
        )
        self._left = iter(batches)
        # Those that were lost, and those that are done twice.
        self._again: deque[_Task] = deque()
        self._resting: list[_Hand] = []
        # By what is awaited of them: where they are, or what a batch came to.
        self._calls: dict[Any, _Hand] = {}
        self._looked = 0.0
        # When somebody was last there, and why who was asked to come has not.
        self._present = time.monotonic()
        self._absent = "it has no processors to spare"

    def done(self) -> Iterator[Done[Any, Any]]:
        while True:
            self._hire()
            self._resting = [hand for hand in self._resting if not self._give(hand)]
            if self._idle():
                return
            if any(hand.node for hand in self._hands()):
                self._present = time.monotonic()
            elif time.monotonic() - self._present > PATIENCE:
                raise Unfit(f"there is nobody in the cluster who plays: {self._absent}")
            if not self._calls:
                time.sleep(LOOK)
                continue
            ready, _ = self._ray.wait(list(self._calls), timeout=LOOK)
            for call in ready:
                yield from self._come_back(call)

    def end(self) -> None:
        """Whatever anybody is doing is given up."""
        for hand in self._hands():
            self._ray.kill(hand.actor)

    def _hands(self) -> list[_Hand]:
        return [*self._resting, *self._calls.values()]

    def _hire(self) -> None:
        """Has as many hands as there are processors, of which some come and go."""
        if time.monotonic() - self._looked < LOOK:
            return
        self._looked = time.monotonic()
        wanted = int(self._ray.cluster_resources().get("CPU", 0))
        wanted = min(wanted, self._crew.workers or wanted)
        there = len(self._resting) + len(self._calls)
        for _ in range(wanted - there):
            hand = _Hand(self._serving.remote(self._work))
            self._calls[hand.actor.place.remote()] = hand
        # Those who wait for a processor that is gone.
        waiting = [call for call, hand in self._calls.items() if not hand.node]
        for call in waiting[: max(0, there - wanted)]:
            self._ray.kill(self._calls.pop(call).actor)

    def _idle(self) -> bool:
        """Whether nothing is done, and nothing is to be done."""
        busy = self._again or any(hand.task for hand in self._calls.values())
        # Who rests has found nothing more.
        return bool(self._resting) and not busy

    def _give(self, hand: _Hand) -> bool:
        """Gives a hand something to do, if there is anything that it may do."""
        task = self._lost_or_twice(hand)
        if task is None:
            try:
                task = _Task(next(self._left))
            except StopIteration:
                task = self._lost_or_twice(hand, last=True)
        if task is None:
            return False
        hand.task = task._replace(tries=task.tries + 1)
        self._calls[hand.actor.do.remote(task.batch)] = hand
        return True

    def _lost_or_twice(self, hand: _Hand, *, last: bool = False) -> _Task | None:
        """Something that was lost, or is done twice, if the hand may do it."""
        for task in self._again:
            if self._may(hand, task, last):
                self._again.remove(task)
                return task
        return None

    def _may(self, hand: _Hand, task: _Task, last: bool) -> bool:
        """What was done before is done elsewhere: on another machine, or in another process. At
        the end it is done by whoever is there."""
        before = task.before
        if before is None:
            return True
        others = [other for other in self._hands() if other.node and other is not before]
        if any(other.node != before.node for other in others):
            return hand.node != before.node
        return hand is not before or (last and not others)

    def _come_back(self, call: Any) -> Iterator[Done[Any, Any]]:
        hand = self._calls.pop(call)
        task, hand.task = hand.task, None
        try:
            answer = self._ray.get(call)
        except self._ray.exceptions.RayError as error:
            self._ray.kill(hand.actor)
            if task is None:
                self._absent = _absence(error)
            elif task.tries < TRIES:
                self._again.append(task)
            else:
                lost = f"the process died {TRIES} times, the last time on {hand.machine}"
                yield Done(task.batch, None, f"{lost}: {_sentence(error)}", bool(task.before))
            return
        self._resting.append(hand)
        if task is None:
            hand.node, hand.machine = answer
            return
        done = done_with(task.batch, answer)._replace(again=bool(task.before))
        yield done
        part = None if done.lost or done.again else self._crew.repeat(task.batch)
        if part is not None:
            self._again.append(_Task(part, before=hand))


def _absence(error: Exception) -> str:
    """Why somebody has not come; where Stavka cannot be loaded, nobody goes on."""
    said = str(error).strip()
    if "error raised in its creation task" in said:
        machine = re.search(r"\bip=([^,\s]+)", said)
        raise Unfit(
            f"{machine[1] if machine else 'a machine'} cannot play: Stavka {__version__} cannot be "
            f"loaded there ({said.splitlines()[-1]}); install the same version everywhere"
        )
    return _sentence(error)


def _sentence(error: Exception) -> str:
    """What is said first of what went wrong."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0] if lines else type(error).__name__
