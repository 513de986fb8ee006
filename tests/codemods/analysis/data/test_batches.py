"""What a file shows of batches: that they divide, that they do not, or neither."""

from __future__ import annotations

import libcst as cst
import pytest

from codemods.analysis.data.batches import divide, is_fed_by_generator, uneven_size
from codemods.source.file import File

HEAD = """import tensorflow as tf
strategy = tf.distribute.MirroredStrategy()
size = 7
whole = 4 * strategy.num_replicas_in_sync
data = tf.data.Dataset.range(9)
def rows():
    yield 1
"""


def parse(call: str) -> tuple[File, cst.Call]:
    source = f"{HEAD}model.{call}\n"
    file = File(cst.parse_module(source), source.encode())
    [found] = [
        each
        for each in file.calls
        if isinstance(each.func, cst.Attribute) and each.func.attr.value in ("fit", "evaluate")
    ]
    return file, found


@pytest.mark.parametrize(
    ("call", "size"),
    [
        ("fit(x, y, 7)", 7),
        ("fit(x, y, batch_size=size)", 7),
        ("fit(x, y, batch_size=8, validation_batch_size=3)", 3),
        ("fit(data.batch(5))", 5),
        ("fit(data.batch(4).map(f), validation_data=data.batch(3))", 3),
        ("fit(x, y, batch_size=8)", None),
        ("fit(x, y, batch_size=n)", None),
        ("fit(x, y, batch_size=whole)", None),
        ("fit(x, y)", None),
        ("fit(data.batch(5).unbatch())", None),
        ("fit(data.batch(5).batch(2))", None),
        ("fit(*arguments)", None),
    ],
)
def test_a_size_that_does_not_divide(call: str, size: int | None) -> None:
    assert uneven_size(*parse(call), 2) == size


@pytest.mark.parametrize(
    "call",
    [
        "fit(data.batch(4, drop_remainder=True))",
        "fit(data.batch(4, True).prefetch(1).repeat())",
        "fit(data.batch(whole, drop_remainder=True))",
        "fit(x=data.batch(3 * strategy.num_replicas_in_sync, drop_remainder=True))",
        "fit(data.batch(2, drop_remainder=True), validation_data=data.batch(8, drop_remainder=True))",
    ],
)
def test_batches_that_divide(call: str) -> None:
    assert divide(*parse(call), 2)


@pytest.mark.parametrize(
    "call",
    [
        "fit(x, y, batch_size=8)",
        "fit(data)",
        "fit(data.batch(4))",
        "fit(data.batch(4, drop_remainder=dropped))",
        "fit(data.batch(5, drop_remainder=True))",
        "fit(data.batch(n, drop_remainder=True))",
        "fit(data.batch(n + 2, drop_remainder=True))",
        "fit(data.batch(4, drop_remainder=True).map(f))",
        "fit(data.batch(4, drop_remainder=True), validation_data=v)",
        "fit(data.batch(4, drop_remainder=True), validation_split=0.1)",
        "fit()",
    ],
)
def test_batches_that_are_not_proven_to_divide(call: str) -> None:
    assert not divide(*parse(call), 2)


def test_an_unknown_count_divides_only_its_multiples() -> None:
    assert not divide(*parse("fit(data.batch(4, drop_remainder=True))"), None)
    assert divide(*parse("fit(data.batch(whole, drop_remainder=True))"), None)


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("fit(rows())", True),
        ("fit(x=rows())", True),
        ("fit((each for each in data))", True),
        ("fit(data)", False),
        ("fit(batches)", False),
        ("fit(own.rows())", False),
        ("fit([1, 2])", False),
        ("fit(data if a else rows())", False),
    ],
)
def test_a_generator(call: str, *, expected: bool) -> None:
    assert is_fed_by_generator(*parse(call)) is expected
