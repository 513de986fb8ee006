"""Which strategy it is, and how many replicas it has."""

from __future__ import annotations

import libcst as cst
import pytest

from codemods.analysis.replicas.strategies import Strategy, replica_count, strategies
from codemods.source.file import File


def parse(made: str) -> tuple[File, cst.BaseExpression]:
    source = f"import tensorflow as tf\nfrom tensorflow import distribute as d\nn = 3\ns = {made}\ns.scope()\n"
    file = File(cst.parse_module(source), source.encode())
    [name] = [each.value for each in file.attributes if each.attr.value == "scope"]
    return file, name


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        ("tf.distribute.MirroredStrategy()", {Strategy.MIRRORED}),
        ("d.MirroredStrategy()", {Strategy.MIRRORED}),
        ("d.MultiWorkerMirroredStrategy()", {Strategy.MULTI_WORKER}),
        ("d.experimental.MultiWorkerMirroredStrategy()", {Strategy.MULTI_WORKER}),
        ("d.MirroredStrategy() if n else d.MultiWorkerMirroredStrategy()", {Strategy.MIRRORED, Strategy.MULTI_WORKER}),
        ("d.MirroredStrategy() if n else d.get_strategy()", {Strategy.MIRRORED, Strategy.OTHER}),
        ("d.OneDeviceStrategy('CPU:0')", {Strategy.OTHER}),
        ("d.TPUStrategy()", {Strategy.OTHER}),
        ("d.experimental.ParameterServerStrategy(r)", {Strategy.OTHER}),
        ("tf.compat.v1.distribute.MirroredStrategy()", {Strategy.OTHER}),
        ("d.MirroredStrategy", {Strategy.OTHER}),
        ("chosen", {Strategy.OTHER}),
    ],
)
def test_which_it_is(made: str, expected: set[Strategy]) -> None:
    assert strategies(*parse(made)) == expected


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        ('["GPU:0"]', 1),
        ('devices=("GPU:0", "GPU:1")', 2),
        ('[f"GPU:{i}" for i in range(4)]', 4),
        ('[f"GPU:{i}" for i in range(n)]', 3),
        ("", None),
        ("None", None),
        ("listed", None),
        ("[*listed]", None),
        ('[f"GPU:{i}" for i in range(1, 3)]', None),
        ('[f"GPU:{i}" for i in range(4) if i]', None),
        ('[f"GPU:{i}" for i in range(4) for j in b]', None),
        ("**options", None),
    ],
)
def test_how_many_replicas(arguments: str, count: int | None) -> None:
    assert replica_count(*parse(f"d.MirroredStrategy({arguments})")) == count


def test_two_counts() -> None:
    assert replica_count(*parse('d.MirroredStrategy(["a"]) if n else d.MirroredStrategy(["a", "b"])')) is None


FIRST, SECOND = "s = d.get_strategy()\n", "s = d.MirroredStrategy(['GPU:0', 'GPU:1'])\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (f"{FIRST}s.scope()\n{SECOND}", {Strategy.OTHER}),
        (f"{FIRST}{SECOND}s.scope()\n", {Strategy.MIRRORED}),
        (f"{FIRST}if n:\n    {SECOND}s.scope()\n", {Strategy.MIRRORED, Strategy.OTHER}),
        (f"{FIRST}def f():\n    s.scope()\n{SECOND}", {Strategy.MIRRORED, Strategy.OTHER}),
        (f"{FIRST}for n in p:\n    s.scope()\n    {SECOND}", {Strategy.MIRRORED, Strategy.OTHER}),
    ],
)
def test_of_several_assignments_the_last_one_before_counts(source: str, expected: set[Strategy]) -> None:
    code = f"from tensorflow import distribute as d\n{source}"
    file = File(cst.parse_module(code), code.encode())
    [name] = [each.value for each in file.attributes if each.attr.value == "scope"]
    assert strategies(file, name) == expected
    assert replica_count(file, name) == (2 if Strategy.MIRRORED in expected else None)
