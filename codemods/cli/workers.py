"""Runs a task over many files: in worker processes if that is faster, with a progress bar on a terminal."""

from __future__ import annotations

import contextlib
import gc
import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from codemods.cli.discovery import Outcome, Source
from codemods.cli.interruption import end_with_parent, starting_workers
from codemods.cli.output import Output
from codemods.cli.reading import Work
from codemods.types import Failure

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

Found = TypeVar("Found")

POOL_FROM = 8
"""The number of files from which worker processes are faster."""

GARBAGE = 300_000
"""Objects of syntax trees that wait to be collected: those of some fifteen scripts, and about 40 MB."""


def outcomes(
    task: Work[Found], found: Sequence[Source | Outcome[Found | Failure]], output: Output
) -> Iterator[Outcome[Found | Failure]]:
    """The results, in the order of the sources."""
    if sum(isinstance(each, Source) for each in found) >= POOL_FROM:
        yield from _with_progress(_in_pool(task, found), len(found), output, task.verb)
        return
    for each in found:
        yield each if isinstance(each, Outcome) else _worked(task, each)


def _worked(task: Work[Found], source: Source) -> Outcome[Found | Failure]:
    """The outcome; what is left of syntax trees is collected seldom, and nothing else becomes garbage."""
    outcome = task(source)
    if gc.get_count()[0] > GARBAGE:
        gc.collect()
    return outcome


@contextlib.contextmanager
def _pool(size: int) -> Iterator[ProcessPoolExecutor]:
    """Worker processes; from Python 3.11 on, they start without the working folder on their path."""
    from concurrent.futures import ProcessPoolExecutor

    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        with ProcessPoolExecutor(size, initializer=_begin) as pool:
            yield pool
    finally:
        if before is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = before


def _begin() -> None:
    """The first thing that a worker does."""
    end_with_parent()
    gc.disable()  # `_worked` collects
    gc.freeze()  # what it shares with its parent never becomes garbage


def _in_pool(
    task: Work[Found], found: Sequence[Source | Outcome[Found | Failure]]
) -> Iterator[Outcome[Found | Failure]]:
    """Results from worker processes; a file that may have crashed a worker is tried again alone."""
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_start_method

    if get_start_method() == "fork":
        task.prepare()
    pending = list(found)
    while pending:
        workers = min(os.cpu_count() or 1, len(pending))
        with _pool(workers) as pool:
            with starting_workers():
                futures = [each if isinstance(each, Outcome) else pool.submit(_worked, task, each) for each in pending]
            done = 0
            try:
                for future in futures:
                    yield future if isinstance(future, Outcome) else future.result()
                    done += 1
            except BrokenProcessPool:
                yield _alone(task, pending[done])
                done += 1
        pending = pending[done:]


def _alone(task: Work[Found], source: Source | Outcome[Found | Failure]) -> Outcome[Found | Failure]:
    from concurrent.futures.process import BrokenProcessPool

    if isinstance(source, Outcome):
        return source
    with _pool(1) as pool:
        try:
            with starting_workers():
                future = pool.submit(_worked, task, source)
            return future.result()
        except BrokenProcessPool:
            return Outcome(source, Failure("the parser crashed on it", "the file is untouched; please report this"))


def _with_progress(
    computed: Iterator[Outcome[Found]], total: int, output: Output, verb: str
) -> Iterator[Outcome[Found]]:
    if not output.is_terminal:
        yield from computed
        return
    from rich.progress import Progress

    with Progress(console=output.console, transient=True) as progress:
        task = progress.add_task(verb, total=total)
        for outcome in computed:
            yield outcome
            progress.advance(task)
