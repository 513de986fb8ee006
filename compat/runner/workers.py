"""`python -m compat run --workers N`: the processes of a cluster on one machine, and how they end together.

Each process is a session of its own, so that it can be ended with everything it started. TensorFlow reads the cluster
from `TF_CONFIG`, as on real machines; nothing here takes part in the training.
"""

import argparse
import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from types import FrameType
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Tuple

from compat.runner import lifeline
from compat.runner.cluster import Cluster, Task, environments, gpu_shares
from compat.runner.labels import Labelled, join_all
from compat.runner.ports import reserved_ports

GRACE = 10.0
"""Seconds that a process has to end itself after a signal to this one, or when those that it serves have ended."""

GRACE_AFTER_DEATH = 3.0
"""Seconds that it has when another one died: TensorFlow takes SIGTERM for a notice and waits on for the dead one."""

_TICK = 0.05
_FORWARDED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) if os.name == "posix" else ()
_CRASHES = ("SIGSEGV", "SIGABRT", "SIGBUS", "SIGFPE", "SIGILL")


def add_options(run: argparse.ArgumentParser, positive: Callable[[str], int]) -> None:
    """Add the options of `compat run` that start several processes."""
    group = run.add_argument_group("several processes, as one cluster on this machine")
    group.add_argument("--workers", type=positive, metavar="N", help="start N processes, each with its TF_CONFIG")
    group.add_argument("--restarts", type=positive, metavar="K", help="start all again when one has died, K times")
    group.add_argument("--chief", action="store_true", help="start a chief besides the workers")
    group.add_argument("--ps", type=positive, metavar="M", help="start M parameter servers too; takes --chief")
    group.add_argument("--evaluator", action="store_true", help="start an evaluator too")


def cluster_of(options: Any) -> Optional[Cluster]:
    """Return the cluster that the options ask for, None for a single process; raise `ValueError` if they disagree."""
    if options.workers is None:
        for name in ("restarts", "chief", "ps", "evaluator"):
            if getattr(options, name):
                raise ValueError(f"--{name} goes with --workers")
        return None
    if options.ps and not options.chief:
        raise ValueError("--ps goes with --chief: parameter servers need a task that leads")
    if os.name != "posix":
        raise ValueError("--workers needs Linux or macOS")
    if os.environ.get("TF_CONFIG"):
        raise ValueError("TF_CONFIG is set, so that this process is in a cluster already: unset it for --workers")
    cluster = Cluster(options.workers, options.ps or 0, options.chief, options.evaluator)
    gpu_shares(cluster)  # says so at once if they cannot be shared
    return cluster


def run_cluster(cluster: Cluster, arguments: List[str], restarts: int) -> int:
    """Run `python -m compat` with `arguments` once for each task and return one exit status.

    It is 0 if every task ended well, else that of the first that did not: 128 and the number of a signal that ended it.
    """
    with reserved_ports(len(cluster.tasks)) as ports, _signals() as received:
        added = environments(cluster, ports)
        died = _run_once(cluster, arguments, added, received)
        for restart in range(restarts):
            if died is not None:
                _say(f"note: {died.how}; all start again ({restart + 1} of {restarts})")
                died = _run_once(cluster, arguments, added, received)
    if received:
        return 128 + received[0]
    if died is None:
        return 0
    others = "so the others were stopped; " if len(cluster.tasks) > 1 else ""
    _say(f"error: {died.how}, {others}{died.what_to_do}")
    return died.status


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


@contextlib.contextmanager
def _signals() -> Iterator[List[int]]:
    """Collect the signals that ask this process to end."""
    received: List[int] = []

    def receive(number: int, frame: Optional[FrameType]) -> None:
        del frame
        received.append(number)

    asked = [number for number in _FORWARDED if signal.getsignal(number) != signal.SIG_IGN]  # nohup ignores one
    before = {number: signal.signal(number, receive) for number in asked}
    try:
        yield received
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class Ended(NamedTuple):
    """A task that ended, and its return code as `subprocess` gives it."""

    task: Task
    code: int

    @property
    def status(self) -> int:
        """The exit status that a shell would give."""
        return self.code if self.code >= 0 else 128 - self.code

    @property
    def how(self) -> str:
        """`worker 1 was killed by SIGKILL`."""
        if self.code >= 0:
            return f"{self.task.label} ended with status {self.code}"
        return f"{self.task.label} was killed by {_name_of(-self.code)}"

    @property
    def what_to_do(self) -> str:
        """Where to look for the cause."""
        if self.code >= 0:
            return "its last lines say why"
        name = _name_of(-self.code)
        if name == "SIGKILL":
            return "look whether memory ran out (dmesg), or who ran kill"
        if name in _CRASHES:
            return "its last lines may say why; PYTHONFAULTHANDLER=1 shows where"
        return "look for who sent it"


def _name_of(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _run_once(
    cluster: Cluster, arguments: List[str], added: Dict[Task, Dict[str, str]], received: List[int]
) -> Optional[Ended]:
    """Run every task to its end; return the first that died, None if none did or a signal asked for the end."""
    processes = _Processes(cluster, arguments, added)
    died = None
    try:
        died = processes.wait(received)
    finally:
        processes.stop(received, GRACE if died is None else GRACE_AFTER_DEATH)
    return died


class _Processes:
    def __init__(self, cluster: Cluster, arguments: List[str], added: Dict[Task, Dict[str, str]]) -> None:
        self._cluster = cluster
        self._started: List[Tuple[Task, subprocess.Popen]] = []  # type: ignore[type-arg]
        self._outputs: List[Labelled] = []
        self._ended: List[Ended] = []  # in the order in which they ended
        self._inherited, self._kept = lifeline.lifeline()
        for number, task in enumerate(cluster.tasks):
            self._start(task, number, arguments, added[task])
        os.close(self._inherited)

    def _start(self, task: Task, number: int, arguments: List[str], added: Dict[str, str]) -> None:
        # as multiprocessing does it, so that options such as -W and -P hold in every process
        flags = subprocess._args_from_interpreter_flags()  # type: ignore[attr-defined]  # noqa: SLF001
        environment = dict(os.environ, **added, **lifeline.held_by(self._inherited))
        environment.setdefault("PYTHONUNBUFFERED", "1")  # a line that was printed must not die with its process
        process = subprocess.Popen(  # noqa: S603  (running it is the task)
            [sys.executable, *flags, "-m", "compat", *arguments],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=(self._inherited,),
            start_new_session=True,
        )
        self._started.append((task, process))
        for source, target in ((process.stdout, sys.stdout), (process.stderr, sys.stderr)):
            self._outputs.append(Labelled(source, target, task.label, number))  # type: ignore[arg-type]
        threading.Thread(target=self._note_end, args=(task, process), daemon=True).start()

    def _note_end(self, task: Task, process: Any) -> None:
        code = process.wait()
        if code:
            _signal_group(process.pid, signal.SIGKILL)  # what it started, such as the readers of its input
        self._ended.append(Ended(task, code))

    def wait(self, received: List[int]) -> Optional[Ended]:
        """Wait until one died, a signal came, or all is done: what serves the others has them for a while longer."""
        done_at = None
        while not received:
            died = [ended for ended in self._ended if ended.code]
            if died:
                return died[0]
            if len(self._ended) == len(self._started):
                return None
            if done_at is None and self._is_done():
                done_at = time.monotonic()
            if done_at is not None and time.monotonic() - done_at > GRACE:
                return None
            time.sleep(_TICK)
        return None

    def _is_done(self) -> bool:
        ended = {end.task for end in self._ended}
        return all(task in ended for task, _ in self._started if task.kind not in self._cluster.unending)

    def stop(self, received: List[int], grace: float) -> None:
        """Ask what still runs to end, kill it after the grace or at a second signal, and show the last output."""
        self._signal_all(received[0] if received else signal.SIGTERM)
        signals, until = len(received), time.monotonic() + grace
        while len(self._ended) < len(self._started) and time.monotonic() < until and len(received) == signals:
            time.sleep(_TICK)
        self._signal_all(signal.SIGKILL)
        for _, process in self._started:
            process.wait()
        os.close(self._kept)
        join_all(self._outputs)

    def _signal_all(self, number: int) -> None:
        ended = {end.task for end in self._ended}
        for task, process in self._started:
            if task not in ended:
                _signal_group(process.pid, number)


def _signal_group(group: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)
