"""Report names that Keras gave to layers by counting, which start elsewhere now.

## What it does

Looks for `get_layer("dense_2")` in files for standalone Keras, for such keys of dictionaries that a model is compiled
and trained with, `loss={"dense_1": "mse"}`, and for names that `layer.name` is compared with, or that a dictionary of
layers is asked for. Likewise `load_weights("vgg.h5", by_name=True)` of a file that nothing in the project writes, into
layers without names. It rewrites nothing.

## Why

Standalone Keras called the first `Dense` without a name `dense_1`; Keras 3 calls it `dense`, and the second one
`dense_1`. Each name means the layer after the one that it meant.
https://github.com/keras-team/keras/blob/2.3.1/keras/backend/common.py

## Numbers

They can differ, where another layer answers to the name (`tests/behaviour/catalogue/surgery.py`). `get_layer` raises a
`ValueError` where none does, and `load_weights(by_name=True)` leaves such a layer as it was: of two `Dense` layers,
whose weights Keras 2.3.1 wrote, Keras 3 loads those of the first into the second, or refuses their shapes
(`tests/codemods/rules/names/test_counted_names.py`).

## What it leaves to you

To give the layer a name. A model that is loaded from a file keeps the names that it was saved with, and is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.files.file_names import file_name
from codemods.analysis.files.file_paths import path_ends
from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.self_attributes import only_value_of
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.analysis.objects.provenance import leaves
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import argument, bind, keyword, literal
from codemods.source.file import File
from codemods.source.project import HDF5, stem_of
from codemods.types import Manual, Stage, Undecided, rule

_SAVING, _SAVERS = ("save", "save_weights"), ("keras.callbacks.ModelCheckpoint",)
_LOAD = "keras.models.Model.load_weights"
_SYMBOL = "keras.models.Model.get_layer"
_WORDS = (
    "dense conv1d conv2d conv3d conv2d_transpose separable_conv2d depthwise_conv2d lstm gru simple_rnn "
    "bidirectional time_distributed embedding flatten dropout activation batch_normalization max_pooling1d "
    "max_pooling2d max_pooling3d average_pooling1d average_pooling2d global_average_pooling2d "
    "global_max_pooling2d global_average_pooling1d global_max_pooling1d zero_padding2d up_sampling2d reshape "
    "lambda concatenate add multiply average dot masking repeat_vector permute leaky_re_lu p_re_lu elu re_lu "
    "softmax gaussian_noise sequential model input cropping2d spatial_dropout1d spatial_dropout2d"
)
_KINDS = frozenset(_WORDS.split())
_WEIGHING = "BatchNormalization Conv1D Conv2D Conv2DTranspose Conv3D Dense Embedding GRU LSTM"
_WITH_WEIGHTS = frozenset(f"keras.layers.{name}" for name in _WEIGHING.split())
_BY_NAME = (
    "where Keras 2 wrote the file, by_name=True gives each layer without a name the weights of the one before it: "
    "what was dense_1 is dense in Keras 3"
)
_IN_ORDER = "name the layers as in the file; or leave by_name= out, which loads by their order, if all layers are in it"
_LOADERS = ("keras.models.load_model", "keras.models.model_from_json", "keras.models.model_from_config")


@rule(
    "TFM166",
    stage=Stage.ADVICE,
    example="""
    from keras.layers.core import Dense
    from keras.models import Model, Sequential

    model = Sequential([Dense(8, input_dim=4), Dense(3), Dense(1)])
    features = Model(model.inputs, model.get_layer("dense_2").output)
    """,
)
def counted_names(file: File) -> Iterator[Manual | Undecided]:
    """Report names that no layer of the file is given, on models that do not come from a file."""
    line = written_for(file).keras
    if line not in (None, KerasLine.STANDALONE) or not _imports_standalone(file):
        return
    yield from _loaded_by_name(file)
    given: set[object] | None = None
    for node, name, use in (*_looked_up(file), *_keys(file), *_compared(file)):
        given = _given_names(file) if given is None else given
        if name in given:
            continue
        if line is None:
            stake = f"by the count of Keras 2, which began with 1, {name!r} is {_today(name)!r} in Keras 3"
            yield Undecided(node, use, "keras==2.3", stake, "give the layer a name where it is made")
        else:
            said = f"standalone Keras counted layers from 1: by that count {name!r} is {_today(name)!r} in Keras 3"
            advice = "give the layer a name where it is made; layers of keras.applications have other names today"
            yield Manual(node, _SYMBOL, said, advice)


def _loaded_by_name(file: File) -> Iterator[Manual]:
    """Weights of another program that are given to layers by their names; a note where it does not show to which."""
    for call in file.calls:
        bound = bind(call, "filepath", "by_name", "skip_mismatch") if method_of(call) == "load_weights" else None
        if bound is None or not {"filepath", "by_name"} <= set(bound) or not isinstance(call.func, cst.Attribute):
            continue
        if literal(bound["by_name"].value) is not True or _is_loaded(file, call.func.value):
            continue
        if not evidence(file, call.func.value, Kind.MODEL).is_enough:
            continue
        made = [each for each in file.calls if file.symbol(each.func) in _WITH_WEIGHTS]
        named = [each for each in made if keyword(each, "name") is not None]
        ends = [file_name(file, end) for end in path_ends(file, bound["filepath"].value) if end is not None]
        names = [name for name in ends if name.endswith(HDF5)]
        if (made and len(named) == len(made)) or (names and all(_is_of_the_project(file, name) for name in names)):
            continue
        yield Manual(call, _LOAD, _BY_NAME, _IN_ORDER, is_note=not (made and names) or bool(named))


def _is_of_the_project(file: File, name: str) -> bool:
    """True for a file that the project may write, with the names of today."""
    if file.project.is_saved(name) or file.project.writer(name) is not None:
        return True
    saving = (call for call in file.calls if method_of(call) in _SAVING or file.symbol(call.func) in _SAVERS)
    paths = (argument(call, "filepath") for call in saving)
    ends = (end for path in paths if path is not None for end in path_ends(file, path.value))
    return any(end is not None and stem_of(file_name(file, end)) == stem_of(name) for end in ends)


def _looked_up(file: File) -> Iterator[tuple[cst.CSTNode, str, str]]:
    """The calls of `get_layer` on models that do not come from a file, each with the name and how it is used."""
    for call in file.calls:
        if not isinstance(call.func, cst.Attribute) or call.func.attr.value != "get_layer":
            continue
        name = _counted(call)
        if name is None or evidence(file, call.func.value, Kind.MODEL) is Evidence.FOREIGN:
            continue
        if not _is_loaded(file, call.func.value):
            yield call, name, f"get_layer({name!r})"


def _keys(file: File) -> Iterator[tuple[cst.CSTNode, str, str]]:
    """The same of the keys of dictionaries that a model is compiled and trained with: `loss={"dense_1": "mse"}`."""
    for called in training_calls(file):
        method = called.call.func
        if not isinstance(method, cst.Attribute) or _is_loaded(file, method.value):
            continue
        for arg in called.call.args:
            value = (file.only_value(arg.value) if isinstance(arg.value, cst.Name) else None) or arg.value
            is_of_classes = arg.keyword is not None and arg.keyword.value == "class_weight"
            for each in value.elements if isinstance(value, cst.Dict) and not is_of_classes else ():
                name = literal(each.key) if isinstance(each, cst.DictElement) else None
                if isinstance(name, str) and _is_counted(name):
                    yield each, name, f"the key {name!r}"


def _compared(file: File) -> Iterator[tuple[cst.CSTNode, str, str]]:
    """Names that `layer.name` is compared with, or looked up in a dictionary of layers by their names."""
    if file.references(*_LOADERS):
        return
    for node in file.every(cst.SimpleString):
        name = node.evaluated_value
        if not isinstance(name, str) or not _is_counted(name):
            continue
        around = file.parent(node)
        if isinstance(around, cst.Element):
            around = file.parent(file.parent(around) or around)
        if isinstance(around, cst.ComparisonTarget | cst.Comparison) and _asks_for_names(file, around):
            yield node, name, f"the name {name!r}"
        key = file.parent(file.parent(around) or around) if isinstance(around, cst.Index) else None
        if isinstance(key, cst.Subscript) and _is_by_name(file, key.value):
            yield node, name, f"the name {name!r}"


def _asks_for_names(file: File, node: cst.ComparisonTarget | cst.Comparison) -> bool:
    """True for `layer.name == "dense_1"` and `layer.name in ("dense_1", "dense_2")`."""
    whole = file.parent(node) if isinstance(node, cst.ComparisonTarget) else node
    sides = (whole.left, *(each.comparator for each in whole.comparisons)) if isinstance(whole, cst.Comparison) else ()
    return any(_is_name(each) for each in sides)


def _is_by_name(file: File, node: cst.BaseExpression) -> bool:
    """True for `{each.name: each for each in model.layers}`, and `dict([(each.name, each) for ...])`."""
    made = only_value_of(file, node) or node
    if isinstance(made, cst.DictComp):
        return _is_name(made.key)
    if not isinstance(made, cst.Call) or not file.is_builtin(made.func, "dict") or len(made.args) != 1:
        return False
    rows = made.args[0].value
    pair = rows.elt if isinstance(rows, cst.ListComp | cst.GeneratorExp) else None
    return isinstance(pair, cst.Tuple) and _is_name(pair.elements[0].value)


def _is_name(node: cst.BaseExpression) -> bool:
    """True for `layer.name`, and for the `path` of a variable, which begins with the name of its layer."""
    return isinstance(node, cst.Attribute) and node.attr.value in ("name", "path")


def _counted(call: cst.Call) -> str | None:
    """The name, if it looks like one that Keras made."""
    given = bind(call, "name", "index")
    name = literal(given["name"].value) if given is not None and "name" in given else None
    return name if isinstance(name, str) and _is_counted(name) else None


def _is_counted(name: str) -> bool:
    kind, _, number = name.rpartition("_")
    return kind in _KINDS and number.isdecimal() and number.isascii() and not number.startswith("0")


def _today(name: str) -> str:
    kind, _, number = name.rpartition("_")
    kind = {"input": "input_layer", "model": "functional", "lambda": "lambda"}.get(kind, kind)
    return kind if number == "1" else f"{kind}_{int(number) - 1}"


def _given_names(file: File) -> set[object]:
    """All values of `name=` in the file, but for those that layers are got by."""
    made = [call for call in file.calls if method_of(call) != "get_layer"]
    return {literal(arg.value) for call in made for arg in call.args if arg.keyword and arg.keyword.value == "name"}


def _is_loaded(file: File, model: cst.BaseExpression) -> bool:
    """True if the model may come from a file, or from a function that the file does not show."""
    made = leaves(file, model)
    return made is not None and any(isinstance(each, cst.Call) and file.symbol(each.func) in _LOADERS for each in made)


def _imports_standalone(file: File) -> bool:
    return any(each.spelling is not None and each.spelling.root == "keras" for each in file.original.imports)
