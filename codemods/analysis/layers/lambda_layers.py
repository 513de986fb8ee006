"""The functions of `Lambda` layers, and the calls that read models which have them."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import bind
from codemods.source.file import File
from compat.tables.names.makers import MODEL_CLASSES

_LAMBDA = "keras.layers.Lambda"
_PARAMETERS = ("function", "output_shape", "mask", "arguments")
_SAVED = _PARAMETERS[:2]

_READING = (
    "keras.models.clone_model",
    "keras.layers.deserialize",
    "keras.models.load_model",
    "keras.models.model_from_json",
    *(f"{each}.from_config" for each in ("keras.layers.Lambda", "keras.Model", "keras.Sequential", *MODEL_CLASSES)),
)


def may_read_legacy_lambdas(file: File) -> bool:
    """True unless a file is for Keras 3, or for another target than Keras 3."""
    keras_2 = has_keras_2_only(file)
    return file.target.is_modern and not keras_2 and written_for(file).keras is not KerasLine.KERAS_3


def lambda_functions(file: File) -> Iterator[cst.BaseExpression]:
    """What the `Lambda` layers of a file are given as functions, or as functions of shapes."""
    for reference in file.references(_LAMBDA):
        call = None if reference.spelling.shimmed else file.call_of(reference)
        given = bind(call, *_PARAMETERS) if call is not None else None
        for name in _SAVED:
            if given and name in given:
                yield given[name].value


def lambda_definitions(file: File) -> Iterator[cst.FunctionDef | cst.Lambda]:
    """The functions of the file that its `Lambda` layers are given by place, in source order."""
    for reference in file.references(_LAMBDA):
        call = file.call_of(reference)
        value = call.args[0].value if call is not None and call.args else None
        binding = file.only_binding(value) if isinstance(value, cst.Name) else None
        function = binding.node if binding is not None else value
        if isinstance(function, cst.FunctionDef | cst.Lambda):
            yield function


def reading_calls(file: File) -> Iterator[tuple[cst.Call, str]]:
    """The calls that make models or layers of what was saved, and the canonical names of what they call."""
    for call in file.calls:
        spelled = file.spelling(file.qualified_name(call.func) or "")
        if spelled is not None and spelled.canonical in _READING and not spelled.shimmed:
            yield call, spelled.canonical
