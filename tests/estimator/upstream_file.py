"""`python -m tests.estimator.upstream_file FILE`: run one test file of upstream's as `python FILE` would.

With `--v1` TF 2 behaviour is switched off first: some of the tests run in no other way.
"""

import collections
import inspect
import runpy
import sys
import unittest

import tensorflow as tf

_RENAMED = {
    "assert_": "assertTrue",
    "assertAlmostEquals": "assertAlmostEqual",
    "assertEquals": "assertEqual",
    "assertNotEquals": "assertNotEqual",
    "assertRaisesRegexp": "assertRaisesRegex",
    "assertRegexpMatches": "assertRegex",
}
_ArgSpec = collections.namedtuple("_ArgSpec", ("args", "varargs", "keywords", "defaults"))  # noqa: PYI024


def return_what_python_took() -> None:
    """The tests use names that Python 3.11 and 3.12 removed: that says nothing about Estimator."""
    if not hasattr(inspect, "getargspec"):
        inspect.getargspec = lambda function: _ArgSpec(*inspect.getfullargspec(function)[:4])
    for legacy, modern in _RENAMED.items():
        if not hasattr(unittest.TestCase, legacy):
            setattr(unittest.TestCase, legacy, getattr(unittest.TestCase, modern))


if __name__ == "__main__":
    path = sys.argv[1]
    if "--v1" in sys.argv:
        tf.compat.v1.disable_v2_behavior()
    sys.argv = [path]
    return_what_python_took()
    if hasattr(tf.compat.v1, "estimator"):
        runpy.run_path(path, run_name="__main__")
    else:
        from compat.tensorflow.estimator.bridge.script import run_as_main

        run_as_main(path)
