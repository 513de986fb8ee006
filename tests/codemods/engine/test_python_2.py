"""Sources of Python 2 on the way through the engine: what is told by which line, and what stays as it is."""

from __future__ import annotations

import pytest

from codemods.engine.engine import check, upgrade
from codemods.types import Failure, Result, Settings, Upgraded

PYTHON_2 = Settings(python_2=True)
SOURCE = b"""import cPickle
from keras.optimizers import SGD

opt = SGD(lr=0.1)
for k, v in reduce(f, x).iteritems():
    print k, n / m
"""


def done(result: Result) -> Upgraded:
    assert isinstance(result, Upgraded), result
    return result


def test_translated_then_upgraded() -> None:
    result = done(upgrade(SOURCE, PYTHON_2))
    assert result.before is SOURCE
    assert b"SGD(learning_rate=0.1)" in result.after
    assert b"print(k, n / m)" in result.after
    assert {(each.code, each.line) for each in result.changes} == {
        ("TFM293", 1),
        ("TFM102", 4),
        ("TFM293", 5),
        ("TFM293", 6),
    }
    lines = result.after.splitlines()
    assert [(each.code, b"n / m" in lines[each.line - 1]) for each in result.findings] == [("TFM294", True)]


def test_a_second_run_changes_nothing() -> None:
    after = done(upgrade(SOURCE, PYTHON_2)).after
    for settings in (PYTHON_2, Settings()):
        again = done(upgrade(after, settings))
        assert again.after is after
        assert again.changes == ()


def test_check_tells_the_lines_of_the_source() -> None:
    result = done(check(SOURCE, PYTHON_2))
    assert result.before is result.after is SOURCE
    assert result.changes == ()
    found = [(each.line, each.code, bool(each.rule)) for each in result.findings]
    assert (1, "TFM293", True) in found
    assert (4, "TFM102", True) in found
    assert (6, "TFM293", True) in found
    assert (6, "TFM294", False) in found


@pytest.mark.parametrize(
    "settings", [Settings(), Settings(python_2=True, ignore=("TFM293",)), Settings(python_2=True, select=("TFM1",))]
)
def test_refused_where_nobody_asks(settings: Settings) -> None:
    for work in (upgrade, check):
        failure = work(SOURCE, settings)
        assert isinstance(failure, Failure)
        assert (failure.is_of_python_2, failure.line) == (True, 6)
        assert "--python2" in failure.advice


def test_the_translation_alone() -> None:
    result = done(upgrade(SOURCE, Settings(python_2=True, select=("TFM293",))))
    assert b"SGD(lr=0.1)" in result.after
    assert {each.code for each in result.changes} == {"TFM293"}


def test_findings_move_with_what_is_imported() -> None:
    source = b"x = reduce(f, y)\nimport StringIO\nprint `x`\n"
    result = done(upgrade(source, PYTHON_2))
    (found,) = (each for each in result.findings if "StringIO" in each.message)
    assert b"import io" in result.after.splitlines()[found.line - 1]


@pytest.mark.parametrize(
    "source",
    [
        b"import keras\nfor k in unicode(d.iteritems()): pass\nprint (1)\n",
        b"import cPickle\n",
        b"x = raw_input()\n",
        b"import sys\nprint >>sys.stderr, 1\n",
    ],
)
def test_what_both_parse_and_only_python_2_runs(source: bytes) -> None:
    result = done(upgrade(source, PYTHON_2))
    assert {each.code for each in result.changes} == {"TFM293"}
    assert done(upgrade(result.after, PYTHON_2)).after is result.after


@pytest.mark.parametrize(
    "source",
    [
        b"print('x', 3 / 2)\nx = map(f, d.keys())\nfor k in range(3): pass\n",
        b"try:\n    unicode\nexcept NameError:\n    unicode = str\nprint(map(f, x))\n",
        b"try:\n    import cPickle as pickle\nexcept ImportError:\n    import pickle\nx = map(f, y)\n",
        b"import sys\nif sys.version_info[0] == 2:\n    range = xrange\nx = range(3)\n",
        b"import six\nfor k in six.iteritems(d): x = zip(k, k)\n",
        b"x = f'{unicode}' + unicode(zip(a, b))\n",
        b"x: int = unichr(3)\ny = map(f, x)\n",
        b"def f(x, *, y): return unicode(map(x, y))\n",
        b"from common import *\nx = xrange(map(f, y))\n",
        b"class D(dict):\n    def iteritems(self): pass\nx = map(f, D().iteritems())\n",
        b"from .cPickle import load\nx = map(f, y)\n",
        b"",
    ],
)
def test_python_3_stays(source: bytes) -> None:
    result = done(upgrade(source, PYTHON_2))
    assert result.after is source
    assert result.changes == ()


def test_a_method_of_pandas_is_no_sign_of_python_2() -> None:
    source = b"import pandas as pd\nfor k, v in frame.iteritems(): x = map(f, v)\n"
    result = done(upgrade(source, PYTHON_2))
    assert result.after == source.replace(b"iteritems", b"items")
    assert {each.code for each in result.changes} == {"TFM406"}


def test_print_with_parentheses() -> None:
    """A tuple was printed, unless `print` is seen to be the function."""
    assert b"print((1, 2))" in done(upgrade(b"print (1, 2)\nx = unichr(3)\n", PYTHON_2)).after
    for line in (b"print(1, 2, sep='')\nprint (1, 2)\n", b"from __future__ import print_function\nprint (1, 2)\n"):
        assert done(upgrade(line + b"x = unichr(3)\n", PYTHON_2)).after == line + b"x = chr(3)\n"


def test_uses_that_no_fixer_removes_keep_a_source_as_it_is() -> None:
    source = b"import keras\nx = cmp(1, 2), map(f, y)\n"
    result = done(upgrade(source, PYTHON_2))
    assert result.after is source
    assert [each.code for each in result.findings] == ["TFM219"]


@pytest.mark.parametrize("source", [b"x = (\n", b"print 'x'\nx = (\n", b"print 'x'\nawait = 3; async = 4\n", b"a\0b"])
def test_what_neither_parses(source: bytes) -> None:
    failure = upgrade(source, PYTHON_2)
    assert isinstance(failure, Failure)
    assert failure.advice


def test_onto_the_shims() -> None:
    source = b"from keras.utils import multi_gpu_model\nprint len(x) / 2\nm = multi_gpu_model(m, 2)\n"
    result = done(upgrade(source, Settings("compat", python_2=True)))
    assert b"print(len(x) // 2)" in result.after
    assert b"from compat.keras" in result.after
