"""What the translation of a Python 2 source leaves to a person."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.source.project import Project
from codemods.types import Finding, Settings, Upgraded


def found(source: str, project: Project | None = None) -> list[Finding]:
    settings = Settings(python_2=True, select=("TFM293",))
    result = upgrade(f"{source}\nprint 1\n".encode(), settings, project or Project())
    assert isinstance(result, Upgraded), result
    return [each for each in result.findings if each.code == "TFM293"]


@pytest.mark.parametrize(
    ("source", "line", "words"),
    [
        ("import cPickle\nx = cPickle.load(f)", 2, "encoding"),
        ("import pickle\nx = pickle.load(open(p), encoding='latin1')", 2, "opened for bytes"),
        ("import pickle\nwith open(p) as f:\n    x = pickle.load(f, encoding='latin1')", 2, "opened for bytes"),
        ("import pickle\npickle.dump(x, open(p, 'w'))", 2, "opened for bytes"),
        ("x = y.decode('utf-8')", 1, "method of bytes"),
        ("x = y.encode('hex')", 1, "codec"),
        ("x = y.encode('utf-8')", 1, "makes bytes"),
        ("for line in open(p, 'rb'): pass", 1, "lines of bytes"),
        ("import csv\nx = csv.reader(open(p, 'rb'))", 2, "lines of bytes"),
        ("x.sort(cmp=f)", 1, "by a key"),
        ("x = sorted(y, lambda a, b: a - b)", 1, "by a key"),
        ("class A:\n    def __cmp__(self, other): return 0", 2, "__cmp__"),
        ("x = [i for i in y]\nz = i", 2, "list comprehension"),
        ("class A:\n    def __div__(self, other): return 0", 2, "__div__"),
    ],
)
def test_reported(source: str, line: int, words: str) -> None:
    (finding,) = found(source)
    assert finding.line == line
    assert words in finding.message
    assert finding.advice


@pytest.mark.parametrize(
    "source",
    [
        "import pickle\nx = pickle.load(open(p, 'rb'), encoding='latin1')",
        "import pickle\npickle.dump(x, open(p, 'wb'))",
        "import pickle\npickle.dump(x, f)",
        "import pickle\npickle.dump(x, open(p, mode))",
        "for line in open(p): pass",
        "for line in f: pass",
        "import csv\nx = csv.reader(open(p))",
        "x.sort(); y = sorted(x, key=f)",
        "x.sort(0)",
        "import numpy as np\nx = np.sort(y, f)",
        "def __cmp__(a, b): return 0",
        "x = [i for i in y]\nfor i in x: z = i",
        "x = [i for i in y]\nz = [i for i in x]",
        "import codecs\nx = codecs.decode(y, 'hex')",
    ],
)
def test_left_alone(source: str) -> None:
    assert not found(source)


BESIDE = Project(beside=frozenset({"layers", "train"}))


@pytest.mark.parametrize("line", ["import layers", "from layers import Conv", "import os, layers.conv as c"])
def test_imports_within_a_package(line: str) -> None:
    (finding,) = found(line, BESIDE)
    assert "layers" in finding.message


@pytest.mark.parametrize(
    "line", ["import os", "from . import layers", "from __future__ import absolute_import\nimport layers"]
)
def test_other_imports(line: str) -> None:
    assert not found(line, BESIDE)


def test_a_note_where_nobody_asks() -> None:
    result = upgrade(b"import keras\nx = unicode(y)\n")
    assert isinstance(result, Upgraded)
    assert [(each.code, each.advice) for each in result.notes] == [("TFM293", "add --python2 to translate it")]


@pytest.mark.parametrize("source", [b"import keras\nx = str(y)\n", b"import os\nx = unicode(y)\n"])
def test_no_note(source: bytes) -> None:
    result = upgrade(source)
    assert isinstance(result, Upgraded)
    assert not result.notes


@pytest.mark.parametrize(
    ("source", "is_told"),
    [
        ("import keras\nfor k, v in d.iteritems(): f(k)\n", True),
        ("#!/usr/bin/env python2\nimport keras\nx = f(3)\n", True),
        ("#!/usr/bin/env python3\nimport keras\nx = f(3)\n", False),
        ("import keras\nfor i in xrange(3): f(i)\n", False),
        ("#!/usr/bin/env python2\nimport own\nx = f(3)\n", False),
        ("#!/usr/bin/env python2\nimport keras\nprint(f'{x}')\n", False),
    ],
)
def test_what_an_upgrade_mends_is_told_of(source: str, is_told: bool) -> None:
    result = upgrade(source.encode(), Settings())
    assert isinstance(result, Upgraded)
    assert ("TFM293" in [each.code for each in result.notes]) is is_told
