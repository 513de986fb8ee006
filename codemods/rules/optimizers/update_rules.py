"""Say where an optimizer of Keras 3 updates weights by another rule, and with `--exact` keep the legacy one.

## What it does

Where an `Embedding` is trained, an optimizer that squares gradients gets `global_clipnorm=1e30`: no gradient is so
long, and Keras 3 adds up the slices of a gradient that it clips so. One that clips already is a finding. With
`--exact`, these, `RMSprop`, `Adagrad` and `Nadam` become those of `compat.keras.optimizers`, or for `tf.keras` of
`compat.tensorflow.keras.optimizers`. Without it, a note says what changed for `Nadam`. TFM296 sees to the epsilon of
`RMSprop` and `Adagrad`.

## Why

The gradient of an `Embedding` has a slice for each lookup. Keras 2 added up the slices of a row; Keras 3 squares and
clips each of them. A word that occurs n times in a batch takes steps of up to sqrt(n) times the length: padding, 0,
most of all. With momentum, `tf.keras` moved only the rows that a batch has.
https://github.com/keras-team/keras/blob/v3.15.1/keras/src/backend/tensorflow/sparse.py

## Numbers

They can differ. With `--exact` they are those of Keras 2.3.1 to 1e-5, apart from its step counter, which was read
while it changed: Adam, Adamax and Nadam were one step ahead (`tests/behaviour`). Without, those of `Adam` are those of
TensorFlow 2.3.4 and 2.15.1 to 1e-6 (`tests/codemods/rules/optimizers/test_update_rules.py`); without the keyword,
three steps of
0.1 moved a row that occurs twice by 0.58, not by 0.29.

## What it leaves to you

Files that do not show for which Keras they were written: a note asks for `--from`. `clipnorm=` and `clipvalue=` beside
an `Embedding`, and an `Embedding` with a dtype of its own: Keras 3 clips no gradients of two dtypes. Embeddings of
modules that the file does not import. The gradient of an `Embedding` is as large as the layer, as it was in Keras 2.0
to 2.3, and one gradient that is not a number makes all weights so.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.layers.custom_objects import project_modules
from codemods.analysis.models.compiled_models import are_same
from codemods.analysis.models.sequential_layers import layers_of
from codemods.analysis.optimizers.optimizer_uses import OptimizerUse, optimizer_uses
from codemods.analysis.releases.possible_releases import is_before_keras_3
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_keras
from codemods.rules.optimizers.string_optimizers import CHANGED, had_legacy_defaults
from codemods.source.arguments import keyword, literal, named, with_args
from codemods.source.file import File, once_per_file
from codemods.types import Edit, Import, Manual, Severity, Undecided, rule
from compat.tables.behaviour.update_rules import NEVER_CLIPS_CODE, SQUARED, UPDATE_RULES

_EMBEDDING = "keras.layers.Embedding"
_LOOKUP = "tensorflow.nn.embedding_lookup"
_SINGLE = ("float32", None)
_STRAIGHT = (cst.SimpleStatementLine, cst.Expr, cst.Assign, cst.With, cst.IndentedBlock, cst.Module)
_CHANGED = {row.symbol: row for row in UPDATE_RULES}


@rule(
    "TFM149",
    example="""
    from keras.layers.core import Dense
    from keras.optimizers import Nadam

    optimizer = Nadam(learning_rate=1e-4)
    """,
    severity=Severity.NUMBERS,
)
def update_rules(file: File) -> Iterator[Edit | Manual | Undecided]:
    """Report each optimizer once, an `Embedding` before epsilon; write those of `compat` if asked for exact numbers."""
    line = written_for(file).keras
    if line is KerasLine.KERAS_3:
        return
    embeddings = _trained_embeddings(file)
    for use in optimizer_uses(file):
        repeated = _spreads(use) and any(_may_train(file, use, each) for each in embeddings)
        row = _CHANGED.get(use.symbol)
        changed = row.changed if row is not None and (use.is_standalone or row.in_tf_keras) else ""
        if line is None and not is_before_keras_3(file):
            spread = repeated or (_spreads(use) and _embeds_elsewhere(file))
            if spread or (changed and row is not None and not row.root_epsilon):
                yield Undecided(use.at, f"{use.short} for an Embedding" if spread else use.short, "keras==2.3")
        elif file.exact and (repeated or changed):
            yield _kept(use)
        elif (is_spread := repeated or (_spreads(use) and _embeds_elsewhere(file))) and _is_left_to_names(file, use):
            continue
        elif is_spread and not _has_two_dtypes(file) and (dense := _with_dense_gradients(file, use)) is not None:
            yield dense
        elif repeated or (changed and row is not None and not row.root_epsilon):
            yield _said(use, changed, repeated=repeated)


def _is_left_to_names(file: File, use: OptimizerUse) -> bool:
    """True for a name that TFM118 writes out."""
    return use.call is None and use.short.lower() in CHANGED and bool(had_legacy_defaults(file))


def _with_dense_gradients(file: File, use: OptimizerUse) -> Edit | None:
    """The edit that has the slices of a row added up; None for an optimizer that clips, or whose momentum changed."""
    if use.clips or _moves_all(use) or (use.call is not None and any(arg.star for arg in use.call.args)):
        return None
    clipnorm = named(cst.Arg(cst.Float(NEVER_CLIPS_CODE)), "global_clipnorm")
    said = (
        "Keras 3 squares the gradients of a row of an Embedding one by one: global_clipnorm="
        f"{NEVER_CLIPS_CODE}, which no gradient reaches, adds them up first, as Keras 2 did"
    )
    if use.call is not None:
        return Edit(use.at, said, ((use.call, with_args(use.call, [*use.call.args, clipnorm])),))
    module, imports = bind_keras(file, use.at)
    made = cst.Call(cst.parse_expression(f"{module}.optimizers.{use.short}"), [clipnorm])
    return Edit(use.at, said, ((use.at, made),), imports)


def _kept(use: OptimizerUse) -> Edit:
    name = f"Legacy{use.short}"
    code = cst.Call(cst.Name(name)) if use.call is None else cst.Name(name)
    said = f"{use.short} is now {use.shim}.{use.short}, which updates as Keras 2 did"
    return Edit(use.at, said, ((use.at, code),), (Import(use.shim, use.short, name),))


def _said(use: OptimizerUse, changed: str, *, repeated: bool) -> Manual:
    advice = f"--exact writes {use.shim}.{use.short}, which updates as Keras 2 did"
    if repeated and _moves_all(use):
        changed = "tf.keras moved only the rows of an Embedding that a batch has, Keras 3 all that have a velocity"
    elif repeated:
        changed = (
            "Keras 2 added up the gradients of a row of an Embedding, Keras 3 squares or clips them one by one: "
            "a row that a batch has n times moves up to sqrt(n) times as far"
        )
    return Manual(use.at, use.symbol, changed, advice, is_note=not repeated)


def _spreads(use: OptimizerUse) -> bool:
    """True if an optimizer treats a sparse gradient in another way than Keras 2 did."""
    return (use.symbol in SQUARED or use.clips or _moves_all(use)) and not use.adds_up_slices


def _moves_all(use: OptimizerUse) -> bool:
    """True for a momentum of `tf.keras`, which kept still the rows of an `Embedding` that a batch does not have."""
    return use.has_momentum and not use.is_standalone


@once_per_file
def _embeds_elsewhere(file: File) -> bool:
    """True if a module of the project that the file imports trains an `Embedding`."""
    return any(_trained_embeddings(each) for each in project_modules(file))


def _trained_embeddings(file: File) -> list[cst.CSTNode]:
    """The uses of `Embedding` and of `embedding_lookup`, but for layers that are frozen where they are made."""
    found: list[cst.CSTNode] = [each.node for each in file.references(_LOOKUP)]
    for reference in file.references(_EMBEDDING):
        call = file.call_of(reference)
        frozen = keyword(call, "trainable") if call is not None else None
        if frozen is None or literal(frozen.value) is not False:
            found.append(reference.node)
    return found


@once_per_file
def _has_two_dtypes(file: File) -> bool:
    """True if an `Embedding` has a dtype of its own: Keras 3 cannot take the norm of gradients of two dtypes."""
    calls = (file.call_of(each) for each in file.references(_EMBEDDING))
    given = (keyword(each, "dtype") for each in calls if each is not None)
    return any(not _is_single(file, each.value) for each in given if each is not None)


def _is_single(file: File, dtype: cst.BaseExpression) -> bool:
    return literal(dtype) in _SINGLE or (file.symbol(dtype) or "").rpartition(".")[2] in _SINGLE


def _may_train(file: File, use: OptimizerUse, embedding: cst.CSTNode) -> bool:
    """False if the compiled model is seen to be without the `Embedding`, or if this is only made further below."""
    above = [use.at, *file.ancestors(use.at)]
    compiled = next((each for each in above if isinstance(each, cst.Call) and _is_compile(each)), None)
    if compiled is None:
        return True
    if all(isinstance(each, _STRAIGHT) for each in file.ancestors(compiled)) and file.before(compiled, embedding):
        return False
    assert isinstance(compiled.func, cst.Attribute)
    layers = layers_of(file, compiled.func.value)
    if layers is None or not all(_is_layer_of_keras(file, each) for each in layers):
        return True
    around = [embedding, *file.ancestors(embedding)]
    return any(each in around and not _is_frozen(file, compiled, index) for index, each in enumerate(layers))


def _is_compile(call: cst.Call) -> bool:
    return isinstance(call.func, cst.Attribute) and call.func.attr.value == "compile"


def _is_layer_of_keras(file: File, layer: cst.BaseExpression) -> bool:
    return isinstance(layer, cst.Call) and (file.symbol(layer.func) or "").startswith("keras.layers.")


def _is_frozen(file: File, compiled: cst.Call, index: int) -> bool:
    """True for `model.layers[0].trainable = False` above `compile`, in the same block."""
    assert isinstance(compiled.func, cst.Attribute)
    model, block = compiled.func.value, file.block(file.statement(compiled))
    for target in file.every(cst.AssignTarget):
        assign, node = file.parent(target), target.target
        if not isinstance(node, cst.Attribute) or node.attr.value != "trainable" or not isinstance(assign, cst.Assign):
            continue
        is_same = file.code(node.value) == f"{file.code(model)}.layers[{index}]" and file.before(target, compiled)
        line = file.statement(target)
        is_sure = isinstance(line, cst.SimpleStatementLine) and file.block(line) is block
        if is_same and is_sure and literal(assign.value) is False:
            owner = node.value.value if isinstance(node.value, cst.Subscript) else None
            return isinstance(owner, cst.Attribute) and are_same(file, owner.value, model)
    return False
