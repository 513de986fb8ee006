"""A form feed is white space to Python, wherever it stands, and stays where it was."""

from __future__ import annotations

import ast

import pytest

from codemods.detect.detection import Detected, detect
from codemods.engine.engine import check, upgrade
from codemods.types import Upgraded

IMPORT = b"from keras.optimizers import SGD\n"
PLACES = {
    "in front of the call": IMPORT + b"\fopt = SGD(lr=0.1)\n",
    "in front of the import": b"\f" + IMPORT + b"opt = SGD(lr=0.1)\n",
    "on its own line": IMPORT + b"\f\nopt = SGD(lr=0.1)\n",
    "in a call": IMPORT + b"opt = SGD(\flr=0.1)\n\f",
    "in front of indented code": IMPORT + b"class A:\n    x = 1\n\f\n    def f(self):\n\f        return SGD(lr=0.1)\n",
    "in front of a function": IMPORT + b"def f():\n    return SGD(lr=0.1)\n\n\fdef g():\n    pass\n",
    "after spaces": IMPORT + b"  \fopt = SGD(lr=0.1)\n",
    "twice": IMPORT + b"\f\fopt = SGD(lr=0.1)\n",
    "in front of a comment": IMPORT + b"if 1:\n\f    # a\n    opt = SGD(lr=0.1) \f # b\n\f\n\f\n",
    "in a text": IMPORT + b'"""\n\fpage\n\f"""\n\fopt = SGD(lr=0.1)\n',
    "with carriage returns": (IMPORT + b"\fopt = SGD(lr=0.1)\n").replace(b"\n", b"\r\n"),
    "in front of code that does not change": IMPORT + b"\fx = 1\nopt = SGD(lr=0.1)\n\fy = 2\n",
}


@pytest.mark.parametrize("source", PLACES.values(), ids=PLACES)
def test_form_feed_stays(source: bytes) -> None:
    result = upgrade(source)
    assert isinstance(result, Upgraded), result
    assert result.before is source
    assert result.after == source.replace(b"lr=", b"learning_rate=")
    ast.parse(result.after)
    again = upgrade(result.after)
    assert isinstance(again, Upgraded)
    assert again.after is result.after


@pytest.mark.parametrize("source", PLACES.values(), ids=PLACES)
def test_all_commands_read_it(source: bytes) -> None:
    found = check(source)
    assert isinstance(found, Upgraded)
    assert [each.line for each in found.findings] == [source[: source.index(b"SGD(")].count(b"\n") + 1]
    assert found.after is source
    assert isinstance(detect(source), Detected)


def test_form_feed_goes_with_its_line() -> None:
    source = b"\fimport keras\n\fm = keras.utils.multi_gpu_model(x, 2)\n\fm.fit(x)\n"
    result = upgrade(source)
    assert isinstance(result, Upgraded)
    ast.parse(result.after)
    assert b"\fm.fit(x)\n" in result.after


def test_without_a_change_the_bytes_are_the_same() -> None:
    source = b"\fimport keras\n"
    result = upgrade(source)
    assert isinstance(result, Upgraded)
    assert result.after is source
