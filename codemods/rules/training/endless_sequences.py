"""Read a sequence of images on and on where an epoch has fewer or more steps than it has batches.

## What it does

`fit(images.flow(x, y), steps_per_epoch=n)` becomes `fit((batch for batch in images.flow(x, y)), steps_per_epoch=n)`:
the iterator itself starts again at its end. It stays as it is where the number of steps is the length of the sequence,
or what the `__len__` of your own `Sequence` returns: `len(x) // 32` beside `int(np.floor(len(self.x) / self.size))`,
in another module of the project, too. Validations of several epochs on shuffled images without a seed are left alone,
with a note: each draws its batches anew, as it did.

## Why

Keras 2 went on in the next epoch where the last one had stopped; since TensorFlow 2.2 `tf.keras` began each anew, and
images in order are reported. Keras 3 ends an epoch where a `Sequence` ends: of 32 batches and 31 steps the epochs have
31, 1, 31, 1 steps. Each validation of `tf.keras` began anew, as those of Keras 3 do, and stays as it is.
https://keras.io/api/utils/python_utils/#pydataset-class

## Numbers

Same: with 10 images in batches of 3 and `steps_per_epoch=3` the losses of four epochs are those of Keras 2.3.1 on
TensorFlow 1.15.5, to 1e-5 (`tests/codemods/fixtures/endless_sequences`). The plain call has others from the second
epoch on.

## What it leaves to you

Sequences of the file's own classes, `class_weight=` beside such steps, and images that are not shuffled while the order
of their batches is.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import Called
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.data.endless_data import flows, has_other_length, is_shuffled
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from codemods.types import Edit, Manual, Severity, rule

_NUMPY_SEED = "numpy.random.seed"
_VALIDATION = "validation_data"
_DRAWN = "each validation draws its images anew, as in Keras 2, and none twice: it ends where the images do"
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
