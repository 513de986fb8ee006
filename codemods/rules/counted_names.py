"""Report names that Keras gave to layers by counting, which start elsewhere now.

## What it does

Looks for `get_layer("dense_2")` in files for standalone Keras. It rewrites nothing.

## Why

Standalone Keras called the first `Dense` without a name `dense_1`; Keras 3 calls it `dense`, and the second one
`dense_1`. Each name means the layer after the one that it meant.
https://github.com/keras-team/keras/blob/2.3.1/keras/backend/common.py

## Numbers

They can differ, where another layer answers to the name (`tests/behaviour/catalogue/surgery.py`). `get_layer` raises a
`ValueError` where none does.

## What it leaves to you

To give the layer a name. A model that is loaded from a file keeps the names that it was saved with, and is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from codemods.analysis.call_sites import method_of
from codemods.analysis.evidence import Evidence, Kind, evidence
from codemods.analysis.provenance import leaves
from codemods.analysis.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import bind, literal
from codemods.source.file import File
from codemods.types import Manual, Stage, Undecided, rule

_SYMBOL = "keras.models.Model.get_layer"
_COUNTED = re.compile(r"([a-z0-9_]*[a-z][a-z0-9]*d?)_([1-9][0-9]*)")
_WORDS = (
    "dense conv1d conv2d conv3d conv2d_transpose separable_conv2d depthwise_conv2d lstm gru simple_rnn "
    "bidirectional time_distributed embedding flatten dropout activation batch_normalization max_pooling1d "
    "max_pooling2d max_pooling3d average_pooling1d average_pooling2d global_average_pooling2d "
    "global_max_pooling2d global_average_pooling1d global_max_pooling1d zero_padding2d up_sampling2d reshape "
    "lambda concatenate add multiply average dot masking repeat_vector permute leaky_re_lu p_re_lu elu re_lu "
    "softmax gaussian_noise sequential model input cropping2d spatial_dropout1d spatial_dropout2d"
)
_KINDS = frozenset(_WORDS.split())
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
    given: set[object] | None = None
    for call in file.calls:
        if not isinstance(call.func, cst.Attribute) or call.func.attr.value != "get_layer":
            continue
        name = _counted(call)
        if name is None or evidence(file, call.func.value, Kind.MODEL) is Evidence.FOREIGN:
            continue
        given = _given_names(file) if given is None else given
        if name in given or _is_loaded(file, call.func.value):
            continue
        if line is None:
            stake = f"by the count of Keras 2, which began with 1, {name!r} is {_today(name)!r} in Keras 3"
            yield Undecided(call, f"get_layer({name!r})", "keras==2.3", stake, "give the layer a name where it is made")
        else:
            said = f"standalone Keras counted layers from 1: by that count {name!r} is {_today(name)!r} in Keras 3"
            advice = "give the layer a name where it is made; layers of keras.applications have other names today"
            yield Manual(call, _SYMBOL, said, advice)


def _counted(call: cst.Call) -> str | None:
    """The name, if it looks like one that Keras made."""
    given = bind(call, "name", "index")
    name = literal(given["name"].value) if given is not None and "name" in given else None
    found = _COUNTED.fullmatch(name) if isinstance(name, str) else None
    return name if found is not None and found[1] in _KINDS and isinstance(name, str) else None


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
