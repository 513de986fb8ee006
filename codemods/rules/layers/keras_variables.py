"""Take the variables of Keras 3 for what they are: no `tf.Variable`s, and named without their layer.

## What it does

In `[v for v in model.trainable_variables if "batch_norm" not in v.name]`, `v.name` becomes `v.path`.
Other uses of the name are reported: `v.name.startswith("enc")`, `v.name == "enc/kernel:0"`, `re.match("enc", v.name)`,
`v.name.split("/")`, `v.name` as the key of a dictionary, and in the name of a file, a data set of h5py or a summary
that is written; the same of a list of names, `"enc/kernel:0" in names`. So are optimizers of `tf.train` that step the
variables of a Keras model, `encoder.variables + decoder.variables` for one.

## Why

A variable of `tf.keras` was a `tf.Variable`, and called `dense/kernel:0`. In Keras 3 its `name` is `kernel`, and its
`path` is `sequential/dense/kernel`: a search for a layer finds nothing any more, and of a dictionary by names only the
last `kernel` is left, without a word. In a functional model the path is `dense/kernel`; a `Sequential`, and a model
that is a class of its own, put their name in front of it.
`tf.compat.v1.train.AdamOptimizer` refuses it: "'Variable' object has no attribute '_unique_id'".
https://keras.io/guides/migrating_to_keras_3/

## Numbers

Same: in `tests/codemods/fixtures/keras_variables` the search finds the variables that it found on TensorFlow 2.1.4.
Left as it is, it would decay, clip or freeze others.

## What it leaves to you

Texts with `:0`, texts that the file does not show, other uses of the name, and the optimizers: all are reported. Names
that are only printed or logged stay. Where nothing tells for which release the file was written, `v.name == "kernel"`
and the like are taken for code of Keras 3.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.object_types import LAYER, VARIABLE, VARIABLES, Receiver, origin_of
from codemods.analysis.objects.provenance import leaves
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.replicas.strategies import REPLICATED
from codemods.analysis.tensors.variable_names import How, Texts, Use, is_of_model, is_variable, uses_of_names
from codemods.source.arguments import keyword, literal
from codemods.source.canonical_names import below
from codemods.source.file import File, once_per_file
from codemods.types import Edit, Manual, Severity, Stage, Undecided, rule

_OF_TENSORFLOW_1 = re.compile(r"^tensorflow\.(compat\.v1\.)?train\.\w*Optimizer$")
_WITHOUT_SLOTS = ("GradientDescentOptimizer", "ProximalGradientDescentOptimizer")
"""They keep nothing for a variable, and so need not know it: `apply_gradients` takes those of Keras 3."""
_STEPS = frozenset({"apply_gradients", "compute_gradients", "minimize"})
"""The methods of such an optimizer that are given variables."""
_PASSING = ("list", "reversed", "tuple", "zip")
_DEPTH = 6
_OWN = frozenset(
    {"beta", "bias", "embeddings", "gamma", "kernel", "moving_mean", "moving_variance", "recurrent_kernel"}
)
"""The last parts of the names, which `name` still has."""
_OF_KERAS_2 = re.compile(r"/|(?<!\(\?):")
"""What no name of a variable has in Keras 3."""
_SAID = "{} was such as dense/kernel:0, and is such as kernel in Keras 3"
_FRONT = "and the name of a Sequential or of a model of your own in front"


@rule(
    "TFM223",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    model = tf.keras.Sequential([tf.keras.layers.Dense(1), tf.keras.layers.BatchNormalization()])
    model.build((None, 3))
    decayed = [v for v in model.trainable_variables if "batch_normalization" not in v.name]
    """,
)
def keras_variables(file: File) -> Iterator[Edit | Manual | Undecided]:
    """Only of what a known model lists as its variables; only `text in v.name` is edited."""
    if not goes_to_keras_3(file):
        return
    yield from _stepped(file)
    for use in uses_of_names(file):
        yield from _used(file, use)
    for node in file.attributes:
        target = file.parent(node)
        if node.attr.value != "name" or not isinstance(target, cst.ComparisonTarget):
            continue
        comparison = file.parent(target)
        if not isinstance(target.operator, cst.In | cst.NotIn) or not isinstance(comparison, cst.Comparison):
            continue
        if len(comparison.comparisons) == 1 and is_variable(file, node.value):
            text = literal(comparison.left)
            if text not in _OWN:
                yield _outcome(file, node, text)


def _outcome(file: File, node: cst.Attribute, text: object) -> Edit | Manual:
    code = file.code(node)
    if isinstance(text, str) and ":" not in text:
        new = node.with_changes(attr=cst.Name("path"))
        return Edit(node, f"{code} has no layer in it in Keras 3: {file.code(new)} has", ((node, new),))
    return Manual(
        node,
        f"{VARIABLE}.name",
        _SAID.format(code),
        "compare with the path of the variable, such as sequential/dense/kernel",
        severity=Severity.NUMBERS,
    )


def _used(file: File, use: Use) -> Iterator[Manual | Undecided]:
    """Report a use of a name, unless it is as right in code for Keras 3, and nothing tells of an older release."""
    telling = True if written_for(file).keras is not None else _is_telling(file, use)
    code, path = file.code(use.name), file.code(use.name.with_changes(attr=cst.Name("path")))
    if _means_the_same(use) or telling is False:
        return
    if telling is None:
        release = "keras==2.3" if any(below(each.qualified, "keras") for each in file.imports) else "tensorflow==2.15"
        yield Undecided(use.at, code, release)
    elif use.how is How.KEY:
        said = f"{_SAID.format(code)}: of variables with one name, a dictionary has the last alone"
        advice = f"take {path} as the key; it has no :0, {_FRONT}"
        yield Manual(use.at, f"{VARIABLE}.name", said, advice, severity=Severity.NUMBERS)
    elif use.how is How.LABEL:
        said = f"{_SAID.format(code)}: variables with the same name write to one place"
        advice = f"write it under {path}; it has no :0, {_FRONT}"
        yield Manual(use.at, f"{VARIABLE}.name", said, advice, severity=Severity.NUMBERS)
    else:
        verb = "take it from" if use.how is How.CUT else "compare with"
        advice = f"{verb} {path}, such as dense/kernel; it has no :0, {_FRONT}"
        yield Manual(use.at, f"{VARIABLE}.name", _SAID.format(code), advice, severity=Severity.NUMBERS)


def _means_the_same(use: Use) -> bool:
    """True for a search for the last part of a name, which Keras 3 has as well."""
    return use.how is How.HAS and all(part in _OWN for part in _parts(use.texts))


def _parts(texts: Texts) -> list[object]:
    """The texts, and what a regular expression takes one of."""
    return [part for each in texts for part in (each.split("|") if isinstance(each, str) else [each])]


def _is_telling(file: File, use: Use) -> bool | None:
    """Whether a use is wrong in Keras 3, whatever the file was written for; None if that is open."""
    if any(isinstance(each, str) and _OF_KERAS_2.search(each) for each in use.texts):
        return True
    if use.how is How.CUT:
        return False
    if use.how not in (How.KEY, How.LABEL) and ... not in use.texts:
        return use.how is not How.IS and not any(_is_own(file, each) for each in _parts(use.texts))
    return True if is_of_model(file, use.name.value) else None


def _is_own(file: File, text: object) -> bool:
    """True if the name of a weight begins so: one of Keras, or one that the file gives."""
    start = str(text).lstrip("^.*")
    return any(each.startswith(start) for each in (*_OWN, *_given(file)))


@once_per_file
def _given(file: File) -> frozenset[str]:
    """The names that the file gives to weights."""
    named = [keyword(call, "name") for call in file.calls if _makes_weight(call)]
    texts = [literal(arg.value) for arg in named if arg is not None]
    return frozenset(each for each in texts if isinstance(each, str))


def _makes_weight(call: cst.Call) -> bool:
    name = call.func.attr if isinstance(call.func, cst.Attribute) else call.func
    return isinstance(name, cst.Name) and name.value in ("add_weight", "Variable")


def _stepped(file: File) -> Iterator[Manual]:
    """`tf.train.AdamOptimizer().apply_gradients(zip(gradients, model.trainable_variables))`, and the like."""
    for call in file.calls:
        function = call.func
        if not isinstance(function, cst.Attribute) or function.attr.value not in _STEPS:
            continue
        origin = origin_of(file, function.value)
        if isinstance(origin, Receiver) and _OF_TENSORFLOW_1.search(origin.path) and _has_keras_variables(file, call):
            name = origin.path.rpartition(".")[2]
            if name in _WITHOUT_SLOTS and function.attr.value == "apply_gradients" and _is_eager_loop(file):
                continue
            advice = "make the optimizer with tf.keras.optimizers"
            yield Manual(
                call,
                f"{origin.path}.{function.attr.value}",
                f"tf.train.{name} does not know the variables of a Keras 3 model",
                advice if name in _WITHOUT_SLOTS else f"{advice}; mind its default epsilon",
            )


def _is_eager_loop(file: File) -> bool:
    """True for a file that records its gradients, and has no replicas."""
    return bool(file.references("tensorflow.GradientTape")) and not file.references(*REPLICATED)


def _has_keras_variables(file: File, call: cst.Call) -> bool:
    """True if an argument, or one of `zip(...)`, lists the variables of a layer or a model."""
    return any(_lists_variables(file, arg.value) for arg in call.args)


def _lists_variables(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True for `encoder.variables + decoder.variables`, whatever name, `zip` or list it goes through."""
    if not depth:
        return False
    if isinstance(node, cst.Attribute) and node.attr.value in VARIABLES:
        owner = origin_of(file, node.value)
        return isinstance(owner, Receiver) and owner.is_a(LAYER) and not owner.defines(file, node.attr.value)
    if isinstance(node, cst.Name | cst.Attribute):
        named = file.definitions(node) if isinstance(node, cst.Name) else None
        made = [each for each in named or leaves(file, node) or [] if each is not node]
    elif isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Add):
        made = [node.left, node.right]
    elif isinstance(node, cst.Call) and file.is_builtin(node.func, *_PASSING):
        made = [arg.value for arg in node.args]
    elif isinstance(node, cst.ListComp | cst.GeneratorExp) and _passes(node):
        made = [node.for_in.iter]
    else:
        made = []
    return any(_lists_variables(file, each, depth - 1) for each in made)


def _passes(comprehension: cst.ListComp | cst.GeneratorExp) -> bool:
    """True for `v for v in ...` and `(f(g), v) for g, v in ...`, which hand on the variables as they are."""
    kept, target = comprehension.elt, comprehension.for_in.target
    if isinstance(kept, cst.Tuple) and isinstance(target, cst.Tuple):
        return kept.elements[-1].value.deep_equals(target.elements[-1].value)
    return isinstance(kept, cst.Name) and kept.deep_equals(target)
