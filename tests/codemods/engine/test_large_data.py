"""Data that are set aside are back in the result, and places are those in the file."""

from __future__ import annotations

import pytest

from codemods.engine import large_data
from codemods.engine.engine import check, upgrade
from codemods.engine.large_data import around_large_data
from codemods.types import Failure, Result, Upgraded

HEAD = "import numpy as np\nimport tensorflow as tf\nfrom keras.layers.core import Dense\nfrom keras.optimizers import SGD\n"
TAIL = "opt = SGD(lr=0.1)\nz = tf.contrib.layers.embed_sequence(y)\nsound = np.float(1)\n"
DATA = {
    "lines": "x = [\n    1,\n    2,  # two\n    -3,\n    4.5,\n    None,\n]\n",
    "one line": "x = [1, 2, 3, 4, 5, 6]; y = SGD(lr=0.5)\n",
    "a dictionary": "x = {1: 'a', 2: 'b', 3: 'é', 4: [5, 6]}; y = SGD(lr=0.5)\n",
    "a set": "x = {1, 2, 3, 4, 5, 6}\n",
    "rows": "x = [\n    (1, 2),\n    (3, 4),\n    {5: [6]}]\n",
    "an argument": "x = np.array([\n    'é', 2, 3,\n    4, 5], dtype=np.float); y = SGD(lr=0.5)\n",
    "two in a line": "x = f([1, 2, 3, 4, 5], {1, 2, 3, 4, 5,\n6}, [\n 1, 2, 3, 4, 5], np.float); y = SGD(lr=0.5)\n",
    "in a function": "def f():\n    x = [1, 2,\n3, 4, 5]\n    return SGD(lr=0.5), x\n",
    "after what is removed": "from keras.layers.convolutional import Conv2D\nx = [\n1,\n2,\n3,\n4]\nmodel.fit(x, nb_epoch=1)\n",
}


@pytest.fixture(autouse=True)
def _data_are_five(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large_data, "MANY", 5)


def plain(monkeypatch: pytest.MonkeyPatch, source: bytes) -> tuple[Result, Result]:
    """The results where nothing is set aside."""
    with monkeypatch.context() as patched:
        patched.setattr(large_data, "MANY", 10**6)
        return upgrade(source), check(source)


def lines_of(result: Result) -> Result:
    """A result without the columns, which are a guess where the line was changed before."""
    assert isinstance(result, Upgraded)
    changes = tuple(each._replace(column=0) for each in result.changes)
    return result._replace(changes=changes, findings=tuple(each._replace(column=0) for each in result.findings))


def seen(source: bytes) -> bytes:
    """What the work gets to see."""
    given: list[bytes] = []

    def work(small: bytes) -> Result:
        given.append(small)
        return Upgraded(small, small)

    result = around_large_data(source, work)
    assert isinstance(result, Upgraded)
    assert result.after is source
    return given[0]


@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("data", DATA.values(), ids=DATA)
def test_the_result_is_that_of_the_whole_file(monkeypatch: pytest.MonkeyPatch, data: str, newline: str) -> None:
    source = (HEAD + data + TAIL).replace("\n", newline).encode()
    assert seen(source) != source
    upgraded, checked = plain(monkeypatch, source)
    assert isinstance(upgraded, Upgraded)
    assert {each.code for each in upgraded.changes} >= {"TFM101", "TFM102"}
    assert upgraded.findings
    assert lines_of(upgrade(source)) == lines_of(upgraded)
    assert lines_of(check(source)) == lines_of(checked)


@pytest.mark.parametrize(
    "text",
    [
        "x = [1, 2, 3, 4, name]\n",
        "x = [1, 2, 3, 4, f(5)]\n",
        "x = [1, 2, 3, 4, *y]\n",
        "x = {1: 2, 3: 4, **y}\n",
        "x = [each for each in (1, 2, 3, 4, 5)]\n",
        "x = f'{1}{2}{3}{4}{5}{6}'\n",
        "x = (1), (2), (3), (4), (5)\n",
        "x = ['keras.layers.Dense', 1, 2, 3, 4, 5]\n",
        "x = [1, 2, 3, 4, 5,  # tf-forward: ignore\n]\n",
        "x = [1, 2, 3]\n",
        "x = 'a long text, and that of a file of many bytes'\n",
        "x = [1, 2, 3, 4, 5\n",
        "# -*- coding: latin-1 -*-\nx = ['\xe9', 1, 2, 3, 4, 5]\n",
        "\ufeffx = [1, 2, 3, 4, 5]\n",
        "x = 1\ry = [1, 2, 3, 4, 5]\n",
    ],
)
def test_what_is_not_data_stays(text: str) -> None:
    source = text.encode("latin-1" if "latin" in text else "utf-8")
    assert seen(source) is source


def test_a_failure_names_the_line_of_the_file() -> None:
    source = b"x = [\n1, 2,\n3, 4, 5]\ny = 1\n"
    failed = Failure("said", "do", 3, 3)
    assert around_large_data(source, lambda _: failed) == failed._replace(line=4)
    assert around_large_data(source, lambda _: Failure("said", "do")) == Failure("said", "do")


def test_data_that_are_lost_are_a_failure() -> None:
    source = b"x = [\n1, 2,\n3, 4, 5]\ny = 1\n"
    result = around_large_data(source, lambda small: Upgraded(small, b"y = 1\n"))
    assert isinstance(result, Failure)
    assert "could not be put back" in result.reason
