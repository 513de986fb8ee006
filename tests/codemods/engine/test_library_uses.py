"""The look for names that are gone: what the rules find, it lets through, and little else."""

from __future__ import annotations

import ast

import pytest

from codemods.engine.library_uses import may_use_libraries, uses_libraries
from compat.tables.names.ended_names import GONE, METHODS, MOVED
from compat.tables.names.python_2_names import BUILTINS, MODULES, NAMES
from compat.tables.names.python_2_names import METHODS as PYTHON_2_METHODS


@pytest.mark.parametrize("path", sorted((*GONE, *MOVED)))
def test_every_name_is_found(path: str) -> None:
    module, _, name = path.rpartition(".")
    root = path.partition(".")[0]
    forms = [f"import {path}\n", f"import {root} as r\nx = r{path[len(root) :]}\n", f"import {root}\nx = {path}\n"]
    if module:
        forms += [
            f"from {module} import {name}\n",
            f"from {module} import (\n    other,\n    {name} as n,\n)\n",
            f"from {module} import other, \\\n    {name}\n",
            f"import {module} as m\nx = m.{name}\n",
        ]
    if "." in module:
        package, _, last = module.rpartition(".")
        forms += [
            f"from {package} import {last}\nx = {last}.{name}\n",
            f"from {package} import {last} as m\nx = m.{name}\n",
        ]
    for form in forms if module else forms[:1]:
        assert _is_found(form), form


@pytest.mark.parametrize("name", sorted(METHODS))
def test_every_method_is_found(name: str) -> None:
    assert _is_found(f"import {METHODS[name].package}\nx = y.{name}()\n")


@pytest.mark.parametrize("name", sorted(MODULES))
def test_every_module_of_python_2_is_found(name: str) -> None:
    for form in (f"import {name}\n", f"import os, {name} as m\n", f"from {name} import x\n", f"from {name} import *\n"):
        assert _is_found(form), form


@pytest.mark.parametrize("path", sorted(NAMES))
def test_every_name_of_python_2_is_found(path: str) -> None:
    module, _, name = path.rpartition(".")
    for form in (f"import {module}\nx = {path}\n", f"from {module} import {name}\n"):
        assert _is_found(form), form


@pytest.mark.parametrize("name", sorted(BUILTINS))
def test_every_builtin_of_python_2_is_found(name: str) -> None:
    assert _is_found(f"x = {name}(y)\n")


@pytest.mark.parametrize("call", [*(f"d.{name}(k)" for name in sorted(PYTHON_2_METHODS)), "g.next()"])
def test_every_method_of_python_2_is_found(call: str) -> None:
    assert _is_found(f"x = {call}\n")


@pytest.mark.parametrize(
    "source",
    [
        "from functools import reduce\nx = reduce(f, y)\n",
        "def f(file):\n    return file(3)\n",
        "x = frame.apply(f)\n",
        "from io import StringIO\nx = StringIO()\n",
        "import queue as Queue\nx = Queue.Queue()\n",
        "import string\nx = string.ascii_letters\n",
        "x = ','.join(y)\n",
        "for unicode in (y,): print(unicode)\n",
        "x = open(file).read(long_name)\n",
        "import time\nx = time.time()\n",
        "import collections\nx = collections.OrderedDict()\n",
        "import collections\nfrom collections.abc import Mapping\n",
        "import imports, simp\nx = important\n",
        "from .collections import Mapping\n",
        "x = y.append(3)\n",
        "import h5py\nx = h5py.special_dtype(vlen=str)\n",
        "# time.clock() and xrange are gone\n",
        "import numpy as np\nx = np.array(3)\n",
    ],
)
def test_others_are_not_parsed(source: str) -> None:
    assert not _is_found(source)


def _is_found(source: str) -> bool:
    """As the engine asks: the tree counts only where the bytes may have something."""
    return may_use_libraries(source.encode()) and uses_libraries(ast.parse(source))
