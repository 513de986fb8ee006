"""Files whose indentation libcst does not take are upgraded, and their indentation stays as it was."""

from __future__ import annotations

import ast

import pytest

from codemods.detect.detection import Detected, detect
from codemods.engine.engine import check, upgrade
from codemods.engine.indentation import evenly_indented
from codemods.types import Failure, Settings, Upgraded

IMPORT = b"from keras.optimizers import SGD\n"
CALL = IMPORT + b"opt = SGD(lr=0.1)\n"
ENDS = {
    "an empty line and one of spaces": CALL + b"\n  \n",
    "lines of spaces": CALL + b"  \n    \n",
    "an empty line and an indented comment": CALL + b"\n  # a\n",
    "comments of any depth": CALL + b"\n        # a\n    # b\n\n\t\n# c\n  \n",
    "after a block": IMPORT + b"def f():\n    return SGD(lr=0.1)\n\n  \n",
    "after a block, in a block": IMPORT + b"if 1:\n    def f():\n        return SGD(lr=0.1)\n\n  \n\n  \n",
    "without a last newline": CALL + b"\n  \n  # a",
    "spaces without a newline": CALL + b"\n  \n    ",
    "empty lines and spaces": IMPORT + b"def f():\n    return SGD(lr=0.1)\n\n\n  \n\n \t",
}
MIXED = {
    "the call": IMPORT + b"def f(n):\n    for i in range(n):\n\t    SGD(lr=0.1)\n",
    "a line before it": IMPORT + b"def f(n):\n    for i in range(n):\n\t    h = n\nopt = SGD(lr=0.1)\n",
    "comments and empty lines": IMPORT
    + b"def f(n):\n    # a\n    for i in range(n):\n\t# b\n\n\t    \n\t    SGD(lr=0.1)  # c\n    # d\n",
    "more than one depth": IMPORT
    + b"def f(n):\n    for i in range(n):\n\t    if i:\n                SGD(lr=0.1)\n    if n:\n            n = 1\n",
    "else": IMPORT + b"def f(n):\n    if n:\n\t    n = 1\n    else:\n            n = SGD(lr=0.1)\n    return n\n",
    "a decorator": IMPORT + b"class A:\n    if 1:\n\t    @property\n\t    def f(self):\n\t        return SGD(lr=0.1)\n",
    "lines in brackets": IMPORT + b"def f(n):\n    if n:\n\t    x = (1,\n  \t # a\n\t  2, SGD(lr=0.1))\n",
    "lines of a text": IMPORT + b'def f(n):\n    if n:\n\t    """a\n\t    b\n    \tc"""\n\t    SGD(lr=0.1)\n',
    "a text that is not ASCII": IMPORT + "def f(n):\n    if n:\n\t    x = 'é', SGD(lr=0.1)\n".encode(),
    "an end of blanks": IMPORT + b"def f(n):\n    if n:\n\t    SGD(lr=0.1)\n\n  \n",
}
ALL = {**{f"end: {name}": source for name, source in ENDS.items()}, **MIXED}


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("source", ALL.values(), ids=ALL)
def test_indentation_stays(source: bytes, end: bytes) -> None:
    source = source.replace(b"\n", end)
    ast.parse(source)
    result = upgrade(source)
    assert isinstance(result, Upgraded), result
    assert result.before is source
    assert result.after == source.replace(b"lr=", b"learning_rate=")
    line = len(source[: source.index(b"SGD(")].splitlines())
    assert [each.line for each in result.changes] == [line]
    again = upgrade(result.after)
    assert isinstance(again, Upgraded)
    assert again.after is result.after


@pytest.mark.parametrize("source", MIXED.values(), ids=MIXED)
def test_all_commands_read_it(source: bytes) -> None:
    found = check(source)
    assert isinstance(found, Upgraded)
    before = source[: source.index(b"lr=")]
    column = len(before.rpartition(b"\n")[2].decode()) + 1
    assert [(each.line, each.column) for each in found.findings] == [(before.count(b"\n") + 1, column)]
    assert found.after is source
    assert isinstance(detect(source), Detected)


def test_finding_has_its_column() -> None:
    source = b"import tensorflow as tf\ndef f(n):\n    for i in range(n):\n\t    y = n; z = tf.contrib.foo.bar(n)\n"
    result = upgrade(source)
    assert isinstance(result, Upgraded)
    assert result.after is source
    assert [(each.line, each.column) for each in result.findings] == [(4, 17)]


def test_new_lines_are_as_deep_as_those_around_them() -> None:
    source = b"import keras\nfor n in x:\n    if n:\n\t    m = keras.utils.multi_gpu_model(n, 2)\n\t    m.fit(x)\n"
    result = upgrade(source, Settings("compat"))
    assert isinstance(result, Upgraded)
    ast.parse(result.after)
    assert b"\t    m.fit(x)\n" in result.after


def test_without_a_change_the_bytes_are_the_same() -> None:
    source = b"import keras\ndef f(n):\n    for i in range(n):\n\t    h = n\n\n  \n"
    result = upgrade(source)
    assert isinstance(result, Upgraded)
    assert result.after is source


@pytest.mark.parametrize(
    "source",
    [
        CALL,
        CALL + b"\n",
        b"if 1:\n\tx = 1\n\tif 2:\n\t    x = 2\n",
        b"if 1:\n    x = 1\n    if 2:\n    \tx = 2\n",
        b"x = (1,\n\t  2)\n",
        b'"""\n\t  a\n"""\n',
        b"if 1:\n    x = 1\nelse:\n\tx = 2\n",
        b"if 1:\nx = 1\n",
        b"if 1:\n    x = 1\n\tx = 2\n",
    ],
)
def test_what_can_be_parsed_or_not_read_at_all_is_as_it_is(source: bytes) -> None:
    assert evenly_indented(source) == source


def test_what_python_does_not_take_is_no_better() -> None:
    result = upgrade(CALL + b"if 1:\n    x = 1\n\tx = 2\n")
    assert isinstance(result, Failure)
    assert (
        "inconsistent use of tabs" in result.reason
        or "unindent" in result.reason
        or "unexpected indent" in result.reason
    )
