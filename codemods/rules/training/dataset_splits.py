"""Name parts of the data sets of `tensorflow_datasets` as release 4 does: `split="train[:80%]"`.

## What it does

`tfds.Split.TRAIN.subsplit(tfds.percent[:80])` becomes `"train[:80%]"`, `tfds.Split.TRAIN.subsplit([6, 4])` becomes
`("train[:60%]", "train[60%:100%]")`, and `tfds.Split.TRAIN + tfds.Split.TEST` becomes `"train+test"`. The encoders of
texts are taken from `tfds.deprecated.text`, which were in `tfds.features.text`.

## Why

The splits of release 4 are texts: they have no `subsplit` (AttributeError), and their sum is `"traintest"`, which is no
split. `tfds.features` has no `text`, either. https://www.tensorflow.org/datasets/splits

## Numbers

Not measured by the tests, which have no `tensorflow_datasets`. They can differ: the parts are as large as before to a
row, but `subsplit` took rows from each hundred, `"train[:80%]"` takes the first ones.

## What it leaves to you

Splits that come by a name, and sizes that the file does not write out: `subsplit` is reported there.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.objects.library_objects import imports_package
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule

_PACKAGE = "tensorflow_datasets"
_SPLITS = {f"{_PACKAGE}.Split.{name.upper()}": name for name in ("train", "test", "validation")}
_TEXTS = f"{_PACKAGE}.features.text"
_PERCENT, _SUBSPLIT = f"{_PACKAGE}.percent", "subsplit"
_URL = "https://www.tensorflow.org/datasets/splits"
_SAID = "splits of tensorflow_datasets 4 are texts"
_ADVICE = f'write it as a text: split=["train[:80%]", "train[80%:]"] ({_URL})'
_WHOLE = 100


@rule(
    "TFM511",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf
    import tensorflow_datasets as tfds

    train, valid = tfds.load(
        "mnist",
        split=[tfds.Split.TRAIN.subsplit(tfds.percent[:80]), tfds.Split.TRAIN.subsplit(tfds.percent[80:])],
    )
    """,
)
def dataset_splits(file: File) -> Iterator[Edit | Manual]:
    """Edit what is written out, and report other calls of `subsplit`, unless an `if` chooses."""
    if not file.target.is_modern or not imports_package(file, _PACKAGE):
        return
    choices = Choices(file)
    yield from _encoders(file, choices)
    yield from _subsplits(file, choices)
    for node in file.every(cst.BinaryOperation):
        text = _sum(file, node)
        is_outer = not isinstance(file.parent(node), cst.BinaryOperation)
        if text is not None and is_outer and not choices.leading_to(node):
            said = f"{_SAID}, which are not added by + ({_URL})"
            yield Edit(node, said, ((node, cst.SimpleString(f'"{text}"')),))


def _encoders(file: File, choices: Choices) -> Iterator[Edit]:
    for each in file.attributes:
        if file.qualified_name(each) == _TEXTS and isinstance(each.value, cst.Attribute) and not choices.guarding(each):
            home = each.value.with_changes(attr=cst.Name("deprecated"))
            said = "the encoders of texts are in tensorflow_datasets.deprecated.text"
            yield Edit(each, said, ((each, each.with_changes(value=home)),))


def _subsplits(file: File, choices: Choices) -> Iterator[Edit | Manual]:
    for call in file.calls:
        if not isinstance(call.func, cst.Attribute) or call.func.attr.value != _SUBSPLIT or choices.leading_to(call):
            continue
        parts, whole = _parts(file, call), _whole(file, call)
        if parts is None or (whole is not call and _sum(file, whole) is None):
            yield Manual(call, f"{_PACKAGE}.Split.{_SUBSPLIT}", f"{_SAID}, and have no {_SUBSPLIT}", _ADVICE)
        elif whole is call:
            listed = ", ".join(f'"{each}"' for each in parts)
            modern = cst.parse_expression(listed if len(parts) == 1 else f"({listed})")
            yield Edit(call, f"{_SAID}, and have no {_SUBSPLIT} ({_URL})", ((call, modern),))


def _whole(file: File, node: cst.BaseExpression) -> cst.BaseExpression:
    """The sum that a split is in."""
    above = file.parent(node)
    return _whole(file, above) if isinstance(above, cst.BinaryOperation) else node


def _sum(file: File, node: cst.BaseExpression) -> str | None:
    """The text for a split, a part of one, and a sum of such; None for anything else."""
    if isinstance(node, cst.BinaryOperation):
        left, right = _sum(file, node.left), _sum(file, node.right)
        return f"{left}+{right}" if isinstance(node.operator, cst.Add) and left and right else None
    if isinstance(node, cst.Call):
        is_part = isinstance(node.func, cst.Attribute) and node.func.attr.value == _SUBSPLIT
        parts = _parts(file, node) if is_part else None
        return parts[0] if parts is not None and len(parts) == 1 else None
    return _SPLITS.get(file.qualified_name(node) or "")


def _parts(file: File, call: cst.Call) -> list[str] | None:
    """The texts for the parts that `subsplit` makes; None if the file does not write them out."""
    owner = call.func.value if isinstance(call.func, cst.Attribute) else call
    name = _sum(file, owner) if isinstance(owner, cst.Attribute) else None
    if name is None or len(call.args) != 1 or call.args[0].star:
        return None
    given = call.args[0].value
    if isinstance(given, cst.Subscript) and file.qualified_name(given.value) == _PERCENT:
        bounds = _bounds(given)
        return [f"{name}[{bounds}]"] if bounds is not None else None
    sizes = _sizes(given)
    if sizes is None:
        return None
    ends = [sum(sizes[: index + 1]) for index in range(len(sizes) - 1)]
    return [f"{name}[{a}:{b}]" for a, b in zip(["", *_percents(ends)], [*_percents(ends), "100%"], strict=True)]


def _percents(ends: list[int]) -> list[str]:
    return [f"{each}%" for each in ends]


def _bounds(percent: cst.Subscript) -> str | None:
    """`10%:80%` of `tfds.percent[10:80]`."""
    part = percent.slice[0].slice if len(percent.slice) == 1 else None
    if not isinstance(part, cst.Slice) or part.step is not None:
        return None
    ends = [literal(each) if each is not None else None for each in (part.lower, part.upper)]
    if any(each is not None and not isinstance(each, int) for each in ends):
        return None
    return ":".join("" if each is None else f"{each}%" for each in ends)


def _sizes(given: cst.BaseExpression) -> list[int] | None:
    """The hundredths that `[6, 4]`, or the number of equal parts, asks for, as `subsplit` computed them."""
    number = literal(given)
    if isinstance(number, int) and not isinstance(number, bool) and 1 < number <= _WHOLE:
        return [_WHOLE // number] * number
    if not isinstance(given, cst.List | cst.Tuple):
        return None
    shares = [literal(each.value) for each in given.elements]
    whole = [each for each in shares if isinstance(each, int)]
    if len(whole) < len(shares) or len(whole) < 2 or not sum(whole):  # noqa: PLR2004
        return None
    return [_WHOLE * each // sum(whole) for each in whole]
