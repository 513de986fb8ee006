"""Run one test file of upstream's in this process, as `python FILE` would."""

import collections
import inspect
import os
import runpy
import sys
import tempfile
import unittest
from pathlib import Path
from typing import List

os.environ.update(TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="", TF_ENABLE_ONEDNN_OPTS="0")

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


def run_file(path: Path, tests: List[str], folder: str, log: Path, is_v1: bool) -> None:
    """Run the tests of these names, or all, with `folder` for its temporary files, and write to `log` all that it prints.

    With `is_v1` TF 2 behaviour is switched off first: some of the tests run in no other way.
    """
    os.setsid()
    with log.open("wb") as stream:
        for descriptor in (1, 2):
            os.dup2(stream.fileno(), descriptor)
    os.environ.update(TEST_TMPDIR=folder, TMPDIR=folder)
    tempfile.tempdir = folder
    sys.argv = [str(path), f"--test_tmpdir={folder}", *tests]
    return_what_python_took()
    if is_v1:
        tf.compat.v1.disable_v2_behavior()
    if hasattr(tf.compat.v1, "estimator"):
        runpy.run_path(str(path), run_name="__main__")
    else:
        from compat.shims.estimator.script import run_as_main

        run_as_main(str(path))


def return_what_python_took() -> None:
    """The tests use names that Python 3.11 and 3.12 removed: that says nothing about Estimator."""
    if not hasattr(inspect, "getargspec"):
        inspect.getargspec = lambda function: _ArgSpec(*inspect.getfullargspec(function)[:4])
    for legacy, modern in _RENAMED.items():
        if not hasattr(unittest.TestCase, legacy):
            setattr(unittest.TestCase, legacy, getattr(unittest.TestCase, modern))
