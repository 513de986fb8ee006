"""Read a sequence of images on and on where an epoch has fewer or more steps than it has batches.

## What it does

`fit(images.flow(x, y), steps_per_epoch=n)` becomes `fit((batch for batch in images.flow(x, y)), steps_per_epoch=n)`:
the iterator itself starts again at its end. It stays as it is where the number of steps is the length of the sequence,
or what the `__len__` of your own `Sequence` returns: `len(x) // 32` beside `int(np.floor(len(self.x) / self.size))`,
in another module of the project, too. Validations of several epochs on shuffled images without a seed are left alone,
with a note: each draws its batches anew, as it did. `predict(images, steps=images.samples)` and `evaluate` are reported
where a batch has several rows: Keras 2 took the count of rows for one of batches, and began again at the first. A note
tells of other numbers that may be more than the batches.

## Why

Keras 2 went on in the next epoch where the last one had stopped; since TensorFlow 2.2 `tf.keras` began each anew, and
images in order are reported. Keras 3 ends an epoch where a `Sequence` ends: of 32 batches and 31 steps the epochs have
31, 1, 31, 1 steps, and a `predict` there, too: 20 steps over 5 batches of 4 images predicted 80 rows, and predict 20.
Each validation of `tf.keras` began anew, as those of Keras 3 do, and stays as it is.
https://keras.io/api/utils/python_utils/#pydataset-class

## Numbers

Same: with 10 images in batches of 3 and `steps_per_epoch=3` the losses of four epochs are those of Keras 2.3.1 on
TensorFlow 1.15.5, to 1e-5 (`tests/codemods/fixtures/endless_sequences`). The plain call has others from the second
epoch on. Predictions and losses of more steps than batches are compared with those of Keras 2.2.4 in
`tests/codemods/rules/training/test_endless_sequences.py`.

## What it leaves to you

Sequences of the file's own classes, `class_weight=` beside such steps, and images that are not shuffled while the order
of their batches is.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import Called
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.data.endless_data import flows, has_other_length, is_shuffled, rows_of_flow
from codemods.analysis.objects.provenance import leaves
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword, literal, literal_key
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Severity, rule

_NUMPY_SEED = "numpy.random.seed"
_VALIDATION = "validation_data"
_DRAWN = "each validation draws its images anew, as in Keras 2, and none twice: it ends where the images do"
_ONE_PASS = ("predict", "evaluate")
_COUNTS = ("n", "nb_sample", "samples")
_DIVIDING = ("ceil", "floor", "divmod")
_AGAIN = "where steps= is more than the batches, Keras 2 began again at the first; Keras 3 ends"
_ADVICE = "leave steps= out, which takes each batch once; Keras 2 took images[i % len(images)] for i in range(steps)"
_DATA = {"x": "steps_per_epoch", _VALIDATION: "validation_steps"}


@rule(
    "TFM137",
    example="""
    from keras.layers import Dense
    from keras.models import Sequential
    from keras.preprocessing.image import ImageDataGenerator

    model = Sequential([Dense(1)])
    images = ImageDataGenerator().flow(x, y, batch_size=32)
    model.fit_generator(images, steps_per_epoch=len(x) // 32, epochs=10)
    """,
    severity=Severity.NUMBERS,
)
def endless_sequences(file: File) -> Iterator[Edit | Manual]:
    """Make a generator of iterators of images; report other sequences where there are several epochs."""
    if written_for(file).keras is KerasLine.KERAS_3:
        return
    yield from _passed_over_again(file)
    for called in training_calls(file):
        if not called.canonical.startswith("keras.") or not called.canonical.endswith(".fit"):
            continue
        for name, steps_name in _DATA.items():
            arg, steps = called.argument(name), called.argument(steps_name)
            if arg is None or not has_other_length(file, arg.value, steps.value if steps is not None else None):
                continue
            if name == _VALIDATION and not called.path.startswith("keras."):
                continue
            if name == _VALIDATION and _epochs(called) != 1 and _draws_anew(file, arg):
                advice = f"leave out {steps_name}= to validate on all of them"
                yield Manual(arg, f"{called.path}({steps_name}=)", _DRAWN, advice, is_note=True)
            elif _reads_alike(file, called, name, arg):
                yield _generated(file, arg)
            elif _epochs(called) != 1:
                said = f"Keras 3 ends an epoch where a Sequence ends, whatever {steps_name} says"
                yield Manual(
                    arg, f"{called.path}({steps_name}=)", said, f"leave out {steps_name}=, or let it be len(...)"
                )


def _passed_over_again(file: File) -> Iterator[Manual]:
    """Report a `predict` or `evaluate` that may have more steps than there are batches; Keras 2 began again."""
    for called in training_calls(file):
        method = called.canonical.rpartition(".")[2]
        if method not in _ONE_PASS or not called.canonical.startswith("keras.") or not _goes_on(file, called):
            continue
        data, steps = called.argument("x"), called.argument("steps")
        if data is None or steps is None or not has_other_length(file, data.value, steps.value):
            continue
        if _is_within(file, steps.value):
            continue
        rows = _rows(file, data.value) if _counts_rows(file, steps.value) else ...
        if rows != 1:
            is_sure = isinstance(rows, int)
            yield Manual(steps, f"{called.path}(steps=)", _AGAIN, _ADVICE, is_note=not is_sure)


def _is_within(file: File, steps: cst.BaseExpression) -> bool:
    """True for 1, and for what is divided by the rows of a batch."""
    values = leaves(file, steps) or [steps]
    return all(
        literal(each) == 1 or any(_divides(node) for node in nodes(each, cst.BinaryOperation, cst.Name))
        for each in values
    )


def _divides(node: cst.CSTNode) -> bool:
    is_divided = isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Divide | cst.FloorDivide)
    return is_divided or (isinstance(node, cst.Name) and node.value in _DIVIDING)


def _counts_rows(file: File, steps: cst.BaseExpression) -> bool:
    """True for `images.samples`, `len(x)` and `x.shape[0]`."""
    values = (file.definitions(steps) or [steps]) if isinstance(steps, cst.Name) else [steps]
    return all(_is_count(file, each) for each in values)


def _is_count(file: File, node: cst.BaseExpression) -> bool:
    if isinstance(node, cst.Attribute):
        return node.attr.value in _COUNTS
    if isinstance(node, cst.Subscript):
        is_shape = isinstance(node.value, cst.Attribute) and node.value.attr.value == "shape"
        return is_shape and literal_key(node) == 0
    return isinstance(node, cst.Call) and file.is_builtin(node.func, "len")


def _rows(file: File, data: cst.BaseExpression) -> object:
    """The rows of a batch, where the file says so; `...` where it does not, or says several."""
    found = [rows_of_flow(file, each) for each in flows(file, data)]
    values = [value for each in found if each is not None for value in leaves(file, each) or [each]]
    numbers = {literal(each) for each in values}
    return numbers.pop() if len(numbers) == 1 and None not in found else ...


def _reads_alike(file: File, called: Called, name: str, arg: cst.Arg) -> bool:
    """True if the iterator yields the batches in the order in which Keras 2 read them."""
    made = flows(file, arg.value)
    if not made or name == _VALIDATION:
        return bool(made)
    weight, shuffle = called.argument("class_weight"), called.argument("shuffle")
    if weight is not None and literal(weight.value) is not None:
        return False
    in_order = shuffle is not None and literal(shuffle.value) is False and _goes_on(file, called)
    return in_order or all(is_shuffled(each) for each in made)


def _draws_anew(file: File, arg: cst.Arg) -> bool:
    """True if each validation takes images at random, and no seed says which."""
    made = flows(file, arg.value)
    seeded = any(file.qualified_name(call.func) == _NUMPY_SEED for call in file.calls)
    return bool(made) and not seeded and all(is_shuffled(each) and keyword(each, "seed") is None for each in made)


def _goes_on(file: File, called: Called) -> bool:
    """True if an epoch begins where the last one has stopped; since TensorFlow 2.2 each begins anew."""
    return called.path.startswith("keras.") or written_for(file).keras is KerasLine.TENSORFLOW_1


def _generated(file: File, arg: cst.Arg) -> Edit:
    generator = cst.GeneratorExp(
        cst.Name("batch"), cst.CompFor(cst.Name("batch"), arg.value), lpar=[cst.LeftParen()], rpar=[cst.RightParen()]
    )
    said = f"{file.code(arg.value)} goes on in the next epoch, as in Keras 2"
    return Edit(arg, said, ((arg.value, generator),))


def _epochs(called: Called) -> object:
    arg = called.argument("epochs")
    return literal(arg.value) if arg is not None else 1
