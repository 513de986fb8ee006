"""`tf.contrib.distribute.Monitor`, which runs a `Step` until its input ends.

https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/contrib/distribute/python/monitor.py
"""

from contextlib import suppress
from itertools import count
from typing import Any, Optional

import tensorflow as tf


class Monitor:
    """Runs training steps.

    Args:
        step_callable: a `Step`.
        session: in graph mode, the session that runs it.

    Raises:
        ValueError: a session is given in eager mode, or none in graph mode.

    """

    def __init__(self, step_callable: Any, session: Optional[Any] = None) -> None:
        if tf.executing_eagerly():
            if session is not None:
                raise ValueError("Should not provide a `session` in Eager mode.")
            self._run_step = step_callable
            return
        if session is None:
            raise ValueError("Should provide a `session` in Graph mode.")
        session.run(step_callable.initialize())
        self._run_step = session.make_callable(step_callable())
        session.run(tf.compat.v1.global_variables_initializer())

    def run_steps(self, num_steps: Optional[int] = None) -> None:
        """Run at most `num_steps` steps; by default, run until the input ends."""
        steps = count() if num_steps is None else range(num_steps)
        with suppress(tf.errors.OutOfRangeError):
            for _ in steps:
                self._run_step()
