"""Conditions that choose between releases."""

from __future__ import annotations

import libcst as cst
import pytest

from codemods.analysis.flow.version_branches import Choices
from codemods.source.file import File


def _chooses(condition: str) -> bool:
    source = f"if {condition}:\n    run()\n"
    file = File(cst.parse_module(source), source.encode())
    return bool(Choices(file).leading_to(next(call for call in file.calls if file.code(call) == "run()")))


@pytest.mark.parametrize(
    "condition",
    [
        'tf.__version__.startswith("1.")',
        "sys.version_info < (3,)",
        "six.PY2",
        "is_tf2",
        'hasattr(tf, "Session")',
        "tf.executing_eagerly()",
        'os.environ["TF_KERAS"] == "1"',
        'os.environ.get("TF_KERAS")',
        'importlib.util.find_spec("tf_keras")',
    ],
)
def test_about_releases(condition: str) -> None:
    assert _chooses(condition)


@pytest.mark.parametrize(
    "condition",
    ['mode == "version"', 'mode in ("py2", "eager")', "gpus > 1", 'args.net == "tf2"', "(mode  # version\n    )"],
)
def test_about_something_else(condition: str) -> None:
    assert not _chooses(condition)


def _tries(body: str, error: str) -> bool:
    source = f"try:\n    {body}\nexcept {error}:\n    pass\n"
    file = File(cst.parse_module(source), source.encode())
    return bool(Choices(file).leading_to(next(call for call in file.calls if file.code(call) == "run()")))


@pytest.mark.parametrize(
    ("body", "error"), [("run()", "Exception"), ("with tf.Session():\n        run()", "AttributeError")]
)
def test_attempts(body: str, error: str) -> None:
    assert _tries(body, error)


@pytest.mark.parametrize(
    ("body", "error"), [("run()", "KeyboardInterrupt"), ("with tf.Session():\n        run()", "Exception")]
)
def test_no_attempts(body: str, error: str) -> None:
    assert not _tries(body, error)
