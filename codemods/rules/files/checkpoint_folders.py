"""End the paths of `ModelCheckpoint` with `.keras` where a SavedModel was written to a folder.

## What it does

`ModelCheckpoint("out/ckpt-{epoch}")` becomes `ModelCheckpoint("out/ckpt-{epoch}.keras")`, where the file spells out how
the path ends. `load_model` of the same literal follows.

## Why

Keras 3 raises ValueError: "The filepath provided must end in `.keras`". `tf.keras` wrote a SavedModel to any path but
`.h5`, and Keras 3 cannot train such a folder further. A `.keras` file holds the model, its weights and its optimizer.
https://keras.io/api/callbacks/model_checkpoint/

## Numbers

Same until a checkpoint is loaded. Then they differ for the better: `load_model` of a folder began with a new optimizer,
on TensorFlow 2.3.4, 2.10.1 and 2.15.1, and a `.keras` file goes on with the one that it has. After two epochs of Adam
and a restart the next losses were 1.0555 and 0.4218; now they are those of a run without a break, 0.9801 and 0.4339
(`tests/codemods/fixtures/checkpoint_folders`).

## What it leaves to you

Checkpoints in files that take folders for checkpoints or read SavedModels themselves, those whose new name another
file of the script has, and those that are loaded again with layers of own classes, of which nothing tells
`load_model`, or which cannot be made of their configuration: a folder had what they compute. These are reported. Other
programs that read them. Paths whose end the file does not show. Checkpoints of earlier runs, which are still folders.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.files.saved_models import lacks_suffix, lost_layer, wants_folders
from codemods.analysis.files.written_files import namesake, path_of
from codemods.source.arguments import bind, literal
from codemods.source.file import File
from codemods.types import Edit, Manual, rule

CHECKPOINT = "keras.callbacks.ModelCheckpoint"
_LOADERS = ("keras.models.load_model",)
_Text = cst.SimpleString | cst.FormattedStringText


@rule(
    "TFM151",
    example="""
    from tensorflow import keras

    keras.callbacks.ModelCheckpoint("out/ckpt-{epoch}", save_freq="epoch")
    """,
)
def checkpoint_folders(file: File) -> Iterator[Edit | Manual]:
    """Add the suffix to the literal that the path ends with, unless the file shows that it wants folders."""
    renamed: set[cst.CSTNode] = set()
    for reference in file.references(CHECKPOINT):
        call = file.call_of(reference)
        end = _end_of_whole_model(file, call) if call is not None and not reference.spelling.shimmed else None
        if call is None or end is None or end in renamed:
            continue
        wanted = wants_folders(file)
        if wanted is not None:
            yield _kept(call, wanted)
            continue
        readers = _readers(file, end)
        rival = namesake(file, end, (), ".keras", readers)
        if rival is not None:
            yield _kept(call, rival, "and the script has another file of that name")
            continue
        own = lost_layer(file) if readers else None
        if own is not None:
            yield _kept(call, end, f"and load_model does not bring {own} back from them")
            continue
        renamed |= {end, *readers}
        new = [(node, _with_suffix(node)) for node in (end, *readers)]
        said = f"the checkpoint {_shown(end)} is now a .keras file, which keeps the optimizer; a folder lost its state"
        yield Edit(call, said, tuple(new))


def _end_of_whole_model(file: File, call: cst.Call) -> _Text | None:
    """The literal at the end of the path of a whole model's checkpoint; None if it has a suffix or is not known."""
    bound = bind(call, "filepath", "monitor", "verbose", "save_best_only", "save_weights_only", "mode")
    if bound is None or "filepath" not in bound:
        return None
    only = bound.get("save_weights_only")
    if only is not None and literal(only.value) is not False:
        return None
    end = _last_text(file, bound["filepath"].value)
    return end if end is not None and lacks_suffix(_shown(end)) else None


def _last_text(file: File, node: cst.BaseExpression, depth: int = 4) -> _Text | None:
    """The literal that a text ends with; None if `%` or `format` fill it in, as what they fill in may be a suffix."""
    if isinstance(node, cst.SimpleString):
        return node
    if isinstance(node, cst.FormattedString) and node.parts:
        last = node.parts[-1]
        return last if isinstance(last, cst.FormattedStringText) else None
    if depth == 0:
        return None
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Add | cst.Divide):
        return _last_text(file, node.right, depth - 1)
    if isinstance(node, cst.Call):
        is_join = file.qualified_name(node.func) in ("os.path.join", "pathlib.Path")
        is_text = file.is_builtin(node.func, "str")
        if (is_join or is_text) and node.args and not any(arg.star or arg.keyword for arg in node.args):
            return _last_text(file, node.args[-1].value, depth - 1)
    if isinstance(node, cst.Name):
        value = file.only_value(node)
        return _last_text(file, value, depth - 1) if value is not None else None
    return None


def _kept(call: cst.Call, wanted: cst.CSTNode, why: str = "and this file works with folders") -> Manual:
    return Manual(
        path_of(call) or call,
        f"{CHECKPOINT}(filepath=)",
        f"Keras 3 writes checkpoints to .keras files, {why}",
        "end the path with .keras, and look for files where checkpoints are read",
        culprit=wanted,
    )


def _readers(file: File, end: _Text) -> list[_Text]:
    """The same literal where a model is loaded."""
    if not isinstance(end, cst.SimpleString):
        return []
    loads = [call for each in file.references(*_LOADERS) if (call := file.call_of(each)) is not None]
    ends = [_last_text(file, arg.value) for call in loads for arg in call.args[:1]]
    same = [each for each in ends if isinstance(each, cst.SimpleString) and each is not end]
    return [each for each in same if each.evaluated_value == end.evaluated_value]


def _with_suffix(node: _Text) -> _Text:
    if isinstance(node, cst.FormattedStringText):
        return node.with_changes(value=f"{node.value}.keras")
    return node.with_changes(value=f"{node.value[: -len(node.quote)]}.keras{node.quote}")


def _shown(node: _Text) -> str:
    if isinstance(node, cst.FormattedStringText):
        return node.value
    value = node.evaluated_value
    return value if isinstance(value, str) else ""
