"""Run code in a new thread, without the graph and the strategy of the one that builds an Estimator's graph."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable


def outside_of_graphs(function: Callable[[], Any]) -> Any:
    """Call the function in eager mode and return what it returns."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(function).result()
