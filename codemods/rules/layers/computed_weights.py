"""Compute in `call` what `build` computed of weights.

## What it does

In a layer, `self.kernel_z = self.kernel[:, :2]` moves from `build` to the begin of `call`, as in the gates of copied
recurrent cells.

## Why

`build` of standalone Keras, and of TensorFlow 1, added such a line to the graph, and each step computed it anew.
Keras 3 runs `build` once: the slice keeps the first weights, and training changes only what `call` reads itself.
https://github.com/keras-team/keras/blob/2.3.1/keras/layers/recurrent.py

## Numbers

Same: losses of three steps are those of Keras 2.3.1 (`tests/codemods/fixtures/computed_weights`). Without the move the
second one is 0.980 in place of 0.941.

## What it leaves to you

Lines that read variables of `build`, and attributes that `build` reads again, or a method that `call` does not run.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.flow.self_attributes import attribute_of_self, attributes_named
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.objects.object_types import LAYER, derived_from
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.tensors.repeated_code import methods_of
from codemods.analysis.tensors.symbolic import STATIC
from codemods.releases.origin import KerasLine
from codemods.source.file import File
from codemods.source.walk import first_statement, nodes
from codemods.types import Edit, Manual, Replacement, Severity, Stage, rule

_BUILD, _CALL = "build", "call"
_MAKERS = ("add_weight", "add_variable")
_FUNCTIONS = ("keras.backend.", "keras.ops.", "tensorflow.")
_GRAPHS = (KerasLine.STANDALONE, KerasLine.TENSORFLOW_1)
_SAID = "build() runs once in Keras 3, and what it computes of weights stays as it is"


@rule(
    "TFM383",
    stage=Stage.BEHAVIOUR,
    severity=Severity.NUMBERS,
    example="""
    from keras import backend as K
    from keras.layers import Layer


    class Gated(Layer):
        def build(self, input_shape):
            self.kernel = self.add_weight(name="kernel", shape=(input_shape[-1], 4), initializer="ones")
            self.kernel_z, self.kernel_h = self.kernel[:, :2], self.kernel[:, 2:]
            self.built = True

        def call(self, x):
            return K.dot(x, self.kernel_z) * K.dot(x, self.kernel_h)
    """,
)
def computed_weights(file: File) -> Iterator[Edit | Manual]:
    """All such lines of a class move together, or none does."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file) or written_for(file).keras not in _GRAPHS:
        return
    for owner in file.every(cst.ClassDef):
        base, methods = derived_from(file, owner), methods_of(owner)
        if base is None or not base.is_a(LAYER) or _BUILD not in methods:
            continue
        lines, names = _computing(file, methods[_BUILD])
        inside = {each for line in lines for each in nodes(line, cst.Attribute)}
        read = [each for name in sorted(names) for each in _reads(file, owner, name) if each not in inside]
        if not any(file.function(each) is not methods[_BUILD] for each in read):
            continue
        call = methods.get(_CALL)
        if call is None or not _can_move(file, methods[_BUILD], call, lines, read):
            advice = "compute it in call(), from the weight"
            yield Manual(lines[0], f"{LAYER}.{_BUILD}", _SAID, advice)
            continue
        moved: list[cst.BaseStatement] = [each.deep_clone() for each in lines]
        first = first_statement(call)
        replacements: list[tuple[cst.CSTNode, Replacement]] = [(each, cst.RemoveFromParent()) for each in lines]
        yield Edit(
            lines[0], f"{_SAID}: call() computes it", (*replacements, (first, cst.FlattenSentinel([*moved, first])))
        )


def _computing(file: File, build: cst.FunctionDef) -> tuple[list[cst.BaseStatement], set[str]]:
    """The statements of `build` that compute attributes of weights, and these attributes."""
    weights = {
        name
        for assign in nodes(build, cst.Assign)
        if isinstance(assign.value, cst.Call) and attribute_of_self(file, assign.value.func) in _MAKERS
        for target in assign.targets
        if (name := attribute_of_self(file, target.target)) is not None
    }
    found: list[cst.BaseStatement] = []
    computed: set[str] = set()
    for statement in build.body.body:
        names = _computed_by(file, statement, weights | computed)
        if names and isinstance(statement, cst.BaseStatement):
            found.append(statement)
            computed |= names
    return found, computed


def _computed_by(file: File, statement: cst.CSTNode, known: set[str]) -> set[str]:
    """The attributes that a statement computes of known ones; none if it does anything else."""
    found: set[str] = set()
    for assign in _assigns(statement):
        if assign is None:
            return set()
        is_computed = _is_computed(file, assign.value, known)
        if not is_computed and file.code(assign.value) != "None":
            return set()
        for target in assign.targets:
            whole = target.target
            parts = [each.value for each in whole.elements] if isinstance(whole, cst.Tuple) else [whole]
            names = [attribute_of_self(file, each) for each in parts]
            if None in names:
                return set()
            found |= {name for name in names if name is not None and is_computed}
    return found


def _assigns(statement: cst.CSTNode) -> Iterator[cst.Assign | None]:
    """The assignments of a line, or of all branches of an `if`; None in the place of other statements."""
    if isinstance(statement, cst.SimpleStatementLine):
        for each in statement.body:
            yield each if isinstance(each, cst.Assign) else None
    elif isinstance(statement, cst.If | cst.Else):
        for inner in statement.body.body:
            yield from _assigns(inner)
        if isinstance(statement, cst.If) and statement.orelse is not None:
            yield from _assigns(statement.orelse)
    else:
        yield None


def _is_computed(file: File, node: cst.BaseExpression, known: set[str], *, is_part: bool = False) -> bool:
    """True for slices, sums and functions of known weights; an attribute itself only as a part of one."""
    if isinstance(node, cst.Attribute):
        return is_part and attribute_of_self(file, node) in known
    parts: list[cst.BaseExpression] = []
    if isinstance(node, cst.Subscript):
        parts = [node.value]
    elif isinstance(node, cst.BinaryOperation):
        parts = [node.left, node.right]
    elif isinstance(node, cst.UnaryOperation):
        parts = [node.expression]
    elif isinstance(node, cst.Tuple):
        return any(_is_computed(file, each.value, known) for each in node.elements)
    elif isinstance(node, cst.Call):
        symbol = file.symbol(node.func) or ""
        if symbol.startswith(_FUNCTIONS) and symbol not in STATIC and not symbol.rpartition(".")[2][:1].isupper():
            parts = [arg.value for arg in node.args]
    return any(_is_computed(file, each, known, is_part=True) for each in parts)


def _reads(file: File, owner: cst.ClassDef, name: str) -> Iterator[cst.Attribute]:
    for each in attributes_named(file, owner, name):
        if not isinstance(file.parent(each), cst.AssignTarget | cst.Element):
            yield each


def _can_move(
    file: File,
    build: cst.FunctionDef,
    call: cst.FunctionDef,
    lines: list[cst.BaseStatement],
    read: list[cst.Attribute],
) -> bool:
    """True if the lines read no variables of `build`, and nothing but `call`, and what it runs, reads their results."""
    if not isinstance(call.body, cst.IndentedBlock) or call.decorators:
        return False
    names = [name for line in lines for name in nodes(line, cst.Name) if name.value != "self"]
    bound = (binding.node for name in names for binding in file.assignments(name))
    if any(each is not None and file.function(each) is build for each in bound):
        return False
    run = {attribute_of_self(file, each.func) for each in nodes(call, cst.Call)}
    readers = {file.function(each) for each in read}
    return all(
        reader is call or (isinstance(reader, cst.FunctionDef) and reader is not build and reader.name.value in run)
        for reader in readers
    )
