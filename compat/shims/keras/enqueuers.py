"""The queues that Keras 2 filled with batches, in threads or processes, for loops of one's own.

https://github.com/keras-team/keras/blob/2.3.1/keras/utils/data_utils.py

Known deviations:
* `random_seed` of `GeneratorEnqueuer` seeds its processes, whose numbers nobody can repeat, in another order
"""

import multiprocessing
import os
import queue
import random
import threading
import time
import warnings
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotInTime
from typing import Any, Dict, Iterator, Optional, Tuple

import numpy as np

_SECONDS = 30
_END = "no more batches"
_shared: Dict[str, Any] = {}
"""What a process of a pool reads from."""


class SequenceEnqueuer:
    """`start(workers, max_queue_size)` fills a queue, `get()` yields from it, `stop()` ends both."""

    def __init__(self, sequence: Any, use_multiprocessing: bool = False) -> None:
        self.sequence = sequence
        self.use_multiprocessing = use_multiprocessing
        self.workers = 0
        self.queue: Any = None
        self.run_thread: Optional[threading.Thread] = None
        self.stop_signal: Optional[threading.Event] = None

    def is_running(self) -> bool:
        """Return whether it was started, and not stopped."""
        return self.stop_signal is not None and not self.stop_signal.is_set()

    def start(self, workers: int = 1, max_queue_size: int = 10) -> None:
        """Begin to fill a queue of that size, in so many threads or processes."""
        self.workers = workers
        self.queue = queue.Queue(max_queue_size)
        self.stop_signal = threading.Event()
        self.run_thread = threading.Thread(target=self._run, daemon=True)
        self.run_thread.start()

    def stop(self, timeout: Optional[float] = None) -> None:
        """End the workers, and wait for that."""
        assert self.stop_signal is not None
        assert self.run_thread is not None
        self.stop_signal.set()
        with self.queue.mutex:
            self.queue.queue.clear()
            self.queue.unfinished_tasks = 0
            self.queue.not_full.notify()
        self.run_thread.join(timeout)

    def get(self) -> Iterator[Any]:
        """Yield the batches; None is left out."""
        try:
            while self.is_running():
                future, index = self.queue.get()
                inputs = self._result(future, index)
                self.queue.task_done()
                if inputs is _END:
                    return
                if inputs is not None:
                    yield inputs
        except Exception:
            self.stop()
            raise

    def _run(self) -> None:
        raise NotImplementedError

    def _result(self, future: "Future[Any]", index: Any) -> Any:
        raise NotImplementedError

    def _executor(self, seed: Optional[int] = None) -> Executor:
        if not self.use_multiprocessing:
            return ThreadPoolExecutor(self.workers)
        context = multiprocessing.get_context()
        return ProcessPoolExecutor(self.workers, context, _keep, (self.sequence, seed))

    def _put(self, future: "Future[Any]", index: Any = None) -> None:
        self.queue.put((future, index))


class OrderedEnqueuer(SequenceEnqueuer):
    """Yields the batches of a `Sequence` in its order, or with `shuffle` in a new one for each epoch, without end."""

    def __init__(self, sequence: Any, use_multiprocessing: bool = False, shuffle: bool = False) -> None:
        super().__init__(sequence, use_multiprocessing)
        self.shuffle = shuffle
        self.end_of_epoch_signal = threading.Event()

    def join_end_of_epoch(self) -> None:
        """Wait until `on_epoch_end` of the sequence was called."""
        self.end_of_epoch_signal.wait(timeout=_SECONDS)
        self.end_of_epoch_signal.clear()

    def _run(self) -> None:
        while self.is_running():
            order = list(range(len(self.sequence)))
            if self.shuffle:
                random.shuffle(order)
            executor = self._executor()
            read = _item if self.use_multiprocessing else self.sequence.__getitem__
            try:
                for index in order:
                    if not self.is_running():
                        return
                    self._put(executor.submit(read, index), index)
                while self.queue.unfinished_tasks and self.is_running():
                    time.sleep(0.05)
            finally:
                executor.shutdown(wait=False, cancel_futures=True)
            if self.is_running():
                self.sequence.on_epoch_end()
                self.end_of_epoch_signal.set()

    def _result(self, future: "Future[Any]", index: Any) -> Any:
        try:
            return future.result(timeout=_SECONDS)
        except NotInTime:
            message = f"The input {index} could not be retrieved. It could be because a worker has died."
            warnings.warn(message, UserWarning, stacklevel=3)
            return self.sequence[index]


class GeneratorEnqueuer(SequenceEnqueuer):
    """Yields what a generator yields; with several threads it has to be safe for them, and the order may change."""

    def __init__(
        self,
        sequence: Any,
        use_multiprocessing: bool = False,
        wait_time: Optional[float] = None,
        random_seed: Optional[int] = None,
    ) -> None:
        super().__init__(sequence, use_multiprocessing)
        self.random_seed = random_seed
        if wait_time is not None:
            warnings.warn("`wait_time` is not used anymore.", DeprecationWarning, stacklevel=2)

    def _run(self) -> None:
        executor = self._executor(self.random_seed)
        read: Tuple[Any, ...] = (_following,) if self.use_multiprocessing else (next, self.sequence, _END)
        try:
            while self.is_running():
                self._put(executor.submit(*read))
        finally:
            executor.shutdown(wait=False, cancel_futures=True)

    def get(self) -> Iterator[Any]:
        """Yield the batches; at the end of the generator also those that other workers still hold."""
        yield from super().get()
        if not self.is_running():
            return
        while not self.queue.empty():
            inputs = self._result(*self.queue.get())
            if inputs is not None and inputs is not _END:
                yield inputs

    def _result(self, future: "Future[Any]", index: Any) -> Any:
        del index
        try:
            result = future.result(timeout=_SECONDS)
        except NotInTime:
            message = (
                "An input could not be retrieved. It could be because a worker has died."
                "We do not have any information on the lost sample."
            )
            warnings.warn(message, UserWarning, stacklevel=3)
            return None
        except ValueError as error:
            if "generator already executing" not in str(error):
                raise
            message = (
                "Your generator is NOT thread-safe. Keras requires a thread-safe generator when "
                "`use_multiprocessing=False, workers > 1`. "
            )
            raise RuntimeError(message) from error
        return _END if isinstance(result, str) and result == _END else result


def _keep(sequence: Any, seed: Optional[int]) -> None:
    _shared["sequence"] = sequence
    if seed is not None:
        np.random.seed(seed + os.getpid())  # noqa: NPY002 - the generators of scripts draw from it


def _item(index: int) -> Any:
    return _shared["sequence"][index]


def _following() -> Any:
    return next(_shared["sequence"], _END)
