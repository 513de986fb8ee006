"""Runs work over many files: in worker processes where that pays, with a progress bar where somebody watches."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from rich.console import Console

from codemods.files import Outcome, Source, Work
from codemods.results import Failure

POOL_FROM = 8
"""From this many files on, worker processes pay."""


def run(work: Work, found: Sequence[Source | Outcome], console: Console) -> Iterator[Outcome]:
    """Results in the order of the sources."""
    if len(found) < POOL_FROM:
        yield from (each if isinstance(each, Outcome) else work(each) for each in found)
        return
    yield from _with_progress(_in_pool(work, found), len(found), console, "checking" if work.check else "upgrading")


def _in_pool(work: Work, found: Sequence[Source | Outcome]) -> Iterator[Outcome]:
    """A file that takes a worker down is refused alone."""
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    pending = list(found)
    while pending:
        workers = min(os.cpu_count() or 1, len(pending))
        with ProcessPoolExecutor(workers) as pool:
            futures = [each if isinstance(each, Outcome) else pool.submit(work, each) for each in pending]
            done = 0
            try:
                for future in futures:
                    yield future if isinstance(future, Outcome) else future.result()
                    done += 1
            except BrokenProcessPool:
                yield _alone(work, pending[done])
                done += 1
        pending = pending[done:]


def _alone(work: Work, source: Source | Outcome) -> Outcome:
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    if isinstance(source, Outcome):
        return source
    with ProcessPoolExecutor(1) as pool:
        try:
            return pool.submit(work, source).result()
        except BrokenProcessPool:
            return Outcome(source, Failure("the parser crashed on it", "the file is untouched; please report this"))


def _with_progress(outcomes: Iterator[Outcome], total: int, console: Console, verb: str) -> Iterator[Outcome]:
    if not console.is_terminal:
        yield from outcomes
        return
    from rich.progress import Progress

    with Progress(console=console, transient=True) as progress:
        task = progress.add_task(verb, total=total)
        for outcome in outcomes:
            yield outcome
            progress.advance(task)
