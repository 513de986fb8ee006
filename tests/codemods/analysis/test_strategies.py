"""Which strategy it is, and how many replicas it has."""

from __future__ import annotations

import libcst as cst
import pytest

from codemods.analysis.strategies import Strategy, replica_count, strategies
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
