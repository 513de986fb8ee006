"""Calls of TensorFlow's functions: what they return, and the gradient by each tensor they are given.

Python 3.7 syntax: this runs in the environments of all releases.
"""

import re

import numpy as np

from tests.behaviour.probes import reals, register


def operations(family, cases, given, *, gradients=True):
    """Register a probe for each case: an expression over `tf` and the arrays `given`, which are tensors in it.

    A pair is the same call for TensorFlow 1 and for TensorFlow 2, where none is for both.
    """
    for case in cases:
        legacy, modern = case if isinstance(case, tuple) else (case, case)
        register(family + ": " + legacy, _runs(legacy, modern, given, gradients))


def _runs(legacy, modern, given, gradients):
    used = [name for name in given if re.search(r"\b" + name + r"\b", legacy)]

    def run(surface):
        tf, code = surface.tf, legacy if surface.is_tensorflow_1 else modern
        tensors = {name: tf.constant(given[name]) for name in used}
        floats = [name for name in used if given[name].dtype.kind == "f"]
        with tf.GradientTape() as tape:
            for name in floats:
                tape.watch(tensors[name])
            outputs = list(_tensors(tf, surface.run(code, **tensors)))
            total = _total(tf, outputs)
        yield "values", surface.numbers(outputs)
        if gradients and floats:
            # The tape of TensorFlow 1.13 does not see into what is defined as a function, as swish is.
            gradients_of = tape.gradient if tf.executing_eagerly() else tf.gradients
            found = gradients_of(total, [tensors[name] for name in floats])
            for name, each in zip(floats, found):
                yield "gradient by " + name, None if each is None else surface.numbers(tf.convert_to_tensor(each))

    return run


def _tensors(tf, found):
    """The tensors in a structure, and the parts of sparse ones."""
    if isinstance(found, (list, tuple)) and not hasattr(found, "dense_shape"):
        for each in found:
            yield from _tensors(tf, each)
    elif hasattr(found, "dense_shape"):
        yield from (found.indices, found.values, found.dense_shape)
    elif found is not None:
        yield found


def _total(tf, outputs):
    """A sum in which each number has a weight of its own, so that no gradient vanishes by symmetry."""
    floats = [each for each in outputs if each.dtype.is_floating]
    return sum(tf.reduce_sum(tf.sin(each) * each) for each in floats) if floats else None


def arrays(**shapes):
    """Real numbers of each shape, different for each name."""
    return {name: reals(*shape, start=0.3 + index) for index, (name, shape) in enumerate(sorted(shapes.items()))}


def whole(*values):
    """These whole numbers."""
    return np.array(values, "int64")
