"""Divisions in code that was written for Python 2."""

from __future__ import annotations

import contextlib
import io

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_untouched, check_upgraded

PYTHON_2 = Settings(python_2=True)
HEAD = "import keras\nimport numpy as np\nimport tensorflow as tf\nimport time, math\nn = 3\n"


def done(line: str, head: str = HEAD) -> Upgraded:
    result = upgrade(f"{head}{line}\nprint 1\n".encode(), Settings(python_2=True, select=("TFM293", "TFM294")))
    assert isinstance(result, Upgraded), result
    return result


def after(line: str) -> str:
    result = done(line)
    assert not [each for each in result.findings if each.code == "TFM294"], result.findings
    head, _, tail = result.after.decode().partition("n = 3\n")
    assert head
    return tail.removesuffix("\nprint(1)\n")


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("x = len(y) / 32", "x = len(y) // 32"),
        ("x = 7 / 2", "x = 7 // 2"),
        ("x = -7 / 2", "x = -7 // 2"),
        ("x = y.shape[0] / n", "x = y.shape[0] // n"),
        ("x = (y.shape[0] - 1) / 2", "x = (y.shape[0] - 1) // 2"),
        ("x = y.get_shape()[1].value / 2", "x = y.get_shape()[1].value // 2"),
        ("x = y.get_shape().as_list()[1] / 2", "x = y.get_shape().as_list()[1] // 2"),
        ("x = int(y) / max(n, 2)", "x = int(y) // max(n, 2)"),
        ("x = len(y) / n / 2", "x = len(y) // n // 2"),
        ("for i in range(3): x = i / 2", "for i in range(3): x = i // 2"),
        ("for i in xrange(3): x = i / 2", "for i in range(3): x = i // 2"),
        ("x = n ** 2 / 2", "x = n ** 2 // 2"),
        ("x = (n if y else 4) / 2", "x = (n if y else 4) // 2"),
        ("x = len(y)\nx /= 2", None),
    ],
)
def test_integers(before: str, expected: str | None) -> None:
    if expected is None:
        assert "x /= 2" in done(before).after.decode()
        return
    assert after(before) == expected


def test_assignment() -> None:
    assert "y.ndim //= 2" in after("y.ndim /= 2")


@pytest.mark.parametrize(
    "line",
    [
        "x = y / 2.",
        "x = y / 255.0 + 1",
        "x = float(y) / n",
        "x = (time.time() - y) / n",
        "x = y.mean() / n",
        "x = y.astype('float32') / 255",
        "x = y.astype(np.float32) / 255",
        "x = np.sqrt(y) / n",
        "x = np.ones(3) / n",
        "x = math.pi / n",
        "x = tf.cast(y, tf.float32) / n",
        "x = tf.reduce_mean(y) / n",
        "x = 1e-3 * y / n",
        "x = '%d' % y / n",
        "x = len(y) // 2",
        "x = len(y) % 2",
    ],
)
def test_floats_stay(line: str) -> None:
    assert after(line) == line


@pytest.mark.parametrize(
    "line",
    [
        "x = y / 2",
        "x = len(y) / z",
        "x = args.n / 2",
        "def f(k): return k / 2",
        "x = 2\nx += y\nz = x / 2",
        "x /= 2",
        "x = np.ones(3, int) / n",
        "x = y.astype(int) / n",
        "x = tf.cast(y, tf.int32) / n",
        "x = sum(y) / n",
        "x = y[0] / n",
        "for i in y: x = i / 2",
        "x = n ** -1 / 2",
    ],
)
def test_unknown_numbers_are_reported(line: str) -> None:
    result = done(line)
    assert [each.code for each in result.findings] == ["TFM294"]
    assert result.after.decode().count("//") == 0


def test_exact_division() -> None:
    result = done("x = 7 / 2 + y / 2", f"from __future__ import division\n{HEAD}")
    assert b"7 / 2 + y / 2" in result.after
    assert not result.findings


LISTS = "import keras\nlayers = map(int, text.split(','))\nn = params['n'] * (params['n'] - 1) / 2\nprint(layers[0])\n"


def test_a_file_that_both_parse_and_python_2_alone_runs() -> None:
    result = upgrade(LISTS.encode(), PYTHON_2)
    assert isinstance(result, Upgraded)
    assert result.after == LISTS.replace("map(int, text.split(','))", "list(map(int, text.split(',')))").encode()
    assert [(each.code, each.line) for each in result.findings] == [("TFM294", 3)]
    counted = upgrade(LISTS.replace("params['n']", "len(x)").encode(), PYTHON_2)
    assert isinstance(counted, Upgraded)
    assert b"n = len(x) * (len(x) - 1) // 2\n" in counted.after
    assert not counted.findings


@pytest.mark.parametrize(
    ("source", "settings"),
    [
        (LISTS, Settings()),
        (LISTS + "print(f'{raw}')\n", PYTHON_2),
        (LISTS.replace("[0]", ""), PYTHON_2),
        (LISTS.replace("map(", "list(map(").replace("','))", "',')))"), PYTHON_2),
        ("from __future__ import division\n" + LISTS, PYTHON_2),
        (LISTS.replace("import keras", "import os"), PYTHON_2),
    ],
)
def test_what_else_both_parse(source: str, settings: Settings) -> None:
    result = upgrade(source.encode(), settings)
    assert isinstance(result, Upgraded)
    assert b" / 2" in result.after
    assert not result.findings


@pytest.mark.parametrize(("line", "count"), [("x = round(y)", 1), ("x = int(round(y))", 0), ("x = round(y, 2)", 0)])
def test_rounding(line: str, count: int) -> None:
    assert len([each for each in done(line).findings if each.symbol == "round"]) == count


def test_without_being_asked() -> None:
    """What Python 3 cannot run was written for Python 2, whose division is known."""
    source = "import keras\nfor i in xrange(len(x) / 2):\n    y = i / z\n"
    result = check_upgraded(source, "import keras\nfor i in range(len(x) // 2):\n    y = i / z\n")
    assert [(each.code, "/" in each.message) for each in result.notes] == [("TFM294", True)]


@pytest.mark.parametrize(
    "source",
    [
        "import keras\nfor i in range(int(len(x) / 2)):\n    y = i / 3\n",
        "import keras\nfrom six.moves import xrange\nfor i in xrange(3):\n    y = i / 3\n",
        "import keras\nx = len(y) / 3\nz = f'{raw}'\n",
    ],
)
def test_python_3_stays(source: str) -> None:
    result = upgrade(source.encode(), Settings())
    assert isinstance(result, Upgraded)
    assert result.after == source.encode()
    assert not result.notes


def test_the_numbers_are_those_of_python_2() -> None:
    """Python 2.7.18 prints `(3, -4, -4, 2, 1)`."""
    result = upgrade(b"n = 7\nprint (n / 2, -n / 2, n / -2, n / 2 / len('x') - 1, (n + 1) / 5)\nxrange(3)\n", PYTHON_2)
    assert isinstance(result, Upgraded)
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        exec(result.after, {})
    assert shown.getvalue() == "(3, -4, -4, 2, 1)\n"


WHOLE = "import keras\n"


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("for i in range(n/size): f(i)", "for i in range(n//size): f(i)"),
        ("for i in range(0, len(x) / 32 + 1): f(i)", "for i in range(0, len(x) // 32 + 1): f(i)"),
        ("steps = n / size\nfor i in range(steps): f(i)", "steps = n // size\nfor i in range(steps): f(i)"),
        ("y = x[:, n/2:]", "y = x[:, n//2:]"),
        ("y = x[: len(x) * 3 / 4]", "y = x[: len(x) * 3 // 4]"),
        ("def f(x, i): return x[i / 28, i % 28, :]", "def f(x, i): return x[i // 28, i % 28, :]"),
        ("y = x[len(x) / 2]", "y = x[len(x) // 2]"),
        ("y = x[x.shape[0] / 2]", "y = x[x.shape[0] // 2]"),
        ("y = [0] * (n / 2)", "y = [0] * (n // 2)"),
        ("h, w = n / 2, k / 2\ny = x[h - 5 : h, w:]", "h, w = n // 2, k // 2\ny = x[h - 5 : h, w:]"),
        ("import numpy as np\ny = np.zeros((n / 2, 3))", "import numpy as np\ny = np.zeros((n // 2, 3))"),
        (
            "class A:\n    def f(self, n): self.n = n / 2\n    def g(self, x): return x[: self.n]",
            "class A:\n    def f(self, n): self.n = n // 2\n    def g(self, x): return x[: self.n]",
        ),
    ],
)
def test_places_that_take_no_float_in_any_file(before: str, expected: str) -> None:
    check_upgraded(f"{WHOLE}{before}\n", f"{WHOLE}{expected}\n")


@pytest.mark.parametrize(
    "code",
    [
        "for i in range(int(n / size)): f(i)",
        "for i in range(n // size): f(i)",
        "for i in range(math.ceil(n / size)): f(i)",
        "for i in range(n / 2.0): f(i)",
        "y = frame.loc[: n / 2]",
        "y = x[n / 2]",
        "y = x[int(n / 2) :]",
        "y = x[d[n / 2] :]",
        "steps = n / size\nsteps = int(steps)\nfor i in range(steps): f(i)",
        "share = n / size\nprint(share)",
        "def range(x): return x\nrange(n / 2)",
        "x = {}\ny = x[n / 2, k]",
        "import collections\nx = collections.defaultdict(int)\ny = x[n / 2, k]",
        "y = frame.at[n / 2, k]",
        "y = x[n / 2.0, k]",
        "y = x[len(z) / 2]",
        "y = a * (n / 2)",
        "h, w = size(n / 2)\ny = x[:h]",
        "import numpy as np\ny = np.ones(3) * (n / 2)",
        "try:\n    unicode\n    y = x[: n / 2]\nexcept NameError:\n    y = x[: n // 2]",
    ],
)
def test_divisions_elsewhere_stay(code: str) -> None:
    check_untouched(f"import math\n{WHOLE}{code}\n")


def test_exact_division_in_python_2() -> None:
    check_untouched(f"from __future__ import division\n{WHOLE}for i in range(n / 2): f(i)\n")


TOP = "import keras\nfor i in range(n / size): f(i)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"{TOP}y = len(x) / 32\n", "import keras\nfor i in range(n // size): f(i)\ny = len(x) // 32\n"),
        (
            "#!/usr/bin/env python2\nimport keras\ny = len(x) / 32\n",
            "#!/usr/bin/env python2\nimport keras\ny = len(x) // 32\n",
        ),
    ],
)
def test_a_script_that_ran_on_python_2(before: str, after: str) -> None:
    check_upgraded(before, after)


@pytest.mark.parametrize(
    "source",
    [
        "import keras\ndef f(n):\n    for i in range(n / size): g(i)\ny = len(x) / 32\n",
        "import keras\nif a:\n    for i in range(n / size): g(i)\ny = len(x) / 32\n",
        "import keras\nf = lambda n: range(n / size)\ny = len(x) / 32\n",
        f"{TOP}y = len(x) / 32\nz: int = 3\n",
        "#!/usr/bin/python\nimport keras\ny = len(x) / 32\n",
        "#!/usr/bin/env python3\nimport keras\ny = len(x) / 32\n",
        "#!/usr/bin/env python2\nimport keras\nprint(f'{x}')\ny = len(x) / 32\n",
    ],
)
def test_other_divisions_of_a_script_that_may_run_on_python_3(source: str) -> None:
    result = upgrade(source.encode(), Settings(select=("TFM294",)))
    assert isinstance(result, Upgraded)
    assert b"len(x) / 32" in result.after


def test_open_divisions_of_a_script_that_ran_on_python_2_are_noted() -> None:
    result = upgrade(f"{TOP}y = a / b\n".encode(), Settings(select=("TFM294",)))
    assert isinstance(result, Upgraded)
    assert [each.line for each in result.notes] == [3]
